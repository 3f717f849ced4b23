/* trainer_walk.c - what learners ask of a training: the walk through a sentence, the development set.
 *
 * Contents
 *   1. trainer_evaluate: the development set, parsed with what is learned so far
 *   2. trainer_walk: the walk of a training through a sentence: which classes are right, and which one is
 *      followed
 */
#include "parser/parser.h"

#include <string.h>

/* 1. trainer_evaluate: the development set, parsed with what is learned so far.
 *
 * Three numbers are counted: words, words with their gold head, and those with their gold relation too.
 * They serve to choose the best epoch. All words count, punctuation too; marks of lifting are decoded
 * before.
 */

enum { GROUP_SENTENCES = 64 };

/* TRUE if @relation, a number of the model, has @name. -1 is a relation of the development set that
 * the training data do not have: it is always wrong. Names are compared, since the decoder gives those
 * without marks. */
static gboolean
is_called (const TbkModel *model, int relation, TbkPiece name)
{
  return relation >= 0
         && piece_equals (
             name, (TbkPiece){ model->relations[relation].name, strlen (model->relations[relation].name) });
}

/* Hands the next group of sentences to the decoder, where one begins: at sentence 0, 64, 128 ... A
 * network reads the words of a group side by side: fewer and larger products of matrices. Linear models
 * ignore it. */
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

/* Parses the development set with the model as it is now. Counts start at 0, so that the numbers are
 * of this epoch. */
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
 *
 * For instance arc-hybrid parsing with the stack 0 1 2 and the front 3. The oracle finds left_arc (3 -> 2)
 * and right_arc (1 -> 2) optimal: the gold head of 2 is lost, and either arc does no more harm. If the
 * gold relation of 2 is `obj`, the right classes are (left_arc, obj) and (right_arc, obj). If the model
 * predicts (left_arc, det), the better of the two by score gains, and (left_arc, det) loses.
 */

/* Classes get their numbers in the order in which training meets them. class_of has a row for each
 * transition, with n_relations + 1 numbers: that of NO_RELATION (-1) is first, hence the + 1. A new
 * class begins with score 0, as all its weights are 0; scores_fill() has not set it in this
 * configuration. */
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

/* Each optimal transition has one right class, as its word has one gold relation; of these classes the
 * one with the highest score is returned, so that the least must change for it to win. A class may be
 * right and still not possible: the relation of root words is kept for children of 0. */
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

/* TRUE if class @c may be followed. With two stages @c is a transition; its relation is chosen later. */
static gboolean
is_candidate (const TbkModel *model, const Choices *choices, int c)
{
  return model->has_stages ? ((choices->bare | choices->relating) >> c & 1) != 0
                           : class_is_possible (model, &model->classes[c], choices);
}

/* Returns the class to take. In the first epochs, and always with a static oracle, that is the right
 * one. Later the options decide between what was predicted, what is right and draws by score. The
 * possible classes are listed only if scores matter, as this takes longer than the rest. */
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

/* Walks through a sentence, and asks the oracle in each configuration, whichever way it was reached. It
 * ends in a final configuration; where no class is possible (@is_taken is FALSE); or after most_steps(), for
 * systems whose computations may go round. If the oracle gives up in a configuration, the rest of the
 * sentence is left out and counted; that is no error of the training. */
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

/* Walks along the sequence of classes that preparation_run() found for the sentence. In each
 * configuration the one transition of the sequence is optimal. */
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
