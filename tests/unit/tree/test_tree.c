/* test_tree.c - what is told of trees against its definition: on all head arrays of a few words, and on
 * random trees. */
#include <criterion/criterion.h>

#include "tbk/tree.h"
#include "tree/tree.h"
#include "unit/time_limit.h"

#if defined __GLIBC__ && !defined TBK_SANITIZED
#include <malloc.h>
#endif

/* New memory is no row of zeros, so that what is read must have been written. */
static void
fill_new_memory (void)
{
#if defined __GLIBC__ && !defined TBK_SANITIZED /* the sanitizers fill it themselves */
  cr_assert (mallopt (M_PERTURB, 0x55));
#endif
}

TestSuite (tree, .init = fill_new_memory);

enum { MAX_WORDS = 40 };

/* A tree as a table: whether the word of the row dominates that of the column. */
typedef struct {
  int n;
  const int *heads;
  gboolean dominates[MAX_WORDS + 1][MAX_WORDS + 1];
} Naive;

/* FALSE if the heads are no tree. */
static gboolean
naive_set (Naive *naive, const int *heads, int n)
{
  *naive = (Naive){ .n = n, .heads = heads };
  naive->dominates[0][0] = TRUE;
  for (int word = 1; word <= n; word++) {
    int above = word;
    for (int steps = 0; above != 0; above = heads[above], steps++) {
      if (steps > n)
        return FALSE;
      naive->dominates[above][word] = TRUE;
    }
    naive->dominates[0][word] = TRUE;
  }
  return TRUE;
}

static int
naive_nonprojective_arcs (const Naive *t)
{
  int n_arcs = 0;
  for (int word = 1; word <= t->n; word++) {
    gboolean is_projective = TRUE;
    for (int inner = MIN (word, t->heads[word]) + 1; inner < MAX (word, t->heads[word]); inner++)
      is_projective = is_projective && t->dominates[t->heads[word]][inner];
    n_arcs += !is_projective;
  }
  return n_arcs;
}

/* Compares all that @tree says of @heads with the definitions; returns whether they are a tree. */
static gboolean
check_heads (TbkTree *tree, const int *heads, int n)
{
  Naive naive;
  gboolean is_tree = naive_set (&naive, heads, n);
  cr_assert_eq (tbk_tree_set (tree, heads, n, NULL), is_tree);
  if (!is_tree)
    return FALSE;

  cr_assert_eq (tree_n (tree), n);
  cr_assert_arr_eq (tree_heads (tree), heads, sizeof (int) * (gsize) (n + 1));
  for (int a = 0; a <= n; a++) {
    int depth = -1;
    for (int b = 0; b <= n; b++) {
      cr_assert_eq (tbk_tree_dominates (tree, a, b), naive.dominates[a][b]);
      depth += naive.dominates[b][a];
    }
    cr_assert_eq (tbk_tree_depth (tree, a), depth);
  }

  cr_assert_eq (tbk_tree_nonprojective_arcs (tree), naive_nonprojective_arcs (&naive));
  return TRUE;
}

/* The trees on 0..n with root 0 are (n + 1)^(n - 1); the projective ones C(3n,n)/(2n+1). */
Test (tree, all_head_arrays)
{
  static const int n_trees[] = { 1, 1, 3, 16, 125, 1296 }, n_projective[] = { 1, 1, 3, 12, 55, 273 };
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  for (int n = 0; n <= 5; n++) {
    int heads[6] = { -1 }, found = 0, projective = 0, last = 0;
    while (last <= n) {
      if (check_heads (tree, heads, n)) {
        found++;
        projective += tbk_tree_nonprojective_arcs (tree) == 0;
      }
      for (last = 1; last <= n && ++heads[last] > n; last++)
        heads[last] = 0;
      last = n == 0 ? 1 : last;
    }
    cr_assert_eq (found, n_trees[n]);
    cr_assert_eq (projective, n_projective[n]);
  }
}

/* Random trees: on words put into an order that is kept to a degree, each hangs on one before it, near it
 * or anywhere, so that trees of every shape come up. */
static void
random_heads (GRand *rand, int *heads, int n)
{
  int order[MAX_WORDS + 1], disorder = g_rand_int_range (rand, 0, n + 1),
                            width = g_rand_int_range (rand, 1, n + 1);
  for (int i = 0; i <= n; i++)
    order[i] = i;
  for (int k = 0; k < disorder; k++) {
    int i = g_rand_int_range (rand, 1, n + 1), j = g_rand_int_range (rand, 1, n + 1), word = order[i];
    order[i] = order[j];
    order[j] = word;
  }
  heads[0] = -1;
  for (int i = 1; i <= n; i++)
    heads[order[i]] = order[g_rand_int_range (rand, MAX (0, i - width), i)];
}

Test (tree, random_trees)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  int n_projective = 0, heads[MAX_WORDS + 1];
  for (int round = 0; round < 20000; round++) {
    int n = g_rand_int_range (rand, 1, round < 15000 ? 12 : MAX_WORDS + 1);
    random_heads (rand, heads, n);
    cr_assert (check_heads (tree, heads, n));
    n_projective += tbk_tree_nonprojective_arcs (tree) == 0;
  }
  cr_assert (n_projective > 100 && n_projective < 19900, "%d", n_projective);
}

/* 1 -> 3 -> 5 ... and 2 -> 4 -> 6 ... : every arc but two crosses another. */
static void
set_combs (int *heads, int n)
{
  for (int word = 1; word <= n; word++)
    heads[word] = MAX (0, word - 2);
}

Test (tree, long_ones, .timeout = TIME_LIMIT)
{
  enum { N = 1000000 };
  g_autofree int *heads = g_new (int, N + 1);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  heads[0] = -1;

  for (int word = 1; word <= N; word++)
    heads[word] = word < N ? word + 1 : 0;
  cr_assert (tbk_tree_set (tree, heads, N, NULL));
  cr_assert_eq (tbk_tree_depth (tree, 1), N);
  cr_assert_eq (tbk_tree_nonprojective_arcs (tree), 0);
  heads[N] = 1;
  cr_assert_not (tbk_tree_set (tree, heads, N, NULL));

  for (int word = 1; word <= N; word++)
    heads[word] = word == N / 2 ? 0 : N / 2;
  cr_assert (tbk_tree_set (tree, heads, N, NULL));
  cr_assert_eq (tbk_tree_nonprojective_arcs (tree), 0);

  set_combs (heads, N);
  cr_assert (tbk_tree_set (tree, heads, N, NULL));
  cr_assert_eq (tbk_tree_nonprojective_arcs (tree), N - 2);
}
