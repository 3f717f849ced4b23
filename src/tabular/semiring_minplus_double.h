/* semiring_minplus_double.h - least cost in double precision. See semiring_minplus_real.template.h. */
#ifndef TABULAR_SEMIRING_MINPLUS_DOUBLE_H
#define TABULAR_SEMIRING_MINPLUS_DOUBLE_H

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

#include "tabular/semiring_minplus_real.template.h"

#endif
