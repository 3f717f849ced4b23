/* search_calls.c - calls over the scores of transitions of many sentences.
 *
 * Contents
 *   1. search: grammars, workers, and sentences side by side
 *   2. calls: the functions of tbk/search.h
 */
#include "search/search.h"

#include "tabular/batch_call.h"

/* 1. search: grammars, workers, and sentences side by side. */

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

/* The grammar of a system, made once; NULL with @error set if it has none. */
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

/* The measure grows with the lanes, so halving finds the largest power of 2 that fits, or 0. */
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

/* A sentence with a number that is no score is reported by that; one whose scores are all good was noted for having no sequence. */
static gboolean
fail_for_problem (const Searching *searching, int sentence, GError **error)
{
  const SearchScores s = search_scores (searching->scores, sentence);

  return search_check_scores (searching->grammar, &s, sentence, error)
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

gboolean
search_run (TbkSearcher *searcher, Searching *searching, const SearchTask *task, GError **error)
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
search_fill (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
             Chart *chart, gboolean *is_good, GError **error)
{
  const gsize width = (gsize) searching->scores->lengths[sentences[0]] + 1;
  SearchScores scores[CHART_MOST_LANES];
  int lengths[CHART_MOST_LANES];

  for (int l = 0; l < n_sentences; l++) {
    scores[l] = search_scores (searching->scores, sentences[l]);
    lengths[l] = scores[l].n;
    is_good[l] = TRUE;
  }
  if (!try_reserve (&worker->rows, &worker->n_rows, (gsize) n_sentences * width * sizeof (double), 1))
    return memory_fail (error, "the scores of %d words", lengths[0]);
  if (!chart_lay_out (chart, searching->grammar->grammar, searching->task->cells, searching->task->use,
                      lengths, n_sentences, error))
    return FALSE;
  search_load (searching->grammar, chart, scores, worker->rows, is_good);
  for (int l = 0; l < n_sentences; l++)
    if (!is_good[l])
      search_note_problem (worker, sentences[l]);
  return TRUE;
}

/* 2. calls: the functions of tbk/search.h. */

static gboolean
are_scores (const TbkTransitionScores *scores)
{
  return scores != NULL && scores->system != NULL && scores->n_sentences >= 0
         && (scores->n_sentences == 0 || (scores->lengths != NULL && scores->scores != NULL))
         && (scores->arcs == NULL || scores->arcs->n_labels == 0);
}

static gboolean
are_rows (const TbkSequenceRows *rows, const TbkTransitionScores *scores)
{
  if (rows == NULL || rows->n_sequences < 1 || (rows->heads == NULL && rows->transitions == NULL))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (scores->lengths[i] > rows->width)
      return FALSE;
  return TRUE;
}

static Searching
searching_of (const TbkTransitionScores *scores, const TbkTransitionOptions *options)
{
  return (Searching){ .scores = scores, .options = options == NULL ? (TbkTransitionOptions){ 0 } : *options };
}

gboolean
tbk_decode_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                        const TbkTransitionOptions *options, const TbkSequenceRows *rows, GError **error)
{
  Searching searching;
  gboolean are_floats;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (rows, scores) && rows->heads != NULL, FALSE);
  searching = searching_of (scores, options);
  searching.rows = rows;
  if (rows->n_sequences > 1)
    return search_run (searcher, &searching, &search_n_best_task, error);
  are_floats = scores->n_sentences > 0 && scores->scores->real == TBK_FLOAT32
               && (scores->arcs == NULL || scores->arcs->real == TBK_FLOAT32);
  return search_run (searcher, &searching, are_floats ? &search_best_float_task : &search_best_double_task,
                     error);
}

gboolean
tbk_transition_partition (TbkSearcher *searcher, const TbkTransitionScores *scores,
                          const TbkTransitionOptions *options, double *log_z,
                          const TbkTransitionNumbers *marginals, const TbkArcNumbers *arc_marginals,
                          double *entropy, GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (arc_marginals == NULL || arc_marginals->n_labels == 0, FALSE);
  searching = searching_of (scores, options);
  searching.log_zs = log_z;
  searching.entropies = entropy;
  searching.marginals = marginals;
  searching.arc_marginals = arc_marginals;
  return search_run (searcher, &searching,
                     marginals != NULL || arc_marginals != NULL || entropy != NULL ? &search_sums_task
                                                                                   : &search_sums_inside_task,
                     error);
}

gboolean
tbk_sample_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                        const TbkTransitionOptions *options, guint64 seed, const TbkSequenceRows *rows,
                        GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (rows, scores) && rows->heads != NULL, FALSE);
  searching = searching_of (scores, options);
  searching.rows = rows;
  searching.is_drawing = TRUE;
  searching.seed = seed;
  return search_run (searcher, &searching, &search_sums_inside_task, error);
}

gboolean
tbk_count_sequences (TbkSearcher *searcher, const TbkTransitionScores *scores,
                     const TbkTransitionOptions *options, mpz_t *n_sequences, mpz_t *n_best, GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  searching = searching_of (scores, options);
  searching.n_sequences = n_sequences;
  searching.n_best = n_best;
  return search_run (searcher, &searching, &search_count_task, error);
}

/* Adds a score, which forbids or must be one. */
static gboolean
add_score (double score, int sentence, int step, double *sum, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(score < SEARCH_LIMIT))
    return fail_data (
        error, "sentences[%d]: transition %d: its score is %s, expected -inf or a number below 2^112",
        sentence, step, isnan (score) ? "NaN" : g_ascii_formatd (text, sizeof text, "%g", score));
  *sum += score <= -SEARCH_LIMIT ? -INFINITY : score;
  return TRUE;
}

/* The score of a transition that is allowed, with that of its arc. */
static double
step_score (const SearchScores *s, const TbkConfiguration *c, int t)
{
  double score =
      search_score (s, t, c->depth == 0 ? 0 : c->stack[c->depth - 1].word, tbk_configuration_front (c));
  int head, dependent;

  if (tbk_configuration_arc (c, &c->system->transitions[t], &head, &dependent))
    score += search_arc (s, dependent, head);
  return score;
}

/* Runs a step. FALSE with @error set if it is not allowed. */
static gboolean
run_step (const SearchScores *s, TbkConfiguration *c, int t, int sentence, int step, double *score,
          GError **error)
{
  const TbkSystem *system = c->system;

  if (t >= system->n_transitions || t < -1)
    return fail_data (error, "sentences[%d]: transition %d is %d, expected -1 to %d", sentence, step, t,
                      system->n_transitions - 1);
  if (!tbk_configuration_is_final (c) && tbk_configuration_obstacle (c, &system->transitions[t]) == NULL
      && !add_score (step_score (s, c, t), sentence, step, score, error))
    return FALSE;
  if (tbk_configuration_step (c, &system->transitions[t], error))
    return TRUE;
  g_prefix_error (error, "sentences[%d]: transition %d: ", sentence, step);
  return FALSE;
}

/* Runs the steps of a row. FALSE with @error set if one is not allowed, or the last does not end the sentence. */
static gboolean
score_row (const TbkTransitionScores *scores, int sentence, const int *transitions, gsize n_steps,
           TbkConfiguration *c, double *score, GError **error)
{
  const SearchScores s = search_scores (scores, sentence);

  *score = 0;
  for (gsize i = 0; i < n_steps && transitions[i] != -1; i++)
    if (!run_step (&s, c, transitions[i], sentence, (int) i, score, error))
      return FALSE;
  if (!tbk_configuration_is_final (c))
    return fail_data (error, "sentences[%d]: the sequence ends before a final configuration", sentence);
  for (int d = 1; d <= c->n && c->system->hangs_rest; d++)
    if (c->heads[d] < 0 && !add_score (search_arc (&s, d, 0), sentence, (int) n_steps, score, error))
      return FALSE;
  return TRUE;
}

static gboolean
score_sentence (const TbkTransitionScores *scores, int sentence, const TbkSequenceRows *rows,
                TbkConfiguration *c, GError **error)
{
  const int n = scores->lengths[sentence];
  const gsize n_steps = TBK_SEARCH_STEPS * (gsize) rows->width;

  for (int k = 0; k < rows->n_sequences; k++) {
    const gsize row = (gsize) sentence * rows->n_sequences + k;
    const int *transitions = rows->transitions + row * n_steps;
    double score = -INFINITY;

    if (!tbk_configuration_start (c, scores->system, n, error)
        || (transitions[0] != -1 && !score_row (scores, sentence, transitions, n_steps, c, &score, error)))
      return FALSE;
    if (rows->scores != NULL)
      rows->scores[row] = score;
    for (int i = 0; i < rows->width && rows->heads != NULL; i++) {
      const int head = i < n && transitions[0] >= 0 ? c->heads[i + 1] : -1;

      rows->heads[row * (gsize) rows->width + (gsize) i] =
          head < 0 && i < n && transitions[0] >= 0 && scores->system->hangs_rest ? 0 : head;
    }
  }
  return TRUE;
}

gboolean
tbk_score_sequences (const TbkTransitionScores *scores, const TbkSequenceRows *rows, GError **error)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (rows != NULL && rows->n_sequences >= 1 && rows->transitions != NULL, FALSE);
  if (scores->system->features & (TBK_HAS_RETURNED | TBK_HAS_SECOND | TBK_HAS_TWO_STACKS))
    return fail_data (error, "system %s: its words come back to the input, or are set aside",
                      scores->system->name);
  if (!batch_call_check_lengths (scores->lengths, scores->n_sentences, NULL, error))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (!score_sentence (scores, i, rows, &c, error))
      return FALSE;
  return TRUE;
}
