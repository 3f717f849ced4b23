/* calls.c - the functions of tbk/decode.h: what they are given, and which task that is. */
#include "decode/decode.h"

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

gboolean
tbk_decode (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            const TbkTreeRows *trees, GError **error)
{
  const DecodeTask *task;
  Decoding decoding;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (trees, scores), FALSE);
  decoding = decoding_of (scores, options);
  decoding.trees = trees;
  if (decoding.options.is_nonprojective)
    task = &spanning_task;
  else
    task = scores->scores->real == TBK_FLOAT32 ? &best_float_task : &best_double_task;
  return decode_run (decoder, &decoding, task, error);
}
