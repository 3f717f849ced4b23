/* product.h - products of 64-bit numbers compared without rounding; not every processor has a type for
 * them. */
#ifndef BASE_PRODUCT_H
#define BASE_PRODUCT_H

#include <glib.h>

/* The upper half of a product; the lower is @a * @b. */
static inline guint64
product_upper (guint64 a, guint64 b)
{
  const guint64 a_low = a & G_MAXUINT32, a_high = a >> 32, b_low = b & G_MAXUINT32, b_high = b >> 32;
  const guint64 first = a_high * b_low + (a_low * b_low >> 32),
                second = a_low * b_high + (first & G_MAXUINT32);

  return a_high * b_high + (first >> 32) + (second >> 32);
}

/* Less than, equal to or greater than 0 as @a * @b is to @c * @d. */
static inline int
product_compare (guint64 a, guint64 b, guint64 c, guint64 d)
{
  guint64 left = product_upper (a, b), right = product_upper (c, d);

  if (left == right) {
    left = a * b;
    right = c * d;
  }
  return (left > right) - (left < right);
}

#endif
