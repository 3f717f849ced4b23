/* columns.c - a column after the other, by the rows where lines end. */
#include "draw/columns.h"

#include <string.h>

void
columns_clear (BranchColumns *columns)
{
  g_free (columns->words);
  g_free (columns->order);
  g_free (columns->starts);
}

/* Finds the rows of all lines. */
static void
find_rows (BranchColumns *columns, const int *heads, int n)
{
  BranchWord *words = columns->words;

  for (int w = 0; w <= n; w++)
    words[w] = (BranchWord){ .first = w, .last = w };
  for (int w = 1; w <= n; w++) {
    BranchWord *head = &words[heads[w]];
    head->first = MIN (head->first, w);
    head->last = MAX (head->last, w);
    head->has_line = TRUE;
  }
  for (int w = 1; w <= n; w++)
    if (words[w].has_line)
      words[heads[w]].n_waiting++;
}

/* Puts the words that have lines in the order of their last rows; returns how many there are. */
static int
sort_words (BranchColumns *columns, int n)
{
  int *starts = columns->starts, n_sorted = 0;

  memset (starts, 0, (gsize) (n + 2) * sizeof (*starts));
  for (int w = 1; w <= n; w++)
    if (columns->words[w].has_line) {
      starts[columns->words[w].last + 1]++;
      n_sorted++;
    }
  for (int row = 1; row <= n + 1; row++)
    starts[row] += starts[row - 1];
  for (int w = 1; w <= n; w++)
    if (columns->words[w].has_line)
      columns->order[starts[columns->words[w].last]++] = w;
  return n_sorted;
}

/* Fills @column with lines of the first @n_waiting words in order; returns how many wait on. */
static int
fill_column (BranchColumns *columns, const int *heads, int column, int n_waiting)
{
  int last = 0, n_left = 0;

  for (int i = 0; i < n_waiting; i++) {
    const int w = columns->order[i];
    BranchWord *word = &columns->words[w];

    if (word->n_waiting > 0 || word->first <= last) {
      columns->order[n_left++] = w;
      continue;
    }
    word->column = column;
    last = word->last;
    columns->words[heads[w]].n_waiting--; /* its line has this row too: not in this column */
  }
  return n_left;
}

gboolean
columns_assign (BranchColumns *columns, const int *heads, int n, int most, GError **error)
{
  int n_waiting;

  if (!reserve_words (&columns->words, &columns->n_allocated[0], n, sizeof (*columns->words), error)
      || !reserve_words (&columns->order, &columns->n_allocated[1], n, sizeof (*columns->order), error)
      || !reserve_words (&columns->starts, &columns->n_allocated[2], n + 1, sizeof (*columns->starts), error))
    return FALSE;
  find_rows (columns, heads, n);
  n_waiting = sort_words (columns, n);
  columns->n_columns = 0;
  for (int column = 1; column <= most && n_waiting > 0; column++) {
    n_waiting = fill_column (columns, heads, column, n_waiting);
    columns->n_columns = column;
  }
  columns->n_left = n_waiting;
  return TRUE;
}
