/* test_decode_n_best.c - the n best trees against the sorted list of all. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (2005);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode_n_best, .init = set_up, .fini = tear_down);

static void
check_trees (const ScoreBatch *batch, int sentence, const TbkTreeRows *rows, const TbkDecodeOptions *options)
{
  const int n = batch->lengths[sentence];
  const double slack = batch->real == TBK_FLOAT64 ? 0 : 1e-9;
  TreeWorth worth;

  tree_worth_find (batch, sentence, options->is_nonprojective, options->has_any_root, &worth);
  for (int t = 0; t < rows->n_trees; t++) {
    const gsize row = (gsize) sentence * rows->n_trees + t;
    const int *heads = rows->heads + row * rows->width;

    if ((gsize) t >= worth.n_trees) {
      cr_assert_eq (rows->scores[row], -INFINITY);
      cr_assert_eq (heads[0], -1);
      continue;
    }
    cr_assert_float_eq (rows->scores[row], worth.sorted[t], slack * fabs (worth.sorted[t]));
    for (int before = 0; before < t; before++)
      cr_assert_arr_neq (heads, heads - (t - before) * rows->width, n * sizeof (int), "a tree comes twice");
    heads = tree_rows_heads (rows, sentence, t, n);
    cr_assert (is_tree (heads, n));
    cr_assert (options->is_nonprojective || count_nonprojective_arcs (heads, n) == 0);
    cr_assert (options->has_any_root || count_roots (heads, n) == 1);
    cr_assert_eq (rows->scores[row], score_batch_tree (batch, sentence, heads));
  }
  tree_worth_clear (&worth);
}

static void
check_n_best (TbkDecoder *decoder, TbkReal real, ScoreKind kind, int n_trees, int longest)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, real, kind, 6, longest, FALSE);
  TbkTreeRows rows = tree_rows_new (batch, n_trees), best = tree_rows_new (batch, 1),
              few = tree_rows_new (batch, 2);

  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = {
      .is_nonprojective = form & 1, .has_any_root = form >> 1, .allows_none = TRUE, .n_threads = 1 + form % 3
    };

    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
    cr_assert (tbk_decode (decoder, &batch->scores, &options, &best, NULL));
    cr_assert (tbk_decode (decoder, &batch->scores, &options, &few, NULL));
    for (int s = 0; s < batch->n_sentences; s++) {
      check_trees (batch, s, &rows, &options);
      if (real == TBK_FLOAT64)
        cr_assert_arr_eq (best.heads + s * best.width, rows.heads + s * n_trees * rows.width,
                          best.width * sizeof (int));
      cr_assert_arr_eq (few.heads + s * 2 * few.width, rows.heads + s * n_trees * rows.width,
                        MIN (2, n_trees) * few.width * sizeof (int));
    }
  }
  tree_rows_clear (&rows);
  tree_rows_clear (&best);
  tree_rows_clear (&few);
}

Test (decode_n_best, are_the_first_of_all_trees)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (ScoreKind kind = 0; kind < N_SCORE_KINDS; kind++)
    for (int i = 0; i < SCALED (6); i++)
      if (kind != SCORES_MASKED) {
        check_n_best (decoder, i & 1, kind, 20, 5);
        check_n_best (decoder, i & 1, kind, 4000, 4);
      }
}

Test (decode_n_best, are_the_first_of_trees_of_seven_words)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  check_n_best (decoder, TBK_FLOAT64, SCORES_TIES, 30, 7);
  check_n_best (decoder, TBK_FLOAT64, SCORES_REAL, 30, 7);
}

/* In long sentences: in order, all different, of a kind. */
Test (decode_n_best, are_in_order_in_long_sentences)
{
  enum { N = 40, TREES = 60 };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int form = 0; form < 4; form++) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_INTEGERS, 2, N, TRUE);
    const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form >> 1 };
    TbkTreeRows rows = tree_rows_new (batch, TREES);

    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
    for (int s = 0; s < 2; s++)
      for (int t = 0; t < TREES; t++) {
        const int *heads = tree_rows_heads (&rows, s, t, N);

        cr_assert (is_tree (heads, N));
        cr_assert (options.is_nonprojective || count_nonprojective_arcs (heads, N) == 0);
        cr_assert (options.has_any_root || count_roots (heads, N) == 1);
        for (int before = 0; before < t; before++) {
          cr_assert_geq (rows.scores[s * TREES + before], rows.scores[s * TREES + t]);
          cr_assert_arr_neq (rows.heads + (s * TREES + before) * N, heads + 1, N * sizeof (int));
        }
      }
    tree_rows_clear (&rows);
  }
}

/* Scores whose sums depend on the order in which they are added: the order is that of the scores that are returned, whether
 * these are asked for or not, and each is the sum of its tree's arcs. Memory has no bound. */
Test (decode_n_best, scores_never_rise)
{
  enum { N = 6, TREES = 200, WIDTH = N + 1 };
  static const double numbers[] = { 0.1, 0.2, 0.3, 0.7, 1e-9, 1e8 };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  double matrix[WIDTH * WIDTH], found[TREES];
  int heads[TREES * N], again[TREES * N];

  for (int round = 0; round < SCALED (200); round++) {
    const int length = N;
    const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { matrix, WIDTH, 1, 0 } };
    const TbkArcScores scores = { .n_sentences = 1, .lengths = &length, .scores = &arcs };
    const TbkDecodeOptions options = { .is_nonprojective = round & 1, .max_memory = G_MAXSIZE };
    const TbkTreeRows rows = { .n_trees = TREES, .width = N, .heads = heads, .scores = found };
    const TbkTreeRows without = { .n_trees = TREES, .width = N, .heads = again };

    for (int i = 0; i < WIDTH * WIDTH; i++)
      matrix[i] = numbers[g_rand_int_range (source, 0, G_N_ELEMENTS (numbers))];
    cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
    cr_assert (tbk_decode (decoder, &scores, &options, &without, NULL));
    cr_assert_arr_eq (again, heads, sizeof heads);
    for (int t = 0; t < TREES && found[t] > -INFINITY; t++) {
      double sum = 0;

      for (int d = 1; d <= N; d++)
        sum += matrix[d * WIDTH + heads[t * N + d - 1]];
      cr_assert_eq (sum, found[t]);
      cr_assert (t == 0 || found[t] <= found[t - 1], "round %d: tree %d has %.17g, that before %.17g", round,
                 t, found[t], found[t - 1]);
    }
  }
}
