/* lstm.c - a layer forward and backward, a step of all sequences at a time.
 *
 * Sequences a (4 words), b (3) and c (1) are packed by time; each row is a word, and starts[] are 0 3 5 7 8:
 *
 *   time      0         1       2       3
 *   row       0  1  2   3  4    5  6    7
 *   word      a0 b0 c0  a1 b1   a2 b2   a3
 *
 * What sequences have in common at two times are the first rows of both. So the step from time 0 to time 1 is
 * one product of a matrix of 2 rows. The backward direction goes from time 3 to 0: b begins at time 2, with
 * zeros before it, and c at time 0.
 *
 * A row of gates has 8 n_units numbers: four gates of the forward direction, then four of the backward one. A
 * row of outputs has 2 n_units. `number` is the direction, and chooses the half of a row.
 */
#include "learn/network.h"

#include <string.h>

#include "base/base.h"

/* starts[time + 1] - starts[time] sequences have a time. They are the first ones, as lengths fall. */
gboolean
pack_set (Pack *packing, const int *lengths, int n, GError **error)
{
  int time = 0;

  if (!reserve_words (&packing->starts, &packing->n_allocated, lengths[0], sizeof (int), error))
    return FALSE;
  packing->n_sequences = n;
  packing->n_times = lengths[0];
  packing->starts[0] = 0;
  /* Lengths decrease: as long as the shortest of `count` sequences goes on, each time has so many rows. */
  for (int count = n; count > 0; count--)
    for (; time < lengths[count - 1]; time++)
      packing->starts[time + 1] = packing->starts[time] + count;
  packing->n_rows = packing->starts[time];
  return TRUE;
}

void
pack_clear (Pack *packing)
{
  g_clear_pointer (&packing->starts, g_free);
  packing->n_allocated = 0;
}

/* Makes room for all rows of a packing. */
gboolean
layer_run_reserve (LayerRun *run, const Layer *layer, const Pack *packing, GError **error)
{
  const int units = layer->n_units;

  return (ROOM_RESERVE (&run->rows, packing->n_rows, ARRAY_OF (run->gates, 8 * units),
                        ARRAY_OF (run->before, 2 * units), ARRAY_OF (run->states, 2 * units),
                        ARRAY_OF (run->tanhs, 2 * units), ARRAY_OF (run->outputs, 2 * units))
          && ROOM_RESERVE (&run->sequences, packing->n_sequences, ARRAY_OF (run->carried, units),
                           ARRAY_OF (run->d_states, units)))
         || memory_fail (error, "the states of %d words", packing->n_rows);
}

void
layer_run_clear (LayerRun *run)
{
  room_clear (&run->rows);
  room_clear (&run->sequences);
}

/* A direction of a layer: where its columns begin, and where the rows of a time are continued. */
typedef struct {
  const Layer *layer;
  const Pack *packing;
  LayerRun *run;
  const Real *mask;
  int number;
  int step;           /* from the time before to the next: 1 or -1 */
  gsize wide, narrow; /* numbers in a row of gates, of outputs */
} Direction;

static Direction
direction (const Layer *layer, const Pack *packing, LayerRun *run, const Real *mask, int number)
{
  gsize units = (gsize) layer->n_units;

  return (Direction){ layer, packing, run, mask, number, number == 0 ? 1 : -1, 8 * units, 2 * units };
}

/* Counts the sequences that have both times; those are the first ones. */
static int
count_shared (const Pack *packing, int time, int other)
{
  return other < 0 || other >= packing->n_times
             ? 0
             : MIN (pack_count (packing, time), pack_count (packing, other));
}

/* The numbers of a direction in the row of a time and a sequence, of an array with 2 n_units a row. */
static inline Real *
narrow_row (const Direction *d, Real *rows, int time, int sequence)
{
  return rows + (gsize) (d->packing->starts[time] + sequence) * d->narrow
         + (gsize) (d->number * d->layer->n_units);
}

/* The numbers of a direction in a row of gates, with 8 n_units a row. */
static inline Real *
gates_row (const Direction *d, int time, int sequence)
{
  return d->run->gates + (gsize) (d->packing->starts[time] + sequence) * d->wide
         + (gsize) (d->number * 4 * d->layer->n_units);
}

static inline const Real *
mask_row (const Direction *d, int sequence)
{
  return d->mask + (gsize) sequence * d->narrow + (gsize) (d->number * d->layer->n_units);
}

/* Sets `before` of a time; sequences that begin there have zeros. */
static void
set_before (const Direction *d, int time, int n_continued)
{
  int units = d->layer->n_units;

  for (int s = 0; s < pack_count (d->packing, time); s++) {
    Real *before = narrow_row (d, d->run->before, time, s);
    if (s >= n_continued)
      memset (before, 0, (gsize) units * sizeof (Real));
    else if (d->mask == NULL)
      memcpy (before, narrow_row (d, d->run->outputs, time - d->step, s), (gsize) units * sizeof (Real));
    else
      vectors_multiply (units, narrow_row (d, d->run->outputs, time - d->step, s), mask_row (d, s), before);
  }
}

/* All sequences that have @time, one step further in their direction. The products of the inputs are in the
 * gates already; those of the outputs before are added, then each cell works alone. */
static void
step_forward (const Direction *d, const Real *values, int time)
{
  int units = d->layer->n_units, n_continued = count_shared (d->packing, time, time - d->step);
  LayerRun *run = d->run;

  /* The outputs of the time before; where there is any, its products are added to those of the inputs. */
  set_before (d, time, n_continued);
  if (n_continued > 0)
    blas_multiply (n_continued, 4 * units, units,
                   matrix (narrow_row (d, run->before, time, 0), (int) d->narrow),
                   matrix (values + d->layer->recurrent[d->number], 4 * units), TRUE, gates_row (d, time, 0),
                   (int) d->wide);
  for (int s = 0; s < pack_count (d->packing, time); s++)
    vectors_cells_forward (units, gates_row (d, time, s),
                           s < n_continued ? narrow_row (d, run->states, time - d->step, s) : NULL,
                           narrow_row (d, run->states, time, s), narrow_row (d, run->tanhs, time, s),
                           narrow_row (d, run->outputs, time, s));
}

/* Gates begin with the bias, to which both products are added. */
void
layer_forward (const Layer *layer, const Real *values, const Pack *packing, const Real *inputs,
               const Real *mask, LayerRun *run)
{
  int wide = 8 * layer->n_units;

  for (int row = 0; row < packing->n_rows; row++)
    memcpy (run->gates + (gsize) row * (gsize) wide, values + layer->bias, (gsize) wide * sizeof (Real));
  /* The products with the inputs do not depend on other times: one product for all, both directions side
   * by side. */
  blas_multiply (packing->n_rows, wide, layer->n_inputs, matrix (inputs, layer->n_inputs),
                 matrix (values + layer->input, wide), TRUE, run->gates, wide);
  for (int number = 0; number < 2; number++) {
    Direction d = direction (layer, packing, run, mask, number);
    for (int i = 0; i < packing->n_times; i++)
      step_forward (&d, values, number == 0 ? i : packing->n_times - 1 - i);
  }
}

/* The gradient of a time, from its outputs and from what was carried to it, to the gates and to the time
 * before. */
static void
step_backward (const Direction *d, const Real *values, int time, const Real *d_outputs)
{
  int units = d->layer->n_units, n_continued = count_shared (d->packing, time, time - d->step);
  int n_carried = count_shared (d->packing, time, time + d->step);
  LayerRun *run = d->run;

  for (int s = 0; s < pack_count (d->packing, time); s++) {
    Real *carried = run->carried + (gsize) s * (gsize) units,
         *d_states = run->d_states + (gsize) s * (gsize) units;
    /* A sequence that ends here has nothing carried to it. */
    if (s >= n_carried) {
      memset (carried, 0, (gsize) units * sizeof (Real));
      memset (d_states, 0, (gsize) units * sizeof (Real));
    }
    /* The gradient at an output comes from the layer above and from the next step, which used it too. */
    vectors_add (units, narrow_row (d, (Real *) d_outputs, time, s), carried);
    vectors_cells_backward (units, gates_row (d, time, s),
                            s < n_continued ? narrow_row (d, run->states, time - d->step, s) : NULL,
                            narrow_row (d, run->tanhs, time, s), carried, d_states);
  }
  /* The gates have their gradients now, and carry them to the outputs of the time before, through the
   * mask. */
  if (n_continued == 0)
    return;
  blas_multiply (n_continued, units, 4 * units, matrix (gates_row (d, time, 0), (int) d->wide),
                 transposed (values + d->layer->recurrent[d->number], 4 * units), FALSE, run->carried, units);
  for (int s = 0; s < n_continued && d->mask != NULL; s++) {
    Real *carried = run->carried + (gsize) s * (gsize) units;
    vectors_multiply (units, carried, mask_row (d, s), carried);
  }
}

/* Back through time in both directions, then the gradients of all parameters at once: those of a matrix are
 * the product of what went into it, over all rows, with the gradients of what came out. */
void
layer_backward (const Layer *layer, const Real *values, const Pack *packing, const Real *inputs,
                const Real *mask, LayerRun *run, const Real *d_outputs, Real *d_inputs, Real *gradients)
{
  int units = layer->n_units, wide = 8 * units;

  for (int number = 0; number < 2; number++) {
    Direction d = direction (layer, packing, run, mask, number);
    for (int i = packing->n_times - 1; i >= 0; i--)
      step_backward (&d, values, number == 0 ? i : packing->n_times - 1 - i, d_outputs);
    blas_multiply (units, 4 * units, packing->n_rows, transposed (run->before + number * units, 2 * units),
                   matrix (run->gates + number * 4 * units, wide), TRUE, gradients + layer->recurrent[number],
                   4 * units);
  }
  for (int row = 0; row < packing->n_rows; row++)
    vectors_add (wide, run->gates + (gsize) row * (gsize) wide, gradients + layer->bias);
  blas_multiply (layer->n_inputs, wide, packing->n_rows, transposed (inputs, layer->n_inputs),
                 matrix (run->gates, wide), TRUE, gradients + layer->input, wide);
  blas_multiply (packing->n_rows, layer->n_inputs, wide, matrix (run->gates, wide),
                 transposed (values + layer->input, wide), FALSE, d_inputs, layer->n_inputs);
}
