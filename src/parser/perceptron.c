/* perceptron.c - averaged weights of linear models, whichever way they are learned. */
#include "parser/perceptron.h"

enum { DEFAULT_EPOCHS = 10 };

gboolean
perceptron_begin (Trainer *trainer, int bits, GError **error)
{
  Perceptron *perceptron = trainer->learner = g_new0 (Perceptron, 1);

  trainer->model->bits = bits;
  trainer->n_epochs = trainer->options->epochs > 0 ? trainer->options->epochs : DEFAULT_EPOCHS;
  perceptron->features = g_new (Features, 1);
  if (!weights_init (&perceptron->weights, bits, error))
    return FALSE;
  best_epoch_init (&perceptron->best, &perceptron->weights);
  return TRUE;
}

int
perceptron_begin_lesson (Trainer *trainer, int first, GError **error)
{
  const Perceptron *perceptron = trainer->learner;

  (void) first, (void) error;
  trainer->model->weights = perceptron->weights.now;
  return 1;
}

gboolean
perceptron_end_epoch (Trainer *trainer, GError **error)
{
  Perceptron *perceptron = trainer->learner;
  TbkModel *model = trainer->model;
  const TbkEpoch *found = &trainer->found;
  gboolean has_dev = trainer->dev.sentences->len > 0;

  if (!has_dev && trainer->epoch < trainer->n_epochs)
    return TRUE;
  weights_average (&perceptron->weights, perceptron->best.averages, model_n_weights (model));
  model->weights = perceptron->best.averages;
  if (has_dev && !trainer_evaluate (trainer, error))
    return FALSE;
  if (best_epoch_keep (&perceptron->best, &perceptron->weights, found->dev_both, found->dev_words))
    perceptron->best_n_classes = model->n_classes;
  return TRUE;
}

void
perceptron_end (Trainer *trainer)
{
  const Perceptron *perceptron = trainer->learner;
  TbkModel *model = trainer->model;

  model->n_classes = perceptron->best_n_classes;
  model->own_weights = g_memdup2 (perceptron->best.best, model_n_weights (model) * sizeof (gint16));
  model->weights = model->own_weights;
}

void
perceptron_clear (Trainer *trainer)
{
  Perceptron *perceptron = trainer->learner;

  if (perceptron == NULL)
    return;
  weights_clear (&perceptron->weights);
  best_epoch_clear (&perceptron->best);
  g_clear_pointer (&perceptron->beam, beam_free);
  g_free (perceptron->features);
  g_free (perceptron);
}

void
perceptron_look (Trainer *trainer, const Sentence *sentence)
{
  const Perceptron *perceptron = trainer->learner;
  const TbkModel *model = trainer->model;

  features_extract (model->templates, &trainer->configuration, &sentence->words, model->bits,
                    perceptron->features);
  trainer->unit = MAX (perceptron->features->n, 1);
}

void
perceptron_update (Perceptron *perceptron, int right, int wrong)
{
  weights_update (&perceptron->weights, perceptron->features, right, 1);
  weights_update (&perceptron->weights, perceptron->features, wrong, -1);
}
