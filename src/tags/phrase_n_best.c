/* phrase_n_best.c - well-formed tags of phrase structure from the best sequence on.
 *
 * Sequences are built from their last part to the first. What stands before a place of the chart is worth its value there at
 * the most, and some sequence is worth that; so with these bounds those that are complete come in the order of their sums. A
 * partial sequence that is taken is continued by the best tag that leads to its place, and waits for the next best one:
 *
 *   place   a number of the counter after some parts
 *   arrow   a tag that leads there from a place before; those of a place are sorted when it is first met
 *   partial the arrows from one on to the end
 *
 * This is the second algorithm of Huang and Chiang (2005) for a chart without branches.
 */
#include <math.h>

#include "tags/phrase_tags.h"

typedef struct {
  double value; /* the best up to its end */
  double weight;
  int before, column;
} TagArrow;

typedef struct {
  TagArrow *arrows;
  int n; /* -1: not met yet */
} TagArrival;

typedef struct {
  double bound, behind; /* of the whole; of the parts behind the place */
  int n_steps, counter; /* the place */
  int rank;             /* of the arrow to it */
  int next;             /* the partial behind, -1 at the end */
} PartialTags;

typedef struct {
  const Counter *counter;
  const CounterTask *task;
  const PhraseColumns *choices;
  GArray *partials;  /* PartialTags */
  GArray *heap;      /* int: numbers of partials, the best on top */
  TagArrival **rows; /* by parts; NULL: not met yet */
} NBestSearch;

/* Arrows to a place, sorted when it is first met. */

static int
compare_arrows (gconstpointer a, gconstpointer b)
{
  const TagArrow *x = a, *y = b;

  if (x->value != y->value)
    return x->value > y->value ? -1 : 1;
  return x->column != y->column ? x->column - y->column : x->before - y->before;
}

/* Adds the arrows of one column to a place: from one number, or, if the move sets the number, from each that
 * is large enough. An arrow from a number that nothing leads to would be the beginning of no sequence, and is
 * left out; so each partial that waits can be completed. */
static void
add_arrows (const NBestSearch *search, GArray *arrows, int n_steps, int counter, int column)
{
  const int step = n_steps - 1, n_parts = phrase_coder_parts (search->task->coder);
  const int word = step / n_parts;
  int n_from, first, last;
  const double *from = counter_row (search->counter, search->task, step, &n_from);
  double weight;
  const int m = search->choices->find_column (search->task->data, column, word, step % n_parts, &weight);
  CounterMove move;

  if (m < 0)
    return;
  move = search->task->coder->find_move (m, word);
  if (move.to >= 0 && move.to != counter)
    return;
  first = move.to >= 0 ? move.least : MAX (counter - move.change, move.least);
  last = move.to >= 0 ? n_from - 1 : MIN (counter - move.change, n_from - 1);
  for (int before = first; before <= last; before++)
    /* A number that nothing leads to has no way on. */
    if (from[before] > -INFINITY) {
      const TagArrow arrow = { from[before] + weight, weight, before, column };

      g_array_append_val (arrows, arrow);
    }
}

/* Finds the arrows to a place. A row is made when a place of it is met first, its places when they are met:
 * of a long sentence the n best meet few of them. */
static const TagArrival *
find_place (NBestSearch *search, int n_steps, int counter)
{
  TagArrival *place;

  if (search->rows[n_steps] == NULL) {
    int length;

    counter_row (search->counter, search->task, n_steps, &length);
    search->rows[n_steps] = g_new (TagArrival, length);
    for (int c = 0; c < length; c++)
      search->rows[n_steps][c].n = -1;
  }
  place = &search->rows[n_steps][counter];
  if (place->n < 0) {
    GArray *arrows = g_array_new (FALSE, FALSE, sizeof (TagArrow));

    for (int t = 0; t < search->choices->n_columns; t++)
      add_arrows (search, arrows, n_steps, counter, t);
    g_array_sort (arrows, compare_arrows);
    place->n = (int) arrows->len;
    place->arrows = (TagArrow *) g_array_free (arrows, FALSE);
  }
  return place;
}

/* Partial sequences, the best of which is on top of a heap; of equal ones the first that was made. They stay
 * in one array, since others refer to them as what follows; the heap has their numbers. */

static gboolean
is_better (const NBestSearch *search, int a, int b)
{
  const PartialTags *x = &g_array_index (search->partials, PartialTags, a),
                    *y = &g_array_index (search->partials, PartialTags, b);

  return x->bound > y->bound || (x->bound == y->bound && a < b);
}

static void
swap (int *heap, guint i, guint j)
{
  const int number = heap[i];

  heap[i] = heap[j];
  heap[j] = number;
}

/* Sifts up a partial, if its place has an arrow of that rank. */
static void
push (NBestSearch *search, PartialTags partial)
{
  const TagArrival *place = find_place (search, partial.n_steps, partial.counter);
  const int number = (int) search->partials->len;
  guint i = search->heap->len;
  int *heap;

  if (partial.rank >= place->n)
    return;
  partial.bound = place->arrows[partial.rank].value + partial.behind;
  g_array_append_val (search->partials, partial);
  g_array_append_val (search->heap, number);
  heap = (int *) search->heap->data;
  for (; i > 0 && is_better (search, heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2)
    swap (heap, i, (i - 1) / 2);
}

/* Removes the top: the last one replaces it and sifts down. */
static int
pop (NBestSearch *search)
{
  int *heap = (int *) search->heap->data;
  const int top = heap[0];
  const guint n = search->heap->len - 1;

  heap[0] = heap[n];
  g_array_set_size (search->heap, n);
  for (guint i = 0, child; (child = 2 * i + 1) < n; i = child) {
    child += child + 1 < n && is_better (search, heap[child + 1], heap[child]);
    if (!is_better (search, heap[child], heap[i]))
      break;
    swap (heap, i, child);
  }
  return top;
}

/* Continues the best partial: its next best variant waits, and it grows by one part. Returns TRUE if it is
 * complete. Each partial is made once: of rank 0 when the one behind it is continued, of a higher rank after
 * the rank before. Its continuation by the best arrow has the same bound up to rounding, so the best sequence
 * is built in n steps without going elsewhere. */
static gboolean
take (NBestSearch *search, int number)
{
  PartialTags variant = g_array_index (search->partials, PartialTags, number);
  const TagArrow arrow = find_place (search, variant.n_steps, variant.counter)->arrows[variant.rank];
  const PartialTags longer = { .behind = arrow.weight + variant.behind,
                               .n_steps = variant.n_steps - 1,
                               .counter = arrow.before,
                               .next = number };

  variant.rank++;
  push (search, variant);
  if (longer.n_steps > 0)
    push (search, longer);
  return longer.n_steps == 0;
}

/* Partials are linked from the first part on, so the columns come in the order of words. */
static void
write_columns (NBestSearch *search, int number, int *columns)
{
  for (int step = 0; number >= 0; step++) {
    const PartialTags *partial = &g_array_index (search->partials, PartialTags, number);

    columns[step] = find_place (search, partial->n_steps, partial->counter)->arrows[partial->rank].column;
    number = partial->next;
  }
}

/* Finds the best sequences. It starts from each good end; each complete sequence that is met is the next
 * best. A sequence costs O(n) partials, each of which is put into the heap and taken from it once. */
void
phrase_n_best_find (const Counter *counter, const CounterTask *task, const PhraseColumns *choices,
                    int n_wanted, int *columns, int *n_found)
{
  const int n_steps = phrase_coder_steps (task->coder, task->n);
  NBestSearch search = { counter,
                         task,
                         choices,
                         g_array_new (FALSE, FALSE, sizeof (PartialTags)),
                         g_array_new (FALSE, FALSE, sizeof (int)),
                         g_new0 (TagArrival *, n_steps + 1) };
  int length;

  counter_row (counter, task, n_steps, &length);
  for (int c = 0; c < length; c++)
    if (task->coder->is_end (c))
      push (&search, (PartialTags){ .n_steps = n_steps, .counter = c, .next = -1 });
  *n_found = 0;
  while (search.heap->len > 0 && *n_found < n_wanted) {
    const int number = pop (&search);

    if (take (&search, number))
      write_columns (&search, number, columns + (gsize) (*n_found)++ * (gsize) n_steps);
  }
  for (int s = 0; s <= n_steps; s++) {
    counter_row (counter, task, s, &length);
    for (int c = 0; search.rows[s] != NULL && c < length; c++)
      if (search.rows[s][c].n >= 0)
        g_free (search.rows[s][c].arrows);
    g_free (search.rows[s]);
  }
  g_free (search.rows);
  g_array_unref (search.partials);
  g_array_unref (search.heap);
}
