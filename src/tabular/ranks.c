/* ranks.c - the n best of a sentence put in order of their scores. */
#include "tabular/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

typedef struct {
  double score;
  int place;
} Rank;

/* No two ranks are equal, so that qsort() gives the same on every system. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const Rank *x = a, *y = b;

  return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                              : (x->place > y->place) - (x->place < y->place);
}

static gboolean
is_in_order (int n, RankScore score, gconstpointer data)
{
  double before = score (data, 0);

  for (int k = 1; k < n; k++) {
    const double here = score (data, k);

    if (here > before)
      return FALSE;
    before = here;
  }
  return TRUE;
}

static void
move (const RankedRows *rows, const Rank *ranks, int n, char *copy)
{
  memcpy (copy, rows->first, (gsize) n * rows->size);
  for (int k = 0; k < n; k++)
    memcpy ((char *) rows->first + (gsize) k * rows->size, copy + (gsize) ranks[k].place * rows->size,
            rows->size);
}

gboolean
ranks_order (int n, RankScore score, gconstpointer data, const RankedRows *rows, int n_rows, gpointer memory,
             gsize *n_allocated, GError **error)
{
  gsize size = 0;
  Rank *ranks;

  if (is_in_order (n, score, data))
    return TRUE;
  for (int r = 0; r < n_rows; r++)
    size = MAX (size, rows[r].size);
  if (!try_reserve (memory, n_allocated, (gsize) n * (sizeof (Rank) + size), 1))
    return memory_fail (error, "the order of %d results", n);
  ranks = *(gpointer *) memory;
  for (int k = 0; k < n; k++)
    ranks[k] = (Rank){ score (data, k), k };
  qsort (ranks, (gsize) n, sizeof *ranks, compare);
  for (int r = 0; r < n_rows; r++)
    if (rows[r].first != NULL)
      move (&rows[r], ranks, n, (char *) (ranks + n));
  return TRUE;
}
