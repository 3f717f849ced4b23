/* learner_network.c - learning of networks: lessons of a few sentences, epoch by epoch.
 *
 * A lesson goes in three steps. First the words of its sentences become vectors, all side by side
 * (begin_lesson). Then the trainer walks through one sentence after the other: at each configuration the
 * network gives scores, is told which classes are right, and remembers both (learn_step). At the end the
 * gradients of all steps go back through the network at once, and the weights change (end_lesson).
 *
 * The loss of a step with the probabilities .5 .3 .1 .1, where the classes 1 and 3 are right, is
 * -log(.3 + .1): the network is free to share the probability out among right classes.
 */
#include <string.h>

#include "base/base.h"
#include "learn/network.h"
#include "parser/parser.h"

/* Words of the lessons after which weights change, and words of a training unless its epochs are given. */
enum { LESSON_WORDS = 40, TRAINING_WORDS = 550000, LEAST_EPOCHS = 5, MOST_EPOCHS = 60 };

/* The rate of learning in the first lesson, and the length to which longer gradients are cut. */
static const double first_rate = 0.002, most_length = 5;

typedef struct {
  Lesson lesson;
  const Words *words[LESSON_WORDS]; /* of the sentences of the lesson */
  int sentence;                     /* the number of the sentence in hand in the lesson */
  guint8 *marks;                    /* of classes: ClassMark */
  Real *best; /* (nullable): the values of the best epoch, if there is a development set */
  gint64 best_both;
} NetworkLearner;

/* Returns the shares of values that are left out at random in training, so that none is relied upon.
 * With .words a word may be read as unknown, the more likely the rarer it is; so words that are
 * unknown later are met in training. */
static const Dropout *
dropout_of (TbkModelKind kind)
{
  static const Dropout bilstm = {
    .attributes = 0.33, .outputs = 0.33, .steps = 0.2, .hidden = 0.2, .words = TRUE
  };
  static const Dropout feedforward = { .hidden = 0.5, .words = TRUE };

  return kind == TBK_MODEL_BILSTM ? &bilstm : &feedforward;
}

/* The dictionaries: all strings of the training data. A string has a number in the dictionary of its
 * group, and a row of the matrix of vectors under that number. Strings are known by their hashes. */

/* Collects the strings of group @g of all words, with repetitions; dictionary_make() sorts them and
 * drops these. A word may have several strings in a group, such as its prefixes and suffixes. */
static void
make_dictionary (Trainer *trainer, Network *network, GroupKind g)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 hashes[MOST_OF_GROUP];

  for (guint i = 0; network->groups[g].size > 0 && i < trainer->treebank.sentences->len; i++) {
    const Words *words = &treebank_at (&trainer->treebank, (int) i)->words;
    for (int word = 1; word <= words->n; word++) {
      int n = network_strings (network, g, words, word, hashes);
      g_array_append_vals (all, hashes, (guint) n);
    }
  }
  dictionary_make (&network->groups[g].strings, all);
}

/* Counts how often each string of the dictionary occurs. It is for groups with one string a word:
 * forms and lemmas. */
static void
count_strings (const Trainer *trainer, GroupKind g, int *counts)
{
  const Network *network = trainer->model->network;
  guint32 hash;

  for (guint i = 0; i < trainer->treebank.sentences->len; i++) {
    const Words *words = &treebank_at (&trainer->treebank, (int) i)->words;
    for (int word = 1; word <= words->n; word++) {
      network_strings (network, g, words, word, &hash);
      counts[dictionary_find (&network->groups[g].strings, hash)]++;
    }
  }
}

/* Makes all classes that there can be: each transition without relation and, if it relates a word,
 * with each relation. Linear models make classes as they meet them. The last matrix of a network must
 * have its size beforehand. */
static void
make_classes (Trainer *trainer)
{
  const TbkModel *model = trainer->model;

  for (int t = 0; t < model->system->n_transitions; t++) {
    const TbkTransition *transition = &model->system->transitions[t];
    gboolean relates = transition->related != TBK_PLACE_NONE || transition->dependent != TBK_PLACE_NONE;
    for (int r = NO_RELATION; r < (relates ? model->n_relations : 0); r++)
      trainer_class_number (trainer, t, r);
  }
}

/* Returns the number of epochs: as given, or so many that all together have about TRAINING_WORDS
 * words. 1,000 words are read 60 times, 550,000 words 5 times. */
static int
count_epochs (const Trainer *trainer)
{
  gint64 n_words = 0;

  if (trainer->options->epochs > 0)
    return trainer->options->epochs;
  for (guint i = 0; i < trainer->treebank.sentences->len; i++)
    n_words += treebank_at (&trainer->treebank, (int) i)->words.n;
  return (int) CLAMP (TRAINING_WORDS / n_words, LEAST_EPOCHS, MOST_EPOCHS);
}

/* Lays out the network: first its shape by the table of features, then the dictionaries and classes,
 * which give the sizes of its matrices. `best` is a copy of all weights, needed only if epochs can be
 * compared. */
static gboolean
lay_out (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  TbkModel *model = trainer->model;
  Network *network = model->network = g_new0 (Network, 1);
  const char *name = trainer->options->features_name;

  trainer->n_epochs = count_epochs (trainer);
  trainer->unit = SCORE_UNIT;
  learner->marks = g_new0 (guint8, MOST_CLASSES);
  if (!network_set_shape (network, trainer->options->model, trainer->options->columns, model->templates,
                          model->n_relations, name != NULL ? name : "features", error))
    return FALSE;
  for (GroupKind g = 0; g < N_GROUPS; g++)
    make_dictionary (trainer, network, g);
  make_classes (trainer);
  network->n_classes = model->n_classes;
  if (!network_lay_out (network, error))
    return FALSE;
  if (trainer->dev.sentences->len == 0)
    return TRUE;
  learner->best = g_try_new (Real, network->n_values);
  return learner->best != NULL
         || memory_fail (error, "a network of %" G_GSIZE_FORMAT " weights", network->n_values);
}

/* Counts forms and lemmas of the training data, for the dropout of words. */
static gboolean
set_counts (Trainer *trainer, Lesson *lesson, GError **error)
{
  static const GroupKind counted[] = { GROUP_FORM, GROUP_LEMMA };

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++) {
    const StringGroup *group = &trainer->model->network->groups[counted[i]];
    if (group->size == 0)
      continue;
    lesson->counts[counted[i]] = g_try_new0 (int, dictionary_size (&group->strings));
    if (lesson->counts[counted[i]] == NULL)
      return memory_fail (error, "%d counts", dictionary_size (&group->strings));
    count_strings (trainer, counted[i], lesson->counts[counted[i]]);
  }
  return TRUE;
}

static gboolean
begin (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner = g_new0 (NetworkLearner, 1);
  Lesson *lesson = &learner->lesson;
  Network *network;

  learner->best_both = -1;
  if (!lay_out (trainer, error))
    return FALSE;
  network = trainer->model->network;
  if (!network_make_values (network, error) || !lesson_init (lesson, network, trainer->options->seed, error))
    return FALSE;
  network_draw_values (network, &lesson->random, network->values);
  lesson->dropout = *dropout_of (network->kind);
  return set_counts (trainer, lesson, error);
}

/* Lessons. */

/* Returns how many sentences from @first on, in the order of the epoch, make a lesson: the last one is
 * that with which LESSON_WORDS are reached. So it has at least one sentence, and at most LESSON_WORDS,
 * as none is empty. */
static int
count_sentences (const Trainer *trainer, int first)
{
  int n = 0, n_words = 0;

  for (; first + n < trainer->found.sentences && n_words < LESSON_WORDS; n++)
    n_words += treebank_at (&trainer->treebank, trainer->order[first + n])->words.n;
  return n;
}

static int
begin_lesson (Trainer *trainer, int first, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  int n = count_sentences (trainer, first);

  for (int i = 0; i < n; i++)
    learner->words[i] = &treebank_at (&trainer->treebank, trainer->order[first + i])->words;
  learner->sentence = -1;
  return lesson_begin (&learner->lesson, learner->words, n, error) ? n : -1;
}

/* Finds the scores of all classes in the configuration in hand. They are rounded to integers at once,
 * as in parsing: what is best must not depend on the last bits of a float. */
static gboolean
score (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  const TbkModel *model = trainer->model;
  const Real *logits =
      lesson_step (&learner->lesson, model->templates, learner->sentence, &trainer->configuration, error);

  if (logits == NULL)
    return FALSE;
  for (int k = 0; k < model->n_classes; k++)
    trainer->scores[k] = network_round_score (logits[k]);
  return TRUE;
}

/* Makes the last step of the lesson learn from what is right. Three kinds of classes are told apart:
 * impossible ones are left out of the probabilities, as the parser never takes them. If nothing that
 * is right is possible, the step is dropped: its loss would be infinite. */
static void
tell (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
      gboolean is_any_right)
{
  NetworkLearner *learner = trainer->learner;
  const TbkModel *model = trainer->model;

  if (!is_any_right) {
    lesson_drop (&learner->lesson);
    return;
  }
  for (int k = 0; k < model->n_classes; k++)
    learner->marks[k] = !class_is_possible (model, &model->classes[k], choices) ? CLASS_IMPOSSIBLE
                        : trainer_is_right (trainer, sentence, optimal, k)      ? CLASS_RIGHT
                                                                                : CLASS_WRONG;
  lesson_tell (&learner->lesson, learner->marks);
}

/* Learns from the configuration in hand and takes a step. Weights stay until the end of the lesson, so
 * `wrong` counts predictions by the weights from before. */
static gboolean
learn_step (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
            gboolean *is_taken, GError **error)
{
  TbkModel *model = trainer->model;
  int predicted, right;

  if (!score (trainer, error))
    return FALSE;
  right = trainer_best_right (trainer, sentence, optimal, choices);
  predicted = classes_best (model, choices, trainer->scores);
  tell (trainer, sentence, optimal, choices, right >= 0);
  *is_taken = predicted >= 0;
  if (predicted < 0)
    return TRUE;
  trainer->found.steps++;
  if (right < 0 || trainer_is_right (trainer, sentence, optimal, predicted))
    right = predicted;
  else
    trainer->found.wrong++;
  classes_take (&trainer->configuration,
                &model->classes[trainer_follow (trainer, choices, predicted, right)]);
  return TRUE;
}

static gboolean
learn (Trainer *trainer, const Sentence *sentence, GError **error)
{
  ((NetworkLearner *) trainer->learner)->sentence++;
  return trainer_walk (trainer, sentence, learn_step, error);
}

/* Changes the weights. The rate falls in a straight line over all epochs: @done is the number of
 * epochs done, with the part of the present one; at the end of the training the rate is nearly 0. */
static gboolean
end_lesson (Trainer *trainer, int first, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  double done = trainer->epoch - 1 + (double) first / (double) trainer->found.sentences;

  if (!lesson_add_gradient (&learner->lesson, error))
    return FALSE;
  learner_step (&learner->lesson.learner, first_rate * (1 - done / trainer->n_epochs), most_length);
  return TRUE;
}

/* Epochs. */

/* Keeps the weights of the best epoch so far; of several as good, the first. Without a development set
 * the last epoch's stay. */
static gboolean
end_epoch (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  const Network *network = trainer->model->network;

  if (learner->best == NULL)
    return TRUE;
  if (!trainer_evaluate (trainer, error))
    return FALSE;
  if (trainer->found.dev_both > learner->best_both) {
    learner->best_both = trainer->found.dev_both;
    memcpy (learner->best, network->values, network->n_values * sizeof (Real));
  }
  return TRUE;
}

/* Takes the best epoch's weights, and rounds them to half precision as files have them. So the model
 * that was trained and the one that is read from its file parse alike. */
static void
end (Trainer *trainer)
{
  NetworkLearner *learner = trainer->learner;
  const Network *network = trainer->model->network;
  Real *values = network->values;

  if (learner->best != NULL)
    memcpy (values, learner->best, network->n_values * sizeof (Real));
  for (gsize i = 0; i < network->n_values; i++)
    values[i] = half_to_real (half_of_real (values[i]));
}

static void
clear (Trainer *trainer)
{
  NetworkLearner *learner = trainer->learner;

  if (learner == NULL)
    return;
  lesson_clear (&learner->lesson);
  g_free (learner->marks);
  g_free (learner->best);
  g_free (learner);
}

const LearnerKind learner_network = { .begin = begin,
                                      .begin_lesson = begin_lesson,
                                      .learn = learn,
                                      .end_lesson = end_lesson,
                                      .end_epoch = end_epoch,
                                      .evaluate = trainer_evaluate,
                                      .end = end,
                                      .clear = clear };
