/* learner_network.c - learning of networks: lessons of a few sentences, epoch by epoch, member by member. */
#include <string.h>

#include "base/base.h"
#include "learn/network.h"
#include "parser/parser.h"

/* Words of the lessons after which weights change, and words of a training unless its epochs are given. */
enum { LESSON_WORDS = 40, TRAINING_WORDS = 550000, LEAST_EPOCHS = 5, MOST_EPOCHS = 60 };

static const double first_rate = 0.002, most_length = 5;

typedef struct {
  Lesson lesson;
  const Words *words[LESSON_WORDS]; /* of the sentences of the lesson */
  int sentence;                     /* the number of the sentence in hand in the lesson */
  guint8 *marks;                    /* of classes: ClassMark */
  Real *best; /* (nullable): the values of the best epoch, if there is a development set */
  gint64 best_both;
} NetworkLearner;

static const Dropout *
dropout_of (TbkModelKind kind)
{
  static const Dropout bilstm = {
    .attributes = 0.33, .outputs = 0.33, .steps = 0.2, .hidden = 0.2, .words = TRUE
  };
  static const Dropout feedforward = { .hidden = 0.5, .words = TRUE };

  return kind == TBK_MODEL_BILSTM ? &bilstm : &feedforward;
}

/* The dictionaries: all strings of the training data. */

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

static gboolean
begin (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner = g_new0 (NetworkLearner, 1);
  TbkModel *model = trainer->model;
  Network *network = model->network = g_new0 (Network, 1);
  const char *name = trainer->options->features_name;

  trainer->n_members = MAX (trainer->options->ensemble, 1);
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
begin_member (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  Lesson *lesson = &learner->lesson;
  Network *network = trainer->model->network;

  learner->best_both = -1;
  if (!network_add_member (network, error)
      || !lesson_init (lesson, network, trainer->member, trainer->options->seed, error))
    return FALSE;
  network_draw_values (network, &lesson->random, network->members[trainer->member]);
  lesson->dropout = *dropout_of (network->kind);
  return set_counts (trainer, lesson, error);
}

/* Lessons. */

/* Sentences from @first on in the order of the epoch, as many as a lesson has. */
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

/* Makes the last step of the lesson learn from what is right, if anything is. */
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

/* The rate of learning falls in a straight line, to nothing at the end of the training. */
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

/* Epochs and members. */

/* Parses the development set with the last member alone. */
static gboolean
evaluate_member (Trainer *trainer, GError **error)
{
  Network *network = trainer->model->network;
  Real **members = network->members;
  int n_members = network->n_members;
  gboolean done;

  network->members += n_members - 1;
  network->n_members = 1;
  done = trainer_evaluate (trainer, error);
  network->members = members;
  network->n_members = n_members;
  return done;
}

static gboolean
end_epoch (Trainer *trainer, GError **error)
{
  NetworkLearner *learner = trainer->learner;
  const Network *network = trainer->model->network;

  if (learner->best == NULL)
    return TRUE;
  if (!evaluate_member (trainer, error))
    return FALSE;
  if (trainer->found.dev_both > learner->best_both) {
    learner->best_both = trainer->found.dev_both;
    memcpy (learner->best, network->members[trainer->member], network->n_values * sizeof (Real));
  }
  return TRUE;
}

/* Values are rounded as files have them. */
static void
end_member (Trainer *trainer)
{
  NetworkLearner *learner = trainer->learner;
  const Network *network = trainer->model->network;
  Real *values = network->members[trainer->member];

  if (learner->best != NULL)
    memcpy (values, learner->best, network->n_values * sizeof (Real));
  for (gsize i = 0; i < network->n_values; i++)
    values[i] = half_to_real (half_of_real (values[i]));
  lesson_clear (&learner->lesson);
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
                                      .begin_member = begin_member,
                                      .begin_lesson = begin_lesson,
                                      .learn = learn,
                                      .end_lesson = end_lesson,
                                      .end_epoch = end_epoch,
                                      .evaluate = trainer_evaluate,
                                      .end_member = end_member,
                                      .clear = clear };
