/* weights.h - weights while they are learned, with what averaging needs.
 *
 * After T ticks of the clock the average of a weight is w - s / T, where an update by d at tick t adds d t
 * to s. A weight stays within 16 bits: what would take it further is left out.
 */
#ifndef LEARNING_WEIGHTS_H
#define LEARNING_WEIGHTS_H

#include "features/features.h"

/* Rows of scores come in whole blocks. Classes beyond the most are not learned. */
enum { BLOCK = 32, MOST_CLASSES = 65536 };

/* The classes in a row, rounded up to whole blocks. */
static inline int
padded_classes (int n_classes)
{
  return (n_classes + BLOCK - 1) / BLOCK * BLOCK;
}

/* Adds up the rows of @features: a score for each class, padded. */
void scores_fill (const gint16 *weights, const Features *features, int n_classes, gint32 *scores);

typedef struct {
  gint16 *now;
  gint64 *sums;
  gsize n;
  gint64 clock;
} Weights;

gboolean weights_init (Weights *weights, int bits, GError **error);
void weights_clear (Weights *weights);

/* Adds @change to the weight of class number @class of each feature. */
void weights_update (Weights *weights, const Features *features, int class, int change);

/* Writes the averages of the first @n weights, in such units that the greatest, whatever its sign, is
 * G_MAXINT16. */
void weights_average (const Weights *weights, gint16 *averages, gsize n);

#endif
