/* gold.h - a gold tree with what the fast oracles ask about it, found once a sentence. */
#ifndef TREE_GOLD_H
#define TREE_GOLD_H

#include <glib.h>

typedef struct {
  int n;
  int *heads;    /* -1 for word 0 */
  int *leftmost; /* the first and the last word of what a word dominates */
  int *rightmost;
  int *last_child; /* the last child of a word, 0 if it has none */
  int *inside;     /* by b in 1..n+1: the number of arcs between words that are b or after it */
  int *size;       /* words that a word dominates */
  int *order;      /* the words but 0, each after those that it dominates; n of them */
  gboolean is_projective;
  int *scratch; /* which holds the last two arrays */
  int n_allocated;
} Gold;

/* Makes @gold the tree of @heads; FALSE, with @error set, if they are none or there is no memory. */
gboolean gold_set (Gold *gold, const int *heads, int n, GError **error);
void gold_clear (Gold *gold);

/* Sets rank[w] to the place of each word, 0 among them, in the projective order: that of the words read off
 * the tree from left to right, each between its left and its right children. The arrays have n + 1 elements;
 * the last two are scratch. O(n). */
void gold_projective_order (const Gold *gold, int *rank, int *start, int *n_left);

static inline gboolean
gold_has_arc (const Gold *gold, int head, int dependent)
{
  return gold->heads[dependent] == head;
}

#endif
