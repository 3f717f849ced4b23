/* exponential.h - exponentials and logarithms that are the same bits everywhere, unlike those of the C
 * library.
 *
 * Errors are below two units in the last place.
 */
#ifndef DECODE_EXPONENTIAL_H
#define DECODE_EXPONENTIAL_H

#include "semiring/wide_number.h"

/* @weights[i] = exp (@base - @costs[i]), 0 where that is below 2^-1020 or @costs[i] is infinite; so all
 * are 0 if @base is. */
void exponential_row (int n, const double *costs, double base, double *weights);

/* The least of the costs. */
double exponential_least (int n, const double *costs);

/* exp (@x), for |@x| < 700. */
double exponential_of (double x);

/* log (@x 2^@exponent), for a positive number that is no denormal. */
double exponential_log (double x, gint64 exponent);

/* exp (-@cost - @low), for |@cost| up to 2^49 and |@low| up to 1. An infinite cost gives 0. */
WideNumber exponential_wide (double cost, double low);

static inline double
exponential_wide_log (WideNumber x)
{
  return exponential_log (x.m, 256 * x.e);
}

static inline gboolean
exponential_wide_is_less (WideNumber x, WideNumber y)
{
  if (x.m == 0 || y.m == 0)
    return y.m != 0;
  return x.e == y.e ? x.m < y.m : exponential_wide_log (x) < exponential_wide_log (y);
}

/* @x / @y, which is not zero, as a number of the processor: 0 if it is below 2^-256. */
static inline double
exponential_wide_ratio (WideNumber x, WideNumber y)
{
  if (x.m == 0 || x.e < y.e - 1)
    return 0;
  return x.e == y.e ? x.m / y.m : x.m / y.m * (x.e > y.e ? 0x1p256 : 0x1p-256);
}

#endif
