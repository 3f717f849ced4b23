/* phrase_evaluation.h - what an evaluation of phrase-structure trees keeps. */
#ifndef EVALUATE_PHRASE_EVALUATION_H
#define EVALUATE_PHRASE_EVALUATION_H

#include "evaluate/shares.h"
#include "tbk/phrase_evaluate.h"

G_STATIC_ASSERT ((int) TBK_N_PHRASE_MEASURES <= (int) MOST_MEASURES);

/* The shares of a tree, measure by measure. */
typedef struct {
  gint32 right[TBK_N_PHRASE_MEASURES], of[TBK_N_PHRASE_MEASURES];
} TreeShares;

/* So that an array of them is a ShareRows. */
G_STATIC_ASSERT (sizeof (TreeShares) == 2 * TBK_N_PHRASE_MEASURES * sizeof (gint32));

struct TbkPhraseEvaluation {
  GArray *sentences; /* of TreeShares */
  TbkShare total[TBK_N_PHRASE_MEASURES];
  GArray *groups[TBK_N_PHRASE_GROUPINGS]; /* of TbkPhraseGroup */
  int n_left_out;
  char *first_left_out;
};

TbkPhraseEvaluation *phrase_evaluation_new (void);

#endif
