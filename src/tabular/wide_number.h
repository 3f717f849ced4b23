/* wide_number.h - positive numbers of any size, as a number of double precision and an exponent of 64 bits
 * more.
 *
 * (m,e) is m 2^(256 e). Zero has m = 0; of any other number 2^-128 <= m < 2^128: so the product of two is a
 * number of double precision, and one step makes it so again. What is 2^256 times smaller than another number
 * adds nothing to it, which double precision would not see either. So precision is that of the processor's
 * numbers, without their bounds.
 */
#ifndef TABULAR_WIDE_NUMBER_H
#define TABULAR_WIDE_NUMBER_H

#include <glib.h>

typedef struct {
  double m;
  gint64 e;
} WideNumber;

static inline WideNumber
wide_normalize (double m, gint64 e)
{
  if (m >= 0x1p128)
    return (WideNumber){ m * 0x1p-256, e + 1 };
  if (m < 0x1p-128)
    return m == 0 ? (WideNumber){ 0, 0 } : (WideNumber){ m * 0x1p256, e - 1 };
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

#endif
