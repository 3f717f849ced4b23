/* align_score.h - aligned words of some sentences counted. */
#ifndef EVALUATE_ALIGN_SCORE_H
#define EVALUATE_ALIGN_SCORE_H

#include "evaluate/aligned_evaluation.h"

/* Counts what stands before @gold_end and @system_end, where the texts are the same and no word is aligned
 * with one behind. */
void align_score_add (TbkAlignedEvaluation *evaluation, const AlignedSide *gold, const AlignedSide *system,
                      const AlignedPlace *gold_end, const AlignedPlace *system_end);

#endif
