/* measures.c - how far a tree is from projective: gaps, degrees, planarity, nestedness.
 *
 * Gaps. The words that v dominates fall into size(v) - c(v) intervals, where c(v) is the number of pairs
 * of adjacent words both dominated by v, that is whose lowest common ancestor is v or below it. The
 * ancestors are found along heavy paths, on which a word is followed by its child of largest size: a way
 * up to 0 meets at most log2 n of them.
 *
 * Nestedness. If two disjoint subtrees interleave, so do those of the two siblings that dominate them;
 * and both have a gap. So it is enough to look at siblings with gaps: going over their words from left
 * to right, a subtree that goes on must be the one that began last of those not yet complete.
 */
#include "base/memory.h"
#include "tree/tree.h"

#include <string.h>

/* Arrays indexed by words, for one call: they are not the tree's own, which may be shared while it is
 * only read. */
typedef struct {
  const TbkTree *tree;
  int *top; /* the first word of the heavy path */
  int *gaps;
  int *stack;
  int *labels; /* which child of the word at hand dominates this one; 0: none with gaps */
  int *left;   /* words of a subtree not yet passed */
  int *words;  /* by preorder number */
} Scratch;

static void
find_heavy_paths (Scratch *scratch)
{
  const TbkTree *tree = scratch->tree;
  scratch->top[0] = 0;
  for (int i = 0; i <= tree->n; i++) {
    int word = tree->order[i], heavy = 0;
    for (int k = tree->first[word]; k < tree->first[word + 1]; k++)
      if (heavy == 0 || tree->size[tree->children[k]] > tree->size[heavy])
        heavy = tree->children[k];
    for (int k = tree->first[word]; k < tree->first[word + 1]; k++)
      scratch->top[tree->children[k]] = tree->children[k] == heavy ? scratch->top[word] : tree->children[k];
  }
}

static int
common_ancestor (const Scratch *scratch, int a, int b)
{
  const TbkTree *tree = scratch->tree;
  const int *top = scratch->top;
  while (top[a] != top[b]) {
    if (tree->depth[top[a]] > tree->depth[top[b]])
      a = tree->heads[top[a]];
    else
      b = tree->heads[top[b]];
  }
  return tree->depth[a] < tree->depth[b] ? a : b;
}

/* Sets the gaps of every word, and returns the most. */
static int
find_gaps (Scratch *scratch)
{
  const TbkTree *tree = scratch->tree;
  int n = tree->n, most = 0, *pairs = scratch->gaps;
  memset (pairs, 0, sizeof (int) * (gsize) (n + 1));
  find_heavy_paths (scratch);
  for (int word = 0; word < n; word++)
    pairs[common_ancestor (scratch, word, word + 1)]++;
  for (int i = n; i > 0; i--)
    pairs[tree->heads[tree->order[i]]] += pairs[tree->order[i]];
  for (int word = 0; word <= n; word++) {
    scratch->gaps[word] = tree->size[word] - pairs[word] - 1;
    most = MAX (most, scratch->gaps[word]);
  }
  return most;
}

/* The parts under the arc from the head of @word that its head does not dominate: each has one word
 * whose own head is not under the arc. */
static int
arc_degree (const TbkTree *tree, int word)
{
  int head = tree->heads[word], n_parts = 0;
  int low = MIN (head, word), high = MAX (head, word);
  for (int inner = low + 1; inner < high; inner++) {
    gboolean is_top = tree->heads[inner] <= low || tree->heads[inner] >= high;
    n_parts += is_top && !tree_has_below (tree, head, inner);
  }
  return n_parts;
}

static int
edge_degree (const TbkTree *tree)
{
  int most = 0;
  for (int word = 1; word <= tree->n; word++)
    if (tree->is_nonprojective[word])
      most = MAX (most, arc_degree (tree, word));
  return most;
}

/* Goes from left to right with the right ends of the arcs now open on a stack; an arc that ends after
 * one begun before it crosses it. The arcs that begin at one word are pushed longest first; those of 0
 * are left out. */
static gboolean
is_planar (Scratch *scratch)
{
  const TbkTree *tree = scratch->tree;
  int *stack = scratch->stack, n_open = 0;
  for (int word = 1; word <= tree->n; word++) {
    int k = tree->first[word + 1] - 1, head = tree->heads[word];
    while (n_open > 0 && stack[n_open - 1] == word)
      n_open--;
    for (;;) {
      int child = k >= tree->first[word] ? tree->children[k] : 0;
      int end = MAX (head, child);
      if (end <= word)
        break;
      if (n_open > 0 && stack[n_open - 1] < end)
        return FALSE;
      stack[n_open++] = end;
      if (end == child)
        k--;
      else
        head = 0;
    }
  }
  return TRUE;
}

/* Labels the words of the subtrees with gaps of the children of @word; the labels reach from *@begin to
 * *@end. */
static void
label_children (Scratch *scratch, int word, int *begin, int *end)
{
  const TbkTree *tree = scratch->tree;
  *begin = tree->n;
  *end = 0;
  for (int k = tree->first[word]; k < tree->first[word + 1]; k++) {
    int child = tree->children[k];
    if (scratch->gaps[child] == 0)
      continue;
    scratch->left[child] = tree->size[child];
    for (int pre = tree->pre[child]; pre < tree->pre[child] + tree->size[child]; pre++) {
      int below = scratch->words[pre];
      scratch->labels[below] = child;
      *begin = MIN (*begin, below);
      *end = MAX (*end, below);
    }
  }
}

/* Whether the labels nest; takes them off. */
static gboolean
labels_nest (Scratch *scratch, int begin, int end)
{
  int n_open = 0;
  gboolean nest = TRUE;
  for (int word = begin; word <= end; word++) {
    int label = scratch->labels[word];
    scratch->labels[word] = 0;
    if (label == 0 || !nest)
      continue;
    if (scratch->left[label] == scratch->tree->size[label])
      scratch->stack[n_open++] = label;
    nest = scratch->stack[n_open - 1] == label;
    if (--scratch->left[label] == 0)
      n_open--;
  }
  return nest;
}

static gboolean
is_well_nested (Scratch *scratch)
{
  const TbkTree *tree = scratch->tree;
  memset (scratch->labels, 0, sizeof (int) * (gsize) (tree->n + 1));
  for (int word = 0; word <= tree->n; word++)
    scratch->words[tree->pre[word]] = word;

  for (int word = 0; word <= tree->n; word++) {
    int n_gapped = 0, begin, end;
    for (int k = tree->first[word]; k < tree->first[word + 1]; k++)
      n_gapped += scratch->gaps[tree->children[k]] > 0;
    if (n_gapped < 2)
      continue;
    label_children (scratch, word, &begin, &end);
    if (!labels_nest (scratch, begin, end))
      return FALSE;
  }
  return TRUE;
}

/* Of a tree that is not projective. */
static gboolean
measure (const TbkTree *tree, TbkTreeMeasures *measures, GError **error)
{
  gsize room = (gsize) tree->n + 2;
  g_autofree int *memory = g_try_new (int, 6 * room);

  if (memory == NULL)
    return memory_fail (error, "the measures of a tree of %d words", tree->n);
  Scratch scratch = { tree,
                      .top = memory,
                      .gaps = memory + room,
                      .stack = memory + 2 * room,
                      .labels = memory + 3 * room,
                      .left = memory + 4 * room,
                      .words = memory + 5 * room };
  *measures = (TbkTreeMeasures){ .nonprojective_arcs = tree->nonprojective_arcs,
                                 .gap_degree = find_gaps (&scratch),
                                 .edge_degree = edge_degree (tree),
                                 .is_planar = is_planar (&scratch),
                                 .is_well_nested = is_well_nested (&scratch) };
  return TRUE;
}

gboolean
tbk_tree_measure (const TbkTree *tree, TbkTreeMeasures *measures, GError **error)
{
  g_return_val_if_fail (tree->n >= 0, FALSE);

  if (tree->nonprojective_arcs > 0)
    return measure (tree, measures, error);
  *measures = (TbkTreeMeasures){ .is_planar = TRUE, .is_well_nested = TRUE };
  return TRUE;
}
