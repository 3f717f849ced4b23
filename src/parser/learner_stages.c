/* learner_stages.c - learning of models that choose the transition first, then its relation: an update of
 * each stage that is wrong. The relation is that of the transition which is right. */
#include "parser/perceptron.h"

/* Such models are for speed. */
enum { BITS = 20 };

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

/* Learns from the configuration in hand, and takes a step; FALSE where there is none to take. */
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
learn_step (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices,
            gboolean *is_taken, GError **error)
{
  (void) error;
  perceptron_look (trainer, sentence);
  *is_taken = learn_both (trainer, sentence, optimal, choices);
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

const LearnerKind learner_stages = { .begin = begin,
                                     .begin_lesson = perceptron_begin_lesson,
                                     .learn = learn,
                                     .end_epoch = perceptron_end_epoch,
                                     .end = perceptron_end,
                                     .clear = perceptron_clear };
