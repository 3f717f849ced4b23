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

static gboolean
is_below (const int *heads, int word, int ancestor)
{
  while (word > 0 && word != ancestor)
    word = heads[word];
  return word == ancestor;
}

/* Whether all words between @a and @d are descendants of @a, the head of @d or above it. The way up from a word
 * between them ends in @d, in @a or leaves by a word whose head is beyond. */
static gboolean
reaches (const CoreSets *sets, int a, int d)
{
  for (guint64 leaving = few_find_leaving (&sets->few, a, d); leaving != 0; leaving &= leaving - 1)
    if (!is_below (sets->heads, __builtin_ctzll (leaving), a))
      return FALSE;
  return TRUE;
}

/* (T3) */
int
core_sets_lift (const CoreSets *sets, int *lifted)
{
  int n_moved = 0;

  for (int d = 1; d <= sets->n; d++) {
    int a = sets->heads[d];

    while (a != 0 && !reaches (sets, a, d))
      a = sets->heads[a];
    lifted[d] = a;
    n_moved += a != sets->heads[d];
  }
  return n_moved;
}

/* (T4), each arc in turn with the first of those left that cross it. */
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
