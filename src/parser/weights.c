/* weights.c - updates and averages of weights. */
#include "parser/weights.h"

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

void
weights_average (const Weights *weights, gint16 *averages, gsize n)
{
  gint64 greatest = 1;

  for (gsize i = 0; i < n; i++)
    greatest = MAX (greatest, ABS (average (weights, i)));
  for (gsize i = 0; i < n; i++) {
    gint64 value = average (weights, i);
    averages[i] = value == 0 ? 0 : (gint16) ((__int128) value * G_MAXINT16 / greatest);
  }
}
