/* test_choices.c - all optimal trees: listed in order, each and only those; and drawn uniformly. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/numbers.h"
#include "brute/trees.h"
#include "tabular/forest.h"
#include "tbk/projectivize.h"
#include "tbk/tabular.h"

static GRand *random_source;
static mpz_t count;

static void
set_up (void)
{
  random_source = g_rand_new_with_seed (8);
  mpz_init (count);
}

static void
tear_down (void)
{
  g_rand_free (random_source);
  mpz_clear (count);
}

TestSuite (choices, .init = set_up, .fini = tear_down);

static int
kept_arcs (const int *heads, const int *gold, int n)
{
  int kept = 0;

  for (int d = 1; d <= n; d++)
    kept += heads[d] == gold[d];
  return kept;
}

/* By definition: the optimal trees, in increasing order of heads. */
static GPtrArray *
brute_optima (const int *gold, int n, gboolean single)
{
  const TreeList *trees = all_trees (n, TRUE);
  GPtrArray *optima = g_ptr_array_new ();
  int best = -1;

  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    int kept = kept_arcs (heads, gold, n);

    if (kept < best || (single && count_roots (heads, n) != 1))
      continue;
    if (kept > best)
      g_ptr_array_set_size (optima, 0);
    best = kept;
    g_ptr_array_add (optima, (gpointer) heads);
  }
  return optima;
}

/* Calls @check for all trees of up to 5 words and some of 6 and 7, by both methods, with one root and with any. */
static void
check_all (void (*check) (TbkProjectivizer *p, const int *gold, int n, gboolean single))
{
  for (int method = 0; method < 2; method++)
    for (int single = 0; single < 2; single++) {
      TbkProjectivizeOptions options = { .root = single ? TBK_ROOT_SINGLE : TBK_ROOT_ANY, .method = method };
      g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (&options);
      int gold[8];

      for (int n = 1; n <= 5; n++) {
        const TreeList *golds = all_trees (n, FALSE);
        for (gsize t = 0; t < golds->n_trees; t++)
          check (p, tree_at (golds, t), n, single);
      }
      for (int i = 0; i < 100; i++) {
        random_tree (random_source, 6 + i % 10 / 9, i % 3, gold);
        check (p, gold, 6 + i % 10 / 9, single);
      }
    }
}

static void
check_list (TbkProjectivizer *p, const int *gold, int n, gboolean single)
{
  g_autoptr (GPtrArray) optima = brute_optima (gold, n, single);
  int heads[8];

  cr_assert (tbk_projectivize_list (p, gold, n, count, NULL, NULL));
  cr_assert_eq (mpz_cmp_ui (count, optima->len), 0);
  for (guint t = 0; t < optima->len; t++) {
    cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 1);
    cr_assert_arr_eq (heads, optima->pdata[t], (n + 1) * sizeof (int));
  }
  cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 0);
  cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 0);
}

Test (choices, lists_are_those_of_the_enumeration)
{
  check_all (check_list);
}

/* In how many optimal trees each arc is kept, by definition. */
static void
check_kept (TbkProjectivizer *p, const int *gold, int n, gboolean single)
{
  g_autoptr (GPtrArray) optima = brute_optima (gold, n, single);
  mpz_t *kept = numbers_new (n + 1);
  int lost;

  cr_assert (tbk_projectivize_count (p, gold, n, count, kept, &lost, NULL));
  cr_assert_eq (mpz_cmp_ui (count, optima->len), 0);
  for (int d = 1; d <= n; d++) {
    guint expected = 0;

    for (guint t = 0; t < optima->len; t++)
      expected += ((const int *) optima->pdata[t])[d] == gold[d];
    cr_assert_eq (mpz_cmp_ui (kept[d], expected), 0);
  }
  cr_assert_eq (lost, n - kept_arcs (optima->pdata[0], gold, n));
  numbers_free (kept, n + 1);
}

Test (choices, arcs_are_kept_in_as_many_as_the_enumeration)
{
  check_all (check_kept);
}

/* Numbers of 64 bits and beyond: both methods agree, and the sum over all arcs is that of the arcs that trees keep. */
Test (choices, kept_arcs_add_up)
{
  enum { N = 130 };
  const TbkProjectivizeOptions by_grammar = { .method = TBK_PROJECTIVIZE_TABULAR };
  g_autoptr (TbkProjectivizer) fast = tbk_projectivizer_new (NULL);
  g_autoptr (TbkProjectivizer) plain = tbk_projectivizer_new (&by_grammar);
  mpz_t *kept = numbers_new (N + 1), *again = numbers_new (N + 1), sum;
  int gold[N + 1], lost, n_large = 0;

  mpz_init (sum);
  for (int i = 0; i < 24; i++) {
    const int n = 10 + i * 5;

    random_tree (random_source, n, 1 + i % 3 * 3, gold);
    cr_assert (tbk_projectivize_count (plain, gold, n, count, again, &lost, NULL));
    cr_assert (tbk_projectivize_count (fast, gold, n, count, kept, &lost, NULL));
    mpz_set_ui (sum, 0);
    for (int d = 1; d <= n; d++) {
      cr_assert_eq (mpz_cmp (kept[d], again[d]), 0);
      cr_assert_leq (mpz_cmp (kept[d], count), 0);
      mpz_add (sum, sum, kept[d]);
    }
    mpz_submul_ui (sum, count, (gulong) (n - lost));
    cr_assert_eq (mpz_sgn (sum), 0);
    n_large += mpz_sizeinbase (count, 2) > 64;
  }
  cr_assert_gt (n_large, 0);
  mpz_clear (sum);
  numbers_free (kept, N + 1);
  numbers_free (again, N + 1);
}

/* The first trees of a sentence that has very many come in order and at once. */
Test (choices, long_lists_begin_at_once)
{
  enum { N = 60, N_TOLD = 2000 };
  g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (NULL);
  int gold[N + 1], lists[2][N + 1], lost;

  random_tree (random_source, N, 0, gold);
  cr_assert (tbk_projectivize (p, gold, N, NULL, &lost, NULL));
  cr_assert (tbk_projectivize_list (p, gold, N, count, NULL, NULL));
  cr_assert_gt (mpz_sizeinbase (count, 10), 15);
  for (int t = 0; t < N_TOLD; t++) {
    int *heads = lists[t % 2], *before = lists[1 - t % 2], d = 1;
    cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 1);
    cr_assert (is_tree (heads, N) && count_nonprojective_arcs (heads, N) == 0);
    cr_assert_eq (kept_arcs (heads, gold, N), N - lost);
    while (t > 0 && heads[d] == before[d])
      d++;
    cr_assert (t == 0 || heads[d] > before[d]);
  }
}

/* All trees of a forest, one after the other: @n + 1 heads each. */
static GArray *
list_forest (TbkForest *forest, int n, gsize most_listed)
{
  GArray *trees = g_array_new (FALSE, FALSE, (n + 1) * sizeof (int));
  int heads[32] = { -1 };

  cr_assert (tbk_forest_list (forest, NULL));
  forest->most_listed = most_listed;
  while (tbk_forest_next (forest, heads, NULL) > 0)
    g_array_append_vals (trees, heads, 1);
  cr_assert_eq (tbk_forest_next (forest, heads, NULL), 0);
  return trees;
}

/* However often the partial trees are forgotten, the same trees are listed: all of them, as before. */
Test (choices, lists_are_the_same_wherever_they_are_resumed)
{
  static const gsize limits[] = { 0, 1, 2, 5, 20, 100 };
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  int gold[32];

  for (int i = 0; i < 60; i++) {
    const int n = 4 + i % 10;
    g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (i % 2 != 0));
    g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
    g_autoptr (GArray) whole = NULL;

    random_tree (random_source, n, 0, gold);
    cr_assert (tbk_weighted_string_resize (&string, n + 1, NULL));
    for (int d = 1; d <= n; d++)
      tbk_weight_set (&string, gold[d], d, 1);
    string.terminals[0] = i % 2;
    cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
    whole = list_forest (forest, n, G_MAXSIZE);
    cr_assert (tbk_forest_count (forest, count, NULL));
    cr_assert_eq (mpz_cmp_ui (count, whole->len), 0);
    for (gsize l = 0; l < G_N_ELEMENTS (limits); l++) {
      g_autoptr (GArray) resumed = list_forest (forest, n, limits[l]);

      cr_assert_eq (resumed->len, whole->len, "%u of %u trees, limit %zu", resumed->len, whole->len,
                    limits[l]);
      cr_assert_arr_eq (resumed->data, whole->data, whole->len * (n + 1) * sizeof (int));
    }
  }
}

/* 63 pairs of words, of each either is a root and the head of the other: 2^63 trees, which fill the 64 bits of a sum. Word N is a root in
 * all of them. */
Test (choices, arcs_of_as_many_trees_as_fit_64_bits)
{
  enum { N_PAIRS = 63, N = 2 * N_PAIRS + 1 };
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  const int heads[N + 1] = { -1 };
  mpz_t counts[N + 1];

  cr_assert (tbk_weighted_string_resize (&string, N + 1, NULL));
  for (int d = 1; d <= N; d++) {
    tbk_weight_set (&string, 0, d, 1);
    if (d < N)
      tbk_weight_set (&string, d % 2 == 0 ? d - 1 : d + 1, d, 2);
    mpz_init (counts[d]);
  }
  cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
  cr_assert (tbk_forest_count_arcs (forest, heads, N, counts, NULL));
  for (int d = 1; d <= N; d++) {
    mpz_tdiv_q_2exp (counts[d], counts[d], d < N ? N_PAIRS - 1 : N_PAIRS);
    cr_assert_eq (mpz_cmp_ui (counts[d], 1), 0, "word %d", d);
    mpz_clear (counts[d]);
  }
}

/* What is kept does not grow with the number of trees. */
Test (choices, long_lists_take_little_memory)
{
  enum { N = 40, N_TOLD = 300000 };
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  int gold[N + 1], heads[N + 1];
  guint32 most_blocks = 0;

  random_tree (random_source, N, 0, gold);
  cr_assert (tbk_weighted_string_resize (&string, N + 1, NULL));
  for (int d = 1; d <= N; d++)
    tbk_weight_set (&string, gold[d], d, 1);
  cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
  cr_assert (tbk_forest_list (forest, NULL));
  for (int t = 0; t < N_TOLD; t++) {
    cr_assert_eq (tbk_forest_next (forest, heads, NULL), 1);
    most_blocks =
        MAX (most_blocks, forest->lists.n_blocks + (forest->rest == NULL ? 0 : forest->rest->lists.n_blocks));
  }
  cr_assert_lt (most_blocks, 200000);
}

/* Seven chains interleaved: forests of millions of products, whose lists of heads differ late. It takes a
 * fraction of a second to find the least; head by head it would take ten times as long. */
Test (choices, least_of_long_lists_is_found_in_parts)
{
  enum { N = 391 };
  const TbkProjectivizeOptions options = { .ties = TBK_TIES_FIRST };
  g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (&options);
  int gold[N + 1] = { -1, 0 }, first[N + 1], heads[N + 1], d = 1;

  for (int i = 2; i <= N; i++)
    gold[i] = MAX (i - 7, 1);
  cr_assert (tbk_projectivize (p, gold, N, first, NULL, NULL));
  cr_assert (tbk_projectivize_list (p, gold, N, count, NULL, NULL));
  cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 1);
  cr_assert_arr_eq (heads, first, (N + 1) * sizeof (int));
  cr_assert_eq (tbk_projectivize_next (p, heads, NULL), 1);
  while (heads[d] == first[d])
    d++;
  cr_assert_gt (heads[d], first[d]);
}

/* Draws 20 times as often as there are optimal trees and compares with equal shares: the sum of squares
 * over the expectation has mean k - 1 and variance 2 (k - 1) for k trees; sums of it over many gold trees
 * are nearly normal. */
Test (choices, draws_are_uniform)
{
  enum { N_GOLD = 300, DRAWS_PER_TREE = 20 };
  double chi_square = 0, degrees = 0;

  for (int i = 0; i < N_GOLD; i++) {
    TbkProjectivizeOptions options = { .root = i % 2 ? TBK_ROOT_SINGLE : TBK_ROOT_ANY,
                                       .method = i % 10 == 0 };
    g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (&options);
    g_autoptr (GPtrArray) optima = NULL;
    g_autofree int *drawn = NULL;
    int gold[7], n = 4 + i % 3;
    TbkRandom random;

    random_tree (random_source, n, 0, gold);
    optima = brute_optima (gold, n, i % 2);
    drawn = g_new0 (int, optima->len);
    for (guint d = 0; d < DRAWS_PER_TREE * optima->len; d++) {
      int heads[7], lost;
      guint t = 0;

      tbk_random_init (&random, i, d);
      cr_assert (tbk_projectivize_draw (p, gold, n, &random, heads, &lost, NULL));
      cr_assert_eq (lost, n - kept_arcs (heads, gold, n));
      while (t < optima->len && memcmp (heads, optima->pdata[t], (n + 1) * sizeof (int)) != 0)
        t++;
      cr_assert_lt (t, optima->len, "not an optimal tree");
      drawn[t]++;
    }
    for (guint t = 0; t < optima->len; t++) {
      cr_assert_gt (drawn[t], 0, "an optimal tree is never drawn");
      chi_square += (double) (drawn[t] - DRAWS_PER_TREE) * (drawn[t] - DRAWS_PER_TREE) / DRAWS_PER_TREE;
    }
    degrees += optima->len - 1;
  }
  /* Within 4 standard deviations. */
  cr_assert_gt (degrees, 1000);
  cr_assert_lt ((chi_square - degrees) * (chi_square - degrees), 16 * 2 * degrees);
}

/* 1 for the arc from *@data to word 1. */
static gint64
is_first_arc (gconstpointer data, int head, int dependent)
{
  return dependent == 1 && head == *(const int *) data;
}

/* Where numbers pass 64 bits: the heads of the first word, against their exact shares, which are counted
 * in what is left of the forest when each is demanded in turn. */
Test (choices, large_draws_are_uniform)
{
  enum { N = 90, N_DRAWS = 20000 };
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  int gold[N + 1], heads[N + 1], n_drawn[N + 1] = { 0 }, degrees = -1;
  double chi_square = 0;
  TbkRandom random;
  mpz_t share;

  mpz_init (share);
  random_tree (random_source, N, 0, gold);
  cr_assert (tbk_weighted_string_resize (&string, N + 1, NULL));
  for (int d = 1; d <= N; d++)
    tbk_weight_set (&string, gold[d], d, 1);
  cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
  cr_assert (tbk_forest_count (forest, count, NULL));
  cr_assert_gt (mpz_sizeinbase (count, 2), 64);
  tbk_random_init (&random, 1, 1);
  for (int i = 0; i < N_DRAWS; i++) {
    cr_assert (tbk_forest_draw (forest, &random, heads, NULL));
    n_drawn[heads[1]]++;
  }

  for (int h = 0; h <= N; h++) {
    double expected;

    cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
    forest_keep_best (forest, is_first_arc, &h);
    tbk_forest_heads (forest, heads);
    if (heads[1] == h)
      cr_assert (tbk_forest_count (forest, share, NULL));
    else
      mpz_set_ui (share, 0);
    expected = N_DRAWS * mpz_get_d (share) / mpz_get_d (count);
    cr_assert (expected > 0 || n_drawn[h] == 0);
    if (expected < 5)
      continue;
    chi_square += (n_drawn[h] - expected) * (n_drawn[h] - expected) / expected;
    degrees++;
  }
  cr_assert_geq (degrees, 1);
  cr_assert_lt (chi_square, degrees + 4 * sqrt (2 * degrees) + 4);
  mpz_clear (share);
}

Test (random, numbers_are_in_range_and_even)
{
  TbkRandom random;
  int seen[7] = { 0 };
  mpz_t bound, number;

  mpz_init_set_str (bound, "340282366920938463463374607431768211457", 10);
  mpz_init (number);
  tbk_random_init (&random, 1, 2);
  for (int i = 0; i < 70000; i++) {
    guint64 draw = random_below (&random, 7);
    cr_assert_lt (draw, 7);
    seen[draw]++;
  }
  for (int i = 0; i < 7; i++)
    cr_assert (seen[i] > 9600 && seen[i] < 10400);
  for (int i = 0; i < 1000; i++) {
    random_below_number (&random, number, bound);
    cr_assert_lt (mpz_cmp (number, bound), 0);
  }
  cr_assert_eq (random_below (&random, 1), 0);
  mpz_clear (bound);
  mpz_clear (number);
}
