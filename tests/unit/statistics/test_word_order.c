/* test_word_order.c - entropies of samples against those of the distributions that they are drawn from. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "statistics/statistics.h"
#include "tbk/statistics.h"

static double
entropy_of (double p)
{
  return -(p * log2 (p) + (1 - p) * log2 (1 - p));
}

/* The mean of an estimate over all samples of @n draws from a bit that is 1 with probability @p. */
static double
mean_estimate (double p, int n, double (*estimate) (const gint64 *counts))
{
  double mean = 0;

  for (int k = 0; k <= n; k++) {
    const gint64 counts[] = { k, n - k };
    mean += exp (lgamma (n + 1) - lgamma (k + 1) - lgamma (n - k + 1) + k * log (p) + (n - k) * log (1 - p))
            * estimate (counts);
  }
  return mean;
}

static double
plug_in (const gint64 *counts)
{
  return word_order_entropy (counts, 2, FALSE);
}

static double
corrected (const gint64 *counts)
{
  return word_order_entropy (counts, 2, TRUE);
}

static double
miller_madow (const gint64 *counts)
{
  const double n = (double) (counts[0] + counts[1]);

  return plug_in (counts) + (counts[0] > 0 && counts[1] > 0 ? 1 / (2 * n * G_LN2) : 0);
}

Test (word_order, by_hand)
{
  cr_assert_float_eq (word_order_entropy ((gint64[]){ 3, 1 }, 2, FALSE), 0.811278, 1e-6);
  cr_assert_float_eq (word_order_entropy ((gint64[]){ 3, 1 }, 2, TRUE), (0.75 / 3 + 0.25 * 11 / 6) / G_LN2,
                      1e-10);
  cr_assert_float_eq (word_order_entropy ((gint64[]){ 1, 1 }, 2, TRUE), 1 / G_LN2, 1e-10);
  cr_assert_float_eq (word_order_entropy ((gint64[]){ 2, 2, 2, 2 }, 4, FALSE), 2, 1e-12);
  cr_assert_eq (word_order_entropy ((gint64[]){ 7, 0 }, 2, TRUE), 0);
  cr_assert_eq (word_order_entropy ((gint64[]){ 0, 0 }, 2, FALSE), 0);
  cr_assert_float_eq (word_order_entropy ((gint64[]){ 500000, 500000 }, 2, TRUE), 1, 1e-5);
}

/* The mean of the corrected estimate is the series without its terms from n on. */
Test (word_order, bias_is_the_rest_of_the_series)
{
  const double probabilities[] = { 0.5, 0.3, 0.1, 0.02 };

  for (guint i = 0; i < G_N_ELEMENTS (probabilities); i++)
    for (int n = 1; n <= 60; n++) {
      const double p = probabilities[i];
      double expected = 0;
      for (int v = 1; v < n; v++)
        expected += (p * pow (1 - p, v) + (1 - p) * pow (p, v)) / v;
      cr_assert_float_eq (mean_estimate (p, n, corrected), expected / G_LN2, 1e-9);
    }
}

/* It is nearer to the truth than the entropy of the sample, and from 10 draws on, but for rare orders, than Miller and
 * Madow's. */
Test (word_order, correction_is_nearer)
{
  const double probabilities[] = { 0.5, 0.3, 0.2 };

  for (guint i = 0; i < G_N_ELEMENTS (probabilities); i++)
    for (int n = 2; n <= 60; n++) {
      const double p = probabilities[i], truth = entropy_of (p),
                   error = truth - mean_estimate (p, n, corrected);
      cr_assert_geq (error, -1e-9);
      cr_assert_lt (error, truth - mean_estimate (p, n, plug_in));
      if (n >= 10 && error > 1e-6)
        cr_assert_lt (error, fabs (truth - mean_estimate (p, n, miller_madow)), "p %g, n %d", p, n);
    }
}

/* The same of many kinds of known orders, of few arcs each. */
Test (word_order, table_of_known_entropy)
{
  enum { KINDS = 400, LEAST = 2, MOST = 30 };
  GRand *random = g_rand_new_with_seed (57);
  double truth = 0, plain = 0, better = 0;
  gint64 arcs = 0;

  for (int kind = 0; kind < KINDS; kind++) {
    const double p = 0.1 + 0.4 * g_rand_double (random);
    const int n = g_rand_int_range (random, LEAST, MOST);
    gint64 counts[2] = { 0, 0 };
    for (int arc = 0; arc < n; arc++)
      counts[g_rand_double (random) < p]++;
    arcs += n;
    truth += n * entropy_of (p);
    plain += n * word_order_entropy (counts, 2, FALSE);
    better += n * word_order_entropy (counts, 2, TRUE);
  }
  cr_assert_lt (plain / arcs, truth / arcs - 0.03);
  cr_assert_float_eq (better / arcs, truth / arcs, 0.015);
  g_rand_free (random);
}

/* What has an interval has two more columns, and none is there twice. */
Test (word_order, columns_of_intervals)
{
  const TbkWordOrderOptions options = { .level = 95 };
  g_autofree const char **columns = tbk_word_order_columns (&options);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  int n_intervals = 0;

  for (int c = 0; columns[c] != NULL; c++) {
    cr_assert (g_hash_table_add (names, (gpointer) columns[c]), "%s is there twice", columns[c]);
    if (!g_str_has_suffix (columns[c], "_low"))
      continue;
    n_intervals++;
    cr_assert (g_str_has_suffix (columns[c + 1], "_high"));
    cr_assert_eq (strncmp (columns[c], columns[c - 1], strlen (columns[c - 1])), 0);
    cr_assert_eq (strncmp (columns[c], columns[c + 1], strlen (columns[c]) - strlen ("low")), 0);
  }
  cr_assert_gt (n_intervals, 5);
}
