/* nodes.c - which nodes of two trees over the same words are equal: those with the same words and label. */
#include "draw/drawer.h"

#include <stdlib.h>
#include <string.h>

/* A node of one of the trees. */
struct NodePlace {
  const TbkBracketNode *node;
  int number, tree;
};

static int
compare_spans (const NodePlace *a, const NodePlace *b)
{
  const int left = a->node->left - b->node->left, right = a->node->right - b->node->right;

  return left != 0 ? left : right != 0 ? right : (a->node->form != NULL) - (b->node->form != NULL);
}

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

/* Takes those of the places @first to before @end, with the same words and label, that both trees have. */
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

static gboolean
reserve (TbkDrawer *drawer, const TbkBracketTree *const trees[2], GError **error)
{
  const gsize n = (gsize) trees[0]->n_nodes + (gsize) trees[1]->n_nodes;

  if (!try_reserve (&drawer->node_places, &drawer->n_node_places_allocated, n, sizeof (NodePlace)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " nodes of two trees", n);
  for (int t = 0; t < 2; t++)
    if (!reserve_words (&drawer->partners[t], &drawer->n_partners_allocated[t], trees[t]->n_nodes,
                        sizeof (int), error))
      return FALSE;
  return TRUE;
}

gboolean
nodes_compare (TbkDrawer *drawer, const TbkBracketTree *tree, const TbkBracketTree *other, GError **error)
{
  const TbkBracketTree *const trees[2] = { tree, other };
  NodePlace *places;
  gsize n = 0;

  if (!reserve (drawer, trees, error))
    return FALSE;
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
