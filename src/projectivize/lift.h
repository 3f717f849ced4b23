/* lift.h - the tree that the rule `lift` takes, where few words remain: one parse with all criteria at once. */
#ifndef PROJECTIVIZE_LIFT_H
#define PROJECTIVIZE_LIFT_H

#include "projectivize/reduce.h"
#include "tbk/forest.h"

typedef struct Lift Lift;

Lift *lift_new (void);
void lift_free (Lift *lift);

/**
 * lift_choose:
 * @reduced: the words kept, of a sentence of @n
 * @single: 0 has exactly one child
 * @forest: scratch
 * @heads: (out caller-allocates): reduced->n + 1 integers
 *
 * Returns: FALSE if this is more to solve than is done here; @heads is then undefined. Cost O(m^3) for m
 * words kept.
 */
gboolean lift_choose (Lift *lift, const Reduced *reduced, int n, gboolean single, TbkForest *forest,
                      int *heads);

#endif
