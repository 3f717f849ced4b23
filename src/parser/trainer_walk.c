/* trainer_walk.c - what learners ask of a training: the walk through a sentence, the development set.
 *
 * Contents
 *   1. trainer_evaluate: the development set, parsed with what is learned so far
 *   2. trainer_walk: the walk of a training through a sentence: which classes are right, and which one is
 *      followed
 */
#include "parser/parser.h"

#include <string.h>

/* 1. trainer_evaluate: the development set, parsed with what is learned so far. */

enum { GROUP_SENTENCES = 64 };

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

/* 2. trainer_walk: the walk of a training through a sentence: which classes are right, and which one is
 * followed.
 *
 * The classes that are right in a configuration are the optimal transitions of an oracle, each with the
 * gold relation of its word, whether or not its arc is gold.
 */

int
trainer_class_number (Trainer *trainer, int transition, int relation)
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

int
trainer_best_right (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices)
{
  const TbkConfiguration *c = &trainer->configuration;
  int best = -1;

  for (int t = 0; t < c->system->n_transitions; t++) {
    if ((optimal >> t & 1) == 0 || ((choices->bare | choices->relating) >> t & 1) == 0)
      continue;
    gboolean relates = (choices->relating >> t & 1) != 0;
    int word = relates ? classes_related_word (c, &c->system->transitions[t]) : 0;
    int number = trainer_class_number (trainer, t, relates ? sentence->relations[word] : NO_RELATION);
    if (number >= 0 && (best < 0 || trainer->scores[number] > trainer->scores[best])
        && class_is_possible (trainer->model, &trainer->model->classes[number], choices))
      best = number;
  }
  return best;
}

gboolean
trainer_is_right (const Trainer *trainer, const Sentence *sentence, guint optimal, int k)
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
trainer_is_exploring (const Trainer *trainer)
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
trainer_follow (Trainer *trainer, const Choices *choices, int predicted, int right)
{
  const TbkModel *model = trainer->model;
  const TbkExplore *explore = &trainer->options->explore;
  int n = model->has_stages ? model->system->n_transitions : model->n_classes;
  Exploration exploration = { .classes = trainer->possible,
                              .scores = trainer->scores,
                              .unit = trainer->unit,
                              .best = predicted,
                              .right = right };

  if (!trainer_is_exploring (trainer))
    return right;
  for (int c = 0; explore_looks_at_scores (explore) && c < n; c++)
    if (is_candidate (model, choices, c))
      trainer->possible[exploration.n_classes++] = c;
  return explore_choose (explore, &exploration, &trainer->random);
}

/* Learns from the configuration in hand. */
static gboolean
learn_here (Trainer *trainer, const Sentence *sentence, guint optimal, LearnStepFunc learn,
            gboolean *is_taken, GError **error)
{
  Choices choices;

  choices_find (&trainer->configuration, sentence->n_roots == 1, &choices);
  return learn (trainer, sentence, optimal, &choices, is_taken, error);
}

static gboolean
walk_dynamic (Trainer *trainer, const Sentence *sentence, LearnStepFunc learn, GError **error)
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
    if (!learn_here (trainer, sentence, tbk_oracle_optimal (trainer->oracle, values), learn, &is_taken,
                     error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
walk_static (Trainer *trainer, const Sentence *sentence, LearnStepFunc learn, GError **error)
{
  TbkConfiguration *c = &trainer->configuration;
  gboolean is_taken = TRUE;

  if (!tbk_configuration_start (c, trainer->model->system, sentence->words.n, error))
    return FALSE;
  for (int i = 0; is_taken && i < sentence->n_sequence; i++)
    if (!learn_here (trainer, sentence, 1u << trainer->model->classes[sentence->sequence[i]].transition,
                     learn, &is_taken, error))
      return FALSE;
  return TRUE;
}

gboolean
trainer_walk (Trainer *trainer, const Sentence *sentence, LearnStepFunc learn, GError **error)
{
  return trainer->options->is_static ? walk_static (trainer, sentence, learn, error)
                                     : walk_dynamic (trainer, sentence, learn, error);
}
