/* weights.h - weights while they are learned, with what averaging needs.
 *
 * After T ticks of the clock the average of a weight is w - s / T, where an update by d at tick t adds d t
 * to s. A weight stays within 16 bits: what would take it further is left out.
 */
#ifndef PARSER_WEIGHTS_H
#define PARSER_WEIGHTS_H

#include "parser/model.h"

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
