/* steps_text.c - steps as a table of text.
 *
 * Contents
 *   1. steps_cells: what stands in a row of steps as text
 *   2. steps_text: steps as a table of text: a row a transition, on the cells of a line
 */
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/steps.h"

#include <string.h>

/* 1. steps_cells: what stands in a row of steps as text. */

/* The cells that a word takes at most. */
enum { MOST_WORD = 14 };

GPtrArray *
steps_show_words (const TbkSteps *steps, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (int word = 0; word < steps->n_words; word++) {
    char *shown;

    tbk_text_clear (text);
    signs_append (text, steps->words[word], SIGNS_TERMINAL, TRUE);
    shown = tbk_text_dup (text, error);
    if (shown == NULL)
      return NULL;
    g_ptr_array_add (words, shown);
  }
  return g_steal_pointer (&words);
}

int
steps_cells_of (const char *text)
{
  return signs_cells (signs_piece (text), FALSE);
}

/* Appends @text in at most @most cells, cut with an ellipsis. Text from right to left is isolated, so that
 * columns beside it stay where they are. */
int
steps_cells_append (GString *cell, const char *text, int most)
{
  const gboolean is_isolated = signs_are_right_to_left (signs_piece (text));
  const int all = steps_cells_of (text);
  int cells = 0;

  g_string_append (cell, is_isolated ? "\u2068" : "");
  if (all <= most)
    g_string_append (cell, text);
  for (const char *at = text; all > most; at = g_utf8_next_char (at)) {
    /* A wide sign takes two cells, and one that is put on another none. */
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

/* Makes an element of a stack or list as it is shown; to be freed. An open phrase has a bracket. */
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
    const int width = steps_cells_append (word, whole, MIN (MOST_WORD, most - 2)) + (i > 0);

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

/* Return elements of the stack from its top, of the second list, and of the input. The input is what came
 * back to it, of which only some is kept, then the words that never left it. */
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

/* Stack and second list share the cells: the list gets what the stack does not need, but the stack at least
 * half of all. */
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

const StepsMove *
steps_cells_move (const TbkSteps *steps, const StepsNode *node)
{
  return node->taken < 0 ? NULL : &steps_moves (steps, node)[node->taken];
}

static void
append_cost (GString *text, int cost)
{
  if (cost == STEPS_DEAD_END)
    g_string_append (text, "dead end");
  else if (cost == STEPS_UNKNOWN)
    g_string_append (text, "?");
  else
    g_string_append_printf (text, "+%d", cost);
}

/* Makes row->cell of the transition that is taken. */
static int
steps_cells_taken (StepsCells *row, const StepsNode *node, int most)
{
  const StepsMove *move = steps_cells_move (row->steps, node);
  g_autoptr (GString) whole = g_string_new (NULL);

  g_string_truncate (row->cell, 0);
  if (move == NULL)
    return 0;
  g_string_printf (whole, "%s%s", move->cost == 0 ? "*" : " ", move->key);
  if (move->cost != 0) {
    g_string_append_c (whole, ' ');
    append_cost (whole, move->cost);
  }
  return steps_cells_append (row->cell, whole->str, most);
}

/* Makes row->cell of the arc or constituent that is made: "head → dependent", with a sign behind what is not
 * gold. The shorter of the two words leaves its cells to the other. */
static int
steps_cells_made (StepsCells *row, const StepsNode *node, int most)
{
  const TbkSteps *steps = row->steps;
  const StepsMove *move = steps_cells_move (steps, node);
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

    cells = steps_cells_append (row->cell, word_at (row, move->head),
                                dependent < half ? room - dependent : MAX (half, room - dependent));
    g_string_append (row->cell, " → ");
    cells += 3
             + steps_cells_append (row->cell, word_at (row, move->dependent),
                                   head < half ? room - head : room - half);
  } else {
    g_autoptr (GString) whole = g_string_new (tbk_vocabulary_name (steps->labels, move->made.label));

    g_string_append_printf (whole, " %s", word_at (row, move->made.left));
    if (move->made.right - move->made.left > 1)
      g_string_append_printf (whole, "%s%s", move->made.right - move->made.left > 2 ? " … " : " ",
                              word_at (row, move->made.right - 1));
    cells = steps_cells_append (row->cell, whole->str, most);
  }
  g_string_append (row->cell, wrong);
  return cells + (move->is_gold ? 0 : 2);
}

/* Makes the tokens of the other moves, best ones first. Moves of one cost have it written once: "+1 RA LA +2 SH".
 * Costs are gone through in order, from one that there is to the next. */
static void
steps_cells_others (StepsCells *row, const StepsNode *node)
{
  const StepsMove *moves = steps_moves (row->steps, node), *last = NULL;

  g_ptr_array_set_size (row->tokens, 0);
  /* In the order of costs, dead ends and unknown ones behind. */
  for (int cost = 0, n = 0; n < node->n_moves; cost++) {
    gboolean is_last = cost == G_MAXINT16;

    for (int m = 0; m < node->n_moves; m++) {
      const StepsMove *move = &moves[m];
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

/* Makes the cell of the tokens from number *@token on that fit on a line. Returns its cells. */
static int
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
    cells += (cells > 0) + steps_cells_append (row->cell, text, most);
    (*token)++;
  }
  return cells;
}

/* 2. steps_text: steps as a table of text: a row a transition, on the cells of a line. */

/* The cells of a line where nothing else is said, and of columns at most and at least. */
enum {
  WIDTH = 80,
  LEAST_WIDTH = 60,
  MOST_TAKEN = 14,
  MOST_MADE = 18,
  MOST_OTHERS = 16,
  LEAST_LIST = 8,
  MOST_LINES = 4
};

typedef struct {
  StepsCells row;
  Pen pen;
  int number, stack, input, taken, made, others; /* cells of columns */
  gboolean is_worksheet;                         /* cells are empty, for readers to fill */
} Table;

static void
widen (int *column, int cells)
{
  *column = MAX (*column, cells);
}

/* Finds how wide columns are: as what is in them, within bounds; stack and input share the rest. All rows are
 * made once for that, and a second time when they are put. With two lists the stack gets three fifths. */
static void
measure (Table *table, int width, int from, int to)
{
  const TbkSteps *steps = table->row.steps;
  int stack = 5, input = 5, rest, share;
  gboolean has_second = FALSE;

  g_string_printf (table->row.cell, "%d", to + 1);
  table->number = (int) table->row.cell->len;
  table->taken = table->made = table->others = 5;
  for (int number = from; number <= to; number++) {
    const StepsNode *node = &steps->nodes[number];
    guint token = 0;

    widen (&table->taken, steps_cells_taken (&table->row, node, MOST_TAKEN));
    widen (&table->made, steps_cells_made (&table->row, node, MOST_MADE));
    steps_cells_others (&table->row, node);
    while (token < table->row.tokens->len)
      widen (&table->others, steps_cells_line_of_others (&table->row, &token, MOST_OTHERS));
    has_second = has_second || node->n_second > 0;
    widen (&stack, steps_cells_stack (&table->row, node, width));
    widen (&input, steps_cells_input (&table->row, node, width));
  }
  /* Two blanks before each of four columns, and a bar with blanks between stack and input. */
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
  if (table->row.cell->len > 0)
    pen_put (&table->pen, paint, table->row.cell->str);
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
    g_string_assign (table->row.cell, names[i]);
    if (i > 0 && i != 2)
      pen_skip (&table->pen, 2);
    if (i == 2) {
      pen_put (&table->pen, PAINT_FAINT, " │");
      pen_skip (&table->pen, 1);
    }
    put_cell (table, PAINT_FAINT, steps_cells_of (names[i]), widths[i], i < 2);
  }
  pen_end_line (&table->pen);
}

/* Returns TRUE if the tokens from number @token on need more than a line. */
static gboolean
can_leave_out (Table *table, guint token)
{
  steps_cells_line_of_others (&table->row, &token, table->others);
  return token < table->row.tokens->len;
}

/* Returns the cells of what is in `cell`; in a worksheet 0, with nothing in it. */
static int
for_readers (Table *table, int cells)
{
  if (!table->is_worksheet)
    return cells;
  g_string_truncate (table->row.cell, 0);
  return 0;
}

/* Puts configuration @number with the transition taken in it; the last of a way has none. A worksheet has the first configuration and
 * the numbers of the others. */
static void
put_row (Table *table, int number)
{
  const TbkSteps *steps = table->row.steps;
  const StepsNode *node = &steps->nodes[number];
  const StepsMove *move = steps_cells_move (steps, node);
  const Paint paint =
      move != NULL && (move->cost > 0 || move->cost == STEPS_DEAD_END) ? PAINT_MARKED : PAINT_PLAIN;
  guint token = 0;
  int cells;

  steps_cells_others (&table->row, node);
  g_string_printf (table->row.cell, "%d", number + 1);
  if (node->n_moves == 0)
    g_string_truncate (table->row.cell, 0);
  put_cell (table, PAINT_FAINT, (int) table->row.cell->len, table->number, TRUE);
  pen_skip (&table->pen, 2);
  cells = steps_cells_stack (&table->row, node, table->stack);
  cells = number > 0 ? for_readers (table, cells) : cells;
  put_cell (table, PAINT_PLAIN, cells, table->stack, TRUE);
  pen_put (&table->pen, PAINT_FAINT, " │");
  pen_skip (&table->pen, 1);
  cells = steps_cells_input (&table->row, node, table->input);
  cells = number > 0 ? for_readers (table, cells) : cells;
  put_cell (table, PAINT_PLAIN, cells, table->input + 2, FALSE);
  cells = for_readers (table, steps_cells_taken (&table->row, node, table->taken));
  put_cell (table, paint, cells, table->taken + 2, FALSE);
  cells = for_readers (table, steps_cells_made (&table->row, node, table->made));
  put_cell (table, paint, cells, table->made + 2, FALSE);
  cells = for_readers (table, steps_cells_line_of_others (&table->row, &token, table->others));
  put_cell (table, PAINT_FAINT, cells, 0, FALSE);
  pen_end_line (&table->pen);
  for (int line = table->is_worksheet ? MOST_LINES : 1; line < MOST_LINES && token < table->row.tokens->len;
       line++) {
    pen_skip (&table->pen, table->number + table->stack + table->input + table->taken + table->made + 8 + 3);
    if (line == MOST_LINES - 1 && can_leave_out (table, token))
      g_string_printf (table->row.cell, "and %d others",
                       (int) (table->row.tokens->len - token) + MAX (0, node->n_left_out - 1));
    else
      steps_cells_line_of_others (&table->row, &token, table->others);
    put_cell (table, PAINT_FAINT, 0, 0, FALSE);
    pen_end_line (&table->pen);
  }
}

/* Puts sentences in lines that the table's width takes, broken at the last blank that fits. A word longer
 * than a line is a line of its own. */
static void
put_sentences (Table *table, const char *sentences, int width)
{
  for (const char *rest = sentences; *rest != '\0';) {
    gsize size = strlen (rest);

    while (size > (gsize) width && size > strcspn (rest, " "))
      size = (gsize) ((const char *) g_strrstr_len (rest, (gssize) size, " ") - rest);
    pen_put_line (&table->pen, PAINT_FAINT, (TbkPiece){ rest, size });
    rest += size + strspn (rest + size, " ");
  }
}

/* Puts what the steps come to, how the system works, and what the signs mean. */
static void
put_summary (Table *table, int width)
{
  const TbkSteps *steps = table->row.steps;
  const int lost = steps_lost (steps), least = steps->nodes[0].loss;

  g_string_printf (table->row.cell, "%s: %d transitions", steps->system, steps->length);
  if (lost >= 0)
    g_string_append_printf (table->row.cell, ", %d %s %s", lost, lost == 1 ? steps->unit : steps->units,
                            steps->lost);
  if (lost >= 0 && least >= 0 && least < lost)
    g_string_append_printf (table->row.cell, "; %d %s possible", least, least < 2 ? "was" : "were");
  if (steps->problem->len > 0)
    g_string_append_printf (table->row.cell, "; %s", steps->problem->str);
  pen_put_line (&table->pen, PAINT_PLAIN, signs_piece (table->row.cell->str));
  if (steps_about (steps) != NULL)
    put_sentences (table, steps_about (steps), width);
  g_string_assign (table->row.cell, "*: best");
  if (steps->policy != NULL)
    g_string_append_printf (table->row.cell, " by policy %s", steps->policy);
  g_string_append_printf (table->row.cell, "; +N: N more %s %s; ✗: not in the gold tree", steps->units,
                          steps->lost);
  if (steps_n_unknown (steps) > 0)
    g_string_append (table->row.cell, "; ?: not known");
  pen_put_line (&table->pen, PAINT_FAINT, signs_piece (table->row.cell->str));
}

gboolean
steps_text_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, gboolean is_graded,
                 TbkText *text, GError **error)
{
  g_autoptr (GPtrArray) words = steps_show_words (steps, error);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  Table table = { .row = { .steps = steps, .words = words, .tokens = tokens, .cell = cell } };
  const int width = options->width > 0 ? MAX (options->width, LEAST_WIDTH) : WIDTH;
  const int first = is_graded ? tbk_steps_first_error (steps) : 0, last = is_graded ? first : steps->length;

  table.pen = (Pen){ .text = text, .is_coloured = options->is_coloured };
  if (words == NULL)
    return FALSE;
  pen_put_line (&table.pen, PAINT_STRONG, title);
  pen_put_line (&table.pen, PAINT_PLAIN, steps->text);
  if (is_graded) {
    steps_append_judgement (steps, cell);
    g_string_append_c (cell, '.');
    pen_put_line (&table.pen, first < 0 ? PAINT_PLAIN : PAINT_MARKED, signs_piece (cell->str));
  } else {
    put_summary (&table, width);
  }
  pen_end_line (&table.pen);
  if (first < 0)
    return TRUE;
  measure (&table, width, first, last);
  for (int part = !options->is_quiz; part < 2; part++) {
    table.is_worksheet = part == 0;
    if (options->is_quiz && part > 0)
      pen_put_line (&table.pen, PAINT_STRONG, signs_piece ("Solution"));
    put_header (&table);
    for (int number = first; number <= last; number++)
      put_row (&table, number);
    pen_end_line (&table.pen);
  }
  return TRUE;
}

/* The most cells of a stack or an input in LaTeX, and the most rows on a slide and on paper. */
enum { MOST_OF_LATEX = 36, ROWS_OF_SLIDE = 16, ROWS_OF_PAPER = 45 };

/* LaTeX: signs that not every font has are those of mathematics. */
static gboolean
put_latex_piece (TbkText *text, TbkPiece piece, GError **error)
{
  static const char *const signs[][2] = { { "→", "$\\to$" }, { "✗", "$\\times$" }, { "…", "\\dots{}" } };
  g_autoptr (TbkText) escaped = tbk_text_new ();
  g_autofree char *bytes = NULL;
  g_autoptr (GString) shown = NULL;

  signs_append (escaped, piece, SIGNS_LATEX, FALSE);
  bytes = tbk_text_dup (escaped, error);
  if (bytes == NULL)
    return FALSE;
  shown = g_string_new (bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    g_string_replace (shown, signs[i][0], signs[i][1], 0);
  tbk_text_add (text, shown->str, shown->len);
  return TRUE;
}

static gboolean
put_latex_cell (Table *table, const char *before, GError **error)
{
  tbk_text_printf (table->pen.text, "%s", before);
  return put_latex_piece (table->pen.text, signs_piece (table->row.cell->str), error);
}

/* A row, which beamer shows from its own slide on. A macro for that would need other signs within a frame than outside. */
static gboolean
put_latex_row (Table *table, int number, int slide, GError **error)
{
  const StepsNode *node = &table->row.steps->nodes[number];
  guint token = 0;

  if (!table->is_worksheet)
    tbk_text_printf (table->pen.text, "\\ifdefined\\onslide\\onslide<%d->\\fi ", slide);
  if (node->n_moves > 0)
    tbk_text_printf (table->pen.text, "%d", number + 1);
  steps_cells_stack (&table->row, node, MOST_OF_LATEX);
  if (number > 0)
    for_readers (table, 0);
  if (!put_latex_cell (table, " & ", error))
    return FALSE;
  steps_cells_input (&table->row, node, MOST_OF_LATEX);
  if (number > 0)
    for_readers (table, 0);
  if (!put_latex_cell (table, " & ", error))
    return FALSE;
  for_readers (table, steps_cells_taken (&table->row, node, MOST_TAKEN));
  if (!put_latex_cell (table, " & ", error))
    return FALSE;
  for_readers (table, steps_cells_made (&table->row, node, MOST_MADE));
  if (!put_latex_cell (table, " & ", error))
    return FALSE;
  steps_cells_others (&table->row, node);
  for_readers (table, steps_cells_line_of_others (&table->row, &token, MOST_OTHERS));
  if (!put_latex_cell (table, " & ", error))
    return FALSE;
  tbk_text_printf (table->pen.text, "%s \\\\\n", table->is_worksheet ? "\\rule{0pt}{3.5ex}" : "");
  return TRUE;
}

/* The sentence of a frame, shortened: its text, or its words. */
static gboolean
put_latex_sentence (const Table *table, GError **error)
{
  enum { MOST_CHARACTERS = 60 };
  const TbkSteps *steps = table->row.steps;
  g_autoptr (GString) sentence = g_string_new_len (steps->text.bytes, (gssize) steps->text.size);
  glong length;

  for (int word = steps->first; word < steps->n_words && steps->text.size == 0; word++)
    g_string_append_printf (sentence, "%s%.*s", sentence->len > 0 ? " " : "", (int) steps->words[word].size,
                            steps->words[word].bytes);
  length =
      g_utf8_validate (sentence->str, (gssize) sentence->len, NULL) ? g_utf8_strlen (sentence->str, -1) : 0;
  if (length > MOST_CHARACTERS) {
    g_string_truncate (sentence,
                       (gsize) (g_utf8_offset_to_pointer (sentence->str, MOST_CHARACTERS) - sentence->str));
    g_string_append (sentence, "…");
  }
  return put_latex_piece (table->pen.text, (TbkPiece){ sentence->str, sentence->len }, error);
}

/* A table of some rows, no wider than the line; with a title a frame of beamer. */
static gboolean
put_latex_rows (Table *table, const TbkPiece *title, int first, int last, GError **error)
{
  TbkText *text = table->pen.text;

  if (title != NULL) {
    tbk_text_printf (text, "\\begin{frame}[shrink]{");
    if (!put_latex_sentence (table, error))
      return FALSE;
    tbk_text_printf (text, "}\n\\framesubtitle{");
    if (!put_latex_piece (text, *title, error))
      return FALSE;
    tbk_text_printf (text, "}\n");
  }
  tbk_text_printf (text,
                   "\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%\n"
                   "\\begin{tabular}{%s}\n"
                   " & stack & input & %s & makes & other \\\\ \\hline\n",
                   table->is_worksheet ? "r|p{9em}|p{9em}|p{3em}|p{8em}|p{5em}" : "r r@{ \\vrule\\ }l l l l",
                   "taken");
  for (int number = first; number <= last; number++)
    if (!put_latex_row (table, number, number - first + 1, error))
      return FALSE;
  tbk_text_printf (text, "\\end{tabular}}\n%s\n", title != NULL ? "\\end{frame}\n" : "");
  return TRUE;
}

gboolean
steps_latex_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, TbkText *text,
                  GError **error)
{
  g_autoptr (GPtrArray) words = steps_show_words (steps, error);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  Table table = { .row = { .steps = steps, .words = words, .tokens = tokens, .cell = cell },
                  .pen = { .text = text } };
  const int most = options->is_document ? ROWS_OF_SLIDE : ROWS_OF_PAPER;

  if (words == NULL)
    return FALSE;
  for (int part = !options->is_quiz; part < 2; part++) {
    table.is_worksheet = part == 0;
    if (options->is_quiz && part > 0 && !options->is_document)
      tbk_text_printf (text, "\\newpage\n");
    for (int first = 0; first <= steps->length; first += most)
      if (!put_latex_rows (&table, options->is_document ? &title : NULL, first,
                           MIN (first + most - 1, steps->length), error))
        return FALSE;
  }
  return TRUE;
}
