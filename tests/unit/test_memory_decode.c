/* test_memory_decode.c - a lack of memory for decoding, and for steps of sentences, is an error, or the result is right. */
#include <malloc.h>

#include "base/base.h"
#include "tbk/base.h"
#include "tbk/decode.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"
#include "unit/memory_limit.h"

/* The results of one sentence, of each kind. */
enum { DECODED = 150, N_DECODED_TREES = 3, N_DECODINGS = 5 };

typedef struct {
  int heads[N_DECODED_TREES * DECODED];
  double log_z;
} Decoded;

/* By a new decoder, which has no memory of earlier calls. */
static gboolean
decode_by (int kind, const TbkArcScores *scores, Decoded *decoded, GError **error)
{
  const TbkDecodeOptions options = { .is_nonprojective = kind % 2 };
  const TbkTreeRows trees = { .n_trees = N_DECODED_TREES, .width = DECODED, .heads = decoded->heads };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  if (kind < 2)
    return tbk_decode (decoder, scores, &options, &trees, error);
  if (kind < 4)
    return tbk_sample_trees (decoder, scores, &options, 7, &trees, error);
  return tbk_log_partition (decoder, scores, &options, &decoded->log_z, NULL, NULL, error);
}

/* However much memory there is: either it is told that it was too little, or the result is right. */
Test (memory, decode)
{
  const int length = DECODED;
  g_autofree float *numbers = g_new (float, (DECODED + 1) * (DECODED + 1));
  const TbkArcNumbers arcs = { .place = { numbers, DECODED + 1, 1, 0 } };
  const TbkArcScores scores = { .n_sentences = 1, .lengths = &length, .scores = &arcs };
  TbkRandom random;

  tbk_random_init (&random, 1, 1);
  for (int i = 0; i < (DECODED + 1) * (DECODED + 1); i++)
    numbers[i] = (float) (random_next (&random) & 1023);
  for (int kind = 0; kind < N_DECODINGS; kind++) {
    g_autofree Decoded *decoded = g_new0 (Decoded, 1), *expected = g_new0 (Decoded, 1);
    int n_failures = 0, n_done = 0;

    cr_assert (decode_by (kind, &scores, expected, NULL));
    for (gsize limit = MEGABYTE / 32; limit <= 32 * MEGABYTE; limit += limit / 4) {
      g_autoptr (GError) error = NULL;

      malloc_trim (0);
      if (!allow (limit))
        return;
      if (decode_by (kind, &scores, decoded, &error))
        cr_assert_arr_eq (decoded, expected, sizeof (Decoded), "%d", kind);
      else
        cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", error->message);
      n_failures += error != NULL;
      n_done += error == NULL;
      allow (G_MAXSIZE);
    }
    cr_assert (n_done > 0 && (n_failures > 0 || kind % 2 == 1), "%d: %d failures", kind, n_failures);
  }
}

/* Of a long sentence, whose words take more memory than other parts of its first configuration. */
Test (memory, words_of_steps)
{
  enum { N = 30000 };
  g_autofree int *heads = g_new (int, N + 1);
  g_autofree TbkDrawnRow *rows = g_new0 (TbkDrawnRow, N);
  const TbkDrawnSentence sentence = { .rows = rows, .n_rows = N, .n = N, .heads = heads };
  int n_failures = 0, n_done = 0;

  for (int word = 0; word <= N; word++)
    heads[word] = word - 1;
  for (gsize limit = MEGABYTE / 32; limit <= 64 * MEGABYTE; limit += limit / 8) {
    g_autoptr (TbkSteps) steps = tbk_steps_new (tbk_system_find ("covington"), 0, NULL, NULL);
    g_autoptr (GError) error = NULL;
    gboolean done;

    malloc_trim (0);
    if (!allow (limit))
      return;
    done = tbk_steps_set_sentence (steps, &sentence, NULL, 0, FALSE, &error);
    allow (G_MAXSIZE);
    cr_assert_eq (done, error == NULL);
    cr_assert (done || g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", error->message);
    n_failures += !done;
    n_done += done;
  }
  cr_assert (n_done > 0 && n_failures > 0, "%d done, %d failures", n_done, n_failures);
}
