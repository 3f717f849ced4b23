/* best_tree.h - of the projective trees that are best by criteria one after the other, the one of the least list of heads. */
#ifndef TABULAR_BEST_TREE_H
#define TABULAR_BEST_TREE_H

#include <glib.h>

#include "base/room.h"
#include "tbk/base.h"

/* A sum over the arcs of a tree, greater being better. */
typedef struct {
  gint64 (*weight) (gconstpointer data, int head, int dependent);
  gconstpointer data;
  gint64 range; /* sums over the arcs of trees are from 0 to this, or to minus this; below 2^60 */
} BestCriterion;

/* The values of some criteria, the first of which count most, as one number each. */
typedef struct {
  int first, end; /* criteria */
  gint64 *sides;  /* R(i,j) at [i][j], L(i,j) at [j][i], of i <= j */
  gint64 *turned; /* the same at [j][i] and at [i][j] */
  gint64 *arcs;   /* at [head][dependent]: the weight of the arc and H of the two */
  gint64 *inner;  /* H(i,j), those of a j together */
  gint64 best;    /* the value of the best trees */
  Room room;
} BestGroup;

/* A finder of trees, with memory that is used again. All zeros: none yet. */
typedef struct {
  int n;
  gboolean is_single;
  const BestCriterion *criteria;
  BestGroup *groups;
  int n_groups, n_groups_allocated;
  guint8 *sides,
      *meetings; /* sets of states of the items R, L and of the items H, laid out as their values */
  Room room;
  int *heads;
  GArray *finished, *joints; /* of items */
} BestTree;

void best_tree_clear (BestTree *best);

/* Sets heads[1..n] to those of the tree, with one word on 0 if @is_single. O(n^3) for each 60 bits that the ranges have
 * together, memory 30 n^2 bytes and 28 n^2 more for each further 60. */
gboolean best_tree_find (BestTree *best, int n, gboolean is_single, const BestCriterion *criteria,
                         int n_criteria, int *heads, GError **error);

#endif
