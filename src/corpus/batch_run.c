/* batch_run.c - batches of sentences: read, worked on, written.
 *
 * A slot has a batch and all that becomes of it: text, counts, comments, the first problem. It goes
 * through three steps, which the pipeline (base/) calls:
 *
 *   batch_read    one thread at a time, in the order of the file: finds where the next sentences end
 *   batch_work    any number of threads: parses the sentences, lets the job work on each, compresses the text
 *   batch_write   one thread at a time, in the order of the file: writes, adds counts to those of the file
 *
 * So the first and the last may change the File, and the second only the slot and its worker. Nothing
 * depends on which thread had a batch.
 *
 * What becomes of an entry: it is worked on; or passed unchanged, as it is not asked for or is faulty with
 * --on-error=pass; or left out; or it ends the run.
 */
#include "corpus/corpus.h"

/* The bytes of a text that a slot keeps before they are written, where a sentence becomes many. */
enum { LARGE_TEXT = 1 << 20 };

Slot *
slot_new (const Run *run)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->batch = run->options->format->batch_new ();
  slot->selector = run->options->selection != NULL ? tbk_selector_new (run->options->selection) : NULL;
  slot->text = tbk_text_new ();
  slot->tally = run->job->layout != NULL ? tbk_tally_new (run->job->layout) : NULL;
  mark_log_init (&slot->marks);
  return slot;
}

/* Frees a slot with all that belongs to it, whatever state the run has ended in. */
void
slot_free (const Run *run, Slot *slot)
{
  run->options->format->batch_free (slot->batch);
  tbk_selector_free (slot->selector);
  tbk_text_free (slot->text);
  packed_clear (&slot->packed);
  tbk_tally_free (slot->tally);
  g_clear_error (&slot->problem);
  mark_log_clear (&slot->marks);
  g_free (slot);
}

/* Returns TRUE if nothing of further sentences is written; then the slot is the only one. */
static gboolean
is_full (const Run *run, const Slot *slot)
{
  return !run->job->keeps_others && selector_left (slot->selector) == 0;
}

/* Reads the next batch of file number @sequence, which is opened by the first. The position is noted
 * here, since at the time of writing the reader has long gone on. */
TbkReadStatus
batch_read (gpointer context, int sequence, gpointer data, GError **error)
{
  Run *run = context;
  const TbkFormat *format = run->options->format;
  Slot *slot = data;
  TbkReadStatus status;
  gpointer reader;

  if (is_full (run, slot) && run->options->output_dir == NULL)
    return TBK_READ_END;
  if (run->files[sequence] == NULL && !file_open (run, sequence, error))
    return TBK_READ_FAILED;
  if (is_full (run, slot))
    return TBK_READ_END; /* the file has an output of its own, if an empty one */
  reader = run->files[sequence]->reader;
  status = format->read (reader, slot->batch, error);
  run->files[sequence]->has_ended = status == TBK_READ_END;
  if (status == TBK_READ_BATCH) /* at the end, others may still read what is side by side */
    slot->position = input_position (format->reader_input (reader));
  return status;
}

gboolean
batch_finish (gpointer context, int sequence, gpointer slot, GError **error)
{
  const TbkFormat *format = ((const Run *) context)->options->format;

  (void) sequence;
  return format->finish == NULL || format->finish (((Slot *) slot)->batch, error);
}

/* Returns TRUE if what is written has the comments of what is read. */
static gboolean
keeps_marks (const TbkJob *job)
{
  return job->writes_corpus && (!job->writes_lines || job->writes_comments);
}

/* Notes what became of the comments of @entry; what it became stands in the text from @offset on. */
static gboolean
note_marks (const Run *run, Slot *slot, const TbkEntry *entry, MarkEventKind kind, gsize offset,
            GError **problem)
{
  return !keeps_marks (run->job)
         || mark_log_add (&slot->marks, kind, run->options->format, entry, slot->text, offset, problem);
}

/* Returns TRUE if @entry, which has no sentence, has comments. */
static gboolean
has_comments (const TbkEntry *entry)
{
  for (gsize i = 0; i < entry->length; i++)
    if (entry->text[i] != '\r' && entry->text[i] != '\n')
      return TRUE;
  return FALSE;
}

/* Appends @entry as it is. */
static gboolean
pass_entry (const Run *run, Slot *slot, const TbkEntry *entry, GError **problem)
{
  const gsize offset = tbk_text_length (slot->text);

  text_keep (slot->text, entry->text, entry->length);
  slot->n_open_lines = entry_count_open_lines (entry, run->options->format);
  return note_marks (run, slot, entry, entry->is_blank && !has_comments (entry) ? MARKS_BLANK : MARKS_WRITTEN,
                     offset, problem);
}

/* Leaves @entry out, as a bad one or one that is not asked for. */
static gboolean
leave_out (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, MarkEventKind kind,
           GError **problem)
{
  return (run->job->leave_out == NULL || run->job->leave_out (worker, entry, problem))
         && note_marks (run, slot, entry, kind, 0, problem);
}

/* Compresses the text here, in one of many threads, for an output that is compressed. */
static gboolean
pack (Slot *slot, const TbkOutput *output, GError **error)
{
  slot->packed.size = 0;
  return output == NULL || !output_is_compressed (output) || tbk_text_length (slot->text) < LEAST_IN_MEMBER
         || output_pack_text (output, slot->text, &slot->packed, error);
}

/* Lets the job append what else @entry becomes: samples, for instance, may be a million trees. A text
 * that has grown large is written before it grows on; if that fails, the batch ends. */
static gboolean
take_more (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, PipelineTurn *turn,
           GError **problem)
{
  const TbkOutput *output = run->files[entry->file_number]->output;
  int n_taken = 0;

  while (!slot->is_ending && (n_taken = run->job->more (worker, entry, slot->text, problem)) > 0) {
    if (tbk_text_length (slot->text) < LARGE_TEXT)
      continue;
    if (!pack (slot, output, problem))
      return FALSE;
    slot->is_ending = !pipeline_write_part (turn);
  }
  return n_taken >= 0;
}

/* Lets the job work on @entry, which may become nothing. */
static gboolean
take_entry (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, PipelineTurn *turn,
            GError **problem)
{
  const gsize offset = tbk_text_length (slot->text);
  gboolean is_written;

  if (!run->job->work (worker, entry, slot->text, slot->tally, problem))
    return FALSE;
  is_written = tbk_text_length (slot->text) > offset;
  if (!note_marks (run, slot, entry, is_written ? MARKS_WRITTEN : MARKS_LEFT_OUT, offset, problem))
    return FALSE;
  if (run->job->more != NULL && !take_more (run, slot, worker, entry, turn, problem))
    return FALSE;
  if (is_written)
    slot->n_open_lines = run->job->writes_lines ? 0 : entry_count_open_lines (entry, run->options->format);
  return TRUE;
}

/* Ends the run here, by @problem, which is taken; NULL where the reason is known elsewhere. Problems
 * before it, which were only counted, give way: the last one is what the run ends by. */
static void
end_batch (Slot *slot, GError *problem)
{
  slot->is_ending = TRUE;
  g_clear_error (&slot->problem);
  slot->problem = problem;
}

/* Counts @problem, which is taken and kept if it is the first. */
static void
note_problem (Slot *slot, const TbkEntry *entry, GError *problem)
{
  if (slot->problem == NULL)
    slot->problem = problem;
  else
    g_error_free (problem);
  slot->n_problems += 1 + entry->n_joined;
}

/* Does what was asked for with a sentence that is faulty or cannot be worked on; takes @problem. Only
 * faults of data can be passed over: lack of memory always ends the run. */
static void
meet_problem (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, GError *problem)
{
  GError *loss = NULL;
  gboolean done;

  if (run->options->on_error == TBK_ON_ERROR_STOP || !g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA)) {
    end_batch (slot, problem);
    slot->n_problems += 1 + entry->n_joined;
  } else {
    note_problem (slot, entry, problem);
  }
  if (slot->is_ending)
    return;
  done = run->job->writes_corpus && run->options->on_error == TBK_ON_ERROR_PASS
             ? pass_entry (run, slot, entry, &loss)
             : leave_out (run, slot, worker, entry, MARKS_LEFT_OUT, &loss);
  if (!done)
    end_batch (slot, loss);
}

/* Returns TRUE if what is written has the form of what is read. */
static gboolean
keeps_form (const TbkJob *job)
{
  return job->writes_corpus && !job->writes_lines;
}

/* Sets *@is_taken to whether @entry is asked for. Where the job judges too, an entry counts among the
 * selected only if both agree: if ten are asked for, ten come out. */
static gboolean
select_entry (const Run *run, Slot *slot, const TbkEntry *entry, gboolean *is_taken, GError **problem)
{
  const TbkJob *job = run->job;

  if (job->judge == NULL)
    return tbk_selector_take (slot->selector, entry, is_taken, problem);
  *is_taken = TRUE;
  if ((slot->selector != NULL && !selector_meets (slot->selector, entry, is_taken, problem))
      || !job->judge (job->data, entry, is_taken, problem))
    return FALSE;
  if (*is_taken)
    selector_count (slot->selector, entry);
  return TRUE;
}

/* Lets the job work on @entry if it is asked for. */
static gboolean
take_if_selected (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, PipelineTurn *turn,
                  GError **problem)
{
  gboolean is_taken;

  if (!select_entry (run, slot, entry, &is_taken, problem))
    return FALSE;
  if (is_taken && run->options->format->count != NULL)
    run->options->format->count (slot->batch);
  if (is_taken)
    return take_entry (run, slot, worker, entry, turn, problem);
  return run->job->keeps_others ? pass_entry (run, slot, entry, problem)
                                : leave_out (run, slot, worker, entry, MARKS_NOT_ASKED_FOR, problem);
}

/* Does what is to be done with what is no sentence: comments without words are not asked for where
 * sentences are chosen, and then hold as those of a sentence would. */
static gboolean
take_blank (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, PipelineTurn *turn,
            GError **problem)
{
  const TbkJob *job = run->job;
  const gboolean is_comment = has_comments (entry);

  if (job->takes_blanks && slot->selector == NULL)
    return take_entry (run, slot, worker, entry, turn, problem);
  if (is_comment && (job->leave_out != NULL || (slot->selector != NULL && !job->keeps_others)))
    return leave_out (run, slot, worker, entry, MARKS_NOT_ASKED_FOR, problem);
  if (is_comment && job->writes_lines)
    return take_entry (run, slot, worker, entry, turn, problem);
  return !keeps_form (job) || pass_entry (run, slot, entry, problem);
}

/* Decides what becomes of an entry: a fault, which some jobs count as a result; blank lines and
 * comments without words; or a sentence. */
static void
work_on_entry (const Run *run, Slot *slot, gpointer worker, const TbkEntry *entry, PipelineTurn *turn)
{
  GError *problem = NULL;

  if (entry->problem != NULL)
    selector_pass_bad (slot->selector, entry);
  if (run->job->takes_problems && g_error_matches (entry->problem, TBK_ERROR, TBK_ERROR_DATA)) {
    if (!take_entry (run, slot, worker, entry, turn, &problem))
      meet_problem (run, slot, worker, entry, problem);
    else
      note_problem (slot, entry, g_error_copy (entry->problem));
  } else if (entry->problem != NULL)
    meet_problem (run, slot, worker, entry, g_error_copy (entry->problem));
  else if (entry->is_blank && !take_blank (run, slot, worker, entry, turn, &problem))
    end_batch (slot, problem);
  else if (!entry->is_blank && !take_if_selected (run, slot, worker, entry, turn, &problem))
    meet_problem (run, slot, worker, entry, problem);
}

/* Sets @is_taken to whether @entry will be worked on. A lack of memory ends the batch here: the next time the
 * sentence is looked at there may be enough. Wrong data will be met then. */
static gboolean
will_be_taken (const Slot *slot, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  g_autoptr (GError) problem = entry->problem == NULL ? NULL : g_error_copy (entry->problem);

  *is_taken = problem == NULL && !entry->is_blank;
  if (*is_taken && slot->selector != NULL)
    *is_taken = selector_meets (slot->selector, entry, is_taken, &problem) && *is_taken;
  if (problem == NULL || g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Shows the worker all sentences of the batch that it will work on, before the first is worked on. The
 * batch is gone through and rewound. */
static void
expect_entries (const Run *run, Slot *slot, gpointer worker)
{
  const TbkFormat *format = run->options->format;
  gint64 left = selector_left (slot->selector);
  gboolean done = run->job->expect (worker, NULL, &slot->problem), is_taken;
  TbkEntry entry;

  while (done && left > 0 && format->next (slot->batch, &entry)) {
    done = will_be_taken (slot, &entry, &is_taken, &slot->problem)
           && (!is_taken || run->job->expect (worker, &entry, &slot->problem));
    left -= done && is_taken;
  }
  format->rewind (slot->batch);
  slot->is_ending = !done;
  slot->n_problems = !done;
}

/* Works on a batch. What it needs of the File is only its output, to compress for it. Everything else
 * that was found is left in the slot. */
void
batch_work (gpointer context, int sequence, gpointer data, gpointer worker, PipelineTurn *turn)
{
  const Run *run = context;
  /* A batch of files side by side is all of them (pairs.c). */
  const gboolean has_long_batches = run->job->write != NULL || run->options->format->rewind == NULL;
  Slot *slot = data;
  TbkEntry entry;
  GError *problem = NULL;

  tbk_text_clear (slot->text);
  if (slot->tally != NULL)
    tally_clear (slot->tally); /* of a batch that was not written, behind one that ended its file */
  mark_log_reset (&slot->marks);
  g_clear_error (&slot->problem);
  slot->n_entries = slot->n_problems = 0;
  slot->is_ending = FALSE;
  slot->n_open_lines = -1;
  if (run->job->expect != NULL)
    expect_entries (run, slot, worker);
  while (!slot->is_ending && !is_full (run, slot) && run->options->format->next (slot->batch, &entry)) {
    entry.file_number = sequence;
    slot->n_entries += !entry.is_blank;
    work_on_entry (run, slot, worker, &entry, turn);
    if (has_long_batches && tbk_text_length (slot->text) >= LARGE_TEXT && !slot->is_ending) {
      if (!pack (slot, run->files[sequence]->output, &problem))
        end_batch (slot, g_steal_pointer (&problem));
      else
        slot->is_ending = !pipeline_write_part (turn);
    }
  }
  if (run->job->flush != NULL)
    run->job->flush (worker, slot->tally);
  if (!pack (slot, run->files[sequence]->output, &problem))
    end_batch (slot, problem);
}

/* Writes the text, with the comments of sentences left out that hold for those after them. Only here,
 * in the order of the file, is it known which comments wait. If they change the text, that packed
 * before is of no use. */
static gboolean
write_corpus (File *file, Slot *slot, GError **error)
{
  g_autoptr (TbkText) changed = NULL;

  if (!marks_take (&file->marks, &slot->marks, slot->text, &changed, error))
    return FALSE;
  mark_log_reset (&slot->marks);
  if (changed != NULL)
    return tbk_output_write_text (file->output, changed, error);
  return slot->packed.size > 0 ? output_write_packed (file->output, &slot->packed, error)
                               : tbk_output_write_text (file->output, slot->text, error);
}

/* Where several threads write in the order of files, a file need not wait for those before it with a text that
 * is small beside what was read: findings, rows of tables. */
gboolean
batch_may_write_early (gpointer context, int sequence)
{
  const Run *run = context;
  const TbkText *early = run->files[sequence]->early;

  return run->job->write != NULL && !run->job->joins_files && run->output == NULL
         && run->options->n_threads > 1 && sequence > 0 && run->may_overtake[sequence]
         && (early == NULL || tbk_text_length (early) < LARGE_TEXT);
}

/* Lets the job write @text, or keeps a copy. One that may not be kept is not written before its turn. */
static gboolean
write_by_job (File *file, const TbkText *text, GError **error)
{
  const TbkJob *job = file->run->job;

  if (!batch_may_write_early (file->run, file->number))
    return file_write_early (file, error) && job->write (job->data, text, error);
  if (file->early == NULL)
    file->early = tbk_text_new ();
  text_append (file->early, text);
  return TRUE;
}

/* Writes what there is of the batch so far. */
static gboolean
write_text (File *file, Slot *slot, GError **error)
{
  if (!file_enter (file, error))
    return FALSE;
  file->has_output_failed = (file->output != NULL && !write_corpus (file, slot, error))
                            || (file->run->job->write != NULL && !write_by_job (file, slot->text, error));
  return !file->has_output_failed;
}

gboolean
batch_write_part (gpointer context, int sequence, gpointer data, GError **error)
{
  Slot *slot = data;

  if (!write_text (((Run *) context)->files[sequence], slot, error))
    return FALSE;
  tbk_text_clear (slot->text);
  return TRUE;
}

/* Writes a batch and adds what it found to its file. A batch that ends the run is written as far as it
 * goes: sentences before the fault are in the output. */
gboolean
batch_write (gpointer context, int sequence, gpointer data, GError **error)
{
  Run *run = context;
  File *file = run->files[sequence];
  Slot *slot = data;

  file->n_entries += slot->n_entries;
  if (!write_text (file, slot, error))
    return FALSE;
  if (file->tally != NULL)
    tally_merge (file->tally, slot->tally);
  if (slot->n_open_lines >= 0)
    file->n_open_lines = slot->n_open_lines;
  if (slot->is_ending) {
    g_propagate_error (error, g_steal_pointer (&slot->problem));
    return FALSE;
  }
  file->n_problems += slot->n_problems;
  if (file->first_problem == NULL)
    file->first_problem = g_steal_pointer (&slot->problem);
  file_tell_progress (file, slot->position, FALSE);
  return run->options->format->notes_add == NULL
         || run->options->format->notes_add (file->notes, slot->batch, error);
}
