/* counter.c - the best of all well-formed sequences of tags of phrase structure, and sums over them.
 *
 * Contents
 *   1. memory: of a chart
 *   2. best: (PT1), (PT2)
 *   3. sum: (PT3), (PT4)
 *   4. count: how many of the best there are
 *
 * A row of the chart is for the numbers that the counter can have after a part. Tetratags of two words, where
 * no tag has a weight below 0, have these:
 *
 *   after      0  1
 *   nothing    x        nothing is begun
 *   word 1        x     l begins a tree; r would need one
 *   gap           x     L; R would need two
 *   word 2        x     r completes the tree; l would begin a second one, which nothing could join
 *
 * Moves change the number (tetratags) or set it, from any that is large enough (attach-juxtapose). If they
 * set it, the best or the sum over all numbers from the least on is needed: it is found for a row once, from
 * the greatest number down. So a move costs O(1) where it sets and O(row) where it changes the number.
 * Tetratags have four moves, attach-juxtapose two for each level, so both need O(n h) altogether for a height
 * of h.
 */
#include <float.h>
#include <math.h>

#include "base/room.h"
#include "tags/phrase_tags.h"

/* 1. memory: of a chart. */

struct Counter {
  double *cells;
  WideNumber *sums; /* cells of sums */
  /* Allocated apart from `room`: how many there are depends on more than words. */
  gsize n_cells, n_sums;
  gsize *rows;                        /* where each row begins */
  double *weights, *reached;          /* of the moves of a part; of a row */
  WideNumber *after, *before, *tails; /* U behind a part and before it; sums of a row */
  Room room;
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
  g_free (counter->sums);
  room_clear (&counter->room);
  g_free (counter);
}

/* Returns the word of a part. Parts are numbered through the sentence: 2 i and 2 i + 1 of word i with gaps,
 * else i. */
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

/* Returns how many numbers the counter can have after so many parts: 0 to before this. */
static int
row_length (const CounterTask *task, int n_steps)
{
  const int step = n_steps - 1;

  return n_steps == 0
             ? 1
             : 1 + task->coder->most (word_of (task, step), number_of (task, step), task->n, task->n_moves);
}

/* Makes room for @n rows, and for rows of so many numbers. */
static gboolean
reserve (Counter *counter, const CounterTask *task, gsize n, GError **error)
{
  return ROOM_RESERVE (&counter->room, n + 1, ARRAY (counter->rows), ARRAY (counter->weights),
                       ARRAY (counter->reached), ARRAY (counter->after), ARRAY (counter->before),
                       ARRAY (counter->tails))
         || memory_fail (error, "the tags of %d words", task->n);
}

/* Places the rows, and makes room for @cells of @size bytes. */
static gboolean
place_rows (Counter *counter, const CounterTask *task, gpointer cells, gsize *n_allocated, gsize size,
            GError **error)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n);
  gsize n_cells = 0, longest = 1;

  /* First for `rows` and `weights`; after the longest row is known, for tables of a row. Nothing is lost when
   * they grow. */
  if (!reserve (counter, task, (gsize) MAX (n_steps, task->n_moves), error))
    return FALSE;
  for (int s = 0; s <= n_steps; s++) {
    const gsize length = (gsize) row_length (task, s);

    counter->rows[s] = n_cells;
    n_cells += length;
    longest = MAX (longest, length);
  }
  /* All of the chart is kept, since the best sequence is read back from it. */
  if (n_cells <= task->memory / size)
    return reserve (counter, task, longest, error)
           && (try_reserve (cells, n_allocated, n_cells, size)
               || memory_fail (error, "the tags of %d words", task->n));
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
               "the tags of %d words need %" G_GSIZE_FORMAT " MiB, more than the %" G_GSIZE_FORMAT
               " MiB that are allowed",
               task->n, (n_cells * size) >> 20, task->memory >> 20);
  return FALSE;
}

/* 2. best: (PT1), (PT2). */

/* Finds the best value of any number from each one on: `reached`, with -infinity behind the last. A move that
 * sets the number to @to from any of at least 2 has the value reached[2] before it. */
static void
find_reached (Counter *counter, const double *row, int length)
{
  counter->reached[length] = -INFINITY;
  for (int c = length - 1; c >= 0; c--)
    counter->reached[c] = MAX (row[c], counter->reached[c + 1]);
}

/* (PT1) for one move. */
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

/* Returns the number before a move that gives @value at @counted; -1 if the move does not give it. Sums are
 * compared by ==: they are computed as in take_move(), in the same order, so they agree in every bit. Of
 * equal numbers the least is returned. */
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

/* Returns the move that led to a number, the first that gives its value; @counted becomes the number before.
 * Nothing but values is kept in the chart, so rows need no room for moves, and the weights of a part are
 * filled once more. */
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

  if (!place_rows (counter, task, &counter->cells, &counter->n_cells, sizeof (double), error))
    return FALSE;
  counter->cells[0] = 0;
  for (int s = 0; s < n_steps; s++)
    take_step (counter, task, s);
  last = counter->cells + counter->rows[n_steps];
  *best = -INFINITY;
  /* (PT2); of equal ones the least number. */
  for (int c = 0; c < row_length (task, n_steps); c++) /* (PT2) */
    if (task->coder->is_end (c) && last[c] > *best) {
      *best = last[c];
      counted = c;
    }
  for (int s = n_steps - 1; counted >= 0 && s >= 0; s--)
    moves[s] = step_back (counter, task, s, &counted);
  return TRUE;
}

/* Rows are read by the n best, which go back from the end through all moves and not the best alone. */
const double *
counter_row (const Counter *counter, const CounterTask *task, int n_steps, int *length)
{
  *length = row_length (task, n_steps);
  return counter->cells + counter->rows[n_steps];
}

/* 3. sum: (PT3), (PT4). Moves that set the counter do so from any number that is large enough: what leads to all of these is
 * summed once for a row, from the greatest number down, and what leads from them in the same way. */

static const WideNumber zero = { 0, 0 };

/* Adds a b to a sum. Numbers have no sign, so nothing cancels. */
static void
add_product (WideNumber *sum, WideNumber a, WideNumber b)
{
  *sum = wide_add (*sum, wide_multiply (a, b));
}

static gboolean
is_zero (WideNumber x)
{
  return x.m == 0;
}

/* Sums all cells from each one on: what `reached` is for best values. */
static void
find_tails (const WideNumber *row, int length, WideNumber *tails)
{
  tails[length] = zero;
  for (int c = length - 1; c >= 0; c--)
    tails[c] = wide_add (row[c], tails[c + 1]);
}

/* Sums what leads to each number behind a part: V of (PT3). */
static void
sum_forward (Counter *counter, const CounterTask *task, int step, const WideNumber *weights)
{
  const int n_from = row_length (task, step), n_to = row_length (task, step + 1);
  const WideNumber *from = counter->sums + counter->rows[step];
  WideNumber *to = counter->sums + counter->rows[step + 1], *tails = counter->tails;

  for (int c = 0; c < n_to; c++)
    to[c] = zero;
  find_tails (from, n_from, tails);
  for (int m = 0; m < task->n_moves; m++) {
    const CounterMove move = task->coder->find_move (m, word_of (task, step));

    if (is_zero (weights[m]))
      continue;
    if (move.to < 0)
      for (int c = move.least; c < n_from && c + move.change < n_to; c++)
        add_product (&to[c + move.change], from[c], weights[m]);
    else if (move.least < n_from && move.to < n_to)
      add_product (&to[move.to], tails[move.least], weights[m]);
  }
}

/* Sums what leads from each number before a part to the end: U of (PT3); and what is around each move (PT4).
 * The steps:
 *
 *   1. A move that sets the number can be made from its least number on. It is added at that one alone.
 *   2. Running sums, from 0 up, spread these to all greater numbers.
 *   3. What is around such a move: all that leads to its least number or more, times U behind it.
 *   4. Moves that change the number: from each number to another one.
 */
static void
sum_backward (Counter *counter, const CounterTask *task, int step, const WideNumber *weights,
              WideNumber *around)
{
  const int n_from = row_length (task, step), n_to = row_length (task, step + 1);
  const WideNumber *from = counter->sums + counter->rows[step], *after = counter->after;
  WideNumber *before = counter->before, tail = zero;

  for (int c = 0; c <= n_from; c++)
    before[c] = zero;
  /* Moves that set the counter: first at their least number alone. */
  for (int m = 0; m < task->n_moves; m++) {
    const CounterMove move = task->coder->find_move (m, word_of (task, step));

    around[m] = zero;
    if (move.to >= 0 && move.least < n_from && move.to < n_to && !is_zero (weights[m]))
      add_product (&before[move.least], weights[m], after[move.to]);
  }
  for (int c = 0; c < n_from; c++) {
    tail = wide_add (tail, before[c]);
    before[c] = tail;
  }
  find_tails (from, n_from, counter->tails);
  for (int m = 0; m < task->n_moves; m++) {
    const CounterMove move = task->coder->find_move (m, word_of (task, step));

    if (is_zero (weights[m]))
      continue;
    if (move.to >= 0) {
      if (move.least < n_from && move.to < n_to)
        around[m] = wide_multiply (counter->tails[move.least], after[move.to]);
      continue;
    }
    for (int c = move.least; c < n_from && c + move.change < n_to; c++) {
      add_product (&before[c], weights[m], after[c + move.change]);
      add_product (&around[m], from[c], after[c + move.change]);
    }
  }
}

/* Sums over all sequences, and what is around each move. V of all rows is kept, U of two rows alone: the one
 * behind a part and the one before it. The share of a move is its weight times what is around it, over the
 * total. */
gboolean
counter_sum (Counter *counter, const CounterTask *task, const WideNumber *weights, WideNumber *total,
             WideNumber *around, GError **error)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n), n_last = row_length (task, n_steps);
  const WideNumber *last;

  if (!place_rows (counter, task, &counter->sums, &counter->n_sums, sizeof (WideNumber), error))
    return FALSE;
  counter->sums[0] = (WideNumber){ 1, 0 };
  for (int s = 0; s < n_steps; s++)
    sum_forward (counter, task, s, weights + (gsize) s * (gsize) task->n_moves);
  last = counter->sums + counter->rows[n_steps];
  *total = zero;
  for (int c = 0; c < n_last; c++) {
    counter->after[c] = task->coder->is_end (c) ? (WideNumber){ 1, 0 } : zero;
    *total = task->coder->is_end (c) ? wide_add (*total, last[c]) : *total;
  }
  for (int s = n_steps - 1; around != NULL && s >= 0; s--) {
    sum_backward (counter, task, s, weights + (gsize) s * (gsize) task->n_moves,
                  around + (gsize) s * (gsize) task->n_moves);
    memcpy (counter->after, counter->before, (gsize) row_length (task, s) * sizeof (WideNumber));
  }
  return TRUE;
}

/* 4. count: how many of the best there are. Weights are integers times a power of 2, as in
 * decode/count_trees.c. So equal sums are equal, in whatever order they are added; in doubles rounding would
 * make one of them better. */

/* The best value that leads to a number, and in how many ways; 0 of them: nothing does. */
typedef struct {
  mpz_t value, ways;
} CountCell;

typedef struct {
  const CounterTask *task;
  int exponent; /* weights are multiples of 2^exponent */
  CountCell *from, *to, *tails;
  mpz_t weight, value;
} Count;

static CountCell *
cells_new (gsize n)
{
  CountCell *cells = g_new (CountCell, n);

  for (gsize i = 0; i < n; i++) {
    mpz_init (cells[i].value);
    mpz_init (cells[i].ways);
  }
  return cells;
}

static void
cells_free (CountCell *cells, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    mpz_clear (cells[i].value);
    mpz_clear (cells[i].ways);
  }
  g_free (cells);
}

/* Returns the integer m with weight = m * 2^@exponent. */
static double
split (double weight, int *exponent)
{
  const double m = ldexp (frexp (weight, exponent), DBL_MANT_DIG);

  *exponent -= DBL_MANT_DIG;
  return m;
}

/* Finds the greatest exponent that all weights are multiples of: that of the lowest bit that is set in any of
 * them. */
static void
find_exponent (Count *c, const CounterWays *ways, gsize n_ways)
{
  c->exponent = G_MAXINT;
  for (gsize i = 0; i < n_ways; i++)
    if (ways[i].n > 0 && ways[i].weight != 0) {
      int exponent;
      const guint64 m = (guint64) fabs (split (ways[i].weight, &exponent));

      c->exponent = MIN (c->exponent, exponent + __builtin_ctzll (m));
    }
}

/* Sets `weight`, in units of 2^exponent. */
static void
set_weight (Count *c, double weight)
{
  int exponent = 0;

  mpz_set_d (c->weight, weight == 0 ? 0 : split (weight, &exponent));
  if (weight == 0)
    return;
  exponent -= c->exponent;
  if (exponent >= 0)
    mpz_mul_2exp (c->weight, c->weight, (mp_bitcnt_t) exponent);
  else /* loses nothing: the lowest bits are zero */
    mpz_tdiv_q_2exp (c->weight, c->weight, (mp_bitcnt_t) -exponent);
}

/* Adds what leads to @from, and on by `weight` in @n ways: a better value replaces what is at @to, an equal
 * one adds its ways. */
static void
add_ways (Count *c, CountCell *to, const CountCell *from, gulong n)
{
  int order;

  if (mpz_sgn (from->ways) == 0)
    return;
  mpz_add (c->value, from->value, c->weight);
  order = mpz_sgn (to->ways) == 0 ? 1 : mpz_cmp (c->value, to->value);
  if (order > 0) {
    mpz_set (to->value, c->value);
    mpz_mul_ui (to->ways, from->ways, n);
  } else if (order == 0) {
    mpz_addmul_ui (to->ways, from->ways, n);
  }
}

/* Runs the recursion (PT1) over pairs of the best value and its ways. `tails` sums from the greatest
 * number down, with weight 0. */
static void
count_step (Count *c, int step, const CounterWays *ways)
{
  const CounterTask *task = c->task;
  const int n_from = row_length (task, step), n_to = row_length (task, step + 1);

  for (int i = 0; i < n_to; i++)
    mpz_set_ui (c->to[i].ways, 0);
  for (int i = n_from; i >= 0; i--) {
    mpz_set_ui (c->tails[i].ways, 0);
    mpz_set_ui (c->weight, 0);
    if (i < n_from) {
      add_ways (c, &c->tails[i], &c->tails[i + 1], 1);
      add_ways (c, &c->tails[i], &c->from[i], 1);
    }
  }
  for (int m = 0; m < task->n_moves; m++) {
    const CounterMove move = task->coder->find_move (m, word_of (task, step));

    if (ways[m].n == 0)
      continue;
    set_weight (c, ways[m].weight);
    if (move.to >= 0 && move.least < n_from && move.to < n_to)
      add_ways (c, &c->to[move.to], &c->tails[move.least], ways[m].n);
    for (int i = move.least; move.to < 0 && i < n_from && i + move.change < n_to; i++)
      add_ways (c, &c->to[i + move.change], &c->from[i], ways[m].n);
  }
}

/* Counts the best sequences. Two rows are enough, as nothing is read back. Rows have at most n + 1 numbers,
 * and tails one more. With all weights 0 all sequences are the best, and counted. */
void
counter_count (const CounterTask *task, const CounterWays *ways, mpz_t count)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n);
  const gsize n_cells = (gsize) task->n + 2, n_moves = (gsize) task->n_moves;
  Count c = {
    .task = task, .from = cells_new (n_cells), .to = cells_new (n_cells), .tails = cells_new (n_cells)
  };

  mpz_inits (c.weight, c.value, NULL);
  find_exponent (&c, ways, (gsize) n_steps * n_moves);
  mpz_set_ui (c.from[0].ways, 1);
  for (int s = 0; s < n_steps; s++) {
    CountCell *row = c.from;

    count_step (&c, s, ways + (gsize) s * n_moves);
    c.from = c.to;
    c.to = row;
  }
  /* A last sum over the good ends. */
  mpz_set_ui (c.weight, 0);
  mpz_set_ui (c.to[0].ways, 0);
  for (int i = 0; i < row_length (task, n_steps); i++)
    if (task->coder->is_end (i))
      add_ways (&c, &c.to[0], &c.from[i], 1);
  mpz_set (count, c.to[0].ways);
  mpz_clears (c.weight, c.value, NULL);
  cells_free (c.from, n_cells);
  cells_free (c.to, n_cells);
  cells_free (c.tails, n_cells);
}
