/* brackets_svg.c - a phrase-structure tree in SVG: words at the bottom, labels above the middle of what they
 * span.
 *
 * A label has room above the words it spans, so that no two labels of the same height meet. Its height is one
 * more than that of its highest child.
 */
#include "draw/drawer.h"

/* In pixels. */
enum {
  FORM_CELL = 9,
  LABEL_CELL = 9,
  GAP = 16,
  SIDE = 14,
  STEP = 38,
  ABOVE = 14,
  BELOW = 5,
  WORD = 19,
  FOOT = 12,
  BAR = 28 /* from bar to bar of another tree */
};

static gboolean
reserve (TbkDrawer *drawer, const TbkBracketTree *tree, GError **error)
{
  int *const *arrays[] = { &drawer->heights, &drawer->next_ending, &drawer->first_ending,
                           &drawer->word_starts, &drawer->word_ends };

  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    if (!reserve_words ((gpointer) arrays[i], &drawer->n_phrase_allocated[i + 1], tree->n_nodes, sizeof (int),
                        error))
      return FALSE;
  return reserve_words (&drawer->places, &drawer->n_allocated[0], tree->n_nodes, sizeof (*drawer->places),
                        error);
}

/* Finds the heights of nodes, the widths of words and labels, and the phrases that end with each word. */
static void
measure_nodes (TbkDrawer *drawer, const TbkBracketTree *tree)
{
  for (int w = 0; w < tree->n; w++) {
    drawer->first_ending[w] = -1;
    drawer->word_starts[w] = 0; /* the least width, as yet */
  }
  for (int v = 0; v < tree->n_nodes; v++)
    drawer->heights[v] = 0;
  for (int v = tree->n_nodes - 1; v >= 0; v--) {
    const TbkBracketNode *node = &tree->nodes[v];
    const int last = node->right - 1;
    int width = signs_cells (drawer_label (node), TRUE) * LABEL_CELL;

    if (node->form != NULL)
      width = MAX (width, signs_cells (drawer_form (node), TRUE) * FORM_CELL);
    drawer->places[v].width = width;
    if (last == node->left)
      drawer->word_starts[last] = MAX (drawer->word_starts[last], width);
    drawer->next_ending[v] = drawer->first_ending[last];
    drawer->first_ending[last] = v;
    if (v > 0)
      drawer->heights[node->parent] = MAX (drawer->heights[node->parent], drawer->heights[v] + 1);
  }
}

/* Gives each word its room, and each node its place above its words. Returns the width of all. */
static int
place_nodes (TbkDrawer *drawer, const TbkBracketTree *tree)
{
  int end = SIDE - GAP;

  for (int w = 0; w < tree->n; w++) {
    const int width = drawer->word_starts[w];

    drawer->word_starts[w] = end + GAP;
    end += GAP + width;
    for (int v = drawer->first_ending[w]; v >= 0; v = drawer->next_ending[v])
      end = MAX (end, drawer->word_starts[tree->nodes[v].left] + drawer->places[v].width);
    drawer->word_ends[w] = end;
  }
  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    drawer->places[v].x = (drawer->word_starts[node->left] + drawer->word_ends[node->right - 1]) / 2;
  }
  return end + SIDE;
}

static gboolean
reads_right_to_left (const TbkBracketTree *tree)
{
  int n = 0;

  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    n += node->form != NULL && signs_are_right_to_left (drawer_form (node));
  }
  return 2 * n > tree->n;
}

/* The drawing in hand. */
typedef struct {
  TbkDrawer *drawer;
  const TbkBracketTree *tree;
  TbkText *text;
  int width, height;
  gboolean is_mirrored;
} BracketSheet;

/* Where @x is written. */
static int
mirror (const BracketSheet *sheet, int x)
{
  return sheet->is_mirrored ? sheet->width - x : x;
}

/* Tells the script of a page what became of node @v of one of two trees. */
static void
append_change (const BracketSheet *sheet, int number, int v)
{
  const TbkDrawer *drawer = sheet->drawer;
  const TbkBracketNode *nodes[2] = { sheet->tree->nodes, drawer->other->nodes };
  const int partner = drawer->partners[number][v];
  const gboolean is_alone = partner == NODE_ALONE;
  TbkText *text = sheet->text;

  if (drawer->options.format != TBK_DRAW_HTML)
    return;
  tbk_text_printf (text, " data-change=\"%s", is_alone && number == 0 ? "no " : "");
  signs_append_isolated (
      text, drawer_label (is_alone ? &nodes[number][v] : &nodes[0][number == 0 ? v : partner]), TRUE);
  tbk_text_printf (text, !is_alone ? " became " : number == 0 ? " in " : " only in ");
  signs_append_isolated (
      text, is_alone ? drawer->other_name : drawer_label (&nodes[1][number == 1 ? v : partner]), TRUE);
  tbk_text_printf (text, "\"");
}

static void
append_text (const BracketSheet *sheet, const char *class, int x, int y, TbkPiece piece)
{
  tbk_text_printf (sheet->text, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, mirror (sheet, x), y);
  signs_append (sheet->text, piece, SIGNS_MARKUP, TRUE);
  tbk_text_printf (sheet->text, "</text>\n");
}

static void
append_label (const BracketSheet *sheet, int v, int x, int y)
{
  const TbkDrawer *drawer = sheet->drawer;
  const TbkBracketNode *node = &sheet->tree->nodes[v];
  const char *class = node->form != NULL ? "tag" : "label";

  if (drawer->other == NULL || drawer->partners[0][v] == NODE_EQUAL) {
    append_text (sheet, class, x, y, drawer_label (node));
    return;
  }
  tbk_text_printf (sheet->text, "<g class=\"node differs\"");
  append_change (sheet, 0, v);
  tbk_text_printf (sheet->text, ">");
  append_text (sheet, class, x, y, drawer_label (node));
  tbk_text_printf (sheet->text, "</g>\n");
}

static void
append_nodes (const BracketSheet *sheet)
{
  const TbkDrawer *drawer = sheet->drawer;
  const TbkBracketTree *tree = sheet->tree;
  const int top = ABOVE + GAP;

  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    const int x = drawer->places[v].x, y = top + (drawer->heights[0] - drawer->heights[v]) * STEP;

    if (v > 0)
      tbk_text_printf (sheet->text, "<path class=\"edge\" d=\"M%d %dv8H%dV%d\"/>\n",
                       mirror (sheet, drawer->places[node->parent].x),
                       top + (drawer->heights[0] - drawer->heights[node->parent]) * STEP + BELOW,
                       mirror (sheet, x), y - ABOVE);
    append_label (sheet, v, x, y);
    if (node->form != NULL)
      append_text (sheet, "form", x, y + WORD, drawer_form (node));
  }
}

/* Finds how far below the words the nodes of the other tree are that differ: below those in them. Returns the
 * greatest. */
static int
find_bars (TbkDrawer *drawer)
{
  const TbkBracketTree *other = drawer->other;
  int *bars = drawer->bars;

  for (int v = 0; v < other->n_nodes; v++)
    bars[v] = 0;
  for (int v = other->n_nodes - 1; v >= 0; v--) {
    bars[v] += drawer->partners[1][v] != NODE_EQUAL;
    if (v > 0)
      bars[other->nodes[v].parent] = MAX (bars[other->nodes[v].parent], bars[v]);
  }
  return bars[0];
}

/* Draws what the other tree has instead: a bar below the words that a node spans, with its label. */
static gboolean
append_bars (BracketSheet *sheet, GError **error)
{
  TbkDrawer *drawer = sheet->drawer;
  const TbkBracketTree *other = drawer->other;
  int deepest;

  if (!reserve_words (&drawer->bars, &drawer->n_bars_allocated, other->n_nodes, sizeof (int), error))
    return FALSE;
  deepest = find_bars (drawer);
  for (int v = 0; v < other->n_nodes; v++) {
    const TbkBracketNode *node = &other->nodes[v];
    const int left = drawer->word_starts[node->left], right = drawer->word_ends[node->right - 1];
    const int y = sheet->height + (drawer->bars[v] - 1) * BAR;

    if (drawer->partners[1][v] == NODE_EQUAL)
      continue;
    tbk_text_printf (sheet->text, "<g class=\"node other%s\"",
                     drawer->partners[1][v] == NODE_ALONE ? " alone" : "");
    append_change (sheet, 1, v);
    tbk_text_printf (sheet->text, "><path class=\"edge\" d=\"M%d %dv5H%dv-5\"/>\n", mirror (sheet, left), y,
                     mirror (sheet, right));
    append_text (sheet, node->form != NULL ? "tag" : "label", (left + right) / 2, y + 19,
                 drawer_label (node));
    tbk_text_printf (sheet->text, "</g>\n");
  }
  sheet->height += deepest * BAR;
  return TRUE;
}

gboolean
brackets_svg_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, int *width, int *height,
                   GError **error)
{
  BracketSheet sheet = { .drawer = drawer, .tree = tree, .text = text };

  if (!reserve (drawer, tree, error))
    return FALSE;
  measure_nodes (drawer, tree);
  sheet.width = place_nodes (drawer, tree);
  sheet.is_mirrored = drawer->is_mirrored = reads_right_to_left (tree);
  append_nodes (&sheet);
  sheet.height = ABOVE + GAP + drawer->heights[0] * STEP + WORD + FOOT;
  if (drawer->other != NULL && !append_bars (&sheet, error))
    return FALSE;
  *width = sheet.width;
  *height = sheet.height;
  return TRUE;
}
