/* trees.c - trees by enumeration and at random. */
#include "brute/trees.h"

gboolean
is_ancestor (const int *heads, int ancestor, int word)
{
  while (word > 0 && word != ancestor)
    word = heads[word];
  return word == ancestor;
}

gboolean
is_tree (const int *heads, int n)
{
  for (int i = 1; i <= n; i++) {
    int word = i, steps = 0;
    while (word != 0 && steps++ <= n)
      word = heads[word];
    if (word != 0)
      return FALSE;
  }
  return TRUE;
}

int
count_roots (const int *heads, int n)
{
  int n_roots = 0;

  for (int i = 1; i <= n; i++)
    n_roots += heads[i] == 0;
  return n_roots;
}

int
count_nonprojective_arcs (const int *heads, int n)
{
  int n_arcs = 0;

  for (int d = 1; d <= n; d++) {
    gboolean is_projective = TRUE;
    for (int word = MIN (d, heads[d]) + 1; word < MAX (d, heads[d]); word++)
      is_projective &= is_ancestor (heads, heads[d], word);
    n_arcs += !is_projective;
  }
  return n_arcs;
}

/* The next list of heads in order; FALSE after the last. */
static gboolean
next_heads (int *heads, int n)
{
  for (int i = n; i >= 1; i--) {
    if (heads[i] < n) {
      heads[i]++;
      return TRUE;
    }
    heads[i] = 0;
  }
  return FALSE;
}

const TreeList *
all_trees (int n, gboolean projective)
{
  static TreeList lists[2][8];
  TreeList *list = &lists[projective][n];
  int heads[8] = { -1 };
  GArray *found;

  g_assert (n >= 1 && n <= 7);
  if (list->n == n)
    return list;
  found = g_array_new (FALSE, FALSE, (n + 1) * sizeof (int));
  do {
    if (is_tree (heads, n) && (!projective || count_nonprojective_arcs (heads, n) == 0))
      g_array_append_vals (found, heads, 1);
  } while (next_heads (heads, n));
  list->n = n;
  list->n_trees = found->len;
  list->heads = (int *) g_array_free (found, FALSE);
  return list;
}

void
random_tree (GRand *random, int n, int locality, int *heads)
{
  g_autofree int *order = g_new (int, n + 1);

  /* Words join the tree in random order, each under one that is in it already. */
  order[0] = 0;
  for (int i = 1; i <= n; i++) {
    int place = g_rand_int_range (random, 1, i + 1);
    order[i] = order[place];
    order[place] = i;
  }
  heads[0] = -1;
  for (int i = 1; i <= n; i++) {
    int head = order[g_rand_int_range (random, 0, i)];
    for (int tries = 0; locality > 0 && tries < 20 && ABS (head - order[i]) > locality; tries++)
      head = order[g_rand_int_range (random, 0, i)];
    heads[order[i]] = head;
  }
}

/* Gives heads to the words first..last, which hang on @head. */
static void
random_block (GRand *random, int first, int last, int head, int *heads)
{
  while (first <= last) {
    int end = g_rand_int_range (random, first, last + 1);
    int root = g_rand_int_range (random, first, end + 1);
    heads[root] = head;
    random_block (random, first, root - 1, root, heads);
    random_block (random, root + 1, end, root, heads);
    first = end + 1;
  }
}

void
random_projective_tree (GRand *random, int n, int *heads)
{
  heads[0] = -1;
  random_block (random, 1, n, 0, heads);
}

void
reorder_tree (const int *heads, const int *places, int n, int *ordered)
{
  ordered[0] = -1;
  for (int d = 1; d <= n; d++)
    ordered[places[d]] = heads[d] == 0 ? 0 : places[heads[d]];
}
