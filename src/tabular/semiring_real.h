/* semiring_real.h - (+, *) on numbers of double precision: the sum of the weights of derivations.
 *
 *   (R7)  x + y and x * y are those of numbers, each rounded once; one is 1, zero is 0
 *
 * No number is negative, so nothing cancels: a sum of products has an error of a few units in the last place
 * for each operation. No product is fused with a sum (-ffp-contract=off), so that the same bits come out
 * everywhere. A weight in an integer is that of an arc as a power of 2.
 */
#ifndef TABULAR_SEMIRING_REAL_H
#define TABULAR_SEMIRING_REAL_H

#include <glib.h>
#include <math.h>

#include "tbk/tabular.h"

#define SR_NAME real
#define SR_ZERO 0.0
#define SR_ONE  1.0

typedef double SrValue;

#include "tabular/semiring_plain.template.h"

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return *x == 0;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return *x == *y;
}

/* x <- x + a * b by (R7), b under an arc of weight 2^@weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  if (weight != TBK_IMPOSSIBLE_WEIGHT)
    *x += ldexp (*a, (int) weight) * *b;
}

#endif
