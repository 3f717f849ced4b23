/* best_sequences.c - the best sequences of transitions, and the k best.
 *
 * The best one is read from the chart by the greatest term of each sum, for several sentences side by side.
 * The k best are listed from the same chart, one sentence at a time, in the order of sums as the chart adds
 * them. That may differ from the order of the scores that are written, which are added step by step; so rows
 * are put in order at the end.
 */
#include "search/search.h"

#include "tabular/chart_read.h"
#include "tabular/ranks.h"

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

static double
score_of_row (gconstpointer data, int k)
{
  return ((const double *) data)[k];
}

/* Puts the rows of a sentence in order of their scores, if these are asked for. */
static gboolean
order_rows (const TbkSequenceRows *rows, SearchWorker *worker, int sentence, GError **error)
{
  const gsize first = (gsize) sentence * rows->n_sequences, width = (gsize) rows->width,
              steps = TBK_SEARCH_STEPS * width;
  double *scores = rows->scores == NULL ? NULL : rows->scores + first;
  const RankedRows ranked[] = {
    { rows->heads + first * width, width * sizeof (int) },
    { rows->transitions == NULL ? NULL : rows->transitions + first * steps, steps * sizeof (int) },
    { scores, sizeof (double) },
  };

  return scores == NULL
         || ranks_order (rows->n_sequences, score_of_row, scores, ranked, G_N_ELEMENTS (ranked),
                         &worker->rows, &worker->n_rows, error);
}

/* A sentence with fewer than k sequences gets empty rows behind them: found is 0 from then on. */
static gboolean
n_best_work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
             GError **error)
{
  const TbkSequenceRows *rows = searching->rows;
  const int n = searching->scores->lengths[sentences[0]];
  Chart *c = worker->charts[FALSE];
  ReadSequence sequence = { 0 };
  gboolean is_good;
  int found = 1;

  g_assert (n_sentences == 1);
  if (!searcher_fill (searching, worker, sentences, 1, c, &is_good, error))
    return FALSE;
  chart_best_doubles.fill (c, &c->scores);
  if (worker->n_best == NULL)
    worker->n_best = n_best_new ();
  if (!chart_begin_n_best (c, worker->n_best))
    return memory_fail (error, "the best sequences of %d words", n);
  for (int k = 0; k < rows->n_sequences; k++) {
    if (!sequence_begin (worker, searching->grammar, n, &sequence))
      return memory_fail (error, "a sequence of %d words", n);
    if (found > 0)
      found = chart_next_n_best (c, worker->n_best, sequence_note, &sequence);
    if (found < 0 || n_best_memory (worker->n_best) > searching->memory)
      return memory_fail (error, "the best sequences of %d words", n);
    sequence_put (searching, worker, sentences[0], k, found ? &sequence : NULL);
  }
  return order_rows (rows, worker, sentences[0], error);
}

const SearchTask best_sequences_list_task = {
  .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = n_best_work
};
