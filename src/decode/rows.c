/* rows.c - trees into the caller's rows. */
#include <math.h>

#include "decode/decode.h"
#include "decode/scores.h"

void
rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int tree, const int *heads)
{
  const TbkTreeRows *trees = decoding->trees;
  const gsize row = (gsize) sentence * trees->n_trees + tree, first = row * trees->width;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean is_plain = scores_are_plain (&s);
  const int n = heads == NULL ? 0 : s.n;
  double score = heads == NULL ? -INFINITY : 0;

  if (heads == NULL && !decoding->options.allows_none && tree == 0)
    decode_note_problem (worker, sentence);
  for (int d = 1; d <= n; d++) {
    int label = -1;

    score += is_plain ? scores_number (&s.scores, d, heads[d], 0) : scores_arc (&s, d, heads[d], &label);
    trees->heads[first + d - 1] = heads[d];
    if (trees->labels != NULL)
      trees->labels[first + d - 1] = label;
  }
  for (int i = n; i < trees->width; i++) {
    trees->heads[first + i] = -1;
    if (trees->labels != NULL)
      trees->labels[first + i] = -1;
  }
  if (trees->scores != NULL)
    trees->scores[row] = score;
}
