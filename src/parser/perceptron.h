/* perceptron.h - what learners of linear models keep. */
#ifndef PARSER_PERCEPTRON_H
#define PARSER_PERCEPTRON_H

#include "learning/epoch.h"
#include "parser/beam.h"
#include "parser/trainer.h"

typedef struct {
  Weights weights;
  Features *features;
  BestEpoch best;
  int best_n_classes; /* the classes that there were in that epoch */
  Beam *beam;         /* (nullable) */
} Perceptron;

/* Steps of a LearnerKind, of all learners of linear models. */
gboolean perceptron_begin (Trainer *trainer, int bits, GError **error);
int perceptron_begin_lesson (Trainer *trainer, int first, GError **error);
gboolean perceptron_end_epoch (Trainer *trainer, GError **error);
void perceptron_end (Trainer *trainer);
void perceptron_clear (Trainer *trainer);

/* Finds the features of the configuration in hand. */
void perceptron_look (Trainer *trainer, const Sentence *sentence);

/* Moves weight to class @right from class @wrong, for the features that were found last. */
void perceptron_update (Perceptron *perceptron, int right, int wrong);

#endif
