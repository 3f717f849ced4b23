/* shares.h - what chance does to shares, whatever they are of. */
#ifndef PARSER_SHARES_H
#define PARSER_SHARES_H

#include "tbk/evaluate.h"

enum { MOST_MEASURES = 16 };

G_STATIC_ASSERT ((int) TBK_N_MEASURES <= (int) MOST_MEASURES);

typedef struct {
  const gint32 *rows; /* for each sentence how many are right, measure by measure, then of how many */
  guint n_sentences;
  int n_measures;
  const TbkShare *total; /* the sums, by measure */
} ShareRows;

/* As tbk_evaluation_intervals() and tbk_evaluation_test() tell. */
void shares_find_intervals (const ShareRows *shares, guint64 seed, TbkShare *low, TbkShare *high);
void shares_test (const ShareRows *a, const ShareRows *b, guint64 seed, int *n_as_great);

#endif
