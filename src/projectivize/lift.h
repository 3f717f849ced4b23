/* lift.h - the tree that the rule `lift` takes, where few words remain: the best lifting, which it most often is, or
 * else one parse with all criteria at once.
 *
 * Most often one tree is best by the criteria up to the lengths of arcs; where several are, they are made a
 * forest to find the one whose list of heads is least.
 *
 * Cost      O(n^3), some hundred additions for most cores.
 */
#ifndef PROJECTIVIZE_LIFT_H
#define PROJECTIVIZE_LIFT_H

#include "tbk/forest.h"

typedef struct Lift Lift;

Lift *lift_new (void);
void lift_free (Lift *lift);

/* Whether @n words, which stand at @words in the sentence, are not too many and not too far apart. */
gboolean lift_can_take (const int *words, int n);

/* Sets @heads to the best lifting of @n words, which are not too many (DESIGN.md, theorem 6). Returns how many words
 * it moves. O(n^2) at worst. */
int lift_least_few (const int *gold, int n, int *heads);

/**
 * lift_choose:
 * @gold: the gold heads of the words 1..n
 * @words: what these words are in the sentence, for the lengths of arcs
 * @single: 0 has exactly one child
 * @forest: used if several trees are equally good by all sums
 * @heads: (out caller-allocates): n + 1 integers
 *
 * Returns: FALSE with @error set if memory does not suffice.
 */
gboolean lift_choose (Lift *lift, const int *gold, const int *words, int n, gboolean single,
                      TbkForest *forest, int *heads, GError **error);

#endif
