/* weights.c - updates and averages of weights. */
#include "learning/weights.h"

#include "base/memory.h"

gboolean
weights_init (Weights *weights, int bits, GError **error)
{
  gsize n = ((gsize) 1 << bits) + MOST_CLASSES + BLOCK;

  *weights = (Weights){ .n = n };
  weights->now = g_try_new0 (gint16, n);
  weights->sums = g_try_new0 (gint64, n);
  if (weights->now != NULL && weights->sums != NULL)
    return TRUE;
  weights_clear (weights);
  return memory_fail (error, "%" G_GSIZE_FORMAT " weights", n);
}

void
weights_clear (Weights *weights)
{
  g_clear_pointer (&weights->now, g_free);
  g_clear_pointer (&weights->sums, g_free);
}

void
weights_update (Weights *weights, const Features *features, int class, int change)
{
  for (int f = 0; f < features->n; f++) {
    gsize i = (gsize) features->rows[f] + (gsize) class;
    int changed = weights->now[i] + change;
    if (changed > G_MAXINT16 || changed < -G_MAXINT16)
      continue;
    weights->now[i] = (gint16) changed;
    weights->sums[i] += weights->clock * change;
  }
}

/* The average times the clock. */
static inline gint64
average (const Weights *weights, gsize i)
{
  return weights->now[i] * weights->clock - weights->sums[i];
}

/* @value G_MAXINT16 / @greatest without what is behind the point, where @value <= @greatest < 2^62. A product
 * of more than 64 bits is divided digit by digit of G_MAXINT16, all of whose 15 are 1. */
static gint16
scale (guint64 value, guint64 greatest)
{
  guint64 rest = 0;
  int quotient = 0;

  if (value <= G_MAXUINT64 / G_MAXINT16)
    return (gint16) (value * G_MAXINT16 / greatest);
  for (int digit = 0; digit < 15; digit++) {
    rest = 2 * rest + value;
    quotient *= 2;
    for (; rest >= greatest; rest -= greatest)
      quotient++;
  }
  return (gint16) quotient;
}

void
weights_average (const Weights *weights, gint16 *averages, gsize n)
{
  gint64 greatest = 1;

  for (gsize i = 0; i < n; i++)
    greatest = MAX (greatest, ABS (average (weights, i)));
  for (gsize i = 0; i < n; i++) {
    gint64 value = average (weights, i);
    gint16 scaled = value == 0 ? 0 : scale ((guint64) ABS (value), (guint64) greatest);

    averages[i] = (gint16) (value < 0 ? -scaled : scaled);
  }
}
