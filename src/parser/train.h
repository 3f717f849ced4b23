/* train.h - a training: data, weights, oracles. */
#ifndef PARSER_TRAIN_H
#define PARSER_TRAIN_H

#include "network/lesson.h"
#include "parser/decoder.h"
#include "parser/epoch.h"
#include "parser/explore.h"
#include "parser/treebank.h"
#include "tbk/oracle.h"
#include "tbk/random.h"

typedef struct {
  const TbkTrainingOptions *options;
  TbkModel *model;
  Treebank treebank, dev;
  int *order;    /* of the sentences in this epoch */
  int *class_of; /* by transition and relation: the number of the class, -1 for one not met yet */
  Weights weights;
  TbkOracle *oracle; /* (nullable) */
  TbkConfiguration configuration;
  Features *features;
  gint32 *scores; /* room for MOST_CLASSES */
  guint8 *marks;  /* the same: ClassMark */
  int *possible;  /* classes; the same room */
  Beam *beam;     /* (nullable) */
  TbkRandom random;
  int epoch;
  Lesson *lesson; /* (nullable): of a network, and the number of the sentence in it */
  int lesson_sentence;
  TbkEpoch found;
  BestEpoch best;
  int best_n_classes; /* the classes that there were in that epoch */
} Trainer;

/* Reads the data and makes ready for the first epoch. */
gboolean trainer_begin (Trainer *trainer, int bits, const char *const *paths, const char *dev,
                        GError **error);
void trainer_clear (Trainer *trainer);

/* The number of a class, which is new if it was not met before; -1 if there are too many. */
int train_class_number (Trainer *trainer, int transition, int relation);

/* Shuffles the sentences and forgets the counts of the epoch before. */
void trainer_start_epoch (Trainer *trainer);

/* Learns from a sentence by whichever oracle there is. */
gboolean train_learn_sentence (Trainer *trainer, const Sentence *sentence, GError **error);

/* Parses the development set with the model as it is. */
gboolean trainer_evaluate (Trainer *trainer, GError **error);

/* Whether what is followed may be wrong, in this epoch. */
gboolean train_is_exploring (const Trainer *trainer);

/* Which class is taken where @predicted has the highest score and @right, which may be the same, is right; where
 * there are stages, which transition. */
int train_follow (Trainer *trainer, const Choices *choices, int predicted, int right);

/* Learns from a configuration, whose features are found, and takes a step; FALSE where there is none to take. */
gboolean train_stages_learn (Trainer *trainer, const Sentence *sentence, guint optimal,
                             const Choices *choices);

/* Learns from the gold sequence of a sentence by beam search. */
gboolean train_beam_learn (Trainer *trainer, const Sentence *sentence, GError **error);

#endif
