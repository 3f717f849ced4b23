/* align_words.h - which words of two files that have one text are aligned. */
#ifndef EVALUATE_ALIGN_WORDS_H
#define EVALUATE_ALIGN_WORDS_H

#include "evaluate/aligned_side.h"
#include "evaluate/subsequence.h"
#include "tbk/vocabulary.h"

/* Scratch, and how far the words of two sides are aligned. */
typedef struct {
  int gold, system; /* the next words */
  TbkVocabulary *forms;
  GString *lower;
  int *numbers; /* of the forms of a stretch: those of gold words, then those of the system's */
  int *matches; /* for each gold word of a stretch: that of the system, or -1 */
  Subsequence subsequence;
  gsize numbers_allocated, matches_allocated;
} WordAligner;

void align_words_init (WordAligner *aligner);
void align_words_clear (WordAligner *aligner);

/* Aligns words until those of one side are used up: sets their `match`. The texts of both sides are the same.
 * What is left of the other side may be aligned with words that are added to the first. */
gboolean align_words_run (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, GError **error);

#endif
