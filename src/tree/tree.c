/* tree.c - trees of words: preorder numbers, by which one word is known to dominate another in O(1), and
 * the count of non-projective arcs.
 *
 * Reach. right(h) is the furthest word such that h dominates all of h..right(h). It is found from right to
 * left. Suppose that h is known to reach r, and dominates r + 1. Then it dominates all words that r + 1
 * reaches, and no word to the left of h will ask for that stretch again. So each stretch is passed over once,
 * and all is linear. An arc (h,d) with h < d is projective if and only if d <= right(h). left(h) mirrors it.
 *
 * Here arcs are counted. Whether there are any is decided in tree/projective.h, faster.
 */
#include "tree/tree.h"
#include "base/memory.h"
#include "tree/heads.h"

#include <string.h>

TbkTree *
tbk_tree_new (void)
{
  TbkTree *tree = g_new0 (TbkTree, 1);
  tree->n = -1;
  return tree;
}

/* The arrays are one piece of memory, which begins with the heads. */
void
tbk_tree_free (TbkTree *tree)
{
  if (tree == NULL)
    return;
  g_free (tree->heads);
  g_free (tree);
}

static gboolean
reserve (TbkTree *tree, int n, GError **error)
{
  if (n + 2 <= tree->room)
    return TRUE;
  int **arrays[] = { &tree->heads, &tree->first, &tree->children,         &tree->order, &tree->pre,
                     &tree->size,  &tree->depth, &tree->is_nonprojective, &tree->next };
  int room = MAX (128, MAX (n + 2, tree->room + tree->room / 2));
  g_free (tree->heads);
  tree->room = 0;
  int *memory = tree->heads = g_try_new (int, G_N_ELEMENTS (arrays) * (gsize) room);
  if (memory == NULL)
    return memory_fail (error, "a tree of %d words", n);
  tree->room = room;
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    *arrays[i] = memory + i * (gsize) room;
  return TRUE;
}

/* Lists the children of each word, by counting. */
static void
list_children (TbkTree *tree)
{
  int n = tree->n, *first = tree->first;
  memset (first, 0, sizeof (int) * (gsize) (n + 2));
  /* first[h + 1] counts the children of h. Summed up, first[h] says where they begin; next[h] moves over
   * their places. */
  for (int word = 1; word <= n; word++)
    first[tree->heads[word] + 1]++;
  for (int word = 0; word <= n; word++) {
    first[word + 1] += first[word];
    tree->next[word] = first[word];
  }
  for (int word = 1; word <= n; word++)
    tree->children[tree->next[tree->heads[word]]++] = word;
}

/* Puts every word after its head; FALSE if a cycle keeps some from their turn. */
static gboolean
order_words (TbkTree *tree)
{
  int n_ordered = 1;
  tree->order[0] = 0;
  tree->depth[0] = 0;
  for (int i = 0; i < n_ordered; i++) {
    int head = tree->order[i];
    for (int k = tree->first[head]; k < tree->first[head + 1]; k++) {
      tree->depth[tree->children[k]] = tree->depth[head] + 1;
      tree->order[n_ordered++] = tree->children[k];
    }
  }
  return n_ordered == tree->n + 1;
}

static void
number_words (TbkTree *tree)
{
  int n = tree->n, *next = tree->next;
  for (int word = 0; word <= n; word++)
    tree->size[word] = 1;
  for (int i = n; i > 0; i--)
    tree->size[tree->heads[tree->order[i]]] += tree->size[tree->order[i]];

  /* A word and those below it have size[word] numbers in a row, children in order. */
  tree->pre[0] = 0;
  next[0] = 1; /* the number of a word's next child */
  for (int i = 1; i <= n; i++) {
    int word = tree->order[i], head = tree->heads[word];
    tree->pre[word] = next[head];
    next[head] += tree->size[word];
    next[word] = tree->pre[word] + 1;
  }
}

/* Counts the non-projective arcs that go in the direction @step, which is 1 or -1. */
static int
count_beyond_reach (TbkTree *tree, int step)
{
  int n = tree->n, n_beyond = 0, *reach = tree->next;
  int begin = step > 0 ? n : 0, end = step > 0 ? -1 : n + 1;
  for (int word = begin; word != end; word -= step) {
    /* The word reaches itself. As long as it dominates the next word, it reaches what that one reaches. */
    int far = word;
    while (far != begin && tree_has_below (tree, word, far + step))
      far = reach[far + step];
    reach[word] = far;
  }
  for (int word = 1; word <= n; word++) {
    int head = tree->heads[word];
    if ((word - head) * step <= 0)
      continue;
    tree->is_nonprojective[word] = (word - reach[head]) * step > 0;
    n_beyond += tree->is_nonprojective[word];
  }
  return n_beyond;
}

gboolean
tbk_tree_set (TbkTree *tree, const int *heads, int n, GError **error)
{
  g_return_val_if_fail (tree != NULL && heads != NULL && n >= 0, FALSE);

  tree->n = -1;
  if (!heads_are_in_range (heads, n))
    return heads_fail (heads, n, error);
  if (!reserve (tree, n, error))
    return FALSE;
  tree->n = n;
  memcpy (tree->heads, heads, sizeof (int) * (gsize) (n + 1));
  list_children (tree);
  if (!order_words (tree)) {
    tree->n = -1;
    return heads_fail (heads, n, error);
  }
  number_words (tree);
  tree->nonprojective_arcs = count_beyond_reach (tree, 1) + count_beyond_reach (tree, -1);
  return TRUE;
}

int
tbk_tree_n (const TbkTree *tree)
{
  return tree->n;
}

const int *
tbk_tree_heads (const TbkTree *tree)
{
  return tree->heads;
}

int
tbk_tree_depth (const TbkTree *tree, int word)
{
  g_return_val_if_fail (word >= 0 && word <= tree->n, 0);

  return tree->depth[word];
}

gboolean
tbk_tree_dominates (const TbkTree *tree, int ancestor, int descendant)
{
  g_return_val_if_fail (MIN (ancestor, descendant) >= 0 && MAX (ancestor, descendant) <= tree->n, FALSE);

  return tree_has_below (tree, ancestor, descendant);
}

int
tbk_tree_nonprojective_arcs (const TbkTree *tree)
{
  g_return_val_if_fail (tree->n >= 0, 0);

  return tree->nonprojective_arcs;
}

gboolean
tbk_tree_is_nonprojective (const TbkTree *tree, int word)
{
  g_return_val_if_fail (word >= 1 && word <= tree->n, FALSE);

  return tree->is_nonprojective[word] != 0;
}
