/* test_decode_sums.c - sums over all trees, and what is drawn, against the enumeration; the same bits everywhere. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/arc_scores.h"
#include "brute/oracle_cases.h"
#include "decode/exponential.h"
#include "tabular/tabular.h"

static GRand *source;

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

static TbkDecodeOptions
form_options (int form)
{
  return (TbkDecodeOptions){ .is_nonprojective = form & 1, .has_any_root = form >> 1, .allows_none = TRUE };
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
    const TbkDecodeOptions options = form_options (form);
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
        assert_near (sums.entropy[s], worth.entropy, kind == SCORES_MASKED ? 1e-6 : 1e-10, "entropy", kind, form, n);
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
