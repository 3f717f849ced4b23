/* lift.h - the tree that a rule for ties takes of the optimal ones, where few words remain.
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
