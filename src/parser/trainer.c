/* trainer.c - training: epochs over a treebank, whatever learns from it. */
#include "parser/trainer.h"

#include "learning/epoch.h"

/* Shuffles the sentences and forgets the counts of the epoch before. */
static void
start_epoch (Trainer *trainer)
{
  tbk_random_init (&trainer->random, trainer->options->seed, (guint64) trainer->epoch);
  epoch_shuffle (trainer->order, (int) trainer->found.sentences, &trainer->random);
  trainer->found.epoch = trainer->epoch;
  trainer->found.steps = trainer->found.wrong = trainer->found.unvalued = 0;
}

static gboolean
run_lesson (Trainer *trainer, int first, int *n, GError **error)
{
  const LearnerKind *kind = trainer->kind;

  *n = kind->begin_lesson (trainer, first, error);
  for (int i = 0; i < *n; i++) {
    const Sentence *sentence = treebank_at (&trainer->treebank, trainer->order[first + i]);
    if (!kind->learn (trainer, sentence, error))
      return treebank_fail_at (&trainer->treebank, sentence, error);
  }
  return *n > 0 && (kind->end_lesson == NULL || kind->end_lesson (trainer, first, error));
}

static gboolean
run_epochs (Trainer *trainer, TbkEpochFunc report, gpointer data, GError **error)
{
  for (trainer->epoch = 1; trainer->epoch <= trainer->n_epochs; trainer->epoch++) {
    start_epoch (trainer);
    for (int first = 0, n; first < trainer->found.sentences; first += n)
      if (!run_lesson (trainer, first, &n, error))
        return FALSE;
    if (!trainer->kind->end_epoch (trainer, error)
        || (report != NULL && !report (&trainer->found, data, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
run_members (Trainer *trainer, TbkEpochFunc report, gpointer data, GError **error)
{
  const LearnerKind *kind = trainer->kind;

  for (trainer->member = 0; trainer->member < trainer->n_members; trainer->member++) {
    if ((kind->begin_member != NULL && !kind->begin_member (trainer, error))
        || !run_epochs (trainer, report, data, error))
      return FALSE;
    if (kind->end_member != NULL)
      kind->end_member (trainer);
  }
  return TRUE;
}

gboolean
trainer_begin (Trainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  const TbkTrainingOptions *options = trainer->options;
  TbkModel *model = trainer->model = g_new0 (TbkModel, 1);

  trainer->kind = training_options_learner (options);
  trainer->n_members = 1;
  model->system = options->system != NULL ? options->system : tbk_system_find ("arc-eager");
  model->bits = 1; /* where there is no table of weights */
  model->beam = MAX (options->beam, 1);
  model->has_stages = options->has_stages;
  if (!preparation_run (trainer, paths, dev, error) || !trainer->kind->begin (trainer, error))
    return FALSE;
  trainer->order = g_new (int, trainer->found.sentences);
  for (int i = 0; i < trainer->found.sentences; i++)
    trainer->order[i] = i;
  if (!options->is_static)
    trainer->oracle = tbk_oracle_new (model->system, options->policy, TBK_METHOD_EXACT, error);
  return options->is_static || trainer->oracle != NULL;
}

void
trainer_clear (Trainer *trainer)
{
  trainer->kind->clear (trainer);
  treebank_clear (&trainer->treebank);
  if (trainer->dev.sentences != NULL)
    treebank_clear (&trainer->dev);
  tbk_model_free (trainer->model);
  tbk_configuration_clear (&trainer->configuration);
  tbk_oracle_free (trainer->oracle);
  g_free (trainer->scores);
  g_free (trainer->possible);
  g_free (trainer->order);
  g_free (trainer->class_of);
}

TbkModel *
tbk_train (const TbkTrainingOptions *options, const char *const *paths, const char *dev, TbkEpochFunc report,
           gpointer data, GError **error)
{
  Trainer trainer = { .options = options };
  TbkModel *model = NULL;

  g_return_val_if_fail (options->epochs >= 0 && options->oracle_epochs >= 0 && options->explore.alpha >= 0
                            && options->explore.percent >= 0 && options->explore.percent <= 100
                            && options->beam >= 0 && options->beam <= TBK_PARSER_MAX_WIDTH,
                        NULL);
  if (!training_options_check (options, error))
    return NULL;
  if (trainer_begin (&trainer, paths, dev, error) && run_members (&trainer, report, data, error)) {
    trainer.kind->end (&trainer);
    model = g_steal_pointer (&trainer.model);
  }
  trainer_clear (&trainer);
  return model;
}
