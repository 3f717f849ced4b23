/* repairs.c - how many non-projective arcs a tree has once one word hangs elsewhere. */
#include "check/repairs.h"

#include <string.h>

#include "base/memory.h"
#include "tbk/check.h"
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
  int **arrays[] = { &repairs->core,    &repairs->place, &repairs->head,  &repairs->pre,
                     &repairs->size,    &repairs->gap,   &repairs->most,  &repairs->downwards,
                     &repairs->n_below, &repairs->gain,  &repairs->value, &repairs->scratch,
                     &repairs->at_pre };
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

/* Whether number @h does not dominate number @c; without branches, since loops over many words ask it. */
static inline int
is_outside (const Repairs *repairs, int h, int c)
{
  return (guint) (repairs->pre[c] - repairs->pre[h]) >= (guint) repairs->size[h];
}

/* (CK11): counts the non-projective arc into number @d for the words that dominate its gap, of which the first and the
 * last preorder numbers are given. */
static void
count_mendable (Repairs *repairs, int d, int first, int last)
{
  const int h = repairs->head[d];
  int above = repairs->at_pre[first];

  while (last >= repairs->pre[above] + repairs->size[above])
    above = repairs->head[above];
  for (; above > 0 && is_outside (repairs, above, h); above = repairs->head[above])
    repairs->most[above]++;
}

/* Counts how many of the words that remain are in the gap of the non-projective arc into number @d; without branches, since
 * gaps may be long. */
static void
look_at_gap (Repairs *repairs, int d)
{
  const int h = repairs->head[d], *pre = repairs->pre, pre_h = pre[h];
  const guint size_h = (guint) repairs->size[h];
  int n_in_gap = 0, first = G_MAXINT, last = -1;

  for (int c = MIN (d, h) + 1; c < MAX (d, h); c++) {
    const int in_gap = (guint) (pre[c] - pre_h) >= size_h;

    n_in_gap += in_gap;
    first = MIN (first, in_gap ? pre[c] : G_MAXINT);
    last = MAX (last, in_gap ? pre[c] : -1);
  }
  repairs->gap[d] = n_in_gap;
  repairs->most[d]++;
  count_mendable (repairs, d, first, last);
}

void
repairs_mark_gap_roots (const Repairs *repairs, int d, int *marks)
{
  const int h = repairs->head[d], first = MIN (d, h), last = MAX (d, h);
  const int *head = repairs->head, *pre = repairs->pre;
  const int pre_h = pre[h], size_h = repairs->size[h];

  for (int c = first + 1; c < last; c++)
    marks[c] |= ((head[c] <= first) | (head[c] >= last)) & ((guint) (pre[c] - pre_h) >= (guint) size_h);
}

gboolean
repairs_set (Repairs *repairs, const int *heads, int n, GError **error)
{
  const TbkTree *tree = repairs->tree;
  int n_listed = 0;

  if (!reserve (repairs, n, error) || !tbk_tree_set (repairs->tree, heads, n, error))
    return FALSE;
  repairs->n_core = heads_contract (heads, n, TRUE, repairs->core, repairs->scratch);
  memset (repairs->place, -1, ((gsize) n + 1) * sizeof (int));
  for (int c = 0; c < repairs->n_core; c++)
    repairs->place[repairs->core[c]] = c;
  for (int w = 0; w <= n; w++)
    if (repairs->place[tree->order[w]] >= 0)
      repairs->downwards[n_listed++] = repairs->place[tree->order[w]];
  for (int c = 0; c < repairs->n_core; c++) {
    const int word = repairs->core[c];

    repairs->head[c] = word == 0 ? -1 : repairs->place[heads[word]];
    repairs->pre[c] = tree->pre[word];
    repairs->size[c] = tree->size[word];
    repairs->at_pre[tree->pre[word]] = c;
  }
  memset (repairs->most, 0, (gsize) repairs->n_core * sizeof (int));
  memset (repairs->gap, 0, (gsize) repairs->n_core * sizeof (int));
  for (int c = 1; c < repairs->n_core && repairs->n_core - 1 <= TBK_CHECK_MAX_CORE; c++)
    if (tree->is_nonprojective[repairs->core[c]])
      look_at_gap (repairs, c);
  return TRUE;
}

/* (CK2): adds up what is non-projective if nothing gains, and what is gained by each head's dominating y. */
static void
add_arcs (Repairs *repairs)
{
  const int word = repairs->place[repairs->word], *head = repairs->head, *gap = repairs->gap;
  int *n_below = repairs->n_below, *gain = repairs->gain, base = 0;

  n_below[0] = 0;
  for (int c = 0; c < repairs->n_core; c++) {
    gain[c] = 0;
    n_below[c + 1] = n_below[c] + !is_outside (repairs, word, c);
  }
  for (int d = 1; d < repairs->n_core; d++) {
    const int h = head[d], inside = n_below[MAX (d, h)] - n_below[MIN (d, h) + 1];

    if (d == word)
      continue;
    if (inside == 0 || !is_outside (repairs, word, h)) {
      base += gap[d] > 0;
      continue;
    }
    base++;
    gain[h] += gap[d] == (is_outside (repairs, h, word) ? inside : 0);
  }
  for (int i = 1; i < repairs->n_core; i++)
    gain[repairs->downwards[i]] += gain[head[repairs->downwards[i]]];
  repairs->base = base;
}

/* Values the heads on one side of the word tried, from it outwards. By (CK3) y must dominate all that is
 * passed and that the word itself does not dominate: the words of preorder numbers @first..@last. */
static void
value_side (Repairs *repairs, int step)
{
  const int word = repairs->place[repairs->word];
  int first = G_MAXINT, last = -1;

  for (int c = word + step; c > 0 && c < repairs->n_core; c += step) {
    const int pre = repairs->pre[c];

    if (!is_outside (repairs, word, c)) {
      repairs->value[c] = -1;
      continue;
    }
    repairs->value[c] =
        repairs->base - repairs->gain[c] + (last >= 0 && !(pre <= first && last < pre + repairs->size[c]));
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
