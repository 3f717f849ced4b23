/* brackets_text.c - a phrase-structure tree in text: a word a line, at the end of the labels above it.
 *
 *   S─┬─NP─┬─DET A
 *     │    └─N letter
 *     └─VP───V arrived
 *
 * A label whose first child is a word or phrase stands before it on the line; the line to the others goes
 * down from there. Where labels reach too far to the right, what is below is written in brackets, on the
 * line.
 */
#include "draw/drawer.h"

enum { MOST_CELLS = 120, LEAST_CELLS = 20 };

/* Puts the tag and form of a word, or the label of a phrase; returns the cells of it. A label that another
 * tree has not @is_marked. */
static int
put_node (Pen *pen, const TbkBracketNode *node, gboolean is_marked)
{
  const Paint paint = is_marked ? PAINT_MARKED : node->form != NULL ? PAINT_TAG : PAINT_RELATION;
  int cells = pen_put_piece (pen, paint, drawer_label (node));

  if (is_marked)
    pen_put (pen, PAINT_MARKED, "*");
  cells += is_marked;
  if (node->form == NULL)
    return cells;
  if (cells > 0)
    pen_skip (pen, 1);
  return cells + 1 + pen_put_piece (pen, PAINT_PLAIN, drawer_form (node));
}

/* Whether node @v differs from those of another tree. */
static gboolean
differs (const TbkDrawer *drawer, int v)
{
  return drawer->other != NULL && drawer->partners[0][v] != NODE_EQUAL;
}

/* Puts what is at and below node @v in brackets; returns the number of the node after it. */
static int
put_brackets (const TbkDrawer *drawer, Pen *pen, const TbkBracketTree *tree, int v)
{
  const TbkBracketNode *nodes = tree->nodes;
  const int end_parent = nodes[v].parent;
  int open = end_parent;

  do {
    for (; open != nodes[v].parent; open = nodes[open].parent)
      pen_put (pen, PAINT_PLAIN, ")");
    if (open != end_parent)
      pen_skip (pen, 1);
    pen_put (pen, PAINT_PLAIN, "(");
    put_node (pen, &nodes[v], differs (drawer, v));
    if (nodes[v].form != NULL)
      pen_put (pen, PAINT_PLAIN, ")");
    else
      open = v;
    v++;
  } while (v < tree->n_nodes && nodes[v].parent > end_parent);
  for (; open != end_parent; open = nodes[open].parent)
    pen_put (pen, PAINT_PLAIN, ")");
  return v;
}

/* Goes to the next line, with the lines to phrases' children that are still to come; the next child is that
 * of the last. Returns the cell where it begins. */
static int
begin_line (TbkDrawer *drawer, Pen *pen)
{
  GArray *lines = drawer->lines;
  int cell = 0;

  pen_end_line (pen);
  for (guint i = 0; i < lines->len; i++) {
    PhraseLine *line = &g_array_index (lines, PhraseLine, i);
    const gboolean is_parent = i + 1 == lines->len;

    pen_skip (pen, line->cell - cell);
    pen_put (pen, PAINT_PLAIN, !is_parent ? "│" : line->n_left > 1 ? "├─" : "└─");
    cell = line->cell + (is_parent ? 2 : 1);
    if (is_parent && --line->n_left == 0)
      g_array_set_size (lines, i);
  }
  return cell;
}

/* Counts the children of all nodes. */
static gboolean
count_children (TbkDrawer *drawer, const TbkBracketTree *tree, GError **error)
{
  if (!reserve_words (&drawer->n_children, &drawer->n_phrase_allocated[0], tree->n_nodes,
                      sizeof (*drawer->n_children), error))
    return FALSE;
  for (int v = 0; v < tree->n_nodes; v++) {
    drawer->n_children[v] = 0;
    if (v > 0)
      drawer->n_children[tree->nodes[v].parent]++;
  }
  return TRUE;
}

/* Puts the nodes of the other tree that differ: label, words by number, and their forms. */
static void
put_other (const TbkDrawer *drawer, Pen *pen)
{
  const TbkBracketTree *other = drawer->other;
  int width = 0;

  for (int v = 0; v < other->n_nodes; v++)
    if (drawer->partners[1][v] != NODE_EQUAL)
      width = MAX (width, signs_cells (drawer_label (&other->nodes[v]), TRUE));
  for (int v = 0; v < other->n_nodes; v++) {
    const TbkBracketNode *node = &other->nodes[v];
    char words[32];

    if (drawer->partners[1][v] == NODE_EQUAL)
      continue;
    pen_skip (pen, 2);
    pen_put_field (pen, PAINT_MARKED, drawer_label (node), width + 2);
    g_snprintf (words, sizeof (words), node->right - node->left > 1 ? "%d-%d" : "%d", node->left + 1,
                node->right);
    pen_put (pen, PAINT_FAINT, words);
    pen_skip (pen, 1);
    for (int u = v; u < other->n_nodes && other->nodes[u].left < node->right; u++)
      if (other->nodes[u].form != NULL) {
        pen_skip (pen, 1);
        pen_put_piece (pen, PAINT_PLAIN, drawer_form (&other->nodes[u]));
      }
    pen_end_line (pen);
  }
}

gboolean
brackets_text_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, GError **error)
{
  const int width = drawer->options.width;
  const int most = width == 0 ? MOST_CELLS : MAX (width * 2 / 3, LEAST_CELLS);
  Pen pen = { .text = text, .is_coloured = drawer->options.is_coloured };
  int cell = 0, v = 0;

  if (!count_children (drawer, tree, error))
    return FALSE;
  g_array_set_size (drawer->lines, 0);
  while (v < tree->n_nodes) {
    const TbkBracketNode *node = &tree->nodes[v];
    const gboolean is_first_child = v > 0 && node->parent == v - 1;

    if (is_first_child) {
      const PhraseLine line = { cell + 1, drawer->n_children[node->parent] - 1 };
      pen_put (&pen, PAINT_PLAIN, line.n_left > 0 ? "─┬─" : "───");
      cell += 3;
      if (line.n_left > 0)
        g_array_append_val (drawer->lines, line);
    } else if (v > 0) {
      cell = begin_line (drawer, &pen);
    }
    if (cell > most && node->form == NULL) {
      v = put_brackets (drawer, &pen, tree, v);
    } else {
      cell += put_node (&pen, node, differs (drawer, v));
      v++;
    }
  }
  pen_end_line (&pen);
  if (drawer->other != NULL)
    put_other (drawer, &pen);
  return TRUE;
}
