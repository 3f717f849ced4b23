/* minplus8.h - least cost in 8 bits: costs below 127. See minplus.template.h. */
#ifndef SEMIRING_MINPLUS8_H
#define SEMIRING_MINPLUS8_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME minplus8
#define SR_ZERO 127

typedef guint8 SrValue;

#ifdef __SSE2__
#define SR_SUM_16(x, y) ((Vector) _mm_min_epu8 ((__m128i) (x), (__m128i) (y)))
#endif
#ifdef __x86_64__
#define SR_SUM_32(x, y) ((Vector) _mm256_min_epu8 ((__m256i) (x), (__m256i) (y)))
#define SR_SUM_64(x, y) ((Vector) _mm512_min_epu8 ((__m512i) (x), (__m512i) (y)))
#endif

#include "semiring/minplus.template.h"

#endif
