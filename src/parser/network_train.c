/* network_train.c - lessons of a few sentences, epoch by epoch, member by member. */
#include "parser/network_train.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "network/half.h"
#include "network/lesson.h"

/* Words of the lessons after which weights change, and words of a training unless its epochs are given. */
enum { LESSON_WORDS = 40, TRAINING_WORDS = 550000, LEAST_EPOCHS = 5, MOST_EPOCHS = 60 };

static const double first_rate = 0.002, most_length = 5;

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
      train_class_number (trainer, t, r);
  }
}

gboolean
network_begin (Trainer *trainer, GError **error)
{
  TbkModel *model = trainer->model;
  Network *network = model->network = g_new0 (Network, 1);
  const char *name = trainer->options->features_name;

  if (!network_set_shape (network, trainer->options->model, trainer->options->columns, model->templates,
                          model->n_relations, name != NULL ? name : "features", error))
    return FALSE;
  for (GroupKind g = 0; g < N_GROUPS; g++)
    make_dictionary (trainer, network, g);
  make_classes (trainer);
  network->n_classes = model->n_classes;
  return network_lay_out (network, error);
}

/* The first values of a member. */

static void
draw_matrix (TbkRandom *random, Real *values, gsize rows, gsize columns, gsize inputs, gsize outputs)
{
  learner_draw (random, sqrt (6.0 / (double) (inputs + outputs)), values, rows * columns);
}

static void
draw_layer (TbkRandom *random, const Layer *layer, Real *values)
{
  gsize units = (gsize) layer->n_units;

  draw_matrix (random, values + layer->input, (gsize) layer->n_inputs, 8 * units, (gsize) layer->n_inputs,
               units);
  for (int d = 0; d < 2; d++) {
    draw_matrix (random, values + layer->recurrent[d], units, 4 * units, units, units);
    for (gsize i = 0; i < units; i++)
      values[layer->bias + (4 * (gsize) d + 1) * units + i] = 1; /* gates that forget begin open */
  }
}

void
network_draw_values (const Network *network, TbkRandom *random, Real *values)
{
  gsize hidden = (gsize) network->n_hidden, width = (gsize) network->n_slots * hidden;
  gsize vector = (gsize) network->vector_size, classes = (gsize) network->n_classes;

  for (int l = 0; l < network->n_layers; l++)
    draw_layer (random, &network->layers[l], values);
  draw_matrix (random, values + network->slots, vector, width, vector * (gsize) network->n_slots, hidden);
  for (int i = 0; i < network->n_lines; i++)
    learner_draw (random, 0.1, values + network->lines[i].rows,
                  (gsize) MAX (network->lines[i].n_values, 1) * hidden);
  draw_matrix (random, values + network->classes, classes, hidden, hidden, classes);
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    if (group->size > 0)
      learner_draw (random, sqrt (3.0 / group->size), values + group->vectors,
                    (gsize) dictionary_size (&group->strings) * (gsize) group->size);
  }
}

/* Learning. */

gboolean
network_score_step (Trainer *trainer, GError **error)
{
  const TbkModel *model = trainer->model;
  const Real *logits = lesson_step (trainer->lesson, model->templates, trainer->lesson_sentence,
                                    &trainer->configuration, error);

  if (logits == NULL)
    return FALSE;
  for (int k = 0; k < model->n_classes; k++)
    trainer->scores[k] = network_round_score (logits[k]);
  return TRUE;
}

/* Sentences from @first on in the order of the epoch, as many as a lesson has. */
static int
count_sentences (const Trainer *trainer, int first)
{
  int n = 0, n_words = 0;

  for (; first + n < trainer->found.sentences && n_words < LESSON_WORDS; n++)
    n_words += treebank_at (&trainer->treebank, trainer->order[first + n])->words.n;
  return n;
}

static gboolean
learn_lesson (Trainer *trainer, const Words **words, int first, int n, double rate, GError **error)
{
  Lesson *lesson = trainer->lesson;

  for (int i = 0; i < n; i++)
    words[i] = &treebank_at (&trainer->treebank, trainer->order[first + i])->words;
  if (!lesson_begin (lesson, words, n, error))
    return FALSE;
  for (int i = 0; i < n; i++) {
    trainer->lesson_sentence = i;
    if (!train_learn_sentence (trainer, treebank_at (&trainer->treebank, trainer->order[first + i]), error))
      return FALSE;
  }
  if (!lesson_add_gradient (lesson, error))
    return FALSE;
  learner_step (&lesson->learner, rate, most_length);
  return TRUE;
}

/* The rate of learning falls in a straight line, to nothing at the end of the training. */
static gboolean
run_epoch (Trainer *trainer, int n_epochs, GError **error)
{
  const Words *words[LESSON_WORDS];
  int n;

  trainer_start_epoch (trainer);
  for (int first = 0; first < trainer->found.sentences; first += n) {
    double done = trainer->epoch - 1 + (double) first / (double) trainer->found.sentences;
    n = count_sentences (trainer, first);
    if (!learn_lesson (trainer, words, first, n, first_rate * (1 - done / n_epochs), error))
      return FALSE;
  }
  return TRUE;
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

/* @best: (nullable): gets the values of the best epoch, if there is a development set. */
static gboolean
run_epochs (Trainer *trainer, Real *best, TbkEpochFunc report, gpointer data, GError **error)
{
  const Network *network = trainer->model->network;
  const Real *values = network->members[network->n_members - 1];
  int n_epochs = count_epochs (trainer);
  gint64 best_both = -1;

  for (trainer->epoch = 1; trainer->epoch <= n_epochs; trainer->epoch++) {
    trainer->found.epoch = trainer->epoch;
    if (!run_epoch (trainer, n_epochs, error) || (best != NULL && !evaluate_member (trainer, error)))
      return FALSE;
    if (best != NULL && trainer->found.dev_both > best_both) {
      best_both = trainer->found.dev_both;
      memcpy (best, values, network->n_values * sizeof (Real));
    }
    if (report != NULL && !report (&trainer->found, data, error))
      return FALSE;
  }
  return TRUE;
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
train_member (Trainer *trainer, Lesson *lesson, Real *best, TbkEpochFunc report, gpointer data,
              GError **error)
{
  Network *network = trainer->model->network;
  int m = network->n_members;

  if (!network_add_member (network, error)
      || !lesson_init (lesson, network, m, trainer->options->seed, error))
    return FALSE;
  network_draw_values (network, &lesson->random, network->members[m]);
  lesson->dropout = *dropout_of (network->kind);
  if (!set_counts (trainer, lesson, error) || !run_epochs (trainer, best, report, data, error))
    return FALSE;
  if (best != NULL)
    memcpy (network->members[m], best, network->n_values * sizeof (Real));
  for (gsize i = 0; i < network->n_values; i++)
    network->members[m][i] = half_to_real (half_of_real (network->members[m][i]));
  return TRUE;
}

gboolean
network_train (Trainer *trainer, TbkEpochFunc report, gpointer data, GError **error)
{
  gsize n_values = trainer->model->network->n_values;
  g_autofree Real *best = NULL;
  gboolean done = TRUE;
  Lesson lesson = { 0 };

  if (trainer->dev.sentences->len > 0 && (best = g_try_new (Real, n_values)) == NULL)
    return memory_fail (error, "a network of %" G_GSIZE_FORMAT " weights", n_values);
  trainer->lesson = &lesson;
  for (int m = 0; done && m < MAX (trainer->options->ensemble, 1); m++) {
    done = train_member (trainer, &lesson, best, report, data, error);
    lesson_clear (&lesson);
  }
  trainer->lesson = NULL;
  return done;
}
