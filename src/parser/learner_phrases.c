/* learner_phrases.c - learning of phrase-structure parsers: one update for each wrong choice.
 *
 * The right transitions of a configuration are those that keep its loss, or that of the gold sequence. A
 * choice is wrong if it is none of them; then the weights of the best of them grow and those of the choice
 * shrink. Bottom-up the label of a reduction is a choice of its own: right are the labels of the least loss
 * for that many children.
 *
 * For example top-down after NT-S for (S (NP the dog) barks), labels S, NP and VP. The oracle values NT-NP
 * with loss 0, SH and all other NT-X with loss 1, and the configuration has loss 0. So `right` is TRUE for
 * the class of NT-NP alone. If the parser predicts SH, the weights of NT-NP grow and those of SH shrink.
 * In exploring epochs it then takes SH all the same: the loss of the configuration is 1 from there on, and
 * right is what keeps that.
 */
#include <string.h>

#include "base/base.h"
#include "oracle/phrases.h"
#include "parser/parser.h"
#include "tbk/oracle.h"

enum { BITS = 23 };

typedef struct PhraseLearner {
  PhraseScorer *scorer;
  TbkSequencer *sequencer;
  PhraseDecoder decoder;
  guint8 *right; /* by class */
} PhraseLearner;

static PhraseLearner *
learner_of (const Trainer *trainer)
{
  return ((Perceptron *) trainer->learner)->phrases;
}

/* Right choices. */

/* Sets right[k] for each class k. Values come in groups: one with label -1 first, which holds for all
 * labels, then those of labels that differ, which overwrite it. So NT-X is set for all labels at once
 * and corrected. Bottom-up a class is a number of children, which is right if any label keeps the
 * loss. */
static void
find_right (Trainer *trainer, const TbkPhraseValues *values)
{
  const TbkModel *model = trainer->model;
  const int n = phrase_n_classes (model);
  guint8 *right = learner_of (trainer)->right;

  memset (right, FALSE, (gsize) n);
  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition transition = values->values[v].transition;
    const gboolean is_optimal = values->values[v].loss == values->loss;
    int class;

    if (transition.act == TBK_PHRASE_OPEN && transition.label < 0) {
      memset (right + CLASS_OPEN, is_optimal, (gsize) (n - CLASS_OPEN));
      continue;
    }
    class = phrase_state_class (model, transition);
    if (class >= 0 && phrase_has_second_choice (model, transition))
      right[class] |= is_optimal; /* by some label */
    else if (class >= 0)
      right[class] = is_optimal;
  }
}

/* Sets right[l] for each label l of a reduction of @n_children. The least loss among these may be
 * above that of the configuration, when the number of children was a wrong choice. There is still a
 * best label, and it is learned. */
static void
find_right_labels (Trainer *trainer, const TbkPhraseValues *values, int n_children)
{
  const int n = tbk_vocabulary_size (trainer->model->phrases.labels);
  guint8 *right = learner_of (trainer)->right;
  int least = G_MAXINT;

  memset (right, FALSE, (gsize) n);
  for (int v = 0; v < values->n; v++)
    if (values->values[v].transition.n_children == n_children)
      least = MIN (least, values->values[v].loss);
  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition transition = values->values[v].transition;
    const gboolean is_least = values->values[v].loss == least;

    if (transition.n_children != n_children)
      continue;
    if (transition.label >= 0)
      right[transition.label] = is_least;
    else
      memset (right, is_least, (gsize) n);
  }
}

/* Choices. */

/* Returns the class to take, as trainer_follow() does for dependencies: the right one in the first
 * epochs, else what the options say. The unit of scores is the number of features, so that a score is
 * a mean of weights. */
static int
follow (Trainer *trainer, int n, const guint8 *possible, int predicted, int right)
{
  const TbkExplore *explore = &trainer->options->explore;
  const PhraseDecoder *decoder = &learner_of (trainer)->decoder;
  Exploration exploration = { .classes = trainer->possible,
                              .scores = decoder->scores,
                              .unit = MAX (decoder->features->n, 1),
                              .best = predicted,
                              .right = right };

  if (!trainer_is_exploring (trainer))
    return right;
  for (int c = 0; explore_looks_at_scores (explore) && c < n; c++)
    if (possible == NULL || possible[c])
      trainer->possible[exploration.n_classes++] = c;
  return explore_choose (explore, &exploration, &trainer->random);
}

/* Adds @change to the weights of @class in the choice whose scores the decoder has. A reduction
 * bottom-up has features of its own besides, with one weight for all numbers of children: class 0 of
 * their rows. For labels (@is_first is FALSE) and for shifts there are none. */
static void
update (Trainer *trainer, int class, gboolean is_first, int change)
{
  Perceptron *perceptron = trainer->learner;
  PhraseDecoder *decoder = &perceptron->phrases->decoder;

  weights_update (&perceptron->weights, decoder->features, class, change);
  if (!is_first || !model_is_bottom_up (trainer->model) || class <= CLASS_CHILDREN)
    return;
  phrase_features_extract_reduction (&decoder->state, class - CLASS_CHILDREN, decoder->of_reduction);
  weights_update (&perceptron->weights, decoder->of_reduction, 0, change);
}

/* Learns from the scores of @n classes, of which those @possible may be chosen (NULL: labels, all of them);
 * returns the one to follow. */
static int
learn_choice (Trainer *trainer, int n, const guint8 *possible)
{
  Perceptron *perceptron = trainer->learner;
  PhraseLearner *learner = perceptron->phrases;
  const int predicted = phrase_decoder_best (&learner->decoder, n, possible);
  int right;

  for (int c = 0; possible != NULL && c < n; c++)
    learner->right[c] &= possible[c];
  right = phrase_decoder_best (&learner->decoder, n, learner->right);
  perceptron->weights.clock++;
  trainer->found.steps++;
  if (right < 0 || learner->right[predicted]) {
    right = predicted;
  } else {
    trainer->found.wrong++;
    update (trainer, right, possible != NULL, 1);
    update (trainer, predicted, possible != NULL, -1);
  }
  return follow (trainer, n, possible, predicted, right);
}

/* Learns from a configuration by the values of its transitions, and takes one: that of @gold or, where
 * there is none, the one to follow. */
static gboolean
learn_step (Trainer *trainer, const TbkPhraseValues *values, const TbkPhraseTransition *gold, GError **error)
{
  const TbkModel *model = trainer->model;
  PhraseDecoder *decoder = &learner_of (trainer)->decoder;
  TbkPhraseTransition transition;

  phrase_decoder_score (decoder);
  find_right (trainer, values);
  transition =
      phrase_transition (model, learn_choice (trainer, phrase_n_classes (model), decoder->possible), -1);
  if (phrase_has_second_choice (model, transition)) {
    phrase_decoder_score_labels (decoder, transition.n_children);
    find_right_labels (trainer, values, transition.n_children);
    transition.label = learn_choice (trainer, tbk_vocabulary_size (model->phrases.labels), NULL);
  }
  return phrase_state_take (&decoder->state, gold != NULL ? *gold : transition, error);
}

/* Sees to it that the last loss of a sequence is the distance of what was built from the gold tree; the
 * published formula does not promise that. */
static gboolean
check_last_loss (Trainer *trainer, const Sentence *sentence, GError **error)
{
  const TbkPhraseConfiguration *c = &learner_of (trainer)->decoder.state.c;
  PhraseScore score = { 0 };
  int loss;

  if (trainer->options->method != TBK_PHRASE_EXACT)
    return TRUE;
  loss = tbk_phrase_oracle_loss (trainer->phrase_oracle, c, error);
  if (loss < 0
      || !phrase_scorer_add (learner_of (trainer)->scorer, sentence->tree.constituents,
                             sentence->tree.n_constituents, c->built, c->n_built, &score, error))
    return FALSE;
  g_assert (loss == score.gold + score.found - 2 * score.both);
  return TRUE;
}

static gboolean
learn_dynamic (Trainer *trainer, const Sentence *sentence, GError **error)
{
  PhraseState *state = &learner_of (trainer)->decoder.state;

  if (!tbk_phrase_oracle_set_gold (trainer->phrase_oracle, &sentence->tree, error))
    return FALSE;
  phrase_state_start (state, trainer->model, sentence->tagged, sentence->tree.n);
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    const TbkPhraseValues *values = tbk_phrase_oracle_values (trainer->phrase_oracle, &state->c, error);

    if (values == NULL || !learn_step (trainer, values, NULL, error))
      return FALSE;
  }
  return check_last_loss (trainer, sentence, error);
}

/* The gold transition is the only one that has a value. It is taken even where the caps of the model
 * forbid it, and nothing is learned: in-order, NT over enough constituents of one child. What no class
 * stands for ends the sentence. */
static gboolean
learn_static (Trainer *trainer, const Sentence *sentence, GError **error)
{
  PhraseState *state = &learner_of (trainer)->decoder.state;
  TbkSequence sequence;

  if (!tbk_sequencer_run_tree (learner_of (trainer)->sequencer, &sentence->tree, &sequence, error)
      || !tbk_phrase_oracle_set_gold (trainer->phrase_oracle, &sentence->tree, error))
    return FALSE;
  phrase_state_start (state, trainer->model, sentence->tagged, sentence->tree.n);
  for (gsize t = 0; t < sequence.length; t++) {
    TbkPhraseValue value = { sequence.phrases[t], 0 };

    if (phrase_state_class (trainer->model, sequence.phrases[t]) < 0)
      return TRUE;
    if (!learn_step (trainer, &(TbkPhraseValues){ .n = 1, .values = &value }, &value.transition, error))
      return FALSE;
  }
  return check_last_loss (trainer, sentence, error);
}

static gboolean
learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  return trainer->options->is_static ? learn_static (trainer, sentence, error)
                                     : learn_dynamic (trainer, sentence, error);
}

/* Parses the development set and counts constituents: gold ones, found ones, and those of both. F1 is
 * 2 both / (gold + found). */
static gboolean
evaluate (Trainer *trainer, GError **error)
{
  PhraseLearner *learner = learner_of (trainer);
  const TbkPhraseConfiguration *c = &learner->decoder.state.c;
  PhraseScore score = { 0 };

  for (guint i = 0; i < trainer->dev.sentences->len; i++) {
    const Sentence *sentence = treebank_at (&trainer->dev, (int) i);

    if (!phrase_decoder_run (&learner->decoder, sentence->tagged, sentence->tree.n, error)
        || !phrase_scorer_add (learner->scorer, sentence->tree.constituents, sentence->tree.n_constituents,
                               c->built, c->n_built, &score, error))
      return treebank_fail_at (&trainer->dev, sentence, error);
  }
  trainer->found.dev_gold = score.gold;
  trainer->found.dev_found = score.found;
  trainer->found.dev_both = score.both;
  return TRUE;
}

/* The beginning and the end. */

/* Raises the caps of the model to what the sequence of @sentence needs. While this is done the caps
 * are not asked: phrase_state_take() takes what the system allows. */
static gboolean
raise_caps (Trainer *trainer, PhraseState *state, const Sentence *sentence, GError **error)
{
  PhraseModel *model = &trainer->model->phrases;
  TbkSequence sequence;

  if (!tbk_sequencer_run_tree (learner_of (trainer)->sequencer, &sentence->tree, &sequence, error))
    return FALSE;
  phrase_state_start (state, trainer->model, sentence->tagged, sentence->tree.n);
  for (gsize t = 0; t < sequence.length; t++) {
    if (!phrase_state_take (state, sequence.phrases[t], error))
      return FALSE;
    model->max_unary = MAX (model->max_unary, state->n_unary);
    model->max_open = MAX (model->max_open, state->c.n_open);
    model->max_children = MAX (model->max_children, sequence.phrases[t].n_children);
  }
  return TRUE;
}

/* Finds the caps of the model: the longest chain of constituents of one child, the most open elements
 * and the most children in the training data. They keep a parser from going on for ever, and cost no
 * tree that looks like these. */
static gboolean
find_caps (Trainer *trainer, GError **error)
{
  PhraseModel *model = &trainer->model->phrases;
  PhraseState state = { 0 };
  gboolean done = TRUE;

  model->max_unary = model->max_open = 1;
  model->max_children = 2;
  for (guint i = 0; done && i < trainer->treebank.sentences->len; i++) {
    const Sentence *sentence = treebank_at (&trainer->treebank, (int) i);

    done = raise_caps (trainer, &state, sentence, error)
           || treebank_fail_at (&trainer->treebank, sentence, error);
  }
  model->max_children = MIN (model->max_children, PHRASE_MOST_CHILDREN);
  phrase_state_clear (&state);
  return done;
}

/* Makes weights, decoder and caps. The learner is set before anything can fail, so that clear() finds
 * it. `right` and `possible` have room for classes and for labels, as one follows the other. */
static gboolean
begin (Trainer *trainer, GError **error)
{
  const TbkModel *model = trainer->model;
  PhraseLearner *learner = g_new0 (PhraseLearner, 1);
  const gboolean has_begun = perceptron_begin (trainer, BITS, error);
  int n_classes;

  ((Perceptron *) trainer->learner)->phrases = learner;
  learner->sequencer = tbk_sequencer_new (NULL, model->phrases.system, NULL, -1, NULL);
  learner->scorer = phrase_scorer_new ();
  if (!has_begun || !find_caps (trainer, error))
    return FALSE;
  n_classes = MAX (phrase_n_classes (model), tbk_vocabulary_size (model->phrases.labels));
  phrase_decoder_init (&learner->decoder, model);
  learner->right = g_new0 (guint8, n_classes);
  trainer->possible = g_new (int, n_classes);
  return TRUE;
}

static void
clear (Trainer *trainer)
{
  PhraseLearner *learner = trainer->learner != NULL ? learner_of (trainer) : NULL;

  if (learner != NULL) {
    tbk_sequencer_free (learner->sequencer);
    phrase_scorer_free (learner->scorer);
    phrase_decoder_clear (&learner->decoder);
    g_free (learner->right);
    g_free (learner);
  }
  perceptron_clear (trainer);
}

const LearnerKind learner_phrases = { .begin = begin,
                                      .begin_lesson = perceptron_begin_lesson,
                                      .learn = learn,
                                      .end_epoch = perceptron_end_epoch,
                                      .evaluate = evaluate,
                                      .end = perceptron_end,
                                      .clear = clear };
