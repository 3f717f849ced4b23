/* lift.h - the tree that a rule for ties takes, where few words remain. For the rule `lift` that is most
 * often the best lifting, else one of the optimal trees.
 *
 * Cost      as tight.h, and O(n) for each product that is as good as another of its item up to the lengths of
 *           arcs.
 */
#ifndef PROJECTIVIZE_LIFT_H
#define PROJECTIVIZE_LIFT_H

#include "projectivize/tight.h"
#include "tbk/projectivize.h"

/* Whether @n words, which stand at @words in the sentence, are not too many and not too far apart. */
gboolean lift_can_take (const int *words, int n);

/* Sets @heads to the best lifting of @n words, which are not too many (docs/design/projectivize.md, theorem
 * 6). Returns how many words it moves. O(n^2) at worst. */
int lift_least_few (const int *gold, int n, int *heads);

/* Whether every projective tree over these words loses @n_moved arcs at least, which pairs of arcs that cross
 * may show; if FALSE, it is not known. O(n). */
gboolean lift_must_move (const int *gold, int n, int n_moved);

/**
 * lift_choose:
 * @tight: the optimal trees; only the one chosen is left
 * @ties: which one to choose
 * @gold: the gold heads of its words
 * @words: what these words are in the sentence, for the lengths of arcs
 * @heads: (out caller-allocates): of the words from 1 on
 */
void lift_choose (Tight *tight, TbkTies ties, const int *gold, const int *words, int *heads);

#endif
