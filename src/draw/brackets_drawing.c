/* brackets_drawing.c - phrase-structure trees in text and in SVG.
 *
 * Contents
 *   1. nodes: which nodes of two trees over the same words are equal: those with the same words and label
 *   2. brackets_text: a phrase-structure tree in text: a word a line, at the end of the labels above it
 *   3. brackets_svg: a phrase-structure tree in SVG: words at the bottom, labels above the middle of what
 *      they span
 */
#include "draw/draw.h"

#include <stdlib.h>
#include <string.h>

/* 1. nodes: which nodes of two trees over the same words are equal: those with the same words and label.
 *
 * The nodes of both trees are sorted by the words that they span, then by labels. Stretches with the same
 * words and label are paired first; of what is left over the same words the first of one tree is paired
 * with the first of the other: its label became another. So (X (Y a)) and (Z (Y a)) have one pair that is
 * equal and one that changed. partners[tree][v] is NODE_EQUAL, the number of the node that v became or was,
 * or NODE_ALONE.
 */

/* A node of one of the trees. */
struct NodePlace {
  const TbkBracketNode *node;
  int number, tree;
};

/* Words come behind phrases over the same word. */
static int
compare_spans (const NodePlace *a, const NodePlace *b)
{
  const int left = a->node->left - b->node->left, right = a->node->right - b->node->right;

  return left != 0 ? left : right != 0 ? right : (a->node->form != NULL) - (b->node->form != NULL);
}

/* By bytes; labels are not NUL-terminated. */
static int
compare_labels (const NodePlace *a, const NodePlace *b)
{
  const int size = MIN (a->node->label_length, b->node->label_length);
  const int order = size == 0 ? 0 : memcmp (a->node->label, b->node->label, (gsize) size);

  return order != 0 ? order : a->node->label_length - b->node->label_length;
}

/* By what words they span, then by labels, then by trees and numbers. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const NodePlace *x = a, *y = b;
  const int spans = compare_spans (x, y), labels = spans != 0 ? 0 : compare_labels (x, y);

  return spans != 0           ? spans
         : labels != 0        ? labels
         : x->tree != y->tree ? x->tree - y->tree
                              : x->number - y->number;
}

/* Takes those of the places @first to before @end, with the same words and label, that both trees have. A
 * label may be there several times over the same words: then as many pairs are equal as both have, the
 * uppermost first, since numbers grow downwards. */
static void
match_equal (TbkDrawer *drawer, const NodePlace *places, gsize first, gsize end)
{
  gsize second = first;

  while (second < end && places[second].tree == 0)
    second++;
  for (gsize a = first, b = second; a < second && b < end; a++, b++) {
    drawer->partners[0][places[a].number] = NODE_EQUAL;
    drawer->partners[1][places[b].number] = NODE_EQUAL;
  }
}

/* Pairs what is left of the places @first to before @end, with the same words: labels that became others. */
static void
match_changed (TbkDrawer *drawer, const NodePlace *places, gsize first, gsize end)
{
  gsize b = first;

  for (gsize a = first; a < end; a++) {
    if (places[a].tree != 0 || drawer->partners[0][places[a].number] == NODE_EQUAL)
      continue;
    while (b < end && (places[b].tree == 0 || drawer->partners[1][places[b].number] == NODE_EQUAL))
      b++;
    if (b == end)
      return;
    drawer->partners[0][places[a].number] = places[b].number;
    drawer->partners[1][places[b].number] = places[a].number;
    b++;
  }
}

/* Sorts the nodes of both trees, and goes over stretches of equal words; in each of these over stretches of
 * equal labels. O(n log n). */
gboolean
nodes_compare (TbkDrawer *drawer, const TbkBracketTree *tree, const TbkBracketTree *other, GError **error)
{
  const TbkBracketTree *const trees[2] = { tree, other };
  const int most = MAX (tree->n_nodes, other->n_nodes);
  NodePlace *places;
  gsize n = 0;

  if (!ROOM_RESERVE (&drawer->room_of_two, most, ARRAY_OF (drawer->node_places, 2), ARRAY (drawer->bars),
                     ARRAY (drawer->partners[0]), ARRAY (drawer->partners[1])))
    return memory_fail (error, "%d nodes of two trees", most);
  places = drawer->node_places;
  for (int t = 0; t < 2; t++)
    for (int v = 0; v < trees[t]->n_nodes; v++) {
      places[n++] = (NodePlace){ &trees[t]->nodes[v], v, t };
      drawer->partners[t][v] = NODE_ALONE;
    }
  qsort (places, n, sizeof (*places), compare_places);
  for (gsize first = 0, end; first < n; first = end) {
    for (end = first; end < n && compare_spans (&places[first], &places[end]) == 0;) {
      gsize next = end;

      while (next < n && compare_spans (&places[end], &places[next]) == 0
             && compare_labels (&places[end], &places[next]) == 0)
        next++;
      match_equal (drawer, places, end, next);
      end = next;
    }
    match_changed (drawer, places, first, end);
  }
  return TRUE;
}

int
nodes_count_different (const TbkDrawer *drawer, int number, const TbkBracketTree *tree)
{
  int n = 0;

  for (int v = 0; v < tree->n_nodes; v++)
    n += drawer->partners[number][v] != NODE_EQUAL;
  return n;
}

/* 2. brackets_text: a phrase-structure tree in text: a word a line, at the end of the labels above it.
 *
 *   S─┬─NP─┬─DET A
 *     │    └─N letter
 *     └─VP───V arrived
 *
 * A label whose first child is a word or phrase stands before it on the line; the line to the others goes
 * down from there. Where labels reach too far to the right, what is below is written in brackets, on the
 * line.
 *
 * Nodes come in pre-order, so one pass writes all. `lines` is the stack of phrases on the way to the node
 * in hand that have more children to come, with the cell of their vertical line and how many are left. A
 * first child goes on behind its parent; any other begins a line, and is a child of the last phrase of the
 * stack. Above, at VP the stack is S alone, with one child left.
 */

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

/* Returns TRUE if node @v differs from those of another tree. */
static gboolean
differs (const TbkDrawer *drawer, int v)
{
  return drawer->other != NULL && drawer->partners[0][v] != NODE_EQUAL;
}

/* Puts what is at and below node @v in brackets; returns the number of the node after it. Nodes come in
 * pre-order, so what is below v is all that follows with a parent behind v's own. */
static int
put_brackets (const TbkDrawer *drawer, Pen *pen, const TbkBracketTree *tree, int v)
{
  const TbkBracketNode *nodes = tree->nodes;
  const int end_parent = nodes[v].parent;
  /* The innermost phrase whose bracket is open. Parents are numbers, so nothing recurses. */
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
  if (!drawer_reserve (drawer, tree->n_nodes, error))
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

/* Draws node by node in pre-order. Past two thirds of the width a phrase goes into brackets whole, which a
 * terminal breaks where it will. */
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

    /* An only child needs no vertical line. */
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

/* 3. brackets_svg: a phrase-structure tree in SVG: words at the bottom, labels above the middle of what
 * they span.
 *
 * A label has room above the words it spans, so that no two labels of the same height meet. Its height is one
 * more than that of its highest child.
 *
 * Words get their places from left to right: word_starts and word_ends, in pixels. When a word has its
 * place, so has every phrase that ends with it; if that is narrower than its label, the word ends further
 * right. next_ending lists these phrases.
 */

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

/* Finds the heights of nodes, the widths of words and labels, and the phrases that end with each word.
 * Children have greater numbers than their parents, so that one pass from the last node to the first has the
 * heights of all children before their parent's. */
static void
measure_nodes (TbkDrawer *drawer, const TbkBracketTree *tree)
{
  for (int w = 0; w < tree->n; w++) {
    drawer->first_ending[w] = -1;
    drawer->word_starts[w] = 0; /* the least width, as yet */
  }
  for (int v = 0; v < tree->n_nodes; v++)
    drawer->heights[v] = 0;
  /* Goes from the last node to the first: children come before their parents. */
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

/* Gives each word its room, and each node its place above its words. Returns the width of all. A word that
 * ends a phrase is made wider until the label of the phrase has room. Each phrase is looked at once, so this
 * is linear. */
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

/* Returns TRUE if most of the words with letters run from right to left. */
static gboolean
reads_right_to_left (const TbkBracketTree *tree)
{
  int n = 0;

  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    if (node->form != NULL)
      n += signs_direction (drawer_form (node));
  }
  return n < 0;
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

/* Appends what became of node @v of one of two trees, for the script of a page. */
static void
append_change (const BracketSheet *sheet, int number, int v, TbkText *text)
{
  const TbkDrawer *drawer = sheet->drawer;
  const TbkBracketNode *nodes[2] = { sheet->tree->nodes, drawer->other->nodes };
  const int partner = drawer->partners[number][v];
  const gboolean is_alone = partner == NODE_ALONE;

  tbk_text_printf (text, is_alone && number == 0 ? "no " : "");
  signs_append_isolated (
      text, drawer_label (is_alone ? &nodes[number][v] : &nodes[0][number == 0 ? v : partner]), TRUE);
  tbk_text_printf (text, !is_alone ? " became " : number == 0 ? " in " : " only in ");
  signs_append_isolated (
      text, is_alone ? drawer->other_name : drawer_label (&nodes[1][number == 1 ? v : partner]), TRUE);
}

/* Begins the group of a node that differs, and adds it to the kinds of the drawing, once. */
static void
begin_different (const BracketSheet *sheet, int number, int v)
{
  const gboolean is_alone = sheet->drawer->partners[number][v] == NODE_ALONE;

  tbk_text_printf (sheet->text, "<g class=\"node %s\"",
                   number == 0 ? "differs"
                   : is_alone  ? "other alone"
                               : "other");
  if (sheet->drawer->options.format == TBK_DRAW_HTML) {
    tbk_text_printf (sheet->text, " data-change=\"");
    append_change (sheet, number, v, sheet->text);
    tbk_text_printf (sheet->text, "\"");
  }
  tbk_text_printf (sheet->text, ">");
  if (number == 0 || is_alone) {
    append_change (sheet, number, v, sheet->drawer->kinds);
    tbk_text_printf (sheet->drawer->kinds, FIGURE_KIND_END);
  }
}

static void
append_text (const BracketSheet *sheet, const char *class, int x, int y, TbkPiece piece)
{
  tbk_text_printf (sheet->text, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, mirror (sheet, x), y);
  signs_append (sheet->text, piece, SIGNS_MARKUP, TRUE);
  tbk_text_printf (sheet->text, "</text>\n");
}

/* Writes the label of node @v; in a group with what became of it, if the other tree has another. */
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
  begin_different (sheet, 0, v);
  append_text (sheet, class, x, y, drawer_label (node));
  tbk_text_printf (sheet->text, "</g>\n");
}

/* Writes what is behind a node that was searched for. */
static void
append_mark_of_found (const BracketSheet *sheet, int v, int x, int y)
{
  const int width = sheet->drawer->places[v].width, height = sheet->tree->nodes[v].form != NULL ? WORD : 0;

  tbk_text_printf (sheet->text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>",
                   mirror (sheet, x) - width / 2 - 2, y - ABOVE, width + 4, height + ABOVE + BELOW);
}

/* Writes all nodes, each with the line from its parent: down, across, and down. */
static void
append_nodes (const BracketSheet *sheet)
{
  const TbkDrawer *drawer = sheet->drawer;
  const TbkBracketTree *tree = sheet->tree;
  const int top = ABOVE + GAP;

  for (int v = 0; v < tree->n_nodes; v++) {
    const TbkBracketNode *node = &tree->nodes[v];
    const int x = drawer->places[v].x, y = top + (drawer->heights[0] - drawer->heights[v]) * STEP;
    const gboolean is_found = drawer->is_found != NULL && drawer->is_found[v];

    if (v > 0)
      tbk_text_printf (sheet->text, "<path class=\"edge\" d=\"M%d %dv8H%dV%d\"/>\n",
                       mirror (sheet, drawer->places[node->parent].x),
                       top + (drawer->heights[0] - drawer->heights[node->parent]) * STEP + BELOW,
                       mirror (sheet, x), y - ABOVE);
    if (is_found) {
      tbk_text_printf (sheet->text, "<g class=\"found\">");
      append_mark_of_found (sheet, v, x, y);
    }
    append_label (sheet, v, x, y);
    if (node->form != NULL)
      append_text (sheet, "form", x, y + WORD, drawer_form (node));
    if (is_found)
      tbk_text_printf (sheet->text, "</g>\n");
  }
}

/* Finds how far below the words the nodes of the other tree are that differ: below those in them. Returns the
 * greatest. A node that is equal has no bar, and passes on how many are in it. */
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

/* Draws what the other tree has instead: a bar below the words that a node spans, with its label. A bar is
 * below those of its children, as a label is above them in the tree. */
static void
append_bars (BracketSheet *sheet)
{
  TbkDrawer *drawer = sheet->drawer;
  const TbkBracketTree *other = drawer->other;
  const int deepest = find_bars (drawer);

  for (int v = 0; v < other->n_nodes; v++) {
    const TbkBracketNode *node = &other->nodes[v];
    const int left = drawer->word_starts[node->left], right = drawer->word_ends[node->right - 1];
    const int y = sheet->height + (drawer->bars[v] - 1) * BAR;

    if (drawer->partners[1][v] == NODE_EQUAL)
      continue;
    begin_different (sheet, 1, v);
    tbk_text_printf (sheet->text, "<path class=\"edge\" d=\"M%d %dv5H%dv-5\"/>\n", mirror (sheet, left), y,
                     mirror (sheet, right));
    append_text (sheet, node->form != NULL ? "tag" : "label", (left + right) / 2, y + 19,
                 drawer_label (node));
    tbk_text_printf (sheet->text, "</g>\n");
  }
  sheet->height += deepest * BAR;
}

gboolean
brackets_svg_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, int *width, int *height,
                   GError **error)
{
  BracketSheet sheet = { .drawer = drawer, .tree = tree, .text = text };

  if (!drawer_reserve (drawer, tree->n_nodes, error))
    return FALSE;
  measure_nodes (drawer, tree);
  sheet.width = place_nodes (drawer, tree);
  /* Places are found from left to right, and mirrored when they are written. */
  sheet.is_mirrored = drawer->is_mirrored = reads_right_to_left (tree);
  append_nodes (&sheet);
  sheet.height = ABOVE + GAP + drawer->heights[0] * STEP + WORD + FOOT;
  if (drawer->other != NULL)
    append_bars (&sheet);
  *width = sheet.width;
  *height = sheet.height;
  return TRUE;
}
