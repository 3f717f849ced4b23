/* learner.c - gradients of few rows among many, and steps of Adam. */
#include "network/learner.h"

#include <math.h>

#include "base/memory.h"
#include "network/vectors.h"

typedef struct {
  gsize first;
  int n;
} LearnerRow;

gboolean
learner_init (Learner *learner, Real *values, gsize n_dense, gsize n_values, GError **error)
{
  *learner = (Learner){ .n_values = n_values, .n_dense = n_dense, .values = values };
  learner->rows = g_array_new (FALSE, FALSE, sizeof (LearnerRow));
  learner->gradients = g_try_new0 (Real, n_values);
  learner->first = g_try_new0 (Real, n_values);
  learner->second = g_try_new0 (Real, n_values);
  learner->is_touched = g_try_malloc0 (n_values - n_dense + 1);
  if (learner->gradients != NULL && learner->first != NULL && learner->second != NULL
      && learner->is_touched != NULL)
    return TRUE;
  return memory_fail (error, "a network of %" G_GSIZE_FORMAT " weights", n_values);
}

void
learner_clear (Learner *learner)
{
  if (learner->rows != NULL)
    g_array_unref (learner->rows);
  g_free (learner->gradients);
  g_free (learner->first);
  g_free (learner->second);
  g_free (learner->is_touched);
  *learner = (Learner){ 0 };
}

Real *
learner_row (Learner *learner, gsize first, int n)
{
  LearnerRow row = { first, n };

  if (!learner->is_touched[first - learner->n_dense]) {
    learner->is_touched[first - learner->n_dense] = TRUE;
    g_array_append_val (learner->rows, row);
  }
  return learner->gradients + first;
}

static void
step_row (Learner *learner, LearnerRow row, Real rate, Real scale)
{
  vectors_adam_step ((gsize) row.n, rate, scale, learner->gradients + row.first, learner->first + row.first,
                     learner->second + row.first, learner->values + row.first);
}

void
learner_step (Learner *learner, double rate, double most_length)
{
  double sum = vectors_sum_of_squares (learner->n_dense, learner->gradients), length, n;

  for (guint i = 0; i < learner->rows->len; i++) {
    LearnerRow row = g_array_index (learner->rows, LearnerRow, i);
    sum += vectors_sum_of_squares ((gsize) row.n, learner->gradients + row.first);
  }
  length = sqrt (sum);
  n = (double) ++learner->n_steps;
  rate *= sqrt (1 - pow (0.999, n)) / (1 - pow (0.9, n));
  Real scale = (Real) (length > most_length ? most_length / length : 1);
  vectors_adam_step (learner->n_dense, (Real) rate, scale, learner->gradients, learner->first,
                     learner->second, learner->values);
  for (guint i = 0; i < learner->rows->len; i++) {
    LearnerRow row = g_array_index (learner->rows, LearnerRow, i);
    step_row (learner, row, (Real) rate, scale);
    learner->is_touched[row.first - learner->n_dense] = FALSE;
  }
  g_array_set_size (learner->rows, 0);
}

void
learner_draw (TbkRandom *random, double most, Real *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (Real) (most * ((double) (tbk_random_next (random) >> 11) * 0x1p-52 - 1));
}
