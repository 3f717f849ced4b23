/* tree.h - how a tree lies in memory, for the measures. */
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include "tbk/tree.h"

/* Every array is indexed by words 0..n, but for the two lists. A word's descendants are those whose
 * preorder numbers are in pre[word] .. pre[word] + size[word] - 1. */
struct TbkTree {
  int n; /* -1 as long as there is no tree */
  int room;
  int *heads;
  int *first;    /* the children of word: children[first[word]] .. children[first[word + 1] - 1], */
  int *children; /* in increasing order */
  int *order;    /* all words, each after its head */
  int *pre;
  int *size;
  int *depth;
  int *is_nonprojective; /* the arc into the word */
  int *next;             /* scratch */
  int nonprojective_arcs;
};

static inline gboolean
tree_has_below (const TbkTree *tree, int ancestor, int descendant)
{
  return (guint) (tree->pre[descendant] - tree->pre[ancestor]) < (guint) tree->size[ancestor];
}

#endif
