/* test_gradients.c - gradients against differences, in double precision: built with TBK_DOUBLE, as are the rooms that
 * reckon with Real. */
#include <criterion/criterion.h>
#include <math.h>

#include "learn/network.h"
#include "parser/parser.h"
#include "unit/time_limit.h"

enum { SENTENCES = 4, SAMPLES = 15 };

TestSuite (gradients, .timeout = TIME_LIMIT);

static void
begin (Trainer *trainer, const TbkTrainingOptions *options)
{
  static const char *const paths[] = { "data/la.conllu", NULL };
  g_autoptr (GError) error = NULL;

  *trainer = (Trainer){ .options = options };
  cr_assert (trainer_begin (trainer, paths, NULL, &error), "%s", error != NULL ? error->message : "");
}

/* Follows possible classes that are drawn, whatever their scores are, as if those drawn were right; returns the loss. */
static double
follow_path (Trainer *trainer, Lesson *lesson, int sentence)
{
  const TbkModel *model = trainer->model;
  TbkConfiguration *c = &trainer->configuration;
  const Words *words = lesson->reading.sentences[sentence];
  double loss = 0;
  static guint8 marks[MOST_CLASSES];
  Choices choices;

  cr_assert (tbk_configuration_start (c, model->system, words->n, NULL));
  while (!tbk_configuration_is_final (c)) {
    int taken = -1;
    choices_find (c, TRUE, &choices);
    cr_assert (lesson_step (lesson, model->templates, sentence, c, NULL) != NULL);
    for (int k = 0; k < model->n_classes; k++) {
      marks[k] = CLASS_IMPOSSIBLE;
      if (!class_is_possible (model, &model->classes[k], &choices))
        continue;
      marks[k] = random_below (&trainer->random, 5) == 0 ? CLASS_RIGHT : CLASS_WRONG;
      if (taken < 0 || marks[k] == CLASS_RIGHT)
        taken = k;
    }
    marks[taken] = CLASS_RIGHT;
    loss += lesson_tell (lesson, marks);
    classes_take (c, &model->classes[taken]);
  }
  return loss;
}

static double
find_loss (Trainer *trainer, Lesson *lesson)
{
  const Words *words[SENTENCES];
  double loss = 0;

  tbk_random_init (&trainer->random, 1, 1);
  tbk_random_init (&lesson->random, 1, 2);
  for (int s = 0; s < SENTENCES; s++)
    words[s] = &treebank_at (&trainer->treebank, s)->words;
  cr_assert (lesson_begin (lesson, words, SENTENCES, NULL));
  for (int s = 0; s < SENTENCES; s++)
    loss += follow_path (trainer, lesson, s);
  return loss;
}

/* Compares the gradient at some of the values from @first to @end that have one; returns how many of them are wrong. */
static int
compare_part (Trainer *trainer, Lesson *lesson, const Real *gradients, gsize first, gsize end,
              int *n_compared)
{
  const double step = 1e-5;
  TbkRandom random;
  int n = 0, n_wrong = 0;

  tbk_random_init (&random, 3, first);
  for (int tries = 0; first < end && tries < 100 * SAMPLES && n < SAMPLES; tries++) {
    gsize i = first + random_below (&random, end - first);
    Real *value = trainer->model->network->values + i, former = *value;
    if (fabs (gradients[i]) < 1e-3)
      continue;
    *value = former + step;
    double above = find_loss (trainer, lesson);
    *value = former - step;
    double difference = (above - find_loss (trainer, lesson)) / (2 * step);
    *value = former;
    double error = fabs (difference - gradients[i]) / (fabs (difference) + fabs (gradients[i]));
    cr_assert (error < 0.01, "value %zu: gradient %g, difference %g", i, gradients[i], difference);
    n_wrong += error > 1e-5;
    n++;
  }
  cr_assert (first == end || n > 0, "no gradient from %zu to %zu", first, end);
  *n_compared += n;
  return n_wrong;
}

/* A sum of few words turns from positive to negative at a kink, near which differences are not the gradient: rarely. */
static void
compare_gradients (TbkModelKind kind, Dropout dropout)
{
  TbkTrainingOptions options;
  Trainer trainer;
  Lesson lesson;
  int n = 0, n_wrong = 0;

  tbk_training_options_init (&options);
  options.model = kind;
  begin (&trainer, &options);
  const Network *network = trainer.model->network;
  cr_assert (lesson_init (&lesson, trainer.model->network, 1, NULL));
  network_draw_values (network, &lesson.random, network->values);
  lesson.dropout = dropout;
  find_loss (&trainer, &lesson);
  cr_assert (lesson_add_gradient (&lesson, NULL));
  g_autofree Real *gradients = g_memdup2 (lesson.learner.gradients, network->n_values * sizeof (Real));

  gsize bounds[40];
  int n_bounds = 0;
  for (int l = 0; l < network->n_layers; l++) {
    const Layer *layer = &network->layers[l];
    bounds[n_bounds++] = layer->input;
    bounds[n_bounds++] = layer->bias;
    bounds[n_bounds++] = layer->recurrent[0];
    bounds[n_bounds++] = layer->recurrent[1];
  }
  bounds[n_bounds++] = network->slots;
  bounds[n_bounds++] = network->lines[0].rows;
  bounds[n_bounds++] = network->bias;
  bounds[n_bounds++] = network->classes;
  bounds[n_bounds++] = network->class_bias;
  for (int g = 0; g < N_GROUPS; g++)
    bounds[n_bounds++] = network->groups[g].vectors;
  bounds[n_bounds++] = network->n_values;
  for (int b = 0; b + 1 < n_bounds; b++)
    n_wrong += compare_part (&trainer, &lesson, gradients, bounds[b], bounds[b + 1], &n);
  cr_assert (n_wrong <= n / 50, "%d of %d gradients are not those that differences show", n_wrong, n);
  lesson_clear (&lesson);
  trainer_clear (&trainer);
}

Test (gradients, of_the_bilstm)
{
  if (blas_load (NULL))
    compare_gradients (TBK_MODEL_BILSTM, (Dropout){ 0 });
}

Test (gradients, of_the_bilstm_with_dropout)
{
  if (blas_load (NULL))
    compare_gradients (TBK_MODEL_BILSTM,
                       (Dropout){ .attributes = 0.3, .outputs = 0.3, .steps = 0.3, .hidden = 0.3 });
}

Test (gradients, of_the_feedforward_network)
{
  if (blas_load (NULL))
    compare_gradients (TBK_MODEL_FEEDFORWARD, (Dropout){ .hidden = 0.5 });
}
