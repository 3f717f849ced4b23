/* minplus16.h - least cost in 16 bits: costs below 32767. See minplus.template.h. */
#ifndef SEMIRING_MINPLUS16_H
#define SEMIRING_MINPLUS16_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME minplus16
#define SR_ZERO 32767

typedef guint16 SrValue;

#ifdef __x86_64__
#define SR_SUM_32(x, y) ((Vector) _mm256_min_epu16 ((__m256i) (x), (__m256i) (y)))
#define SR_SUM_64(x, y) ((Vector) _mm512_min_epu16 ((__m512i) (x), (__m512i) (y)))
#endif

#include "semiring/minplus.template.h"

#endif
