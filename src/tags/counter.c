/* counter.c - the best of all well-formed sequences of tags of phrase structure.
 *
 * A row of the chart is for the numbers that the counter can have after a part. Tetratags of two words, where no tag has a
 * weight below 0, have these:
 *
 *   after      0  1
 *   nothing    x        nothing is begun
 *   word 1        x     l begins a tree; r would need one
 *   gap           x     L; R would need two
 *   word 2        x     r completes the tree; l would begin a second one, which nothing could join
 */
#include <math.h>

#include "tags/phrase_tags.h"

struct Counter {
  double *cells, *weights, *reached;
  gsize *rows; /* where each row begins */
  gsize n_cells, n_weights, n_reached, n_rows;
};

Counter *
counter_new (void)
{
  return g_new0 (Counter, 1);
}

void
counter_free (Counter *counter)
{
  if (counter == NULL)
    return;
  g_free (counter->cells);
  g_free (counter->weights);
  g_free (counter->reached);
  g_free (counter->rows);
  g_free (counter);
}

static int
word_of (const CounterTask *task, int step)
{
  return step / phrase_coder_parts (task->coder);
}

static int
number_of (const CounterTask *task, int step)
{
  return step % phrase_coder_parts (task->coder);
}

/* Numbers that the counter can have after so many parts: 0 to before this. */
static int
row_length (const CounterTask *task, int n_steps)
{
  const int step = n_steps - 1;

  return n_steps == 0
             ? 1
             : 1 + task->coder->most (word_of (task, step), number_of (task, step), task->n, task->n_moves);
}

static gboolean
reserve (Counter *counter, const CounterTask *task, GError **error)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n);
  gsize n_cells = 0, longest = 1;

  if (!try_reserve (&counter->rows, &counter->n_rows, (gsize) n_steps + 1, sizeof (gsize)))
    return memory_fail (error, "the tags of %d words", task->n);
  for (int s = 0; s <= n_steps; s++) {
    const gsize length = (gsize) row_length (task, s);

    counter->rows[s] = n_cells;
    n_cells += length;
    longest = MAX (longest, length);
  }
  if (n_cells > task->memory / sizeof (double)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "the tags of %d words need %" G_GSIZE_FORMAT " MiB, more than the %" G_GSIZE_FORMAT
                 " MiB that are allowed",
                 task->n, (n_cells * sizeof (double)) >> 20, task->memory >> 20);
    return FALSE;
  }
  return (try_reserve (&counter->cells, &counter->n_cells, n_cells, sizeof (double))
          && try_reserve (&counter->weights, &counter->n_weights, (gsize) task->n_moves, sizeof (double))
          && try_reserve (&counter->reached, &counter->n_reached, longest + 1, sizeof (double)))
         || memory_fail (error, "the tags of %d words", task->n);
}

/* The best value of any number from each one on. */
static void
find_reached (Counter *counter, const double *row, int length)
{
  counter->reached[length] = -INFINITY;
  for (int c = length - 1; c >= 0; c--)
    counter->reached[c] = MAX (row[c], counter->reached[c + 1]);
}

static void
take_move (const Counter *counter, CounterMove move, double weight, const double *from, int n_from,
           double *to, int n_to)
{
  if (move.to >= 0) {
    if (move.least < n_from && move.to < n_to)
      to[move.to] = MAX (to[move.to], counter->reached[move.least] + weight);
    return;
  }
  for (int c = move.least; c < n_from && c + move.change < n_to; c++)
    to[c + move.change] = MAX (to[c + move.change], from[c] + weight);
}

/* (PT1), from one row to the next. */
static void
take_step (Counter *counter, const CounterTask *task, int step)
{
  const int word = word_of (task, step), n_from = row_length (task, step), n_to = row_length (task, step + 1);
  const double *from = counter->cells + counter->rows[step];
  double *to = counter->cells + counter->rows[step + 1];

  for (int c = 0; c < n_to; c++)
    to[c] = -INFINITY;
  find_reached (counter, from, n_from);
  task->fill (task->data, word, number_of (task, step), counter->weights);
  for (int m = 0; m < task->n_moves; m++)
    if (counter->weights[m] > -INFINITY)
      take_move (counter, task->coder->find_move (m, word), counter->weights[m], from, n_from, to, n_to);
}

/* The number before a move that gives @value at @counted; -1 if the move does not give it. */
static int
find_before (const Counter *counter, CounterMove move, double weight, const double *from, int n_from,
             int counted, double value)
{
  int before = counted - move.change;

  if (move.to < 0)
    return before >= move.least && before < n_from && from[before] + weight == value ? before : -1;
  if (move.to != counted || move.least >= n_from || counter->reached[move.least] + weight != value)
    return -1;
  for (before = move.least; from[before] != counter->reached[move.least]; before++)
    ;
  return before;
}

/* The move that led to a number; @counted becomes the one before. */
static int
step_back (Counter *counter, const CounterTask *task, int step, int *counted)
{
  const int word = word_of (task, step), n_from = row_length (task, step);
  const double *from = counter->cells + counter->rows[step];
  const double value = counter->cells[counter->rows[step + 1] + (gsize) *counted];

  find_reached (counter, from, n_from);
  task->fill (task->data, word, number_of (task, step), counter->weights);
  for (int m = 0; m < task->n_moves; m++)
    if (counter->weights[m] > -INFINITY) {
      const int before = find_before (counter, task->coder->find_move (m, word), counter->weights[m], from,
                                      n_from, *counted, value);

      if (before >= 0) {
        *counted = before;
        return m;
      }
    }
  g_assert_not_reached ();
}

gboolean
counter_best (Counter *counter, const CounterTask *task, double *best, int *moves, GError **error)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n);
  const double *last;
  int counted = -1;

  if (!reserve (counter, task, error))
    return FALSE;
  counter->cells[0] = 0;
  for (int s = 0; s < n_steps; s++)
    take_step (counter, task, s);
  last = counter->cells + counter->rows[n_steps];
  *best = -INFINITY;
  for (int c = 0; c < row_length (task, n_steps); c++) /* (PT2) */
    if (task->coder->is_end (c) && last[c] > *best) {
      *best = last[c];
      counted = c;
    }
  for (int s = n_steps - 1; counted >= 0 && s >= 0; s--)
    moves[s] = step_back (counter, task, s, &counted);
  return TRUE;
}
