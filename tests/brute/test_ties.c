/* test_ties.c - the rules for ties over words of a sentence: passes over a forest against the criteria of all its trees,
 * with arcs as long and levels as many as can be. */
#include <criterion/criterion.h>

#include "brute/trees.h"
#include "projectivize/projectivize.h"
#include "tabular/forest.h"

enum { MOST_WORDS = 63, MOST_LENGTH = (1 << 24) - 1 };

/* What the rule compares, greater is better, but for the order of the lists of heads. */
typedef struct {
  gint64 criteria[4];
} Merit;

static Merit
find_merit (TbkTies ties, const TbkTree *tree, const int *gold, const int *words, const int *heads, int n)
{
  Merit merit = { { 0 } };

  for (int d = 1; d <= n && ties != TBK_TIES_FIRST; d++) {
    const gboolean has_length = ties == TBK_TIES_LIFT || heads[d] != 0;

    merit.criteria[3] -= has_length ? ABS (words[heads[d]] - words[d]) : 0;
    if (ties == TBK_TIES_SHORT)
      continue;
    merit.criteria[0] += gold[d] == 0 && heads[d] == 0;
    if (heads[d] == gold[d] || !tbk_tree_dominates (tree, heads[d], gold[d]))
      continue;
    merit.criteria[1]++;
    merit.criteria[2] -= tbk_tree_depth (tree, gold[d]) - tbk_tree_depth (tree, heads[d]);
  }
  return merit;
}

static gboolean
is_better (const Merit *merit, const Merit *other)
{
  for (guint c = 0; c < G_N_ELEMENTS (merit->criteria); c++)
    if (merit->criteria[c] != other->criteria[c])
      return merit->criteria[c] > other->criteria[c];
  return FALSE;
}

/* Chooses from the optimal trees, and looks at each of them. They are listed in order, so the first of the best is
 * wanted. */
static void
check_choice (TbkTies ties, const int *gold, const int *words, int n, gboolean single)
{
  Score score = { 0 };
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  int heads[MOST_WORDS + 1], expected[MOST_WORDS + 1];
  Merit best;

  cr_assert (score_fill (&score, gold, n, single, NULL));
  cr_assert (tbk_tree_set (tree, gold, n, NULL));
  cr_assert (optima_build (&score, single, forest, NULL));
  cr_assert (tbk_forest_list (forest, NULL));
  for (gboolean is_first = TRUE; tbk_forest_next (forest, heads, NULL) == 1; is_first = FALSE) {
    const Merit merit = find_merit (ties, tree, gold, words, heads, n);

    if (!is_first && !is_better (&merit, &best))
      continue;
    best = merit;
    memcpy (expected, heads, sizeof (heads));
  }
  cr_assert (ties_choose (forest, ties, tree, words, NULL));
  tbk_forest_heads (forest, heads);
  for (int d = 1; d <= n; d++)
    cr_assert_eq (heads[d], expected[d], "rule %d, word %d of %d", ties, d, n);
  score_clear (&score);
}

Test (ties, the_best_of_all_optimal_trees_is_chosen)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  int gold[MOST_WORDS + 1], words[MOST_WORDS + 1] = { 0 };

  for (int i = 0; i < 2000; i++) {
    int n = 1 + i % 10, gap = i % 3 == 0 ? 3 : MOST_LENGTH / n;
    random_tree (random, n, i % 5, gold);
    for (int d = 1; d <= n; d++)
      words[d] = words[d - 1] + g_rand_int_range (random, 1, gap + 1);
    for (TbkTies ties = TBK_TIES_LIFT; ties <= TBK_TIES_SHORT; ties++)
      check_choice (ties, gold, words, n, i % 2);
  }
}

/* Theorem 7, by the optimal trees: the tree of the rule is the best lifting if that is optimal, else none. */
static void
check_lifting (const int *gold, int n, int *n_found)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  CoreSets sets;
  Score score = { 0 };
  int least[MOST_WORDS + 1], heads[MOST_WORDS + 1], n_moved, n_lifted = 0;

  cr_assert (tbk_tree_set (tree, gold, n, NULL));
  cr_assert (score_fill (&score, gold, n, FALSE, NULL));
  cr_assert (core_sets_begin (&sets, gold, n));
  n_moved = core_sets_lift (&sets, least);
  cr_assert (optima_build (&score, FALSE, forest, NULL));
  cr_assert (ties_choose (forest, TBK_TIES_LIFT, tree, NULL, NULL));
  tbk_forest_heads (forest, heads);
  for (int d = 1; d <= n; d++)
    n_lifted += tbk_tree_dominates (tree, heads[d], gold[d]);
  if (score.best == n - n_moved) {
    cr_assert_arr_eq (heads + 1, least + 1, n * sizeof (int));
    ++*n_found;
  } else {
    cr_assert_lt (n_lifted, n);
  }
  score_clear (&score);
}

Test (ties, the_best_lifting_is_taken_if_it_is_optimal)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  int gold[MOST_WORDS + 1], n_found = 0, n_cases = 3000;

  for (int i = 0; i < n_cases; i++) {
    int n = i % 100 == 0 ? FEW_WORDS : 1 + i % 12;
    random_tree (random, n, i % 5, gold);
    check_lifting (gold, n, &n_found);
  }
  cr_assert (n_found > n_cases / 10 && n_found < n_cases * 9 / 10, "%d", n_found);
}

/* Two sets of arcs as the two derivations of a forest, in which item 1 + d gives word d its head. */
typedef struct {
  int n;
  const int *heads[2];
} Rivals;

static void
expand_rivals (gpointer chart, guint32 item, TbkForest *forest)
{
  const Rivals *rivals = chart;
  int n = rivals->n, which = (item - 1) / n, d = (item - 1) % n + 1;

  if (item == 0)
    for (which = 0; which < 2; which++)
      forest_add (forest, FOREST_AXIOM, 1 + which * n, 0, 0);
  else
    forest_add (forest, FOREST_AXIOM, d == n ? FOREST_AXIOM : item + 1, rivals->heads[which][d], d);
}

/* Checks that of two ways to hang the words of the chain 0 -> 1 -> 2 ..., the first is chosen. */
static void
check_preference (const int *preferred, const int *other, int n)
{
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autofree int *chain = g_new (int, n + 1), *heads = g_new (int, n + 1);

  for (int d = 0; d <= n; d++)
    chain[d] = d - 1;
  cr_assert (tbk_tree_set (tree, chain, n, NULL));
  for (int turn = 0; turn < 2; turn++) {
    Rivals rivals = { n, { turn == 0 ? preferred : other, turn == 0 ? other : preferred } };
    cr_assert (forest_build (forest, 2 * n + 1, 0, expand_rivals, &rivals, NULL));
    cr_assert (ties_choose (forest, TBK_TIES_LIFT, tree, NULL, NULL));
    tbk_forest_heads (forest, heads);
    for (int d = 1; d <= n; d++)
      cr_assert_eq (heads[d], preferred[d], "word %d", d);
  }
}

Test (ties, a_criterion_counts_more_than_all_after_it)
{
  enum { N = 4095 };
  static int a[N + 1], b[N + 1];

  /* A root word that stays one, against any number of words on ancestors. */
  for (int d = 1; d <= N; d++) {
    a[d] = d == 1 ? 0 : d < N ? d + 1 : 1;
    b[d] = d == 1 ? 2 : MAX (d - 2, 0);
  }
  check_preference (a, b, N);

  /* A word on an ancestor, against any number of levels. */
  for (int d = 1; d <= N; d++) {
    a[d] = 0;
    b[d] = d == 2 ? 3 : MAX (d - 2, 0);
  }
  check_preference (a, b, N);

  /* A level, against any lengths. */
  for (int d = 1; d <= N; d++)
    a[d] = b[d] = d - 1;
  a[3] = 1;
  b[4] = 1;
  a[5] = N;
  b[5] = 6;
  check_preference (a, b, N);
}
