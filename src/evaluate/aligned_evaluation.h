/* aligned_evaluation.h - what an evaluation of aligned words keeps of each gold sentence. */
#ifndef EVALUATE_ALIGNED_EVALUATION_H
#define EVALUATE_ALIGNED_EVALUATION_H

#include "evaluate/aligned_side.h"
#include "evaluate/shares.h"
#include "tbk/align.h"

G_STATIC_ASSERT ((int) TBK_N_ALIGNED <= (int) MOST_MEASURES);

/* What is counted; measures are made of these. */
typedef enum {
  ALIGNED_GOLD_TOKENS,
  ALIGNED_SYSTEM_TOKENS,
  ALIGNED_RIGHT_TOKENS,
  ALIGNED_GOLD_SENTENCES,
  ALIGNED_SYSTEM_SENTENCES,
  ALIGNED_RIGHT_SENTENCES,
  ALIGNED_GOLD_WORDS,
  ALIGNED_SYSTEM_WORDS,
  ALIGNED_WORDS,
  ALIGNED_RIGHT_UPOS,
  ALIGNED_RIGHT_XPOS,
  ALIGNED_RIGHT_UFEATS,
  ALIGNED_RIGHT_ALLTAGS,
  ALIGNED_RIGHT_LEMMAS,
  ALIGNED_RIGHT_UAS,
  ALIGNED_RIGHT_LAS,
  ALIGNED_GOLD_CONTENT,
  ALIGNED_SYSTEM_CONTENT,
  ALIGNED_CONTENT,
  ALIGNED_RIGHT_CLAS,
  ALIGNED_RIGHT_MLAS,
  ALIGNED_RIGHT_BLEX,
  N_ALIGNED_COUNTS
} AlignedCount;

/* The counts of a gold sentence. */
typedef struct {
  gint32 counts[N_ALIGNED_COUNTS];
} AlignedSentence;

struct TbkAlignedEvaluation {
  GArray *sentences; /* of AlignedSentence */
  gint64 total[N_ALIGNED_COUNTS];
  TbkAlignedRanges ranges;
};

TbkAlignedEvaluation *aligned_evaluation_new (void);

#endif
