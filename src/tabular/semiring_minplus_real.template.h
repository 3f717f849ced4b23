/* semiring_minplus_real.template.h - (min, +) on numbers of the processor with floating point: least cost,
 * where costs are no integers.
 *
 *   (R6)  x + y = min (x, y),  x * y = x + y as numbers; zero, "no derivation", is +infinity
 *
 * To be included by a header that gives SR_NAME and SrValue. Costs may be negative, but none is -infinity or
 * NaN, so that zero absorbs. Minima are exact, so the value of an item does not depend on the order of its
 * products. A product is rounded: products associate and distribute where sums of costs are exact, as those
 * of integers below 2^24 (2^53).
 */
#include <math.h>

#define SR_ZERO          ((SrValue) INFINITY)
#define SR_ONE           0
#define SR_PRODUCT(x, y) ((x) + (y))

#include "tabular/semiring_plain.template.h"

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return *x == SR_ZERO;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return *x == *y;
}

/* x <- x + a * b by (R6), b under an arc of the given weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  SrValue product = *a + *b + (weight == TBK_IMPOSSIBLE_WEIGHT ? SR_ZERO : -(SrValue) weight);

  *x = product < *x ? product : *x;
}
