/* steps_cells.c - what stands in a row of steps as text. */
#include "steps/steps_cells.h"

#include "draw/signs.h"

/* The cells that a word takes at most. */
enum { MOST_WORD = 14 };

int
steps_cells_of (const char *text)
{
  return signs_cells (signs_piece (text), FALSE);
}

/* Appends @text, cut to @most cells, and isolated if it runs from right to left. Returns its cells. */
static int
append_cut (GString *cell, const char *text, int most)
{
  const gboolean is_isolated = signs_are_right_to_left (signs_piece (text));
  const int all = steps_cells_of (text);
  int cells = 0;

  g_string_append (cell, is_isolated ? "\u2068" : "");
  if (all <= most)
    g_string_append (cell, text);
  for (const char *at = text; all > most; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);
    const int width = g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;

    if (cells + width > most - 1)
      break;
    cells += width;
    g_string_append_unichar (cell, c);
  }
  if (all > most)
    g_string_append (cell, "…");
  g_string_append (cell, is_isolated ? "\u2069" : "");
  return all > most ? cells + 1 : all;
}

static const char *
word_at (const StepsCells *row, int word)
{
  return row->words->pdata[word];
}

/* An element of a stack or list as it is shown; to be freed. */
static char *
show_item (const StepsCells *row, StepsItem item)
{
  if (item.label < 0)
    return g_strdup (word_at (row, item.left));
  return g_strconcat (item.right < 0 ? "(" : "", tbk_vocabulary_name (row->steps->labels, item.label), NULL);
}

/* Appends elements from the first on as far as there is room, and tells that there are more than these.
 * @item: element @i of the @n_known first of @n. @is_reversed: the first stands last. Returns the cells. */
static int
append_list (StepsCells *row, GString *cell, int n, int n_known,
             StepsItem (*item) (const TbkSteps *steps, const StepsNode *node, int i), const StepsNode *node,
             int most, gboolean is_reversed)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_free);
  int cells = 0;

  for (int i = 0; i < n_known; i++) {
    g_autoptr (GString) word = g_string_new (NULL);
    g_autofree char *whole = show_item (row, item (row->steps, node, i));
    const int width = append_cut (word, whole, MIN (MOST_WORD, most - 2)) + (i > 0);

    if (cells + width + (i < n - 1 ? 2 : 0) > most)
      break;
    cells += width;
    g_ptr_array_add (shown, g_string_free (g_steal_pointer (&word), FALSE));
  }
  if ((int) shown->len < n) {
    cells += shown->len > 0 ? 2 : 1;
    g_ptr_array_add (shown, g_strdup ("…"));
  }
  for (guint i = 0; i < shown->len; i++)
    g_string_append_printf (cell, "%s%s", i > 0 ? " " : "",
                            (char *) shown->pdata[is_reversed ? shown->len - 1 - i : i]);
  return cells;
}

/* Elements of the stack from its top, of the second list, and of the input. */
static StepsItem
stack_item (const TbkSteps *steps, const StepsNode *node, int i)
{
  return steps->items[node->items + (gsize) i];
}

static int
n_kept (int n)
{
  return MIN (n, STEPS_MOST_ITEMS);
}

static StepsItem
second_item (const TbkSteps *steps, const StepsNode *node, int i)
{
  return steps->items[node->items + (gsize) (n_kept (node->depth) + n_kept (node->n_returned) + i)];
}

static StepsItem
input_item (const TbkSteps *steps, const StepsNode *node, int i)
{
  return i < node->n_returned && i < STEPS_MOST_ITEMS
             ? steps->items[node->items + (gsize) (n_kept (node->depth) + i)]
             : (StepsItem){ .label = -1, .left = node->next + i - node->n_returned };
}

int
steps_cells_stack (StepsCells *row, const StepsNode *node, int most)
{
  g_autoptr (GString) second = g_string_new (NULL);
  int cells = 0;

  if (node->n_second > 0) {
    const int needed =
        append_list (row, row->cell, node->depth, n_kept (node->depth), stack_item, node, most, TRUE);

    cells = 3
            + append_list (row, second, node->n_second, n_kept (node->n_second), second_item, node,
                           MAX (most - 3 - MIN (needed, most / 2), 3), FALSE);
  }
  g_string_truncate (row->cell, 0);
  cells +=
      append_list (row, row->cell, node->depth, n_kept (node->depth), stack_item, node, most - cells, TRUE);
  if (node->n_second > 0)
    g_string_append_printf (row->cell, " [%s]", second->str);
  return cells;
}

int
steps_cells_input (StepsCells *row, const StepsNode *node, int most)
{
  const int n = node->n_returned + row->steps->n_words - node->next;

  g_string_truncate (row->cell, 0);
  return append_list (row, row->cell, n, node->n_returned > STEPS_MOST_ITEMS ? STEPS_MOST_ITEMS : n,
                      input_item, node, most, FALSE);
}

const TbkStepsMove *
steps_cells_move (const TbkSteps *steps, const StepsNode *node)
{
  return node->taken < 0 ? NULL : &steps_moves (steps, node)[node->taken];
}

static void
append_cost (GString *text, int cost)
{
  if (cost == TBK_STEPS_DEAD_END)
    g_string_append (text, "dead end");
  else if (cost == TBK_STEPS_UNKNOWN)
    g_string_append (text, "?");
  else
    g_string_append_printf (text, "+%d", cost);
}

int
steps_cells_taken (StepsCells *row, const StepsNode *node, int most)
{
  const TbkStepsMove *move = steps_cells_move (row->steps, node);
  g_autoptr (GString) whole = g_string_new (NULL);

  g_string_truncate (row->cell, 0);
  if (move == NULL)
    return 0;
  g_string_printf (whole, "%s%s", move->cost == 0 ? "*" : " ", move->key);
  if (move->cost != 0) {
    g_string_append_c (whole, ' ');
    append_cost (whole, move->cost);
  }
  return append_cut (row->cell, whole->str, most);
}

int
steps_cells_made (StepsCells *row, const StepsNode *node, int most)
{
  const TbkSteps *steps = row->steps;
  const TbkStepsMove *move = steps_cells_move (steps, node);
  const char *wrong;
  int cells;

  g_string_truncate (row->cell, 0);
  if (move == NULL || !move->makes)
    return 0;
  wrong = move->is_gold ? "" : " ✗";
  most -= move->is_gold ? 0 : 2;
  if (move->head >= 0) {
    const int head = steps_cells_of (word_at (row, move->head)),
              dependent = steps_cells_of (word_at (row, move->dependent));
    const int room = most - 3, half = room / 2;

    cells = append_cut (row->cell, word_at (row, move->head),
                        dependent < half ? room - dependent : MAX (half, room - dependent));
    g_string_append (row->cell, " → ");
    cells +=
        3 + append_cut (row->cell, word_at (row, move->dependent), head < half ? room - head : room - half);
  } else {
    g_autoptr (GString) whole = g_string_new (tbk_vocabulary_name (steps->labels, move->made.label));

    g_string_append_printf (whole, " %s", word_at (row, move->made.left));
    if (move->made.right - move->made.left > 1)
      g_string_append_printf (whole, "%s%s", move->made.right - move->made.left > 2 ? " … " : " ",
                              word_at (row, move->made.right - 1));
    cells = append_cut (row->cell, whole->str, most);
  }
  g_string_append (row->cell, wrong);
  return cells + (move->is_gold ? 0 : 2);
}

void
steps_cells_others (StepsCells *row, const StepsNode *node)
{
  const TbkStepsMove *moves = steps_moves (row->steps, node), *last = NULL;

  g_ptr_array_set_size (row->tokens, 0);
  /* In the order of costs, dead ends and unknown ones behind. */
  for (int cost = 0, n = 0; n < node->n_moves; cost++) {
    gboolean is_last = cost == G_MAXINT16;

    for (int m = 0; m < node->n_moves; m++) {
      const TbkStepsMove *move = &moves[m];
      const gboolean is_here = is_last ? move->cost < 0 : move->cost == cost;
      g_autoptr (GString) token = g_string_new (NULL);

      n += is_here;
      if (!is_here || m == node->taken)
        continue;
      if (move->cost == 0) {
        g_string_append_c (token, '*');
      } else if (last == NULL || last->cost != move->cost) {
        append_cost (token, move->cost);
        g_string_append_c (token, ' ');
      }
      g_string_append (token, move->key);
      g_ptr_array_add (row->tokens, g_string_free (g_steal_pointer (&token), FALSE));
      last = move;
    }
    if (!is_last && n < node->n_moves) { /* to the next cost that there is */
      int next = G_MAXINT16;
      for (int m = 0; m < node->n_moves; m++)
        if (moves[m].cost > cost)
          next = MIN (next, moves[m].cost);
      cost = next - 1;
    }
  }
  if (node->n_left_out > 0)
    g_ptr_array_add (row->tokens, g_strdup_printf ("%d more", node->n_left_out));
}

int
steps_cells_line_of_others (StepsCells *row, guint *token, int most)
{
  int cells = 0;

  g_string_truncate (row->cell, 0);
  while (*token < row->tokens->len) {
    const char *text = row->tokens->pdata[*token];
    const int width = steps_cells_of (text) + (cells > 0);

    if (cells > 0 && cells + width > most)
      break;
    g_string_append (row->cell, cells > 0 ? " " : "");
    cells += (cells > 0) + append_cut (row->cell, text, most);
    (*token)++;
  }
  return cells;
}
