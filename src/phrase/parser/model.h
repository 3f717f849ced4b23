/* model.h - what a phrase-structure parser has learned: labels, caps, and the weights of classes.
 *
 * Top-down and in-order a class is a transition: SH, RE, FI, and NT-X for each label. Bottom-up two choices
 * follow on one another: SH, FI or RE-k, and then the label.
 */
#ifndef PHRASE_PARSER_MODEL_H
#define PHRASE_PARSER_MODEL_H

#include "learning/weights.h"
#include "tbk/phrase_parser.h"

enum { CLASS_SHIFT, CLASS_REDUCE, CLASS_FINISH, CLASS_OPEN };

/* Bottom-up: CLASS_SHIFT, CLASS_END, and RE-k from here on, k from 1. */
enum { CLASS_END = 1, CLASS_CHILDREN = 1, PHRASE_MOST_CHILDREN = 64, PHRASE_MOST_LABELS = 60000 };

struct TbkPhraseModel {
  const TbkPhraseSystem *system;
  int bits;
  int max_unary; /* constituents of one child, top-down NT, in a row */
  int max_open;
  int max_children; /* bottom-up: of a class, at least 2 */
  TbkVocabulary *labels;
  const gint16 *weights;
  gint16 *own_weights; /* (nullable) */
  GMappedFile *file;   /* (nullable) */
};

static inline gboolean
model_is_bottom_up (const TbkPhraseModel *model)
{
  return model->system->strategy == TBK_PHRASE_BOTTOM_UP;
}

/* Of the only choice, or the first. */
static inline int
model_n_classes (const TbkPhraseModel *model)
{
  return model_is_bottom_up (model) ? CLASS_CHILDREN + 1 + model->max_children
                                    : CLASS_OPEN + tbk_vocabulary_size (model->labels);
}

/* A row is read from anywhere in the table of 1 << bits. */
static inline gsize
model_n_phrase_weights (const TbkPhraseModel *model)
{
  return ((gsize) 1 << model->bits)
         + (gsize) padded_classes (MAX (model_n_classes (model), tbk_vocabulary_size (model->labels)));
}

#endif
