/* scaled.h - numbers of any size: a number of double precision with an exponent beside it (numbers_scaled.template.h). */
#ifndef TABULAR_SCALED_H
#define TABULAR_SCALED_H

/* Exponents are multiples of UNIT. A number of double precision has its own exponent + BIAS above MANTISSA bits. Of exponents +
 * BIAS, those above LEAST_BIASED count. */
enum { UNIT = 256, MANTISSA = 52, BIAS = 1023, LEAST_BIASED = BIAS - 3 * UNIT + UNIT / 2 };

#endif
