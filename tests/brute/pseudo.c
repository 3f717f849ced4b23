/* pseudo.c - the published order of lifts, by its definition. */
#include "brute/pseudo.h"

#include "brute/trees.h"

#include <string.h>

static gboolean
is_projective_arc (const int *heads, int dependent)
{
  int head = heads[dependent];

  for (int word = MIN (head, dependent) + 1; word < MAX (head, dependent); word++)
    if (!is_ancestor (heads, head, word))
      return FALSE;
  return TRUE;
}

/* Looks at lengths from the shortest, and for each at left ends from the left. */
static int
find_shortest (const int *heads, int n)
{
  for (int length = 1; length <= n; length++)
    for (int left = 0; left + length <= n; left++) {
      int right = left + length;
      if (heads[right] == left && !is_projective_arc (heads, right))
        return right;
      if (heads[left] == right && !is_projective_arc (heads, left))
        return left;
    }
  return 0;
}

void
lift_naively (const int *gold, int n, int *lifted, gboolean *is_path)
{
  int word;

  memcpy (lifted, gold, (n + 1) * sizeof (int));
  memset (is_path, 0, (n + 1) * sizeof (gboolean));
  while ((word = find_shortest (lifted, n)) != 0) {
    is_path[lifted[word]] = TRUE;
    lifted[word] = lifted[lifted[word]];
  }
}

void
lift_naively_measured_once (const int *gold, int n, int *lifted, gboolean *is_path)
{
  gboolean is_done = FALSE;

  memcpy (lifted, gold, (n + 1) * sizeof (int));
  memset (is_path, 0, (n + 1) * sizeof (gboolean));
  while (!is_done) {
    is_done = TRUE;
    for (int length = 1; length <= n && is_done; length++)
      for (int word = 1; word <= n && is_done; word++)
        if (ABS (word - gold[word]) == length && !is_projective_arc (lifted, word)) {
          is_path[lifted[word]] = TRUE;
          lifted[word] = lifted[lifted[word]];
          is_done = FALSE;
        }
  }
}
