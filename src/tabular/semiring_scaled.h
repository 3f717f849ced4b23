/* semiring_scaled.h - (+, *) on positive numbers of any size, in vectors: numbers of double precision with
 * their exponents beside them (scaled_vector.template.h).
 *
 * Exponents are multiples of UNIT. No sum over derivations may be above 1, so that no exponent is above 0;
 * weights of at most 1/8 see to that, as n words have fewer than 6.75^n trees.
 */
#ifndef TABULAR_SEMIRING_SCALED_H
#define TABULAR_SEMIRING_SCALED_H

#include <glib.h>

#define SR_NAME scaled
#define SR_ZERO 0.0
#define SR_IS_ORDERED
#define SR_HAS_EXPONENTS

typedef double SrValue;

static inline void
sr_one (SrValue *x)
{
  *x = 1;
}

/* A number of double precision has its exponent + BIAS above MANTISSA bits. Of exponents + BIAS, those above
 * LEAST_BIASED count. */
enum { UNIT = 256, MANTISSA = 52, BIAS = 1023, LEAST_BIASED = BIAS - 3 * UNIT + UNIT / 2 };

/* Columns that are filled together. */
enum { COLUMNS = 2 };

/* That of zero: less than any number has, which for 4096 arcs of at most 2^49 + 3 nats is above -2^61.53.
 * Twice this is an exponent still. */
#define NO_EXPONENT (-((gint64) 3 << 60))

#endif
