/* corpus_batch.c - batches of sentences: read in order, worked on by many threads, written in order. */
#include "corpus_batch.h"

#include <string.h>

/* The bytes of a text that a slot keeps before they are written, where a sentence becomes many. */
enum { LARGE_TEXT = 1 << 20 };

Slot *
slot_new (const Run *run)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->batch = tbk_batch_new ();
  slot->text = tbk_text_new ();
  slot->marks = g_string_new (NULL);
  slot->worker = run->job->worker_new (run->command);
  return slot;
}

void
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

/* Lets the command append what else @sentence becomes. A text that has grown large is written before it grows on;
 * if that fails, the batch ends. */
static void
take_more (const Run *run, Slot *slot, const TbkSentence *sentence, TbkTurn *turn)
{
  while (!slot->is_ending && run->job->more (slot->worker, sentence, slot->text))
    if (tbk_text_length (slot->text) >= LARGE_TEXT)
      slot->is_ending = !tbk_turn_write_part (turn);
}

/* Lets the command work on @sentence. */
static gboolean
take_sentence (const Run *run, Slot *slot, const TbkSentence *sentence, TbkTurn *turn, GError **problem)
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
  if (run->job->more != NULL)
    take_more (run, slot, sentence, turn);
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

/* Does what --on-error asks for with a sentence that is not well formed or cannot be solved; takes
 * @problem. */
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
work_on_sentence (const Run *run, Slot *slot, const TbkSentence *sentence, TbkTurn *turn)
{
  GError *problem = NULL;

  if (sentence->problem != NULL)
    meet_problem (run, slot, sentence, g_error_copy (sentence->problem));
  else if (sentence->n > 0 && !take_sentence (run, slot, sentence, turn, &problem))
    meet_problem (run, slot, sentence, problem);
  else if (sentence->n == 0 && run->job->writes_corpus)
    pass_sentence (slot, sentence);
}

static void
work_on_batch (gpointer context, gpointer data, TbkTurn *turn)
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
    work_on_sentence (file->run, slot, &sentence, turn);
}

/* Writes @text, with the marks of sentences left out of the batches before. */
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

/* Writes what there is of the batch so far. */
static gboolean
write_part (gpointer context, gpointer data, GError **error)
{
  File *file = context;
  Slot *slot = data;

  if (!write_text (file, slot->text, error)) {
    file->has_output_failed = TRUE;
    return FALSE;
  }
  tbk_text_clear (slot->text);
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

const TbkPipeline corpus_pipeline = { read_batch, work_on_batch, write_batch, write_part };
