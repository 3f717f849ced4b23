/* epoch.h - what trainings of all kinds do between epochs: the order of sentences, and the best weights. */
#ifndef LEARNING_EPOCH_H
#define LEARNING_EPOCH_H

#include "learning/weights.h"
#include "tbk/random.h"

/* Puts @order, of @n numbers, into another order. */
void epoch_shuffle (int *order, int n, TbkRandom *random);

/* The averages of an epoch, and those of the best so far. */
typedef struct {
  gint16 *averages, *best; /* best: (nullable) */
  gint64 right, of;        /* the share that the best got right of a development set */
} BestEpoch;

void best_epoch_init (BestEpoch *best, const Weights *weights);
void best_epoch_clear (BestEpoch *best);

/* Keeps `averages`, and makes room for the next, if @right of @of is a greater share than the best; or if @of
 * is 0, since there is no development set. Tells whether it does. */
gboolean best_epoch_keep (BestEpoch *best, const Weights *weights, gint64 right, gint64 of);

#endif
