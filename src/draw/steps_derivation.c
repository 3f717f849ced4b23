/* steps_derivation.c - the rest of a way as a derivation of the grammar, in columns: as text, SVG and for
 * LaTeX.
 *
 * Contents
 *   1. levels: how high nodes are, and which of them are on the way from a step to the root
 *   2. text: a line for each level, on the cells of a terminal
 *   3. svg: a figure of a page
 *   4. latex: a picture of TikZ
 *   5. steps_derivation: what is around the drawing
 *
 * Figures 1 to 3 of Nederhof (2019) and Figure 1 of Nederhof (2021) are such drawings. All terminals are on
 * level 0. A node is above the one below it in its column, and above the top of the column that hangs from
 * it. So the line to that column, across and then down, meets no other column: all that are between the two
 * hang lower. For `Nobody read the letter` with the heads 2 0 4 2 and the eight transitions of arc-standard,
 * whose numbers are raised:
 *
 *     S
 *   (S,S)⁸─────────────┐
 *     │                S
 *     │              (S,S)⁷─────────────┐
 *     │                │                S
 *     │        ┌─────(S,S)³    ┌──────(S,S)⁶
 *     │        S       │       S        │
 *   (S,S)    (S,S)¹  (S,S)²  (S,S)⁴   (S,S)⁵
 *     s        s       s       s        s
 *     0     Nobody   read     the    letter
 *
 * Transition 3 attaches Nobody: so the column of Nobody hangs from node 3 of the column of read.
 */
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/steps.h"

#include <string.h>

#include "oracle/derive.h"

/* 1. levels: how high nodes are, and which of them are on the way from a step to the root. */

/* The drawing in hand. */
typedef struct {
  const TbkSteps *steps;
  DerivedTree tree;
  int from;
  int *levels, *tops; /* of nodes, and of the symbols at the tops of columns */
  gboolean
      *is_marked;   /* of positions: the step that is marked is in the column, or in one that hangs from it */
  int marked;       /* the node of that step, -1 for none */
  GPtrArray *words; /* of the sentence, as they are shown */
  GString *label;
  int *middles; /* of columns, in cells or pixels */
} DerivationSheet;

static void
derivation_sheet_clear (DerivationSheet *sheet)
{
  derived_tree_clear (&sheet->tree);
  g_free (sheet->levels);
  g_free (sheet->tops);
  g_free (sheet->is_marked);
  g_free (sheet->middles);
  g_clear_pointer (&sheet->words, g_ptr_array_unref);
  g_string_free (sheet->label, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DerivationSheet, derivation_sheet_clear)

/* Gives each node of a column its level; the columns that depend on it have theirs. It is one more than the
 * greater of two levels: that of the node below, and that of the top of the column that hangs from it. */
static void
find_levels (DerivationSheet *sheet, int position)
{
  const DerivedColumn *column = &sheet->tree.columns[position];
  int level = 0;

  for (int v = column->first; v < column->first + column->n_nodes; v++) {
    const int child = sheet->tree.nodes[v].child;

    level = MAX (level, child < 0 ? 0 : sheet->tops[child]) + 1;
    sheet->levels[v] = level;
  }
  sheet->tops[position] = level + 1;
}

/* Marks the columns from the node of transition @step up to the root. So a reader sees which arcs depend on
 * that step, in a line of thick edges. */
static void
mark (DerivationSheet *sheet, int step)
{
  const DerivedTree *tree = &sheet->tree;

  sheet->marked = -1;
  for (int i = 0; i < tree->n && step >= 0; i++)
    for (int v = tree->columns[i].first; v < tree->columns[i].first + tree->columns[i].n_nodes; v++)
      if (tree->nodes[v].step == step) {
        sheet->marked = v;
        for (int up = i; up >= 0; up = tree->columns[up].parent)
          sheet->is_marked[up] = TRUE;
      }
}

/* Returns TRUE if the line from node @v upwards in its column is marked: that of the step, or of a node from
 * which a marked column hangs, or above one of these. */
static gboolean
is_marked_above (const DerivationSheet *sheet, int position, int v)
{
  gboolean is_found = FALSE;

  for (int below = v; sheet->is_marked[position] && below >= sheet->tree.columns[position].first; below--) {
    const int child = sheet->tree.nodes[below].child;

    is_found = is_found || below == sheet->marked || (child >= 0 && sheet->is_marked[child]);
  }
  return is_found;
}

/* Makes the label of a node: (B,C), as the grammar calls its symbols. */
static void
label_node (DerivationSheet *sheet, int v)
{
  const char *const *symbols = sheet->tree.translation->symbols;
  const DerivedNode *node = &sheet->tree.nodes[v];

  g_string_printf (sheet->label, "(%s,%s)", symbols[node->left], symbols[node->right]);
}

static const char *
top_label (const DerivationSheet *sheet, int position)
{
  return sheet->tree.translation->symbols[sheet->tree.columns[position].symbol];
}

static const char *
terminal_label (const DerivationSheet *sheet, int position)
{
  return sheet->tree.translation->terminals[sheet->tree.columns[position].terminal];
}

static const char *
word_at (const DerivationSheet *sheet, int position)
{
  return sheet->words->pdata[sheet->tree.columns[position].word];
}

/* Returns the number of a transition, as rows of steps have it: from 1. */
static int
number_of (int step)
{
  return step + 1;
}

static int
count_digits (int step)
{
  int n = 0;

  for (int number = number_of (step); number > 0; number /= 10)
    n++;
  return n;
}

/* Derives the rest of the way, and finds its levels. */
static gboolean
derive (DerivationSheet *sheet, int from, int step, GError **error)
{
  const TbkSteps *steps = sheet->steps;
  const TbkSystem *system = steps_system_of_words (steps);

  sheet->from = from;
  /* A way that the grammar does not derive is an error there. */
  if (!derive_tree (&sheet->tree, system, steps->of_words.policy, steps->of_words.transitions, (gsize) from,
                    (gsize) steps->length, steps->n_words - 1, error))
    return FALSE;
  sheet->levels = g_new (int, 2 * sheet->tree.n);
  sheet->tops = g_new (int, sheet->tree.n);
  sheet->is_marked = g_new0 (gboolean, sheet->tree.n);
  sheet->middles = g_new (int, sheet->tree.n);
  for (int o = 0; o < sheet->tree.n; o++)
    find_levels (sheet, sheet->tree.order[o]);
  mark (sheet, step);
  return TRUE;
}

/* Sets the middles of columns: each is as wide as its widest label. @cell: of a letter; @gap: between columns. Returns the width
 * of all. */
static int
place_columns (DerivationSheet *sheet, int cell, int gap)
{
  const DerivedTree *tree = &sheet->tree;
  int end = 0;

  for (int i = 0; i < tree->n; i++) {
    const DerivedColumn *column = &tree->columns[i];
    int width = MAX (steps_cells_of (word_at (sheet, i)), 1), after = 0;

    for (int v = column->first; v < column->first + column->n_nodes; v++) {
      label_node (sheet, v);
      width = MAX (width, (int) sheet->label->len);
      after = MAX (after, count_digits (tree->nodes[v].step));
    }
    sheet->middles[i] = end + width * cell / 2;
    end += (width + after) * cell + gap;
  }
  return end - gap;
}

/* 2. text: a line for each level, on the cells of a terminal. */

/* Puts @text on the line, from cell @at on. */
static void
put (gunichar *line, int at, const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    line[at++] = g_utf8_get_char (text);
}

/* Puts the line from node @v to the column that hangs from it. */
static void
put_branch (const DerivationSheet *sheet, int position, int child, int first, int end, gunichar *line)
{
  static const gunichar across[] = { 0x2500, 0x2550 }, to_right[] = { 0x2510, 0x2557 },
                        to_left[] = { 0x250c, 0x2554 };
  const gboolean is_marked = sheet->is_marked[child];
  const int corner = sheet->middles[child];

  if (child > position)
    for (int cell = end; cell < corner; cell++)
      line[cell] = across[is_marked];
  else
    for (int cell = corner + 1; cell < first; cell++)
      line[cell] = across[is_marked];
  line[corner] = child > position ? to_right[is_marked] : to_left[is_marked];
}

/* Puts a node: its label, the number of its transition raised, and its branch. */
static void
put_node (DerivationSheet *sheet, int position, int v, gunichar *line)
{
  static const gunichar raised[] = {
    0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079
  };
  const DerivedNode *node = &sheet->tree.nodes[v];
  int first, end;

  label_node (sheet, v);
  first = sheet->middles[position] - (int) sheet->label->len / 2;
  end = first + (int) sheet->label->len;
  put (line, first, sheet->label->str);
  if (node->step >= 0) {
    g_string_printf (sheet->label, "%d", number_of (node->step));
    for (gsize d = 0; d < sheet->label->len; d++)
      line[end++] = raised[sheet->label->str[d] - '0'];
  }
  if (node->child >= 0)
    put_branch (sheet, position, node->child, first, end, line);
}

/* Puts what a column has on @level: a node, its top or its terminal; or the line through it, or down to its
 * top. A line above the top of a column leads to the node from which it hangs; it is there only up to the
 * level of that node. */
static void
put_level (DerivationSheet *sheet, int position, int level, gunichar *line)
{
  static const gunichar down[] = { 0x2502, 0x2551 };
  const DerivedColumn *column = &sheet->tree.columns[position];
  const int middle = sheet->middles[position], top = sheet->tops[position];
  int below = -1; /* the node next below the level */

  for (int v = column->first; v < column->first + column->n_nodes; v++) {
    if (sheet->levels[v] == level) {
      put_node (sheet, position, v, line);
      return;
    }
    if (sheet->levels[v] < level)
      below = v;
  }
  if (level == top)
    put (line, middle - (int) strlen (top_label (sheet, position)) / 2, top_label (sheet, position));
  else if (level == 0)
    put (line, middle - (int) strlen (terminal_label (sheet, position)) / 2,
         terminal_label (sheet, position));
  else if (level < top)
    line[middle] = down[below >= 0 && is_marked_above (sheet, position, below)];
  else if (line[middle] == ' ' && column->parent >= 0) {
    const DerivedColumn *parent = &sheet->tree.columns[column->parent];

    for (int v = parent->first; v < parent->first + parent->n_nodes; v++)
      if (sheet->tree.nodes[v].child == position && level < sheet->levels[v])
        line[middle] = down[sheet->is_marked[position]];
  }
}

static void
end_line (const gunichar *line, int width, Pen *pen)
{
  g_autofree char *cells = NULL;

  while (width > 0 && line[width - 1] == ' ')
    width--;
  cells = g_ucs4_to_utf8 (line, width, NULL, NULL, NULL);
  pen_put (pen, PAINT_PLAIN, cells);
  pen_end_line (pen);
}

/* Puts the drawing, and the words below it. */
static void
put_text (DerivationSheet *sheet, Pen *pen)
{
  const int width = place_columns (sheet, 1, 2);
  g_autofree gunichar *line = g_new (gunichar, width + 1);

  for (int level = sheet->tops[0]; level >= 0; level--) {
    for (int cell = 0; cell <= width; cell++)
      line[cell] = ' ';
    for (int i = 0; i < sheet->tree.n; i++)
      put_level (sheet, i, level, line);
    end_line (line, width + 1, pen);
  }
  for (int i = 0, at = 0; i < sheet->tree.n; i++) {
    const int cells = steps_cells_of (word_at (sheet, i)), first = MAX (at, sheet->middles[i] - cells / 2);

    g_string_truncate (sheet->label, 0);
    steps_cells_append (sheet->label, word_at (sheet, i), cells);
    pen_skip (pen, first - at);
    pen_put (pen, PAINT_STRONG, sheet->label->str);
    at = first + cells;
  }
  pen_end_line (pen);
}

/* 3. svg: a figure of a page. */

/* In pixels: a letter, between columns, from level to level, around all, and what labels take above and below their line. */
enum { LETTER = 8, BETWEEN = 18, STEP = 30, SIDE = 12, ABOVE = 14, BELOW = 5, WORDS = 22 };

/* Levels count from below, and pixels from above. */
static int
height_of (const DerivationSheet *sheet, int level)
{
  return SIDE + ABOVE + (sheet->tops[0] - level) * STEP;
}

static void
append_label (TbkText *text, const char *class, int x, int y, const char *label)
{
  tbk_text_printf (text, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, SIDE + x, y);
  signs_append (text, signs_piece (label), SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, "</text>\n");
}

/* Appends a line: down in a column, or across from (@x,@y) and down. */
static void
append_edge (TbkText *text, gboolean is_marked, int x, int y, int to_x, int to_y)
{
  tbk_text_printf (text, is_marked ? "<g class=\"moved\"><path class=\"line\"" : "<path class=\"edge\"");
  tbk_text_printf (text, " d=\"M%d %d", SIDE + x, y);
  if (x != to_x)
    tbk_text_printf (text, "H%d", SIDE + to_x);
  tbk_text_printf (text, is_marked ? "V%d\"/></g>\n" : "V%d\"/>\n", to_y);
}

static void
append_node (DerivationSheet *sheet, int position, int v, TbkText *text)
{
  const DerivedNode *node = &sheet->tree.nodes[v];
  const int x = sheet->middles[position], y = height_of (sheet, sheet->levels[v]);
  int half;

  label_node (sheet, v);
  half = (int) sheet->label->len * LETTER / 2;
  append_label (text, "label", x, y, sheet->label->str);
  if (node->step >= 0) {
    g_string_printf (sheet->label, "%d", number_of (node->step));
    append_label (text, "tag", x + half + (int) sheet->label->len * LETTER / 2, y - 5, sheet->label->str);
  }
  if (node->child >= 0) {
    const int side = node->child > position ? half + count_digits (node->step) * LETTER + 2 : -half;

    append_edge (text, sheet->is_marked[node->child], x + side, y - BELOW, sheet->middles[node->child],
                 height_of (sheet, sheet->tops[node->child]) - ABOVE);
  }
}

static void
append_column (DerivationSheet *sheet, int position, TbkText *text)
{
  const DerivedColumn *column = &sheet->tree.columns[position];
  const int x = sheet->middles[position];
  int level = 0;

  append_label (text, "form", x, height_of (sheet, 0) + WORDS, word_at (sheet, position));
  append_label (text, "label", x, height_of (sheet, 0), terminal_label (sheet, position));
  for (int v = column->first; v <= column->first + column->n_nodes; v++) {
    const gboolean is_top = v == column->first + column->n_nodes;
    const int next = is_top ? sheet->tops[position] : sheet->levels[v];

    append_edge (text, level > 0 && is_marked_above (sheet, position, v - 1), x,
                 height_of (sheet, level) - ABOVE, x, height_of (sheet, next) + BELOW);
    if (!is_top)
      append_node (sheet, position, v, text);
    level = next;
  }
  append_label (text, "label", x, height_of (sheet, level), top_label (sheet, position));
}

static void
append_svg (DerivationSheet *sheet, TbkText *text)
{
  const int width = place_columns (sheet, LETTER, BETWEEN) + 2 * SIDE,
            height = height_of (sheet, 0) + WORDS + SIDE;

  tbk_text_printf (
      text,
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Derivation\">\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" role=\"img\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\">\n<title>Derivation</title>\n",
      width, height, width, height);
  for (int i = 0; i < sheet->tree.n; i++)
    append_column (sheet, i, text);
  tbk_text_printf (text, "</svg>\n</div>\n");
}

/* 4. latex: a picture of TikZ. */

/* Appends a symbol of the grammar as mathematics has it: what follows its first letter is below the line. */
static void
append_symbol (TbkText *text, const char *symbol)
{
  tbk_text_printf (text, symbol[0] == 'l' ? "\\ell" : "%c", symbol[0]);
  if (symbol[1] != '\0')
    tbk_text_printf (text, "_{%s}", symbol + 1);
}

static void
append_tikz_column (DerivationSheet *sheet, int position, TbkText *text)
{
  const char *const *symbols = sheet->tree.translation->symbols;
  const DerivedColumn *column = &sheet->tree.columns[position];
  const double x = (double) sheet->middles[position] / LETTER / 4;

  tbk_text_printf (text, "  \\node (t%d) at (%.2f,0) {$", position, x);
  append_symbol (text, terminal_label (sheet, position));
  tbk_text_printf (text, "$};\n  \\node[anchor=base] at (%.2f,-.8) {", x);
  signs_append (text, sheet->steps->words[column->word], SIGNS_LATEX, TRUE);
  tbk_text_printf (text, "};\n");
  for (int v = column->first; v < column->first + column->n_nodes; v++) {
    const DerivedNode *node = &sheet->tree.nodes[v];

    tbk_text_printf (text, "  \\node (n%d) at (%.2f,%d) {$(", v, x, sheet->levels[v]);
    append_symbol (text, symbols[node->left]);
    tbk_text_printf (text, ",");
    append_symbol (text, symbols[node->right]);
    tbk_text_printf (text, node->step >= 0 ? ")^{%d}$};\n" : ")$};\n", number_of (node->step));
  }
  tbk_text_printf (text, "  \\node (s%d) at (%.2f,%d) {$", position, x, sheet->tops[position]);
  append_symbol (text, top_label (sheet, position));
  tbk_text_printf (text, "$};\n");
}

static void
append_tikz_edges (const DerivationSheet *sheet, int position, TbkText *text)
{
  static const char *const thick[] = { "", "[ultra thick]" };
  const DerivedColumn *column = &sheet->tree.columns[position];
  const int last = column->first + column->n_nodes - 1;

  tbk_text_printf (text, "  \\draw (t%d) -- (n%d);\n", position, column->first);
  for (int v = column->first; v <= last; v++) {
    const int child = sheet->tree.nodes[v].child;
    const char *const style = thick[is_marked_above (sheet, position, v)];

    if (v < last)
      tbk_text_printf (text, "  \\draw%s (n%d) -- (n%d);\n", style, v, v + 1);
    else
      tbk_text_printf (text, "  \\draw%s (n%d) -- (s%d);\n", style, v, position);
    if (child >= 0)
      tbk_text_printf (text, "  \\draw%s (n%d) -| (s%d);\n", thick[sheet->is_marked[child]], v, child);
  }
}

static void
append_tikz (DerivationSheet *sheet, TbkText *text)
{
  place_columns (sheet, LETTER, BETWEEN);
  tbk_text_printf (text, "\\begin{tikzpicture}[y=.7cm, every node/.style={inner sep=2pt}]\n");
  for (int i = 0; i < sheet->tree.n; i++)
    append_tikz_column (sheet, i, text);
  for (int i = 0; i < sheet->tree.n; i++)
    append_tikz_edges (sheet, i, text);
  tbk_text_printf (text, "\\end{tikzpicture}\n\n");
}

/* 5. steps_derivation: what stands around the drawing. */

/* Makes the transitions of the derivation, each behind its number: "4 LA, 5 SH". */
static void
list_transitions (DerivationSheet *sheet)
{
  const TbkSteps *steps = sheet->steps;

  g_string_truncate (sheet->label, 0);
  for (int i = sheet->from; i < steps->length; i++)
    g_string_append_printf (sheet->label, "%s%d %s", sheet->label->len > 0 ? ", " : "", number_of (i),
                            steps_cells_move (steps, &steps->nodes[i])->key);
}

/* Makes the line that says what is derived; and what the marked step leads to. */
static void
describe (DerivationSheet *sheet, int step)
{
  const TbkSteps *steps = sheet->steps;
  StepsCells row = { .steps = steps, .words = sheet->words, .cell = g_string_new (NULL) };
  const StepsNode *node = &steps->nodes[step >= 0 ? step + 1 : sheet->from];
  enum { MOST = 200 };

  g_string_printf (sheet->label, "%s, policy %s: ", steps->system, steps->policy);
  if (step >= 0)
    g_string_append_printf (sheet->label, "thick, from transition %d to the root; then ", number_of (step));
  steps_cells_stack (&row, node, MOST);
  g_string_append_printf (sheet->label, "stack %s │ input ", row.cell->str);
  steps_cells_input (&row, node, MOST);
  g_string_append (sheet->label, row.cell->len > 0 ? row.cell->str : "empty");
  g_string_free (row.cell, TRUE);
}

static void
draw_text (DerivationSheet *sheet, TbkPiece title, int step, gboolean is_coloured, TbkText *text)
{
  Pen pen = { .text = text, .is_coloured = is_coloured };

  pen_put_line (&pen, PAINT_STRONG, title);
  describe (sheet, step);
  pen_put (&pen, PAINT_PLAIN, sheet->label->str); /* words in it are shown already */
  pen_end_line (&pen);
  list_transitions (sheet);
  pen_put (&pen, PAINT_FAINT, sheet->label->str);
  pen_end_line (&pen);
  pen_end_line (&pen);
  put_text (sheet, &pen);
  pen_end_line (&pen);
}

static void
append_paragraph (TbkText *text, const char *paragraph)
{
  tbk_text_printf (text, "<p dir=\"auto\">");
  signs_append (text, signs_piece (paragraph), SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, "</p>\n");
}

static void
draw_page (DerivationSheet *sheet, TbkPiece title, int step, TbkText *text)
{
  figure_begin (text, title, "");
  describe (sheet, step);
  append_paragraph (text, sheet->label->str);
  append_svg (sheet, text);
  list_transitions (sheet);
  append_paragraph (text, sheet->label->str);
  tbk_text_printf (text, "</figure>\n");
}

gboolean
steps_can_derive (const TbkSteps *steps, GError **error)
{
  const TbkSystem *system = steps_system_of_words (steps);

  if (system != NULL && steps->policy != NULL && derive_translation (system, steps->of_words.policy) != NULL)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "the system %s has no grammar; arc-standard, arc-hybrid and the arc-eager systems with an oracle have one",
      steps->system);
  return FALSE;
}

gboolean
steps_derivation_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, TbkText *text,
                       GError **error)
{
  g_auto (DerivationSheet) sheet = { .steps = steps, .label = g_string_new (NULL) };
  const int step = options->derivation_step - 1;

  if (!steps_can_derive (steps, error))
    return FALSE;
  sheet.words = steps_show_words (steps, error);
  if (sheet.words == NULL || !derive (&sheet, options->derivation - 1, step, error))
    return FALSE;
  if (step >= 0 && sheet.marked < 0)
    return fail_data (error, "transition %d has no node in the derivation of transitions %d to %d",
                      number_of (step), options->derivation, steps->length);
  if (options->format == TBK_DRAW_TEXT)
    draw_text (&sheet, title, step, options->is_coloured, text);
  else if (options->format == TBK_DRAW_TIKZ)
    append_tikz (&sheet, text);
  else
    draw_page (&sheet, title, step, text);
  return TRUE;
}
