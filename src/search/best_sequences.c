/* best_sequences.c - the best sequences of transitions, and the k best. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "tabular/chart_read.h"

static gboolean
best_work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
           GError **error)
{
  const gboolean are_floats = searching->task->cells == CHART_FLOATS;
  const ChartNumbers *numbers = are_floats ? &chart_best_floats : &chart_best_doubles;
  Chart *c = worker->charts[are_floats];
  gboolean is_good[CHART_MOST_LANES];
  ReadSequence sequence;

  if (!searcher_fill (searching, worker, sentences, n_sentences, c, is_good, error))
    return FALSE;
  numbers->fill (c, &c->scores);
  for (int l = 0; l < n_sentences; l++) {
    if (!sequence_begin (worker, searching->grammar, c->lengths[l], &sequence))
      return memory_fail (error, "a sequence of %d words", c->n);
    sequence_put (searching, worker, sentences[l], 0,
                  numbers->find (c, l, sequence_note, &sequence) ? &sequence : NULL);
  }
  return TRUE;
}

const SearchTask best_sequences_float_task = { .cells = CHART_FLOATS, .use = FOR_BEST, .work = best_work };
const SearchTask best_sequences_double_task = { .cells = CHART_DOUBLES, .use = FOR_BEST, .work = best_work };

typedef struct {
  const Chart *chart;
  ReadSequence sequence;
} ListedSequence;

static void
note_choice (gpointer data, guint32 item, guint32 choice)
{
  ListedSequence *listed = data;
  Edge edge;

  if (chart_read_choice (listed->chart, item, choice, &edge))
    sequence_note (&listed->sequence, &edge);
}

/* A row by its place, and its score. */
typedef struct {
  double score;
  int place;
} RankedSequence;

/* The greatest score first, and of equal ones the one that was found first. */
static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const RankedSequence *x = a, *y = b;

  return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                              : (x->place > y->place) - (x->place < y->place);
}

static void
permute (gpointer first, const RankedSequence *ranked, int n, gsize size, char *copy)
{
  memcpy (copy, first, (gsize) n * size);
  for (int k = 0; k < n; k++)
    memcpy ((char *) first + (gsize) k * size, copy + (gsize) ranked[k].place * size, size);
}

/* Puts the rows of a sentence in order of their scores: sums of the chart are rounded in another order. Mostly they are in order. */
static gboolean
order_rows (const TbkSequenceRows *rows, int sentence, GError **error)
{
  const int n = rows->n_sequences;
  const gsize first = (gsize) sentence * n, width = (gsize) rows->width * sizeof (int),
              steps = TBK_SEARCH_STEPS * width;
  g_autofree RankedSequence *ranked = NULL;
  g_autofree char *copy = NULL;
  int k = 1;

  while (k < n && rows->scores[first + k] <= rows->scores[first + k - 1])
    k++;
  if (k == n)
    return TRUE;
  ranked = g_try_new (RankedSequence, n);
  copy = g_try_malloc ((gsize) n * MAX (steps, sizeof (double)));
  if (ranked == NULL || copy == NULL)
    return memory_fail (error, "the order of %d sequences", n);
  for (k = 0; k < n; k++)
    ranked[k] = (RankedSequence){ rows->scores[first + k], k };
  qsort (ranked, n, sizeof *ranked, compare_ranks);
  permute (rows->scores + first, ranked, n, sizeof (double), copy);
  permute (rows->heads + first * rows->width, ranked, n, width, copy);
  if (rows->transitions != NULL)
    permute (rows->transitions + first * TBK_SEARCH_STEPS * rows->width, ranked, n, steps, copy);
  return TRUE;
}

static gboolean
n_best_work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
             GError **error)
{
  const TbkSequenceRows *rows = searching->rows;
  const int n = searching->scores->lengths[sentences[0]];
  ListedSequence listed = { .chart = worker->charts[FALSE] };
  gboolean is_good;
  int found = 1;

  g_assert (n_sentences == 1);
  if (!searcher_fill (searching, worker, sentences, 1, worker->charts[FALSE], &is_good, error))
    return FALSE;
  chart_best_doubles.fill (worker->charts[FALSE], &worker->charts[FALSE]->scores);
  if (worker->n_best == NULL)
    worker->n_best = n_best_new ();
  if (!chart_begin_n_best (listed.chart, worker->n_best))
    return memory_fail (error, "the best sequences of %d words", n);
  for (int k = 0; k < rows->n_sequences; k++) {
    if (!sequence_begin (worker, searching->grammar, n, &listed.sequence))
      return memory_fail (error, "a sequence of %d words", n);
    if (found > 0)
      found = n_best_next (worker->n_best, note_choice, &listed);
    if (found < 0 || n_best_memory (worker->n_best) > searching->memory)
      return memory_fail (error, "the best sequences of %d words", n);
    sequence_put (searching, worker, sentences[0], k, found ? &listed.sequence : NULL);
  }
  return rows->scores == NULL || order_rows (rows, sentences[0], error);
}

const SearchTask best_sequences_list_task = {
  .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = n_best_work
};
