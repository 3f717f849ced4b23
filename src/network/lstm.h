/* lstm.h - layers of two LSTMs, one for each direction, over sequences side by side.
 *
 * Sequences are packed: they are sorted by falling length, and what they have at one time is one block of
 * rows. So a step of all sequences is one product of matrices, and no row is wasted on sequences that have
 * ended.
 *
 * Numbers are row after row. The parameters of a layer are found at offsets of one array, as are their
 * gradients. A row of gates has those of the forward direction, then those of the backward one; so do
 * outputs.
 *
 * Source    Hochreiter and Schmidhuber (1997), "Long short-term memory"; Gal and Ghahramani (2016), "A
 *           theoretically grounded application of dropout in recurrent neural networks", for masks that are
 *           one a sequence.
 */
#ifndef NETWORK_LSTM_H
#define NETWORK_LSTM_H

#include <glib.h>

#include "network/real.h"

typedef struct {
  int n_sequences, n_times, n_rows;
  int *starts; /* of times: the row where each begins, and n_rows */
  int n_allocated;
} Packing;

/* @lengths: of @n sequences, at least 1, falling */
gboolean packing_set (Packing *packing, const int *lengths, int n, GError **error);
void packing_clear (Packing *packing);

/* How many sequences have @time. */
static inline int
packing_count (const Packing *packing, int time)
{
  return packing->starts[time + 1] - packing->starts[time];
}

typedef struct {
  int n_inputs, n_units;
  gsize input;        /* n_inputs x 8 n_units */
  gsize bias;         /* 8 n_units */
  gsize recurrent[2]; /* n_units x 4 n_units */
} Layer;

/* What is known of a layer's work on a packing: needed to go back. */
typedef struct {
  Real *gates;                    /* n_rows x 8 n_units */
  Real *before;                   /* n_rows x 2 n_units: the outputs one step before, masked */
  Real *states, *tanhs, *outputs; /* n_rows x 2 n_units */
  Real *carried, *d_states;       /* n_sequences x n_units: gradients on their way */
  int n_allocated, n_sequences_allocated;
} LayerRun;

gboolean layer_run_reserve (LayerRun *run, const Layer *layer, const Packing *packing, GError **error);
void layer_run_clear (LayerRun *run);

/**
 * layer_forward:
 * @inputs: n_rows x n_inputs
 * @mask: (nullable): n_sequences x 2 n_units: the factors of outputs that go into the next step
 */
void layer_forward (const Layer *layer, const Real *values, const Packing *packing, const Real *inputs,
                    const Real *mask, LayerRun *run);

/**
 * layer_backward:
 * @d_outputs: the gradient at the outputs
 * @d_inputs: gets that at the inputs
 *
 * Adds to @gradients. The gates of @run are lost.
 */
void layer_backward (const Layer *layer, const Real *values, const Packing *packing, const Real *inputs,
                     const Real *mask, LayerRun *run, const Real *d_outputs, Real *d_inputs, Real *gradients);

#endif
