/* learner_perceptron.c - learning of linear models, one update for each wrong prediction.
 *
 * A prediction is wrong if it is none of the classes that are right. Then the weights of the best of these
 * grow and those of the prediction shrink.
 */
#include "parser/perceptron.h"

enum { BITS = 22 };

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
                                         .end = perceptron_end,
                                         .clear = perceptron_clear };
