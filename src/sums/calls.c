/* calls.c - the functions of tbk/decode.h that sum over trees, draw and count them. */
#include "decode/calls.h"
#include "sums/count.h"
#include "sums/elimination_real.h"
#include "sums/sums.h"
#include "sums/sums_real.h"

static const DecodeTask *
sum_task (const Decoding *decoding)
{
  if (decoding->options.is_nonprojective)
    return &elimination_real_task;
  return sums_need_marginals (decoding) ? &sums_real_task : &sums_real_inside_task;
}

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
