/* steps_text.c - steps as a table of text: a row a transition, on the cells of a line. */
#include <string.h>

#include "steps/steps.h"

#include "draw/drawer.h"
#include "steps/steps_cells.h"

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
} Table;

static void
widen (int *column, int cells)
{
  *column = MAX (*column, cells);
}

/* Finds how wide columns are: as what is in them, within bounds; stack and input share the rest. */
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

/* Whether the tokens from number @token on need more than a line. */
static gboolean
can_leave_out (Table *table, guint token)
{
  steps_cells_line_of_others (&table->row, &token, table->others);
  return token < table->row.tokens->len;
}

/* Puts configuration @number with the transition taken in it; the last of a way has none. */
static void
put_row (Table *table, int number)
{
  const TbkSteps *steps = table->row.steps;
  const StepsNode *node = &steps->nodes[number];
  const TbkStepsMove *move = steps_cells_move (steps, node);
  const Paint paint =
      move != NULL && (move->cost > 0 || move->cost == TBK_STEPS_DEAD_END) ? PAINT_MARKED : PAINT_PLAIN;
  guint token = 0;
  int cells;

  steps_cells_others (&table->row, node);
  g_string_printf (table->row.cell, "%d", number + 1);
  if (node->n_moves == 0)
    g_string_truncate (table->row.cell, 0);
  put_cell (table, PAINT_FAINT, (int) table->row.cell->len, table->number, TRUE);
  pen_skip (&table->pen, 2);
  cells = steps_cells_stack (&table->row, node, table->stack);
  put_cell (table, PAINT_PLAIN, cells, table->stack, TRUE);
  pen_put (&table->pen, PAINT_FAINT, " │");
  pen_skip (&table->pen, 1);
  cells = steps_cells_input (&table->row, node, table->input);
  put_cell (table, PAINT_PLAIN, cells, table->input + 2, FALSE);
  cells = steps_cells_taken (&table->row, node, table->taken);
  put_cell (table, paint, cells, table->taken + 2, FALSE);
  cells = steps_cells_made (&table->row, node, table->made);
  put_cell (table, paint, cells, table->made + 2, FALSE);
  cells = steps_cells_line_of_others (&table->row, &token, table->others);
  put_cell (table, PAINT_FAINT, cells, 0, FALSE);
  pen_end_line (&table->pen);
  for (int line = 1; line < MOST_LINES && token < table->row.tokens->len; line++) {
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

/* Makes the words as they are shown. */
static gboolean
show_words (Table *table, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();

  for (int word = 0; word < table->row.steps->n_words; word++) {
    char *shown;

    tbk_text_clear (text);
    signs_append (text, table->row.steps->words[word], SIGNS_TERMINAL, TRUE);
    shown = tbk_text_dup (text, error);
    if (shown == NULL)
      return FALSE;
    g_ptr_array_add (table->row.words, shown);
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

/* Puts sentences in lines that the table's width takes. */
static void
put_sentences (Table *table, const char *sentences, int width)
{
  for (const char *rest = sentences; *rest != '\0';) {
    gsize size = strlen (rest);

    while (size > (gsize) width && size > strcspn (rest, " "))
      size = (gsize) ((const char *) g_strrstr_len (rest, (gssize) size, " ") - rest);
    put_line (table, PAINT_FAINT, (TbkPiece){ rest, size });
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
    g_string_append_printf (table->row.cell, " where %d must be", least);
  if (steps->problem->len > 0)
    g_string_append_printf (table->row.cell, "; %s", steps->problem->str);
  put_line (table, PAINT_PLAIN, signs_piece (table->row.cell->str));
  if (steps->about != NULL)
    put_sentences (table, steps->about, width);
  g_string_printf (table->row.cell, "*: best; +N: N more %s %s; ✗: not in the gold tree", steps->units,
                   steps->lost);
  if (steps_n_unknown (steps) > 0)
    g_string_append (table->row.cell, "; ?: not known");
  put_line (table, PAINT_FAINT, signs_piece (table->row.cell->str));
}

gboolean
steps_text_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, gboolean is_graded,
                 TbkText *text, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  Table table = { .row = { .steps = steps, .words = words, .tokens = tokens, .cell = cell } };
  const int width = options->width > 0 ? MAX (options->width, LEAST_WIDTH) : WIDTH;
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
    put_summary (&table, width);
  }
  pen_end_line (&table.pen);
  if (first < 0)
    return TRUE;
  measure (&table, width, first, last);
  put_header (&table);
  for (int number = first; number <= last; number++)
    put_row (&table, number);
  pen_end_line (&table.pen);
  return TRUE;
}
