/* trainer.h - a training: its data, its oracle, and the learner that learns.
 *
 * The trainer knows epochs, sentences and the steps of a parser, and no kind of model. A learner knows one
 * kind of model.
 */
#ifndef PARSER_TRAINER_H
#define PARSER_TRAINER_H

#include "learning/explore.h"
#include "parser/model.h"
#include "parser/treebank.h"
#include "tbk/oracle.h"
#include "tbk/random.h"

typedef struct Trainer Trainer;

/* A kind of learner. Its functions are called in the order in which they stand here; those marked may be
 * NULL. */
typedef struct {
  /* Makes classes and weights for the data, which are read. */
  gboolean (*begin) (Trainer *trainer, GError **error);
  gboolean (*begin_member) (Trainer *trainer, GError **error); /* (nullable) */

  /* Begins a lesson, after which weights change: of the sentence @first in the order of the epoch and those
   * that follow it. Returns how many there are, -1 on an error. */
  int (*begin_lesson) (Trainer *trainer, int first, GError **error);
  gboolean (*learn) (Trainer *trainer, const Sentence *sentence, GError **error);
  gboolean (*end_lesson) (Trainer *trainer, int first, GError **error); /* (nullable) */

  /* Parses the development set, if there is one, and keeps what the best epoch has learned. */
  gboolean (*end_epoch) (Trainer *trainer, GError **error);
  void (*end_member) (Trainer *trainer); /* (nullable) */

  /* Completes the model. */
  void (*end) (Trainer *trainer);
  /* Frees what begin() made, however far that came. */
  void (*clear) (Trainer *trainer);
} LearnerKind;

extern const LearnerKind learner_perceptron, learner_beam, learner_stages, learner_network;

struct Trainer {
  const TbkTrainingOptions *options;
  const LearnerKind *kind;
  gpointer learner; /* what the learner keeps */
  TbkModel *model;
  Treebank treebank, dev;
  int *order;        /* of the sentences in this epoch */
  int *class_of;     /* by transition and relation: the number of the class, -1 for one not met yet */
  TbkOracle *oracle; /* (nullable) */
  TbkConfiguration configuration;
  gint32 *scores; /* of classes; room for MOST_CLASSES and a block */
  gint32 unit;    /* a score of so much is 1 in exp(score) */
  int *possible;  /* classes; room for all */
  TbkRandom random;
  int n_members, member; /* of an ensemble: all, and the one that learns */
  int n_epochs, epoch;
  TbkEpoch found;
};

/* Whether the options go together; the learner that they ask for. */
gboolean training_options_check (const TbkTrainingOptions *options, GError **error);
const LearnerKind *training_options_learner (const TbkTrainingOptions *options);

/* Reads the data, finds the learner for the options, and makes it and the oracle ready for the first
 * epoch. */
gboolean trainer_begin (Trainer *trainer, const char *const *paths, const char *dev, GError **error);
void trainer_clear (Trainer *trainer);

/* Reads the data, and keeps the sentences that the system can learn from. */
gboolean preparation_run (Trainer *trainer, const char *const *paths, const char *dev, GError **error);

/* Parses the development set with the model as it is, and counts into `found`. */
gboolean trainer_evaluate (Trainer *trainer, GError **error);

/* The number of a class, which is new if it was not met before; -1 if there are too many. */
int trainer_class_number (Trainer *trainer, int transition, int relation);

/* The class of highest score that is right, of the transitions in the set @optimal; -1 if none is
 * possible. */
int trainer_best_right (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices);

/* Whether class number @k is right. */
gboolean trainer_is_right (const Trainer *trainer, const Sentence *sentence, guint optimal, int k);

/* Whether what is followed may be wrong, in this epoch. */
gboolean trainer_is_exploring (const Trainer *trainer);

/* Which class is taken where @predicted has the highest score and @right, which may be the same, is right;
 * where there are stages, which transition. */
int trainer_follow (Trainer *trainer, const Choices *choices, int predicted, int right);

/* Learns from a configuration, where the transitions of the set @optimal are right, and takes a step;
 * @is_taken is FALSE where there is none to take. */
typedef gboolean (*LearnStepFunc) (Trainer *trainer, const Sentence *sentence, guint optimal,
                                   const Choices *choices, gboolean *is_taken, GError **error);

/* Walks through a sentence by whichever oracle there is, a call of @learn for each configuration. */
gboolean trainer_walk (Trainer *trainer, const Sentence *sentence, LearnStepFunc learn, GError **error);

#endif
