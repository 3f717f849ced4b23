/* evaluation.h - what an evaluation keeps of each sentence. */
#ifndef EVALUATE_EVALUATION_H
#define EVALUATE_EVALUATION_H

#include "tbk/evaluate.h"

/* The shares of a sentence, measure by measure. */
typedef struct {
  gint32 right[TBK_N_MEASURES], of[TBK_N_MEASURES];
} SentenceShares;

/* So that an array of them is a ShareRows. */
G_STATIC_ASSERT (sizeof (SentenceShares) == 2 * TBK_N_MEASURES * sizeof (gint32));

struct TbkEvaluation {
  GArray *sentences; /* of SentenceShares */
  TbkShare total[TBK_N_MEASURES];
  GArray *groups[TBK_N_GROUPINGS]; /* of TbkGroup */
};

TbkEvaluation *evaluation_new (void);

#endif
