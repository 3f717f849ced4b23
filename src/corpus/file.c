/* file.c - a file of a run: opened, fitted to those before it, ended. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "corpus/run.h"

char *
file_own_output_path (const TbkCorpusOptions *options, const char *const *paths, int number)
{
  g_autofree char *own = g_path_get_basename (paths[number]);
  g_autofree char *name =
      options->names != NULL ? g_strdup (options->names[number]) : compression_output_name (own);

  return g_build_filename (options->output_dir, name, NULL);
}

static const char *
file_name (const File *file)
{
  const char *path = file->run->paths[file->number];

  if (file->reader == NULL)
    return g_str_equal (path, "-") ? "<stdin>" : path;
  return tbk_input_name (file->run->options->format->reader_input (file->reader));
}

/* Makes the folder of a file that is to be written. */
static gboolean
make_folder (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0777) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  return FALSE;
}

/* Opens the output of a file: its own, or that of all files. */
static gboolean
open_output (File *file, GError **error)
{
  const TbkCorpusOptions *options = file->run->options;
  g_autofree char *own = NULL;

  file->output = file->run->output;
  if (options->output_dir == NULL)
    return TRUE;
  own = file_own_output_path (options, file->run->paths, file->number);
  file->output = make_folder (own, error) ? tbk_output_open_with_level (own, options->level, error) : NULL;
  file->has_output_failed = file->output == NULL;
  return file->output != NULL;
}

static gboolean
needs_trees (const TbkSelection *selection)
{
  return selection != NULL && tbk_selection_needs_trees (selection);
}

gboolean
file_open (Run *run, int number, GError **error)
{
  const TbkFormat *format = run->options->format;
  const TbkJob *job = run->job;
  const TbkReaderOptions reader_options = {
    .max_line = (gsize) run->options->max_line,
    .strict = run->options->strict,
    .drops_byte_order_mark = run->options->output_dir == NULL && number > 0,
    .ignores_trees = job->ignores_trees && !needs_trees (run->options->selection),
    .takes_headless = job->takes_headless && !needs_trees (run->options->selection),
    .of_format = run->options->format_options,
    .any_roots = job->takes_problems,
  };
  File *file = g_new0 (File, 1);

  run->files[number] = file;
  file->run = run;
  file->number = number;
  file->notes = format->notes_new ();
  file->tally = job->layout != NULL ? tbk_tally_new (job->layout) : NULL;
  marks_held_init (&file->held);
  marks_init (&file->marks, run->output != NULL ? &run->held : &file->held);
  file->marks.is_without_columns = job->writes_lines;
  file->reader = format->reader_open (run->paths[number], &reader_options, error);
  if (file->reader == NULL || !open_output (file, error))
    return FALSE;
  file->is_unfit = job->check_file != NULL && !job->check_file (job->data, file->reader, error);
  return !file->is_unfit;
}

void
file_free (File *file)
{
  const TbkFormat *format = file->run->options->format;

  if (file->output != file->run->output)
    tbk_output_discard (file->output);
  marks_clear (&file->marks);
  marks_held_clear (&file->held);
  format->notes_free (file->notes);
  format->reader_close (file->reader);
  tbk_tally_free (file->tally);
  g_clear_error (&file->first_problem);
  g_free (file);
}

gboolean
file_enter (File *file, GError **error)
{
  Run *run = file->run;
  const char *columns;

  if (file->has_entered)
    return TRUE;
  file->has_entered = TRUE;
  if ((run->output == NULL && run->job->leave_out == NULL) || run->job->writes_lines)
    return TRUE;
  columns = run->options->format->reader_columns (file->reader);
  if (run->columns == NULL)
    run->columns = g_strdup (columns);
  if (g_str_equal (columns, run->columns))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: columns %s found, expected those of the files before, %s%s", file_name (file), columns,
               run->columns, run->output != NULL ? "; --output-dir keeps the files apart" : "");
  return FALSE;
}

/* Tells @message, which is taken. */
static void
tell (Run *run, char *message)
{
  if (run->options->tell != NULL) {
    g_mutex_lock (&run->telling);
    run->options->tell (run->options->data, message);
    g_mutex_unlock (&run->telling);
  }
  g_free (message);
}

void
file_tell_progress (File *file, gint64 position, gboolean is_end)
{
  Run *run = file->run;

  g_mutex_lock (&run->telling);
  run->progress.bytes += position - file->position;
  run->progress.files += is_end;
  if (run->options->progress != NULL)
    run->options->progress (run->options->data, &run->progress);
  g_mutex_unlock (&run->telling);
  file->position = position;
}

/* Tells what was found how many times in a file, and where first. */
static void
tell_warning (const File *file, const TbkWarning *warning)
{
  g_autofree char *quoted = warning->id == NULL ? NULL : tbk_quote (warning->id, strlen (warning->id));
  g_autoptr (GString) where = g_string_new (NULL);

  if (warning->count > 1)
    g_string_append_printf (where, "%" G_GINT64_FORMAT " times, here first", warning->count);
  if (quoted != NULL)
    g_string_append_printf (where, "%ssent_id %s", where->len > 0 ? ", " : "", quoted);
  if (warning->count > 0)
    tell (file->run, g_strdup_printf ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s%s%s%s", file_name (file),
                                      warning->line, warning->name, warning->text, where->len > 0 ? " (" : "",
                                      where->str, where->len > 0 ? ")" : ""));
}

/* Tells what is worth telling of a file that was read to its end. */
static void
tell_remarks (const File *file)
{
  const TbkCorpusOptions *options = file->run->options;
  const TbkJob *job = file->run->job;
  const char *what = job->takes_problems && !job->writes_corpus                      ? "with errors"
                     : options->on_error == TBK_ON_ERROR_SKIP || !job->writes_corpus ? "left out"
                                                                                     : "passed unchanged";
  const TbkWarning lost = { "lost-comment",
                            "comment newdoc, newpar or global. that is not well formed, left out with its "
                            "sentence",
                            file->marks.n_lost, file->marks.first_lost, NULL };
  const char *entry_name = options->format->entry_name != NULL ? options->format->entry_name : "sentence";
  TbkWarning warning;
  char *remark = job->remark == NULL ? NULL : job->remark (job->data, file_name (file), file->tally);

  for (int n = 0; options->format->notes_get (file->notes, n, &warning); n++)
    tell_warning (file, &warning);
  tell_warning (file, &lost);
  if (file->has_ended && file->n_entries == 0)
    tell (file->run, g_strdup_printf ("%s: found no %s", file_name (file), entry_name));
  if (file->n_problems > 0)
    tell (file->run, g_strdup_printf ("%s: %" G_GINT64_FORMAT " %s%s %s; the first: %s", file_name (file),
                                      file->n_problems, entry_name, file->n_problems == 1 ? "" : "s", what,
                                      file->first_problem->message));
  if (remark != NULL)
    tell (file->run, remark);
}

/* Ends the output of a file that is done: its own, or its part of that of all files, which another may
 * follow. */
static gboolean
end_output (File *file, GError **error)
{
  const gboolean is_last = file->run->paths[file->number + 1] == NULL;

  if (file->run->options->output_dir != NULL)
    file->has_output_failed = !tbk_output_commit (g_steal_pointer (&file->output), error);
  else if (file->output != NULL && !is_last)
    file->has_output_failed = !tbk_output_write (file->output, "\n\n", (gsize) file->n_open_lines, error);
  return !file->has_output_failed;
}

/* Takes what the file contributes to the result. */
static gboolean
complete_file (File *file, GError **error)
{
  if (!end_output (file, error))
    return FALSE;
  if (file->run->tallies != NULL)
    tbk_tallies_put (file->run->tallies, file->number, g_steal_pointer (&file->tally));
  return TRUE;
}

/* Reports a file that cannot be read, or whose data are wrong, and leaves it out. */
static void
leave_out (File *file, GError *fault)
{
  Run *run = file->run;
  const gboolean is_faulty = g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA);

  if (run->tallies != NULL)
    tbk_tallies_leave_out (run->tallies, file->number, is_faulty ? TBK_FILE_FAULTY : TBK_FILE_UNREAD);
  if (is_faulty)
    run->left_out.faulty++;
  else
    run->left_out.unread++;
  if (run->progress.n_files == 1)
    run->left_out.only = g_strdup (fault->message);
  else
    tell (run, g_strdup (fault->message));
  g_error_free (fault);
}

/* Whether the job works on what ends a file. */
static gboolean
takes_fault (const File *file, const GError *fault)
{
  const TbkJob *job = file->run->job;

  return job->takes_problems && !job->writes_corpus && !file->is_unfit && !file->has_output_failed
         && g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA);
}

/* Lets the job work on @fault, which ends the file, with a worker made for that. */
static gboolean
work_on_fault (File *file, const GError *fault, GError **error)
{
  const TbkJob *job = file->run->job;
  const TbkEntry entry = { .file = file_name (file), .problem = fault, .file_number = file->number };
  gpointer worker = job->worker_new != NULL ? job->worker_new (job->data) : job->data;
  g_autoptr (TbkText) text = tbk_text_new ();
  gboolean done = job->work (worker, &entry, text, file->tally, error);

  if (job->flush != NULL)
    job->flush (worker, file->tally);
  if (job->worker_free != NULL)
    job->worker_free (worker);
  if (done)
    tell (file->run, g_strdup_printf ("%s; nothing after it is read", fault->message));
  file->has_output_failed = done && job->write != NULL && !job->write (job->data, text, error);
  return done && !file->has_output_failed;
}

/* Whether @fault is that of a file, and the others can be done all the same. */
static gboolean
is_of_file (const File *file, const GError *fault)
{
  return !file->has_output_failed
         && (g_error_matches (fault, TBK_ERROR, TBK_ERROR_IO)
             || g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA));
}

gboolean
file_end (gpointer context, int sequence, GError *fault, GError **error)
{
  Run *run = context;
  File *file = run->files[sequence];
  GError *misfit = NULL;
  gboolean is_left_out, is_done;

  if (file == NULL) { /* it comes after the last sentence that was asked for */
    if (run->tallies != NULL)
      tbk_tallies_put (run->tallies, sequence, tbk_tally_new (run->job->layout));
    return TRUE;
  }
  if (file->reader != NULL && !file_enter (file, &misfit)) {
    g_clear_error (&fault);
    fault = misfit;
  }
  if (takes_fault (file, fault)) {
    g_autoptr (GError) taken = g_steal_pointer (&fault);

    work_on_fault (file, taken, &fault);
  }
  if (fault == NULL) {
    tell_remarks (file);
    complete_file (file, &fault);
  }
  file_tell_progress (file, file->position, TRUE);
  is_left_out = fault != NULL && is_of_file (file, fault);
  is_done = is_left_out || fault == NULL;
  if (is_left_out)
    leave_out (file, fault);
  else if (fault != NULL)
    g_propagate_error (error, fault);
  if (is_done && run->job->settle != NULL)
    is_done = run->job->settle (run->job->data, !is_left_out, error);
  run->files[sequence] = NULL;
  file_free (file);
  return is_done;
}
