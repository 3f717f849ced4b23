/* search.h - exact values by best-first search, where no closed form is known.
 *
 * A system bounds from above what can still be made from a configuration, and says where the bound is
 * attained. The bound never rises along a computation by more than what the transitions make. It may also say
 * of how many arcs it knows that they are lost from there on. So the configurations are looked at in the order
 * of what has been lost on the way to them and will be, and the first one at which the bound is attained gives
 * the value. This is A*; its estimate need not be consistent.
 *
 * Cost      exponential in the sentence at worst, some 2 microseconds for each configuration looked at in a
 *           sentence of 30 words. A configuration for whose transitions, all together, more would be looked
 *           at than tbk_oracles_set_search() allows is an error (TBK_ERROR_DATA); so is one for whose sentence
 *           all those that it allows have been looked at, since the gold tree was set; so is one for which more
 *           integers would be stored than SEARCH_MOST_INTEGERS, or SEARCH_INTEGERS_A_LOOK for each look
 *           allowed.
 * Memory    O(n) for each configuration, kept and reused: up to 4 (n + 8) times as many bytes as there are
 *           configurations found, of which there are a few for each that is looked at; and up to 4 MiB of
 *           lists. Its lack is an error.
 */
#ifndef ORACLE_SEARCH_H
#define ORACLE_SEARCH_H

#include "oracle/candidates.h"

enum {
  SEARCH_MOST_INTEGERS = 1 << 25,
  SEARCH_INTEGERS_A_LOOK = 1 << 10,
  SEARCH_DISTANCES = 128, /* greater distances count as the greatest */
};

/* The parameters of this kind of solver. */
typedef struct {
  /* The most gold arcs that could still be made. Of the heads of @c only whether there is one may be asked.
   * @scratch: 2 (n + 2) integers. */
  int (*bound) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): of the arcs of the bound so many cannot be made, or more. @scratch as above. */
  int (*conflicts) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): whether so many can be made, which is true of every final configuration; NULL: of these
   * alone. */
  gboolean (*is_attained) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): how promising a transition is, from 0 on; of those that lose as much, the most promising is
   * tried first, then the first in the system's order. @rank is that of gold_projective_order(). */
  int (*promise) (const Gold *gold, const int *rank, const TbkConfiguration *c, int t);

  /* (nullable): how far @c is from one where the bound is attained, from 0 on; of those of equal loss the
   * nearest is looked at first. From SEARCH_DISTANCES on it need not be right. @scratch as above. */
  int (*distance) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): of the transitions in @allowed a set that holds one on the way to the best that can be
   * made. */
  guint (*choose) (const Gold *gold, const TbkConfiguration *c, guint allowed);
} SearchGuide;

extern const SolverKind solver_search;

#endif
