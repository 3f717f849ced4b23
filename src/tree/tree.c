/* tree.c - one dependency tree: whether heads are one, whether it is projective, and its subtrees.
 *
 * Contents
 *   1. heads: the search for what keeps heads from being a tree's
 *   2. projective: the decision of projective.h for any number of words
 *   3. tree: trees of words: preorder numbers, by which one word is known to dominate another in O(1), and
 *      the count of non-projective arcs
 *   4. gold: gold trees: the check that they are trees, and the extents of subtrees; linear and without
 *      recursion
 */
#include "tree/tree.h"
#include "tree/projective.h"

#include <string.h>

#include "base/base.h"

/* 1. heads: the search for what keeps heads from being a tree's. */

/* Each walk towards 0 stops at a word met before, so all are linear together. */
int
heads_find_cycle (const int *heads, int n, int *visits)
{
  memset (visits, 0, sizeof (int) * (gsize) (n + 1));
  visits[0] = n + 1; /* the number of no walk */
  for (int walk = 1; walk <= n; walk++) {
    int word = walk;
    for (; visits[word] == 0; word = heads[word])
      visits[word] = walk;
    if (visits[word] == walk)
      return word;
  }
  return 0;
}

char *
heads_describe_cycle (const int *heads, int word)
{
  GString *words = g_string_new (NULL);
  int next = word, n = 0;
  do {
    g_string_append_printf (words, n == 0 ? "%d" : ", %d", next);
    next = heads[next];
  } while (next != word && ++n < 10);
  if (next != word)
    g_string_append (words, ", ...");
  return g_string_free (words, FALSE);
}

static gboolean
fail_at_word (const int *heads, int n, int word, GError **error)
{
  if (word == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the head of word 0 is %d, expected -1", heads[0]);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the head of word %d is %d, expected another word or 0 (the last word is %d)", word,
                 heads[word], n);
  return FALSE;
}

gboolean
heads_fail (const int *heads, int n, GError **error)
{
  if (heads[0] != -1)
    return fail_at_word (heads, n, 0, error);
  for (int word = 1; word <= n; word++)
    if (heads[word] < 0 || heads[word] > n || heads[word] == word)
      return fail_at_word (heads, n, word, error);

  g_autofree int *visits = g_new (int, (gsize) n + 1);
  g_autofree char *words = heads_describe_cycle (heads, heads_find_cycle (heads, n, visits));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the words %s form a cycle, expected a tree", words);
  return FALSE;
}

/* 2. projective: the decision of projective.h for any number of words. */

gboolean
projective_check_tree (const int *heads, int n, int *scratch, gboolean *is_projective)
{
  Few few;

  if (n > FEW_WORDS) {
    if (!heads_are_in_range (heads, n))
      return FALSE;
    *is_projective = heads_contract (heads, n, FALSE, scratch, scratch + n + 1) == 1;
    return *is_projective || heads_find_cycle (heads, n, scratch) == 0;
  }
  if (!few_set (&few, heads, n))
    return FALSE;
  few_list_before (&few, n);
  *is_projective = few_are_projective (&few);
  return few_are_tree (&few, n);
}

gboolean
projective_check (const int *heads, int n, int *scratch)
{
  Few few;

  if (n > FEW_WORDS)
    return heads_contract (heads, n, FALSE, scratch, scratch + n + 1) == 1;
  few_set (&few, heads, n);
  few_list_before (&few, n);
  return few_are_projective (&few);
}

/* 3. tree: trees of words: preorder numbers, by which one word is known to dominate another in O(1), and
 * the count of non-projective arcs.
 *
 * Reach. right(h) is the furthest word such that h dominates all of h..right(h). It is found from right to
 * left. Suppose that h is known to reach r, and dominates r + 1. Then it dominates all words that r + 1
 * reaches, and no word to the left of h will ask for that stretch again. So each stretch is passed over once,
 * and all is linear. An arc (h,d) with h < d is projective if and only if d <= right(h). left(h) mirrors it.
 *
 * Here arcs are counted. Whether there are any is decided in tree/projective.h, faster.
 */

TbkTree *
tbk_tree_new (void)
{
  TbkTree *tree = g_new0 (TbkTree, 1);
  tree->n = -1;
  return tree;
}

void
tbk_tree_free (TbkTree *tree)
{
  if (tree == NULL)
    return;
  room_clear (&tree->room);
  g_free (tree);
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
  if (!ROOM_RESERVE (&tree->room, n + 2, ARRAY (tree->heads), ARRAY (tree->first), ARRAY (tree->children),
                     ARRAY (tree->order), ARRAY (tree->pre), ARRAY (tree->size), ARRAY (tree->depth),
                     ARRAY (tree->is_nonprojective), ARRAY (tree->next)))
    return memory_fail (error, "a tree of %d words", n);
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
tree_n (const TbkTree *tree)
{
  return tree->n;
}

const int *
tree_heads (const TbkTree *tree)
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

/* 4. gold: gold trees: the check that they are trees, and the extents of subtrees; linear and without
 * recursion. */

void
gold_clear (Gold *gold)
{
  room_clear (&gold->room);
}

/* Takes words off from the leaves upwards, each into the extent of its head. Words on a cycle, and
 * what depends on them, are never taken. Returns the number taken. */
static int
merge_extents (Gold *gold)
{
  int *pending = gold->scratch; /* children of a word not yet taken */
  int *size = gold->size, *ready = gold->order;
  int n_ready = 0, n_taken = 0;

  memset (pending, 0, (gold->n + 1) * sizeof (int));
  for (int i = 0; i <= gold->n; i++) {
    gold->leftmost[i] = gold->rightmost[i] = i;
    size[i] = 1;
    if (i > 0)
      pending[gold->heads[i]]++;
  }
  /* Leaves are ready. A head becomes ready when its last child is taken: then its own extent is whole. */
  for (int i = 1; i <= gold->n; i++)
    if (pending[i] == 0)
      ready[n_ready++] = i;
  for (; n_taken < n_ready; n_taken++) {
    int word = ready[n_taken], head = gold->heads[word];

    gold->leftmost[head] = MIN (gold->leftmost[head], gold->leftmost[word]);
    gold->rightmost[head] = MAX (gold->rightmost[head], gold->rightmost[word]);
    size[head] += size[word];
    if (--pending[head] == 0 && head != 0)
      ready[n_ready++] = head;
  }
  return n_taken;
}

static void
set_arcs (Gold *gold)
{
  memset (gold->last_child, 0, (gold->n + 1) * sizeof (int));
  memset (gold->inside, 0, (gold->n + 2) * sizeof (int));
  /* inside[b] is to be the number of arcs with both ends from b on, which are those with left end b or
   * later. */
  for (int i = 1; i <= gold->n; i++) {
    gold->last_child[gold->heads[i]] = i;
    gold->inside[MIN (i, gold->heads[i])]++;
  }
  for (int i = gold->n; i >= 0; i--)
    gold->inside[i] += gold->inside[i + 1];
}

gboolean
gold_set (Gold *gold, const int *heads, int n, GError **error)
{
  if (!heads_are_in_range (heads, n))
    return heads_fail (heads, n, error);
  if (!ROOM_RESERVE (&gold->room, n + 2, ARRAY (gold->heads), ARRAY (gold->leftmost), ARRAY (gold->rightmost),
                     ARRAY (gold->last_child), ARRAY (gold->inside), ARRAY (gold->size), ARRAY (gold->order),
                     ARRAY_OF (gold->scratch, 3)))
    return memory_fail (error, "a gold tree of %d words", n);
  gold->n = n;
  memcpy (gold->heads, heads, ((gsize) n + 1) * sizeof (int));
  gold->is_projective = projective_check (heads, n, gold->scratch);
  if (merge_extents (gold) < n)
    return heads_fail (heads, n, error);
  set_arcs (gold);
  return TRUE;
}

/* The words of a subtree stand together: those of the left children, the word, those of the right ones. */
void
gold_projective_order (const Gold *gold, int *rank, int *start, int *n_left)
{
  gsize size = ((gsize) gold->n + 1) * sizeof (int);

  /* Within the subtree of its head: start[h] counts the words passed so far. */
  memset (start, 0, size);
  memset (n_left, 0, size);
  for (int d = 1; d <= gold->n; d++) {
    int h = gold->heads[d];

    rank[d] = start[h] + (d > h);
    start[h] += gold->size[d];
    n_left[h] += d < h ? gold->size[d] : 0;
  }
  /* Now from the top down: start[d] is where the subtree of d begins. */
  rank[0] = start[0] = 0;
  for (int i = gold->n - 1; i >= 0; i--) {
    int d = gold->order[i];

    start[d] = start[gold->heads[d]] + rank[d];
    rank[d] = start[d] + n_left[d];
  }
}
