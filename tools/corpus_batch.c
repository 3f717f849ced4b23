/* corpus_batch.c - batches of sentences: read in order, worked on by many threads, written in order. */
#include "corpus_batch.h"

#include <string.h>

/* The bytes of a text that a slot keeps before they are written, where a sentence becomes many. */
enum { LARGE_TEXT = 1 << 20 };

Slot *
slot_new (const Run *run)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->batch = tbk_conllu_batch_new ();
  slot->text = tbk_text_new ();
  slot->marks.bytes = g_string_new (NULL);
  slot->worker = run->job->worker_new (run->command);
  return slot;
}

void
slot_free (const Run *run, Slot *slot)
{
  run->job->worker_free (slot->worker);
  tbk_text_free (slot->text);
  tbk_conllu_batch_free (slot->batch);
  g_clear_error (&slot->problem);
  g_string_free (slot->marks.bytes, TRUE);
  g_free (slot);
}

static TbkReadStatus
read_batch (gpointer context, gpointer data, GError **error)
{
  File *file = context;
  Slot *slot = data;
  TbkReadStatus status = tbk_conllu_reader_next (file->reader, slot->batch, error);

  slot->position = tbk_input_position (tbk_conllu_reader_input (file->reader));
  return status;
}

gboolean
corpus_fail_at (const TbkConlluSentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tbk_conllu_sentence_file (sentence), sentence->line);
  return FALSE;
}

/* Line ends that @sentence lacks for another one to follow it. */
static int
count_open_lines (const TbkConlluSentence *sentence)
{
  const char *end = sentence->text + sentence->length;

  if (end[-1] != '\n')
    return 2;
  end -= sentence->length > 1 && end[-2] == '\r' ? 2 : 1;
  return end > sentence->text && end[-1] != '\n';
}

/* A copy of @text without the blank lines it begins with, in whose place marks are written. */
static char *
dup_without_blank_lines (const TbkText *text, gsize *length, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);
  gsize n_blank = 0;

  if (bytes == NULL)
    return NULL;

  *length = tbk_text_length (text);
  while (n_blank < *length && (bytes[n_blank] == '\r' || bytes[n_blank] == '\n'))
    n_blank++;
  *length -= n_blank;
  memmove (bytes, bytes + n_blank, *length);
  return g_steal_pointer (&bytes);
}

static void
lose_marks (Marks *marks, gint64 n, gint64 first)
{
  if (marks->n_lost == 0)
    marks->first_lost = first;
  marks->n_lost += n;
}

/* Adds @more, unless the sentence that they go to could become too long by them. */
static void
add_marks (Marks *marks, const Marks *more)
{
  enum { MOST = 1 << 20 };
  gsize length = more->bytes->len;
  gint64 n_lines = 0;

  if (more->n_lost > 0)
    lose_marks (marks, more->n_lost, more->first_lost);
  if (marks->bytes->len == 0)
    marks->line = more->line;
  if (marks->bytes->len + length <= MOST) {
    g_string_append_len (marks->bytes, more->bytes->str, (gssize) length);
    return;
  }
  for (gsize i = 0; i < length; i++)
    n_lines += more->bytes->str[i] == '\n';
  lose_marks (marks, n_lines, more->line);
}

static void
clear_marks (Marks *marks)
{
  g_string_truncate (marks->bytes, 0);
  marks->n_lost = 0;
}

/* Appends @sentence as it is; but not blank lines that marks take the place of. */
static void
pass_sentence (Slot *slot, const TbkConlluSentence *sentence)
{
  if (slot->marks.bytes->len > 0)
    return;
  tbk_text_keep (slot->text, sentence->text, sentence->length);
  slot->n_open_lines = count_open_lines (sentence);
}

/* Lets the command append what else @sentence becomes. A text that has grown large is written before it grows on;
 * if that fails, the batch ends. */
static gboolean
take_more (const Run *run, Slot *slot, const TbkConlluSentence *sentence, TbkTurn *turn, GError **problem)
{
  int n_taken = 0;

  while (!slot->is_ending && (n_taken = run->job->more (slot->worker, sentence, slot->text, problem)) > 0)
    if (tbk_text_length (slot->text) >= LARGE_TEXT)
      slot->is_ending = !tbk_turn_write_part (turn);
  return n_taken >= 0;
}

/* Lets the command work on @sentence. */
static gboolean
take_sentence (const Run *run, Slot *slot, const TbkConlluSentence *sentence, TbkTurn *turn, GError **problem)
{
  if (slot->marks.bytes->len == 0) {
    if (!run->job->work (slot->worker, sentence, slot->text, problem))
      return FALSE;
  } else {
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *bytes = NULL;
    gsize length;

    if (!run->job->work (slot->worker, sentence, text, problem)
        || (bytes = dup_without_blank_lines (text, &length, problem)) == NULL)
      return FALSE;
    tbk_text_add (slot->text, slot->marks.bytes->str, slot->marks.bytes->len);
    tbk_text_add (slot->text, bytes, length);
    g_string_truncate (slot->marks.bytes, 0);
  }
  if (run->job->more != NULL && !take_more (run, slot, sentence, turn, problem))
    return FALSE;
  slot->n_open_lines = count_open_lines (sentence);
  return TRUE;
}

/* Keeps what a sentence that is left out says of those after it. */
static gboolean
keep_marks (Slot *slot, const TbkConlluSentence *sentence, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  Marks marks = { .line = sentence->line };
  g_autofree char *bytes = NULL;

  marks.n_lost = tbk_conllu_sentence_write_document_marks (sentence, text, &marks.first_lost);
  bytes = tbk_text_dup (text, error);
  if (bytes == NULL)
    return FALSE;
  marks.bytes = &(GString){ .str = bytes, .len = tbk_text_length (text) };
  add_marks (&slot->marks, &marks);
  return TRUE;
}

/* Does what --on-error asks for with a sentence that is not well formed or cannot be solved; takes
 * @problem. */
static void
meet_problem (const Run *run, Slot *slot, const TbkConlluSentence *sentence, GError *problem)
{
  GError *loss = NULL;

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
  else if (!keep_marks (slot, sentence, &loss))
    meet_problem (run, slot, sentence, loss);
}

static void
work_on_sentence (const Run *run, Slot *slot, const TbkConlluSentence *sentence, TbkTurn *turn)
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
  TbkConlluSentence sentence;

  tbk_text_clear (slot->text);
  clear_marks (&slot->marks);
  g_clear_error (&slot->problem);
  slot->n_problems = 0;
  slot->is_ending = FALSE;
  slot->n_open_lines = -1;
  while (!slot->is_ending && tbk_conllu_batch_next (slot->batch, &sentence))
    work_on_sentence (file->run, slot, &sentence, turn);
}

/* Writes @text, with the marks of sentences left out of the batches before. */
static gboolean
write_text (File *file, const TbkText *text, GError **error)
{
  GString *marks = file->marks.bytes;
  g_autofree char *bytes = NULL;
  gsize length;

  if (marks->len == 0)
    return tbk_output_write_text (file->output, text, error);
  bytes = dup_without_blank_lines (text, &length, error);
  if (bytes == NULL)
    return FALSE;
  if (length == 0)
    return TRUE;
  if (!tbk_output_write (file->output, marks->str, marks->len, error)
      || !tbk_output_write (file->output, bytes, length, error))
    return FALSE;
  g_string_truncate (marks, 0);
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
  add_marks (&file->marks, &slot->marks);
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
