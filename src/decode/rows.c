/* rows.c - trees into the caller's rows.
 *
 * Searches add the scores of arcs up in an order of their own, and so may find two trees that differ by rounding alone
 * the other way round than their scores are. Rows are in order of the scores that stand in them.
 */
#include "decode/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

/* A tree of a sentence by its place, and its score. */
typedef struct {
  double score;
  int place;
} RankedTree;

static int
compare_trees (gconstpointer a, gconstpointer b)
{
  const RankedTree *x = a, *y = b;

  return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                              : (x->place > y->place) - (x->place < y->place);
}

/* The score of the t-th tree of a sentence, from its row. */
static double
score_of_row (const Decoding *decoding, int sentence, int t)
{
  const TbkTreeRows *rows = decoding->trees;
  const gsize row = (gsize) sentence * rows->n_trees + t;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const FoundTree tree = { .heads = rows->heads + row * rows->width - 1 };
  double score = 0;
  int label;

  if (rows->scores != NULL)
    return rows->scores[row];
  if (tree.heads[1] < 0)
    return -INFINITY;
  for (int d = 1; d <= s.n; d++)
    score += find_arc (&s, &tree, d, &label);
  return score;
}

/* Moves the @n elements of @size bytes at @array to the places that @ranked names; @copy has room for them. */
static void
permute (gpointer array, const RankedTree *ranked, int n, gsize size, char *copy)
{
  if (array == NULL)
    return;
  memcpy (copy, array, (gsize) n * size);
  for (int t = 0; t < n; t++)
    memcpy ((char *) array + (gsize) t * size, copy + (gsize) ranked[t].place * size, size);
}

gboolean
rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const TbkTreeRows *rows = decoding->trees;
  const int n = rows->n_trees;
  const gsize first = (gsize) sentence * n, width = (gsize) rows->width;
  const gsize size = MAX (width * sizeof (int), sizeof (double));
  RankedTree *ranked;
  int t = 1;

  for (double before = score_of_row (decoding, sentence, 0), score; t < n; t++, before = score)
    if ((score = score_of_row (decoding, sentence, t)) > before)
      break;
  if (t == n)
    return TRUE;
  ranked = decode_scratch (worker, SCRATCH_ORDER, n, sizeof *ranked + size);
  if (ranked == NULL)
    return memory_fail (error, "the order of %d trees", n);
  for (t = 0; t < n; t++)
    ranked[t] = (RankedTree){ score_of_row (decoding, sentence, t), t };
  qsort (ranked, n, sizeof *ranked, compare_trees);
  permute (rows->heads + first * width, ranked, n, width * sizeof (int), (char *) (ranked + n));
  permute (rows->labels == NULL ? NULL : rows->labels + first * width, ranked, n, width * sizeof (int),
           (char *) (ranked + n));
  permute (rows->scores == NULL ? NULL : rows->scores + first, ranked, n, sizeof (double),
           (char *) (ranked + n));
  return TRUE;
}
