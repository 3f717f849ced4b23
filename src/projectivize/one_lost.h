/* one_lost.h - the optimal trees where one arc is lost: how many there are, and which one a rule for ties takes.
 *
 * One word b hangs on another head then than in the gold tree. Let T be b with its gold descendants.
 * docs/design/projectivize.md proves, as theorem 8:
 *
 *   (O7)  b can move if of any two gold arcs that cross one is the arc into b, and no arc of T covers b
 *   (O8)  If b can move, T is a block l..r, and b can hang on the words of the path in the gold tree from l - 1
 *         to r + 1, or from l - 1 to 0 if r is the last word; not on 0 if that must have one child
 *
 * The criteria of the rules are those of ties.c, (J1) to (J6).
 *
 * Cost      O(m) for a core of m words; then as many steps as the words of two paths are deep.
 */
#ifndef PROJECTIVIZE_ONE_LOST_H
#define PROJECTIVIZE_ONE_LOST_H

#include "projectivize/core_sets.h"
#include "projectivize/reduce.h"

/* Of two arcs that cross one must move. */
enum { ONE_LOST_MOST = 2 };

typedef struct {
  const int *heads; /* of the sentence */
  gboolean single;  /* whether 0 must have one child */
  int n;            /* words that can move */
  struct {
    int word, left, right; /* it, and the ends of the path */
  } movable[ONE_LOST_MOST];
} OneLost;

/* Sets @lost for @core, which is kept without spines, of a sentence of @n words, where 0 has no more children
 * than it may. @sets: begun for it. FALSE if more arcs than one are lost. */
gboolean one_lost_find (OneLost *lost, const CoreSets *sets, const Reduced *core, const int *heads, int n,
                        gboolean single);

int one_lost_count (const OneLost *lost);

/* The tree that the rule takes: @word hangs on @head. `lift` is asked where the best lifting moves several words. */
void one_lost_choose (const OneLost *lost, TbkTies ties, int *word, int *head);

#endif
