/* repairs.c - how many non-projective arcs a tree has once one word hangs elsewhere. */
#include "check/repairs.h"

#include <string.h>

#include "base/memory.h"
#include "tree/projective.h"
#include "tree/tree.h"

void
repairs_init (Repairs *repairs)
{
  *repairs = (Repairs){ .tree = tbk_tree_new (), .n_allocated = -1 };
}

/* The arrays are one piece of memory, which begins with the words that remain. */
void
repairs_clear (Repairs *repairs)
{
  tbk_tree_free (repairs->tree);
  g_free (repairs->core);
}

static gboolean
reserve (Repairs *repairs, int n, GError **error)
{
  int **arrays[] = { &repairs->core,    &repairs->place, &repairs->gap,   &repairs->downwards,
                     &repairs->n_below, &repairs->gain,  &repairs->value, &repairs->scratch };
  const int room = MAX (128, n + n / 2 + 2);

  if (n + 2 <= repairs->n_allocated)
    return TRUE;
  g_free (repairs->core);
  repairs->n_allocated = 0;
  repairs->core = g_try_new (int, G_N_ELEMENTS (arrays) * (gsize) room);
  if (repairs->core == NULL)
    return memory_fail (error, "the repair of a tree of %d words", n);
  for (guint a = 1; a < G_N_ELEMENTS (arrays); a++)
    *arrays[a] = repairs->core + a * (gsize) room;
  repairs->n_allocated = room;
  return TRUE;
}

/* How many of the words that remain are in the gap of the arc into number @d. */
static int
count_gap (const Repairs *repairs, int d)
{
  const TbkTree *tree = repairs->tree;
  const int head = tree->heads[repairs->core[d]], h = repairs->place[head];
  int n_in_gap = 0;

  for (int c = MIN (d, h) + 1; c < MAX (d, h); c++)
    n_in_gap += !tree_has_below (tree, head, repairs->core[c]);
  return n_in_gap;
}

gboolean
repairs_set (Repairs *repairs, const int *heads, int n, GError **error)
{
  const TbkTree *tree = repairs->tree;
  int n_listed = 0;

  if (!reserve (repairs, n, error) || !tbk_tree_set (repairs->tree, heads, n, error))
    return FALSE;
  repairs->n_core = heads_contract (heads, n, TRUE, repairs->core, repairs->scratch, NULL, NULL);
  memset (repairs->place, -1, ((gsize) n + 1) * sizeof (int));
  for (int c = 0; c < repairs->n_core; c++)
    repairs->place[repairs->core[c]] = c;
  for (int w = 0; w <= n; w++)
    if (repairs->place[tree->order[w]] >= 0)
      repairs->downwards[n_listed++] = repairs->place[tree->order[w]];
  repairs->gap[0] = 0;
  for (int c = 1; c < repairs->n_core; c++)
    repairs->gap[c] = tree->is_nonprojective[repairs->core[c]] ? count_gap (repairs, c) : 0;
  return TRUE;
}

gboolean
repairs_is_gap_root (const Repairs *repairs, int c, int d)
{
  const TbkTree *tree = repairs->tree;
  const int h = repairs->place[tree->heads[repairs->core[d]]], first = MIN (d, h), last = MAX (d, h);
  const int head = repairs->place[tree->heads[repairs->core[c]]];

  return first < c && c < last && !(first < head && head < last)
         && !tree_has_below (tree, repairs->core[h], repairs->core[c]);
}

/* (CK2): adds up what is non-projective if nothing gains, and what is gained by each head's dominating y. */
static void
add_arcs (Repairs *repairs)
{
  const TbkTree *tree = repairs->tree;
  const int word = repairs->word;

  repairs->base = 0;
  repairs->n_below[0] = 0;
  for (int c = 0; c < repairs->n_core; c++) {
    repairs->gain[c] = 0;
    repairs->n_below[c + 1] = repairs->n_below[c] + tree_has_below (tree, word, repairs->core[c]);
  }
  for (int d = 1; d < repairs->n_core; d++) {
    const int dependent = repairs->core[d], head = tree->heads[dependent], h = repairs->place[head];
    const int gap = repairs->gap[d];
    const int inside = repairs->n_below[MAX (d, h)] - repairs->n_below[MIN (d, h) + 1];

    if (dependent == word)
      continue;
    if (tree_has_below (tree, word, head) || inside == 0) {
      repairs->base += gap > 0;
    } else if (tree_has_below (tree, head, word)) {
      repairs->base++;
      repairs->gain[h] += gap == 0;
    } else {
      repairs->base++;
      repairs->gain[h] += gap == inside;
    }
  }
  for (int i = 1; i < repairs->n_core; i++) {
    const int c = repairs->downwards[i];
    repairs->gain[c] += repairs->gain[repairs->place[tree->heads[repairs->core[c]]]];
  }
}

/* Values the heads on one side of the word tried, from it outwards. By (CK3) y must dominate all that is passed and that the
 * word itself does not dominate: the words of preorder numbers @first..@last. */
static void
value_side (Repairs *repairs, int step)
{
  const TbkTree *tree = repairs->tree;
  int first = G_MAXINT, last = -1;

  for (int c = repairs->place[repairs->word] + step; c > 0 && c < repairs->n_core; c += step) {
    const int y = repairs->core[c], pre = tree->pre[y];

    if (tree_has_below (tree, repairs->word, y)) {
      repairs->value[c] = -1;
      continue;
    }
    repairs->value[c] =
        repairs->base - repairs->gain[c] + (last >= 0 && !(pre <= first && last < pre + tree->size[y]));
    repairs->least = MIN (repairs->least, repairs->value[c]);
    first = MIN (first, pre);
    last = MAX (last, pre);
  }
}

int
repairs_try (Repairs *repairs, int word)
{
  repairs->word = word;
  repairs->least = G_MAXINT;
  repairs->value[0] = repairs->value[repairs->place[word]] = -1;
  add_arcs (repairs);
  value_side (repairs, 1);
  value_side (repairs, -1);
  return repairs->least;
}

/* (CK3) */
static gboolean
is_nonprojective (const TbkTree *tree, int head, int dependent)
{
  for (int word = MIN (head, dependent) + 1; word < MAX (head, dependent); word++)
    if (!tree_has_below (tree, head, word) && !tree_has_below (tree, dependent, word))
      return TRUE;
  return FALSE;
}

gboolean
repairs_is_best (const Repairs *repairs, int head)
{
  const TbkTree *tree = repairs->tree;
  int remaining = head, left;

  if (repairs->place[head] >= 0)
    return repairs->value[repairs->place[head]] == repairs->least;
  if (tree_has_below (tree, repairs->word, head))
    return FALSE;
  while (repairs->place[remaining] < 0)
    remaining = tree->heads[remaining];
  left = repairs->base - repairs->gain[repairs->place[remaining]];
  return left + 1 == repairs->least
         || (left == repairs->least && !is_nonprojective (tree, head, repairs->word));
}
