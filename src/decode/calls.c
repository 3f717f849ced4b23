/* calls.c - the functions of tbk/decode.h: what they are given, and which task that is. */
#include "decode/best.h"
#include "decode/decode.h"
#include "decode/elimination_real.h"
#include "decode/n_best.h"
#include "decode/spanning.h"
#include "decode/spanning_n_best.h"
#include "decode/sums.h"
#include "decode/sums_real.h"

/* Whether it says where numbers are. */
static gboolean
is_complete (const TbkArcNumbers *numbers, int n_sentences)
{
  return (numbers->real == TBK_FLOAT32 || numbers->real == TBK_FLOAT64) && numbers->n_labels >= 0
         && (n_sentences == 0 || numbers->places != NULL || numbers->place.first != NULL);
}

static gboolean
are_scores (const TbkArcScores *scores)
{
  return scores->n_sentences >= 0 && (scores->n_sentences == 0 || scores->lengths != NULL)
         && scores->scores != NULL && is_complete (scores->scores, scores->n_sentences)
         && (scores->cost == NULL
             || (is_complete (scores->cost, scores->n_sentences)
                 && (scores->cost->n_labels == 0 || scores->cost->n_labels == scores->scores->n_labels)));
}

static gboolean
are_rows (const TbkTreeRows *trees, const TbkArcScores *scores)
{
  if (trees == NULL || trees->n_trees < 1
      || (trees->heads == NULL && scores->n_sentences > 0 && trees->width > 0))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (scores->lengths[i] > trees->width && scores->lengths[i] <= TBK_TABULAR_MAX_LENGTH)
      return FALSE;
  return TRUE;
}

static Decoding
decoding_of (const TbkArcScores *scores, const TbkDecodeOptions *options)
{
  Decoding decoding = { .scores = scores };

  if (options != NULL)
    decoding.options = *options;
  return decoding;
}

static const DecodeTask *
best_task (const Decoding *decoding)
{
  if (decoding->options.is_nonprojective)
    return decoding->trees->n_trees == 1 ? &spanning_task : &spanning_n_best_task;
  if (decoding->trees->n_trees > 1)
    return &n_best_task;
  return decoding->scores->scores->real == TBK_FLOAT32 ? &best_float_task : &best_double_task;
}

gboolean
tbk_decode (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (trees, scores), FALSE);
  decoding = decoding_of (scores, options);
  decoding.trees = trees;
  return decode_run (decoder, &decoding, best_task (&decoding), error);
}

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

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (marginals == NULL
                            || (is_complete (marginals, scores->n_sentences)
                                && marginals->n_labels == scores->scores->n_labels),
                        FALSE);
  decoding = decoding_of (scores, options);
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

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (trees, scores), FALSE);
  decoding = decoding_of (scores, options);
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

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (trees, scores) && trees->n_trees == 1, FALSE);
  decoding = decoding_of (scores, options);
  decoding.trees = trees;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}
