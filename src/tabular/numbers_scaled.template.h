/* numbers_scaled.template.h - numbers with exponents beside them in vectors of one size, as chart_vector.template.h needs them.
 *
 * To be included there. Exponents are multiples of UNIT, in cells of their own. No sum over derivations may be above 1, so that no
 * exponent is above 0: weights of words of at most 1/16 see to that, as n words have fewer than 16^n derivations.
 *
 *   (R10)  a cell is m 2^e, e a multiple of 256, with 2^-128 <= m < 2^128, or m = 0 and e = EXPONENTIAL_OF_ZERO
 *   (R11)  a sum of products a b of cells is, with E the greatest of e(a) + e(b), 2^E times
 *              SUM m(a) m(b) 2^(e(a) + e(b) - E)
 *
 * The greatest product of (R11) is at least 2^-256 there. So what lacks 2^1024 of E is below 2^-768, and counts as 0: it is 2^512
 * times smaller than the sum. E takes a pass of its own over the exponents, since a sum that grew to it would wait for each of its
 * steps.
 *
 * Raised exponents, which are RAISE more, are positive. So as bits of numbers of the processor they have the same order, and it finds
 * the greatest of those in one step.
 *
 * Outside, a cell x has no exponent of its own. Let Z be the sum over all derivations, and x' what is outside of x. The cell that is
 * kept is
 *
 *   (R12)  v(x) = x' 2^e(x) / Z,    so that v(x) m(x) = x' x / Z <= 1
 *
 * An item p is a sum of products x y, so p' y is a term of x', and
 *
 *   (R13)  v(x) = SUM v(p) m(y) 2^(e(x) + e(y) - e(p)),    e(x) + e(y) - e(p) <= 256
 *
 * as p >= x y. No maximum is looked for here, which is two thirds of all products. v(x) below 2^-256 counts as 0. No cell is above
 * 1 = 2^0, so all e are at most 0, and (R13) is never far above 0 either where p, and with it x or y, is zero.
 */
#define Exponents NAME (Exponents)
#define Value     NAME (Scaled)

typedef guint64 Exponents __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (double))));

/* A vector of cells: m and e of (R10), or of a sum: m and E of (R11). */
typedef struct {
  Vector m;
  Exponents e;
} Value;

/* The greater ones of raised exponents. In cells that mean nothing sums of exponents may overflow, which unsigned numbers may. */
#if VECTOR_BYTES == 64
#define GREATER(x, y) ((Exponents) _mm512_max_epi64 ((__m512i) (x), (__m512i) (y)))
#elif VECTOR_BYTES == 32
#define GREATER(x, y) ((Exponents) _mm256_max_pd ((__m256d) (x), (__m256d) (y)))
#elif defined(__x86_64__)
#define GREATER(x, y) ((Exponents) _mm_max_pd ((__m128d) (x), (__m128d) (y)))
#else
#define GREATER(x, y)                                                                                        \
  (((x) & (Exponents) ((Vector) (x) > (Vector) (y))) | ((y) & ~(Exponents) ((Vector) (x) > (Vector) (y))))
#endif

INLINE Exponents
NAME (exponents_) (const Cell *cell, gssize exponents)
{
  return *(const Exponents *) (cell + exponents);
}

INLINE Value
NAME (get_) (const Cell *cell, gssize exponents)
{
  return (Value){ *(const Vector *) cell, NAME (exponents_) (cell, exponents) };
}

INLINE void
NAME (put_) (Cell *cell, gssize exponents, Value x)
{
  *(Vector *) cell = x.m;
  *(Exponents *) (cell + exponents) = x.e;
}

/* 2^(@raised - TO_POWER), and 0 from 2^-1024 down. RAISE has no bits below the 12th: so none of it is left. */
INLINE Vector
NAME (power_) (Exponents raised)
{
#if VECTOR_BYTES == 64
  return (Vector) _mm512_maskz_slli_epi64 (
      _mm512_cmpgt_epi64_mask ((__m512i) raised, _mm512_set1_epi64 ((gint64) RAISE)), (__m512i) raised,
      MANTISSA);
#else
  return (Vector) (GREATER (raised, (Exponents){} + RAISE) << MANTISSA);
#endif
}

/* An empty sum. */
INLINE Value
NAME (zero_) (void)
{
  return (Value){ (Vector){}, (Exponents){} + (guint64) (2 * EXPONENTIAL_OF_ZERO) };
}

INLINE Value
NAME (one_) (void)
{
  return (Value){ (Vector){} + 1, (Exponents){} };
}

/* x + a b by (R11), whose E may be new. */
INLINE Value
NAME (add_) (Value x, Value a, Value b)
{
  const Exponents e = a.e + b.e, E = GREATER (x.e + RAISE, e + RAISE) - RAISE;

  return (Value){ x.m * NAME (power_) (x.e - E + TO_POWER) + a.m * b.m * NAME (power_) (e - E + TO_POWER),
                  E };
}

INLINE Value
NAME (plus_) (Value x, Value y)
{
  return NAME (add_) (x, y, NAME (one_) ());
}

/* A sum as an item, by (R10). */
INLINE Value
NAME (item_) (Value x)
{
  const Exponents is_large = (Exponents) (x.m >= 0x1p128), is_small = (Exponents) (x.m < 0x1p-128);
  const Exponents is_zero = (Exponents) (x.m == 0), up = (Exponents){} + UNIT;
  const Exponents e = x.e + (up & is_large) - (up & is_small);

  /* 2^(256 (is_small - is_large)), by the exponent in its bits. */
  return (Value){
    x.m * (Vector) ((BIAS + (up & is_small) - (up & is_large)) << MANTISSA),
    (e & ~is_zero) | (((Exponents){} + (guint64) EXPONENTIAL_OF_ZERO) & is_zero),
  };
}

INLINE Value
NAME (times_) (Value x, Value y)
{
  return NAME (item_) ((Value){ x.m * y.m, x.e + y.e });
}

/* (R11) in two passes for each of CHART_ROWS sums x: the terms a b for m from @last down to @first, of rows a that are @down apart
 * and one row b. */
INLINE void
NAME (add_rows_) (Value *x, const Cell *a, gssize down, const Cell *b, gssize across, gssize exponents,
                  gssize first, gssize last)
{
  Exponents E[CHART_ROWS];
  Vector s[CHART_ROWS];

#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++)
    E[v] = x[v].e + RAISE;
  for (gssize m = last; m >= first; m--) {
    const Exponents e = NAME (exponents_) (b + m * across, exponents) + RAISE;

#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++)
      E[v] = GREATER (E[v], e + NAME (exponents_) (a + v * down + m * across, exponents));
  }
#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++) {
    E[v] -= RAISE + TO_POWER;
    s[v] = x[v].m * NAME (power_) (x[v].e - E[v]);
  }
  for (gssize m = last; m >= first; m--) {
    const Value y = NAME (get_) (b + m * across, exponents);

#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++) {
      const Value z = NAME (get_) (a + v * down + m * across, exponents);

      s[v] += z.m * y.m * NAME (power_) (z.e + y.e - E[v]);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++)
    x[v] = (Value){ s[v], E[v] + TO_POWER };
}

/* Outside, (R13). */

/* Adds to v of an item at @target that of a whole at @whole, @outer, times the other part and the weight; NULL: it is 1. */
INLINE Vector
NAME (hand_) (Vector x, const Cell *target, Vector outer, const Cell *whole, const Cell *other,
              const Cell *weight, gssize exponents)
{
  Exponents e = NAME (exponents_) (target, exponents) - NAME (exponents_) (whole, exponents) + TO_POWER;

  if (other != NULL) {
    outer *= *(const Vector *) other;
    e += NAME (exponents_) (other, exponents);
  }
  if (weight != NULL) {
    outer *= *(const Vector *) weight;
    e += NAME (exponents_) (weight, exponents);
  }
  /* Exponents of what is 0 lead beyond all numbers where there are several, or where a place is none. */
  return x + outer * (Vector) ((Exponents) NAME (power_) (e) & (Exponents) (outer != 0));
}

/* Adds the terms for m from @first to @last. */
INLINE Vector
NAME (hand_row_) (Vector x, const Cell *target, const Cell *whole, const Cell *outer, const Cell *inner,
                  gssize across, gssize exponents, gssize first, gssize last)
{
  for (gssize m = first; m <= last; m++)
    x = NAME (hand_) (x, target, *(const Vector *) (outer + m * across), whole + m * across,
                      inner + m * across, NULL, exponents);
  return x;
}

/* Adds for the items of CHART_ROWS rows, which are @next apart: either what is outside lies in such rows, or
 * what is inside. */
INLINE void
NAME (hand_rows_) (Vector *x, const Cell *target, gssize next, gboolean has_outer_rows, const Cell *whole,
                   const Cell *outer, const Cell *inner, gssize down, gssize across, gssize exponents,
                   gssize first, gssize last)
{
  const Cell *rows = has_outer_rows ? outer : inner, *row = has_outer_rows ? inner : outer;
  Exponents to[CHART_ROWS];

#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++)
    to[v] = NAME (exponents_) (target + v * next, exponents) + TO_POWER;
  for (gssize m = first; m <= last; m++) {
    const Vector y = *(const Vector *) (row + m * across);
    const Exponents e = NAME (exponents_) ((has_outer_rows ? inner : whole) + m * across, exponents);

#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++) {
      const gssize at = v * down + m * across;
      const Exponents d = NAME (exponents_) ((has_outer_rows ? whole : inner) + at, exponents);

      x[v] += *(const Vector *) (rows + at) * y
              * NAME (power_) (has_outer_rows ? (to[v] - d) + e : (to[v] + d) - e);
    }
  }
}

/* Returns what is outside of an item, as it is kept: what is too small to matter becomes 0. */
INLINE Vector
NAME (outside_) (Vector x)
{
  return (Vector) ((Exponents) x & (Exponents) (x >= 0x1p-256));
}

/* The share of a term of a whole. */
INLINE Vector
NAME (share_) (Vector outer, const Cell *whole, Value term, gssize exponents)
{
  return outer * term.m * NAME (power_) (term.e - NAME (exponents_) (whole, exponents) + TO_POWER);
}

#undef GREATER
