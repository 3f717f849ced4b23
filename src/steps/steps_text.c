/* steps_text.c - steps as a table of text: a row a transition, on the cells of a line. */
#include "steps/steps.h"

#include <string.h>

#include "base/directional.h"
#include "draw/drawer.h"

/* The cells of a line where nothing else is said, and of columns at most and at least. */
enum {
  WIDTH = 80,
  LEAST_WIDTH = 60,
  MOST_TAKEN = 14,
  MOST_MADE = 18,
  MOST_OTHERS = 16,
  LEAST_LIST = 8,
  MOST_WORD = 14,
  MOST_LINES = 4
};

typedef struct {
  const TbkSteps *steps;
  GPtrArray *words; /* of the sentence, as they are shown */
  GString *cell;
  GPtrArray *tokens; /* of the column of other transitions */
  Pen pen;
  int number, stack, input, taken, made, others; /* cells of columns */
} Table;

/* The cells of text that is shown as it is. */
static int
cells_of (const char *text)
{
  return signs_cells (signs_piece (text), FALSE);
}

/* Appends @text, cut to @most cells, and isolated if it runs from right to left. Returns its cells. */
static int
append_cut (GString *cell, const char *text, int most)
{
  const gboolean is_isolated = signs_are_right_to_left (signs_piece (text));
  const int all = cells_of (text);
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
word_at (const Table *table, int word)
{
  return table->words->pdata[word];
}

/* An element of a stack or list as it is shown; to be freed. */
static char *
show_item (const Table *table, StepsItem item)
{
  if (item.label < 0)
    return g_strdup (word_at (table, item.left));
  return g_strconcat (item.right < 0 ? "(" : "", tbk_vocabulary_name (table->steps->labels, item.label),
                      NULL);
}

/* Appends elements from the first on as far as there is room, and tells that there are more than these. @item: element
 * @i of the @n_known first of @n. @is_reversed: the first stands last. Returns the cells. */
static int
append_list (Table *table, GString *cell, int n, int n_known,
             StepsItem (*item) (const TbkSteps *steps, const StepsNode *node, int i), const StepsNode *node,
             int most, gboolean is_reversed)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_free);
  int cells = 0;

  for (int i = 0; i < n_known; i++) {
    g_autoptr (GString) word = g_string_new (NULL);
    g_autofree char *whole = show_item (table, item (table->steps, node, i));
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

/* Makes the cell of stack and second list; returns its cells. */
static int
make_stack (Table *table, const StepsNode *node, int most)
{
  g_autoptr (GString) second = g_string_new (NULL);
  int cells = 0;

  if (node->n_second > 0) {
    const int needed =
        append_list (table, table->cell, node->depth, n_kept (node->depth), stack_item, node, most, TRUE);

    cells = 3
            + append_list (table, second, node->n_second, n_kept (node->n_second), second_item, node,
                           MAX (most - 3 - MIN (needed, most / 2), 3), FALSE);
  }
  g_string_truncate (table->cell, 0);
  cells += append_list (table, table->cell, node->depth, n_kept (node->depth), stack_item, node, most - cells,
                        TRUE);
  if (node->n_second > 0)
    g_string_append_printf (table->cell, " [%s]", second->str);
  return cells;
}

static int
make_input (Table *table, const StepsNode *node, int most)
{
  const int n = node->n_returned + table->steps->n_words - node->next;

  g_string_truncate (table->cell, 0);
  return append_list (table, table->cell, n, node->n_returned > STEPS_MOST_ITEMS ? STEPS_MOST_ITEMS : n,
                      input_item, node, most, FALSE);
}

static const TbkStepsMove *
taken_of (const TbkSteps *steps, const StepsNode *node)
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

static int
make_taken (Table *table, const StepsNode *node, int most)
{
  const TbkStepsMove *move = taken_of (table->steps, node);
  g_autoptr (GString) whole = g_string_new (NULL);

  g_string_truncate (table->cell, 0);
  if (move == NULL)
    return 0;
  g_string_printf (whole, "%s%s", move->cost == 0 ? "*" : " ", move->key);
  if (move->cost != 0) {
    g_string_append_c (whole, ' ');
    append_cost (whole, move->cost);
  }
  return append_cut (table->cell, whole->str, most);
}

static int
make_made (Table *table, const StepsNode *node, int most)
{
  const TbkSteps *steps = table->steps;
  const TbkStepsMove *move = taken_of (steps, node);
  const char *wrong;
  int cells;

  g_string_truncate (table->cell, 0);
  if (move == NULL || !move->makes)
    return 0;
  wrong = move->is_gold ? "" : " ✗";
  most -= move->is_gold ? 0 : 2;
  if (move->head >= 0) {
    const int head = cells_of (word_at (table, move->head)),
              dependent = cells_of (word_at (table, move->dependent));
    const int room = most - 3, half = room / 2;

    cells = append_cut (table->cell, word_at (table, move->head),
                        dependent < half ? room - dependent : MAX (half, room - dependent));
    g_string_append (table->cell, " → ");
    cells +=
        3
        + append_cut (table->cell, word_at (table, move->dependent), head < half ? room - head : room - half);
  } else {
    g_autoptr (GString) whole = g_string_new (tbk_vocabulary_name (steps->labels, move->made.label));

    g_string_append_printf (whole, " %s", word_at (table, move->made.left));
    if (move->made.right - move->made.left > 1)
      g_string_append_printf (whole, "%s%s", move->made.right - move->made.left > 2 ? " … " : " ",
                              word_at (table, move->made.right - 1));
    cells = append_cut (table->cell, whole->str, most);
  }
  g_string_append (table->cell, wrong);
  return cells + (move->is_gold ? 0 : 2);
}

/* Makes the tokens of the transitions that are not taken: best ones with a star, then by cost. */
static void
make_others (Table *table, const StepsNode *node)
{
  const TbkStepsMove *moves = steps_moves (table->steps, node), *last = NULL;

  g_ptr_array_set_size (table->tokens, 0);
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
      g_ptr_array_add (table->tokens, g_string_free (g_steal_pointer (&token), FALSE));
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
    g_ptr_array_add (table->tokens, g_strdup_printf ("%d more", node->n_left_out));
}

/* Makes the cell of the tokens from number *@token on that fit on a line. Returns its cells. */
static int
make_line_of_others (Table *table, guint *token, int most)
{
  int cells = 0;

  g_string_truncate (table->cell, 0);
  while (*token < table->tokens->len) {
    const char *text = table->tokens->pdata[*token];
    const int width = cells_of (text) + (cells > 0);

    if (cells > 0 && cells + width > most)
      break;
    g_string_append (table->cell, cells > 0 ? " " : "");
    cells += (cells > 0) + append_cut (table->cell, text, most);
    (*token)++;
  }
  return cells;
}

static void
widen (int *column, int cells)
{
  *column = MAX (*column, cells);
}

/* Finds how wide columns are: as what is in them, within bounds; stack and input share the rest. */
static void
measure (Table *table, int width, int from, int to)
{
  const TbkSteps *steps = table->steps;
  int stack = 5, input = 5, rest, share;
  gboolean has_second = FALSE;

  g_string_printf (table->cell, "%d", to + 1);
  table->number = (int) table->cell->len;
  table->taken = table->made = table->others = 5;
  for (int number = from; number <= to; number++) {
    const StepsNode *node = &steps->nodes[number];
    guint token = 0;

    widen (&table->taken, make_taken (table, node, MOST_TAKEN));
    widen (&table->made, make_made (table, node, MOST_MADE));
    make_others (table, node);
    while (token < table->tokens->len)
      widen (&table->others, make_line_of_others (table, &token, MOST_OTHERS));
    has_second = has_second || node->n_second > 0;
    widen (&stack, make_stack (table, node, width));
    widen (&input, make_input (table, node, width));
  }
  rest = width - table->number - table->taken - table->made - table->others - 2 * 4 - 3;
  if (rest < stack + input) {
    share = has_second ? rest * 3 / 5 : rest / 2;
    table->stack = MIN (stack, MAX (share, rest - input));
    table->input = rest - table->stack;
  } else {
    table->stack = stack;
    table->input = input;
  }
  table->stack = MAX (table->stack, LEAST_LIST);
  table->input = MAX (table->input, LEAST_LIST);
}

static void
put_cell (Table *table, Paint paint, int cells, int width, gboolean is_right)
{
  const int missing = MAX (0, width - cells);

  if (is_right)
    pen_skip (&table->pen, missing);
  if (table->cell->len > 0)
    pen_put (&table->pen, paint, table->cell->str);
  if (!is_right)
    pen_skip (&table->pen, missing);
}

static void
put_header (Table *table)
{
  static const char *const names[] = { "#", "stack", "input", "taken", "makes", "other" };
  const int widths[] = {
    table->number, table->stack, table->input, table->taken, table->made, table->others
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_string_assign (table->cell, names[i]);
    if (i > 0 && i != 2)
      pen_skip (&table->pen, 2);
    if (i == 2) {
      pen_put (&table->pen, PAINT_FAINT, " │");
      pen_skip (&table->pen, 1);
    }
    put_cell (table, PAINT_FAINT, cells_of (names[i]), widths[i], i < 2);
  }
  pen_end_line (&table->pen);
}

/* Whether the tokens from number @token on need more than a line. */
static gboolean
can_leave_out (Table *table, guint token)
{
  make_line_of_others (table, &token, table->others);
  return token < table->tokens->len;
}

/* Puts configuration @number with the transition taken in it; the last of a way has none. */
static void
put_row (Table *table, int number)
{
  const TbkSteps *steps = table->steps;
  const StepsNode *node = &steps->nodes[number];
  const TbkStepsMove *move = taken_of (steps, node);
  const Paint paint =
      move != NULL && (move->cost > 0 || move->cost == TBK_STEPS_DEAD_END) ? PAINT_MARKED : PAINT_PLAIN;
  guint token = 0;
  int cells;

  make_others (table, node);
  g_string_printf (table->cell, "%d", number + 1);
  if (node->n_moves == 0)
    g_string_truncate (table->cell, 0);
  put_cell (table, PAINT_FAINT, (int) table->cell->len, table->number, TRUE);
  pen_skip (&table->pen, 2);
  cells = make_stack (table, node, table->stack);
  put_cell (table, PAINT_PLAIN, cells, table->stack, TRUE);
  pen_put (&table->pen, PAINT_FAINT, " │");
  pen_skip (&table->pen, 1);
  cells = make_input (table, node, table->input);
  put_cell (table, PAINT_PLAIN, cells, table->input + 2, FALSE);
  cells = make_taken (table, node, table->taken);
  put_cell (table, paint, cells, table->taken + 2, FALSE);
  cells = make_made (table, node, table->made);
  put_cell (table, paint, cells, table->made + 2, FALSE);
  cells = make_line_of_others (table, &token, table->others);
  put_cell (table, PAINT_FAINT, cells, 0, FALSE);
  pen_end_line (&table->pen);
  for (int line = 1; line < MOST_LINES && token < table->tokens->len; line++) {
    pen_skip (&table->pen, table->number + table->stack + table->input + table->taken + table->made + 8 + 3);
    if (line == MOST_LINES - 1 && can_leave_out (table, token))
      g_string_printf (table->cell, "and %d others",
                       (int) (table->tokens->len - token) + MAX (0, node->n_left_out - 1));
    else
      make_line_of_others (table, &token, table->others);
    put_cell (table, PAINT_FAINT, 0, 0, FALSE);
    pen_end_line (&table->pen);
  }
}

/* Makes the words as they are shown. */
static gboolean
show_words (Table *table, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();

  for (int word = 0; word < table->steps->n_words; word++) {
    char *shown;

    tbk_text_clear (text);
    signs_append (text, table->steps->words[word], SIGNS_TERMINAL, TRUE);
    shown = tbk_text_dup (text, error);
    if (shown == NULL)
      return FALSE;
    g_ptr_array_add (table->words, shown);
  }
  return TRUE;
}

static void
put_line (Table *table, Paint paint, TbkPiece piece)
{
  if (piece.size == 0)
    return;
  pen_put (&table->pen, paint, "");
  signs_append (table->pen.text, piece, SIGNS_TERMINAL, FALSE);
  pen_end_line (&table->pen);
}

/* Puts what the steps come to, and what the signs mean. */
static void
put_summary (Table *table)
{
  const TbkSteps *steps = table->steps;
  const int lost = steps_lost (steps), least = steps->nodes[0].loss;

  g_string_printf (table->cell, "%s: %d transitions", steps->system, steps->length);
  if (lost >= 0)
    g_string_append_printf (table->cell, ", %d %s %s", lost, lost == 1 ? steps->unit : steps->units,
                            steps->lost);
  if (lost >= 0 && least >= 0 && least < lost)
    g_string_append_printf (table->cell, " where %d must be", least);
  if (steps->problem->len > 0)
    g_string_append_printf (table->cell, "; %s", steps->problem->str);
  put_line (table, PAINT_PLAIN, signs_piece (table->cell->str));
  g_string_printf (table->cell, "*: best; +N: N more %s %s; ✗: not in the gold tree", steps->units,
                   steps->lost);
  put_line (table, PAINT_FAINT, signs_piece (table->cell->str));
}

gboolean
steps_text_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, gboolean is_graded,
                 TbkText *text, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  Table table = { .steps = steps, .words = words, .tokens = tokens, .cell = cell };
  const int first = is_graded ? tbk_steps_first_error (steps) : 0, last = is_graded ? first : steps->length;

  table.pen = (Pen){ .text = text, .is_coloured = options->is_coloured };
  if (!show_words (&table, error))
    return FALSE;
  put_line (&table, PAINT_STRONG, title);
  put_line (&table, PAINT_PLAIN, steps->text);
  if (is_graded) {
    steps_append_judgement (steps, cell);
    g_string_append_c (cell, '.');
    put_line (&table, first < 0 ? PAINT_PLAIN : PAINT_MARKED, signs_piece (cell->str));
  } else {
    put_summary (&table);
  }
  pen_end_line (&table.pen);
  if (first < 0)
    return TRUE;
  measure (&table, options->width > 0 ? MAX (options->width, LEAST_WIDTH) : WIDTH, first, last);
  put_header (&table);
  for (int number = first; number <= last; number++)
    put_row (&table, number);
  pen_end_line (&table.pen);
  return TRUE;
}
