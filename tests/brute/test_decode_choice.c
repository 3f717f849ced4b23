/* test_decode_choice.c - which of equally good trees decoders return, and which sentence they name of those that need too
 * much memory. */
#include <criterion/criterion.h>

#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"

/* Of equally good trees always the same is returned: where all are, and where all are in which the last word hangs on 0. */
Test (decode_choice, takes_the_same_of_equal_trees)
{
  enum { N = 6 };
  static const int expected[2][4][N] = {
    { { 0, 1, 2, 3, 4, 5 }, { 0, 1, 1, 1, 1, 1 }, { 0, 1, 2, 3, 4, 5 }, { 0, 0, 0, 0, 0, 0 } },
    { { 6, 6, 6, 6, 6, 0 }, { 6, 1, 1, 1, 1, 0 }, { 6, 6, 6, 6, 6, 0 }, { 0, 0, 0, 0, 0, 0 } },
  };
  static double numbers[N + 1][N + 1];
  const int length = N;
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { numbers, N + 1, 1, 0 } };
  const TbkArcScores scores = { 1, &length, &arcs, NULL };
  int heads[N];
  const TbkTreeRows rows = { .n_trees = 1, .width = N, .heads = heads };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int last = 0; last < 2; last++) {
    numbers[N][0] = last;
    for (int form = 0; form < 4; form++) {
      const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form >> 1 };

      cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
      cr_assert_arr_eq (heads, expected[last][form], sizeof heads, "%d, form %d", last, form);
    }
  }
}

/* The first sentence that needs too much is named, though the longest one is looked at first. */
Test (decode_choice, names_the_sentence_that_needs_too_much_memory)
{
  enum { MANY = 400, MORE = 401 };
  static const int lengths[4] = { 2, MANY, 2, MORE };
  g_autofree double *numbers = g_new0 (double, 4 * (MORE + 1) * (MORE + 1));
  g_autofree int *heads = g_new (int, 4 * MORE);
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64,
                               .place = { numbers, MORE + 1, 1, 0 },
                               .sentences_apart = (MORE + 1) * (MORE + 1) };
  const TbkArcScores scores = { 4, lengths, &arcs, NULL };
  const TbkTreeRows rows = { .n_trees = 1, .width = MORE, .heads = heads };
  const TbkDecodeOptions options = { .is_nonprojective = TRUE, .max_memory = 1 << 20 };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_decode (decoder, &scores, &options, &rows, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
  cr_assert_str_eq (error->message,
                    "sentences[1]: 400 words need more memory than the 1048576 bytes that are allowed");
}
