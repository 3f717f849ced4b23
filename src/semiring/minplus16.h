/* minplus16.h - least cost in 16 bits: costs below 32767. See minplus.template.h. */
#ifndef SEMIRING_MINPLUS16_H
#define SEMIRING_MINPLUS16_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME minplus16
#define SR_BITS 16
#define SR_ZERO 32767

typedef guint16 SrValue;

#include "semiring/minplus.template.h"

#endif
