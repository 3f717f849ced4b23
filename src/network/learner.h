/* learner.h - parameters while they are learned: gradients, and steps of Adam.
 *
 * Parameters are one array. Those before `n_dense` have a gradient at every step; the others are rows of
 * tables of which few have one, and only those change.
 *
 * Source    Kingma and Ba (2015), "Adam: a method for stochastic optimization".
 */
#ifndef NETWORK_LEARNER_H
#define NETWORK_LEARNER_H

#include "network/real.h"
#include "tbk/error.h"
#include "tbk/random.h"

typedef struct {
  gsize n_values, n_dense;
  Real *values; /* the caller's */
  Real *gradients, *first, *second;
  guint8 *is_touched; /* of the values after the dense ones, where a row begins */
  GArray *rows;       /* those that have a gradient */
  gint64 n_steps;
} Learner;

gboolean learner_init (Learner *learner, Real *values, gsize n_dense, gsize n_values, GError **error);
void learner_clear (Learner *learner);

/* The gradient of the row of @n values at @first, which is added to. */
Real *learner_row (Learner *learner, gsize first, int n);

/* Takes a step against the gradients, which become zero. Gradients longer than @most_length are shortened to
 * it. */
void learner_step (Learner *learner, double rate, double most_length);

/* Draws values from -@most to @most. */
void learner_draw (TbkRandom *random, double most, Real *values, gsize n);

#endif
