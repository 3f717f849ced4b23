/* test_edges.c - the rules for ties where words can hang on words that were contracted (theorem 9): the core with the
 * edges of its blocks, against the generic parser over all words. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "projectivize/projectivizer.h"

enum { MOST_WORDS = 90 };

/* How many trees were solved with edges, and in how many of them a word moved to one. */
typedef struct {
  int n_with_edges, n_on_edges;
} Ways;

/* Puts a leaf beside its head, any word, into the tree of @n words. */
static void
add_leaf (GRand *random, int *heads, int n)
{
  const int head = g_rand_int_range (random, 0, n + 1);
  const int place = head + (head == 0 || g_rand_boolean (random));

  for (int d = 1; d <= n; d++)
    heads[d] += heads[d] >= place;
  memmove (heads + place + 1, heads + place, (n + 1 - place) * sizeof (int));
  heads[place] = head + (head >= place);
}

/* A tree of @n words of which up to @n_core remain when it is contracted. */
static void
random_tree_with_blocks (GRand *random, int n_core, int n, int *heads)
{
  random_tree (random, n_core, g_rand_int_range (random, 0, 4), heads);
  for (int words = n_core; words < n; words++)
    add_leaf (random, heads, words);
}

static gboolean
is_in_core (const Reduced *reduced, int word)
{
  for (int c = 0; c < reduced->n_stack; c++)
    if (reduced->stack[c] == word)
      return TRUE;
  return FALSE;
}

static void
check_rule (const TbkProjectivizeOptions *options, const int *gold, int n, Ways *ways)
{
  TbkProjectivizeOptions reference = *options;
  g_autoptr (TbkProjectivizer) fast = tbk_projectivizer_new (options);
  g_autoptr (TbkProjectivizer) tabular = NULL;
  int heads[MOST_WORDS + 1], expected[MOST_WORDS + 1], lost, lost_tabular, n_on_edges = 0;

  reference.method = TBK_PROJECTIVIZE_TABULAR;
  tabular = tbk_projectivizer_new (&reference);
  cr_assert (tbk_projectivize (fast, gold, n, heads, &lost, NULL));
  cr_assert (tbk_projectivize (tabular, gold, n, expected, &lost_tabular, NULL));
  cr_assert_eq (lost, lost_tabular);
  cr_assert_arr_eq (heads + 1, expected + 1, n * sizeof (int), "rule %d, root %d, %d words", options->ties,
                    options->root, n);
  if (fast->is_solved || fast->extent != CORE_AND_EDGES)
    return;
  for (int d = 1; d <= n; d++)
    n_on_edges += heads[d] != gold[d] && !is_in_core (&fast->reduced, heads[d]);
  ways->n_on_edges += n_on_edges > 0;
  ways->n_with_edges++;
}

static Ways
check_rules (GRand *random, int n_trees, int least_core, int most_core, int least_words, int most_words)
{
  int heads[MOST_WORDS + 1];
  Ways ways = { 0 };

  for (int i = 0; i < n_trees; i++) {
    const int n_core = g_rand_int_range (random, least_core, most_core + 1);
    const int n = g_rand_int_range (random, MAX (n_core, least_words), most_words + 1);

    random_tree_with_blocks (random, n_core, n, heads);
    for (TbkRoot root = TBK_ROOT_SINGLE; root <= TBK_ROOT_ANY; root++)
      for (TbkTies ties = TBK_TIES_LIFT; ties <= TBK_TIES_SHORT; ties++)
        check_rule (&(TbkProjectivizeOptions){ .root = root, .ties = ties }, heads, n, &ways);
  }
  return ways;
}

Test (edges, rules_are_those_of_all_words)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (10);
  const Ways few = check_rules (random, 1500, 4, 9, 4, 14), more = check_rules (random, 150, 8, 20, 15, 40);

  cr_assert_gt (few.n_on_edges, 500);
  cr_assert_gt (few.n_with_edges, 100);
  cr_assert_gt (more.n_on_edges, 50);
  cr_assert_gt (more.n_with_edges, 50);
}

/* Over so many words there are no sets. */
Test (edges, rules_are_those_of_all_words_where_many_remain)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  const Ways ways = check_rules (random, 4, 72, 76, 84, MOST_WORDS);

  cr_assert_gt (ways.n_on_edges, 0);
  cr_assert_gt (ways.n_with_edges, 0);
}
