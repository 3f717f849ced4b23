/* test_best_tree.c - the best projective tree against the forest of all best trees, of which one criterion after the other
 * keeps some.
 */
#include <criterion/criterion.h>

#include "tabular/best_tree.h"
#include "tabular/forest.h"
#include "tbk/tabular.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 9, MOST_CRITERIA = 5, N_CASES = 20000 };

/* Weights of arcs by one criterion. */
typedef struct {
  gint64 weights[MOST_WORDS + 1][MOST_WORDS + 1];
} Weights;

static gint64
weight_of (gconstpointer data, int head, int dependent)
{
  return ((const Weights *) data)->weights[head][dependent];
}

/* Draws small weights of one sign, most of them 0, so that many trees are equally good. */
static void
draw (GRand *random, int n, int most, Weights *weights)
{
  const int sign = g_rand_boolean (random) ? 1 : -1;

  for (int head = 0; head <= n; head++)
    for (int dependent = 1; dependent <= n; dependent++)
      weights->weights[head][dependent] =
          g_rand_int_range (random, 0, 3) > 0 ? 0 : sign * g_rand_int_range (random, 0, most + 1);
}

/* Sets @heads to the least list of the trees that the criteria leave of the forest. */
static void
find_by_forest (TbkForest *forest, const Weights *weights, int n_criteria, int n, gboolean is_single,
                int *heads)
{
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (is_single));
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;

  cr_assert (tbk_weighted_string_resize (&string, n + 1, NULL));
  string.terminals[0] = is_single;
  for (int head = 0; head <= n; head++)
    for (int dependent = 1; dependent <= n; dependent++)
      if (head != dependent)
        tbk_weight_set (&string, head, dependent, weights[0].weights[head][dependent]);
  cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
  for (int c = 1; c < n_criteria; c++)
    forest_keep_best (forest, weight_of, &weights[c]);
  cr_assert (forest_keep_least (forest, NULL));
  tbk_forest_heads (forest, heads);
}

/* Ranges so large that each criterion has a number of its own give the same tree. */
Test (best_tree, is_the_least_of_the_forest, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  BestTree best = { 0 };

  for (int i = 0; i < N_CASES; i++) {
    const int n = g_rand_int_range (random, 1, MOST_WORDS + 1),
              n_criteria = g_rand_int_range (random, 1, MOST_CRITERIA + 1);
    const int most = g_rand_int_range (random, 0, 3);
    const gboolean is_single = g_rand_boolean (random);
    Weights weights[MOST_CRITERIA];
    BestCriterion criteria[MOST_CRITERIA];
    int expected[MOST_WORDS + 1], found[MOST_WORDS + 1];

    for (int c = 0; c < n_criteria; c++) {
      draw (random, n, most, &weights[c]);
      criteria[c] = (BestCriterion){ weight_of, &weights[c],
                                     i % 3 == 0 ? (gint64) 1 << g_rand_int_range (random, 8, 60) : n * most };
    }
    find_by_forest (forest, weights, n_criteria, n, is_single, expected);
    cr_assert (best_tree_find (&best, n, is_single, criteria, n_criteria, found, NULL));
    for (int word = 1; word <= n; word++)
      cr_assert_eq (found[word], expected[word], "case %d: word %d of %d has the head %d, not %d", i, word, n,
                    found[word], expected[word]);
  }
  best_tree_clear (&best);
}
