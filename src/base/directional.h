/* directional.h - characters that turn the direction of what stands beside them. */
#ifndef BASE_DIRECTIONAL_H
#define BASE_DIRECTIONAL_H

#include <glib.h>

/* Whether @c begins or ends a run of a direction: embeddings, overrides and isolates. */
static inline gboolean
is_directional_control (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Whether @c is a mark without form that is written in a direction; words of some languages have such. */
static inline gboolean
is_directional_mark (gunichar c)
{
  return c == 0x200e || c == 0x200f || c == 0x61c;
}

/* Whether @c is in one of the blocks of Unicode that hold letters written from right to left, today's and
 * those to come. */
static inline gboolean
is_right_to_left (gunichar c)
{
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefe)
         || (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

#endif
