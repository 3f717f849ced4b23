/* train_beam.c - learning by beam search: where the best sequence is most ahead of the gold one
 * ("max-violation"), or where the gold one leaves the beam ("early update"), the weights of both change,
 * from where they part. */
#include "parser/train.h"

/* Takes the classes of a sequence and changes their weights, the first @n_same left out. */
static gboolean
update_sequence (Trainer *trainer, const Sentence *sentence, const int *classes, int n, int n_same,
                 int change, GError **error)
{
  TbkModel *model = trainer->model;
  TbkConfiguration *c = &trainer->configuration;

  if (!tbk_configuration_start (c, model->system, sentence->words.n, error))
    return FALSE;
  for (int i = 0; i < n; i++) {
    if (i >= n_same) {
      features_extract (model->templates, c, &sentence->words, model->bits, trainer->features);
      weights_update (&trainer->weights, trainer->features, classes[i], change);
    }
    classes_take (c, &model->classes[classes[i]]);
  }
  return TRUE;
}

gboolean
train_beam_learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  GoldSequence gold = { sentence->sequence, sentence->n_sequence, trainer->options->early_update };
  const int *classes;
  Violation violation;
  int n_gold, n_same = 0;

  if (!beam_run (trainer->beam, &sentence->words, &gold, error))
    return FALSE;
  violation = beam_violation (trainer->beam, &classes);
  trainer->weights.clock++;
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
