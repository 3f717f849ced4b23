/* phrase_trainer.c - training of phrase-structure parsers: epochs over trees, one update for each wrong choice.
 *
 * What is right in a configuration are the transitions that keep its loss, or that of the gold sequence. A
 * choice is wrong if it is none of them; then the weights of the best of them grow and those of the choice
 * shrink. Bottom-up the label of a reduction is a choice of its own: right are the labels of the least loss
 * for that many children.
 */
#include <string.h>

#include "base/base.h"
#include "learn/learn.h"
#include "parser/phrase_parser.h"
#include "tbk/constituency_oracle.h"
#include "tbk/constituency_sequence.h"

enum { BITS = 23 };

typedef struct {
  const TbkPhraseTrainingOptions *options;
  TbkPhraseModel *model;
  PhraseTreebank treebank, dev;
  TbkVocabulary *dev_labels; /* those of the model, then others */
  int *order;
  Weights weights;
  BestEpoch best;
  TbkPhraseOracle *oracle;
  TbkPhraseScorer *scorer;
  TbkPhraseSequencer *sequencer;
  PhraseDecoder decoder;
  guint8 *right;   /* by class */
  int *candidates; /* classes */
  TbkRandom random;
  TbkPhraseEpoch found;
} PhraseTrainer;

void
tbk_phrase_training_options_init (TbkPhraseTrainingOptions *options)
{
  *options = (TbkPhraseTrainingOptions){ .explore = { .percent = 100 },
                                         .oracle_epochs = 1,
                                         .epochs = 10,
                                         .seed = 1,
                                         .max_words = TBK_TRAINING_MAX_WORDS };
}

/* What is right. */

static void
find_right (PhraseTrainer *trainer, const TbkPhraseValues *values)
{
  const TbkPhraseModel *model = trainer->model;
  const int n = model_n_classes (model);

  memset (trainer->right, FALSE, (gsize) n);
  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition transition = values->values[v].transition;
    const gboolean is_optimal = values->values[v].loss == values->loss;
    int class;

    if (transition.act == TBK_PHRASE_OPEN && transition.label < 0) {
      memset (trainer->right + CLASS_OPEN, is_optimal, (gsize) (n - CLASS_OPEN));
      continue;
    }
    class = phrase_state_class (model, transition);
    if (class >= 0 && phrase_has_second_choice (model, transition))
      trainer->right[class] |= is_optimal; /* by some label */
    else if (class >= 0)
      trainer->right[class] = is_optimal;
  }
}

/* The same of the labels of a reduction. */
static void
find_right_labels (PhraseTrainer *trainer, const TbkPhraseValues *values, int n_children)
{
  const int n = tbk_vocabulary_size (trainer->model->labels);
  int least = G_MAXINT;

  memset (trainer->right, FALSE, (gsize) n);
  for (int v = 0; v < values->n; v++)
    if (values->values[v].transition.n_children == n_children)
      least = MIN (least, values->values[v].loss);
  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition transition = values->values[v].transition;
    const gboolean is_least = values->values[v].loss == least;

    if (transition.n_children != n_children)
      continue;
    if (transition.label >= 0)
      trainer->right[transition.label] = is_least;
    else
      memset (trainer->right, is_least, (gsize) n);
  }
}

/* Choices. */

static gboolean
is_exploring (const PhraseTrainer *trainer)
{
  return !trainer->options->is_static && trainer->found.epoch > trainer->options->oracle_epochs;
}

static int
follow (PhraseTrainer *trainer, int n, const guint8 *possible, int predicted, int right)
{
  const TbkExplore *explore = &trainer->options->explore;
  Exploration exploration = { .classes = trainer->candidates,
                              .scores = trainer->decoder.scores,
                              .unit = MAX (trainer->decoder.features->n, 1),
                              .best = predicted,
                              .right = right };

  if (!is_exploring (trainer))
    return right;
  for (int c = 0; explore_looks_at_scores (explore) && c < n; c++)
    if (possible == NULL || possible[c])
      trainer->candidates[exploration.n_classes++] = c;
  return explore_choose (explore, &exploration, &trainer->random);
}

/* Adds @change to the weights of @class in the choice whose scores the decoder has. */
static void
update (PhraseTrainer *trainer, int class, gboolean is_first, int change)
{
  PhraseDecoder *decoder = &trainer->decoder;

  weights_update (&trainer->weights, decoder->features, class, change);
  if (!is_first || !model_is_bottom_up (trainer->model) || class <= CLASS_CHILDREN)
    return;
  phrase_features_extract_reduction (&decoder->state, class - CLASS_CHILDREN, decoder->of_reduction);
  weights_update (&trainer->weights, decoder->of_reduction, 0, change);
}

/* Learns from the scores of @n classes, of which those @possible may be chosen (NULL: labels, all of them);
 * returns the one to follow. */
static int
learn_choice (PhraseTrainer *trainer, int n, const guint8 *possible)
{
  const PhraseDecoder *decoder = &trainer->decoder;
  const int predicted = phrase_decoder_best (decoder, n, possible);
  int right;

  for (int c = 0; possible != NULL && c < n; c++)
    trainer->right[c] &= possible[c];
  right = phrase_decoder_best (decoder, n, trainer->right);
  trainer->weights.clock++;
  trainer->found.steps++;
  if (right < 0 || trainer->right[predicted]) {
    right = predicted;
  } else {
    trainer->found.wrong++;
    update (trainer, right, possible != NULL, 1);
    update (trainer, predicted, possible != NULL, -1);
  }
  return follow (trainer, n, possible, predicted, right);
}

/* Learns from a configuration by the values of its transitions, and takes one: that of @gold or, where there is
 * none, the one to follow. */
static gboolean
learn_step (PhraseTrainer *trainer, const TbkPhraseValues *values, const TbkPhraseTransition *gold,
            GError **error)
{
  const TbkPhraseModel *model = trainer->model;
  PhraseDecoder *decoder = &trainer->decoder;
  TbkPhraseTransition transition;

  phrase_decoder_score (decoder, trainer->weights.now);
  find_right (trainer, values);
  transition =
      phrase_transition (model, learn_choice (trainer, model_n_classes (model), decoder->possible), -1);
  if (phrase_has_second_choice (model, transition)) {
    phrase_decoder_score_labels (decoder, trainer->weights.now, transition.n_children);
    find_right_labels (trainer, values, transition.n_children);
    transition.label = learn_choice (trainer, tbk_vocabulary_size (model->labels), NULL);
  }
  return phrase_state_take (&decoder->state, gold != NULL ? *gold : transition, error);
}

/* Sees to it that the last loss of a sequence is the distance of what was built from the gold tree; the
 * published formula does not promise that. */
static gboolean
check_last_loss (PhraseTrainer *trainer, const PhraseSentence *sentence, GError **error)
{
  const TbkPhraseConfiguration *c = &trainer->decoder.state.c;
  TbkPhraseScore score = { 0 };
  int loss;

  if (trainer->options->method != TBK_PHRASE_EXACT)
    return TRUE;
  loss = tbk_phrase_oracle_loss (trainer->oracle, c, error);
  if (loss < 0
      || !tbk_phrase_scorer_add (trainer->scorer, sentence->tree.constituents, sentence->tree.n_constituents,
                                 c->built, c->n_built, &score, error))
    return FALSE;
  g_assert (loss == score.gold + score.found - 2 * score.both);
  return TRUE;
}

static gboolean
learn_dynamic (PhraseTrainer *trainer, const PhraseSentence *sentence, GError **error)
{
  PhraseState *state = &trainer->decoder.state;

  if (!tbk_phrase_oracle_set_gold (trainer->oracle, &sentence->tree, error))
    return FALSE;
  phrase_state_start (state, trainer->model, sentence->words, sentence->tree.n);
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    const TbkPhraseValues *values = tbk_phrase_oracle_values (trainer->oracle, &state->c, error);

    if (values == NULL || !learn_step (trainer, values, NULL, error))
      return FALSE;
  }
  return check_last_loss (trainer, sentence, error);
}

/* The gold transition is the only one that has a value. It is taken even where the caps of the model forbid it,
 * and nothing is learned: in-order, NT over enough constituents of one child. What no class stands for ends the
 * sentence. */
static gboolean
learn_static (PhraseTrainer *trainer, const PhraseSentence *sentence, GError **error)
{
  PhraseState *state = &trainer->decoder.state;
  TbkPhraseSequence sequence;

  if (!tbk_phrase_sequencer_run (trainer->sequencer, &sentence->tree, &sequence, error)
      || !tbk_phrase_oracle_set_gold (trainer->oracle, &sentence->tree, error))
    return FALSE;
  phrase_state_start (state, trainer->model, sentence->words, sentence->tree.n);
  for (gsize t = 0; t < sequence.length; t++) {
    TbkPhraseValue value = { sequence.transitions[t], 0 };

    if (phrase_state_class (trainer->model, sequence.transitions[t]) < 0)
      return TRUE;
    if (!learn_step (trainer, &(TbkPhraseValues){ .n = 1, .values = &value }, &value.transition, error))
      return FALSE;
  }
  return check_last_loss (trainer, sentence, error);
}

/* Epochs. */

static gboolean
run_epoch (PhraseTrainer *trainer, GError **error)
{
  const int n = (int) trainer->treebank.sentences->len;

  tbk_random_init (&trainer->random, trainer->options->seed, (guint64) trainer->found.epoch);
  epoch_shuffle (trainer->order, n, &trainer->random);
  trainer->found.steps = trainer->found.wrong = 0;
  for (int i = 0; i < n; i++) {
    const PhraseSentence *sentence = phrase_treebank_at (&trainer->treebank, trainer->order[i]);

    if (!(trainer->options->is_static ? learn_static (trainer, sentence, error)
                                      : learn_dynamic (trainer, sentence, error)))
      return phrase_treebank_fail_at (&trainer->treebank, sentence, error);
  }
  return TRUE;
}

/* Parses the development set with the model's weights. */
static gboolean
evaluate (PhraseTrainer *trainer, GError **error)
{
  const TbkPhraseConfiguration *c = &trainer->decoder.state.c;

  trainer->found.dev = (TbkPhraseScore){ 0 };
  for (guint i = 0; i < trainer->dev.sentences->len; i++) {
    const PhraseSentence *sentence = phrase_treebank_at (&trainer->dev, (int) i);

    if (!phrase_decoder_run (&trainer->decoder, sentence->words, sentence->tree.n, error)
        || !tbk_phrase_scorer_add (trainer->scorer, sentence->tree.constituents,
                                   sentence->tree.n_constituents, c->built, c->n_built, &trainer->found.dev,
                                   error))
      return phrase_treebank_fail_at (&trainer->dev, sentence, error);
  }
  return TRUE;
}

static gboolean
run_epochs (PhraseTrainer *trainer, TbkPhraseEpochFunc report, gpointer data, GError **error)
{
  const gboolean has_dev = trainer->dev.sentences->len > 0;
  TbkPhraseEpoch *found = &trainer->found;

  for (found->epoch = 1; found->epoch <= trainer->options->epochs; found->epoch++) {
    if (!run_epoch (trainer, error))
      return FALSE;
    if (has_dev || found->epoch == trainer->options->epochs) {
      weights_average (&trainer->weights, trainer->best.averages, model_n_phrase_weights (trainer->model));
      trainer->model->weights = trainer->best.averages;
      if (has_dev && !evaluate (trainer, error))
        return FALSE;
      best_epoch_keep (&trainer->best, &trainer->weights, 2 * found->dev.both,
                       found->dev.gold + found->dev.found);
    }
    if (report != NULL && !report (found, data, error))
      return FALSE;
  }
  return TRUE;
}

/* The beginning and the end. */

static gboolean
check_sentences (const PhraseTreebank *treebank, const char *path, const TbkSelection *selection,
                 const char *purpose, GError **error)
{
  if (treebank->sentences->len > 0)
    return TRUE;
  if (treebank->n_too_large > 0)
    return fail_data (error,
                      "%s: all trees have more than %" G_GINT64_FORMAT " words or %" G_GINT64_FORMAT
                      " constituents, expected smaller ones",
                      path, treebank->max_words, TBK_BRACKETS_CONSTITUENTS_A_WORD * treebank->max_words);
  return fail_none (error, path != NULL ? path : "no file", "trees",
                    selection == NULL ? NULL : selection->ids, purpose);
}

static gboolean
read_data (PhraseTrainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  TbkVocabulary *labels = trainer->model->labels;

  if (trainer->options->selection != NULL)
    trainer->treebank.selector = tbk_selector_new (trainer->options->selection);
  trainer->treebank.max_words = trainer->options->max_words;
  for (int i = 0; paths[i] != NULL; i++)
    if (!phrase_treebank_read (&trainer->treebank, paths[i], trainer->options->brackets, labels, error))
      return FALSE;
  if (!check_sentences (&trainer->treebank, paths[0], trainer->options->selection, "learn from", error))
    return FALSE;
  if (tbk_vocabulary_size (labels) > PHRASE_MOST_LABELS) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s: found %d different labels, expected at most %d",
                 paths[0], tbk_vocabulary_size (labels), PHRASE_MOST_LABELS);
    return FALSE;
  }
  for (int l = 0; l < tbk_vocabulary_size (labels); l++) {
    const char *name = tbk_vocabulary_name (labels, l);

    if (tbk_vocabulary_add (trainer->dev_labels, name, strlen (name), error) < 0)
      return FALSE;
  }
  return dev == NULL
         || (phrase_treebank_read (&trainer->dev, dev, trainer->options->brackets, trainer->dev_labels, error)
             && check_sentences (&trainer->dev, dev, NULL, "choose the best epoch by", error));
}

/* Makes the caps of the model what the sequence of @sentence needs. */
static gboolean
raise_caps (PhraseTrainer *trainer, PhraseState *state, const PhraseSentence *sentence, GError **error)
{
  TbkPhraseModel *model = trainer->model;
  TbkPhraseSequence sequence;

  if (!tbk_phrase_sequencer_run (trainer->sequencer, &sentence->tree, &sequence, error))
    return FALSE;
  phrase_state_start (state, model, sentence->words, sentence->tree.n);
  for (gsize t = 0; t < sequence.length; t++) {
    if (!phrase_state_take (state, sequence.transitions[t], error))
      return FALSE;
    model->max_unary = MAX (model->max_unary, state->n_unary);
    model->max_open = MAX (model->max_open, state->c.n_open);
    model->max_children = MAX (model->max_children, sequence.transitions[t].n_children);
  }
  return TRUE;
}

static gboolean
find_caps (PhraseTrainer *trainer, GError **error)
{
  TbkPhraseModel *model = trainer->model;
  PhraseState state = { 0 };
  gboolean done = TRUE;

  model->max_unary = model->max_open = 1;
  model->max_children = 2;
  for (guint i = 0; done && i < trainer->treebank.sentences->len; i++) {
    const PhraseSentence *sentence = phrase_treebank_at (&trainer->treebank, (int) i);

    done = raise_caps (trainer, &state, sentence, error)
           || phrase_treebank_fail_at (&trainer->treebank, sentence, error);
  }
  model->max_children = MIN (model->max_children, PHRASE_MOST_CHILDREN);
  phrase_state_clear (&state);
  return done;
}

static gboolean
trainer_begin_phrases (PhraseTrainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  TbkPhraseModel *model = trainer->model = g_new0 (TbkPhraseModel, 1);
  int n_classes;

  model->system =
      trainer->options->system != NULL ? trainer->options->system : tbk_phrase_system_find ("in-order");
  model->bits = BITS;
  model->labels = tbk_vocabulary_new ();
  trainer->dev_labels = tbk_vocabulary_new ();
  trainer->sequencer = tbk_phrase_sequencer_new (model->system);
  trainer->scorer = tbk_phrase_scorer_new ();
  phrase_treebank_init (&trainer->treebank);
  phrase_treebank_init (&trainer->dev);
  trainer->oracle = tbk_phrase_oracle_new (model->system, trainer->options->method, error);
  if (trainer->oracle == NULL || !read_data (trainer, paths, dev, error) || !find_caps (trainer, error)
      || !weights_init (&trainer->weights, BITS, error))
    return FALSE;
  n_classes = MAX (model_n_classes (model), tbk_vocabulary_size (model->labels));
  phrase_decoder_init (&trainer->decoder, model);
  best_epoch_init (&trainer->best, &trainer->weights);
  trainer->right = g_new0 (guint8, n_classes);
  trainer->candidates = g_new (int, n_classes);
  trainer->found.sentences = trainer->treebank.sentences->len;
  trainer->found.too_large = trainer->treebank.n_too_large;
  trainer->order = g_new (int, trainer->found.sentences);
  for (int i = 0; i < trainer->found.sentences; i++)
    trainer->order[i] = i;
  return TRUE;
}

static void
trainer_clear_phrases (PhraseTrainer *trainer)
{
  phrase_treebank_clear (&trainer->treebank);
  phrase_treebank_clear (&trainer->dev);
  tbk_vocabulary_free (trainer->dev_labels);
  tbk_phrase_sequencer_free (trainer->sequencer);
  tbk_phrase_oracle_free (trainer->oracle);
  tbk_phrase_scorer_free (trainer->scorer);
  phrase_decoder_clear (&trainer->decoder);
  tbk_phrase_model_free (trainer->model);
  weights_clear (&trainer->weights);
  best_epoch_clear (&trainer->best);
  g_free (trainer->right);
  g_free (trainer->candidates);
  g_free (trainer->order);
}

/* The model, complete; the trainer no longer owns it. */
static TbkPhraseModel *
finish (PhraseTrainer *trainer)
{
  TbkPhraseModel *model = trainer->model;

  trainer->model = NULL;
  model->own_weights = g_memdup2 (trainer->best.best, model_n_phrase_weights (model) * sizeof (gint16));
  model->weights = model->own_weights;
  return model;
}

TbkPhraseModel *
tbk_phrase_train (const TbkPhraseTrainingOptions *options, const char *const *paths, const char *dev,
                  TbkPhraseEpochFunc report, gpointer data, GError **error)
{
  PhraseTrainer trainer = { .options = options };
  TbkPhraseModel *model = NULL;

  g_return_val_if_fail (options->epochs >= 1 && options->oracle_epochs >= 0 && options->explore.alpha >= 0
                            && options->explore.percent >= 0 && options->explore.percent <= 100,
                        NULL);
  if (trainer_begin_phrases (&trainer, paths, dev, error) && run_epochs (&trainer, report, data, error))
    model = finish (&trainer);
  trainer_clear_phrases (&trainer);
  return model;
}
