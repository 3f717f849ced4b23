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
  FOOT = 12
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

static void
append_text (TbkText *text, const char *class, int x, int y, const char *bytes, int length)
{
  tbk_text_printf (text, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
  signs_append (text, (TbkPiece){ bytes, (gsize) length }, SIGNS_MARKUP, TRUE);
  tbk_text_printf (text, "</text>\n");
}

gboolean
brackets_svg_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, int *width, int *height,
                   GError **error)
{
  gboolean is_mirrored;

  if (!reserve (drawer, tree, error))
    return FALSE;
  measure_nodes (drawer, tree);
  *width = place_nodes (drawer, tree);
  is_mirrored = reads_right_to_left (tree);
  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    const int top = ABOVE + GAP, x = is_mirrored ? *width - drawer->places[v].x : drawer->places[v].x;
    const int y = top + (drawer->heights[0] - drawer->heights[v]) * STEP;

    if (v > 0) {
      const int parent_x = drawer->places[node->parent].x;
      tbk_text_printf (
          text, "<path class=\"edge\" d=\"M%d %dv8H%dV%d\"/>\n", is_mirrored ? *width - parent_x : parent_x,
          top + (drawer->heights[0] - drawer->heights[node->parent]) * STEP + BELOW, x, y - ABOVE);
    }
    append_text (text, node->form != NULL ? "tag" : "label", x, y, node->label, node->label_length);
    if (node->form != NULL)
      append_text (text, "form", x, y + WORD, node->form, node->form_length);
  }
  *height = ABOVE + GAP + drawer->heights[0] * STEP + WORD + FOOT;
  return TRUE;
}
