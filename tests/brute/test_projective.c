/* test_projective.c - the one decision of projectivity against its definition, on both sides of FEW_WORDS. */
#include <criterion/criterion.h>

#include "brute/trees.h"
#include "tree/projective.h"
#include "tree/tree.h"

enum { MANY = 90 };

static void
check_tree (const int *heads, int n)
{
  int scratch[2 * (MANY + 1)];
  gboolean expected = count_nonprojective_arcs (heads, n) == 0, found = !expected;

  cr_assert (projective_check_tree (heads, n, scratch, &found));
  cr_assert_eq (found, expected);
  cr_assert_eq (projective_check (heads, n, scratch), expected);
}

Test (projective, all_trees)
{
  for (int n = 1; n <= 5; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    for (gsize i = 0; i < trees->n_trees; i++)
      check_tree (tree_at (trees, i), n);
  }
}

/* Random trees, projective ones, and those with one head moved, which are trees or not. */
Test (projective, random_heads)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  int heads[MANY + 1], scratch[2 * (MANY + 1)];
  int n_others = 0;

  for (int n = FEW_WORDS - 10; n <= MANY; n++)
    for (int round = 0; round < 40; round++) {
      gboolean is_projective;

      random_tree (random, n, round % 3, heads);
      check_tree (heads, n);
      random_projective_tree (random, n, heads);
      check_tree (heads, n);
      heads[g_rand_int_range (random, 1, n + 1)] = g_rand_int_range (random, 0, n + 1);
      if (is_tree (heads, n)) {
        check_tree (heads, n);
        continue;
      }
      n_others++;
      cr_assert (!projective_check_tree (heads, n, scratch, &is_projective));
    }
  cr_assert_gt (n_others, 20);
}
