/* chart_doubles.c - charts of the best derivations, in doubles. */
#define Cell          double
#define CHART_NUMBERS chart_best_doubles
#define PLUS_16(x, y) ((Vector) _mm_max_pd ((__m128d) (x), (__m128d) (y)))
#define PLUS_32(x, y) ((Vector) _mm256_max_pd ((__m256d) (x), (__m256d) (y)))
#define PLUS_64(x, y) ((Vector) _mm512_max_pd ((__m512d) (x), (__m512d) (y)))

#include "tabular/chart_best.template.h"
