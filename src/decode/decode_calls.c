/* decode_calls.c - the functions that search, score, sum, draw and count.
 *
 * Contents
 *   1. calls: the functions of tbk/decode.h that search and that score
 *   2. calls: the functions of tbk/decode.h that sum over trees, draw and count them
 */
#include "decode/decode.h"

#include "base/base.h"

/* 2. calls: the functions of tbk/decode.h that search and that score.
 *
 * Whatever is asked for, a call becomes a Decoding: the scores, the options, and where each result goes, NULL
 * for what is not wanted. One task is chosen for it, and decode_run() does that with all sentences:
 *
 *   wanted                         projective                          any
 *   the best tree                  best_float_task, best_double_task   spanning_task
 *   the n best trees               n_best_task                         spanning_n_best_task
 *   log Z, trees drawn             sums_real_inside_task               elimination_real_task
 *   marginals, expected trees      sums_real_task                      elimination_real_task
 *   numbers of trees               count_task                          count_task
 */

/* Where sentences have places of their own, the common place is not used and may be missing. */
static gboolean
calls_is_complete (const TbkArcNumbers *numbers, int n_sentences)
{
  return (numbers->real == TBK_FLOAT32 || numbers->real == TBK_FLOAT64) && numbers->n_labels >= 0
         && (n_sentences == 0 || numbers->places != NULL || numbers->place.first != NULL);
}

/* Cost that is added to scores has one number for each label, or one for each arc whatever the label. */
static gboolean
calls_are_scores (const TbkArcScores *scores)
{
  return scores->n_sentences >= 0 && (scores->n_sentences == 0 || scores->lengths != NULL)
         && scores->scores != NULL && calls_is_complete (scores->scores, scores->n_sentences)
         && (scores->cost == NULL
             || (calls_is_complete (scores->cost, scores->n_sentences)
                 && (scores->cost->n_labels == 0 || scores->cost->n_labels == scores->scores->n_labels)));
}

/* Whether rows are as wide as the sentences are long. Sentences that are too long in any case are wrong data
 * and no wrong call: they are reported by an error later. */
static gboolean
calls_are_rows (const TbkTreeRows *trees, const TbkArcScores *scores)
{
  if (trees == NULL || trees->n_trees < 1
      || (trees->heads == NULL && scores->n_sentences > 0 && trees->width > 0))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (scores->lengths[i] > trees->width && scores->lengths[i] <= TBK_TABULAR_MAX_LENGTH)
      return FALSE;
  return TRUE;
}

/* @options: (nullable) */
static Decoding
calls_decoding (const TbkArcScores *scores, const TbkDecodeOptions *options)
{
  Decoding decoding = { .scores = scores };

  if (options != NULL)
    decoding.options = *options;
  return decoding;
}

/* The best tree alone is found many times faster than as the first of a list. Scores that are floats are
 * summed as floats, of which a vector holds twice as many. */
static const DecodeTask *
best_task (const Decoding *decoding)
{
  if (decoding->options.is_nonprojective)
    return decoding->trees->n_trees == 1 ? &spanning_task : &spanning_n_best_task;
  if (decoding->trees->n_trees > 1)
    return &n_best_task;
  return decoding->scores->scores->real == TBK_FLOAT32 ? &best_float_task : &best_double_task;
}

/* The task depends on what is asked for, and on the type of the scores; the loop over sentences is the same
 * for all. */
gboolean
tbk_decode (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores), FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  return decode_run (decoder, &decoding, best_task (&decoding), error);
}

/* Adds the score of the arc to word @d to @sum. A label of -1 means the best label. A number that is no score
 * is found only if its arc is used; then the whole sentence is searched, so that the message names the
 * first. */
static gboolean
add_arc (const SentenceScores *s, int sentence, int d, int head, int label, double *sum, GError **error)
{
  const int n_labels = s->scores.n_labels;
  double score;

  if (head < 0 || head > s->n || head == d)
    return fail_data (error,
                      "sentences[%d]: found head %d of word %d, expected another one of %d words, or 0",
                      sentence, head, d, s->n);
  if (label < -1 || label >= MAX (n_labels, 0))
    return fail_data (error, "sentences[%d]: found label %d of word %d, expected one of %d, or -1", sentence,
                      label, d, n_labels);
  score = label < 0 ? scores_arc (s, d, head, NULL) : scores_labelled (s, d, head, label);
  *sum += score;
  return scores_is_good (score) || scores_check (s, sentence, error);
}

gboolean
tbk_score_trees (const TbkArcScores *scores, const TbkTreeRows *trees, GError **error)
{
  int longest;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores) && trees->scores != NULL, FALSE);
  if (!decode_check_lengths (scores, &longest, error))
    return FALSE;
  for (gsize row = 0; row < (gsize) scores->n_sentences * trees->n_trees; row++) {
    const int sentence = (int) (row / trees->n_trees);
    const SentenceScores s = scores_of (scores, sentence);
    const int *heads = trees->heads + row * trees->width;
    const int *labels = trees->labels == NULL ? NULL : trees->labels + row * trees->width;
    /* A row that begins with -1 has no tree, as tbk_decode() writes it. */
    double sum = heads[0] == -1 ? -INFINITY : 0;

    for (int i = 0; i < s.n && heads[0] != -1; i++)
      if (!add_arc (&s, sentence, i + 1, heads[i], labels == NULL ? -1 : labels[i], &sum, error))
        return FALSE;
    trees->scores[row] = sum;
  }
  return TRUE;
}

/* 2. calls: the functions of tbk/decode.h that sum over trees, draw and count them. */

/* Without marginals the outside recursion, two thirds of the time, is left out. Elimination is one task for
 * both: it looks itself whether derivatives are needed. */
static const DecodeTask *
sum_task (const Decoding *decoding)
{
  if (decoding->options.is_nonprojective)
    return &elimination_real_task;
  return sums_need_marginals (decoding) ? &sums_real_task : &sums_real_inside_task;
}

/* Results that the caller does not want are NULL, and are not computed. */
gboolean
tbk_log_partition (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                   double *log_z, const TbkArcNumbers *marginals, double *entropy, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (marginals == NULL
                            || (calls_is_complete (marginals, scores->n_sentences)
                                && marginals->n_labels == scores->scores->n_labels),
                        FALSE);
  decoding = calls_decoding (scores, options);
  decoding.log_zs = log_z;
  decoding.marginals = marginals;
  decoding.entropies = entropy;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

/* The generator of a sentence depends on the seed and the number of the sentence in the call. So neither
 * threads nor groups change what is drawn. */
gboolean
tbk_sample_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                  guint64 seed, const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores), FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  decoding.is_drawing = TRUE;
  decoding.seed = seed;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

/* Marginals are computed as for tbk_log_partition(); sums_put() then finds the tree by them. */
gboolean
tbk_expected_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                    const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores) && trees->n_trees == 1, FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

gboolean
tbk_count_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                 mpz_t *n_trees, mpz_t *n_best, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  decoding = calls_decoding (scores, options);
  decoding.n_trees = n_trees;
  decoding.n_best = n_best;
  return decode_run (decoder, &decoding, &count_task, error);
}
