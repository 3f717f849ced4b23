/* test_tabular.c - the generic parser against the enumeration of all projective trees. */
#include <criterion/criterion.h>

#include "brute/trees.h"
#include "tabular/forest.h"
#include "tabular/tabular.h"
#include "tbk/tabular.h"

typedef struct {
  TbkTabular *any, *single;
  TbkWeightedString string;
  TbkForest *forest;
  mpz_t count;
  GRand *random;
} Fixture;

static Fixture f;

static void
set_up (void)
{
  f.any = tbk_tabular_new (tbk_grammar_projective (FALSE));
  f.single = tbk_tabular_new (tbk_grammar_projective (TRUE));
  f.forest = tbk_forest_new ();
  f.random = g_rand_new_with_seed (1999);
  mpz_init (f.count);
}

static void
tear_down (void)
{
  tbk_tabular_free (f.any);
  tbk_tabular_free (f.single);
  tbk_weighted_string_clear (&f.string);
  tbk_forest_free (f.forest);
  g_rand_free (f.random);
  mpz_clear (f.count);
}

TestSuite (tabular, .init = set_up, .fini = tear_down);

/* By definition: the greatest weight, and the trees that have it. */
static gint64
brute_best (int n, gboolean single, int *n_best, const int **least)
{
  const TreeList *trees = all_trees (n, TRUE);
  gint64 best = TBK_IMPOSSIBLE_WEIGHT;

  *n_best = 0;
  *least = NULL;
  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    gint64 sum = 0;
    gboolean allowed = !single || count_roots (heads, n) == 1;

    for (int d = 1; d <= n; d++) {
      gint64 weight = tbk_weight (&f.string, heads[d], d);
      allowed &= weight != TBK_IMPOSSIBLE_WEIGHT;
      sum += allowed ? weight : 0;
    }
    if (!allowed || (*n_best > 0 && sum < best))
      continue;
    if (*n_best == 0 || sum > best) {
      best = sum;
      *n_best = 0;
      *least = heads;
    }
    (*n_best)++;
  }
  return best;
}

/* Compares every function of the parser on f.string, of n words, with the enumeration. */
static void
check_string (int n, gboolean single)
{
  TbkTabular *tabular = single ? f.single : f.any;
  gint64 expected, best;
  int n_best, heads[8] = { -1 };
  const int *least;

  f.string.terminals[0] = single;
  expected = brute_best (n, single, &n_best, &least);
  cr_assert (tbk_tabular_best (tabular, &f.string, &best, NULL));
  cr_assert_eq (best, expected);
  cr_assert (tbk_tabular_best_count (tabular, &f.string, &best, f.count, NULL));
  cr_assert_eq (best, expected);
  cr_assert_eq (mpz_cmp_si (f.count, n_best), 0);
  cr_assert (tbk_tabular_forest (tabular, &f.string, f.forest, NULL));
  cr_assert_eq (forest_is_empty (f.forest), n_best == 0);
  cr_assert_eq (tbk_forest_is_single (f.forest), n_best == 1);
  cr_assert (tbk_forest_count (f.forest, f.count, NULL));
  cr_assert_eq (mpz_cmp_si (f.count, n_best), 0);
  if (n_best == 0)
    return;
  cr_assert (forest_keep_least (f.forest, NULL));
  cr_assert (tbk_forest_is_single (f.forest));
  tbk_forest_heads (f.forest, heads);
  cr_assert_arr_eq (heads, least, (n + 1) * sizeof (int));
}

Test (tabular, equals_enumeration_for_all_gold_trees_to_5_words)
{
  for (int n = 1; n <= 5; n++) {
    const TreeList *golds = all_trees (n, FALSE);
    for (gsize t = 0; t < golds->n_trees; t++) {
      cr_assert (tbk_weighted_string_resize (&f.string, n + 1, NULL));
      for (int d = 1; d <= n; d++)
        tbk_weight_set (&f.string, tree_at (golds, t)[d], d, 1);
      check_string (n, FALSE);
      check_string (n, TRUE);
    }
  }
}

Test (tabular, equals_enumeration_for_random_weights)
{
  for (int i = 0; i < 400; i++) {
    int n = 1 + i % 6, range = 1 + i % 4;

    cr_assert (tbk_weighted_string_resize (&f.string, n + 1, NULL));
    for (int h = 0; h <= n; h++)
      for (int d = 1; d <= n; d++)
        tbk_weight_set (&f.string, h, d,
                        g_rand_int_range (f.random, 0, 3) == 0 ? TBK_IMPOSSIBLE_WEIGHT
                                                               : g_rand_int_range (f.random, -range, range));
    check_string (n, FALSE);
    check_string (n, TRUE);
  }
}

/* Every projective tree once again, by a grammar in which the left side of a word has another symbol than its right one. */
Test (tabular, sides_have_symbols_of_their_own)
{
  enum { A, L, R };
  static const TbkRule rules[] = { TBK_WORD (L, R, 0), TBK_HEAD (A, L, R), TBK_RIGHT (R, R, A),
                                   TBK_LEFT (L, A, L) };
  static const TbkGrammar sided = { .name = "sided",
                                    .rules = rules,
                                    .n_rules = G_N_ELEMENTS (rules),
                                    .n_symbols = 3,
                                    .n_terminals = 1,
                                    .start = A };

  tbk_tabular_free (f.any);
  f.any = tbk_tabular_new (&sided);
  for (int i = 0; i < 100; i++) {
    int n = 1 + i % 5;

    cr_assert (tbk_weighted_string_resize (&f.string, n + 1, NULL));
    for (int h = 0; h <= n; h++)
      for (int d = 1; d <= n; d++)
        tbk_weight_set (&f.string, h, d, g_rand_int_range (f.random, -2, 3));
    check_string (n, FALSE);
  }
}

Test (tabular, equals_enumeration_for_random_gold_trees_of_6_and_7_words)
{
  int heads[8];

  for (int i = 0; i < 300; i++) {
    int n = 6 + (i % 10 == 0);

    random_tree (f.random, n, 0, heads);
    cr_assert (tbk_weighted_string_resize (&f.string, n + 1, NULL));
    for (int d = 1; d <= n; d++)
      tbk_weight_set (&f.string, heads[d], d, 1);
    check_string (n, FALSE);
    check_string (n, TRUE);
  }
}

/* The number of trees of n words: C(3n,n) / (2n + 1); with a single root, the sum over the root's place
 * of the products of the numbers of its two sides, which is that of n words less those of more roots. */
Test (tabular, counts_all_projective_trees)
{
  static const int single[] = { 0, 1, 2, 7, 30, 143, 728, 3876, 21318 };
  gint64 best;
  mpz_t expected;

  mpz_init (expected);
  for (int n = 1; n <= 30; n++) {
    cr_assert (tbk_weighted_string_resize (&f.string, n + 1, NULL));
    cr_assert (tbk_tabular_best_count (f.any, &f.string, &best, f.count, NULL));
    mpz_bin_uiui (expected, 3 * n, n);
    mpz_divexact_ui (expected, expected, 2 * n + 1);
    cr_assert_eq (mpz_cmp (f.count, expected), 0, "%d words", n);
    f.string.terminals[0] = 1;
    cr_assert (tbk_tabular_best_count (f.single, &f.string, &best, f.count, NULL));
    if (n < (int) G_N_ELEMENTS (single))
      cr_assert_eq (mpz_cmp_si (f.count, single[n]), 0, "%d words", n);
  }
  mpz_clear (expected);
}

Test (tabular, refuses_strings_that_are_too_long)
{
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_weighted_string_resize (&f.string, TBK_TABULAR_MAX_LENGTH + 1, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
}
