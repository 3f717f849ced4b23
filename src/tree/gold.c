/* gold.c - gold trees: the check that they are trees, and the extents of subtrees; linear and without
 * recursion. */
#include "tree/gold.h"

#include <string.h>

#include "base/memory.h"
#include "tree/heads.h"
#include "tree/projective.h"

static gboolean
make_room (Gold *gold, int n, GError **error)
{
  gsize size = (gsize) n + 2;

  if (gold->scratch != NULL && n <= gold->n_allocated)
    return TRUE;
  if (!TRY_RENEW (gold->heads, size) || !TRY_RENEW (gold->leftmost, size)
      || !TRY_RENEW (gold->rightmost, size) || !TRY_RENEW (gold->last_child, size)
      || !TRY_RENEW (gold->inside, size) || !TRY_RENEW (gold->scratch, 3 * size))
    return memory_fail (error, "a gold tree of %d words", n);
  gold->n_allocated = n;
  return TRUE;
}

void
gold_clear (Gold *gold)
{
  g_clear_pointer (&gold->heads, g_free);
  g_clear_pointer (&gold->leftmost, g_free);
  g_clear_pointer (&gold->rightmost, g_free);
  g_clear_pointer (&gold->last_child, g_free);
  g_clear_pointer (&gold->inside, g_free);
  g_clear_pointer (&gold->scratch, g_free);
}

/* Takes words off from the leaves upwards, each into the extent of its head. Words on a cycle, and
 * what hangs on them, are never taken. Returns the number taken. */
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
  if (!make_room (gold, n, error))
    return FALSE;
  gold->n = n;
  gold->size = gold->scratch + n + 1;
  gold->order = gold->size + n + 1;
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
  /* From the top down: start[d] is where the subtree of d begins. */
  rank[0] = start[0] = 0;
  for (int i = gold->n - 1; i >= 0; i--) {
    int d = gold->order[i];

    start[d] = start[gold->heads[d]] + rank[d];
    rank[d] = start[d] + n_left[d];
  }
}
