/* lift.h - the tree that a rule for ties takes of the optimal ones, where few words remain.
 *
 * (X5) Of the words that hang on a core word h on one side, let some have to hang on h itself: by a gold arc, or
 * as the rule prefers it. Where the others stand nearer to h in all optimal trees over the core, they hang on the
 * edge of the block on that side (theorem 11). So the edges need not be kept.
 *
 * Cost      as tight.h, and O(n) for each product that is as good as another of its item up to the lengths of
 *           arcs.
 */
#ifndef PROJECTIVIZE_LIFT_H
#define PROJECTIVIZE_LIFT_H

#include "projectivize/reduce.h"
#include "projectivize/tight.h"
#include "tbk/projectivize.h"

/* Whether @n words, which stand at @words in the sentence, are not too many and not too far apart. */
gboolean lift_can_take (const int *words, int n);

/**
 * lift_choose:
 * @tight: the optimal trees over @kept; only the one chosen is left
 * @ties: which one to choose
 * @sentence: (nullable): the gold heads of the sentence, if the core alone is kept; NULL if its edges are, too
 * @heads: (out caller-allocates): of the words kept, from 1 on: places among the words of @kept
 *
 * Returns FALSE if (X5) does not tell which words hang on edges, so that these must be kept.
 */
gboolean lift_choose (Tight *tight, TbkTies ties, Reduced *kept, const int *sentence, int *heads);

#endif
