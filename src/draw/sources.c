/* sources.c - trees as other programs draw them: LaTeX and Graphviz.
 *
 * Contents
 *   1. sentence_dot: a dependency tree as a graph for Graphviz: a line a word, a line an arc
 *   2. sentence_tikz: a dependency tree for LaTeX, in the words of the package tikz-dependency
 *   3. brackets_source: a phrase-structure tree for other programs to draw: LaTeX's package forest, and
 *      Graphviz
 */
#include "draw/draw.h"

/* 1. sentence_dot: a dependency tree as a graph for Graphviz: a line a word, a line an arc. */

static void
append_word (TbkText *text, int word, const TbkDrawnRow *row)
{
  tbk_text_printf (text, "  w%d [label=\"", word);
  signs_append (text, row->form, SIGNS_DOT, TRUE);
  if (row->tag.size > 0) {
    tbk_text_printf (text, "\\n");
    signs_append (text, row->tag, SIGNS_DOT, TRUE);
  }
  tbk_text_printf (text, "\"];\n");
}

/* Arcs of a second annotation have no part in where words are put. */
static void
append_arc (const Picture *picture, TbkText *text, int word, const TbkDrawnRow *row)
{
  const PictureArc arc = picture_arc (picture, word, row);

  if (!arc.is_drawn || picture->heads[word] < 0)
    return;
  tbk_text_printf (text, "  w%d -> w%d [label=\"", picture->heads[word], word);
  signs_append (text, arc.relation, SIGNS_DOT, TRUE);
  tbk_text_printf (text, "\"%s%s%s];\n", arc.is_nonprojective ? ", style=dashed" : "",
                   arc.is_moved || arc.differs ? ", penwidth=2" : "",
                   picture->role == PICTURE_OTHER ? ", color=blue, fontcolor=blue, constraint=false" : "");
}

void
sentence_dot_draw (const TbkDrawer *drawer, TbkText *text)
{
  const PictureRole role = drawer->sides[0].picture.role;
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  int word = 0;

  tbk_text_printf (text, "digraph \"");
  signs_append (text, sentence->title, SIGNS_DOT, FALSE);
  tbk_text_printf (text, "%s\" {\n  ordering=out;\n  node [shape=plaintext];\n  w0 [label=\"0\"];\n",
                   role == PICTURE_AFTER    ? ", after"
                   : role == PICTURE_BEFORE ? ", before"
                                            : "");
  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      append_word (text, ++word, &sentence->rows[r]);
  for (int side = 0; side < drawer->n_sides; side++) {
    word = 0;
    for (int r = 0; r < sentence->n_rows; r++)
      if (sentence->rows[r].kind == TBK_DRAWN_WORD) {
        word++;
        append_arc (&drawer->sides[side].picture, text, word, &sentence->rows[r]);
      }
  }
  tbk_text_printf (text, "}\n");
}

/* 2. sentence_tikz: a dependency tree for LaTeX, in the words of the package tikz-dependency. */

/* Columns of deptext are the words and empty nodes. From right to left they come in reverse, and so do their
 * numbers. */
typedef struct {
  const TbkDrawer *drawer;
  const Picture *picture;
  TbkText *text;
  int n_columns;
} TikzTable;

static gboolean
is_column (const TbkDrawnRow *row)
{
  return row->kind != TBK_DRAWN_RANGE;
}

/* The number of a column that is the @place-th of the sentence. */
static int
column_number (const TikzTable *table, int place)
{
  return table->picture->is_right_to_left ? table->n_columns + 1 - place : place;
}

/* Numbers the columns of words. */
static gboolean
place_words (TbkDrawer *drawer, TikzTable *table, GError **error)
{
  const TbkDrawnSentence *sentence = table->picture->sentence;
  int word = 0;

  if (!drawer_reserve (drawer, sentence->n_rows, error))
    return FALSE;
  for (int r = 0; r < sentence->n_rows; r++) {
    table->n_columns += is_column (&sentence->rows[r]);
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      drawer->rows_of_words[++word] = table->n_columns;
  }
  return TRUE;
}

/* Appends a row of the table: the forms, or the tags. */
static void
append_cells (const TikzTable *table, gboolean has_tags)
{
  const TbkDrawnSentence *sentence = table->picture->sentence;
  const gboolean is_reverse = table->picture->is_right_to_left;
  int n = 0;

  tbk_text_printf (table->text, "    ");
  for (int i = 0; i < sentence->n_rows; i++) {
    const TbkDrawnRow *row = &sentence->rows[is_reverse ? sentence->n_rows - 1 - i : i];

    if (!is_column (row))
      continue;
    tbk_text_printf (table->text, "%s", n++ > 0 ? " \\& " : "");
    signs_append (table->text, has_tags ? row->tag : row->form, SIGNS_LATEX, TRUE);
  }
  tbk_text_printf (table->text, " \\\\\n");
}

static gboolean
has_tag (const TbkDrawnSentence *sentence)
{
  for (int r = 0; r < sentence->n_rows; r++)
    if (is_column (&sentence->rows[r]) && sentence->rows[r].tag.size > 0)
      return TRUE;
  return FALSE;
}

/* The heights of arcs are our levels, a step each: those that LaTeX would choose, by the number of words alone,
 * let arcs run through one another. */
enum { TIKZ_STEP = 3 }; /* in ex */

/* Appends the options of an arc at @level, in brackets. */
static void
append_style (TbkText *text, const PictureArc *arc, int level, gboolean is_below)
{
  const gboolean is_thick = arc->is_moved || arc->differs;
  const char *style = arc->is_nonprojective && is_thick ? ", edge style={dashed, very thick}"
                      : arc->is_nonprojective           ? ", edge style={dashed}"
                      : is_thick                        ? ", edge style={very thick}"
                                                        : "";

  tbk_text_printf (text, "[%sedge height=%dex%s]", is_below ? "edge below, " : "", level * TIKZ_STEP, style);
}

static void
sentence_tikz_append_arc (const TikzTable *table, const DrawnSide *side, int word, const TbkDrawnRow *row)
{
  const Picture *picture = &side->picture;
  const Levels *levels = &side->levels;
  const PictureArc arc = picture_arc (picture, word, row);
  const int *columns = table->drawer->rows_of_words, head = picture->heads[word];
  const int column = column_number (table, columns[word]);

  if (!arc.is_drawn || picture->heads[word] < 0)
    return;
  tbk_text_printf (table->text, head == 0 ? "  \\deproot" : "  \\depedge");
  append_style (table->text, &arc, head == 0 ? levels->n_levels + 1 : levels->words[word].level,
                picture->role == PICTURE_OTHER);
  if (head > 0)
    tbk_text_printf (table->text, "{%d}", column_number (table, columns[head]));
  tbk_text_printf (table->text, "{%d}{", column);
  signs_append (table->text, arc.relation, SIGNS_LATEX, TRUE);
  tbk_text_printf (table->text, "}\n");
}

gboolean
sentence_tikz_draw (TbkDrawer *drawer, TbkText *text, GError **error)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  TikzTable table = { .drawer = drawer, .picture = &drawer->sides[0].picture, .text = text };

  if (!place_words (drawer, &table, error))
    return FALSE;
  for (int side = 0; side < drawer->n_sides; side++)
    if (!levels_assign (&drawer->sides[side].levels, drawer->sides[side].heads, sentence->n, error))
      return FALSE;
  tbk_text_printf (text, "\\begin{dependency}\n  \\begin{deptext}[column sep=1em]\n");
  append_cells (&table, FALSE);
  if (has_tag (sentence))
    append_cells (&table, TRUE);
  tbk_text_printf (text, "  \\end{deptext}\n");
  for (int side = 0; side < drawer->n_sides; side++) {
    int word = 0;

    for (int r = 0; r < sentence->n_rows; r++)
      if (sentence->rows[r].kind == TBK_DRAWN_WORD)
        sentence_tikz_append_arc (&table, &drawer->sides[side], ++word, &sentence->rows[r]);
  }
  tbk_text_printf (text, "\\end{dependency}\n");
  return TRUE;
}

/* 3. brackets_source: a phrase-structure tree for other programs to draw: LaTeX's package forest, and
 * Graphviz. */

enum { MOST_INDENT = 40 };

/* Finds how far each node is below the root, in `heights`. */
static gboolean
find_depths (TbkDrawer *drawer, const TbkBracketTree *tree, GError **error)
{
  if (!drawer_reserve (drawer, tree->n_nodes, error))
    return FALSE;
  drawer->heights[0] = 0;
  for (int v = 1; v < tree->n_nodes; v++)
    drawer->heights[v] = drawer->heights[tree->nodes[v].parent] + 1;
  return TRUE;
}

gboolean
brackets_tikz_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, GError **error)
{
  const int *depths = drawer->heights;

  if (!find_depths (drawer, tree, error))
    return FALSE;
  depths = drawer->heights;
  tbk_text_printf (text, "\\begin{forest}\n");
  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    /* Counts a node and those above it that end here. Nodes are in pre-order. */
    const int n_closed = depths[v] + 1 - (v + 1 < tree->n_nodes ? depths[v + 1] : 0);

    tbk_text_printf (text, "%*s[{", 2 + 2 * MIN (depths[v], MOST_INDENT), "");
    signs_append (text, drawer_label (node), SIGNS_LATEX, TRUE);
    tbk_text_printf (text, "}");
    if (node->form != NULL) {
      tbk_text_printf (text, " [{");
      signs_append (text, drawer_form (node), SIGNS_LATEX, TRUE);
      tbk_text_printf (text, "}, tier=word]");
    }
    for (int i = 0; i < n_closed; i++)
      tbk_text_add (text, "]", 1);
    tbk_text_add (text, "\n", 1);
  }
  tbk_text_printf (text, "\\end{forest}\n");
  return TRUE;
}

void
brackets_dot_draw (TbkPiece title, const TbkBracketTree *tree, TbkText *text)
{
  tbk_text_printf (text, "graph \"");
  signs_append (text, title, SIGNS_DOT, FALSE);
  tbk_text_printf (text, "\" {\n  ordering=out;\n  node [shape=plaintext];\n");
  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];

    tbk_text_printf (text, "  n%d [label=\"", v);
    signs_append (text, drawer_label (node), SIGNS_DOT, TRUE);
    if (node->form != NULL) {
      tbk_text_printf (text, "\\n");
      signs_append (text, drawer_form (node), SIGNS_DOT, TRUE);
    }
    tbk_text_printf (text, "\"];\n");
    if (v > 0)
      tbk_text_printf (text, "  n%d -- n%d;\n", node->parent, v);
  }
  tbk_text_printf (text, "}\n");
}
