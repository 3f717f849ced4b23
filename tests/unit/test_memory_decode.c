/* test_memory_decode.c - a lack of memory for decoding, for exact search, and for steps of sentences, is an error, or the result is right. */
#include <malloc.h>

#include "base/base.h"
#include "tbk/base.h"
#include "tbk/decode.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"
#include "tbk/search.h"
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

/* The same of exact search, of each kind. */
enum { SEARCHED = 80, N_SEARCHES = 5 };

static gboolean
search_by (int kind, const TbkTransitionScores *scores, Decoded *found, GError **error)
{
  const TbkTransitionOptions options = { .has_any_root = TRUE };
  const TbkSequenceRows rows = { kind == 0 ? 1 : N_DECODED_TREES, SEARCHED, found->heads, NULL, NULL };
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_auto (TbkConfiguration) start = TBK_CONFIGURATION_INIT;
  const TbkConfiguration *configurations[] = { &start };
  double values[TBK_MAX_TRANSITIONS];

  if (kind < 2)
    return tbk_decode_transitions (searcher, scores, &options, &rows, error);
  if (kind == 2)
    return tbk_sample_transitions (searcher, scores, &options, 7, &rows, error);
  if (kind == 3)
    return tbk_transition_partition (searcher, scores, &options, &found->log_z, NULL, NULL, NULL, error);
  if (!tbk_configuration_start (&start, scores->system, SEARCHED, error)
      || !tbk_value_transitions (searcher, scores, &options, configurations, 1, values, error))
    return FALSE;
  found->log_z = values[0];
  return TRUE;
}

Test (memory, exact_search)
{
  enum { SIZE = 4 * (SEARCHED + 1) * (SEARCHED + 2) };
  const int length = SEARCHED;
  g_autofree double *numbers = g_new (double, SIZE);
  const TbkTransitionNumbers at = { .real = TBK_FLOAT64,
                                    .place = { numbers, (SEARCHED + 1) * (SEARCHED + 2), SEARCHED + 2, 1 } };
  const TbkTransitionScores scores = { tbk_system_find ("arc-eager"), 1, &length, &at, NULL };
  TbkRandom random;

  tbk_random_init (&random, 1, 1);
  for (int i = 0; i < SIZE; i++)
    numbers[i] = (double) (random_next (&random) & 1023);
  /* The last first: memory that earlier ones have freed may suffice for the first. */
  for (int kind = N_SEARCHES - 1; kind >= 0; kind--) {
    g_autofree Decoded *found = g_new0 (Decoded, 1), *expected = g_new0 (Decoded, 1);
    int n_failures = 0, n_done = 0;

    cr_assert (search_by (kind, &scores, expected, NULL));
    for (gsize limit = MEGABYTE / 32; limit <= 32 * MEGABYTE; limit += limit / 4) {
      g_autoptr (GError) error = NULL;

      malloc_trim (0);
      if (!allow (limit))
        return;
      if (search_by (kind, &scores, found, &error))
        cr_assert_arr_eq (found, expected, sizeof (Decoded), "%d", kind);
      else
        cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", error->message);
      n_failures += error != NULL;
      n_done += error == NULL;
      allow (G_MAXSIZE);
    }
    cr_assert (n_done > 0 && (n_failures > 0 || kind == 0), "%d: %d failures", kind, n_failures);
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
