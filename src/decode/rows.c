/* rows.c - trees into the caller's rows. */
#include "decode/rows.h"

#include <math.h>

#include "decode/scores.h"

/* The score of the arc to @dependent, and its label. */
static double
find_arc (const SentenceScores *s, const FoundTree *tree, int dependent, int *label)
{
  const int head = tree->heads[dependent];

  if (scores_are_plain (s))
    return scores_number (&s->scores, dependent, head, 0);
  if (tree->labels == NULL)
    return scores_arc (s, dependent, head, label);
  *label = tree->labels[dependent - 1];
  return scores_labelled (s, dependent, head, *label);
}

void
rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree)
{
  const TbkTreeRows *rows = decoding->trees;
  const gsize row = (gsize) sentence * rows->n_trees + t, first = row * rows->width;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean is_tree = tree->heads != NULL;
  const int n = is_tree ? s.n : 0;
  double score = is_tree ? 0 : -INFINITY;

  if (!is_tree && t == 0 && !decoding->options.allows_none)
    decode_note_problem (worker, sentence);
  for (int d = 1; d <= n; d++) {
    int label = -1;

    score += find_arc (&s, tree, d, &label);
    rows->heads[first + d - 1] = tree->heads[d];
    if (rows->labels != NULL)
      rows->labels[first + d - 1] = label;
  }
  for (int i = n; i < rows->width; i++) {
    rows->heads[first + i] = -1;
    if (rows->labels != NULL)
      rows->labels[first + i] = -1;
  }
  if (rows->scores != NULL)
    rows->scores[row] = is_tree && tree->score != NULL ? *tree->score : score;
}
