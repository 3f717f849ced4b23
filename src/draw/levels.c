/* levels.c - levels by a tree over the gaps: the greatest in a range, and one value for a range. */
#include "draw/levels.h"

#include <string.h>

void
levels_clear (Levels *levels)
{
  g_free (levels->words);
  g_free (levels->order);
  g_free (levels->starts);
  g_free (levels->best);
  g_free (levels->covers);
}

/* Puts the words 1..@n in the order of the lengths of their arcs. */
static void
sort_words (Levels *levels, const int *heads, int n)
{
  int *starts = levels->starts;

  memset (starts, 0, (gsize) (n + 2) * sizeof (*starts));
  for (int w = 1; w <= n; w++)
    starts[ABS (w - heads[w]) + 1]++;
  for (int length = 1; length <= n + 1; length++)
    starts[length] += starts[length - 1];
  for (int w = 1; w <= n; w++)
    levels->order[starts[ABS (w - heads[w])]++] = w;
}

/* The greatest level in the gaps from @first to before @end, of @n. What covers a part stands at its node
 * alone, so the nodes above the range are looked at too. */
static int
find_greatest (const Levels *levels, int first, int end, int n)
{
  int greatest = 0, left = first + n, right = end + n;

  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) {
      greatest = MAX (greatest, levels->best[left]);
      left++;
    }
    if (right % 2 == 1) {
      right--;
      greatest = MAX (greatest, levels->best[right]);
    }
  }
  for (int node = (first + n) / 2; node >= 1; node /= 2)
    greatest = MAX (greatest, levels->covers[node]);
  for (int node = (end - 1 + n) / 2; node >= 1; node /= 2)
    greatest = MAX (greatest, levels->covers[node]);
  return greatest;
}

/* Brings the nodes above @gap up to date. */
static void
update_above (Levels *levels, int gap, int n)
{
  for (int node = (gap + n) / 2; node >= 1; node /= 2)
    levels->best[node] = MAX (levels->covers[node], MAX (levels->best[2 * node], levels->best[2 * node + 1]));
}

/* Gives @level, greater than all there, to the gaps from @first to before @end. */
static void
cover (Levels *levels, int first, int end, int n, int level)
{
  int left = first + n, right = end + n;

  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) {
      levels->best[left] = levels->covers[left] = level;
      left++;
    }
    if (right % 2 == 1) {
      right--;
      levels->best[right] = levels->covers[right] = level;
    }
  }
  update_above (levels, first, n);
  update_above (levels, end - 1, n);
}

/* Numbers the ports: those of longer arcs first. */
static void
number_ports (Levels *levels, const int *heads, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    const int w = levels->order[i], h = heads[w];
    LevelsWord *word = &levels->words[w], *head = &levels->words[h];

    if (h == 0)
      continue;
    word->port = h < w ? ++word->n_left : ++word->n_right;
    word->head_port = h < w ? ++head->n_right : ++head->n_left;
  }
}

gboolean
levels_assign (Levels *levels, const int *heads, int n, GError **error)
{
  if (!reserve_words (&levels->words, &levels->n_allocated[0], n, sizeof (*levels->words), error)
      || !reserve_words (&levels->order, &levels->n_allocated[1], n, sizeof (*levels->order), error)
      || !reserve_words (&levels->starts, &levels->n_allocated[2], n + 1, sizeof (*levels->starts), error)
      || !reserve_words (&levels->best, &levels->n_allocated[3], 2 * n, sizeof (*levels->best), error)
      || !reserve_words (&levels->covers, &levels->n_allocated[4], 2 * n, sizeof (*levels->covers), error))
    return FALSE;
  memset (levels->words, 0, (gsize) (n + 1) * sizeof (*levels->words));
  memset (levels->best, 0, (gsize) (2 * n + 1) * sizeof (*levels->best));
  memset (levels->covers, 0, (gsize) (2 * n + 1) * sizeof (*levels->covers));
  sort_words (levels, heads, n);
  levels->n_levels = 0;
  for (int i = 0; i < n; i++) {
    const int w = levels->order[i], first = MIN (w, heads[w]), end = MAX (w, heads[w]);

    if (first == 0)
      continue;
    levels->words[w].level = 1 + find_greatest (levels, first, end, n);
    cover (levels, first, end, n, levels->words[w].level);
    levels->n_levels = MAX (levels->n_levels, levels->words[w].level);
  }
  number_ports (levels, heads, n);
  return TRUE;
}
