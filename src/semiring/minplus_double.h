/* minplus_double.h - least cost in double precision. See minplus_real.template.h. */
#ifndef SEMIRING_MINPLUS_DOUBLE_H
#define SEMIRING_MINPLUS_DOUBLE_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME  minplus_double
#define SR_LIMIT ((gint64) 1 << 53) /* integers below it are exact */

typedef double SrValue;

#ifdef __x86_64__
#define SR_SUM_16(x, y) ((Vector) _mm_min_pd ((__m128d) (x), (__m128d) (y)))
#define SR_SUM_32(x, y) ((Vector) _mm256_min_pd ((__m256d) (x), (__m256d) (y)))
#define SR_SUM_64(x, y) ((Vector) _mm512_min_pd ((__m512d) (x), (__m512d) (y)))
#endif

#include "semiring/minplus_real.template.h"

#endif
