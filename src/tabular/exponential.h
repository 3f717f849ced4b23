/* exponential.h - exponentials and logarithms that are the same bits everywhere, unlike those of the C library.
 *
 * Errors are below two units in the last place.
 */
#ifndef TABULAR_EXPONENTIAL_H
#define TABULAR_EXPONENTIAL_H

#include <math.h>

#include "tabular/wide_number.h"

/* The exponent of zero, which is less than any number has: for 4096 arcs of at most 2^49 + 3 nats that is above -2^61.53. Twice this
 * is an exponent still. */
#define EXPONENTIAL_OF_ZERO (-((gint64) 3 << 60))

/* @weights[i] = exp (@base - @costs[i]), 0 where that is below 2^-1020 or @costs[i] is infinite; so all
 * are 0 if @base is. */
void exponential_row (int n, const double *costs, double base, double *weights);

/* Computes the exponentials of @scores[i] - @origins[i]. */
void exponential_cells (int n, const double *scores, const double *origins, double *weights);

/* exp (@scores[i] - @origins[i]) = 2^@shift @m[i] 2^@e[i], @e[i] a multiple of 256 and 2^@shift @m[i] from 2^-128
 * to 2^128, by the exact difference; one below -2^49 counts as that. A score of -infinity gives 0 and
 * EXPONENTIAL_OF_ZERO. */
void exponential_scaled_cells (int n, const double *scores, const double *origins, int shift, double *m,
                               gint64 *e);

/* Makes @greatest[i] the greater of itself and of @scores[i]. */
void exponential_greatest (int n, const double *scores, double *greatest);

/* The least of the costs. */
double exponential_least (int n, const double *costs);

/* exp (@x), for |@x| < 700. */
double exponential_of (double x);

/* log (@x 2^@exponent), for a positive number that is no denormal. */
double exponential_log (double x, gint64 exponent);

/* exp (-@cost - @low), for |@cost| up to 2^49 and |@low| up to 1. An infinite cost gives 0. */
WideNumber exponential_wide (double cost, double low);

/* Makes the processor take what is below 2^-1022 for zero, if it can: on many of them such numbers take a hundred times as long as
 * others. Returns what the other function puts back. */
guint64 exponential_flush_small (void);
void exponential_flush_as_before (guint64 before);

/* A sum to which the errors of its steps are added at the end (Neumaier 1974). Of two numbers the smaller loses bits when they are added, and
 * what it lost can be computed exactly. Without that, log Z of a long sentence with large scores would be rounded more coarsely than a
 * single score. */
typedef struct {
  double sum, error;
} PreciseSum;

static inline void
exponential_add (PreciseSum *to, double x)
{
  const double next = to->sum + x;

  to->error += fabs (to->sum) >= fabs (x) ? (to->sum - next) + x : (x - next) + to->sum;
  to->sum = next;
}

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
