/* wide_sums.c - a task of decoders: all is done in wide numbers. */
#include "brute/wide_sums.h"

#include "decode/decode.h"

static gboolean
work_in_wide_numbers (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                      GError **error)
{
  g_assert (n_sentences == 1);
  return decoding->options.is_nonprojective ? elimination_wide_put (decoding, worker, sentences[0], error)
                                            : sums_wide_put (decoding, worker, sentences[0], error);
}

const DecodeTask wide_sums_task = { .n_matrices = 1, .work = work_in_wide_numbers };
