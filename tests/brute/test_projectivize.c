/* test_projectivize.c - optimal projectivization against the enumeration of all projective trees, with
 * every kind of root, tie rule and method; and the fast method against the tabular one on longer trees. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/projectivize.h"

enum { N_ROOTS = 3, N_TIES = 3, N_METHODS = 2 };

typedef struct {
  TbkProjectivizer *p[N_ROOTS][N_TIES][N_METHODS];
  GRand *random;
  mpz_t count, count_tabular;
} Fixture;

static Fixture f;

static void
set_up (void)
{
  for (int root = 0; root < N_ROOTS; root++)
    for (int ties = 0; ties < N_TIES; ties++)
      for (int method = 0; method < N_METHODS; method++) {
        TbkProjectivizeOptions options = { .root = root, .ties = ties, .method = method };
        f.p[root][ties][method] = tbk_projectivizer_new (&options);
      }
  f.random = g_rand_new_with_seed (2019);
  mpz_init (f.count);
  mpz_init (f.count_tabular);
}

static void
tear_down (void)
{
  for (int root = 0; root < N_ROOTS; root++)
    for (int ties = 0; ties < N_TIES; ties++)
      for (int method = 0; method < N_METHODS; method++)
        tbk_projectivizer_free (f.p[root][ties][method]);
  g_rand_free (f.random);
  mpz_clear (f.count);
  mpz_clear (f.count_tabular);
}

TestSuite (projectivize, .init = set_up, .fini = tear_down);

/* What makes one tree better than another, the greatest first; the list of heads decides among equals, and
 * trees are met in increasing order of it. */
typedef struct {
  int kept, roots_kept, on_ancestor, levels, length, word_length;
} Merit;

static Merit
merit_of (const int *heads, const int *gold, int n)
{
  Merit merit = { 0 };

  for (int d = 1; d <= n; d++) {
    merit.kept += heads[d] == gold[d];
    merit.roots_kept += heads[d] == 0 && gold[d] == 0;
    merit.length -= ABS (heads[d] - d);
    merit.word_length -= heads[d] == 0 ? 0 : ABS (heads[d] - d);
    if (heads[d] == gold[d] || !is_ancestor (gold, heads[d], d) || heads[d] == d)
      continue;
    merit.on_ancestor++;
    for (int word = gold[d]; word != heads[d]; word = gold[word])
      merit.levels--;
  }
  return merit;
}

static gboolean
is_better (const Merit *a, const Merit *b, TbkTies ties)
{
  if (a->kept != b->kept || ties == TBK_TIES_FIRST)
    return a->kept > b->kept;
  if (ties == TBK_TIES_SHORT)
    return a->word_length > b->word_length;
  if (a->roots_kept != b->roots_kept)
    return a->roots_kept > b->roots_kept;
  if (a->on_ancestor != b->on_ancestor)
    return a->on_ancestor > b->on_ancestor;
  if (a->levels != b->levels)
    return a->levels > b->levels;
  return a->length > b->length;
}

/* The tree that the definitions ask for; and how many are optimal. */
static const int *
brute_projectivize (const int *gold, int n, TbkRoot root, TbkTies ties, int *n_optima)
{
  const TreeList *trees = all_trees (n, TRUE);
  gboolean single = root == TBK_ROOT_SINGLE || (root == TBK_ROOT_GOLD && count_roots (gold, n) == 1);
  const int *chosen = NULL;
  Merit best = { .kept = -1 };

  *n_optima = 0;
  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    Merit merit;

    if (single && count_roots (heads, n) != 1)
      continue;
    merit = merit_of (heads, gold, n);
    if (merit.kept > best.kept)
      *n_optima = 0;
    *n_optima += merit.kept >= best.kept;
    if (is_better (&merit, &best, ties)) {
      best = merit;
      chosen = heads;
    }
  }
  return chosen;
}

/* Every way to ask about @gold, against the enumeration. */
static void
check_gold (const int *gold, int n)
{
  for (int root = 0; root < N_ROOTS; root++)
    for (int ties = 0; ties < N_TIES; ties++) {
      int n_optima, expected_lost = 0;
      const int *expected = brute_projectivize (gold, n, root, ties, &n_optima);

      for (int d = 1; d <= n; d++)
        expected_lost += expected[d] != gold[d];
      for (int method = 0; method < N_METHODS; method++) {
        TbkProjectivizer *p = f.p[root][ties][method];
        int heads[8], lost;

        cr_assert (tbk_projectivize (p, gold, n, heads, &lost, NULL));
        cr_assert_eq (lost, expected_lost);
        cr_assert_arr_eq (heads, expected, (n + 1) * sizeof (int), "root %d, ties %d, method %d", root, ties,
                          method);
        cr_assert (tbk_projectivize (p, gold, n, NULL, &lost, NULL));
        cr_assert_eq (lost, expected_lost);
        cr_assert (tbk_projectivize_count (p, gold, n, f.count, NULL, &lost, NULL));
        cr_assert_eq (lost, expected_lost);
        cr_assert_eq (mpz_cmp_si (f.count, n_optima), 0);
      }
    }
}

Test (projectivize, equals_enumeration_for_all_gold_trees_to_5_words)
{
  for (int n = 1; n <= 5; n++) {
    const TreeList *golds = all_trees (n, FALSE);
    for (gsize t = 0; t < golds->n_trees; t++)
      check_gold (tree_at (golds, t), n);
  }
}

Test (projectivize, equals_enumeration_for_random_gold_trees_of_6_and_7_words)
{
  int gold[8];

  for (int i = 0; i < 400; i++) {
    int n = i % 10 == 0 ? 7 : 6;
    random_tree (f.random, n, i % 3, gold);
    check_gold (gold, n);
  }
}

/* The fast method equals the tabular one in tree, arcs lost and number of optima. */
static void
check_methods (const int *gold, int n, TbkRoot root, TbkTies ties)
{
  g_autofree int *heads = g_new (int, n + 1), *heads_tabular = g_new (int, n + 1);
  TbkProjectivizer *fast = f.p[root][ties][TBK_PROJECTIVIZE_CONTRACTION],
                   *tabular = f.p[root][ties][TBK_PROJECTIVIZE_TABULAR];
  int lost, lost_core, lost_tabular;

  cr_assert (tbk_projectivize (fast, gold, n, heads, &lost, NULL));
  cr_assert (tbk_projectivize (fast, gold, n, NULL, &lost_core, NULL));
  cr_assert (tbk_projectivize (tabular, gold, n, heads_tabular, &lost_tabular, NULL));
  cr_assert_eq (lost, lost_tabular);
  cr_assert_eq (lost_core, lost_tabular);
  cr_assert_arr_eq (heads, heads_tabular, (n + 1) * sizeof (int));
  cr_assert (is_tree (heads, n) && count_nonprojective_arcs (heads, n) == 0);

  cr_assert (tbk_projectivize_count (fast, gold, n, f.count, NULL, NULL, NULL));
  cr_assert (tbk_projectivize_count (tabular, gold, n, f.count_tabular, NULL, NULL, NULL));
  cr_assert_eq (mpz_cmp (f.count, f.count_tabular), 0);
}

Test (projectivize, methods_agree_on_random_trees_to_60_words)
{
  int gold[61];

  for (int i = 0; i < 1500; i++) {
    int n = 1 + (i % 15 == 0 ? i % 60 : i % 25);
    random_tree (f.random, n, i % 5 == 0 ? 0 : i % 7, gold);
    check_methods (gold, n, i % N_ROOTS, i / N_ROOTS % N_TIES);
  }
}

/* The counts of so few words are computed in 64 bits if they fit. */
Test (projectivize, counts_of_few_words_can_pass_64_bits)
{
  int gold[64], n_large = 0;

  for (int i = 0; i < 40; i++) {
    int n = 44 + i / 2;

    random_tree (f.random, n, 0, gold);
    check_methods (gold, n, i % N_ROOTS, i / N_ROOTS % N_TIES);
    n_large += mpz_sizeinbase (f.count, 2) > 64;
  }
  cr_assert (n_large > 2 && n_large < 38, "%d", n_large);
}

Test (projectivize, leaves_projective_trees_alone)
{
  int gold[61], heads[61], lost;

  for (int i = 0; i < 2000; i++) {
    int n = 1 + i % 60;
    random_projective_tree (f.random, n, gold);
    for (int root = 0; root < N_ROOTS; root++) {
      if (root == TBK_ROOT_SINGLE && count_roots (gold, n) > 1)
        continue;
      cr_assert (tbk_projectivize (f.p[root][0][0], gold, n, heads, &lost, NULL));
      cr_assert_eq (lost, 0);
      cr_assert_arr_eq (heads, gold, (n + 1) * sizeof (int));
    }
  }
}

/* Long sentences: projective ones in linear time, others up to the limit. */
Test (projectivize, takes_long_sentences)
{
  enum { N = 100000 };
  g_autofree int *chain = g_new (int, N + 1), *heads = g_new (int, N + 1);
  g_autoptr (GError) error = NULL;
  int lost;

  for (int i = 0; i <= N; i++)
    chain[i] = i - 1;
  cr_assert (tbk_projectivize (f.p[0][0][0], chain, N, heads, &lost, NULL));
  cr_assert_eq (lost, 0);
  for (int i = 1; i < N; i++)
    chain[i] = i + 1;
  chain[N] = 0;
  cr_assert (tbk_projectivize (f.p[0][0][0], chain, N, heads, &lost, NULL));
  cr_assert_eq (lost, 0);

  /* Two chains that cross everywhere: 1 <- 3 <- 5 ... and 1 <- 2 <- 4 ... */
  chain[1] = 0;
  for (int i = 2; i <= N; i++)
    chain[i] = MAX (i - 2, 1);
  cr_assert_not (tbk_projectivize (f.p[0][0][0], chain, N, heads, &lost, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert (tbk_projectivize (f.p[0][0][0], chain, 400, heads, &lost, NULL));
  cr_assert_eq (count_nonprojective_arcs (heads, 400), 0);
}
