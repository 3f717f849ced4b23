/* core_sets.c - equations of core_sets.h. */
#include "projectivize/core_sets.h"

gboolean
core_sets_begin (CoreSets *sets, const int *heads, int n)
{
  sets->heads = heads;
  sets->n = n;
  if (n > FEW_WORDS || !few_set (&sets->few, heads, n))
    return FALSE;
  few_list_before (&sets->few, n);
  return TRUE;
}

/* Whether all words between @a and @d are descendants of @a, the head of @d or above it. The way up from a word
 * between them ends in @d, in @a or leaves by a word whose head is beyond. @below: of each word, or 0 as long as it
 * was not asked for. */
static gboolean
reaches (const CoreSets *sets, guint64 *below, int a, int d)
{
  const guint64 leaving = few_find_leaving (&sets->few, a, d);

  if (leaving != 0 && below[a] == 0)
    below[a] = few_find_below (&sets->few, a);
  return (leaving & ~below[a]) == 0;
}

/* (T1) */
int
core_sets_lift (const CoreSets *sets, int *lifted)
{
  guint64 below[FEW_WORDS + 1];
  int n_moved = 0;

  memset (below, 0, (sets->n + 1) * sizeof (guint64));
  for (int d = 1; d <= sets->n; d++) {
    int a = sets->heads[d];

    while (a != 0 && !reaches (sets, below, a, d))
      a = sets->heads[a];
    lifted[d] = a;
    n_moved += a != sets->heads[d];
  }
  return n_moved;
}

guint64
core_sets_find_nonprojective (const CoreSets *sets)
{
  guint64 below[FEW_WORDS + 1], found = 0;

  memset (below, 0, (sets->n + 1) * sizeof (guint64));
  for (int d = 1; d <= sets->n; d++)
    found |= (guint64) !reaches (sets, below, sets->heads[d], d) << d;
  return found;
}

/* (T2), each arc in turn with the first of those left that cross it. */
gboolean
core_sets_must_move (const CoreSets *sets, int n_moved)
{
  guint64 crossing[FEW_WORDS + 1], left = 0;

  for (int d = 1; d <= sets->n; d++) {
    crossing[d] = few_find_crossing (&sets->few, sets->heads[d], d);
    left |= (guint64) (crossing[d] != 0) << d;
  }
  for (; left != 0 && n_moved > 0; left &= left - 1) {
    const guint64 others = crossing[__builtin_ctzll (left)] & left;

    left &= ~(others & -others);
    n_moved -= others != 0;
  }
  return n_moved == 0;
}
