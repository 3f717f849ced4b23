/* brackets_source.c - a phrase-structure tree for other programs to draw: LaTeX's package forest, and
 * Graphviz. */
#include "draw/drawer.h"

enum { MOST_INDENT = 40 };

/* Finds how far each node is below the root, in `heights`. */
static gboolean
find_depths (TbkDrawer *drawer, const TbkBracketTree *tree, GError **error)
{
  if (!reserve_words (&drawer->heights, &drawer->n_phrase_allocated[1], tree->n_nodes, sizeof (int), error))
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
    /* Of a node and those above it that end here. Nodes are in pre-order. */
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
