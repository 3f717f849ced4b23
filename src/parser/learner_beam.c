/* learner_beam.c - learning by beam search: where the best sequence is most ahead of the gold one
 * ("max-violation"), or where the gold one leaves the beam ("early update"), the weights of both change,
 * from where they part. */
#include "parser/perceptron.h"

enum { BITS = 22 };

/* Takes the classes of a sequence and changes their weights, the first @n_same left out. */
static gboolean
update_sequence (Trainer *trainer, const Sentence *sentence, const int *classes, int n, int n_same,
                 int change, GError **error)
{
  Perceptron *perceptron = trainer->learner;
  TbkModel *model = trainer->model;
  TbkConfiguration *c = &trainer->configuration;

  if (!tbk_configuration_start (c, model->system, sentence->words.n, error))
    return FALSE;
  for (int i = 0; i < n; i++) {
    if (i >= n_same) {
      perceptron_look (trainer, sentence);
      weights_update (&perceptron->weights, perceptron->features, classes[i], change);
    }
    classes_take (c, &model->classes[classes[i]]);
  }
  return TRUE;
}

static gboolean
learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  Perceptron *perceptron = trainer->learner;
  GoldSequence gold = { sentence->sequence, sentence->n_sequence, trainer->options->early_update };
  const int *classes;
  Violation violation;
  int n_gold, n_same = 0;

  if (!beam_run (perceptron->beam, &sentence->words, &gold, error))
    return FALSE;
  violation = beam_violation (perceptron->beam, &classes);
  perceptron->weights.clock++;
  trainer->found.steps++;
  if (!violation.is_violated)
    return TRUE;
  trainer->found.wrong++;
  n_gold = MIN (violation.n_steps, gold.n);
  while (n_same < MIN (n_gold, violation.n_classes) && classes[n_same] == gold.classes[n_same])
    n_same++;
  return update_sequence (trainer, sentence, gold.classes, n_gold, n_same, 1, error)
         && update_sequence (trainer, sentence, classes, violation.n_classes, n_same, -1, error);
}

static gboolean
begin (Trainer *trainer, GError **error)
{
  if (!perceptron_begin (trainer, BITS, error))
    return FALSE;
  ((Perceptron *) trainer->learner)->beam = beam_new (trainer->model, trainer->options->beam, TRUE);
  return TRUE;
}

const LearnerKind learner_beam = { .begin = begin,
                                   .begin_lesson = perceptron_begin_lesson,
                                   .learn = learn,
                                   .end_epoch = perceptron_end_epoch,
                                   .end = perceptron_end,
                                   .clear = perceptron_clear };
