/* word_measures.c - measures of single words: gaps of yields, components under arcs, arcs that cross an arc.
 *
 * Each is found for all words of a tree at once, O(n log n). Only the edge degree looks at all words under each
 * arc that is not projective, and gives up where these are too many.
 */
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"

/* Words under arcs that tree_find_edge_degrees() looks at before it gives up: a tenth of a second. */
#define MOST_STEPS ((gint64) 1 << 26)

/* Sets top[w] to the first word of the heavy path of each word: a path goes on from a word to its largest child.
 * On the way up from a word there are at most log n paths. */
static void
find_paths (const TbkTree *tree, int *top)
{
  for (int i = 0; i <= tree->n; i++) {
    const int word = tree->order[i];
    int heavy = -1;

    if (i == 0)
      top[word] = word;
    for (int k = tree->first[word]; k < tree->first[word + 1]; k++) {
      const int child = tree->children[k];

      top[child] = child;
      if (heavy < 0 || tree->size[child] > tree->size[heavy])
        heavy = child;
    }
    if (heavy >= 0)
      top[heavy] = top[word];
  }
}

/* Returns the lowest word that dominates both: the path that begins lower is left, until both are on one. */
static int
find_meeting (const TbkTree *tree, const int *top, int a, int b)
{
  while (top[a] != top[b])
    if (tree->depth[top[a]] > tree->depth[top[b]])
      a = tree->heads[top[a]];
    else
      b = tree->heads[top[b]];
  return tree->depth[a] < tree->depth[b] ? a : b;
}

/* A block of a yield begins at word v if v is in the yield and v - 1 is not: that holds for the words from v up to
 * where the ways of v and v - 1 meet, which is left out. Each adds 1 there: +1 at v, -1 at the meeting, summed from
 * the leaves up. */
void
tree_find_gap_degrees (const TbkTree *tree, int *degrees, int *scratch)
{
  memset (degrees, 0, sizeof (int) * (gsize) (tree->n + 1));
  find_paths (tree, scratch);
  for (int word = 1; word <= tree->n; word++) {
    degrees[word]++;
    degrees[find_meeting (tree, scratch, word - 1, word)]--;
  }
  for (int i = tree->n; i > 0; i--)
    degrees[tree->heads[tree->order[i]]] += degrees[tree->order[i]];
  for (int word = 1; word <= tree->n; word++)
    degrees[word]--;
}

/* Returns the components under the arc into @word that its head does not dominate: their roots have heads beyond
 * the arc. */
static int
count_components (const TbkTree *tree, int word)
{
  const int head = tree->heads[word], left = MIN (head, word), right = MAX (head, word);
  int n = 0;

  for (int between = left + 1; between < right; between++)
    n += (tree->heads[between] <= left || tree->heads[between] >= right)
         && !tree_has_below (tree, head, between);
  return n;
}

gboolean
tree_find_edge_degrees (const TbkTree *tree, int *degrees)
{
  gint64 n_steps = 0;

  for (int word = 1; word <= tree->n && n_steps <= MOST_STEPS; word++) {
    degrees[word] = 0;
    if (tree->heads[word] == 0 || !tree->is_nonprojective[word])
      continue;
    n_steps += ABS (tree->heads[word] - word);
    if (n_steps <= MOST_STEPS)
      degrees[word] = count_components (tree, word);
  }
  return n_steps <= MOST_STEPS;
}

/* Sums in a binary indexed tree: counts[i] has those of the last i & -i places up to i, from 1. */
static void
add_at (int *counts, int n, int place)
{
  for (; place <= n; place += place & -place)
    counts[place]++;
}

static int
count_up_to (const int *counts, int place)
{
  int n = 0;

  for (; place > 0; place -= place & -place)
    n += counts[place];
  return n;
}

/* Sets before[p] to how many arcs begin at the places below p, for p up to n + 1, or end there if @at_end. */
static void
sum_ends (const TbkTree *tree, gboolean at_end, int *before)
{
  memset (before, 0, sizeof (int) * (gsize) (tree->n + 2));
  for (int word = 1; word <= tree->n; word++)
    if (tree->heads[word] != 0)
      before[(at_end ? MAX (word, tree->heads[word]) : MIN (word, tree->heads[word])) + 1]++;
  for (int place = 1; place <= tree->n + 1; place++)
    before[place] += before[place - 1];
}

/* An arc from l to r is crossed by the arcs that begin between l and r, but for those that end up to r, and by the
 * arcs that end there, but for those that begin from l on. Places are passed from the right to the left, and arcs
 * are counted by their right ends: those in @counts begin behind l, and then from l on. */
void
tree_find_crossings (const TbkTree *tree, int *crossings, int *scratch)
{
  const int n = tree->n;
  int *begun = scratch, *ended = scratch + n + 2, *counts = scratch + 2 * (n + 2);

  sum_ends (tree, FALSE, begun);
  sum_ends (tree, TRUE, ended);
  memset (counts, 0, sizeof (int) * (gsize) (n + 1));
  memset (crossings, 0, sizeof (int) * (gsize) (n + 1));
  for (int l = n; l >= 1; l--)
    for (int pass = 0; pass < 3; pass++)
      /* The arcs that begin at l: to its children behind it, and to its head if that is behind it. */
      for (int k = tree->first[l]; k <= tree->first[l + 1]; k++) {
        const int word = k < tree->first[l + 1] ? tree->children[k] : l;
        const int r = word == l ? tree->heads[l] : word;

        if (r <= l)
          continue;
        if (pass == 0)
          crossings[word] += begun[r] - begun[l + 1] - count_up_to (counts, r);
        else if (pass == 1)
          add_at (counts, n, r);
        else
          crossings[word] += ended[r] - ended[l + 1] - count_up_to (counts, r - 1);
      }
}
