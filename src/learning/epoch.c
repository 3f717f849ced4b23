/* epoch.c - orders of sentences, and the averages that are kept. */
#include "learning/epoch.h"

void
epoch_shuffle (int *order, int n, TbkRandom *random)
{
  for (int i = n - 1; i > 0; i--) {
    int other = (int) tbk_random_below (random, (guint64) i + 1), former = order[i];
    order[i] = order[other];
    order[other] = former;
  }
}

void
best_epoch_init (BestEpoch *best, const Weights *weights)
{
  *best = (BestEpoch){ .averages = g_new (gint16, weights->n) };
}

void
best_epoch_clear (BestEpoch *best)
{
  g_free (best->averages);
  g_free (best->best);
}

gboolean
best_epoch_keep (BestEpoch *best, const Weights *weights, gint64 right, gint64 of)
{
  gint16 *former = best->best;

  if (former != NULL && of > 0 && right * best->of <= best->right * of)
    return FALSE;
  best->best = best->averages;
  best->averages = former != NULL ? former : g_new (gint16, weights->n);
  best->right = right;
  best->of = of;
  return TRUE;
}
