/* half.c - half precision: a sign, 5 bits of exponent, 10 of fraction. */
#include "network/half.h"

#include <math.h>

guint16
half_of_real (Real value)
{
  double size = fabs ((double) value);
  guint16 sign = value < 0 ? 0x8000 : 0;
  int exponent;

  if (!(size > 0))
    return sign;
  if (size >= 65504)
    return sign | 0x7bff;
  frexp (size, &exponent);
  exponent = MAX (exponent, -13); /* 2^(exponent - 11) is the distance of neighbours */
  double steps = nearbyint (ldexp (size, 11 - exponent));

  /* The fraction of a normal number begins at 1024 steps; one that is rounded up may carry into the exponent,
   * as it should. */
  return (guint16) (sign | (((exponent + 13) << 10) + (int) steps));
}

Real
half_to_real (guint16 half)
{
  int exponent = half >> 10 & 31, fraction = half & 1023;
  Real unit = (Real) (1u << MAX (exponent, 1)) * (Real) 0x1p-25;
  Real size = (Real) (exponent == 0 ? fraction : fraction + 1024) * unit;

  return (half & 0x8000) != 0 ? -size : size;
}
