/* mix.h - the mixing step of SplitMix64: every bit of the result depends on every bit given.
 *
 * Source    Steele, Lea and Flood (2014), "Fast Splittable Pseudorandom Number Generators".
 */
#ifndef BASE_MIX_H
#define BASE_MIX_H

#include <glib.h>

static inline guint64
mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

#endif
