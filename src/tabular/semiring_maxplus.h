/* semiring_maxplus.h - (max, +) on 64-bit integers: the greatest weight of a derivation.
 *
 *   (R4)  x + y = max (x, y),  x * y = x + y as numbers
 *
 * Zero, "no derivation", is every value below -2^59. A cell starts at -2^60 and only grows. Real sums are
 * below 2^53 in size (2^12 arcs of less than 2^40, and one more factor 2). So the sum of two cells and a
 * weight is never below -3 * 2^60 and cannot overflow, and zero stays zero.
 */
#ifndef TABULAR_SEMIRING_MAXPLUS_H
#define TABULAR_SEMIRING_MAXPLUS_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME maxplus
#define SR_ZERO TBK_IMPOSSIBLE_WEIGHT
#define SR_ONE  0

typedef gint64 SrValue;

G_STATIC_ASSERT (TBK_IMPOSSIBLE_WEIGHT > G_MININT64 / 4);
G_STATIC_ASSERT (TBK_TABULAR_MAX_LENGTH <= 1 << 12);

#include "tabular/semiring_plain.template.h"

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return *x < TBK_IMPOSSIBLE_WEIGHT / 2;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return sr_is_zero (x) ? sr_is_zero (y) : *x == *y;
}

/* x <- x + a * b by (R4), b under an arc of the given weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  gint64 product = *a + weight + *b;

  *x = MAX (*x, product);
}

#endif
