/* test_draw.c - drawings in text are read back, of arcs and of phrases; what words become in drawings. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "draw/draw.h"
#include "tbk/brackets.h"
#include "tbk/draw.h"
#include "tbk/tree.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 2000, MOST_CELLS = 2 * TBK_DRAW_MAX_COLUMNS };

static TbkPiece
piece (const char *text)
{
  return (TbkPiece){ text, strlen (text) };
}

/* The drawing of a tree whose words are called "w". */
static char *
draw (TbkDrawer *drawer, const int *heads, int n)
{
  static TbkDrawnRow rows[MOST_WORDS];
  const TbkDrawnSentence sentence = {
    .title = piece ("t"), .rows = rows, .n_rows = n, .n = n, .heads = heads
  };
  g_autoptr (TbkText) text = tbk_text_new ();
  GError *error = NULL;

  for (int w = 0; w < n; w++)
    rows[w] = (TbkDrawnRow){ .kind = TBK_DRAWN_WORD, .id = piece ("1"), .form = piece ("w") };
  cr_assert (tbk_draw_sentence (drawer, &sentence, text, &error));
  return tbk_text_dup (text, NULL);
}

/* What a cell of the lines is. */
typedef struct {
  gboolean goes_up, goes_down, goes_left, goes_right, is_arrow;
} Cell;

static Cell
cell_of (const char *sign)
{
  static const struct {
    const char *sign;
    Cell cell;
  } cells[] = {
    { " ", { 0, 0, 0, 0, 0 } }, { "│", { 1, 1, 0, 0, 0 } }, { "─", { 0, 0, 1, 1, 0 } },
    { "═", { 0, 0, 1, 1, 0 } }, { "┌", { 0, 1, 0, 1, 0 } }, { "├", { 1, 1, 0, 1, 0 } },
    { "└", { 1, 0, 0, 1, 0 } }, { "╒", { 0, 1, 0, 1, 0 } }, { "╞", { 1, 1, 0, 1, 0 } },
    { "╘", { 1, 0, 0, 1, 0 } }, { "►", { 0, 0, 1, 0, 1 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    if (g_str_has_prefix (sign, cells[i].sign))
      return cells[i].cell;
  cr_assert_fail ("'%s' is no cell of a drawing", sign);
  return (Cell){ 0 };
}

/* Reads the lines of a drawing of @n words: rows and cells from 1, with a margin of blanks. Returns the cells of a
 * row. */
static int
read_cells (const char *drawing, int n, Cell (*cells)[MOST_CELLS + 2])
{
  const char *line = strstr (drawing, "\n\n") + 2;
  int n_cells = 0;

  memset (cells, 0, (gsize) (n + 2) * sizeof (*cells));
  for (int row = 1; row <= n; row++) {
    const char *id = strchr (line, '1');

    n_cells = 0;
    for (const char *sign = line; sign < id - 2; sign = g_utf8_next_char (sign))
      cells[row][++n_cells] = cell_of (sign);
    line = strchr (line, '\n') + 1;
  }
  cr_assert_str_eq (line, "\n");
  return n_cells;
}

/* Where the line of @row that begins at @cell and goes right meets a vertical one, on the side of @step: the end. */
static int
follow (Cell (*cells)[MOST_CELLS + 2], int row, int cell, int step)
{
  while (step < 0 ? cells[row][cell].goes_up : cells[row][cell].goes_down) {
    row += step;
    cr_assert (step < 0 ? cells[row][cell].goes_down : cells[row][cell].goes_up, "a line ends between rows");
  }
  return row;
}

/* The cell where a word's own line meets its row, 0 if there is none: the last that goes right and up or down. */
static int
own_cell (const Cell *row, int n_cells)
{
  for (int cell = n_cells; cell > 0 && !row[cell].is_arrow; cell--)
    if (row[cell].goes_right && (row[cell].goes_up || row[cell].goes_down))
      return cell;
  return 0;
}

/* The head of @word as the drawing has it: the row on the same vertical line that has no arrow after it. */
static int
read_head (Cell (*cells)[MOST_CELLS + 2], int n_cells, int word)
{
  int arrow = n_cells, cell, first, last, head = 0;

  while (arrow > 0 && !cells[word][arrow].is_arrow)
    arrow--;
  if (arrow == 0)
    return 0;
  for (cell = arrow - 1; !cells[word][cell].goes_right || cells[word][cell].goes_left; cell--)
    cr_assert (cell > 0);
  first = follow (cells, word, cell, -1);
  last = follow (cells, word, cell, 1);
  for (int row = first; row <= last; row++)
    if (own_cell (cells[row], n_cells) == cell) {
      cr_assert_eq (head, 0, "a line of two words");
      head = row;
    }
  cr_assert_neq (head, 0, "a line of no word");
  return head;
}

/* Returns how many words have no line: they say where their heads are. */
static int
assert_read_back (TbkDrawer *drawer, const int *heads, int n)
{
  static Cell cells[MOST_WORDS + 2][MOST_CELLS + 2];
  g_autofree char *drawing = draw (drawer, heads, n);
  const int n_cells = read_cells (drawing, n, cells);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  const char *line = strstr (drawing, "\n\n") + 2;
  int n_without = 0;

  cr_assert (tbk_tree_set (tree, heads, n, NULL));
  for (int w = 1; w <= n; w++) {
    g_autofree char *row = g_strndup (line, strcspn (line, "\n"));
    const gboolean is_noted = strstr (row, "not projective") != NULL;

    line += strlen (row) + 1;
    cr_assert_eq (is_noted, tbk_tree_is_nonprojective (tree, w));
    if (strstr (row, "head ") == NULL) {
      cr_assert_eq (read_head (cells, n_cells, w), heads[w], "word %d in\n%s", w, drawing);
      continue;
    }
    cr_assert_eq (atoi (strstr (row, "head ") + 5), heads[w]);
    n_without++;
  }
  return n_without;
}

Test (draw, text_is_read_back, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  int heads[MOST_WORDS + 1];

  for (int n = 1; n <= 5; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    for (gsize t = 0; t < trees->n_trees; t++)
      cr_assert_eq (assert_read_back (drawer, tree_at (trees, t), n), 0);
  }
  for (int t = 0; t < 2000; t++) {
    random_tree (random, 12, t % 4, heads);
    cr_assert_eq (assert_read_back (drawer, heads, 12), 0);
  }
  for (int t = 0; t < 10; t++) {
    random_tree (random, 500, t % 3, heads);
    assert_read_back (drawer, heads, 500);
  }
}

/* Projective trees need as many columns as they are high, and no line is passed by another. */
Test (draw, projective_trees_do_not_cross, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  int heads[31];

  for (int t = 0; t < 500; t++) {
    g_autofree char *drawing = NULL;
    BranchColumns columns = { 0 };
    int height[31] = { 0 };

    random_projective_tree (random, 30, heads);
    drawing = draw (drawer, heads, 30);
    cr_assert_null (strstr (drawing, "─│"), "%s", drawing);
    cr_assert (columns_assign (&columns, heads, 30, TBK_DRAW_MAX_COLUMNS, NULL));
    for (int round = 0; round < 30; round++)
      for (int w = 1; w <= 30; w++)
        height[heads[w]] = MAX (height[heads[w]], height[w] + 1);
    for (int w = 1; w <= 30; w++)
      cr_assert_eq (columns.words[w].column, height[w]);
    room_clear (&columns.room);
  }
}

/* On a narrow terminal there are fewer columns, and words without one say where their heads are. */
Test (draw, narrow_text_is_read_back)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT, .width = 30 });
  int heads[101] = { -1 };
  g_autofree char *drawing = NULL;

  for (int w = 1; w <= 100; w++)
    heads[w] = w - 1;
  assert_read_back (drawer, heads, 100);
  drawing = draw (drawer, heads, 100);
  cr_assert_not_null (strstr (drawing, "head 50"));
}

/* Heads that are no tree are refused before anything is drawn. */
Test (draw, heads_that_are_no_tree)
{
  static const int good[] = { -1, 0, 1 }, bad[] = { -1, 2, 1 };
  const TbkDrawnRow rows[2] = { { .kind = TBK_DRAWN_WORD }, { .kind = TBK_DRAWN_WORD } };
  const TbkDrawnSentence first = { .rows = rows, .n_rows = 2, .n = 2, .heads = bad };
  const TbkDrawnSentence second = { .rows = rows, .n_rows = 2, .n = 2, .heads = good, .projective = bad };
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_draw_sentence (drawer, &first, text, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  g_clear_error (&error);
  cr_assert_not (tbk_draw_sentence (drawer, &second, text, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_eq (tbk_text_length (text), 0);
}

static void
assert_shown (const char *bytes, gsize size, SignsTarget target, const char *expected, int cells)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *shown = NULL;
  const TbkPiece shown_piece = { bytes, size };

  signs_append (text, shown_piece, target, FALSE);
  shown = tbk_text_dup (text, NULL);
  cr_assert_str_eq (shown, expected);
  cr_assert_eq (signs_cells (shown_piece, FALSE), cells, "%s: %d", expected,
                signs_cells (shown_piece, FALSE));
}

Test (draw, what_terminals_obey_is_escaped)
{
  assert_shown ("a\033[2Jb\0c", 8, SIGNS_TERMINAL, "a\\x1b[2Jb\\x00c", 14);
  assert_shown ("\302\205x\342\200\256y", 6 + 1, SIGNS_TERMINAL, "\\u0085x\\u202ey", 14);
  assert_shown ("\342\201\246\342\201\251\357\277\277", 9, SIGNS_TERMINAL, "\\u2066\\u2069\\uffff", 18);
  assert_shown ("a\tb\377\300\200", 6, SIGNS_TERMINAL, "a\\tb\\xff\\xc0\\x80", 16);
  assert_shown ("<a&b>\"'", 7, SIGNS_TERMINAL, "<a&b>\"'", 7);
  assert_shown ("<a&b>\"'", 7, SIGNS_MARKUP, "&lt;a&amp;b&gt;&quot;&#39;", 7);
}

Test (draw, cells_are_counted)
{
  assert_shown ("日本", 6, SIGNS_TERMINAL, "日本", 4);
  assert_shown ("e\314\201", 3, SIGNS_TERMINAL, "e\314\201", 1);
  assert_shown ("\314\201", 2, SIGNS_TERMINAL, "◌\314\201", 1);
  assert_shown ("שלום", 8, SIGNS_TERMINAL, "שלום", 4);
  assert_shown ("", 0, SIGNS_TERMINAL, "", 0);
}

Test (draw, long_forms_are_cut)
{
  g_autofree char *long_form = g_strnfill (500, 'x'), *exact = g_strnfill (SIGNS_MOST, 'x');
  g_autoptr (GString) marks = g_string_new ("a");
  g_autoptr (TbkText) text = tbk_text_new ();

  cr_assert_eq (signs_cells (piece (long_form), TRUE), SIGNS_MOST);
  signs_append (text, piece (long_form), SIGNS_TERMINAL, TRUE);
  cr_assert_eq (tbk_text_length (text), SIGNS_MOST - 1 + strlen ("…"));
  tbk_text_clear (text);
  signs_append (text, piece (exact), SIGNS_TERMINAL, TRUE);
  cr_assert_eq (tbk_text_length (text), SIGNS_MOST);
  for (int i = 0; i < 10000; i++)
    g_string_append (marks, "\314\201");
  tbk_text_clear (text);
  signs_append (text, piece (marks->str), SIGNS_TERMINAL, TRUE);
  cr_assert_leq (tbk_text_length (text), SIGNS_MOST_BYTES + strlen ("…"));
  cr_assert_leq (signs_cells (piece (marks->str), TRUE), 2);
}

/* The phrases that a drawing in text has, in brackets: the cell of a label tells what it is below. */
static char *
read_phrases (const char *drawing)
{
  GString *brackets = g_string_new (NULL);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (int));
  int cell = 0;

  for (const char *sign = strstr (drawing, "\n\n") + 2; *sign != '\0';
       sign = g_utf8_next_char (sign), cell++) {
    if (*sign == '\n') {
      cell = -1;
    } else if (g_ascii_isgraph (*sign)) {
      const gsize length = strcspn (sign, "\n \342");
      while (open->len > 0 && g_array_index (open, int, open->len - 1) >= cell) {
        g_string_append_c (brackets, ')');
        g_array_set_size (open, open->len - 1);
      }
      g_string_append_printf (brackets, "%s(%.*s", brackets->len > 0 ? " " : "", (int) length, sign);
      g_array_append_val (open, cell);
      if (sign[length] == ' ') {
        const char *form = sign + length + 1;
        g_string_append_printf (brackets, " %.*s", (int) strcspn (form, "\n"), form);
        sign = form + strcspn (form, "\n") - 1;
      } else {
        sign += length - 1;
        cell += (int) length - 1;
      }
    }
  }
  for (guint i = 0; i < open->len; i++)
    g_string_append_c (brackets, ')');
  return g_string_free (brackets, FALSE);
}

static char *
draw_phrases (const char *brackets, int width)
{
  g_autoptr (TbkDrawer) drawer =
      tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT, .width = width });
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  TbkBracketTree tree;

  cr_assert (tbk_bracket_batch_set_text (batch, "t", brackets, strlen (brackets), NULL, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &tree));
  cr_assert (tbk_draw_brackets (drawer, piece ("t"), &tree, NULL, (TbkPiece){ 0 }, text, NULL));
  return tbk_text_dup (text, NULL);
}

/* Appends a phrase of @n words, drawn. */
static void
append_phrase (GRand *random, GString *brackets, int n)
{
  static const char *const labels[] = { "S", "NP", "VP", "CONJP" };

  g_string_append_printf (brackets, "(%s", labels[g_rand_int_range (random, 0, 4)]);
  while (n > 0) {
    const int part = g_rand_int_range (random, 1, n + 1);
    g_string_append_c (brackets, ' ');
    if (part == 1 && g_rand_int_range (random, 0, 2) == 0)
      g_string_append_printf (brackets, "(D w%d)", n);
    else if (part < n || g_rand_int_range (random, 0, 2) == 0)
      append_phrase (random, brackets, part);
    else
      g_string_append_printf (brackets, "(N %d)%s", n, n > 1 ? " (V v)" : "");
    n -= part;
  }
  g_string_append_c (brackets, ')');
}

Test (draw, phrases_are_read_back)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (int t = 0; t < 1000; t++) {
    g_autoptr (GString) brackets = g_string_new (NULL);
    g_autofree char *drawing = NULL, *found = NULL;

    append_phrase (random, brackets, 1 + t % 9);
    drawing = draw_phrases (brackets->str, 200);
    found = read_phrases (drawing);
    cr_assert_str_eq (found, brackets->str, "%s\n%s\n%s", found, brackets->str, drawing);
  }
}

Test (draw, deep_phrases_are_in_brackets)
{
  g_autofree char *drawing = draw_phrases ("(A (B (C (D (E (F (G (H (X (N x) (O o)) (P p)))))))) (Z z))", 30);

  cr_assert_str_eq (drawing, "t\n\nA─┬─B───C───D───E───F───(G (H (X (N x) (O o)) (P p)))\n  └─Z z\n\n");
}

/* Everything is linear: chains and stars of many words are drawn at once. */
Test (draw, large_trees_are_drawn, .timeout = TIME_LIMIT)
{
  enum { N = 100000 };
  g_autofree int *heads = g_new (int, N + 1);
  g_autofree TbkDrawnRow *rows = g_new0 (TbkDrawnRow, N);
  const TbkDrawnSentence sentence = {
    .title = piece ("t"), .rows = rows, .n_rows = N, .n = N, .heads = heads
  };

  heads[0] = -1;
  for (int w = 0; w < N; w++)
    rows[w] = (TbkDrawnRow){ .kind = TBK_DRAWN_WORD, .form = piece ("w") };
  for (int shape = 0; shape < 3; shape++) {
    for (int w = 1; w <= N; w++)
      heads[w] = shape == 0 ? w - 1 : shape == 1 ? (w == 1 ? 0 : 1) : (w == 1 ? 0 : (w + 1) / 2);
    for (int format = TBK_DRAW_TEXT; format <= TBK_DRAW_DOT; format++) {
      g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = format });
      g_autoptr (TbkText) text = tbk_text_new ();
      cr_assert (tbk_draw_sentence (drawer, &sentence, text, NULL));
    }
  }
}
