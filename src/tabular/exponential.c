/* exponential.c - exponentials and logarithms that are the same bits everywhere, unlike those of the C
 * library.
 *
 *   (D6)  exp x = 2^k exp r,  k = x / log 2 rounded,  |r| <= log 2 / 2,  exp r = 1 + r + r^2 (1/2! + r/3! +
 *         ... + r^11/13!)
 *   (D7)  log m 2^k = k log 2 + 2 (s + s^3/3 + ... + s^21/21),  s = (m - 1) / (m + 1),  m from sqrt 1/2 to
 *         sqrt 2
 *
 * So exp 1 has k = 1, as 1 / log 2 = 1.44, and r = 0.307; exp r = 1.359, and the result is twice that. (D7)
 * is the way back: m = 1.359 and k = 1 give s = 0.152, and log m = 2 (0.152 + 0.0012 + ...) = 0.307.
 *
 * log 2 has two parts, of which the first has few bits, so that its product with k is exact. Rounding is that
 * of a sum with 2^52 3/2: numbers of that size have no bits below 1, so the processor rounds, and the last
 * bits of the sum are k. No product is fused with a sum; so a number alone and several in vectors have the
 * same bits.
 */
#include "tabular/exponential.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define LOG_2_HIGH    0x1.62e42fefa38p-1
#define LOG_2_LOW     0x1.ef35793c7673p-45
#define LOG_2_INVERSE 0x1.71547652b82fep0
#define ROUNDING      0x1.8p52

/* A number of double precision is its sign, 11 bits of its exponent plus BIAS, and MANTISSA bits below the
 * leading one, which is not stored. So k + BIAS, moved up by MANTISSA bits, are the bits of 2^k. */
enum { MANTISSA = 52, BIAS = 1023 };

BODY double
from_bits (guint64 bits)
{
  double x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

BODY guint64
to_bits (double x)
{
  guint64 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

/* The parentheses of (D6), r^11/13! + ... + r/3! + 1/2!, for a number or for several. Pairs and fours of
 * terms are summed before the whole, since a sum term by term would have each wait for the last. */
#define PAIR(r, a, b) ((a) * (r) + (b))
#define SERIES(r, r2, r4)                                                                                    \
  (((PAIR (r, 0x1.6124613a86d09p-33, 0x1.1eed8eff8d898p-29) * (r2)                                           \
     + PAIR (r, 0x1.ae64567f544e4p-26, 0x1.27e4fb7789f5cp-22))                                               \
        * (r4)                                                                                               \
    + (PAIR (r, 0x1.71de3a556c734p-19, 0x1.a01a01a01a01ap-16) * (r2)                                         \
       + PAIR (r, 0x1.a01a01a01a01ap-13, 0x1.6c16c16c16c17p-10)))                                            \
       * (r4)                                                                                                \
   + (PAIR (r, 0x1.1111111111111p-7, 0x1.5555555555555p-5) * (r2) + PAIR (r, 0x1.5555555555555p-3, 0.5)))

/* (D6), for |x| < 708. The low bits of `rounded` are k in two's complement. Moving them up to the exponent
 * drops the high bits, and adding BIAS there makes them 2^k. */
static double
exponential (double x)
{
  const double rounded = x * LOG_2_INVERSE + ROUNDING, k = rounded - ROUNDING;
  const double r = (x - k * LOG_2_HIGH) - k * LOG_2_LOW, r2 = r * r;

  return (1 + (r + r2 * SERIES (r, r2, (r2 * r2))))
         * from_bits ((to_bits (rounded) << MANTISSA) + ((guint64) BIAS << MANTISSA));
}

/* So many at once: a vector of AVX2; and so many vectors. */
enum { SIDE_BY_SIDE = 4, BLOCK = 8 };
typedef double Numbers
    __attribute__ ((vector_size (SIDE_BY_SIDE * sizeof (double)), aligned (sizeof (double)), may_alias));
typedef guint64 Bits
    __attribute__ ((vector_size (SIDE_BY_SIDE * sizeof (guint64)), aligned (sizeof (guint64)), may_alias));

/* Where the numbers of a vector stand in a row that has no more than @n: the last may repeat some of the one
 * before. */
BODY int
vector_at (int i, int n)
{
  return MIN (i, n - SIDE_BY_SIDE);
}

/* The arguments of exponentials: in a row one number less each cost, in cells each score less an origin of
 * its own. */
typedef struct {
  const double *costs, *scores, *origins;
  double base;
} Exponents;

BODY Numbers
numbers_at (const double *numbers, int at)
{
  return *(const Numbers *) (numbers + at);
}

/* Computes exponential(), with 0 for x from -707 down; for all vectors r is found before the first series,
 * since each alone would wait for its own. */
BODY void
exponential_block (int first, int n, Exponents of, double *restrict weights)
{
  Numbers r[BLOCK], power[BLOCK];
  int n_vectors = 0;

  for (int i = first; i < n && n_vectors < BLOCK; i += SIDE_BY_SIDE, n_vectors++) {
    const int at = vector_at (i, n);
    const Numbers x = of.costs != NULL ? of.base - numbers_at (of.costs, at)
                                       : numbers_at (of.scores, at) - numbers_at (of.origins, at);
    /* The lanes of small x are computed as if x were -707, and their power of 2 is made 0 at the end: there
     * is no branch. */
    const Bits is_kept = (Bits) (x > -707);
    const Numbers kept = (Numbers) (((Bits) x & is_kept) | ((Bits) ((Numbers){} - 707) & ~is_kept));
    const Numbers rounded = kept * LOG_2_INVERSE + ROUNDING, k = rounded - ROUNDING;

    r[n_vectors] = (kept - k * LOG_2_HIGH) - k * LOG_2_LOW;
    power[n_vectors] = (Numbers) ((((Bits) rounded << MANTISSA) + ((guint64) BIAS << MANTISSA)) & is_kept);
  }
  for (int v = 0; v < n_vectors; v++) {
    const Numbers r2 = r[v] * r[v];

    *(Numbers *) (weights + vector_at (first + v * SIDE_BY_SIDE, n)) =
        (1 + (r[v] + r2 * SERIES (r[v], r2, (r2 * r2)))) * power[v];
  }
}

/* Fewer numbers than a vector has are copied into one, behind which stand some of weight 0. */
BODY void
exponential_row_body (int n, const double *costs, double base, double *restrict weights)
{
  double few[SIDE_BY_SIDE], few_weights[SIDE_BY_SIDE];

  if (n >= SIDE_BY_SIDE) {
    for (int i = 0; i < n; i += BLOCK * SIDE_BY_SIDE)
      exponential_block (i, n, (Exponents){ .costs = costs, .base = base }, weights);
    return;
  }
  for (int i = 0; i < SIDE_BY_SIDE; i++)
    few[i] = i < n ? costs[i] : INFINITY;
  exponential_block (0, SIDE_BY_SIDE, (Exponents){ .costs = few, .base = base }, few_weights);
  memcpy (weights, few_weights, (gsize) n * sizeof (double));
}

BOTH (, void, exponential_row, (int n, const double *costs, double base, double *weights),
      (n, costs, base, weights))

BODY void
exponential_cells_body (int n, const double *scores, const double *origins, double *restrict weights)
{
  double few[SIDE_BY_SIDE], few_origins[SIDE_BY_SIDE], few_weights[SIDE_BY_SIDE];

  if (n >= SIDE_BY_SIDE) {
    for (int i = 0; i < n; i += BLOCK * SIDE_BY_SIDE)
      exponential_block (i, n, (Exponents){ .scores = scores, .origins = origins }, weights);
    return;
  }
  for (int i = 0; i < SIDE_BY_SIDE; i++) {
    few[i] = i < n ? scores[i] : -INFINITY;
    few_origins[i] = i < n ? origins[i] : 0;
  }
  exponential_block (0, SIDE_BY_SIDE, (Exponents){ .scores = few, .origins = few_origins }, few_weights);
  memcpy (weights, few_weights, (gsize) n * sizeof (double));
}

BOTH (, void, exponential_cells, (int n, const double *scores, const double *origins, double *weights),
      (n, scores, origins, weights))

/* The remainders that rounding leaves out of k UNIT, UNIT being 256 log 2, and of both of its halves (Dekker
 * 1971); k is an integer below 2^42. */
#define UNIT     0x1.62e42fefa39efp7
#define UNIT_LOW 0x1.abc9e3b39803fp-48

BODY Numbers
unit_error (Numbers k, Numbers product)
{
  const double high = 0x1.62e42ffp7, low = UNIT - high;
  const Numbers shifted = k * 0x1.0000002p27, k_high = shifted - (shifted - k), k_low = k - k_high;

  return ((k_high * high - product) + k_high * low + k_low * high) + k_low * low;
}

/* See exponential_wide(), for several numbers. The difference from the origin has two parts, as sums_distance() has
 * them. Those beyond the limit, and infinite ones, are replaced before the arithmetic, which would make them
 * NaN. */
BODY void
scaled_block (int at, const double *scores, const double *origins, int shift, double *restrict m,
              gint64 *restrict e)
{
  const Numbers base = -numbers_at (origins, at), cost = -numbers_at (scores, at), x = base - cost,
                part = x - base;
  const Bits is_near = (Bits) (x > -0x1p49), is_zero = (Bits) (cost == INFINITY);
  const Numbers low = (Numbers) ((Bits) ((base - (x - part)) - (cost + part)) & is_near);
  const Numbers near = (Numbers) (((Bits) x & is_near) | ((Bits) ((Numbers){} - 0x1p49) & ~is_near));
  const Numbers rounded_k = near * (1 / UNIT) + ROUNDING, k = rounded_k - ROUNDING, product = k * UNIT;
  const Numbers rest = (((near - product) - unit_error (k, product)) - k * UNIT_LOW) + low;
  const Numbers rounded = rest * LOG_2_INVERSE + ROUNDING, k2 = rounded - ROUNDING;
  const Numbers r = (rest - k2 * LOG_2_HIGH) - k2 * LOG_2_LOW, r2 = r * r;
  const Numbers power = (Numbers) (((Bits) rounded << MANTISSA) + ((guint64) (BIAS - shift) << MANTISSA));
  const Bits exponent = (Bits) (((Bits) rounded_k - (Bits) ((Numbers){} + ROUNDING)) << 8);

  *(Numbers *) (m + at) = (Numbers) ((Bits) ((1 + (r + r2 * SERIES (r, r2, (r2 * r2)))) * power) & ~is_zero);
  *(Bits *) (e + at) = (exponent & ~is_zero) | (((Bits){} + (guint64) EXPONENTIAL_OF_ZERO) & is_zero);
}

BODY void
exponential_scaled_cells_body (int n, const double *scores, const double *origins, int shift, double *m,
                               gint64 *e)
{
  double few[SIDE_BY_SIDE], few_origins[SIDE_BY_SIDE], few_m[SIDE_BY_SIDE];
  gint64 few_e[SIDE_BY_SIDE];

  for (int i = 0; i < n && n >= SIDE_BY_SIDE; i += SIDE_BY_SIDE)
    scaled_block (vector_at (i, n), scores, origins, shift, m, e);
  if (n >= SIDE_BY_SIDE)
    return;
  for (int i = 0; i < SIDE_BY_SIDE; i++) {
    few[i] = i < n ? scores[i] : -INFINITY;
    few_origins[i] = i < n ? origins[i] : 0;
  }
  scaled_block (0, few, few_origins, shift, few_m, few_e);
  memcpy (m, few_m, (gsize) n * sizeof (double));
  memcpy (e, few_e, (gsize) n * sizeof (gint64));
}

BOTH (, void, exponential_scaled_cells,
      (int n, const double *scores, const double *origins, int shift, double *m, gint64 *e),
      (n, scores, origins, shift, m, e))

BODY void
exponential_greatest_body (int n, const double *scores, double *restrict greatest)
{
  for (int i = 0; i < n; i++)
    greatest[i] = scores[i] > greatest[i] ? scores[i] : greatest[i];
}

BOTH (, void, exponential_greatest, (int n, const double *scores, double *greatest), (n, scores, greatest))

/* The least of four numbers side by side, then the least of these: minima are exact in any order. */
BODY double
exponential_least_body (int n, const double *costs)
{
  double base = INFINITY;
  Numbers least = base - (Numbers){};

  for (int i = 0; i < n && n >= SIDE_BY_SIDE; i += SIDE_BY_SIDE) {
    const Numbers next = *(const Numbers *) (costs + vector_at (i, n));
    const Bits is_less = (Bits) (next < least);

    least = (Numbers) (((Bits) next & is_less) | ((Bits) least & ~is_less));
  }
  /* Fewer numbers than a vector has are compared one by one. */
  for (int i = 0; i < n && n < SIDE_BY_SIDE; i++)
    base = costs[i] < base ? costs[i] : base;
  for (int v = 0; v < SIDE_BY_SIDE; v++)
    base = least[v] < base ? least[v] : base;
  return base;
}

BOTH (, double, exponential_least, (int n, const double *costs), (n, costs))

double
exponential_of (double x)
{
  return exponential (x);
}

/* (D7). Subtracting the mantissa of sqrt 1/2 from the bits of x borrows one from the exponent if x, as a
 * number from 1 to 2, is below sqrt 2. So m comes out between sqrt 1/2 and sqrt 2, where |s| <= 0.172 and the
 * terms up to s^21 have all bits that a number can hold. Both exponents are added as integers, and multiplied
 * once. */
double
exponential_log (double x, gint64 exponent)
{
  const guint64 bits = to_bits (x), below = to_bits (M_SQRT1_2) & (((guint64) 1 << MANTISSA) - 1);
  const gint64 k = (gint64) ((bits - below) >> MANTISSA) - (BIAS - 1); /* so that m is at least sqrt 1/2 */
  const double m = from_bits (bits - ((guint64) k << MANTISSA)), total = (double) (exponent + k);
  const double s = (m - 1) / (m + 1), square = s * s;
  double p = 1. / 21;

  for (int i = 19; i > 1; i -= 2)
    p = p * square + 1. / i;
  return total * LOG_2_HIGH + (2 * s + (2 * s * square * p + total * LOG_2_LOW));
}

/* The halves of a number, of 26 bits each, so that products of halves are exact (Dekker 1971). */
static void
halve (double x, double *high, double *low)
{
  const double shifted = x * 0x1.0000002p27; /* 2^27 + 1 */

  *high = shifted - (shifted - x);
  *low = x - *high;
}

/* The error of the product of two numbers. */
static double
product_error (double x, double y, double product)
{
  double x_high, x_low, y_high, y_low;

  halve (x, &x_high, &x_low);
  halve (y, &y_high, &y_low);
  return ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low;
}

/* exp x = 2^(256 k) exp r with r = x - k unit, unit = 256 log 2. For |x| up to 2^49 the rounding of k unit
 * would be seen in r, so its error is computed and subtracted too. |r| is at most 128 log 2 = 89, which
 * exponential() takes. An infinite cost is replaced before the arithmetic, which would make it NaN. */
WideNumber
exponential_wide (double cost, double low)
{
  const double x = cost == INFINITY ? 0 : -cost, k = (x / UNIT + ROUNDING) - ROUNDING;
  const double product = k * UNIT;
  const double r = ((x - product) - product_error (k, UNIT, product)) - k * UNIT_LOW - low;

  return cost == INFINITY ? (WideNumber){ 0, 0 } : wide_normalize (exponential (r), (gint64) k);
}

guint64
exponential_flush_small (void)
{
#if defined __SSE2__
  const guint64 before = _mm_getcsr ();

  _mm_setcsr ((guint32) before | 0x8040);
  return before;
#elif defined __aarch64__
  guint64 before;

  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (guint64) 1 << 24));
  return before;
#else
  return 0;
#endif
}

void
exponential_flush_as_before (guint64 before)
{
#if defined __SSE2__
  _mm_setcsr ((guint32) before);
#elif defined __aarch64__
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
  (void) before;
#endif
}
