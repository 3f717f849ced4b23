/* corpus.c - runs a command over the sentences of many files, on many threads. */
#include "corpus.h"

#include <string.h>

#include "progress.h"
#include "tool.h"

/* The whole run. */
typedef struct {
  const CorpusOptions *options;
  const CorpusJob *job;
  gpointer command;
  TbkOutput *output; /* for all files, or NULL */
  char *columns;     /* of the files that went there */
  gpointer *slots;
  int n_slots;
  Progress *progress;
  int n_failed;
} Run;

/* A thread's batch, with what became of it. */
typedef struct {
  TbkBatch *batch;
  TbkText *text;
  gpointer worker;
  gint64 position;    /* in the input, after the batch */
  gint64 n_problems;  /* sentences skipped or passed */
  GError *problem;    /* the first of them, or what ends the run */
  gboolean is_ending; /* the latter */
  GString *marks;     /* comments of sentences left out that concern the next one */
  int n_open_lines;   /* line ends that the last sentence written lacks; -1 if none was written */
} Slot;

/* One file. */
typedef struct {
  Run *run;
  TbkReader *reader;
  TbkOutput *output; /* or NULL */
  TbkNotes *notes;
  gint64 n_problems;
  GError *first_problem;
  GString *marks;
  int n_open_lines;
  gboolean has_output_failed;
} File;

static Slot *
slot_new (const Run *run)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->batch = tbk_batch_new ();
  slot->text = tbk_text_new ();
  slot->marks = g_string_new (NULL);
  slot->worker = run->job->worker_new (run->command);
  return slot;
}

static void
slot_free (const Run *run, Slot *slot)
{
  run->job->worker_free (slot->worker);
  tbk_text_free (slot->text);
  tbk_batch_free (slot->batch);
  g_clear_error (&slot->problem);
  g_string_free (slot->marks, TRUE);
  g_free (slot);
}

static TbkReadStatus
read_batch (gpointer context, gpointer data, GError **error)
{
  File *file = context;
  Slot *slot = data;
  TbkReadStatus status = tbk_reader_next (file->reader, slot->batch, error);

  slot->position = tbk_input_position (tbk_reader_input (file->reader));
  return status;
}

gboolean
corpus_fail_at (const TbkSentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tbk_sentence_file (sentence), sentence->line);
  return FALSE;
}

/* Line ends that @sentence lacks for another one to follow it. */
static int
count_open_lines (const TbkSentence *sentence)
{
  const char *end = sentence->text + sentence->length;

  if (end[-1] != '\n')
    return 2;
  end -= sentence->length > 1 && end[-2] == '\r' ? 2 : 1;
  return end > sentence->text && end[-1] != '\n';
}

/* The bytes of @text that are ends of blank lines before anything else. */
static gsize
count_leading_line_ends (const char *text)
{
  return strspn (text, "\r\n");
}

/* Appends @bytes, with the marks of sentences left out before its first line that is not blank. */
static void
append_with_marks (Slot *slot, const char *bytes, gsize length)
{
  gsize n_blank = count_leading_line_ends (bytes);

  tbk_text_add (slot->text, bytes, n_blank);
  tbk_text_add (slot->text, slot->marks->str, slot->marks->len);
  tbk_text_add (slot->text, bytes + n_blank, length - n_blank);
  g_string_truncate (slot->marks, 0);
}

/* Appends @sentence as it is. */
static void
pass_sentence (Slot *slot, const TbkSentence *sentence)
{
  gboolean is_blank = sentence->n == 0 && sentence->problem == NULL;

  if (slot->marks->len > 0 && !is_blank) {
    g_autofree char *bytes = g_strndup (sentence->text, sentence->length);
    append_with_marks (slot, bytes, sentence->length);
  } else {
    tbk_text_keep (slot->text, sentence->text, sentence->length);
  }
  slot->n_open_lines = count_open_lines (sentence);
}

/* Lets the command work on @sentence. */
static gboolean
take_sentence (const Run *run, Slot *slot, const TbkSentence *sentence, GError **problem)
{
  if (slot->marks->len == 0) {
    if (!run->job->work (slot->worker, sentence, slot->text, problem))
      return FALSE;
  } else {
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *bytes = NULL;

    if (!run->job->work (slot->worker, sentence, text, problem))
      return FALSE;
    bytes = tbk_text_dup (text);
    append_with_marks (slot, bytes, tbk_text_length (text));
  }
  slot->n_open_lines = count_open_lines (sentence);
  return TRUE;
}

/* Keeps what a sentence that is left out says of those after it. */
static void
keep_marks (Slot *slot, const TbkSentence *sentence)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *marks = NULL;

  tbk_sentence_write_document_marks (sentence, text);
  marks = tbk_text_dup (text);
  g_string_append (slot->marks, marks);
}

/* Does what --on-error asks for with a sentence that is not well formed or cannot be solved; takes @problem. */
static void
meet_problem (const Run *run, Slot *slot, const TbkSentence *sentence, GError *problem)
{
  slot->is_ending =
      run->options->on_error == ON_ERROR_STOP || !g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA);
  if (slot->problem == NULL || slot->is_ending) {
    g_clear_error (&slot->problem);
    slot->problem = problem;
  } else {
    g_error_free (problem);
  }
  slot->n_problems++;
  if (slot->is_ending || !run->job->writes_corpus)
    return;
  if (run->options->on_error == ON_ERROR_PASS)
    pass_sentence (slot, sentence);
  else
    keep_marks (slot, sentence);
}

static void
work_on_sentence (const Run *run, Slot *slot, const TbkSentence *sentence)
{
  GError *problem = NULL;

  if (sentence->problem != NULL)
    meet_problem (run, slot, sentence, g_error_copy (sentence->problem));
  else if (sentence->n > 0 && !take_sentence (run, slot, sentence, &problem))
    meet_problem (run, slot, sentence, problem);
  else if (sentence->n == 0 && run->job->writes_corpus)
    pass_sentence (slot, sentence);
}

static void
work_on_batch (gpointer context, gpointer data)
{
  File *file = context;
  Slot *slot = data;
  TbkSentence sentence;

  tbk_text_clear (slot->text);
  g_string_truncate (slot->marks, 0);
  g_clear_error (&slot->problem);
  slot->n_problems = 0;
  slot->is_ending = FALSE;
  slot->n_open_lines = -1;
  while (!slot->is_ending && tbk_batch_next (slot->batch, &sentence))
    work_on_sentence (file->run, slot, &sentence);
}

/* Writes the batch, with the marks of sentences left out of the batches before. */
static gboolean
write_text (File *file, const TbkText *text, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n_blank;

  if (file->marks->len == 0)
    return tbk_output_write_text (file->output, text, error);
  bytes = tbk_text_dup (text);
  n_blank = count_leading_line_ends (bytes);
  if (!tbk_output_write (file->output, bytes, n_blank, error))
    return FALSE;
  if (bytes[n_blank] == '\0')
    return TRUE;
  if (!tbk_output_write (file->output, file->marks->str, file->marks->len, error)
      || !tbk_output_write (file->output, bytes + n_blank, tbk_text_length (text) - n_blank, error))
    return FALSE;
  g_string_truncate (file->marks, 0);
  return TRUE;
}

static gboolean
write_batch (gpointer context, gpointer data, GError **error)
{
  File *file = context;
  Slot *slot = data;
  const CorpusJob *job = file->run->job;

  if ((file->output != NULL && !write_text (file, slot->text, error))
      || (job->merge != NULL && !job->merge (file->run->command, slot->worker, error))) {
    file->has_output_failed = TRUE;
    return FALSE;
  }
  g_string_append_len (file->marks, slot->marks->str, slot->marks->len);
  if (slot->n_open_lines >= 0)
    file->n_open_lines = slot->n_open_lines;
  if (slot->is_ending) {
    g_propagate_error (error, g_steal_pointer (&slot->problem));
    return FALSE;
  }
  file->n_problems += slot->n_problems;
  if (file->first_problem == NULL)
    file->first_problem = g_steal_pointer (&slot->problem);
  progress_at (file->run->progress, slot->position);
  return tbk_notes_add (file->notes, slot->batch, error);
}

/* Tells the warnings of a file that was read to its end. */
static gboolean
tell_notes (const File *file, GError **error)
{
  const TbkInput *input = tbk_reader_input (file->reader);
  const char *name = tbk_input_name (input);
  gint64 garbage = tbk_input_trailing_garbage (input);

  progress_wipe (file->run->progress);
  for (int note = 0; note < TBK_N_NOTES; note++) {
    gint64 line, count = tbk_notes_count (file->notes, note, &line);
    if (count == 1)
      tool_message ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s", name, line, tbk_note_name (note),
                    tbk_note_text (note));
    else if (count > 1)
      tool_message ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s (%" G_GINT64_FORMAT " times, here first)",
                    name, line, tbk_note_name (note), tbk_note_text (note), count);
  }
  if (file->n_problems > 0)
    tool_message ("%s: %" G_GINT64_FORMAT " sentence%s %s; the first: %s", name, file->n_problems,
                  file->n_problems == 1 ? "" : "s",
                  file->run->options->on_error == ON_ERROR_SKIP || !file->run->job->writes_corpus
                      ? "left out"
                      : "passed unchanged",
                  file->first_problem->message);
  if (garbage >= 0 && file->run->options->strict) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                 "%s: byte %" G_GINT64_FORMAT ": trailing bytes that are not gzip", name, garbage);
    return FALSE;
  }
  if (garbage >= 0)
    tool_message ("%s: warning: byte %" G_GINT64_FORMAT ": trailing bytes that are not gzip are ignored",
                  name, garbage);
  return TRUE;
}

/* Refuses to write what is read. */
static gboolean
check_is_no_output (const File *file, GError **error)
{
  const TbkInput *input = tbk_reader_input (file->reader);

  for (int o = 0; file->run->options->outputs[o] != NULL; o++)
    if (tbk_input_is_file (input, file->run->options->outputs[o])) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: the input and the output are the same file",
                   tbk_input_name (input));
      return FALSE;
    }
  return TRUE;
}

/* Files that go to one output must have the same columns. */
static gboolean
check_columns (const File *file, GError **error)
{
  Run *run = file->run;
  const char *columns = tbk_reader_columns (file->reader);

  if (run->output == NULL || run->columns == NULL || g_str_equal (columns, run->columns)) {
    if (run->columns == NULL)
      run->columns = g_strdup (columns);
    return TRUE;
  }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "%s:1: columns %s found, expected those of the files before, %s; --output-dir keeps the files apart",
      tbk_input_name (tbk_reader_input (file->reader)), columns, run->columns);
  return FALSE;
}

/* Reads @file through, to its output. */
static gboolean
run_open_file (File *file, GError **error)
{
  static const TbkPipeline pipeline = { read_batch, work_on_batch, write_batch };
  Run *run = file->run;
  const char *name = tbk_input_name (tbk_reader_input (file->reader));

  return check_is_no_output (file, error) && check_columns (file, error)
         && (run->job->begin_file == NULL || run->job->begin_file (run->command, file->reader, error))
         && tbk_pipeline_run (&pipeline, file, run->slots, run->n_slots, error) && tell_notes (file, error)
         && (run->job->end_file == NULL || run->job->end_file (run->command, name, error));
}

/* Opens the output of a file that has one of its own. */
static gboolean
open_own_output (File *file, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *own = g_build_filename (file->run->options->output_dir, name, NULL);

  if (tbk_input_is_file (tbk_reader_input (file->reader), own)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: the input and the output are the same file", path);
    return FALSE;
  }
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
  const TbkReaderOptions reader_options = {
    .max_line = run->options->max_line,
    .strict = run->options->strict,
    .drops_byte_order_mark = run->output != NULL && !is_first,
  };
  File file = { .run = run, .output = run->output };
  GError *problem = NULL;
  gboolean done;

  file.reader = tbk_reader_open (path, &reader_options, &problem);
  file.notes = tbk_notes_new ();
  file.marks = g_string_new (NULL);
  done = file.reader != NULL && (run->options->output_dir == NULL || open_own_output (&file, path, &problem))
         && run_open_file (&file, &problem);
  done = close_output (&file, done, is_last, done ? &problem : NULL);
  progress_end_file (run->progress);
  g_string_free (file.marks, TRUE);
  tbk_notes_free (file.notes);
  tbk_reader_close (file.reader);
  g_clear_error (&file.first_problem);

  if (!done && tbk_error_status (problem) == 3 && !file.has_output_failed) {
    progress_wipe (run->progress);
    tool_message ("%s", problem->message);
    g_clear_error (&problem);
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
  if (run->n_failed > 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%d of %d files could not be read", run->n_failed,
                 (int) g_strv_length (paths));
  return run->n_failed == 0;
}

/* With --output-dir each file must have a name of its own. */
static gboolean
check_names (const char *folder, char **paths, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int i = 0; paths[i] != NULL; i++) {
    char *name = g_path_get_basename (paths[i]);
    const char *other = g_hash_table_lookup (seen, name);

    if (g_str_equal (paths[i], "-"))
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                   "--output-dir: standard input has no name for its file");
    else if (other != NULL)
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s would both become %s/%s", other, paths[i],
                   folder, name);
    g_hash_table_insert (seen, name, paths[i]);
    if (*error != NULL)
      return FALSE;
  }
  return TRUE;
}

gboolean
corpus_run (const CorpusOptions *options, const CorpusJob *job, gpointer command, char **paths,
            GError **error)
{
  static char *standard_input[] = { "-", NULL };
  Run run = { .options = options, .job = job, .command = command };
  gboolean done;

  if (paths[0] == NULL)
    paths = standard_input;
  if (options->output_dir != NULL && !check_names (options->output_dir, paths, error))
    return FALSE;
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
