/* chart_floats.c - charts of the best derivations, in floats. */
#define Cell          float
#define CHART_NUMBERS chart_best_floats
#define PLUS_16(x, y) ((Vector) _mm_max_ps ((__m128) (x), (__m128) (y)))
#define PLUS_32(x, y) ((Vector) _mm256_max_ps ((__m256) (x), (__m256) (y)))
#define PLUS_64(x, y) ((Vector) _mm512_max_ps ((__m512) (x), (__m512) (y)))

#include "tabular/chart_best.template.h"
