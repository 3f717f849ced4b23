/* scaled.h - numbers of any size: a number of double precision with an exponent beside it (numbers_scaled.template.h). */
#ifndef TABULAR_SCALED_H
#define TABULAR_SCALED_H

/* Exponents are multiples of UNIT, from 2 EXPONENTIAL_OF_ZERO to 0. A number of double precision has its own exponent + BIAS above
 * MANTISSA bits. */
enum { UNIT = 256, MANTISSA = 52, BIAS = 1023 };

/* Summands that make all exponents positive, below the bits of infinity: of a number, and of one that becomes
 * a power of 2. */
#define RAISE    ((guint64) 7 << 60)
#define TO_POWER (RAISE + BIAS)

#endif
