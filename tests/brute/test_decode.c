/* test_decode.c - decoders against the enumeration of all trees, and against themselves in other batches. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"
#include "tabular/tabular.h"

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (1996);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode, .init = set_up, .fini = tear_down);

static void
check_tree (const ScoreBatch *batch, int sentence, const TbkTreeRows *rows, int tree,
            const TbkDecodeOptions *options)
{
  const int n = batch->lengths[sentence], *heads = tree_rows_heads (rows, sentence, tree, n);

  cr_assert (is_tree (heads, n));
  cr_assert (options->has_any_root || count_roots (heads, n) == 1);
  cr_assert (options->is_nonprojective || count_nonprojective_arcs (heads, n) == 0);
  cr_assert_eq (rows->scores[sentence * rows->n_trees + tree], score_batch_tree (batch, sentence, heads));
}

static const int *
row_at (const TbkTreeRows *rows, int sentence, int tree)
{
  return rows->heads + ((gsize) sentence * rows->n_trees + tree) * rows->width;
}

static void
check_none (const ScoreBatch *batch, int sentence, const TbkTreeRows *rows, int tree)
{
  cr_assert_eq (rows->scores[sentence * rows->n_trees + tree], -INFINITY);
  for (int i = 0; i < batch->lengths[sentence]; i++)
    cr_assert_eq (row_at (rows, sentence, tree)[i], -1);
}

/* Best trees of all kinds, whose scores are exact but for real numbers. */
static void
check_best (TbkDecoder *decoder, TbkReal real, ScoreKind kind, int n_sentences, int longest)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, real, kind, n_sentences, longest, FALSE);
  TbkTreeRows rows = tree_rows_new (batch, 1);
  const double slack = kind == SCORES_REAL ? 1e-5 : kind == SCORES_MASKED ? 1e3 : 0;

  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = { .is_nonprojective = form & 1,
                                       .has_any_root = form >> 1,
                                       .allows_none = TRUE };

    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
    for (int s = 0; s < n_sentences; s++) {
      TreeWorth worth;

      tree_worth_find (batch, s, options.is_nonprojective, options.has_any_root, &worth);
      if (worth.n_trees == 0) {
        check_none (batch, s, &rows, 0);
      } else {
        check_tree (batch, s, &rows, 0, &options);
        cr_assert_leq (fabs (rows.scores[s] - worth.best), slack,
                       "kind %d, form %d, %d words: %.17g, not %.17g", kind, form, batch->lengths[s],
                       rows.scores[s], worth.best);
      }
      tree_worth_clear (&worth);
    }
  }
  tree_rows_clear (&rows);
}

Test (decode, finds_the_best_of_all_trees)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (ScoreKind kind = 0; kind < N_SCORE_KINDS; kind++)
    for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++)
      for (int i = 0; i < SCALED (12); i++)
        check_best (decoder, real, kind, 1 + g_rand_int_range (source, 0, 40), i == 0 ? 6 : 5);
}

/* Sentences @first.. of @batch, @n of them. */
static TbkArcScores
part_of (const ScoreBatch *batch, int first, int n, TbkArcNumbers *arcs)
{
  *arcs = batch->arcs;
  arcs->places = batch->places + first;
  return (TbkArcScores){ .n_sentences = n, .lengths = batch->lengths + first, .scores = arcs };
}

/* The same trees, whatever the batch, the vectors, the threads and the memory. */
static void
check_same (TbkReal real, ScoreKind kind, int n_sentences, int longest, const TbkDecodeOptions *form)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, real, kind, n_sentences, longest, FALSE);
  TbkTreeRows rows = tree_rows_new (batch, 1), others = tree_rows_new (batch, 1);
  TbkDecodeOptions options = *form;

  {
    g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
  }
  for (int round = 0; round < 12; round++) {
    g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

    many_vector_limit = 16 << round % 3;
    options.n_threads = 1 + g_rand_int_range (source, 0, 4);
    options.max_memory = round % 4 == 3 ? 1 << 21 : 0;
    for (int first = 0, n; first < n_sentences; first += n) {
      TbkArcNumbers arcs;
      TbkArcScores part;
      TbkTreeRows part_rows = others;

      n = round < 3 ? 1 : g_rand_int_range (source, 1, n_sentences - first + 1);
      part = part_of (batch, first, n, &arcs);
      part_rows.heads += (gsize) first * others.width;
      part_rows.scores += first;
      cr_assert (tbk_decode (decoder, &part, &options, &part_rows, NULL));
    }
    cr_assert_arr_eq (rows.scores, others.scores, n_sentences * sizeof (double));
    cr_assert_arr_eq (rows.heads, others.heads, (gsize) n_sentences * rows.width * sizeof (int));
  }
  many_vector_limit = 64;
  tree_rows_clear (&rows);
  tree_rows_clear (&others);
}

Test (decode, gives_the_same_trees_in_any_batch)
{
  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = { .is_nonprojective = form & 1,
                                       .has_any_root = form >> 1,
                                       .allows_none = TRUE };

    for (int i = 0; i < SCALED (10); i++) {
      check_same (i & 1, g_rand_int_range (source, 0, N_SCORE_KINDS), 1 + g_rand_int_range (source, 0, 70),
                  12, &options);
      check_same (i & 1, g_rand_int_range (source, 0, N_SCORE_KINDS), 1 + g_rand_int_range (source, 0, 30),
                  70, &options);
    }
  }
}

/* The tree whose arcs alone have score 1 is the best one of its kind, however long the sentence. */
Test (decode, finds_trees_again)
{
  for (int i = 0; i < SCALED (200); i++) {
    g_autoptr (ScoreBatch) batch =
        score_batch_new (source, i & 1, SCORES_EQUAL, 1, 1 + g_rand_int_range (source, 0, 80), TRUE);
    g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
    const int n = batch->lengths[0];
    g_autofree int *heads = g_new (int, n + 1);
    TbkTreeRows rows = tree_rows_new (batch, 1);
    TbkDecodeOptions options = { .is_nonprojective = i & 2, .has_any_root = TRUE };

    if (options.is_nonprojective)
      random_tree (source, n, 0, heads);
    else
      random_projective_tree (source, n, heads);
    for (int d = 1; d <= n; d++) {
      if (batch->real == TBK_FLOAT32)
        ((float *) batch->numbers[0])[d * (n + 1) + heads[d]] = 2;
      else
        ((double *) batch->numbers[0])[d * (n + 1) + heads[d]] = 2;
    }
    options.has_any_root = count_roots (heads, n) != 1 || (i & 4) != 0;
    cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows, NULL));
    cr_assert_arr_eq (rows.heads, heads + 1, n * sizeof (int));
    cr_assert_eq (rows.scores[0], 2 * n);
    tree_rows_clear (&rows);
  }
}

/* Any tree is at least as good as the best projective one, and any number of roots as a single one. */
Test (decode, more_trees_are_no_worse)
{
  for (int i = 0; i < SCALED (60); i++) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_INTEGERS, 20, 80, FALSE);
    g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
    TbkTreeRows rows[4];

    for (int form = 0; form < 4; form++) {
      const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form >> 1 };

      rows[form] = tree_rows_new (batch, 1);
      cr_assert (tbk_decode (decoder, &batch->scores, &options, &rows[form], NULL));
    }
    for (int s = 0; s < batch->n_sentences; s++) {
      for (int form = 0; form < 4; form++) {
        const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form >> 1 };
        check_tree (batch, s, &rows[form], 0, &options);
      }
      cr_assert_geq (rows[1].scores[s], rows[0].scores[s]);
      cr_assert_geq (rows[3].scores[s], rows[2].scores[s]);
      cr_assert_geq (rows[2].scores[s], rows[0].scores[s]);
      cr_assert_geq (rows[3].scores[s], rows[1].scores[s]);
    }
    for (int form = 0; form < 4; form++)
      tree_rows_clear (&rows[form]);
  }
}

/* Steps of any size and sign, a cost, labels: the same as scores that were added and maximised before. */
static void
check_layout (TbkReal real, int n_labels, gboolean has_cost, gboolean cost_has_labels)
{
  enum { N = 6, WIDTH = N + 1, MOST_LABELS = 4, SIZE = WIDTH * WIDTH * MOST_LABELS * 2 };
  double plain[WIDTH * WIDTH];
  float floats[SIZE], costs[SIZE];
  double doubles[SIZE];
  const int L = MAX (n_labels, 1), length = N;
  const TbkArcPlace place = { .first =
                                  real == TBK_FLOAT32 ? (gpointer) (floats + SIZE - 1) : doubles + SIZE - 1,
                              .dependents_apart = -2 * L,
                              .heads_apart = -2 * L * WIDTH,
                              .labels_apart = -2 };
  const TbkArcPlace cost_place = { costs, cost_has_labels ? WIDTH * L : WIDTH, cost_has_labels ? L : 1, 1 };
  const TbkArcNumbers arcs = { .real = real, .n_labels = n_labels, .place = place };
  const TbkArcNumbers cost = { .real = TBK_FLOAT32,
                               .n_labels = cost_has_labels ? n_labels : 0,
                               .place = cost_place };
  const TbkArcScores scores = { 1, &length, &arcs, has_cost ? &cost : NULL };
  const TbkArcNumbers plain_arcs = { .real = TBK_FLOAT64, .place = { plain, WIDTH, 1, 0 } };
  const TbkArcScores plain_scores = { 1, &length, &plain_arcs, NULL };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int i = 0; i < SIZE; i++) {
    floats[i] = (float) g_rand_int_range (source, -50, 51);
    doubles[i] = floats[i];
    costs[i] = (float) g_rand_int_range (source, 0, 20);
  }
  for (int d = 0; d <= N; d++)
    for (int h = 0; h <= N; h++) {
      plain[d * WIDTH + h] = -INFINITY;
      for (int l = 0; l < L; l++) {
        double score = floats[SIZE - 1 - 2 * L * d - 2 * L * WIDTH * h - 2 * l];

        if (has_cost)
          score += cost_has_labels ? costs[d * WIDTH * L + h * L + l] : costs[d * WIDTH + h];
        plain[d * WIDTH + h] = MAX (plain[d * WIDTH + h], score);
      }
    }
  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = { .is_nonprojective = form & 1, .has_any_root = form >> 1 };
    int heads[N], plain_heads[N], labels[N];
    double score, plain_score;
    const TbkTreeRows rows = { 1, N, heads, labels, &score },
                      plain_rows = { 1, N, plain_heads, NULL, &plain_score };

    cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
    cr_assert (tbk_decode (decoder, &plain_scores, &options, &plain_rows, NULL));
    cr_assert_arr_eq (heads, plain_heads, sizeof heads);
    cr_assert_eq (score, plain_score);
    for (int d = 1; d <= N; d++) {
      const int h = heads[d - 1], l = labels[d - 1];

      if (n_labels == 0) {
        cr_assert_eq (l, -1);
        continue;
      }
      for (int other = 0; other < n_labels; other++) {
        double mine = floats[SIZE - 1 - 2 * L * d - 2 * L * WIDTH * h - 2 * l];
        double rival = floats[SIZE - 1 - 2 * L * d - 2 * L * WIDTH * h - 2 * other];

        if (has_cost && cost_has_labels) {
          mine += costs[d * WIDTH * L + h * L + l];
          rival += costs[d * WIDTH * L + h * L + other];
        }
        cr_assert (mine > rival || (mine == rival && l <= other));
      }
    }
  }
}

Test (decode, reads_any_layout_with_cost_and_labels)
{
  for (int i = 0; i < SCALED (100); i++)
    for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++)
      for (int n_labels = 0; n_labels <= 4; n_labels += 2)
        for (int costs = 0; costs < 3; costs++)
          if (n_labels > 0 || costs < 2)
            check_layout (real, n_labels, costs > 0, costs == 2);
}

/* Sentences side by side in one array, as those of a padded batch. */
Test (decode, takes_padded_batches)
{
  enum { B = 9, N = 8 };
  float numbers[B][N + 1][N + 1];
  int lengths[B], heads[B][N], alone[N];
  double scores[B], score_alone;
  const TbkArcNumbers arcs = { .real = TBK_FLOAT32,
                               .place = { numbers, N + 1, 1, 0 },
                               .sentences_apart = (N + 1) * (N + 1) };
  const TbkArcScores batch = { B, lengths, &arcs, NULL };
  const TbkTreeRows rows = { 1, N, heads[0], NULL, scores };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int s = 0; s < B; s++) {
    lengths[s] = 1 + s % N;
    for (int i = 0; i < (N + 1) * (N + 1); i++)
      numbers[s][i / (N + 1)][i % (N + 1)] = (float) g_rand_double (source);
  }
  cr_assert (tbk_decode (decoder, &batch, NULL, &rows, NULL));
  for (int s = 0; s < B; s++) {
    const TbkArcNumbers one_arcs = { .real = TBK_FLOAT32, .place = { numbers[s], N + 1, 1, 0 } };
    const TbkArcScores one = { 1, &lengths[s], &one_arcs, NULL };
    const TbkTreeRows row = { 1, N, alone, NULL, &score_alone };

    cr_assert (tbk_decode (decoder, &one, NULL, &row, NULL));
    cr_assert_arr_eq (alone, heads[s], sizeof alone);
    cr_assert_eq (score_alone, scores[s]);
    for (int i = lengths[s]; i < N; i++)
      cr_assert_eq (heads[s][i], -1);
  }
}

Test (decode, decodes_no_sentences)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  const TbkArcNumbers arcs = { .real = TBK_FLOAT32 };
  const TbkArcScores scores = { .scores = &arcs };
  const TbkTreeRows rows = { .n_trees = 1 };

  cr_assert (tbk_decode (decoder, &scores, NULL, &rows, NULL));
}

static void
assert_message (gboolean done, GError **error, int code, const char *message)
{
  cr_assert_not (done);
  cr_assert (g_error_matches (*error, TBK_ERROR, code), "%s", (*error)->message);
  cr_assert_str_eq ((*error)->message, message);
  g_clear_error (error);
}

/* Three sentences of two words; what is wrong is in the last. */
Test (decode, says_what_is_wrong)
{
  double numbers[3][3][3] = { { { 0 } } };
  int lengths[3] = { 2, 2, 2 }, heads[6];
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { numbers, 3, 1, 0 }, .sentences_apart = 9 };
  const TbkArcScores scores = { 3, lengths, &arcs, NULL };
  const TbkTreeRows rows = { .n_trees = 1, .width = 2, .heads = heads };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  GError *error = NULL;

  for (int form = 0; form < 4; form++) {
    TbkDecodeOptions options = { .is_nonprojective = form & 1,
                                 .has_any_root = form >> 1,
                                 .allows_none = TRUE };

    numbers[2][2][1] = NAN;
    assert_message (
        tbk_decode (decoder, &scores, &options, &rows, &error), &error, TBK_ERROR_DATA,
        "sentences[2]: scores[2,1] (dependent 2, head 1) is NaN, expected -inf or a number below 2^112");
    numbers[2][2][1] = INFINITY;
    assert_message (
        tbk_decode (decoder, &scores, &options, &rows, &error), &error, TBK_ERROR_DATA,
        "sentences[2]: scores[2,1] (dependent 2, head 1) is inf, expected -inf or a number below 2^112");
    numbers[2][2][1] = -0x1p112;
    numbers[2][2][0] = -3.4e38;
    options.allows_none = FALSE;
    assert_message (tbk_decode (decoder, &scores, &options, &rows, &error), &error, TBK_ERROR_DATA,
                    form == 0   ? "sentences[2]: no projective tree with a single root"
                    : form == 1 ? "sentences[2]: no tree with a single root"
                    : form == 2 ? "sentences[2]: no projective tree"
                                : "sentences[2]: no tree");
    options.allows_none = TRUE;
    numbers[2][2][0] = 0;
    numbers[2][2][1] = -0x1p111;
    cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
    numbers[2][2][1] = 0;
    numbers[2][1][0] = numbers[2][1][2] = -INFINITY;
    cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
    cr_assert (heads[4] == -1 && heads[5] == -1);
    options.allows_none = FALSE;
    assert_message (tbk_decode (decoder, &scores, &options, &rows, &error), &error, TBK_ERROR_DATA,
                    form == 0   ? "sentences[2]: no projective tree with a single root"
                    : form == 1 ? "sentences[2]: no tree with a single root"
                    : form == 2 ? "sentences[2]: no projective tree"
                                : "sentences[2]: no tree");
    numbers[2][1][0] = numbers[2][1][2] = 0;
    options.max_memory = 10;
    assert_message (tbk_decode (decoder, &scores, &options, &rows, &error), &error, TBK_ERROR_RESOURCE,
                    "sentences[0]: 2 words need more memory than the 10 bytes that are allowed");
  }
  lengths[2] = 0;
  assert_message (tbk_decode (decoder, &scores, NULL, &rows, &error), &error, TBK_ERROR_DATA,
                  "sentences[2]: found 0 words, expected 1 to 4096");
  lengths[2] = 4097;
  assert_message (tbk_decode (decoder, &scores, NULL, &rows, &error), &error, TBK_ERROR_DATA,
                  "sentences[2]: found 4097 words, expected 1 to 4096");
}

/* In float32, finite masks of any size: what is masked is taken only where nothing else makes a tree, and then the least of it. */
Test (decode, takes_masks_for_what_they_are)
{
  static const float masks[] = { -1e9f, -1e32f };

  for (guint m = 0; m < G_N_ELEMENTS (masks); m++)
    for (int i = 0; i < SCALED (300); i++) {
      enum { N = 6 };
      float numbers[N + 1][N + 1];
      double exact[N + 1][N + 1];
      const int length = N;
      const TbkArcNumbers arcs = { .real = TBK_FLOAT32, .place = { numbers, N + 1, 1, 0 } };
      const TbkArcScores scores = { 1, &length, &arcs, NULL };
      const TreeList *trees = all_trees (N, FALSE);
      g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
      const TbkDecodeOptions options = { .is_nonprojective = TRUE };
      int heads[N + 1], n_masked = 0, least_masked = N;
      double best = -INFINITY, found = 0;
      const TbkTreeRows rows = { 1, N, heads + 1, NULL, NULL };

      for (int d = 1; d <= N; d++)
        for (int h = 0; h <= N; h++) {
          numbers[d][h] = exact[d][h] = (float) g_rand_double_range (source, -5, 5);
          if (g_rand_int_range (source, 0, 2 * N) < N) {
            numbers[d][h] = masks[m];
            exact[d][h] = 0;
          }
        }
      for (gsize t = 0; t < trees->n_trees; t++) {
        const int *tree = tree_at (trees, t);
        double sum = 0;
        int masked = 0;

        if (count_roots (tree, N) != 1)
          continue;
        for (int d = 1; d <= N; d++) {
          masked += numbers[d][tree[d]] == masks[m];
          sum += exact[d][tree[d]];
        }
        if (masked < least_masked || (masked == least_masked && sum > best)) {
          least_masked = masked;
          best = sum;
        }
      }
      cr_assert (tbk_decode (decoder, &scores, &options, &rows, NULL));
      for (int d = 1; d <= N; d++) {
        n_masked += numbers[d][heads[d]] == masks[m];
        found += exact[d][heads[d]];
      }
      cr_assert_eq (n_masked, least_masked);
      if (n_masked == 0)
        cr_assert_float_eq (found, best, 1e-12);
    }
}
