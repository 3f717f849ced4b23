/* trainer.c - training: its options, and epochs over a treebank.
 *
 * Contents
 *   1. training_options: which options of a training go together, and which learner they ask for
 *   2. trainer: training: epochs over a treebank, whatever learns from it
 *
 * A training has three loops, one in the other:
 *
 *   epochs      once through the treebank, in a new order each time
 *   lessons     the sentences after which weights change together: one, or for networks some 40 words
 *   sentences   the learner walks through each, from configuration to configuration (trainer_walk.c)
 *
 * The trainer has the loops, the order and the counts. A learner (LearnerKind) is a table of functions
 * that it calls at their beginnings and ends; what a learner keeps is in trainer->learner, and only the
 * learner looks there.
 */
#include "parser/parser.h"

#include "learn/learn.h"
#include "learn/network.h"

/* 1. training_options: which options of a training go together, and which learner they ask for. */

void
tbk_training_options_init (TbkTrainingOptions *options)
{
  *options = (TbkTrainingOptions){ .explore = { .probability = TBK_PROBABILITY_ONE },
                                   .oracle_epochs = 1,
                                   .columns = (1u << FIELD_DEPREL) - 1,
                                   .seed = 1,
                                   .max_words = TBK_TRAINING_MAX_WORDS };
}

/* Checks that the options go together. If several do not, the last in this list is reported. For
 * networks the library of matrices is loaded first, since without it none of the rest matters. Phrase
 * structure has none of these options. */
static gboolean
training_options_check (const TbkTrainingOptions *options, GError **error)
{
  const char *problem = NULL;

  if (options->phrase_system != NULL)
    return TRUE;
  if (options->model != TBK_MODEL_LINEAR && !blas_load (error))
    return FALSE;
  if (options->model != TBK_MODEL_LINEAR && options->beam > 1)
    problem = "networks have no beam: only linear models do";
  if (options->beam > 1 && !options->is_static)
    problem = "a beam is trained by the static oracle only";
  if (options->model != TBK_MODEL_LINEAR && options->has_stages)
    problem = "networks have one stage: two are of linear models";
  if (options->beam > 1 && options->has_stages)
    problem = "a beam is trained in one stage only";
  if (options->is_static && options->trees == TBK_TREES_ALL)
    problem =
        "the static oracle needs trees that the system can build: the others projectivized, or left out";
  if (!options->is_static && options->order != NULL)
    problem = "an order is one of the static oracle, found the dynamic one";
  if (!options->is_static && options->system != NULL && (options->system->features & TBK_HAS_CYCLES) != 0)
    problem = "transition sequences of this system may never end with a dynamic oracle: use the static one";
  if (problem != NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, problem);
  return problem == NULL;
}

/* Returns the learner that the options ask for. They go together, so the order of the tests does not
 * matter but for the first: phrase structure has one learner only. */
static const LearnerKind *
training_options_learner (const TbkTrainingOptions *options)
{
  if (options->phrase_system != NULL)
    return &learner_phrases;
  if (options->model != TBK_MODEL_LINEAR)
    return &learner_network;
  if (options->beam > 1)
    return &learner_beam;
  return options->has_stages ? &learner_stages : &learner_perceptron;
}

/* 2. trainer: training: epochs over a treebank, whatever learns from it. */

/* Shuffles the sentences and forgets the counts of the epoch before. The random numbers of an epoch
 * depend on the seed and its number alone. So the order in epoch 3 is the same however many numbers
 * epoch 2 has drawn. */
static void
start_epoch (Trainer *trainer)
{
  tbk_random_init (&trainer->random, trainer->options->seed, (guint64) trainer->epoch);
  epoch_shuffle (trainer->order, (int) trainer->found.sentences, &trainer->random);
  trainer->found.epoch = trainer->epoch;
  trainer->found.steps = trainer->found.wrong = trainer->found.unvalued = 0;
}

/* Runs the lesson that begins at place @first of the epoch's order, and sets *@n to its number of
 * sentences. The learner decides how many: it is asked first, as a network reads all of them side by
 * side before the first is walked through. A fault of a sentence is reported with its file and line. */
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

/* Runs all epochs. @report gets the counts of each epoch, and may end the training by an
 * error. Which epoch's weights are kept is up to the learner: without a development set the last, else
 * the best. */
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

/* Makes an empty model for the system of the options, and the oracle. With a static oracle there is
 * none to make: sequences are found before the first epoch (training_data.c). */
static gboolean
begin_model (Trainer *trainer, GError **error)
{
  const TbkTrainingOptions *options = trainer->options;
  TbkModel *model = trainer->model = g_new0 (TbkModel, 1);

  model->bits = 1; /* where there is no table of weights */
  if (options->phrase_system != NULL) {
    model->phrases.system = options->phrase_system;
    model->phrases.labels = tbk_vocabulary_new ();
    trainer->phrase_oracle = tbk_phrase_oracle_new (options->phrase_system, options->method, error);
    return trainer->phrase_oracle != NULL;
  }
  model->system = options->system != NULL ? options->system : tbk_system_find (TBK_SYSTEM_DEFAULT);
  model->beam = MAX (options->beam, 1);
  model->has_stages = options->has_stages;
  model->is_marked = options->is_marked;
  model->mark = options->mark;
  if (!options->is_static)
    trainer->oracle = tbk_oracle_new (model->system, options->policy, TBK_METHOD_EXACT, error);
  return options->is_static || trainer->oracle != NULL;
}

/* The order matters: the data are read when the model has its system, and the learner begins when the
 * number of relations, labels and classes is known. */
gboolean
trainer_begin (Trainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  trainer->kind = training_options_learner (trainer->options);
  if (!begin_model (trainer, error) || !preparation_run (trainer, paths, dev, error)
      || !trainer->kind->begin (trainer, error))
    return FALSE;
  trainer->order = g_new (int, trainer->found.sentences);
  for (int i = 0; i < trainer->found.sentences; i++)
    trainer->order[i] = i;
  return TRUE;
}

void
trainer_clear (Trainer *trainer)
{
  trainer->kind->clear (trainer);
  treebank_clear (&trainer->treebank);
  treebank_clear (&trainer->dev);
  tbk_model_free (trainer->model);
  tbk_configuration_clear (&trainer->configuration);
  tbk_oracle_free (trainer->oracle);
  tbk_phrase_oracle_free (trainer->phrase_oracle);
  g_free (trainer->scores);
  g_free (trainer->possible);
  g_free (trainer->order);
  g_free (trainer->class_of);
}

/* The trainer lends everything to the learner and is cleared in any case. The model leaves it only if
 * all went well, so half-trained weights are never returned. */
TbkModel *
tbk_train (const TbkTrainingOptions *options, const char *const *paths, const char *dev, TbkEpochFunc report,
           gpointer data, GError **error)
{
  Trainer trainer = { .options = options };
  TbkModel *model = NULL;

  g_return_val_if_fail (options->epochs >= 0 && options->oracle_epochs >= 0 && options->explore.alpha >= 0
                            && options->explore.probability >= 0
                            && options->explore.probability <= TBK_PROBABILITY_ONE && options->beam >= 0
                            && options->beam <= TBK_PARSER_MAX_WIDTH,
                        NULL);
  if (!training_options_check (options, error))
    return NULL;
  if (trainer_begin (&trainer, paths, dev, error) && run_epochs (&trainer, report, data, error)) {
    if (trainer.kind->end != NULL)
      trainer.kind->end (&trainer);
    model = g_steal_pointer (&trainer.model);
  }
  trainer_clear (&trainer);
  return model;
}
