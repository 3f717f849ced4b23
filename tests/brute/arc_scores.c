/* arc_scores.c - random scores of arcs, and what their trees are worth by enumeration. */
#include "brute/arc_scores.h"
#include "tbk/tabular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double
draw_normal (GRand *random)
{
  double sum = 0;

  for (int i = 0; i < 12; i++)
    sum += g_rand_double (random);
  return sum - 6;
}

static double
draw_score (GRand *random, ScoreKind kind, int n, int dependent, int head)
{
  switch (kind) {
  case SCORES_TIES:
    return g_rand_int_range (random, -2, 3);
  case SCORES_INTEGERS:
    return g_rand_int_range (random, -1000, 1001);
  case SCORES_EQUAL:
    return 1;
  case SCORES_FORBIDDEN:
    return g_rand_boolean (random) ? -INFINITY : g_rand_int_range (random, -3, 4);
  case SCORES_ROOT:
    return g_rand_int_range (random, -3, 4) + (head == 0 ? 10 : 0);
  case SCORES_CYCLES:
    return g_rand_int_range (random, -3, 4) + (head != 0 && (head - 1) / 2 == (dependent - 1) / 2 ? 40 : 0);
  case SCORES_REAL:
    return (float) (3 * draw_normal (random));
  case SCORES_WIDE:
    return g_rand_int_range (random, 0, 4) == 0 ? -INFINITY : g_rand_int_range (random, -10000, 10001);
  default:
    return g_rand_int_range (random, 0, n + 2) == 0 ? -1e9 : (float) draw_normal (random);
  }
}

ScoreBatch *
score_batch_new (GRand *random, TbkReal real, ScoreKind kind, int n_sentences, int longest,
                 gboolean has_one_length)
{
  ScoreBatch *batch = g_new0 (ScoreBatch, 1);

  batch->n_sentences = n_sentences;
  batch->width = longest;
  batch->real = real;
  batch->lengths = g_new (int, n_sentences);
  batch->numbers = g_new (gpointer, n_sentences);
  batch->places = g_new (TbkArcPlace, n_sentences);
  for (int s = 0; s < n_sentences; s++) {
    const int n = has_one_length ? longest : g_rand_int_range (random, 1, longest + 1);

    batch->lengths[s] = n;
    batch->numbers[s] = g_malloc ((gsize) (n + 1) * (n + 1) * (real == TBK_FLOAT32 ? 4 : 8));
    batch->places[s] =
        (TbkArcPlace){ .first = batch->numbers[s], .dependents_apart = n + 1, .heads_apart = 1 };
    for (int d = 0; d <= n; d++)
      for (int h = 0; h <= n; h++) {
        const double score = d == 0 || h == d ? NAN : draw_score (random, kind, n, d, h);

        if (real == TBK_FLOAT32)
          ((float *) batch->numbers[s])[d * (n + 1) + h] = (float) score;
        else
          ((double *) batch->numbers[s])[d * (n + 1) + h] = score;
      }
  }
  batch->arcs = (TbkArcNumbers){ .real = real, .places = batch->places };
  batch->scores =
      (TbkArcScores){ .n_sentences = n_sentences, .lengths = batch->lengths, .scores = &batch->arcs };
  return batch;
}

void
score_batch_free (ScoreBatch *batch)
{
  for (int s = 0; s < batch->n_sentences; s++)
    g_free (batch->numbers[s]);
  g_free (batch->numbers);
  g_free (batch->places);
  g_free (batch->lengths);
  g_free (batch);
}

double
score_batch_at (const ScoreBatch *batch, int sentence, int dependent, int head)
{
  const int at = dependent * (batch->lengths[sentence] + 1) + head;

  return batch->real == TBK_FLOAT32 ? ((float *) batch->numbers[sentence])[at]
                                    : ((double *) batch->numbers[sentence])[at];
}

double
score_batch_tree (const ScoreBatch *batch, int sentence, const int *heads)
{
  double score = 0;

  for (int d = 1; d <= batch->lengths[sentence]; d++)
    score += score_batch_at (batch, sentence, d, heads[d]);
  return score;
}

/* The same with more digits. */
static long double
exact_score (const ScoreBatch *batch, int sentence, const int *heads)
{
  long double score = 0;

  for (int d = 1; d <= batch->lengths[sentence]; d++)
    score += score_batch_at (batch, sentence, d, heads[d]);
  return score;
}

static int
compare_descending (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x > y ? -1 : x < y;
}

/* log Z is a great score plus the logarithm of a sum; so is what each tree adds to marginals and entropy. */
static void
sum_trees (const ScoreBatch *batch, int sentence, const TreeList *trees, gboolean has_any_root,
           TreeWorth *worth)
{
  const int n = trees->n;
  long double z = 0, mean = 0, best = -INFINITY,
              marginals[MOST_ENUMERATED + 1][MOST_ENUMERATED + 1] = { { 0 } };

  for (gsize t = 0; t < trees->n_trees; t++)
    if (has_any_root || count_roots (tree_at (trees, t), n) == 1)
      best = MAX (best, exact_score (batch, sentence, tree_at (trees, t)));
  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    const long double score = exact_score (batch, sentence, heads), p = expl (score - best);

    if (score == -INFINITY || (!has_any_root && count_roots (heads, n) != 1))
      continue;
    z += p;
    mean += p * (score - best);
    for (int d = 1; d <= n; d++)
      marginals[d][heads[d]] += p;
  }
  worth->log_z = best + logl (z);
  worth->entropy = logl (z) - mean / z;
  for (int d = 1; d <= n; d++)
    for (int h = 0; h <= n; h++)
      worth->marginals[d][h] = (double) (marginals[d][h] / z);
}

void
tree_worth_find (const ScoreBatch *batch, int sentence, gboolean is_nonprojective, gboolean has_any_root,
                 TreeWorth *worth)
{
  const int n = batch->lengths[sentence];
  const TreeList *trees = all_trees (n, !is_nonprojective);

  memset (worth, 0, sizeof *worth);
  worth->sorted = g_new (double, trees->n_trees);
  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    const double score = score_batch_tree (batch, sentence, heads);

    if (score > -INFINITY && (has_any_root || count_roots (heads, n) == 1))
      worth->sorted[worth->n_trees++] = score;
  }
  qsort (worth->sorted, worth->n_trees, sizeof (double), compare_descending);
  worth->best = worth->n_trees == 0 ? -INFINITY : worth->sorted[0];
  while (worth->n_best < worth->n_trees && worth->sorted[worth->n_best] == worth->best)
    worth->n_best++;
  if (worth->n_trees > 0)
    sum_trees (batch, sentence, trees, has_any_root, worth);
}

void
tree_worth_clear (TreeWorth *worth)
{
  g_clear_pointer (&worth->sorted, g_free);
}

TbkTreeRows
tree_rows_new (const ScoreBatch *batch, int n_trees)
{
  const gsize n = (gsize) batch->n_sentences * n_trees;

  return (TbkTreeRows){ .n_trees = n_trees,
                        .width = batch->width,
                        .heads = g_new (int, n * batch->width),
                        .scores = g_new (double, n) };
}

void
tree_rows_clear (TbkTreeRows *rows)
{
  g_free (rows->heads);
  g_free (rows->labels);
  g_free (rows->scores);
}

const int *
tree_rows_heads (const TbkTreeRows *rows, int sentence, int tree, int n)
{
  static int heads[TBK_TABULAR_MAX_LENGTH + 1];

  heads[0] = -1;
  memcpy (heads + 1, rows->heads + ((gsize) sentence * rows->n_trees + tree) * rows->width, n * sizeof (int));
  return heads;
}

MarginalBatch *
marginal_batch_new (const ScoreBatch *batch)
{
  MarginalBatch *marginals = g_new0 (MarginalBatch, 1);

  marginals->n_sentences = batch->n_sentences;
  marginals->numbers = g_new (double *, batch->n_sentences);
  marginals->places = g_new (TbkArcPlace, batch->n_sentences);
  for (int s = 0; s < batch->n_sentences; s++) {
    const int size = batch->lengths[s] + 1;

    marginals->numbers[s] = g_new (double, size *size);
    for (int i = 0; i < size * size; i++)
      marginals->numbers[s][i] = NAN;
    marginals->places[s] =
        (TbkArcPlace){ .first = marginals->numbers[s], .dependents_apart = size, .heads_apart = 1 };
  }
  marginals->arcs = (TbkArcNumbers){ .real = TBK_FLOAT64, .places = marginals->places };
  return marginals;
}

void
marginal_batch_free (MarginalBatch *marginals)
{
  for (int s = 0; s < marginals->n_sentences; s++)
    g_free (marginals->numbers[s]);
  g_free (marginals->numbers);
  g_free (marginals->places);
  g_free (marginals);
}
