/* trees.h - small trees by enumeration, random ones of any size, and what they are, by definition.
 *
 * Nothing here calls the library: these are the definitions that it is held against.
 */
#ifndef BRUTE_TREES_H
#define BRUTE_TREES_H

#include <glib.h>

/* Heads as everywhere: n + 1 integers, heads[0] = -1. */
typedef struct {
  int n;
  gsize n_trees;
  int *heads; /* n_trees times n + 1 */
} TreeList;

static inline const int *
tree_at (const TreeList *list, gsize i)
{
  return list->heads + i * (list->n + 1);
}

/* All trees of n words in increasing order of heads; if @projective only the projective ones. Made once,
 * owned by the list. n is at most 7. */
const TreeList *all_trees (int n, gboolean projective);

gboolean is_tree (const int *heads, int n);
gboolean is_ancestor (const int *heads, int ancestor, int word);
int count_nonprojective_arcs (const int *heads, int n);
int count_roots (const int *heads, int n);

/* A tree of n words; of @locality L > 0, heads lie at most about L words away, so that most arcs are
 * projective. */
void random_tree (GRand *random, int n, int locality, int *heads);

/* A projective one. */
void random_projective_tree (GRand *random, int n, int *heads);

/* The tree in another order: word d comes to places[d]. */
void reorder_tree (const int *heads, const int *places, int n, int *ordered);

#endif
