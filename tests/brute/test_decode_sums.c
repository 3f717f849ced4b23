/* test_decode_sums.c - sums over all trees against the enumeration; the same bits everywhere. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"
#include "brute/wide_sums.h"
#include "decode/decode.h"
#include "tabular/tabular.h"
#include "unit/time_limit.h"

static GRand *source;
static Processor processor_before;

static void
set_up (void)
{
  source = g_rand_new_with_seed (1985);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode_sums, .init = set_up, .fini = tear_down);

/* Numbers for a batch. */
typedef struct {
  double *log_z, *entropy;
  MarginalBatch *marginals;
} Sums;

static Sums
sums_of (TbkDecoder *decoder, const ScoreBatch *batch, const TbkDecodeOptions *options)
{
  Sums sums = { g_new (double, batch->n_sentences), g_new (double, batch->n_sentences),
                marginal_batch_new (batch) };

  cr_assert (tbk_log_partition (decoder, &batch->scores, options, sums.log_z, &sums.marginals->arcs,
                                sums.entropy, NULL));
  return sums;
}

static void
sums_clear (Sums *sums)
{
  g_free (sums->log_z);
  g_free (sums->entropy);
  marginal_batch_free (sums->marginals);
}

/* Masks of 1e9 leave ten digits of a long double to the rest. */
static double
error_of (ScoreKind kind)
{
  return kind == SCORES_MASKED ? 1e-9 : 1e-11;
}

static void
assert_near (double found, long double expected, double error, const char *what, ScoreKind kind, int form,
             int n)
{
  cr_assert (fabsl (found - expected) <= error * MAX (1, fabsl (expected)),
             "%s, kind %d, form %d, %d words: %.17g, not %.17Lg", what, kind, form, n, found, expected);
}

static void
check_sums (TbkDecoder *decoder, TbkReal real, ScoreKind kind, int n_sentences, int longest)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, real, kind, n_sentences, longest, FALSE);

  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = score_form_options (form);
    Sums sums = sums_of (decoder, batch, &options);

    for (int s = 0; s < n_sentences; s++) {
      const int n = batch->lengths[s];
      TreeWorth worth;

      tree_worth_find (batch, s, options.is_nonprojective, options.has_any_root, &worth);
      for (int d = 0; d <= n; d++)
        for (int h = 0; h <= n; h++)
          assert_near (sums.marginals->numbers[s][d * (n + 1) + h], d == 0 ? 0 : worth.marginals[d][h],
                       error_of (kind), "marginal", kind, form, n);
      if (worth.n_trees == 0) {
        cr_assert_eq (sums.log_z[s], -INFINITY);
        cr_assert (isnan (sums.entropy[s]));
      } else {
        assert_near (sums.log_z[s], worth.log_z, 1e-12, "log Z", kind, form, n);
        assert_near (sums.entropy[s], worth.entropy, kind == SCORES_MASKED ? 1e-6 : 1e-10, "entropy", kind,
                     form, n);
      }
      tree_worth_clear (&worth);
    }
    sums_clear (&sums);
  }
}

Test (decode_sums, are_those_over_all_trees)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (ScoreKind kind = 0; kind < N_SCORE_KINDS; kind++)
    for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++)
      for (int i = 0; i < SCALED (12); i++)
        check_sums (decoder, real, kind, 1 + g_rand_int_range (source, 0, 40), i == 0 ? 6 : 5);
}

/* Scores so many times as far apart. */
static void
spread_scores (ScoreBatch *batch, double size)
{
  for (int s = 0; s < batch->n_sentences; s++)
    for (int i = 0; i < (batch->lengths[s] + 1) * (batch->lengths[s] + 1); i++)
      ((double *) batch->numbers[s])[i] *= size;
}

/* The same bits, whatever the batch, the vectors and the threads. */
static void
check_same (ScoreKind kind, double spread, int n_sentences, int longest, int form)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, kind, n_sentences, longest, FALSE);
  TbkDecodeOptions options = score_form_options (form);
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  Sums sums;

  spread_scores (batch, spread);
  sums = sums_of (decoder, batch, &options);
  for (int round = 0; round < 9; round++) {
    Sums others = { g_new (double, n_sentences), g_new (double, n_sentences), marginal_batch_new (batch) };
    g_autoptr (TbkDecoder) other = tbk_decoder_new ();

    many_vector_limit = 16 << round % 3;
    processor.has_avx2 &= many_vector_limit > 16;
    options.n_threads = 1 + g_rand_int_range (source, 0, 4);
    for (int first = 0, n; first < n_sentences; first += n) {
      TbkArcNumbers arcs = batch->arcs, marginals = others.marginals->arcs;
      TbkArcScores part = { .lengths = batch->lengths + first, .scores = &arcs };

      n = round < 3 ? 1 : g_rand_int_range (source, 1, n_sentences - first + 1);
      part.n_sentences = n;
      arcs.places += first;
      marginals.places += first;
      cr_assert (tbk_log_partition (other, &part, &options, others.log_z + first, &marginals,
                                    others.entropy + first, NULL));
    }
    cr_assert_arr_eq (sums.log_z, others.log_z, n_sentences * sizeof (double));
    cr_assert_arr_eq (sums.entropy, others.entropy, n_sentences * sizeof (double));
    for (int s = 0; s < n_sentences; s++) {
      const gsize size = (gsize) batch->lengths[s] + 1;
      cr_assert_arr_eq (sums.marginals->numbers[s], others.marginals->numbers[s],
                        size * size * sizeof (double));
    }
    many_vector_limit = 64;
    processor = processor_before;
    sums_clear (&others);
  }
  sums_clear (&sums);
}

Test (decode_sums, have_the_same_bits_in_any_batch)
{
  processor_before = processor;
  for (int form = 0; form < 4; form++)
    for (int i = 0; i < SCALED (10); i++) {
      check_same (g_rand_int_range (source, 0, N_SCORE_KINDS), 1, 1 + g_rand_int_range (source, 0, 40), 12,
                  form);
      check_same (i % 2 == 0 ? SCORES_REAL : SCORES_TIES, 1, 1 + g_rand_int_range (source, 0, 12), 70, form);
      check_same (i % 2 == 0 ? SCORES_REAL : SCORES_FORBIDDEN, pow (10, 1 + i % 3),
                  1 + g_rand_int_range (source, 0, 20), 70, form);
    }
}

/* The marginals are the derivatives of log Z. */
Test (decode_sums, have_marginals_as_gradient)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int i = 0; i < SCALED (20); i++)
    for (int form = 0; form < 4; form++) {
      const ScoreKind kind = i % 3 == 0 ? SCORES_FORBIDDEN : SCORES_REAL;
      g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, kind, 1, 14, FALSE);
      const TbkDecodeOptions options = score_form_options (form);
      const int n = batch->lengths[0];
      double *numbers = batch->numbers[0];
      Sums sums = sums_of (decoder, batch, &options);

      for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++) {
          const double step = 1e-4, score = numbers[d * (n + 1) + h];
          double more, less;

          if (h == d || score == -INFINITY || sums.log_z[0] == -INFINITY)
            continue;
          numbers[d * (n + 1) + h] = score + step;
          cr_assert (tbk_log_partition (decoder, &batch->scores, &options, &more, NULL, NULL, NULL));
          numbers[d * (n + 1) + h] = score - step;
          cr_assert (tbk_log_partition (decoder, &batch->scores, &options, &less, NULL, NULL, NULL));
          numbers[d * (n + 1) + h] = score;
          cr_assert_float_eq ((more - less) / (2 * step), sums.marginals->numbers[0][d * (n + 1) + h], 1e-6);
        }
      sums_clear (&sums);
    }
}

/* Whatever was summed before: sums around (D15), after sentences that it refuses and by a new decoder. */
Test (decode_sums, have_the_same_bits_after_others)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int i = 0; i < SCALED (24); i++) {
    g_autoptr (TbkDecoder) new_one = tbk_decoder_new ();
    g_autoptr (ScoreBatch) far = score_batch_new (source, TBK_FLOAT64, SCORES_REAL, 1, 40, TRUE);
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_REAL, 8, 40, FALSE);
    const TbkDecodeOptions options = { .has_any_root = i & 1 };
    const double spread = 4 + 2 * (i / 2 % 12);
    Sums sums[2], before;

    for (int k = 0; k < 41 * 41; k++)
      ((double *) far->numbers[0])[k] *= 1e4;
    for (int s = 0; s < 8; s++)
      for (int k = 0; k < (batch->lengths[s] + 1) * (batch->lengths[s] + 1); k++)
        ((double *) batch->numbers[s])[k] *= spread;
    before = sums_of (decoder, far, &options);
    sums[0] = sums_of (decoder, batch, &options);
    sums[1] = sums_of (new_one, batch, &options);
    cr_assert_arr_eq (sums[0].log_z, sums[1].log_z, 8 * sizeof (double));
    cr_assert_arr_eq (sums[0].entropy, sums[1].entropy, 8 * sizeof (double));
    for (int s = 0; s < 8; s++)
      for (int d = 1, n = batch->lengths[s]; d <= n; d++)
        cr_assert_arr_eq (sums[0].marginals->numbers[s] + d * (n + 1),
                          sums[1].marginals->numbers[s] + d * (n + 1), (n + 1) * sizeof (double));
    sums_clear (&before);
    sums_clear (&sums[0]);
    sums_clear (&sums[1]);
  }
}

/* Every word has one head, and 0 one child if so asked. */
Test (decode_sums, add_up_in_long_sentences)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int form = 0; form < 4; form++) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT32, SCORES_REAL, 20, 80, FALSE);
    const TbkDecodeOptions options = score_form_options (form);
    Sums sums = sums_of (decoder, batch, &options);

    for (int s = 0; s < batch->n_sentences; s++) {
      const int n = batch->lengths[s];
      double roots = 0;

      for (int d = 1; d <= n; d++) {
        double sum = 0;

        for (int h = 0; h <= n; h++)
          sum += sums.marginals->numbers[s][d * (n + 1) + h];
        cr_assert_float_eq (sum, 1, 1e-11);
        roots += sums.marginals->numbers[s][d * (n + 1)];
      }
      if (!options.has_any_root)
        cr_assert_float_eq (roots, 1, 1e-11);
    }
    sums_clear (&sums);
  }
}

/* Wide numbers give the same as those of the processor, at the edges of (D15) and (D24) too. */
static Sums
wide_sums_of (TbkDecoder *decoder, const ScoreBatch *batch, const TbkDecodeOptions *options)
{
  Sums sums = { g_new (double, batch->n_sentences), g_new (double, batch->n_sentences),
                marginal_batch_new (batch) };
  Decoding decoding = { .scores = &batch->scores,
                        .options = *options,
                        .log_zs = sums.log_z,
                        .entropies = sums.entropy,
                        .marginals = &sums.marginals->arcs };

  cr_assert (decode_run (decoder, &decoding, &wide_sums_task, NULL));
  return sums;
}

/* Scores with a size, pairs that attract each other by @gap, and arcs from 0 that are @distance away. */
static void
make_extreme (ScoreBatch *batch, double size, double gap, double distance)
{
  for (int s = 0; s < batch->n_sentences; s++) {
    const int n = batch->lengths[s];
    double *numbers = batch->numbers[s];

    for (int d = 1; d <= n; d++)
      for (int h = 0; h <= n; h++) {
        double *score = &numbers[d * (n + 1) + h];

        *score *= size;
        if (h == 0)
          *score += distance;
        else if ((h - 1) / 2 == (d - 1) / 2)
          *score += gap;
      }
  }
}

static void
check_wide (const ScoreBatch *batch, const char *name, int form)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  const TbkDecodeOptions options = score_form_options (form);
  Sums sums, wide;

  sums = sums_of (decoder, batch, &options);
  wide = wide_sums_of (decoder, batch, &options);
  for (int s = 0; s < batch->n_sentences; s++) {
    const int n = batch->lengths[s];

    cr_assert_float_eq (sums.log_z[s], wide.log_z[s], 1e-12 * MAX (1, fabs (wide.log_z[s])),
                        "form %d, %d words, %s: %.17g, not %.17g", form, n, name, sums.log_z[s],
                        wide.log_z[s]);
    cr_assert_float_eq (sums.entropy[s], wide.entropy[s], 1e-8);
    for (int i = 0; i < (n + 1) * (n + 1); i++)
      cr_assert_float_eq (sums.marginals->numbers[s][i], wide.marginals->numbers[s][i], 1e-10,
                          "form %d, %d words, %s: %.17g, not %.17g", form, n, name,
                          sums.marginals->numbers[s][i], wide.marginals->numbers[s][i]);
  }
  sums_clear (&sums);
  sums_clear (&wide);
}

static void
check_extreme (double size, double gap, double distance, int longest, int form)
{
  g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_REAL, 4, longest, FALSE);
  g_autofree char *name = g_strdup_printf ("%g %g %g", size, gap, distance);

  make_extreme (batch, size, gap, distance);
  check_wide (batch, name, form);
}

Test (decode_sums, are_right_where_numbers_of_the_processor_end)
{
  for (int form = 0; form < 4; form++)
    for (int i = 0; i < SCALED (150); i++) {
      const double size = exp (g_rand_double_range (source, -1, 4)),
                   gap = g_rand_double_range (source, -20, 60);

      check_extreme (size, i % 3 == 0 ? gap * gap : 0, 0, 1 + g_rand_int_range (source, 0, 40), form);
      check_extreme (size, gap, (i % 2 == 0 ? 1 : -1) * exp (g_rand_double_range (source, 0, 8)),
                     1 + g_rand_int_range (source, 0, 20), form);
      check_extreme (0.3, g_rand_double_range (source, 0, 800), 0, 4 + g_rand_int_range (source, 0, 8), form);
    }
}

/* The arc from 1 to 12 gains so much that its weight is no number of the processor. With it word 5 has to depend on a word
 * from 1 to 12, and word 15 on none between: that costs the same again, and all parts of the tree are such numbers. */
Test (decode_sums, are_right_where_an_arc_alone_is_beyond_numbers_of_the_processor)
{
  const int n = 20;

  for (int form = 0; form < 4; form++)
    for (int i = 0; i < 2 * n; i++) {
      const double gain = g_rand_double_range (source, 650, 950),
                   cost = g_rand_double_range (source, 400, 500);
      g_autofree char *name = g_strdup_printf ("%g %g", gain, cost);
      g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_REAL, 8, n, FALSE);

      for (int s = 0; s < batch->n_sentences; s++) {
        const int n_words = batch->lengths[s];
        double *numbers = batch->numbers[s];

        if (n_words < 15)
          continue;
        numbers[12 * (n_words + 1) + 1] += gain;
        for (int h = 0; h <= n_words; h++) {
          if (h >= 1 && h <= 12)
            numbers[5 * (n_words + 1) + h] -= cost;
          if (h < 2 || h > 11)
            numbers[15 * (n_words + 1) + h] -= gain - cost;
        }
      }
      check_wide (batch, name, form);
    }
}

/* Scores of any spread, for many sentences side by side. */
static void
check_spread (double size, int n_sentences, int longest, int form)
{
  g_autoptr (ScoreBatch) batch =
      score_batch_new (source, TBK_FLOAT64, g_rand_boolean (source) ? SCORES_REAL : SCORES_FORBIDDEN,
                       n_sentences, longest, FALSE);
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  TbkDecodeOptions options = score_form_options (form);
  Sums sums, wide;

  options.allows_none = TRUE;
  spread_scores (batch, size);
  sums = sums_of (decoder, batch, &options);
  wide = wide_sums_of (decoder, batch, &options);
  for (int s = 0; s < n_sentences; s++) {
    const int n = batch->lengths[s];

    if (wide.log_z[s] == -INFINITY)
      cr_assert_eq (sums.log_z[s], -INFINITY);
    else /* that of wide numbers is what remains of the sum of the greatest scores */
      assert_near (sums.log_z[s], wide.log_z[s], 1e-13 + 4e-16 * size * n, "log Z", 0, form, n);
    cr_assert (isnan (wide.entropy[s]) ? isnan (sums.entropy[s])
                                       : fabs (sums.entropy[s] - wide.entropy[s]) < 1e-9 * n);
    for (int i = 0; i < (n + 1) * (n + 1); i++)
      assert_near (sums.marginals->numbers[s][i], wide.marginals->numbers[s][i], 1e-11, "marginal", 0, form,
                   n);
  }
  sums_clear (&sums);
  sums_clear (&wide);
}

Test (decode_sums, are_those_of_wide_numbers_for_scores_of_any_spread, .timeout = TIME_LIMIT)
{
  static const double spreads[] = { 3, 10, 30, 100, 1000, 1e6 };

  for (guint i = 0; i < G_N_ELEMENTS (spreads); i++)
    for (int form = 0; form < 4; form++) {
      for (int k = 0; k < SCALED (6); k++)
        check_spread (spreads[i], 1 + g_rand_int_range (source, 0, 20), 1 + g_rand_int_range (source, 0, 60),
                      form);
      check_spread (spreads[i], 2, 200, form);
    }
}

/* 2^900 is passed by the number of trees, and 2^(-900 + 2.76 n) by scores that are far apart. */
Test (decode_sums, are_right_in_very_long_sentences, .timeout = TIME_LIMIT)
{
  static const int lengths[] = { 320, 332, 345 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_EQUAL, 1, lengths[i], TRUE);
    g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
    const int n = lengths[i];
    double log_z;

    /* The scores are 1, so Z = e^n times the number of trees, (3n - 2 over n - 1) / n with one root. */
    cr_assert (tbk_log_partition (decoder, &batch->scores, NULL, &log_z, NULL, NULL, NULL));
    assert_near (log_z, n + lgammal (3.0L * n - 1) - lgammal (n) - lgammal (2.0L * n) - logl (n), 1e-13,
                 "log Z", 0, 0, n);
    cr_assert (tbk_log_partition (decoder, &batch->scores, &(TbkDecodeOptions){ .is_nonprojective = TRUE },
                                  &log_z, NULL, NULL, NULL));
    assert_near (log_z, n + (n - 1) * logl (n), 1e-13, "log Z", 0, 1, n);
  }
}

/* Labels: an arc is worth the logarithm of the sum of its labels' weights. */
Test (decode_sums, sum_over_labels)
{
  enum { N = 5, LABELS = 70 };
  double labelled[N + 1][N + 1][LABELS], marginals[N + 1][N + 1][LABELS], costs[N + 1][N + 1];
  double plain[N + 1][N + 1], plain_marginals[N + 1][N + 1];
  const int length = N;
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64,
                               .n_labels = LABELS,
                               .place = { labelled, (N + 1) * LABELS, LABELS, 1 } };
  const TbkArcNumbers cost = { .real = TBK_FLOAT64, .n_labels = 0, .place = { costs, N + 1, 1, 0 } };
  const TbkArcNumbers out = { .real = TBK_FLOAT64,
                              .n_labels = LABELS,
                              .place = { marginals, (N + 1) * LABELS, LABELS, 1 } };
  const TbkArcNumbers plain_arcs = { .real = TBK_FLOAT64, .n_labels = 0, .place = { plain, N + 1, 1, 0 } };
  const TbkArcNumbers plain_out = { .real = TBK_FLOAT64,
                                    .n_labels = 0,
                                    .place = { plain_marginals, N + 1, 1, 0 } };
  const TbkArcScores scores = { 1, &length, &arcs, &cost }, plain_scores = { 1, &length, &plain_arcs, NULL };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int i = 0; i < SCALED (40); i++)
    for (int form = 0; form < 4; form++) {
      const TbkDecodeOptions options = score_form_options (form);
      const double size = i % 2 == 0 ? 3 : 300;
      double log_z, plain_log_z, entropy, plain_entropy;
      long double expected;

      for (int d = 0; d <= N; d++)
        for (int h = 0; h <= N; h++) {
          long double sum = 0, most = -INFINITY;

          costs[d][h] = g_rand_double (source);
          for (int l = 0; l < LABELS; l++) {
            labelled[d][h][l] =
                g_rand_int_range (source, 0, 5) == 0 ? -INFINITY : size * g_rand_double (source);
            most = MAX (most, labelled[d][h][l] + costs[d][h]);
          }
          for (int l = 0; l < LABELS; l++)
            sum += expl (labelled[d][h][l] + costs[d][h] - most);
          plain[d][h] = (double) (most + logl (sum));
        }
      cr_assert (tbk_log_partition (decoder, &scores, &options, &log_z, &out, &entropy, NULL));
      cr_assert (tbk_log_partition (decoder, &plain_scores, &options, &plain_log_z, &plain_out,
                                    &plain_entropy, NULL));
      assert_near (log_z, plain_log_z, 1e-12, "log Z", 0, form, N);
      expected = plain_entropy;
      for (int d = 0; d <= N; d++)
        for (int h = 0; h <= N; h++)
          for (int l = 0; l < LABELS; l++) {
            const double p = d == 0 || h == d ? 0 : exp (labelled[d][h][l] + costs[d][h] - plain[d][h]);
            const double m = d == 0 || h == d ? 0 : p * plain_marginals[d][h];

            cr_assert_float_eq (marginals[d][h][l], m, 1e-11);
            if (p > 0)
              expected -= m * log (p);
          }
      assert_near (entropy, expected, 1e-10, "entropy", 0, form, N);
    }
}

/* The tree of most expected arcs. */
Test (decode_sums, find_the_tree_of_most_expected_arcs)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (ScoreKind kind = 0; kind < N_SCORE_KINDS; kind++)
    for (int form = 0; form < 4; form++)
      for (int i = 0; i < SCALED (5); i++) {
        g_autoptr (ScoreBatch) batch = score_batch_new (source, i & 1, kind, 12, 5, FALSE);
        const TbkDecodeOptions options = score_form_options (form);
        TbkTreeRows rows = tree_rows_new (batch, 1);
        Sums sums = sums_of (decoder, batch, &options);

        cr_assert (tbk_expected_trees (decoder, &batch->scores, &options, &rows, NULL));
        for (int s = 0; s < batch->n_sentences; s++) {
          const int n = batch->lengths[s];
          const TreeList *trees = all_trees (n, !options.is_nonprojective);
          double most = -INFINITY;

          for (gsize t = 0; t < trees->n_trees; t++) {
            const int *heads = tree_at (trees, t);
            double sum = score_batch_tree (batch, s, heads) == -INFINITY ? -INFINITY : 0;

            for (int d = 1; d <= n; d++)
              sum += sums.marginals->numbers[s][d * (n + 1) + heads[d]];
            if (options.has_any_root || count_roots (heads, n) == 1)
              most = MAX (most, sum);
          }
          if (most == -INFINITY)
            cr_assert_eq (rows.scores[s], most);
          else
            cr_assert_float_eq (rows.scores[s], most, 1e-9);
        }
        sums_clear (&sums);
        tree_rows_clear (&rows);
      }
}

Test (decode_sums, have_exponentials_and_logarithms)
{
  double worst = 0, worst_log = 0;

  for (int i = 0; i < SCALED (200000); i++) {
    const double x = g_rand_double_range (source, -700, 700),
                 y = exp (g_rand_double_range (source, -700, 700));
    const gint64 k = g_rand_int_range (source, -1000000, 1000000);

    worst = MAX (worst, fabs ((double) (exponential_of (x) / expl (x) - 1)));
    worst_log = MAX (worst_log, fabs ((double) (exponential_log (y, 0) / logl (y) - 1)));
    assert_near (exponential_log (y, k), logl (y) + k * logl (2), 3e-16, "logarithm", 0, 0, 0);
  }
  cr_assert_leq (worst, 3.4e-16);
  cr_assert_leq (worst_log, 4.5e-16);
  cr_assert_eq (exponential_log (1, 0), 0);
  cr_assert_eq (exponential_of (0), 1);
  for (int i = 0; i < SCALED (100000); i++) {
    const double x = ldexp (g_rand_double_range (source, -1, 1), g_rand_int_range (source, 0, 49));
    const WideNumber w = exponential_wide (-x, 0);

    assert_near (exponential_wide_log (w), x, 4e-16, "wide", 0, 0, 0);
    cr_assert (w.m >= 0x1p-128 && w.m < 0x1p128);
  }
}

Test (decode_sums, compare_wide_numbers)
{
  static const WideNumber ascending[] = { { 0, 0 },        { 0x1p-100, -70 }, { 3, -7 }, { 1, -1 },
                                          { 0x1p-127, 0 }, { 0.5, 0 },        { 1, 0 },  { 2, 0 },
                                          { 0x1p-127, 1 }, { 1, 1 },          { 3, 1 },  { 3, 70 } };

  for (guint i = 0; i < G_N_ELEMENTS (ascending); i++)
    for (guint j = 0; j < G_N_ELEMENTS (ascending); j++)
      cr_assert_eq (!exponential_wide_is_less (ascending[i], ascending[j]), i >= j, "%u and %u", i, j);
}
