/* best_sequences.c - the best sequences of transitions, and the k best. */
#include "search/search.h"

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

  if (!search_fill (searching, worker, sentences, n_sentences, c, is_good, error))
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

const SearchTask search_best_float_task = { .cells = CHART_FLOATS, .use = FOR_BEST, .work = best_work };
const SearchTask search_best_double_task = { .cells = CHART_DOUBLES, .use = FOR_BEST, .work = best_work };

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

/* Moves the last of some rows before those whose score is lower: sums of the chart are rounded in another order. */
static void
move_row (const TbkSequenceRows *rows, gsize first, int k)
{
  const int width = rows->width, n_steps = TBK_SEARCH_STEPS * rows->width;

  for (gsize r = first + (gsize) k; r > first && rows->scores[r] > rows->scores[r - 1]; r--) {
    const double score = rows->scores[r];

    rows->scores[r] = rows->scores[r - 1];
    rows->scores[r - 1] = score;
    for (int i = 0; i < width; i++) {
      int *now = &rows->heads[r * (gsize) width + (gsize) i], *before = now - width, head = *now;

      *now = *before;
      *before = head;
    }
    for (int i = 0; i < n_steps && rows->transitions != NULL; i++) {
      int *now = &rows->transitions[r * (gsize) n_steps + (gsize) i], *before = now - n_steps, t = *now;

      *now = *before;
      *before = t;
    }
  }
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
  if (!search_fill (searching, worker, sentences, 1, worker->charts[FALSE], &is_good, error))
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
    if (rows->scores != NULL && found)
      move_row (rows, (gsize) sentences[0] * rows->n_sequences, k);
  }
  return TRUE;
}

const SearchTask search_n_best_task = {
  .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = n_best_work
};
