/* semiring_minplus_float.h - least cost in single precision. See semiring_minplus_real.template.h. */
#ifndef TABULAR_SEMIRING_MINPLUS_FLOAT_H
#define TABULAR_SEMIRING_MINPLUS_FLOAT_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME  minplus_float
#define SR_LIMIT ((gint64) 1 << 24) /* integers below it are exact */

typedef float SrValue;

#ifdef __x86_64__
#define SR_SUM_16(x, y) ((Vector) _mm_min_ps ((__m128) (x), (__m128) (y)))
#define SR_SUM_32(x, y) ((Vector) _mm256_min_ps ((__m256) (x), (__m256) (y)))
#define SR_SUM_64(x, y) ((Vector) _mm512_min_ps ((__m512) (x), (__m512) (y)))
#endif

#include "tabular/semiring_minplus_real.template.h"

#endif
