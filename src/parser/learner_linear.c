/* learner_linear.c - how linear models learn: step by step, by beam, in two stages.
 *
 * Contents
 *   1. perceptron: averaged weights of linear models, whichever way they are learned
 *   2. learner_perceptron: learning of linear models, one update for each wrong prediction
 *   3. learner_beam: learning by beam search: where the best sequence is most ahead of the gold one
 *      ("max-violation"), or where the gold one leaves the beam ("early update"), the weights of both
 *      change, from where they part
 *   4. learner_stages: learning of models that choose the transition first, then its relation: an update of
 *      each stage that is wrong. The relation is that of the transition which is right
 */
#include "parser/parser.h"

/* 1. perceptron: averaged weights of linear models, whichever way they are learned.
 *
 * A step that is wrong adds 1 to the weights of the right class in the rows of its features, and takes 1
 * from those of the predicted one. The model gets the average of each weight over all steps: the last
 * weights depend too much on the last sentences. With a development set the averages of the best epoch are
 * kept, with the number of classes that there were by then; rows of later classes were not yet learned.
 */

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

/* A lesson is one sentence. The model's weights are set to those that change, since an epoch ended
 * with the averages. */
int
perceptron_begin_lesson (Trainer *trainer, int first, GError **error)
{
  const Perceptron *perceptron = trainer->learner;

  (void) first, (void) error;
  trainer->model->weights = perceptron->weights.now;
  return 1;
}

/* Averages the weights and keeps them if they are the best so far. Without a development set only the
 * last epoch counts, and averaging, which reads all weights, is left out before. */
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
  if (has_dev && !trainer->kind->evaluate (trainer, error))
    return FALSE;
  /* The share of words that are right or, of phrase structure, F1. */
  if (best_epoch_keep (&perceptron->best, &perceptron->weights, 2 * found->dev_both,
                       2 * found->dev_words + found->dev_gold + found->dev_found))
    perceptron->best_n_classes = model->n_classes;
  return TRUE;
}

/* Gives the best averages to the model. */
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

/* Finds the features of the configuration in hand. */
static void
perceptron_look (Trainer *trainer, const Sentence *sentence)
{
  const Perceptron *perceptron = trainer->learner;
  const TbkModel *model = trainer->model;

  features_extract (model->templates, &trainer->configuration, &sentence->words, model->bits,
                    perceptron->features);
  trainer->unit = MAX (perceptron->features->n, 1);
}

/* Moves weight to class @right from class @wrong, for the features that were found last. */
static void
perceptron_update (Perceptron *perceptron, int right, int wrong)
{
  weights_update (&perceptron->weights, perceptron->features, right, 1);
  weights_update (&perceptron->weights, perceptron->features, wrong, -1);
}

/* 2. learner_perceptron: learning of linear models, one update for each wrong prediction.
 *
 * A prediction is wrong if it is none of the classes that are right. Then the weights of the best of these
 * grow and those of the prediction shrink.
 */

enum { BITS = 22 };

/* Learns from the configuration in hand, and takes a step. The clock counts steps, for the averages.
 * If nothing that is right is possible there is nothing to learn, and the parser goes its own way. */
static gboolean
learn_step (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
            gboolean *is_taken, GError **error)
{
  Perceptron *perceptron = trainer->learner;
  TbkModel *model = trainer->model;
  int predicted, right;

  (void) error;
  perceptron_look (trainer, sentence);
  scores_fill (perceptron->weights.now, perceptron->features, model->n_classes, trainer->scores);
  right = trainer_best_right (trainer, sentence, optimal, choices);
  predicted = classes_best (model, choices, trainer->scores);
  *is_taken = predicted >= 0;
  if (predicted < 0)
    return TRUE;
  perceptron->weights.clock++;
  trainer->found.steps++;
  if (right < 0 || trainer_is_right (trainer, sentence, optimal, predicted)) {
    right = predicted;
  } else {
    trainer->found.wrong++;
    perceptron_update (perceptron, right, predicted);
  }
  classes_take (&trainer->configuration,
                &model->classes[trainer_follow (trainer, choices, predicted, right)]);
  return TRUE;
}

static gboolean
begin (Trainer *trainer, GError **error)
{
  return perceptron_begin (trainer, BITS, error);
}

static gboolean
learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  return trainer_walk (trainer, sentence, learn_step, error);
}

const LearnerKind learner_perceptron = { .begin = begin,
                                         .begin_lesson = perceptron_begin_lesson,
                                         .learn = learn,
                                         .end_epoch = perceptron_end_epoch,
                                         .evaluate = trainer_evaluate,
                                         .end = perceptron_end,
                                         .clear = perceptron_clear };

/* 3. learner_beam: learning by beam search: where the best sequence is most ahead of the gold one
 * ("max-violation"), or where the gold one leaves the beam ("early update"), the weights of both change,
 * from where they part. */

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

/* Learns from the best sequence and the gold one, both up to the step where the former is most ahead.
 * What they have in common would gain and lose the same, so it is left out. For the classes of gold 0
 * 2 1 3 and best 0 2 4 5 n_same is 2. */
static gboolean
learner_beam_learn (Trainer *trainer, const Sentence *sentence, GError **error)
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
learner_beam_begin (Trainer *trainer, GError **error)
{
  if (!perceptron_begin (trainer, BITS, error))
    return FALSE;
  ((Perceptron *) trainer->learner)->beam = beam_new (trainer->model, trainer->options->beam, TRUE);
  return TRUE;
}

const LearnerKind learner_beam = { .begin = learner_beam_begin,
                                   .begin_lesson = perceptron_begin_lesson,
                                   .learn = learner_beam_learn,
                                   .end_epoch = perceptron_end_epoch,
                                   .evaluate = trainer_evaluate,
                                   .end = perceptron_end,
                                   .clear = perceptron_clear };

/* 4. learner_stages: learning of models that choose the transition first, then its relation: an update of
 * each stage that is wrong. The relation is that of the transition which is right. */

/* Such models are for speed. */
enum { STAGES_BITS = 20 };

/* The transition of the set @right that has the highest score, of those that are possible; -1 if there is
 * none. */
static int
best_right_transition (const Trainer *trainer, guint right)
{
  int best = -1;

  for (int t = 0; t < trainer->model->system->n_transitions; t++)
    if ((right >> t & 1) != 0 && (best < 0 || trainer->scores[t] > trainer->scores[best]))
      best = t;
  return best;
}

/* The class of @transition with the gold relation of its word; -1 if the word cannot have it. */
static int
gold_class (const Trainer *trainer, const Sentence *sentence, int transition, const Choices *choices)
{
  const TbkModel *model = trainer->model;
  const TbkConfiguration *c = &trainer->configuration;
  int number = transition;

  if ((choices->relating >> transition & 1) != 0)
    number =
        stages_class (model, transition,
                      sentence->relations[classes_related_word (c, &c->system->transitions[transition])]);
  return number >= 0 && class_is_possible (model, &model->classes[number], choices) ? number : -1;
}

/* Learns from the configuration in hand, and takes a step; FALSE where there is none to take. First
 * the stage of the transition: the best right one gains if another was predicted. Then the stage of
 * the relation, of the transition that is right: the one predicted may be wrong and its relation
 * without meaning. The transition that is followed may be a third one; its relation is then the best
 * by score. */
static gboolean
learn_both (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices)
{
  Perceptron *perceptron = trainer->learner;
  const TbkModel *model = trainer->model;
  guint right_set = optimal & (choices->bare | choices->relating);
  int predicted = stages_choose_transition (model, perceptron->features, choices, trainer->scores);
  int right, followed, gold, class;
  gboolean is_wrong;

  if (predicted < 0)
    return FALSE;
  right = right_set == 0 || (right_set >> predicted & 1) != 0 ? predicted
                                                              : best_right_transition (trainer, right_set);
  perceptron->weights.clock++;
  trainer->found.steps++;
  is_wrong = right != predicted;
  if (is_wrong)
    perceptron_update (perceptron, right, predicted);
  followed = trainer_follow (trainer, choices, predicted, right);

  gold = right_set != 0 ? gold_class (trainer, sentence, right, choices) : -1;
  class = stages_choose_class (model, right, perceptron->features, choices, trainer->scores);
  if (gold >= 0 && class != gold) {
    is_wrong = TRUE;
    perceptron_update (perceptron, gold, class);
  }
  trainer->found.wrong += is_wrong;
  if (followed != right)
    class = stages_choose_class (model, followed, perceptron->features, choices, trainer->scores);
  else if (gold >= 0 && !trainer_is_exploring (trainer))
    class = gold;
  if (class >= 0)
    classes_take (&trainer->configuration, &model->classes[class]);
  return class >= 0;
}

static gboolean
learner_stages_learn_step (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
                           gboolean *is_taken, GError **error)
{
  (void) error;
  perceptron_look (trainer, sentence);
  *is_taken = learn_both (trainer, sentence, optimal, choices);
  return TRUE;
}

static gboolean
learner_stages_begin (Trainer *trainer, GError **error)
{
  return perceptron_begin (trainer, STAGES_BITS, error);
}

static gboolean
learner_stages_learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  return trainer_walk (trainer, sentence, learner_stages_learn_step, error);
}

const LearnerKind learner_stages = { .begin = learner_stages_begin,
                                     .begin_lesson = perceptron_begin_lesson,
                                     .learn = learner_stages_learn,
                                     .end_epoch = perceptron_end_epoch,
                                     .evaluate = trainer_evaluate,
                                     .end = perceptron_end,
                                     .clear = perceptron_clear };
