/* one_lost.h - how many optimal trees there are where one word must move, and which words can.
 *
 * Let the best lifting move the word x alone. Then the optimal trees are those in which one word hangs on
 * another head than in the gold tree. docs/design/projectivize.md proves, as theorem 8:
 *
 *   (O7)  b can move if no arc among it and its gold descendants covers it, and if b is x, or the arc into b
 *         is the only one that crosses the arc into x
 *   (O8)  If b can move, it and its descendants are a block l..r, and it can hang on the words of the path in
 *         the gold tree from l - 1 to r + 1, or from l - 1 to 0 if r is the last word; not on 0 if that must
 *         have one child.
 *
 * Cost      O(m depth) for a core of m words, and as many steps as the words of two paths are deep.
 */
#ifndef PROJECTIVIZE_ONE_LOST_H
#define PROJECTIVIZE_ONE_LOST_H

#include "projectivize/reduce.h"

/**
 * one_lost_count:
 * @core: the core, kept without spines
 * @heads: the gold heads of the sentence, of @n words
 * @moved: the word of the core that the best lifting moves
 * @single: 0 must have one child, and has one in the gold tree
 */
int one_lost_count (const Reduced *core, const int *heads, int n, int moved, gboolean single);

#endif
