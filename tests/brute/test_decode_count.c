/* test_decode_count.c - numbers of trees, and scores of given ones, against the enumeration of all. */
#include <criterion/criterion.h>
#include <math.h>

#include "brute/arc_scores.h"
#include "brute/numbers.h"
#include "brute/oracle_cases.h"

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (2009);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode_count, .init = set_up, .fini = tear_down);

static TbkDecodeOptions
form_options (int form, int n_threads)
{
  return (
      TbkDecodeOptions){ .is_nonprojective = form & 1, .has_any_root = form >> 1, .n_threads = n_threads };
}

/* The best ones where sums of scores are exact in the enumeration too. */
static void
check_counts (TbkDecoder *decoder, TbkReal real, ScoreKind kind)
{
  enum { N = 8 };
  g_autoptr (ScoreBatch) batch = score_batch_new (source, real, kind, N, 6, FALSE);
  mpz_t *n_trees = numbers_new (N), *n_best = numbers_new (N);

  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = form_options (form, 1 + kind % 3);

    cr_assert (tbk_count_trees (decoder, &batch->scores, &options, n_trees, n_best, NULL));
    for (int s = 0; s < N; s++) {
      TreeWorth worth;

      tree_worth_find (batch, s, options.is_nonprojective, options.has_any_root, &worth);
      cr_assert_eq (mpz_cmp_ui (n_trees[s], worth.n_trees), 0, "kind %d, form %d", kind, form);
      if (kind < SCORES_REAL)
        cr_assert_eq (mpz_cmp_ui (n_best[s], worth.n_best), 0, "kind %d, form %d", kind, form);
      cr_assert_leq (mpz_cmp (n_best[s], n_trees[s]), 0);
      tree_worth_clear (&worth);
    }
  }
  numbers_free (n_trees, N);
  numbers_free (n_best, N);
}

Test (decode_count, is_that_of_all_trees)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (ScoreKind kind = 0; kind < N_SCORE_KINDS; kind++)
    for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++)
      for (int i = 0; i < SCALED (5); i++)
        check_counts (decoder, real, kind);
}

/* Where nothing is forbidden and all are equal there are formulas. */
Test (decode_count, obeys_formulas_for_long_sentences)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int n = 1; n <= 40; n += 13) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT32, SCORES_EQUAL, 1, n, TRUE);
    mpz_t *n_trees = numbers_new (1), *n_best = numbers_new (1), expected;

    mpz_init (expected);
    for (int form = 0; form < 4; form++) {
      const TbkDecodeOptions options = form_options (form, 0);

      cr_assert (tbk_count_trees (decoder, &batch->scores, &options, n_trees, n_best, NULL));
      if (options.is_nonprojective) { /* n^(n-1), (n+1)^(n-1) */
        mpz_ui_pow_ui (expected, (gulong) (n + (form >> 1)), (gulong) (n - 1));
      } else if (options.has_any_root) { /* C(3n,n) / (2n+1) */
        mpz_bin_uiui (expected, 3 * (gulong) n, (gulong) n);
        mpz_divexact_ui (expected, expected, 2 * (gulong) n + 1);
      } else { /* C(3n-2,n-1) / n */
        mpz_bin_uiui (expected, 3 * (gulong) n - 2, (gulong) n - 1);
        mpz_divexact_ui (expected, expected, (gulong) n);
      }
      cr_assert_eq (mpz_cmp (n_trees[0], expected), 0, "%d words, form %d", n, form);
      cr_assert_eq (mpz_cmp (n_best[0], expected), 0, "%d words, form %d", n, form);
    }
    mpz_clear (expected);
    numbers_free (n_trees, 1);
    numbers_free (n_best, 1);
  }
}

enum { N_WORDS = 3, N_LABELS = 3, N_ARCS = (N_WORDS + 1) * (N_WORDS + 1) };

/* Trees with labels, one by one. */
static void
count_labelled (const double *scores, const TbkDecodeOptions *options, gulong *n_trees, gulong *n_best)
{
  int heads[N_WORDS + 1] = { -1 };
  double best = -INFINITY;

  *n_trees = *n_best = 0;
  for (int code = 0; code < 1728; code++) { /* ((n + 1) labels)^n */
    double sum = 0;
    int rest = code;

    for (int d = 1; d <= N_WORDS; d++, rest /= 12) {
      heads[d] = rest % 12 / N_LABELS;
      sum += heads[d] == d ? -INFINITY : scores[(d * (N_WORDS + 1) + heads[d]) * N_LABELS + rest % N_LABELS];
    }
    if (sum == -INFINITY || !is_tree (heads, N_WORDS)
        || (!options->is_nonprojective && count_nonprojective_arcs (heads, N_WORDS) > 0)
        || (!options->has_any_root && count_roots (heads, N_WORDS) != 1))
      continue;
    ++*n_trees;
    *n_best = sum > best ? 1 : *n_best + (sum == best);
    best = MAX (best, sum);
  }
}

Test (decode_count, counts_labels)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  double numbers[N_ARCS * N_LABELS];
  const int length = N_WORDS;
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64,
                               .n_labels = N_LABELS,
                               .place = { numbers, (N_WORDS + 1) * N_LABELS, N_LABELS, 1 } };
  const TbkArcScores scores = { 1, &length, &arcs, NULL };
  mpz_t *n_trees = numbers_new (1), *n_best = numbers_new (1);

  for (int i = 0; i < SCALED (200); i++) {
    const TbkDecodeOptions options = form_options (i % 4, 0);
    gulong trees, best;

    /* Multiples of 1/8: the least power of 2 is not 1. */
    for (int a = 0; a < N_ARCS * N_LABELS; a++)
      numbers[a] = g_rand_int_range (source, 0, 4) == 0
                       ? -INFINITY
                       : g_rand_int_range (source, -2, 2) * (i % 8 ? .125 : 1e5);
    count_labelled (numbers, &options, &trees, &best);
    cr_assert (tbk_count_trees (decoder, &scores, &options, n_trees, NULL, NULL));
    cr_assert (tbk_count_trees (decoder, &scores, &options, NULL, n_best, NULL));
    cr_assert_eq (mpz_cmp_ui (n_trees[0], trees), 0);
    cr_assert_eq (mpz_cmp_ui (n_best[0], best), 0);
  }
  numbers_free (n_trees, 1);
  numbers_free (n_best, 1);
}

/* A difference that no double of the sum shows: 2^100 + 1 and 2^100. */
Test (decode_count, sees_small_differences)
{
  const double numbers[9] = { NAN, NAN, NAN, 0x1p100, NAN, 1, 0x1p100, 0, NAN };
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { (gpointer) numbers, 3, 1, 0 } };
  const int length = 2;
  const TbkArcScores scores = { 1, &length, &arcs, NULL };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  mpz_t *n_best = numbers_new (1);

  for (int form = 0; form < 2; form++) {
    const TbkDecodeOptions options = form_options (form, 0);

    cr_assert (tbk_count_trees (decoder, &scores, &options, NULL, n_best, NULL));
    cr_assert_eq (mpz_cmp_ui (n_best[0], 1), 0);
  }
  numbers_free (n_best, 1);
}

Test (decode_count, refuses_what_is_wrong)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_INTEGERS, 3, 5, TRUE);
  const TbkDecodeOptions few = { .max_memory = 1000 };
  mpz_t *n_trees = numbers_new (3);
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_count_trees (decoder, &batch->scores, &few, n_trees, NULL, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
  g_clear_error (&error);
  ((double *) batch->numbers[1])[2 * 6 + 4] = NAN;
  cr_assert_not (tbk_count_trees (decoder, &batch->scores, NULL, n_trees, NULL, &error));
  cr_assert (g_str_has_prefix (error->message, "sentences[1]: scores[2,4] "), "%s", error->message);
  numbers_free (n_trees, 3);
}

/* Trees that were decoded have the scores that they were decoded with. */
Test (decode_count, scores_given_trees)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int i = 0; i < SCALED (20); i++) {
    g_autoptr (ScoreBatch) batch =
        score_batch_new (source, i & 1, g_rand_int_range (source, 0, N_SCORE_KINDS), 9, 6, FALSE);
    const TbkDecodeOptions options = { .is_nonprojective = i & 2, .allows_none = TRUE };
    TbkTreeRows rows = tree_rows_new (batch, 3);
    g_autofree double *scores = NULL;

    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
    scores = g_memdup2 (rows.scores, 27 * sizeof (double));
    for (int t = 0; t < 27; t++)
      rows.scores[t] = NAN;
    cr_assert (tbk_score_trees (&batch->scores, &rows, NULL));
    cr_assert_arr_eq (rows.scores, scores, 27 * sizeof (double));
    tree_rows_clear (&rows);
  }
}

/* All heads of up to four words: those that pass are the trees that are counted, and gold trees of the others
 * are refused. */
Test (decode_count, checks_trees_that_are_summed)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  double numbers[25] = { 0 };
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { numbers, 5, 1, 0 } };

  for (int n = 1; n <= 4; n++)
    for (int form = 0; form < 4; form++) {
      const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form & 2 };
      const TbkArcScores scores = { 1, &n, &arcs, NULL };
      int heads[4] = { -1, -1, -1, -1 }, n_passed = 0, place = 0;
      const TbkTreeRows rows = { .n_trees = 1, .width = 4, .heads = heads };
      mpz_t n_trees;

      mpz_init (n_trees);
      cr_assert (tbk_count_trees (decoder, &scores, &options, &n_trees, NULL, NULL));
      while (place < n) { /* heads as the digits of a number, from -1 to n + 1 */
        n_passed += tbk_check_trees (&n, 1, &options, &rows, NULL);
        for (place = 0; place < n && heads[place] == n + 1; place++)
          heads[place] = -1;
        if (place < n)
          heads[place]++;
      }
      cr_assert_eq (mpz_cmp_ui (n_trees, (unsigned long) n_passed), 0);
      mpz_clear (n_trees);
    }
}

static void
check_no_tree (int *heads, const TbkDecodeOptions *options, const char *message)
{
  const int lengths[] = { 2, 4 };
  const TbkTreeRows rows = { .n_trees = 1, .width = 4, .heads = heads };
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_check_trees (lengths, 2, options, &rows, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message, message);
}

Test (decode_count, names_trees_that_are_not_summed)
{
  const TbkDecodeOptions any = { .is_nonprojective = TRUE, .has_any_root = TRUE };

  check_no_tree ((int[]){ 0, 1, -1, 9, 3, 4, 4, 0 }, NULL,
                 "sentences[1]: found the arc from 3 to 1, which is not projective, expected a projective "
                 "tree");
  check_no_tree ((int[]){ 0, 0, -1, -1, 0, 1, 1, 1 }, NULL,
                 "sentences[0]: found 2 words with head 0, expected one");
  check_no_tree ((int[]){ 0, 1, -1, -1, 2, 1, 0, 3 }, &any,
                 "sentences[1]: the words 1, 2 form a cycle, expected a tree");
}

static void
check_refused (const TbkArcScores *scores, const TbkTreeRows *rows, const char *message)
{
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_score_trees (scores, rows, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message, message);
}

Test (decode_count, refuses_heads_and_labels)
{
  float numbers[2 * 9 * 2];
  int heads[4] = { 0, 1, 2, 0 }, labels[4] = { 1, -1, 0, 0 };
  double sums[2];
  const int lengths[2] = { 2, 2 };
  const TbkArcNumbers arcs = {
    .real = TBK_FLOAT32, .n_labels = 2, .place = { numbers, 6, 2, 1 }, .sentences_apart = 18
  };
  const TbkArcScores scores = { 2, lengths, &arcs, NULL };
  const TbkTreeRows rows = { .n_trees = 1, .width = 2, .heads = heads, .labels = labels, .scores = sums };

  for (int i = 0; i < 36; i++)
    numbers[i] = (float) i;
  cr_assert (tbk_score_trees (&scores, &rows, NULL));
  cr_assert_eq (sums[0], 7 + 15);
  cr_assert_eq (sums[1], 18 + (6 + 4) + 18 + 12);
  heads[3] = 3;
  check_refused (&scores, &rows,
                 "sentences[1]: found head 3 of word 2, expected another one of 2 words, or 0");
  heads[3] = 2;
  check_refused (&scores, &rows,
                 "sentences[1]: found head 2 of word 2, expected another one of 2 words, or 0");
  heads[3] = 0;
  labels[3] = 2;
  check_refused (&scores, &rows, "sentences[1]: found label 2 of word 2, expected one of 2, or -1");
  labels[3] = 0;
  numbers[18 + 12] = NAN;
  check_refused (&scores, &rows,
                 "sentences[1]: scores[2,0,0] (dependent 2, head 0) is NaN, expected -inf or a number "
                 "below 2^112");
}
