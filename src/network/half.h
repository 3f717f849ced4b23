/* half.h - numbers of half precision (IEEE 754 binary16), as files have them. */
#ifndef NETWORK_HALF_H
#define NETWORK_HALF_H

#include <glib.h>

#include "network/real.h"

/* The nearest, to even in ties; what is too large is the largest, what is no number 0. */
guint16 half_of_real (Real value);

/* FALSE for infinities and what is no number, which no file of ours has. */
static inline gboolean
half_is_finite (guint16 half)
{
  return (half & 0x7c00) != 0x7c00;
}

Real half_to_real (guint16 half);

#endif
