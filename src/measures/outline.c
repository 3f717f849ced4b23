/* outline.c - trees bottom up, without recursion and without lists of dependents. */
#include "measures/outline.h"

#include <string.h>

#include "base/memory.h"
#include "tree/heads.h"

void
outline_clear (Outline *outline)
{
  g_free (outline->memory);
  *outline = (Outline){ 0 };
}

static gboolean
reserve (Outline *outline, int n, GError **error)
{
  int **arrays[] = { &outline->order,      &outline->size,       &outline->n_children, &outline->height,
                     &outline->first,      &outline->sorted,     &outline->scratch[0], &outline->scratch[1],
                     &outline->scratch[2], &outline->scratch[3], &outline->scratch[4] };
  gsize room = MAX (128, MAX ((gsize) n + 2, outline->n_allocated + outline->n_allocated / 2));

  if ((gsize) n + 2 <= outline->n_allocated)
    return TRUE;
  g_free (outline->memory);
  outline->n_allocated = 0;
  outline->memory = g_try_new (int, G_N_ELEMENTS (arrays) * room);
  if (outline->memory == NULL)
    return memory_fail (error, "the lengths of %d words", n);
  outline->n_allocated = room;
  for (guint a = 0; a < G_N_ELEMENTS (arrays); a++)
    *arrays[a] = outline->memory + a * room;
  return TRUE;
}

/* Goes through the words; each takes its turn as soon as all its dependents had theirs, and so may its head
 * after it. So sizes and heights are known then. A word on a cycle never has a turn. Returns how many had
 * one. */
static int
order_words (Outline *outline, int *n_pending)
{
  const int *heads = outline->heads;
  int *size = outline->size, *height = outline->height, n_ordered = 0;

  for (int word = 0; word <= outline->n; word++) {
    size[word] = 1;
    height[word] = 0;
  }
  for (int i = 1; i <= outline->n; i++)
    for (int word = i; word != 0 && n_pending[word] == 0;) {
      int head = heads[word];
      n_pending[word] = -1;
      outline->order[n_ordered++] = word;
      n_pending[head]--;
      size[head] += size[word];
      height[head] = MAX (height[head], height[word] + 1);
      word = head;
    }
  return n_ordered;
}

gboolean
outline_set (Outline *outline, const int *heads, int n, GError **error)
{
  gsize n_bytes = sizeof (int) * ((gsize) n + 1);
  int *n_pending;

  if (!heads_are_in_range (heads, n))
    return heads_fail (heads, n, error);
  if (!reserve (outline, n, error))
    return FALSE;
  outline->n = n;
  outline->heads = heads;
  memset (outline->n_children, 0, n_bytes);
  for (int word = 1; word <= n; word++) {
    outline->n_children[heads[word]]++;
    outline->root = heads[word] == 0 ? word : outline->root;
  }
  outline->n_roots = outline->n_children[0];
  n_pending = outline->scratch[0];
  memcpy (n_pending, outline->n_children, n_bytes);
  if (order_words (outline, n_pending) < n)
    return heads_fail (heads, n, error);
  return TRUE;
}

/* Sorts all words by counting, the largest subtrees first, and then deals them out to their heads. */
void
outline_sort_children (Outline *outline)
{
  const int *size = outline->size, *heads = outline->heads;
  int n = outline->n, *place = outline->scratch[0], *by_size = outline->scratch[1], n_larger = 0;

  memset (place, 0, sizeof (int) * ((gsize) n + 2));
  for (int word = 1; word <= n; word++)
    place[size[word]]++;
  for (int s = n; s > 0; s--) {
    int n_words = place[s];
    place[s] = n_larger;
    n_larger += n_words;
  }
  for (int word = 1; word <= n; word++)
    by_size[place[size[word]]++] = word;

  outline->first[0] = 0;
  for (int word = 0; word <= n; word++) {
    place[word] = outline->first[word];
    outline->first[word + 1] = outline->first[word] + outline->n_children[word];
  }
  for (int i = 0; i < n; i++)
    outline->sorted[place[heads[by_size[i]]]++] = by_size[i];
}
