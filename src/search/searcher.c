/* searcher.c - calls over the scores of transitions of many sentences: grammars, workers, and sentences side by side. */
#include "search/search.h"

#include "tabular/batch_call.h"

struct TbkSearcher {
  GPtrArray *grammars; /* SearchGrammar: those of calls before */
  GPtrArray *workers;  /* SearchWorker */
};

static void
free_worker (gpointer data)
{
  SearchWorker *worker = data;

  for (int c = 0; c < 2; c++)
    chart_free (worker->charts[c]);
  chart_sums_free (worker->sums);
  n_best_free (worker->n_best);
  g_free (worker->rows);
  g_free (worker->numbers);
  g_free (worker);
}

static void
free_grammar (gpointer data)
{
  search_grammar_free (data);
}

TbkSearcher *
tbk_searcher_new (void)
{
  TbkSearcher *searcher = g_new0 (TbkSearcher, 1);

  searcher->grammars = g_ptr_array_new_with_free_func (free_grammar);
  searcher->workers = g_ptr_array_new_with_free_func (free_worker);
  return searcher;
}

void
tbk_searcher_free (TbkSearcher *searcher)
{
  if (searcher == NULL)
    return;
  g_ptr_array_unref (searcher->grammars);
  g_ptr_array_unref (searcher->workers);
  g_free (searcher);
}

/* Finds the grammar of a system, made once; NULL with @error set if it has none. Systems are compared by
 * their address, so one of a caller's own must live as long as the searcher. */
static const SearchGrammar *
find_grammar (TbkSearcher *searcher, const TbkSystem *system, gboolean has_any_root, gboolean is_once,
              GError **error)
{
  SearchGrammar *grammar;

  for (guint g = 0; g < searcher->grammars->len; g++) {
    grammar = g_ptr_array_index (searcher->grammars, g);
    if (grammar->system == system && grammar->has_any_root == has_any_root && grammar->is_once == is_once)
      return grammar;
  }
  grammar = search_grammar_new (system, has_any_root, is_once, error);
  if (grammar != NULL)
    g_ptr_array_add (searcher->grammars, grammar);
  return grammar;
}

/* A call, as batch_call_run() sees it. */
typedef struct {
  TbkSearcher *searcher;
  const Searching *searching;
} SearchCall;

static gpointer
find_worker (gpointer data, int t)
{
  const SearchCall *call = data;

  while ((int) call->searcher->workers->len <= t) {
    SearchWorker *worker = g_new0 (SearchWorker, 1);

    for (int c = 0; c < 2; c++)
      worker->charts[c] = chart_new ();
    g_ptr_array_add (call->searcher->workers, worker);
  }
  return g_ptr_array_index (call->searcher->workers, t);
}

/* Counts the sentences that a thread can work on side by side. The measure grows with the lanes, so halving
 * finds the largest power of 2 that fits, or 0. */
static int
count_lanes (gpointer data, int n, gsize memory)
{
  const SearchCall *call = data;
  const SearchTask *task = call->searching->task;
  const guint64 numbers = (guint64) task->n_numbers * ((guint64) n + 1) * ((guint64) n + 1) * sizeof (double);
  int most = task->is_single ? 1 : chart_count_lanes (task->cells);

  while (most > 0
         && chart_measure (call->searching->grammar->grammar, task->cells, task->use, n, most)
                    + numbers * (guint64) most
                > memory)
    most /= 2;
  return most;
}

/* Sets the error of a sentence that was noted. A number that is no score is reported first; if all are good,
 * the sentence was noted for having no sequence. Numbers are checked again here, as charts only know that one
 * of them was wrong. */
static gboolean
fail_for_problem (const Searching *searching, int sentence, GError **error)
{
  const SearchScores s = search_scores (searching->scores, sentence);

  return transition_scores_check (searching->grammar, &s, sentence, error)
         && fail_data (error, "sentences[%d]: no sequence of %s%s", sentence,
                       searching->grammar->system->name,
                       searching->options.has_any_root ? "" : " with a single root");
}

static void
work_on_group (gpointer data, gpointer worker_data, const int *sentences, int n_sentences, gsize memory,
               BatchFault *fault)
{
  const SearchCall *call = data;
  SearchWorker *worker = worker_data;
  Searching searching = *call->searching;
  GError *error = NULL;

  searching.memory = memory;
  worker->first_problem = G_MAXINT;
  if (!searching.task->work (&searching, worker, sentences, n_sentences, &error))
    batch_call_fail (fault, g_steal_pointer (&error), sentences[0]);
  if (worker->first_problem < G_MAXINT && !fail_for_problem (&searching, worker->first_problem, &error))
    batch_call_fail (fault, error, worker->first_problem);
}

/* The grammar is made before threads begin, so they only read it. */
gboolean
searcher_run (TbkSearcher *searcher, Searching *searching, const SearchTask *task, GError **error)
{
  SearchCall call = { searcher, searching };
  const BatchCall batch = { .n_sentences = searching->scores->n_sentences,
                            .lengths = searching->scores->lengths,
                            .is_mixed = TRUE,
                            .n_threads = searching->options.n_threads,
                            .max_memory = searching->options.max_memory,
                            .data = &call,
                            .count_lanes = count_lanes,
                            .find_worker = find_worker,
                            .work = work_on_group };

  searching->task = task;
  searching->grammar =
      find_grammar (searcher, searching->scores->system, searching->options.has_any_root != FALSE,
                    searching->options.is_once != FALSE, error);
  return searching->grammar != NULL && batch_call_run (&batch, error);
}

gboolean
searcher_fill (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
               Chart *chart, gboolean *is_good, GError **error)
{
  SearchScores scores[CHART_MOST_LANES];
  int lengths[CHART_MOST_LANES] = { 0 };

  for (int l = 0; l < n_sentences; l++) {
    scores[l] = search_scores (searching->scores, sentences[l]);
    lengths[l] = scores[l].n;
    is_good[l] = TRUE;
  }
  if (!chart_lay_out (chart, searching->grammar->grammar, searching->task->cells, searching->task->use,
                      lengths, n_sentences, error))
    return FALSE;
  transition_scores_load (searching->grammar, chart, scores, is_good);
  for (int l = 0; l < n_sentences; l++)
    if (!is_good[l])
      searcher_note_problem (worker, sentences[l]);
  return TRUE;
}
