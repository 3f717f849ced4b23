/* initial.c - the values with which a network begins to learn. */
#include <math.h>

#include "network/learner.h"
#include "network/network.h"

static void
draw_matrix (TbkRandom *random, Real *values, gsize rows, gsize columns, gsize inputs, gsize outputs)
{
  learner_draw (random, sqrt (6.0 / (double) (inputs + outputs)), values, rows * columns);
}

static void
draw_layer (TbkRandom *random, const Layer *layer, Real *values)
{
  gsize units = (gsize) layer->n_units;

  draw_matrix (random, values + layer->input, (gsize) layer->n_inputs, 8 * units, (gsize) layer->n_inputs,
               units);
  for (int d = 0; d < 2; d++) {
    draw_matrix (random, values + layer->recurrent[d], units, 4 * units, units, units);
    for (gsize i = 0; i < units; i++)
      values[layer->bias + (4 * (gsize) d + 1) * units + i] = 1; /* gates that forget begin open */
  }
}

void
network_draw_values (const Network *network, TbkRandom *random, Real *values)
{
  gsize hidden = (gsize) network->n_hidden, width = (gsize) network->n_slots * hidden;
  gsize vector = (gsize) network->vector_size, classes = (gsize) network->n_classes;

  for (int l = 0; l < network->n_layers; l++)
    draw_layer (random, &network->layers[l], values);
  draw_matrix (random, values + network->slots, vector, width, vector * (gsize) network->n_slots, hidden);
  for (int i = 0; i < network->n_lines; i++)
    learner_draw (random, 0.1, values + network->lines[i].rows,
                  (gsize) MAX (network->lines[i].n_values, 1) * hidden);
  draw_matrix (random, values + network->classes, classes, hidden, hidden, classes);
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    if (group->size > 0)
      learner_draw (random, sqrt (3.0 / group->size), values + group->vectors,
                    (gsize) dictionary_size (&group->strings) * (gsize) group->size);
  }
}
