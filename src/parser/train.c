/* train.c - training: epochs over a treebank, one update for each wrong prediction.
 *
 * The classes that are right in a configuration are the optimal transitions of an oracle, each with the
 * gold relation of its word, whether or not its arc is gold. A prediction is wrong if it is none of them;
 * then the weights of the best of them grow and those of the prediction shrink.
 */
#include "parser/train.h"
#include "network/blas.h"
#include "parser/network_train.h"

/* Models with stages are for speed. */
enum { BITS = 22, BITS_OF_STAGES = 20, DEFAULT_EPOCHS = 10, GROUP_SENTENCES = 64 };

void
tbk_training_options_init (TbkTrainingOptions *options)
{
  *options = (TbkTrainingOptions){
    .explore = { .percent = 100 }, .oracle_epochs = 1, .columns = (1u << FIELD_DEPREL) - 1, .seed = 1
  };
}

int
train_class_number (Trainer *trainer, int transition, int relation)
{
  TbkModel *model = trainer->model;

  if (model->has_stages)
    return stages_class (model, transition, relation);
  int *number = &trainer->class_of[transition * (model->n_relations + 1) + relation + 1];

  if (*number < 0 && model->n_classes < MOST_CLASSES) {
    *number = model->n_classes++;
    model->classes[*number] = (Class){ transition, relation };
    trainer->scores[*number] = 0;
  }
  return *number;
}

/* The best class that is right, of the transitions in the set @optimal; -1 if none is possible. */
static int
best_right_class (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices)
{
  const TbkConfiguration *c = &trainer->configuration;
  int best = -1;

  for (int t = 0; t < c->system->n_transitions; t++) {
    if ((optimal >> t & 1) == 0 || ((choices->bare | choices->relating) >> t & 1) == 0)
      continue;
    gboolean relates = (choices->relating >> t & 1) != 0;
    int word = relates ? classes_related_word (c, &c->system->transitions[t]) : 0;
    int number = train_class_number (trainer, t, relates ? sentence->relations[word] : NO_RELATION);
    if (number >= 0 && (best < 0 || trainer->scores[number] > trainer->scores[best])
        && class_is_possible (trainer->model, &trainer->model->classes[number], choices))
      best = number;
  }
  return best;
}

/* Whether class number @k is right. */
static gboolean
is_right (Trainer *trainer, const Sentence *sentence, guint optimal, int k)
{
  const Class *class = &trainer->model->classes[k];
  const TbkConfiguration *c = &trainer->configuration;

  if ((optimal >> class->transition & 1) == 0)
    return FALSE;
  return class->relation == NO_RELATION
         || class->relation
                == sentence->relations[classes_related_word (c, &c->system->transitions[class->transition])];
}

gboolean
train_is_exploring (const Trainer *trainer)
{
  return !trainer->options->is_static && trainer->epoch > trainer->options->oracle_epochs;
}

/* Whether class number @c may be followed. */
static gboolean
is_candidate (const TbkModel *model, const Choices *choices, int c)
{
  return model->has_stages ? ((choices->bare | choices->relating) >> c & 1) != 0
                           : class_is_possible (model, &model->classes[c], choices);
}

int
train_follow (Trainer *trainer, const Choices *choices, int predicted, int right)
{
  const TbkModel *model = trainer->model;
  const TbkExplore *explore = &trainer->options->explore;
  int n = model->has_stages ? model->system->n_transitions : model->n_classes;
  Exploration exploration = { .classes = trainer->possible,
                              .scores = trainer->scores,
                              .unit = trainer->lesson != NULL ? SCORE_UNIT : MAX (trainer->features->n, 1),
                              .best = predicted,
                              .right = right };

  if (!train_is_exploring (trainer))
    return right;
  for (int c = 0; explore_looks_at_scores (explore) && c < n; c++)
    if (is_candidate (model, choices, c))
      trainer->possible[exploration.n_classes++] = c;
  return explore_choose (explore, &exploration, &trainer->random);
}

/* Makes the last step of the lesson learn from what is right, if anything is. */
static void
tell_network (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
              gboolean is_any_right)
{
  const TbkModel *model = trainer->model;

  if (!is_any_right) {
    lesson_drop (trainer->lesson);
    return;
  }
  for (int k = 0; k < model->n_classes; k++)
    trainer->marks[k] = !class_is_possible (model, &model->classes[k], choices) ? CLASS_IMPOSSIBLE
                        : is_right (trainer, sentence, optimal, k)              ? CLASS_RIGHT
                                                                                : CLASS_WRONG;
  lesson_tell (trainer->lesson, trainer->marks);
}

static gboolean
score_step (Trainer *trainer, const Sentence *sentence, GError **error)
{
  const TbkModel *model = trainer->model;

  if (trainer->lesson != NULL)
    return network_score_step (trainer, error);
  features_extract (model->templates, &trainer->configuration, &sentence->words, model->bits,
                    trainer->features);
  scores_fill (trainer->weights.now, trainer->features, model->n_classes, trainer->scores);
  return TRUE;
}

/* Learns from a configuration and takes a step; @taken is FALSE where there is none to take. */
static gboolean
learn_step (Trainer *trainer, const Sentence *sentence, guint optimal, gboolean *is_taken, GError **error)
{
  TbkModel *model = trainer->model;
  TbkConfiguration *c = &trainer->configuration;
  Choices choices;
  int predicted, right;

  choices_find (c, sentence->n_roots == 1, &choices);
  if (model->has_stages) {
    features_extract (model->templates, c, &sentence->words, model->bits, trainer->features);
    *is_taken = train_stages_learn (trainer, sentence, optimal, &choices);
    return TRUE;
  }
  if (!score_step (trainer, sentence, error))
    return FALSE;
  right = best_right_class (trainer, sentence, optimal, &choices);
  predicted = classes_best (model, &choices, trainer->scores);
  *is_taken = predicted >= 0;
  if (trainer->lesson != NULL)
    tell_network (trainer, sentence, optimal, &choices, right >= 0);
  if (predicted < 0)
    return TRUE;
  trainer->weights.clock++;
  trainer->found.steps++;
  if (right < 0 || is_right (trainer, sentence, optimal, predicted)) {
    right = predicted;
  } else {
    trainer->found.wrong++;
    if (trainer->lesson == NULL) {
      weights_update (&trainer->weights, trainer->features, right, 1);
      weights_update (&trainer->weights, trainer->features, predicted, -1);
    }
  }
  classes_take (c, &model->classes[train_follow (trainer, &choices, predicted, right)]);
  return TRUE;
}

static gboolean
learn_dynamic (Trainer *trainer, const Sentence *sentence, GError **error)
{
  TbkConfiguration *c = &trainer->configuration;
  int values[TBK_MAX_TRANSITIONS];
  gboolean is_taken = TRUE;
  gint64 n_left;

  if (!tbk_oracle_set_gold (trainer->oracle, sentence->heads, sentence->words.n, error)
      || !tbk_configuration_start (c, trainer->model->system, sentence->words.n, error))
    return FALSE;
  n_left = most_steps (c);
  while (is_taken && n_left-- > 0 && !tbk_configuration_is_final (c)) {
    g_autoptr (GError) reason = NULL;

    if (!tbk_oracle_values (trainer->oracle, c, values, &reason)) {
      if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA)) {
        g_propagate_error (error, g_steal_pointer (&reason));
        return FALSE;
      }
      trainer->found.unvalued++; /* a search gave up: what comes after is not learned from */
      break;
    }
    if (!learn_step (trainer, sentence, tbk_oracle_optimal (trainer->oracle, values), &is_taken, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
learn_static (Trainer *trainer, const Sentence *sentence, GError **error)
{
  TbkConfiguration *c = &trainer->configuration;
  gboolean is_taken = TRUE;

  if (!tbk_configuration_start (c, trainer->model->system, sentence->words.n, error))
    return FALSE;
  for (int i = 0; is_taken && i < sentence->n_sequence; i++)
    if (!learn_step (trainer, sentence, 1u << trainer->model->classes[sentence->sequence[i]].transition,
                     &is_taken, error))
      return FALSE;
  return TRUE;
}

/* Epochs. */

void
trainer_start_epoch (Trainer *trainer)
{
  tbk_random_init (&trainer->random, trainer->options->seed, (guint64) trainer->epoch);
  epoch_shuffle (trainer->order, (int) trainer->treebank.sentences->len, &trainer->random);
  trainer->found.steps = trainer->found.wrong = trainer->found.unvalued = 0;
}

gboolean
train_learn_sentence (Trainer *trainer, const Sentence *sentence, GError **error)
{
  gboolean done = trainer->options->beam > 1    ? train_beam_learn (trainer, sentence, error)
                  : trainer->options->is_static ? learn_static (trainer, sentence, error)
                                                : learn_dynamic (trainer, sentence, error);

  return done || treebank_fail_at (&trainer->treebank, sentence, error);
}

static gboolean
run_epoch (Trainer *trainer, GError **error)
{
  trainer_start_epoch (trainer);
  trainer->model->weights = trainer->weights.now;
  for (guint i = 0; i < trainer->treebank.sentences->len; i++)
    if (!train_learn_sentence (trainer, treebank_at (&trainer->treebank, trainer->order[i]), error))
      return FALSE;
  return TRUE;
}

static gboolean
is_called (const TbkModel *model, int relation, TbkPiece name)
{
  return relation >= 0
         && piece_equals (
             name, (TbkPiece){ model->relations[relation].name, strlen (model->relations[relation].name) });
}

/* Tells the decoder which sentences come next, where a group of them begins. */
static gboolean
begin_group (const Trainer *trainer, Decoder *decoder, guint first, GError **error)
{
  const Words *group[GROUP_SENTENCES];
  int n = (int) MIN (trainer->dev.sentences->len - first, GROUP_SENTENCES);

  if (first % GROUP_SENTENCES != 0)
    return TRUE;
  for (int i = 0; i < n; i++)
    group[i] = &treebank_at (&trainer->dev, (int) first + i)->words;
  return decoder_expect (decoder, group, n, error);
}

gboolean
trainer_evaluate (Trainer *trainer, GError **error)
{
  TbkEpoch *found = &trainer->found;
  Decoder decoder;
  gboolean done = TRUE;

  decoder_init (&decoder, trainer->model, NULL);
  found->dev_words = found->dev_heads = found->dev_both = 0;
  for (guint i = 0; done && i < trainer->dev.sentences->len; i++) {
    const Sentence *sentence = treebank_at (&trainer->dev, (int) i);
    done = begin_group (trainer, &decoder, i, error) && decoder_run (&decoder, &sentence->words, error);
    found->dev_words += sentence->words.n;
    for (int word = 1; done && word <= sentence->words.n; word++) {
      gboolean is_head = decoder.heads[word] == sentence->heads[word];
      found->dev_heads += is_head;
      found->dev_both +=
          is_head && is_called (trainer->model, sentence->relations[word], decoder.deprels[word]);
    }
  }
  decoder_clear (&decoder);
  return done;
}

static gboolean
run_epochs (Trainer *trainer, TbkEpochFunc report, gpointer data, GError **error)
{
  gboolean has_dev = trainer->dev.sentences->len > 0;
  int n_epochs = trainer->options->epochs > 0 ? trainer->options->epochs : DEFAULT_EPOCHS;

  for (trainer->epoch = 1; trainer->epoch <= n_epochs; trainer->epoch++) {
    if (!run_epoch (trainer, error))
      return FALSE;
    trainer->found.epoch = trainer->epoch;
    if (has_dev || trainer->epoch == n_epochs) {
      weights_average (&trainer->weights, trainer->best.averages, model_n_weights (trainer->model));
      trainer->model->weights = trainer->best.averages;
      if (has_dev && !trainer_evaluate (trainer, error))
        return FALSE;
      if (best_epoch_keep (&trainer->best, &trainer->weights, trainer->found.dev_both,
                           trainer->found.dev_words))
        trainer->best_n_classes = trainer->model->n_classes;
    }
    if (report != NULL && !report (&trainer->found, data, error))
      return FALSE;
  }
  return TRUE;
}

/* The model, complete; the trainer no longer owns it. */
static TbkModel *
finish (Trainer *trainer)
{
  TbkModel *model = trainer->model;

  trainer->model = NULL;
  if (model->network != NULL)
    return model;
  model->n_classes = trainer->best_n_classes;
  model->own_weights = g_memdup2 (trainer->best.best, model_n_weights (model) * sizeof (gint16));
  model->weights = model->own_weights;
  return model;
}

static gboolean
check_options (const TbkTrainingOptions *options, GError **error)
{
  const char *problem = NULL;

  if (options->model != TBK_MODEL_LINEAR && !blas_load (error))
    return FALSE;
  if (options->model != TBK_MODEL_LINEAR && options->beam > 1)
    problem = "networks have no beam: only linear models do";
  if (options->model == TBK_MODEL_LINEAR && options->ensemble > 1)
    problem = "an ensemble is of networks: linear models have none";
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
    problem =
        "computations of this system may go round, which a dynamic oracle does not mind: use the static one";
  if (problem != NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, problem);
  return problem == NULL;
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
  if (!check_options (options, error))
    return NULL;
  if (trainer_begin (&trainer, options->has_stages ? BITS_OF_STAGES : BITS, paths, dev, error)
      && (options->model == TBK_MODEL_LINEAR ? run_epochs (&trainer, report, data, error)
                                             : network_train (&trainer, report, data, error)))
    model = finish (&trainer);
  trainer_clear (&trainer);
  return model;
}
