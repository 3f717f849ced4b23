/* wide.h - (+, *) on positive numbers of any size: those of real.h with exponents of 64 bits more.
 *
 *   (R8)  (m,e) is the number m 2^(256 e); sums and products are those of numbers
 *
 * Zero has m = 0, one is (1,0). Of any other number 2^-128 <= m < 2^128: so the product of two is a number of double
 * precision, and one step makes it so again. What is 2^256 times smaller than another number adds nothing to it, which
 * double precision would not see either. So precision is that of real.h, without its bounds. A vector of lanes has one cell.
 */
#ifndef SEMIRING_WIDE_H
#define SEMIRING_WIDE_H

#include <glib.h>
#include <math.h>

#include "tbk/tabular.h"

#define SR_NAME wide
#define SR_ZERO ((WideNumber){ 0, 0 })
#define SR_IS_ORDERED
#define SR_IS_STRUCT

#define SR_PRODUCT(x, y) wide_multiply (x, y)
#define SR_SUM_16(x, y)  wide_add (x, y)

typedef struct {
  double m;
  gint64 e;
} WideNumber;

typedef WideNumber SrValue;

static inline WideNumber
wide_normalize (double m, gint64 e)
{
  if (m >= 0x1p128)
    return (WideNumber){ m * 0x1p-256, e + 1 };
  if (m < 0x1p-128)
    return m == 0 ? SR_ZERO : (WideNumber){ m * 0x1p256, e - 1 };
  return (WideNumber){ m, e };
}

static inline WideNumber
wide_multiply (WideNumber x, WideNumber y)
{
  return wide_normalize (x.m * y.m, x.e + y.e);
}

static inline WideNumber
wide_add (WideNumber x, WideNumber y)
{
  if (y.m == 0 || (x.m != 0 && x.e > y.e + 1))
    return x;
  if (x.m == 0 || y.e > x.e + 1)
    return y;
  if (x.e == y.e)
    return wide_normalize (x.m + y.m, x.e);
  return x.e > y.e ? wide_normalize (x.m + y.m * 0x1p-256, x.e) : wide_normalize (y.m + x.m * 0x1p-256, y.e);
}

static inline void
sr_init (SrValue *x)
{
  *x = SR_ZERO;
}

static inline void
sr_clear (SrValue *x)
{
  (void) x;
}

static inline void
sr_zero (SrValue *x)
{
  *x = SR_ZERO;
}

static inline void
sr_one (SrValue *x)
{
  *x = (WideNumber){ 1, 0 };
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return x->m == 0;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return x->m == y->m && (x->m == 0 || x->e == y->e);
}

/* x <- x + a * b by (R8), b under an arc of weight 2^(256 @weight). */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  if (weight != TBK_IMPOSSIBLE_WEIGHT)
    *x = wide_add (*x, wide_multiply (wide_multiply (*a, (WideNumber){ 1, weight }), *b));
}

#endif
