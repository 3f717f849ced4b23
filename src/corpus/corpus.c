/* corpus.c - a run of a job over files.
 *
 * The pipeline (base/pipeline.h) has threads and order; this file gives it what to do with a batch. A batch
 * is read in a slot, finished and worked on by any thread, and written in the order of the input:
 *
 *   batch_read      the next batch of a file, one thread at a time for each file
 *   batch_finish    what is left of reading, which may be done while the next batch is read
 *   batch_work      the job, for each sentence of the batch
 *   batch_write     what became of them, in order
 *   file_end        the tally of the file is added, its outputs get their names or are dropped
 *
 * If a file is left out, nothing of it is in outputs and tallies. Outputs get their names when all is done.
 */
#include "tbk/corpus.h"
#include "io/io.h"

#include <sys/stat.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/base.h"

/* Batches are parked while an earlier one is worked on. */
enum { SLOTS_A_THREAD = 5 };

/* Checks before anything is opened that no output is an input, or another output: a run must not overwrite
 * what it is about to read. */
gboolean
corpus_check (const TbkCorpusOptions *options, const char *const *paths, const char *const *further_inputs,
              const char *const *further_outputs, GError **error)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();

  /* One output for all files, or one for each. */
  if (options->output_dir == NULL)
    g_ptr_array_add (outputs, g_strdup (options->output != NULL ? options->output : "-"));
  else
    for (int i = 0; paths[i] != NULL; i++) {
      if (g_str_equal (paths[i], "-")) {
        g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                     "--output-dir: standard input has no name for its file");
        return FALSE;
      }
      g_ptr_array_add (outputs, file_own_output_path (options, paths, i));
    }
  for (guint o = 0; o < outputs->len; o++)
    if (!output_check (outputs->pdata[o], options->level, error))
      return FALSE;
  for (int o = 0; further_outputs[o] != NULL; o++)
    g_ptr_array_add (outputs, g_strdup (further_outputs[o]));
  g_ptr_array_add (outputs, NULL);
  for (; *paths != NULL; paths++)
    g_ptr_array_add (inputs, (gpointer) *paths);
  for (; *further_inputs != NULL; further_inputs++)
    g_ptr_array_add (inputs, (gpointer) *further_inputs);
  g_ptr_array_add (inputs, NULL);
  return files_check_outputs ((const char *const *) inputs->pdata, (const char *const *) outputs->pdata,
                              error);
}

/* Looks which files are regular, and how large. One whose own output is there and is no regular file must
 * wait for its turn as well: whoever reads them may take one after the other. */
static void
look_at_files (Run *run)
{
  struct stat status;
  int n = 0;

  for (; run->paths[n] != NULL; n++)
    continue;
  run->progress.n_files = n;
  run->files = g_new0 (File *, n);
  run->may_overtake = g_new0 (gboolean, n);
  for (int f = 0; f < n; f++) {
    const char *path = run->paths[f];
    g_autofree char *own =
        run->options->output_dir != NULL ? file_own_output_path (run->options, run->paths, f) : NULL;

    if (g_str_equal (path, "-") || stat (path, &status) != 0 || !S_ISREG (status.st_mode)) {
      run->progress.n_streams++;
      continue;
    }
    run->progress.n_bytes += status.st_size;
    run->may_overtake[f] = own == NULL || stat (own, &status) != 0 || S_ISREG (status.st_mode);
  }
}

/* Returns TRUE if batches of this file may be read while earlier files are not done. */
static gboolean
may_overtake (gpointer context, int sequence)
{
  return ((const Run *) context)->may_overtake[sequence];
}

/* Which sentences are the first ones is known only in their order. */
static gboolean
has_limit (const TbkSelection *selection)
{
  return selection != NULL && selection->max > 0;
}

/* Runs the job over all files with slots and workers made for that. A limit needs the order of sentences,
 * so one thread does all then. A job without workers of its own gets its data in their place. */
static gboolean
run_pipeline (Run *run, GError **error)
{
  static const PipelineFuncs pipeline = {
    .read = batch_read,
    .finish = batch_finish,
    .work = batch_work,
    .write = batch_write,
    .write_part = batch_write_part,
    .complete = file_complete,
    .end = file_end,
    .may_overtake = may_overtake,
    .may_write_early = batch_may_write_early,
  };
  const TbkJob *job = run->job;
  const int n_threads = has_limit (run->options->selection) ? 1 : run->options->n_threads;
  const int n_slots = n_threads == 1 ? 1 : SLOTS_A_THREAD * n_threads;
  g_autofree gpointer *slots = g_new (gpointer, n_slots);
  g_autofree gpointer *workers = g_new (gpointer, n_threads);
  const PipelineRun work = {
    .n_sequences = run->progress.n_files,
    .is_joined = run->output != NULL || job->write != NULL || job->joins_files,
    .workers = workers,
    .n_workers = n_threads,
    .slots = slots,
    .n_slots = n_slots,
  };
  gboolean done;

  for (int s = 0; s < n_slots; s++)
    slots[s] = slot_new (run);
  for (int w = 0; w < n_threads; w++)
    workers[w] = job->worker_new != NULL ? job->worker_new (job->data) : job->data;
  done = pipeline_run (&pipeline, run, &work, error);
  for (int w = 0; w < n_threads && job->worker_free != NULL; w++)
    job->worker_free (workers[w]);
  for (int s = 0; s < n_slots; s++)
    slot_free (run, slots[s]);
  return done;
}

/* Runs the job over all files, and says what became of them. */
static gboolean
run_files (Run *run, GError **error)
{
  gboolean done = run_pipeline (run, error);

  for (int f = 0; f < run->progress.n_files; f++)
    if (run->files[f] != NULL)
      file_free (run->files[f]);
  return done;
}

/* Sets @error if files were left out: to the message of the only fault, or to how many files have one. */
gboolean
left_out_fail (const TbkLeftOut *left_out, int n_files, GError **error)
{
  const int n = left_out->unread + left_out->faulty;
  const int code = left_out->unread > 0 ? TBK_ERROR_IO : TBK_ERROR_DATA;
  const char *why = left_out->faulty == 0   ? "could not be read"
                    : left_out->unread == 0 ? "have wrong data"
                                            : "could not be read or have wrong data";

  if (n == 0)
    return TRUE;
  if (left_out->only != NULL)
    g_set_error_literal (error, TBK_ERROR, code, left_out->only);
  else
    g_set_error (error, TBK_ERROR, code, "%d of %d files %s", n, n_files, why);
  return FALSE;
}

void
tbk_left_out_clear (TbkLeftOut *left_out)
{
  g_free (left_out->only);
  *left_out = (TbkLeftOut){ 0 };
}

/* The output is committed only if the run is done and no file was left out; else the old file stays as it
 * was. */
gboolean
tbk_corpus_run (const TbkCorpusOptions *options, const TbkJob *job, const char *const *paths,
                TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  Run run = { .options = options, .job = job, .paths = paths, .tallies = tallies };
  gboolean done, is_whole;

  g_return_val_if_fail (options != NULL && options->format != NULL && options->n_threads >= 1, FALSE);
  g_return_val_if_fail (job != NULL && job->work != NULL && paths != NULL, FALSE);
  g_return_val_if_fail (job->expect == NULL || options->format->rewind != NULL, FALSE);
  g_return_val_if_fail (tallies == NULL || job->layout != NULL, FALSE);
  if (job->writes_corpus && options->output_dir == NULL) {
    run.output =
        options->opened != NULL ? options->opened : tbk_output_open (options->output, options->level, error);
    if (run.output == NULL)
      return FALSE;
  }
  g_mutex_init (&run.telling);
  marks_held_init (&run.held);
  look_at_files (&run);
  done = (job->settle == NULL || job->settle (job->data, TRUE, error)) && run_files (&run, error);
  is_whole = run.left_out.unread + run.left_out.faulty == 0;
  done = done && (left_out != NULL || left_out_fail (&run.left_out, run.progress.n_files, error))
         && (job->check_end == NULL || !is_whole || job->check_end (job->data, error));
  if (options->opened != NULL)
    run.output = NULL;
  if (run.output != NULL && done && is_whole)
    done = tbk_output_commit (run.output, error);
  else if (run.output != NULL)
    tbk_output_discard (run.output);
  if (left_out != NULL)
    *left_out = run.left_out;
  else
    tbk_left_out_clear (&run.left_out);
  g_mutex_clear (&run.telling);
  marks_held_clear (&run.held);
  g_free (run.columns);
  g_free (run.files);
  g_free (run.may_overtake);
  return done;
}
