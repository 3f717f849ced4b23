/* subtree.c - the part of a sentence that a word dominates, as a sentence to draw. */
#include "corpus/subtree.h"

#include "base/memory.h"
#include "tbk/error.h"

/* What is known of a word before those that stay have numbers. */
enum { UNKNOWN, OUTSIDE, INSIDE };

void
subtree_clear (Subtree *subtree)
{
  g_free (subtree->numbers);
  g_free (subtree->heads);
}

/* Finds which words @node dominates. Each word is passed twice at most. */
static void
mark (int *marks, const int *heads, int n, int node)
{
  for (int w = 1; w <= n; w++)
    marks[w] = UNKNOWN;
  marks[0] = OUTSIDE;
  marks[node] = INSIDE;
  for (int w = 1; w <= n; w++) {
    int end = w;

    while (marks[end] == UNKNOWN)
      end = heads[end];
    for (int v = w; marks[v] == UNKNOWN; v = heads[v])
      marks[v] = marks[end];
  }
}

/* Moves the rows that stay to the front, and returns how many they are. */
static int
keep_rows (const int *marks, TbkDrawnRow *rows, int n_rows)
{
  int n_kept = 0, word = 0;

  for (int r = 0; r < n_rows; r++) {
    gboolean stays = rows[r].kind != TBK_DRAWN_EMPTY;

    if (rows[r].kind == TBK_DRAWN_WORD)
      stays = marks[++word] == INSIDE;
    for (int w = 1; rows[r].kind == TBK_DRAWN_RANGE && w <= rows[r].n_words; w++)
      stays = stays && marks[word + w] == INSIDE;
    if (stays)
      rows[n_kept++] = rows[r];
  }
  return n_kept;
}

gboolean
subtree_take (Subtree *subtree, int node, TbkDrawnRow *rows, TbkDrawnSentence *sentence, GError **error)
{
  const int n = sentence->n, *heads = sentence->heads;
  int n_kept = 0;

  if (node > n) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "sentence of %d words found, expected a word %d", n, node);
    return FALSE;
  }
  if (!reserve_words (&subtree->numbers, &subtree->n_allocated[0], n, sizeof (int), error)
      || !reserve_words (&subtree->heads, &subtree->n_allocated[1], n, sizeof (int), error))
    return FALSE;
  mark (subtree->numbers, heads, n, node);
  sentence->n_rows = keep_rows (subtree->numbers, rows, sentence->n_rows);
  for (int w = 1; w <= n; w++)
    subtree->numbers[w] = subtree->numbers[w] == INSIDE ? ++n_kept : 0;
  subtree->heads[0] = heads[0];
  for (int w = 1; w <= n; w++)
    if (subtree->numbers[w] > 0)
      subtree->heads[subtree->numbers[w]] = w == node ? 0 : subtree->numbers[heads[w]];
  sentence->heads = subtree->heads;
  sentence->n = n_kept;
  return TRUE;
}
