/* minplus8.h - least cost in 8 bits: costs below 127. See minplus.template.h. */
#ifndef SEMIRING_MINPLUS8_H
#define SEMIRING_MINPLUS8_H

#include <glib.h>

#include "tbk/tabular.h"

#define SR_NAME minplus8
#define SR_BITS 8
#define SR_ZERO 127

typedef guint8 SrValue;

#include "semiring/minplus.template.h"

#endif
