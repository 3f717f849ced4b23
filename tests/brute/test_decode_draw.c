/* test_decode_draw.c - trees and labels that are drawn, against their probabilities. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (1931);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode_draw, .init = set_up, .fini = tear_down);

/* Of a chi-square distribution, about: the share of those above (Wilson and Hilferty 1931). */
static double
chi_square_above (double square, int freedom)
{
  const double v = 2.0 / (9 * freedom);

  return erfc ((cbrt (square / freedom) - (1 - v)) / sqrt (2 * v)) / 2;
}

/* Counts trees that were drawn, and compares with their probabilities; rare ones together. */
static double
compare_draws (const ScoreBatch *batch, const TbkTreeRows *rows, const TbkDecodeOptions *options,
               double log_z)
{
  const int n = batch->lengths[0];
  const TreeList *trees = all_trees (n, !options->is_nonprojective);
  double square = 0, rare = 0;
  int n_classes = 0, n_rare = 0;

  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    const gboolean is_one = options->has_any_root || count_roots (heads, n) == 1;
    const double expected = is_one ? rows->n_trees * exp (score_batch_tree (batch, 0, heads) - log_z) : 0;
    int found = 0;

    for (int i = 0; i < rows->n_trees; i++)
      found += memcmp (rows->heads + i * n, heads + 1, n * sizeof (int)) == 0;
    cr_assert (expected > 0 || found == 0, "a tree that is forbidden was drawn");
    if (expected < 5) {
      rare += expected;
      n_rare += found;
    } else {
      square += (found - expected) * (found - expected) / expected;
      n_classes++;
    }
  }
  if (rare >= 1) {
    square += (n_rare - rare) * (n_rare - rare) / rare;
    n_classes++;
  } else {
    cr_assert_leq (n_rare, 12);
  }
  return n_classes < 2 ? 1 : chi_square_above (square, n_classes - 1);
}

Test (decode_draw, trees_by_their_probabilities)
{
  static const ScoreKind kinds[] = { SCORES_TIES,   SCORES_FORBIDDEN, SCORES_ROOT,
                                     SCORES_CYCLES, SCORES_EQUAL,     SCORES_MASKED };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  int n_low = 0, n_tests = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (int form = 0; form < 4; form++)
      for (int i = 0; i < SCALED (10); i++) {
        g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, kinds[k], 1, 4, TRUE);
        const TbkDecodeOptions options = score_form_options (form);
        TbkTreeRows rows = tree_rows_new (batch, 2000);
        double log_z, p;

        cr_assert (tbk_log_partition (decoder, &batch->scores, &options, &log_z, NULL, NULL, NULL));
        cr_assert (tbk_sample_trees (decoder, &batch->scores, &options, i, &rows, NULL));
        if (log_z > -INFINITY) {
          p = compare_draws (batch, &rows, &options, log_z);
          cr_assert_gt (p, 1e-6, "kind %d, form %d: %g", kinds[k], form, p);
          n_low += p < 0.05;
          n_tests++;
        }
        tree_rows_clear (&rows);
      }
  cr_assert_leq (n_low, 0.05 * n_tests + 4 * sqrt (0.05 * n_tests) + 2);
}

/* The same trees from the charts for sharp scores: probabilities again. */
Test (decode_draw, trees_of_sharp_scores)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int form = 0; form < 4; form++)
    for (int i = 0; i < SCALED (10); i++) {
      g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_FORBIDDEN, 1, 4, TRUE);
      const TbkDecodeOptions options = score_form_options (form);
      TbkTreeRows rows = tree_rows_new (batch, 2000);
      const int n = batch->lengths[0];
      double log_z;

      /* Two words attract each other, of which one alone can have its way: no numbers of the processor hold both. */
      for (int d = 1; d <= 2 && n >= 2; d++)
        ((double *) batch->numbers[0])[d * (n + 1) + (3 - d)] += 1e5;
      cr_assert (tbk_log_partition (decoder, &batch->scores, &options, &log_z, NULL, NULL, NULL));
      cr_assert (tbk_sample_trees (decoder, &batch->scores, &options, (guint64) i, &rows, NULL));
      if (log_z > -INFINITY)
        cr_assert_gt (compare_draws (batch, &rows, &options, log_z), 1e-6);
      tree_rows_clear (&rows);
    }
}

/* What is drawn depends on seed and place; more trees come after the first ones. Labels have their shares. */
Test (decode_draw, by_seed_and_place)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int form = 0; form < 4; form++) {
    g_autoptr (ScoreBatch) batch = score_batch_new (source, TBK_FLOAT64, SCORES_REAL, 9, 12, TRUE);
    const TbkDecodeOptions options = score_form_options (form);
    TbkTreeRows few = tree_rows_new (batch, 3), many = tree_rows_new (batch, 7),
                other = tree_rows_new (batch, 7);

    cr_assert (tbk_sample_trees (decoder, &batch->scores, &options, 5, &few, NULL));
    cr_assert (tbk_sample_trees (decoder, &batch->scores, &options, 5, &many, NULL));
    cr_assert (tbk_sample_trees (decoder, &batch->scores, &options, 6, &other, NULL));
    for (int s = 0; s < batch->n_sentences; s++)
      cr_assert_arr_eq (few.heads + s * 3 * 12, many.heads + s * 7 * 12, 3 * 12 * sizeof (int));
    cr_assert_arr_neq (many.heads, other.heads, 9 * 7 * 12 * sizeof (int));
    tree_rows_clear (&few);
    tree_rows_clear (&many);
    tree_rows_clear (&other);
  }
}

Test (decode_draw, labels_by_their_probabilities)
{
  enum { DRAWS = 4000, LABELS = 3 };
  const double labelled[2][2][LABELS] = { { { 0 } }, { { 0, log (2), -INFINITY } } };
  const int length = 1;
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64,
                               .n_labels = LABELS,
                               .place = { (gpointer) labelled, 2 * LABELS, LABELS, 1 } };
  const TbkArcScores scores = { 1, &length, &arcs, NULL };
  static int heads[DRAWS], labels[DRAWS];
  const TbkTreeRows rows = { DRAWS, 1, heads, labels, NULL };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  int n[LABELS] = { 0 };

  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = score_form_options (form);

    memset (n, 0, sizeof n);
    cr_assert (tbk_sample_trees (decoder, &scores, &options, 1, &rows, NULL));
    for (int i = 0; i < DRAWS; i++)
      n[labels[i]]++;
    cr_assert_eq (n[2], 0);
    cr_assert_float_eq (n[1], DRAWS * 2. / 3, 150);
  }
}
