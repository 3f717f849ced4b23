/* test_reduce.c - the core of few words found by sets of bits, as contraction finds it, and what pairs of arcs that cross tell
 * of the arcs that are lost. */
#include <criterion/criterion.h>

#include "brute/trees.h"
#include "projectivize/projectivize.h"
#include "tree/projective.h"

/* Theorem 8, by theorem 1. */
static void
check_core (Reduced *reduced, const int *heads, int n, TbkRoot root)
{
  int stack[FEW_WORDS + 1], n_pending[FEW_WORDS + 1], n_left;
  gboolean single, is_solved;

  cr_assert (reduced_begin (reduced, heads, n, root, &single, &is_solved, NULL));
  cr_assert_eq (single, root == TBK_ROOT_SINGLE);
  n_left = heads_contract (heads, n, single, stack, n_pending);
  cr_assert_eq (is_solved, n_left == (single ? 2 : 1));
  if (is_solved)
    return;
  reduced_keep (reduced, heads, CORE);
  cr_assert_eq (reduced->n, n_left - 1);
  cr_assert_arr_eq (reduced->words, stack, n_left * sizeof (int));
}

Test (reduce, all_small_trees_have_the_core_that_contraction_leaves)
{
  Reduced reduced = { 0 };

  for (int n = 1; n <= 7; n++) {
    const TreeList *trees = all_trees (n, FALSE);

    for (gsize i = 0; i < trees->n_trees; i++) {
      check_core (&reduced, tree_at (trees, i), n, TBK_ROOT_ANY);
      check_core (&reduced, tree_at (trees, i), n, TBK_ROOT_SINGLE);
    }
  }
  reduced_clear (&reduced);
}

Test (reduce, random_trees_of_few_words_have_the_core_that_contraction_leaves)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  Reduced reduced = { 0 };
  int heads[FEW_WORDS + 1];

  for (int i = 0; i < 20000; i++) {
    const int n = 1 + i % FEW_WORDS;

    if (i % 7 == 0)
      random_projective_tree (random, n, heads);
    else
      random_tree (random, n, i % 5, heads);
    check_core (&reduced, heads, n, TBK_ROOT_ANY);
    check_core (&reduced, heads, n, TBK_ROOT_SINGLE);
  }
  reduced_clear (&reduced);
}

/* Returns whether pairs of arcs show that all the words that the best lifting moves must move. */
static gboolean
check_pairs (Score *score, const int *heads, int n)
{
  CoreSets sets;
  int lifted[FEW_WORDS + 1], n_moved;
  gboolean must_move;

  cr_assert (core_sets_begin (&sets, heads, n));
  n_moved = core_sets_lift (&sets, lifted);
  must_move = core_sets_must_move (&sets, n_moved);

  cr_assert (score_fill (score, heads, n, FALSE, NULL));
  cr_assert (!must_move || score->best == n - n_moved);
  cr_assert_not (core_sets_must_move (&sets, n - score->best + 1), "more than are lost");
  return must_move && n_moved > 0;
}

Test (reduce, pairs_of_arcs_that_cross_lose_one_each)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Score score = { 0 };
  int heads[FEW_WORDS + 1], n_shown = 0;

  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);

    for (gsize i = 0; i < trees->n_trees; i++)
      n_shown += check_pairs (&score, tree_at (trees, i), n);
  }
  cr_assert_gt (n_shown, 1000);
  for (int i = 0; i < 2000; i++) {
    random_tree (random, 1 + i % FEW_WORDS, 1 + i % 4, heads);
    n_shown += check_pairs (&score, heads, 1 + i % FEW_WORDS);
  }
  cr_assert_gt (n_shown, 2000);
  score_clear (&score);
}

/* Whether 0 must have a single child is told by all words, the first one too. */
Test (reduce, roots_of_many_words_are_counted_from_the_first)
{
  enum { N = FEW_WORDS + 8 };
  Reduced reduced = { 0 };
  int heads[N + 1];
  gboolean single, is_solved;

  /* Two arcs cross, so that something is left to solve. */
  heads[0] = -1;
  for (int d = 1; d <= N; d++)
    heads[d] = d - 1;
  heads[3] = 1;
  heads[4] = 2;
  cr_assert (reduced_begin (&reduced, heads, N, TBK_ROOT_GOLD, &single, &is_solved, NULL));
  cr_assert (single && !is_solved);
  heads[N] = 0;
  cr_assert (reduced_begin (&reduced, heads, N, TBK_ROOT_GOLD, &single, &is_solved, NULL));
  cr_assert (!single && !is_solved);
  reduced_clear (&reduced);
}
