/* corpus.c - runs a command over many files: inputs, outputs, and what is told of them. */
#include "corpus.h"

#include "corpus_batch.h"
#include "tbk/files.h"
#include "tool.h"

/* Tells what was found @count times in a file, on @line first. */
static void
tell_warning (const char *name, gint64 line, gint64 count, const char *test, const char *text)
{
  if (count == 1)
    tool_message ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s", name, line, test, text);
  else if (count > 1)
    tool_message ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s (%" G_GINT64_FORMAT " times, here first)", name,
                  line, test, text, count);
}

/* Tells the warnings of a file that was read to its end. */
static void
tell_notes (const File *file)
{
  const char *name = tbk_input_name (tbk_conllu_reader_input (file->reader));

  progress_wipe (file->run->progress);
  for (int note = 0; note < TBK_N_NOTES; note++) {
    gint64 line, count = tbk_notes_count (file->notes, note, &line);
    tell_warning (name, line, count, tbk_note_name (note), tbk_note_text (note));
  }
  tell_warning (name, file->marks.first_lost, file->marks.n_lost, "lost-comment",
                "comment newdoc, newpar or global. that is not well formed, left out with its sentence");
  if (file->n_problems > 0)
    tool_message ("%s: %" G_GINT64_FORMAT " sentence%s %s; the first: %s", name, file->n_problems,
                  file->n_problems == 1 ? "" : "s",
                  file->run->options->on_error == ON_ERROR_SKIP || !file->run->job->writes_corpus
                      ? "left out"
                      : "passed unchanged",
                  file->first_problem->message);
}

/* Files that go to one output must have the same columns. */
static gboolean
check_columns (const File *file, GError **error)
{
  Run *run = file->run;
  const char *columns = tbk_conllu_reader_columns (file->reader);

  if (run->output == NULL || run->columns == NULL || g_str_equal (columns, run->columns)) {
    if (run->columns == NULL)
      run->columns = g_strdup (columns);
    return TRUE;
  }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "%s:1: columns %s found, expected those of the files before, %s; --output-dir keeps the files apart",
      tbk_input_name (tbk_conllu_reader_input (file->reader)), columns, run->columns);
  return FALSE;
}

/* Reads @file through, to its output. */
static gboolean
run_open_file (File *file, GError **error)
{
  Run *run = file->run;
  const char *name = tbk_input_name (tbk_conllu_reader_input (file->reader));

  if (!check_columns (file, error)
      || (run->job->begin_file != NULL && !run->job->begin_file (run->command, file->reader, error))
      || !tbk_pipeline_run (&corpus_pipeline, file, run->slots, run->n_slots, error))
    return FALSE;
  tell_notes (file);
  return run->job->end_file == NULL || run->job->end_file (run->command, name, error);
}

/* The path of the file that the one at @path becomes in the folder for outputs. */
static char *
own_output_path (const CorpusOptions *options, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_build_filename (options->output_dir, name, NULL);
}

/* Opens the output of a file that has one of its own. */
static gboolean
open_own_output (File *file, const char *path, GError **error)
{
  g_autofree char *own = own_output_path (file->run->options, path);

  file->output = tbk_output_open (own, error);
  file->has_output_failed = file->output == NULL;
  return file->output != NULL;
}

/* Ends the output of a file: its own, or its part of that of all files, which another may follow. */
static gboolean
close_output (File *file, gboolean done, gboolean is_last, GError **error)
{
  if (file->run->options->output_dir == NULL)
    return done
           && (file->output == NULL || is_last
               || tbk_output_write (file->output, "\n\n", file->n_open_lines, error));
  if (done)
    return tbk_output_commit (file->output, error);
  tbk_output_discard (file->output);
  return FALSE;
}

/* Returns FALSE with @error set if the run must end; a file that cannot be read is told and counted. */
static gboolean
run_file (Run *run, const char *path, gboolean is_first, gboolean is_last, GError **error)
{
  const TbkConlluReaderOptions reader_options = {
    .max_line = run->options->max_line,
    .strict = run->options->strict,
    .drops_byte_order_mark = run->output != NULL && !is_first,
    .ignores_heads = run->job->ignores_heads,
  };
  File file = { .run = run, .output = run->output };
  GError *problem = NULL;
  gboolean done;

  file.reader = tbk_conllu_reader_open (path, &reader_options, &problem);
  file.notes = tbk_notes_new ();
  file.marks.bytes = g_string_new (NULL);
  done = file.reader != NULL && (run->options->output_dir == NULL || open_own_output (&file, path, &problem))
         && run_open_file (&file, &problem);
  done = close_output (&file, done, is_last, done ? &problem : NULL);
  progress_end_file (run->progress);
  g_string_free (file.marks.bytes, TRUE);
  tbk_notes_free (file.notes);
  tbk_conllu_reader_close (file.reader);
  g_clear_error (&file.first_problem);

  if (!done && g_error_matches (problem, TBK_ERROR, TBK_ERROR_IO) && !file.has_output_failed) {
    progress_wipe (run->progress);
    tool_message ("%s", problem->message);
    g_clear_error (&problem);
    if (run->job->lose_file != NULL)
      run->job->lose_file (run->command, path);
    run->n_failed++;
    return TRUE;
  }
  if (!done)
    g_propagate_error (error, problem);
  return done;
}

static gboolean
run_files (Run *run, char **paths, GError **error)
{
  run->progress = progress_new (paths, run->options->quiet);
  for (int i = 0; paths[i] != NULL; i++)
    if (!run_file (run, paths[i], i == 0, paths[i + 1] == NULL, error))
      return FALSE;
  if (run->n_failed == 0 || run->job->lose_file != NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%d of %d files could not be read", run->n_failed,
               (int) g_strv_length (paths));
  return FALSE;
}

gboolean
corpus_check_files (const CorpusOptions *options, char **paths, const char *const *further_outputs,
                    GError **error)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func (g_free);

  if (options->output_dir == NULL)
    g_ptr_array_add (outputs, g_strdup (options->output != NULL ? options->output : "-"));
  else
    for (int i = 0; paths[i] != NULL; i++) {
      if (g_str_equal (paths[i], "-")) {
        g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                     "--output-dir: standard input has no name for its file");
        return FALSE;
      }
      g_ptr_array_add (outputs, own_output_path (options, paths[i]));
    }
  for (int o = 0; further_outputs[o] != NULL; o++)
    g_ptr_array_add (outputs, g_strdup (further_outputs[o]));
  g_ptr_array_add (outputs, NULL);
  if (!tbk_files_check ((const char *const *) paths, (const char *const *) outputs->pdata, error))
    return FALSE;
  tbk_output_remove_stale ((const char *const *) outputs->pdata);
  return TRUE;
}

gboolean
corpus_run (const CorpusOptions *options, const CorpusJob *job, gpointer command, char **paths,
            GError **error)
{
  Run run = { .options = options, .job = job, .command = command };
  gboolean done;

  if (job->writes_corpus && options->output_dir == NULL) {
    run.output = tbk_output_open (options->output, error);
    if (run.output == NULL)
      return FALSE;
  }
  run.n_slots = options->jobs > 0 ? options->jobs : (int) g_get_num_processors ();
  run.slots = g_new0 (gpointer, run.n_slots);
  for (int i = 0; i < run.n_slots; i++)
    run.slots[i] = slot_new (&run);

  done = run_files (&run, paths, error);
  if (run.output != NULL && done)
    done = tbk_output_commit (run.output, error);
  else if (run.output != NULL)
    tbk_output_discard (run.output);

  progress_free (run.progress);
  for (int i = 0; i < run.n_slots; i++)
    slot_free (&run, run.slots[i]);
  g_free (run.slots);
  g_free (run.columns);
  return done;
}
