/* vectors.h - arithmetic element by element, with vector instructions.
 *
 * Results do not depend on the width of the vectors: no sum is reordered by it, no product fused with a sum.
 */
#ifndef NETWORK_VECTORS_H
#define NETWORK_VECTORS_H

#include <glib.h>

#include "network/real.h"

/* @sum += @x */
void vectors_add (int n, const Real *x, Real *sum);

/* @product = @x @y */
void vectors_multiply (int n, const Real *x, const Real *y, Real *product);

double vectors_sum_of_squares (gsize n, const Real *x);

/**
 * vectors_cells_forward:
 * @gates: what goes into the gates of @n cells: input, forget, candidate, output, @n each; becomes what comes
 * out
 * @before: (nullable): the states before; NULL for zeros
 *
 * A step of an LSTM: the new states, their tanh, and the output.
 */
void vectors_cells_forward (int n, Real *gates, const Real *before, Real *states, Real *tanhs, Real *output);

/**
 * vectors_cells_backward:
 * @gates: what came out of the gates; becomes the gradient at what went in
 * @d_output: the gradient at the output
 * @d_states: that at the states from later steps; becomes that at the states before
 */
void vectors_cells_backward (int n, Real *gates, const Real *before, const Real *tanhs, const Real *d_output,
                             Real *d_states);

/* A step of Adam on @n values: rate times bias corrections is @rate; gradients are scaled by @scale, then
 * forgotten. */
void vectors_adam_step (gsize n, Real rate, Real scale, Real *gradients, Real *first, Real *second,
                        Real *values);

#endif
