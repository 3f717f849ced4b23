/* run_file.c - a file of a run, and comments that outlive their sentences.
 *
 * Contents
 *   1. marks: comments that outlive their sentences
 *   2. file: a file of a run: opened, fitted to those before it, ended
 */
#include "corpus/corpus.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/base.h"

/* 1. marks: comments that outlive their sentences.
 *
 * A comment newdoc or newpar holds for all sentences up to the next one, and global.* for the whole file.
 * If its own sentence is left out, it has to stand before the next one that is written:
 *
 *   # newdoc id = d1, sentence 1, faulty       left out: newdoc waits
 *   # newpar, sentence 2, faulty               left out: newdoc and newpar wait
 *   sentence 3                                 written, with newdoc and newpar before it
 *   # newdoc id = d2, sentence 4, faulty       left out: this newdoc waits
 *   # newdoc id = d3, sentence 5               written; what waited was of another document, and is forgotten
 *
 * Batches are worked on in any order. So a batch only logs what it met (MarkLog), and marks_take() goes
 * through the logs in the order of the file when they are written. In most files nothing is left out, and
 * next to nothing is logged.
 *
 * A comment on the whole file that was written is remembered (MarksHeld), so that files put together into
 * one have it once, unless it changes.
 */

/* Bytes of comments that wait, or are known to be written: a sentence must not become too long by them. */
enum { MOST = 1 << 20 };

/* A comment that waits, or one of its key did. */
typedef struct {
  char *key;
  char *line; /* or NULL */
  gint64 order;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_free (waiting->key);
  g_free (waiting->line);
  g_free (waiting);
}

void
marks_held_init (MarksHeld *held)
{
  *held = (MarksHeld){ .lines = g_hash_table_new_full (hash_string, g_str_equal, g_free, g_free) };
}

void
marks_held_clear (MarksHeld *held)
{
  g_clear_pointer (&held->lines, g_hash_table_unref);
}

/* Keeps that @line was written. What is too much to keep is forgotten: then it may be written again. */
static void
hold (MarksHeld *held, const char *key, const char *line)
{
  const char *before = g_hash_table_lookup (held->lines, key);

  if (before != NULL)
    held->n_bytes -= strlen (key) + strlen (before);
  if (held->n_bytes + strlen (key) + strlen (line) > MOST) {
    g_hash_table_remove (held->lines, key);
    return;
  }
  held->n_bytes += strlen (key) + strlen (line);
  g_hash_table_replace (held->lines, g_strdup (key), g_strdup (line));
}

/* TRUE if @line is what was written last under @key, and so still holds. */
static gboolean
holds (const MarksHeld *held, const char *key, const char *line)
{
  return g_strcmp0 (g_hash_table_lookup (held->lines, key), line) == 0;
}

void
marks_init (Marks *marks, MarksHeld *held)
{
  *marks = (Marks){ .held = held,
                    .waiting = g_ptr_array_new_with_free_func (waiting_free),
                    .by_key = g_hash_table_new (hash_string, g_str_equal) };
}

/* Forgets what waits: it was written, or does not matter any more. */
static void
forget (Marks *marks)
{
  g_hash_table_remove_all (marks->by_key);
  g_ptr_array_set_size (marks->waiting, 0);
  marks->n_bytes = marks->n_lines = 0;
}

void
marks_clear (Marks *marks)
{
  g_clear_pointer (&marks->waiting, g_ptr_array_unref);
  g_clear_pointer (&marks->by_key, g_hash_table_unref);
}

/* A byte order mark, or a comment. */
typedef struct {
  char *key, *line; /* or NULL */
  gboolean is_global;
} Line;

static void
line_clear (Line *line)
{
  g_clear_pointer (&line->key, g_free);
  g_clear_pointer (&line->line, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Line, line_clear)

/* The keys that are none of comments on the whole file, or need to be known. */
static const char byte_order_mark[] = BYTE_ORDER_MARK, file_columns[] = "global.columns",
                  document[] = "newdoc", paragraph[] = "newpar";

static gboolean
is_global_key (const char *key)
{
  return g_str_has_prefix (key, "global.");
}

/* The next line of @own, from *@position on, which moves behind it; FALSE at the end. */
static gboolean
next_line (const MarkLines *own, gsize *position, Line *line)
{
  const char *start = own->lines + *position, *end = own->lines + own->length, *key, *stop;
  const gsize mark = *position == 0 ? byte_order_mark_size (start, own->length) : 0;

  line_clear (line);
  if (start == end)
    return FALSE;
  if (mark > 0) {
    *line = (Line){ .key = g_strdup (byte_order_mark), .line = g_strdup (byte_order_mark) };
    *position += mark;
    return TRUE;
  }
  stop = memchr (start, '\n', (gsize) (end - start));
  end = stop != NULL ? stop + 1 : end;
  for (key = start + 1; key < end && (*key == ' ' || *key == '\t'); key++)
    continue;
  for (stop = key; stop < end && !g_ascii_isspace (*stop) && *stop != '='; stop++)
    continue;
  *position += (gsize) (end - start);
  *line = (Line){ .key = g_strndup (key, (gsize) (stop - key)),
                  .line = g_strndup (start, (gsize) (end - start)) };
  line->is_global = is_global_key (line->key);
  return TRUE;
}

/* TRUE if a comment of @key is among the lines of @own. */
static gboolean
has_line (const MarkLines *own, const char *key)
{
  gsize position = 0;
  gboolean is_found = FALSE;
  g_auto (Line) line = { 0 };

  while (!is_found && next_line (own, &position, &line))
    is_found = g_str_equal (line.key, key);
  return is_found;
}

/* Forgets what waits under @key, if something does. */
static void
drop (Marks *marks, const char *key)
{
  Waiting *waiting = g_hash_table_lookup (marks->by_key, key);

  if (waiting == NULL || waiting->line == NULL)
    return;
  marks->n_bytes -= strlen (waiting->line);
  marks->n_lines--;
  g_clear_pointer (&waiting->line, g_free);
}

/* A new document ends the paragraph, and is another than the one that waits. */
static void
drop_document (Marks *marks, const MarkLines *own)
{
  const gboolean has_document = has_line (own, document);

  if (has_document)
    drop (marks, document);
  if (has_document || has_line (own, paragraph))
    drop (marks, paragraph);
}

/* The place for what waits under the key of @line; NULL if it would be too much to keep. */
static Waiting *
find_place (Marks *marks, Line *line)
{
  Waiting *waiting = g_hash_table_lookup (marks->by_key, line->key);

  if (waiting != NULL || marks->n_bytes + strlen (line->key) > MOST)
    return waiting;
  marks->n_bytes += strlen (line->key);
  waiting = g_new0 (Waiting, 1);
  waiting->key = g_steal_pointer (&line->key);
  g_ptr_array_add (marks->waiting, waiting);
  g_hash_table_insert (marks->by_key, waiting->key, waiting);
  return waiting;
}

/* Returns TRUE if the line of @key must be the first of a file, and can be nowhere else. */
static gboolean
is_of_beginning (const char *key)
{
  return g_str_equal (key, byte_order_mark) || g_str_equal (key, file_columns);
}

/* Lets @line, from the sentence at line @number, wait in the place of the one of its key. What would
 * be too much to keep is lost; it is counted, with the line of the first, and a warning reports it.
 * Byte order mark and names of columns must come first in a file, and so are before all others in
 * order. */
static void
keep (Marks *marks, Line *line, gint64 number)
{
  Waiting *place;

  drop (marks, line->key);
  place = find_place (marks, line);
  if (place == NULL || marks->n_bytes + strlen (line->line) > MOST) {
    if (marks->n_lost++ == 0)
      marks->first_lost = number;
    return;
  }
  marks->n_bytes += strlen (line->line);
  marks->n_lines++;
  place->line = g_steal_pointer (&line->line);
  marks->n_kept++;
  place->order = g_str_equal (place->key, byte_order_mark) ? -1
                 : g_str_equal (place->key, file_columns)  ? 0
                                                           : marks->n_kept;
}

/* After a sentence that was not asked for only comments on the whole file wait: its document is not
 * wanted, or begins anew with a later sentence. */
void
marks_leave_out (Marks *marks, const MarkLines *own, gboolean is_asked_for)
{
  gsize position = 0;
  g_auto (Line) line = { 0 };

  if (marks->n_lines == 0 && !is_asked_for && !own->is_of_file)
    return;
  drop_document (marks, own);
  while (next_line (own, &position, &line))
    if ((is_asked_for || line.is_global) && !(marks->is_without_columns && is_of_beginning (line.key)))
      keep (marks, &line, own->line);
}

/* Forgets what waits under the keys of @own, which the sentence itself has. The names of file_columns are
 * needed unless they are its first line. */
static void
drop_own (Marks *marks, const MarkLines *own)
{
  gsize position = 0;
  g_auto (Line) line = { 0 };

  drop_document (marks, own);
  while (next_line (own, &position, &line))
    if (own->begins_by_columns || !g_str_equal (line.key, file_columns))
      drop (marks, line.key);
}

/* In the order in which they stood, but first what must be the first of a file. */
static int
compare_waiting (gconstpointer a, gconstpointer b)
{
  const Waiting *const *x = a, *const *y = b;

  return (*x)->order < (*y)->order ? -1 : (*x)->order > (*y)->order;
}

/* Appends what waits under the key of @waiting, unless it was written already. */
static void
append_waiting (const Marks *marks, const Waiting *waiting, GString *lines)
{
  if (waiting->line == NULL || holds (marks->held, waiting->key, waiting->line))
    return;
  g_string_append (lines, waiting->line);
  if (is_global_key (waiting->key))
    hold (marks->held, waiting->key, waiting->line);
}

void
marks_write (Marks *marks, const MarkLines *own, GString *lines)
{
  gsize position = 0;
  g_auto (Line) line = { 0 };

  if (marks->n_lines > 0)
    drop_own (marks, own);
  if (marks->n_lines > 0) {
    g_ptr_array_sort (marks->waiting, compare_waiting);
    for (guint w = 0; w < marks->waiting->len; w++)
      append_waiting (marks, marks->waiting->pdata[w], lines);
  }
  forget (marks);
  while (own->is_of_file && next_line (own, &position, &line))
    if (line.is_global)
      hold (marks->held, line.key, line.line);
}

/* An event of a sentence; its lines are from `begin` on in the bytes of the log. */
typedef struct {
  MarkEventKind kind;
  MarkLines own; /* but for `lines` */
  gsize begin;
  gsize offset, end; /* in the text; the end is that of what is blank */
} MarkEvent;

void
mark_log_init (MarkLog *log)
{
  *log = (MarkLog){ .events = g_array_new (FALSE, FALSE, sizeof (MarkEvent)), .bytes = g_string_new (NULL) };
}

void
mark_log_reset (MarkLog *log)
{
  g_array_set_size (log->events, 0);
  g_string_truncate (log->bytes, 0);
  log->n_lost = 0;
  log->has_left_out = log->has_written = FALSE;
}

void
mark_log_clear (MarkLog *log)
{
  g_array_unref (log->events);
  g_string_free (log->bytes, TRUE);
}

/* Returns TRUE if the sentence of @entry begins by the names of file_columns, which are the first of its
 * @lines. */
static gboolean
begins_by_columns (const TbkEntry *entry, const MarkLines *own)
{
  const char *start = entry->text, *end = start + entry->length;
  const gsize mark = byte_order_mark_size (own->lines, own->length);
  const char *lines = own->lines + mark, *newline = memchr (lines, '\n', own->length - mark);
  const gsize length = newline != NULL ? (gsize) (newline - lines) : 0;

  start += byte_order_mark_size (start, entry->length);
  while (start < end && (*start == '\r' || *start == '\n'))
    start++;
  if (length == 0 || (gsize) (end - start) < length || memcmp (start, lines, length) != 0)
    return FALSE;
  const MarkLines first = { .lines = lines, .length = length };
  return has_line (&first, file_columns);
}

gboolean
mark_lines_read (const TbkFormat *format, const TbkEntry *entry, MarkLines *own, char **bytes, gint64 *n_lost,
                 gint64 *first_lost, GError **error)
{
  g_autoptr (TbkText) text = NULL;

  *own = (MarkLines){ .lines = "", .line = entry->line, .is_of_file = entry->marks == TBK_MARKS_OF_FILE };
  *bytes = NULL;
  *n_lost = 0;
  if (entry->marks == TBK_MARKS_NONE)
    return TRUE;
  text = tbk_text_new ();
  *n_lost = format->keep_marks (entry, text, first_lost);
  if (tbk_text_length (text) == 0)
    return TRUE;
  *bytes = tbk_text_dup (text, error);
  if (*bytes == NULL)
    return FALSE;
  own->lines = *bytes;
  own->length = tbk_text_length (text);
  own->begins_by_columns = begins_by_columns (entry, own);
  return TRUE;
}

gboolean
mark_log_add (MarkLog *log, MarkEventKind kind, const TbkFormat *format, const TbkEntry *entry,
              const TbkText *text, gsize offset, GError **error)
{
  const gboolean is_written = kind == MARKS_WRITTEN || kind == MARKS_BLANK;
  MarkEvent event = { .kind = kind, .begin = log->bytes->len, .offset = offset };
  g_autofree char *bytes = NULL;
  gint64 n_lost, first_lost = 0;

  /* Where nothing can wait for a sentence that is written, only what it says of the file matters. */
  if (is_written ? entry->marks < TBK_MARKS_OF_FILE && !log->has_left_out && log->has_written
                 : entry->marks == TBK_MARKS_NONE)
    return TRUE;
  if (!mark_lines_read (format, entry, &event.own, &bytes, &n_lost, &first_lost, error))
    return FALSE;
  if (kind == MARKS_LEFT_OUT && n_lost > 0) {
    log->first_lost = log->n_lost == 0 ? first_lost : log->first_lost;
    log->n_lost += n_lost;
  }
  event.end = is_written ? tbk_text_length (text) : 0;
  g_string_append_len (log->bytes, event.own.lines, (gssize) event.own.length);
  g_array_append_val (log->events, event);
  log->has_written = log->has_written || kind == MARKS_WRITTEN;
  if (kind != MARKS_NOT_ASKED_FOR || entry->marks == TBK_MARKS_OF_FILE)
    log->has_left_out = kind != MARKS_WRITTEN;
  return TRUE;
}

/* A text between whose bytes others are put. */
typedef struct {
  const TbkText *old;
  char *bytes; /* of it, once they are needed */
  gsize next;  /* what is before it is in `text` */
  TbkText *text;
} Edit;

/* Appends @lines before what stands at @offset in the old text, in place of the blank lines there; but up
 * to @blank_end all goes. */
static gboolean
edit_insert (Edit *edit, gsize offset, gsize blank_end, const GString *lines, GError **error)
{
  if (edit->bytes == NULL) {
    edit->bytes = tbk_text_dup (edit->old, error);
    if (edit->bytes == NULL)
      return FALSE;
    edit->text = tbk_text_new ();
  }
  tbk_text_add (edit->text, edit->bytes + edit->next, offset - edit->next);
  tbk_text_add (edit->text, lines->str, lines->len);
  while (offset < blank_end && (edit->bytes[offset] == '\r' || edit->bytes[offset] == '\n'))
    offset++;
  edit->next = offset;
  return TRUE;
}

/* Takes one event; @lines are for use here. */
static gboolean
take_event (Marks *marks, const MarkLog *log, const MarkEvent *event, Edit *edit, GString *lines,
            GError **error)
{
  MarkLines own = event->own;

  own.lines = log->bytes->str + event->begin;
  g_string_truncate (lines, 0);
  switch (event->kind) {
  case MARKS_LEFT_OUT:
  case MARKS_NOT_ASKED_FOR:
    marks_leave_out (marks, &own, event->kind == MARKS_LEFT_OUT);
    return TRUE;
  case MARKS_BLANK:
    return marks->n_lines == 0 || edit_insert (edit, event->offset, event->end, lines, error);
  default:
    marks_write (marks, &own, lines);
    return lines->len == 0 || edit_insert (edit, event->offset, event->end, lines, error);
  }
}

gboolean
marks_take (Marks *marks, const MarkLog *log, const TbkText *text, TbkText **result, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  Edit edit = { .old = text };
  gboolean done = TRUE;

  if (log->n_lost > 0) {
    marks->first_lost = marks->n_lost == 0 ? log->first_lost : marks->first_lost;
    marks->n_lost += log->n_lost;
  }
  for (guint e = 0; done && e < log->events->len; e++)
    done = take_event (marks, log, &g_array_index (log->events, MarkEvent, e), &edit, lines, error);
  if (done && edit.text != NULL)
    tbk_text_add (edit.text, edit.bytes + edit.next, tbk_text_length (text) - edit.next);
  g_free (edit.bytes);
  *result = edit.text;
  return done;
}

/* 2. file: a file of a run: opened, fitted to those before it, ended. */

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
    return input_shown_name (path);
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
  file->output = make_folder (own, error) ? tbk_output_open (own, options->level, error) : NULL;
  file->has_output_failed = file->output == NULL;
  return file->output != NULL;
}

gboolean
file_open (Run *run, int number, GError **error)
{
  const TbkFormat *format = run->options->format;
  const TbkJob *job = run->job;
  const TbkSelection *selection = run->options->selection;
  const gboolean needs_trees = selection != NULL && selection_needs_trees (selection);
  const TbkReaderOptions reader_options = {
    .max_line = (gsize) run->options->max_line,
    .strict = run->options->strict,
    .drops_byte_order_mark = run->options->output_dir == NULL && number > 0,
    .ignores_trees = job->ignores_trees && !needs_trees,
    .takes_headless = job->takes_headless && !needs_trees,
    .of_format = run->options->format_options,
    .any_roots = job->takes_problems || job->takes_any_heads,
    .takes_any_heads = job->takes_any_heads && !needs_trees,
    .keeps_documents = job->keeps_documents || (selection != NULL && selection_needs_documents (selection)),
  };
  File *file = g_new0 (File, 1);

  run->files[number] = file;
  file->run = run;
  file->number = number;
  file->notes = format->notes_new != NULL ? format->notes_new () : NULL;
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
  if (format->notes_free != NULL)
    format->notes_free (file->notes);
  format->reader_close (file->reader);
  tbk_tally_free (file->tally);
  tbk_text_free (file->early);
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
  if ((run->output == NULL && !run->job->joins_files) || run->job->writes_lines
      || run->options->format->reader_columns == NULL)
    return TRUE;
  columns = run->options->format->reader_columns (file->reader);
  if (run->columns == NULL)
    run->columns = g_strdup (columns);
  if (g_str_equal (columns, run->columns))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: columns %s found, expected the columns of the files before, %s%s", file_name (file),
               columns, run->columns, run->output != NULL ? "; --output-dir keeps the files apart" : "");
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
    tell (file->run, g_strdup_printf ("%s:%" G_GINT64_FORMAT ": warning: [%s] %s%s%s%s",
                                      warning->file != NULL ? warning->file : file_name (file), warning->line,
                                      warning->name, warning->text, where->len > 0 ? " (" : "", where->str,
                                      where->len > 0 ? ")" : ""));
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
  TbkWarning warning = { .file = NULL }; /* of this file */
  char *remark = job->remark == NULL ? NULL : job->remark (job->data, file_name (file), file->tally);

  for (int n = 0; options->format->notes_get != NULL && options->format->notes_get (file->notes, n, &warning);
       n++)
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

/* Brings a file's own output to the disk: several threads may do so side by side, while files end one by one. */
gboolean
file_complete (gpointer context, int sequence, GError **error)
{
  const Run *run = context;
  File *file = run->files[sequence];

  if (file == NULL || run->options->output_dir == NULL || file->output == NULL)
    return TRUE;
  file->has_output_failed = !output_complete (file->output, error);
  return !file->has_output_failed;
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
    tallies_put (file->run->tallies, file->number, g_steal_pointer (&file->tally));
  return TRUE;
}

/* Reports a file that cannot be read, or whose data are wrong, and leaves it out. */
static void
leave_out (File *file, GError *fault)
{
  Run *run = file->run;
  const gboolean is_faulty = g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA);

  if (run->tallies != NULL)
    tallies_leave_out (run->tallies, file->number, is_faulty ? FILE_FAULTY : FILE_UNREAD);
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

/* Returns TRUE if the job works on what ends a file. */
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

/* Returns TRUE if @fault is that of a file, and the others can be done all the same. */
static gboolean
is_of_file (const File *file, const GError *fault)
{
  return !file->has_output_failed
         && (g_error_matches (fault, TBK_ERROR, TBK_ERROR_IO)
             || g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA));
}

gboolean
file_write_early (File *file, GError **error)
{
  const TbkJob *job = file->run->job;

  if (file->early == NULL)
    return TRUE;
  file->has_output_failed = !job->write (job->data, file->early, error);
  tbk_text_free (g_steal_pointer (&file->early));
  return !file->has_output_failed;
}

/* Writes what was kept of the file before its @fault, which gives way if that fails. */
static void
write_kept (File *file, GError **fault)
{
  GError *earlier = NULL;

  if (file_write_early (file, &earlier))
    return;
  g_clear_error (fault);
  *fault = earlier;
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
      tallies_put (run->tallies, sequence, tbk_tally_new (run->job->layout));
    return TRUE;
  }
  if (file->reader != NULL && !file_enter (file, &misfit)) {
    g_clear_error (&fault);
    fault = misfit;
  }
  write_kept (file, &fault);
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
