/* lesson.c - forward with dropout, and back.
 *
 * Steps of a batch of sentences are gathered with the values, hidden units and scores that each had. Then the
 * gradients of all steps go back together, through the stages of network_reading.c in the opposite order.
 */
#include "learn/network.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

gboolean
lesson_init (Lesson *lesson, Network *network, guint64 seed, GError **error)
{
  *lesson = (Lesson){ .network = network };
  tbk_random_init (&lesson->random, seed, 0);
  reading_init (&lesson->reading, network);
  return learner_init (&lesson->learner, network->values, network->n_dense, network->n_values, error);
}

void
lesson_clear (Lesson *lesson)
{
  if (lesson->network == NULL)
    return;
  learner_clear (&lesson->learner);
  reading_clear (&lesson->reading);
  for (int g = 0; g < N_GROUPS; g++)
    g_free (lesson->counts[g]);
  for (int l = 0; l < MOST_LAYERS; l++) {
    g_free (lesson->masks.steps[l]);
    g_free (lesson->masks.outputs[l]);
  }
  room_clear (&lesson->room_of_steps);
  room_clear (&lesson->room_of_rows);
  *lesson = (Lesson){ 0 };
}

/* Dropout. */

/* TRUE with the probability @share. */
static gboolean
happens (Lesson *lesson, double share)
{
  return (double) (random_next (&lesson->random) >> 11) * 0x1p-53 < share;
}

/* Whole groups of attributes are left out at random, and single strings as if they were unknown: a string
 * that training has c times with the probability 1 / (1 + c), so that the unknown string learns from rare
 * ones. What is left moves up in `numbers`, which has no gaps. */
static void
drop_strings (Lesson *lesson, WordStrings *strings)
{
  int *number = strings->numbers, *kept = strings->numbers;

  for (int g = 0; g < N_GROUPS; g++) {
    int n = strings->counts[g];
    if (g != GROUP_FORM && n > 0 && happens (lesson, lesson->dropout.attributes))
      strings->counts[g] = 0;
    for (int i = 0; i < n; i++, number++) {
      gboolean is_lost = lesson->dropout.words && lesson->counts[g] != NULL && *number >= FIRST_STRING
                         && happens (lesson, 1 / (1.0 + lesson->counts[g][*number]));
      if (strings->counts[g] > 0)
        *kept++ = is_lost ? UNKNOWN_STRING : *number;
    }
  }
}

/* Units that stay are made larger by what others lack, so that sums keep their size, and nothing changes when
 * all units work. */
static gboolean
draw_mask (Lesson *lesson, double share, Real **mask, GError **error)
{
  gsize n = (gsize) lesson->reading.packing.n_sequences * 2 * (gsize) lesson->network->n_units;
  Real kept = (Real) (1 / (1 - share));

  if (share <= 0)
    return TRUE;
  if (!TRY_RENEW (*mask, MAX (n, 1)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " numbers of a network", n);
  for (gsize i = 0; i < n; i++)
    (*mask)[i] = happens (lesson, share) ? 0 : kept;
  return TRUE;
}

static gboolean
draw_masks (Lesson *lesson, GError **error)
{
  for (int l = 0; l < lesson->network->n_layers; l++)
    if (!draw_mask (lesson, lesson->dropout.steps, &lesson->masks.steps[l], error)
        || !draw_mask (lesson, lesson->dropout.outputs, &lesson->masks.outputs[l], error))
      return FALSE;
  return TRUE;
}

/* Reads the sentences as they are at this moment: with the weights so far, and with what dropout leaves of
 * them. */
gboolean
lesson_begin (Lesson *lesson, const Words *const *sentences, int n, GError **error)
{
  lesson->n_steps = 0;
  if (!reading_begin (&lesson->reading, sentences, n, error))
    return FALSE;
  for (int row = 0; row < lesson->reading.n_rows; row++)
    drop_strings (lesson, &lesson->reading.strings[row]);
  return reading_pack_all (&lesson->reading, error) && draw_masks (lesson, error)
         && reading_run_masked (&lesson->reading, &lesson->masks, error);
}

/* Steps. */

static inline int *
step_values (Lesson *lesson, int step)
{
  return lesson->values + (gsize) step * (gsize) (lesson->network->n_lines + 1);
}

static inline Real *
step_hidden (Lesson *lesson, int step)
{
  return lesson->hiddens + (gsize) step * (gsize) lesson->network->n_hidden;
}

static inline Real *
step_logits (Lesson *lesson, int step)
{
  return lesson->logits + (gsize) step * (gsize) lesson->network->n_classes;
}

static void
drop_hidden (Lesson *lesson, Real *hidden)
{
  Real kept = (Real) (1 / (1 - lesson->dropout.hidden));

  for (int i = 0; i < lesson->network->n_hidden && lesson->dropout.hidden > 0; i++)
    hidden[i] = happens (lesson, lesson->dropout.hidden) ? 0 : hidden[i] * kept;
}

/* Each step has a row of what it looked at, of hidden units and of scores: the gradients, found for all steps
 * together, need them. */
const Real *
lesson_step (Lesson *lesson, const Templates *templates, int sentence, const TbkConfiguration *configuration,
             GError **error)
{
  const Network *network = lesson->network;
  int *values;

  if (!ROOM_RESERVE (
          &lesson->room_of_steps, lesson->n_steps + 1, ARRAY_OF (lesson->values, network->n_lines + 1),
          ARRAY_OF (lesson->hiddens, network->n_hidden), ARRAY_OF (lesson->logits, network->n_classes),
          ARRAY_OF (lesson->d_hiddens, network->n_hidden))) {
    memory_fail (error, "%d steps", lesson->n_steps + 1);
    return NULL;
  }
  Real *hidden = step_hidden (lesson, lesson->n_steps), *logits = step_logits (lesson, lesson->n_steps);
  values = step_values (lesson, lesson->n_steps++);
  values[0] = sentence;
  network_look (network, templates, configuration, lesson->reading.sentences[sentence], values + 1);
  reading_hide (&lesson->reading, sentence, values + 1, hidden);
  drop_hidden (lesson, hidden);
  reading_logits (network, hidden, logits);
  return logits;
}

/* The loss is -log of the share that right classes have among possible ones, each counting exp (score). Its
 * gradient at a score is that class's share, less its share among the right ones. It takes the place of the
 * score. The greatest is subtracted first, so that nothing overflows. */
double
lesson_tell (Lesson *lesson, const guint8 *marks)
{
  Real *logits = step_logits (lesson, lesson->n_steps - 1);
  double greatest = -INFINITY, sum = 0, right = 0;

  for (int k = 0; k < lesson->network->n_classes; k++)
    if (marks[k] != CLASS_IMPOSSIBLE)
      greatest = MAX (greatest, (double) logits[k]);
  for (int k = 0; k < lesson->network->n_classes; k++) {
    if (marks[k] == CLASS_IMPOSSIBLE) {
      logits[k] = 0;
      continue;
    }
    double share = exp ((double) logits[k] - greatest);
    sum += share;
    right += marks[k] == CLASS_RIGHT ? share : 0;
    logits[k] = (Real) share;
  }
  right = MAX (right, G_MINDOUBLE);
  for (int k = 0; k < lesson->network->n_classes; k++)
    logits[k] =
        (Real) ((double) logits[k] / sum - (marks[k] == CLASS_RIGHT ? (double) logits[k] / right : 0));
  return log (sum) - log (right);
}

void
lesson_drop (Lesson *lesson)
{
  lesson->n_steps--;
}

/* Back. */

/* Finds the gradient from scores to what is hidden, and to their weights. */
static void
go_back_to_hidden (Lesson *lesson)
{
  const Network *network = lesson->network;
  int hidden = network->n_hidden, classes = network->n_classes;
  Real *gradients = lesson->learner.gradients, kept = (Real) (1 / (1 - lesson->dropout.hidden));
  gsize n = (gsize) lesson->n_steps * (gsize) hidden;

  blas_multiply (classes, hidden, lesson->n_steps, transposed (lesson->logits, classes),
                 matrix (lesson->hiddens, hidden), TRUE, gradients + network->classes, hidden);
  for (int step = 0; step < lesson->n_steps; step++)
    vectors_add (classes, step_logits (lesson, step), gradients + network->class_bias);
  blas_multiply (lesson->n_steps, hidden, classes, matrix (lesson->logits, classes),
                 matrix (network->values + network->classes, hidden), FALSE, lesson->d_hiddens, hidden);
  /* A unit that was 0 or was left out passes nothing back. */
  for (gsize i = 0; i < n; i++)
    lesson->d_hiddens[i] = lesson->hiddens[i] > 0 ? lesson->d_hiddens[i] * kept : 0;
}

/* The gradient from what is hidden to products and rows of tables. */
static void
go_back_to_products (Lesson *lesson)
{
  const Network *network = lesson->network;
  const int hidden = network->n_hidden, width = network->n_slots * hidden;
  Real *gradients = lesson->learner.gradients;

  for (int step = 0; step < lesson->n_steps; step++) {
    const int *values = step_values (lesson, step);
    const Real *d_hidden = lesson->d_hiddens + (gsize) step * (gsize) hidden;
    gsize first = (gsize) lesson->reading.first_rows[values[0]];

    /* Every line of a step was added to its hidden units, so each gets their whole gradient. */
    vectors_add (hidden, d_hidden, gradients + network->bias);
    for (int i = 0; i < network->n_lines; i++) {
      const NetworkLine *line = &network->lines[i];
      int value = values[i + 1];
      Real *sum =
          line->n_values == 0 && value >= 0
              ? lesson->d_products + (first + (gsize) value) * (gsize) width + (gsize) (line->slot * hidden)
              : gradients + line_row (network, i, value);
      vectors_add (hidden, d_hidden, sum);
    }
  }
}

/* The gradient from products to the vectors of words, packed. */
static void
go_back_to_vectors (Lesson *lesson)
{
  const Network *network = lesson->network;
  const Reading *reading = &lesson->reading;
  int width = network->n_slots * network->n_hidden, size = network->vector_size, n = reading->n_rows;

  blas_multiply (size, width, n, transposed (reading->vectors, size), matrix (lesson->d_products, width),
                 TRUE, lesson->learner.gradients + network->slots, width);
  blas_multiply (n, size, width, matrix (lesson->d_products, width),
                 transposed (network->values + network->slots, width), FALSE, lesson->d_vectors, size);
  for (int row = 0; row < n; row++)
    memcpy (lesson->d_outputs + (gsize) row * (gsize) size,
            lesson->d_vectors + (gsize) reading->rows[row] * (gsize) size, (gsize) size * sizeof (Real));
}

/* The gradient through the layers; it comes to be where `d_outputs` is. */
static void
go_back_to_inputs (Lesson *lesson)
{
  const Network *network = lesson->network;
  Reading *reading = &lesson->reading;

  for (int l = network->n_layers - 1; l >= 0; l--) {
    const Real *inputs = l == 0                                 ? reading->inputs
                         : lesson->masks.outputs[l - 1] != NULL ? reading->masked[l - 1]
                                                                : reading->runs[l - 1].outputs;
    Real *d_inputs = lesson->d_inputs;
    if (lesson->masks.outputs[l] != NULL)
      reading_mask (&reading->packing, 2 * network->n_units, lesson->d_outputs, lesson->masks.outputs[l],
                    lesson->d_outputs);
    layer_backward (&network->layers[l], network->values, &reading->packing, inputs, lesson->masks.steps[l],
                    &reading->runs[l], lesson->d_outputs, d_inputs, lesson->learner.gradients);
    lesson->d_inputs = lesson->d_outputs; /* both have the same room */
    lesson->d_outputs = d_inputs;
  }
}

/* Each string of a word gets the whole gradient of its group, since their vectors were added. */
static void
go_back_to_strings (Lesson *lesson)
{
  const Network *network = lesson->network;
  const Real *d_input = lesson->d_outputs;

  for (int row = 0; row < lesson->reading.n_rows; row++) {
    const WordStrings *strings = &lesson->reading.strings[lesson->reading.rows[row]];
    const int *number = strings->numbers;
    for (int g = 0; g < N_GROUPS; g++) {
      const StringGroup *group = &network->groups[g];
      for (int i = 0; i < strings->counts[g]; i++) {
        gsize first = group->vectors + (gsize) *number++ * (gsize) group->size;
        vectors_add (group->size, d_input, learner_row (&lesson->learner, first, group->size));
      }
      d_input += group->size;
    }
  }
}

/* Goes from the scores back to the vectors of strings, each stage for all steps or words of the batch. */
gboolean
lesson_add_gradient (Lesson *lesson, GError **error)
{
  const Network *network = lesson->network;
  gsize n = (gsize) lesson->reading.n_rows, width = (gsize) (network->n_slots * network->n_hidden);
  const int widest = MAX (network->vector_size, network->input_size);

  if (lesson->n_steps == 0)
    return TRUE;
  if (!ROOM_RESERVE (&lesson->room_of_rows, n, ARRAY_OF (lesson->d_products, width),
                     ARRAY_OF (lesson->d_vectors, network->vector_size), ARRAY_OF (lesson->d_outputs, widest),
                     ARRAY_OF (lesson->d_inputs, widest)))
    return memory_fail (error, "the gradients of %" G_GSIZE_FORMAT " words", n);
  go_back_to_hidden (lesson);
  memset (lesson->d_products, 0, n * width * sizeof (Real));
  go_back_to_products (lesson);
  go_back_to_vectors (lesson);
  go_back_to_inputs (lesson);
  go_back_to_strings (lesson);
  return TRUE;
}
