/* evaluation_job.c - the job that compares files side by side.
 *
 * A worker has a counter of the kind, and an evaluation for each system. It counts sentence by sentence.
 * At the end of a pair of files (flush) groups get their names, all is added to the tally of the file, and
 * the worker begins anew. A pair of files is worked on by one worker, so rows come in the order of
 * sentences.
 */
#include "corpus/corpus.h"
#include "evaluation/evaluation.h"
#include "query/query.h"
#include "report/report.h"

/* The counter of each kind. */
static const struct {
  gpointer (*counter_new) (const TbkEvaluationOptions *options, TbkEvaluation *const *systems);
  void (*counter_free) (gpointer counter);

  /* Adds the rows of a sentence, or a file, to all systems. */
  gboolean (*count) (gpointer counter, const TbkEntry *entry, TbkText *text, GError **error);

  /* Ends a file, and names the groups; NULL: there is nothing to do. */
  void (*finish) (gpointer counter);

  /* Passes over a sentence that is left out, which was not counted; NULL: there is nothing to do. */
  gboolean (*pass) (gpointer counter, const TbkEntry *entry, GError **error);
} counters[TBK_N_EVALUATED] = {
  [TBK_EVALUATED_DEPENDENCIES] = { word_counter_new, word_counter_free, word_counter_count,
                                   word_counter_finish, NULL },
  [TBK_EVALUATED_ALIGNED] = { align_counter_new, align_counter_free, align_counter_count,
                              align_counter_finish, align_counter_pass },
  [TBK_EVALUATED_PHRASES] = { phrase_counter_new, phrase_counter_free, phrase_counter_count,
                              phrase_counter_finish, NULL },
};

typedef struct {
  const TbkEvaluationOptions *options;
  gpointer counter;
  TbkTable *rows;      /* of sentences, or NULL */
  gboolean has_failed; /* with the sentence in hand */
  int n_systems;
  TbkEvaluation *systems[]; /* what was counted of the file in hand */
} EvaluationWorker;

static gpointer
worker_new (gpointer data)
{
  const TbkEvaluationOptions *options = data;
  const int n = MAX (options->n_systems, 1);
  EvaluationWorker *worker = g_malloc0 (sizeof *worker + (gsize) n * sizeof (TbkEvaluation *));

  worker->options = options;
  worker->n_systems = n;
  for (int s = 0; s < n; s++)
    worker->systems[s] = evaluation_new (options->evaluated);
  worker->counter = counters[options->evaluated].counter_new (options, worker->systems);
  worker->rows = options->has_sentence_rows ? table_new_rows (options->rows) : NULL;
  return worker;
}

static void
worker_free (gpointer data)
{
  EvaluationWorker *worker = data;

  counters[worker->options->evaluated].counter_free (worker->counter);
  for (int s = 0; s < worker->n_systems; s++)
    tbk_evaluation_free (worker->systems[s]);
  tbk_table_free (worker->rows);
  g_free (worker);
}

/* The cells of what system @s has of the last sentence. */
static void
append_counts (const EvaluationWorker *worker, int s)
{
  const TbkEvaluation *system = worker->systems[s];
  const gint32 *row = evaluation_row (system, system->rows->len - 1);

  for (int c = 0; c < system->kind->n_counts; c++)
    tbk_table_integer (worker->rows, row[c]);
}

/* Appends the row of a sentence: a row for each other system, if there are several. */
static void
append_sentence (const EvaluationWorker *worker, const TbkEntry *entry, TbkText *text)
{
  for (int s = 1; s < MAX (worker->n_systems, 2); s++) {
    g_autofree char *id = entry->id == NULL ? NULL : g_strndup (entry->id, entry->id_length);

    tbk_table_string (worker->rows, entry->file);
    tbk_table_integer (worker->rows, entry->line);
    tbk_table_string (worker->rows, id != NULL ? id : "");
    tbk_table_integer (worker->rows, entry->n_words);
    append_counts (worker, 0);
    if (worker->n_systems > 1)
      append_counts (worker, s);
    if (worker->n_systems > 2)
      tbk_table_string (worker->rows, worker->options->others[s - 1]);
    table_take_row (worker->rows, text);
  }
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  EvaluationWorker *worker = data;

  (void) tally;
  worker->has_failed = !counters[worker->options->evaluated].count (worker->counter, entry, text, error);
  if (worker->rows != NULL && !worker->has_failed)
    append_sentence (worker, entry, text);
  return !worker->has_failed;
}

/* Adds an empty row of each system for a pair that is left out, so that row s is of sentence s in all
 * systems and parts. A pair that was not selected has no row anywhere. */
static gboolean
leave_out (gpointer data, const TbkEntry *entry, GError **error)
{
  EvaluationWorker *worker = data;

  if (counters[worker->options->evaluated].pass != NULL && !entry->is_blank && !worker->has_failed
      && !counters[worker->options->evaluated].pass (worker->counter, entry, error))
    return FALSE;
  if (entry->problem == NULL && !worker->has_failed)
    return TRUE; /* not selected */
  worker->has_failed = FALSE;
  for (int s = 0; s < worker->n_systems; s++) {
    evaluation_add_rows (worker->systems[s], 1);
    worker->systems[s]->n_left_out++;
  }
  return TRUE;
}

static void
flush (gpointer data, TbkTally *tally)
{
  EvaluationWorker *worker = data;
  const TbkEvaluationOptions *options = worker->options;

  if (counters[options->evaluated].finish != NULL)
    counters[options->evaluated].finish (worker->counter);
  for (int s = 0; s < worker->n_systems; s++) {
    if (tally != NULL && options->rows == NULL)
      evaluation_count (worker->systems[s], s, tally);
    else if (tally != NULL)
      evaluation_count_broken (worker->systems[s], s, tally);
    evaluation_clear (worker->systems[s]);
  }
  worker->has_failed = FALSE;
  if (tally != NULL && options->system != NULL)
    evaluation_name_system (options->system, tally);
}

static gboolean
write_rows (gpointer options, const TbkText *text, GError **error)
{
  return table_write_rows (((const TbkEvaluationOptions *) options)->rows, text, error);
}

static gboolean
settle (gpointer options, gboolean stays, GError **error)
{
  return table_settle (((const TbkEvaluationOptions *) options)->rows, stays, error);
}

TbkJob
tbk_evaluation_job (const TbkEvaluationOptions *options)
{
  const gboolean has_rows = options->rows != NULL,
                 is_of_words = options->evaluated == TBK_EVALUATED_DEPENDENCIES;

  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_evaluation_kind (options->evaluated)->layout,
                   .takes_any_heads = is_of_words,
                   .takes_headless = is_of_words,
                   .keeps_documents = query_needs_documents (options->words)
                                      || keys_need_documents (options->keys)
                                      || keys_need_documents (options->confused),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .leave_out = leave_out,
                   .flush = flush,
                   .write = has_rows ? write_rows : NULL,
                   .settle = has_rows ? settle : NULL };
}

void
tbk_evaluation_pairing (const TbkEvaluationOptions *options, TbkPairing *pairing)
{
  const gboolean is_of_phrases = options->evaluated == TBK_EVALUATED_PHRASES;

  pairing_init (pairing, is_of_phrases ? tbk_brackets_format () : tbk_conllu_format ());
  pairing->of_format = options->of_format;
  pairing->n_systems = MAX (options->n_systems, 1);
  pairing->by_lines = is_of_phrases && options->by_lines;
  pairing->by_files = options->evaluated == TBK_EVALUATED_ALIGNED;
}

TbkEvaluation *
tbk_evaluate (const char *gold, const char *system, const TbkEvaluationOptions *options, GError **error)
{
  const char *paths[] = { gold, NULL };
  const TbkJob job = tbk_evaluation_job (options);
  const char *systems[] = { system, NULL };
  TbkPairing pairing = { .data = systems };
  TbkCorpusOptions corpus = { .n_threads = 1,
                              .on_error = options->skips ? TBK_ON_ERROR_SKIP : TBK_ON_ERROR_STOP };
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_evaluation_kind (options->evaluated)->layout, paths, NULL);

  tbk_evaluation_pairing (options, &pairing);
  corpus.format = &pairing.pairs;
  corpus.format_options = &pairing;
  return tbk_corpus_run (&corpus, &job, paths, tallies, NULL, error)
             ? tbk_evaluation_of (tallies, options->evaluated, 0)
             : NULL;
}

gboolean
tbk_evaluate_table (const char *const *paths, const TbkEvaluationOptions *options,
                    const TbkSelection *selection, const TbkEvaluationTable *given, TbkTable *table,
                    GError **error)
{
  const gboolean is_of_sentences = given->rows_of == TBK_EVALUATION_SENTENCES;
  const char *gold[] = { paths[0], NULL };
  TbkEvaluationOptions evaluation = *options;
  TbkPairing pairing = { .data = (gpointer) (paths + 1) };
  TbkCorpusOptions corpus = { .n_threads = 1,
                              .on_error = options->skips ? TBK_ON_ERROR_SKIP : TBK_ON_ERROR_STOP,
                              .selection = selection };
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_evaluation_kind (options->evaluated)->layout, gold, NULL);
  TbkJob job;

  evaluation.n_systems = 1 + given->n_others;
  evaluation.others = given->others;
  evaluation.has_sentence_rows = is_of_sentences;
  evaluation.rows = is_of_sentences || given->rows_of == TBK_EVALUATION_WORDS ? table : NULL;
  tbk_evaluation_pairing (&evaluation, &pairing);
  corpus.format = &pairing.pairs;
  corpus.format_options = &pairing;
  job = tbk_evaluation_job (&evaluation);
  return tbk_corpus_run (&corpus, &job, gold, tallies, NULL, error)
         && tbk_evaluation_write (tallies, given, table, error);
}
