/* pipeline.c - the threads of a pipeline, all alike.
 *
 * A thread chooses the first sequence that has more to read and that no other thread reads. It reads a batch,
 * finishes it and works on it. Then it writes, completes and ends whatever it can: its own batch, or batches
 * that others parked.
 *
 * Why no thread waits for ever: call a batch low if it comes before another in the order of writing. The
 * lowest batch that is read and not written waits for none, unless it is of a later sequence than one that is
 * joined with it and not ended. Of the first sequence that is not ended there is always one to read. A thread
 * that would read from a later one, or waits in its turn with a batch of a later one, passed the first one by
 * only because another thread was reading it. That thread comes back to it before it goes to any other, and a
 * slot is reserved for it. Nor does a thread that finishes a batch: those it may wait for, before it in the
 * sequence, are read and being finished.
 *
 * Why what can be written is written: a batch can be written when it is done, when the one before it is
 * written, or when the sequence before is ended. A thread that does any of these looks again what there is to
 * do.
 */
#include "base/pipeline.h"

enum { MOST_OPEN = 64 };

typedef struct Pipeline Pipeline;

/* A slot, and the batch in it. */
struct PipelineTurn {
  Pipeline *run;
  gpointer slot;
  int sequence; /* -1: none */
  guint64 number;
  gboolean is_done; /* worked on */
  GError *fault;    /* that finish met */
};

typedef struct {
  guint64 n_read, n_written; /* batches */
  gboolean is_reading, is_at_end, is_writing;
  gboolean is_complete; /* or is being completed, which counts as writing, or is ended */
  GError *read_error, *write_error;
} Sequence;

struct Pipeline {
  const PipelineFuncs *pipeline;
  gpointer context;
  const PipelineRun *work;
  int most_open;

  GMutex lock; /* guards all that follows, but not the calls */
  GCond idle;  /* there may be something to read */
  GCond turns; /* something was written or ended */
  /* Threads that wait for these: to signal to none would cost a system call. */
  int n_idle, n_waiting_for_turn;
  PipelineTurn *batches;     /* (array length=n_slots) */
  PipelineTurn **free_slots; /* a stack, so that those used last, which caches know, are used first */
  int n_free;
  Sequence *sequences;
  int first; /* that is not ended */
  gboolean is_ending, is_over;
  GError *error;
};

/* A thread, which is its worker. */
typedef struct {
  Pipeline *run;
  gpointer worker;
} Thread;

/* Returns TRUE if sequences after the first one have all the slots that they may have. Batches of joined
 * sequences are parked until the first is ended: a long one must have slots for all threads until then. */
static gboolean
have_later_their_share (const Pipeline *run)
{
  int n_later = 0;

  for (int b = 0; b < run->work->n_slots && run->work->is_joined; b++)
    n_later += run->batches[b].sequence > run->first;
  return n_later > 0 && n_later >= run->work->n_slots - run->work->n_workers;
}

/* The sequence to read from now, -1 if there is none. */
static int
find_sequence (const Pipeline *run)
{
  const int end = MIN (run->work->n_sequences, run->first + run->most_open);

  if (run->is_over || run->n_free == 0)
    return -1;
  /* The first sequence that is not ended may always be read. Later ones only while slots are left over for
   * it. */
  for (int s = run->first; s < end; s++) {
    const Sequence *sequence = &run->sequences[s];

    if (sequence->is_at_end || sequence->is_reading)
      continue;
    if (s == run->first)
      return s;
    if (run->n_free == 1 || have_later_their_share (run))
      return -1;
    if (run->pipeline->may_overtake == NULL || run->pipeline->may_overtake (run->context, s))
      return s;
  }
  return -1;
}

static void
wake_idle (Pipeline *run)
{
  if (run->n_idle > 0)
    g_cond_signal (&run->idle);
}

static void
free_slot (Pipeline *run, PipelineTurn *batch)
{
  batch->sequence = -1;
  batch->is_done = FALSE;
  g_clear_error (&batch->fault);
  run->free_slots[run->n_free++] = batch;
  wake_idle (run);
}

/* Waits for something to read and reserves a slot for it; NULL at the end. */
static PipelineTurn *
take_slot (Pipeline *run)
{
  PipelineTurn *batch;
  int s;

  while ((s = find_sequence (run)) < 0) {
    if (run->is_over)
      return NULL;
    run->n_idle++;
    g_cond_wait (&run->idle, &run->lock);
    run->n_idle--;
  }

  /* The sequence is ours to read until read_batch() is done. If there is another one, another thread may
   * begin. */
  batch = run->free_slots[--run->n_free];
  batch->sequence = s;
  run->sequences[s].is_reading = TRUE;
  if (run->n_idle > 0 && find_sequence (run) >= 0)
    g_cond_signal (&run->idle);
  return batch;
}

/* Sees to what the next batch of the sequence need not wait for. */
static void
finish_batch (Pipeline *run, PipelineTurn *batch)
{
  if (run->pipeline->finish == NULL)
    return;
  g_mutex_unlock (&run->lock);
  run->pipeline->finish (run->context, batch->sequence, batch->slot, &batch->fault);
  g_mutex_lock (&run->lock);
}

/* Reads a batch into its slot; FALSE, and the slot is free, if there is none. */
static gboolean
read_batch (Pipeline *run, PipelineTurn *batch)
{
  Sequence *sequence = &run->sequences[batch->sequence];
  TbkReadStatus status;

  /* Nobody else reads this sequence meanwhile, so its error and its position need no lock. */
  g_mutex_unlock (&run->lock);
  status = run->pipeline->read (run->context, batch->sequence, batch->slot, &sequence->read_error);
  g_mutex_lock (&run->lock);
  sequence->is_reading = FALSE;
  if (status == TBK_READ_BATCH) {
    batch->number = sequence->n_read++;
    wake_idle (run);
    finish_batch (run, batch);
    return TRUE;
  }
  sequence->is_at_end = TRUE;
  free_slot (run, batch);
  return FALSE;
}

/* A batch of a sequence that has failed is passed on without work: its turn must come all the same, so that
 * the sequence ends. */
static void
work_on_batch (Pipeline *run, PipelineTurn *batch, gpointer worker)
{
  if (!run->is_over && run->sequences[batch->sequence].write_error == NULL && batch->fault == NULL) {
    g_mutex_unlock (&run->lock);
    run->pipeline->work (run->context, batch->sequence, batch->slot, worker, batch);
    g_mutex_lock (&run->lock);
  }
  batch->is_done = TRUE;
}

/* Returns TRUE if it is the turn of @batch. */
static gboolean
has_turn (const Pipeline *run, const PipelineTurn *batch)
{
  const Sequence *sequence = &run->sequences[batch->sequence];

  return batch->number == sequence->n_written && !sequence->is_writing
         && (!run->work->is_joined || batch->sequence == run->first
             || (run->pipeline->may_write_early != NULL
                 && run->pipeline->may_write_early (run->context, batch->sequence)));
}

/* Writes, by one of the functions for that, unless the batch has a fault. After either failure nothing more
 * of the sequence is read or written. */
static void
write_by (Pipeline *run, PipelineTurn *batch,
          gboolean (*write) (gpointer context, int sequence, gpointer slot, GError **error))
{
  Sequence *sequence = &run->sequences[batch->sequence];
  GError *error = g_steal_pointer (&batch->fault);

  if (sequence->write_error != NULL) {
    g_clear_error (&error);
    return;
  }
  /* Nobody else writes this sequence meanwhile. */
  sequence->is_writing = TRUE;
  g_mutex_unlock (&run->lock);
  if (error == NULL)
    write (run->context, batch->sequence, batch->slot, &error);
  g_mutex_lock (&run->lock);
  sequence->is_writing = FALSE;
  sequence->write_error = error;
  if (error != NULL)
    sequence->is_at_end = TRUE;
}

static void
wake_turns (Pipeline *run)
{
  if (run->n_waiting_for_turn > 0)
    g_cond_broadcast (&run->turns);
}

/* Called by work() itself when a batch has more to write than should be kept in memory. The thread waits for
 * the turn of its batch, and writes; the rest is written as usual. */
gboolean
pipeline_write_part (PipelineTurn *turn)
{
  Pipeline *run = turn->run;
  const Sequence *sequence = &run->sequences[turn->sequence];
  gboolean is_written;

  g_mutex_lock (&run->lock);
  run->n_waiting_for_turn++;
  while (!run->is_over && sequence->write_error == NULL && !has_turn (run, turn))
    g_cond_wait (&run->turns, &run->lock);
  run->n_waiting_for_turn--;
  if (!run->is_over)
    write_by (run, turn, run->pipeline->write_part);
  is_written = !run->is_over && sequence->write_error == NULL;
  g_mutex_unlock (&run->lock);
  return is_written;
}

/* A batch that is done and whose turn it is; NULL if there is none. */
static PipelineTurn *
find_batch (const Pipeline *run)
{
  for (int b = 0; b < run->work->n_slots; b++)
    if (run->batches[b].is_done && has_turn (run, &run->batches[b]))
      return &run->batches[b];
  return NULL;
}

/* Returns TRUE if all of a sequence is read and written, or failed. */
static gboolean
is_written (const Sequence *sequence)
{
  return sequence->is_at_end && !sequence->is_reading && !sequence->is_writing
         && sequence->n_written == sequence->n_read;
}

/* Returns TRUE if @sequence, of which all is written, has still to be completed. */
static gboolean
is_incomplete (const Pipeline *run, const Sequence *sequence)
{
  return run->pipeline->complete != NULL && !sequence->is_complete && sequence->read_error == NULL
         && sequence->write_error == NULL;
}

/* A sequence that can be completed; NULL if there is none. */
static Sequence *
find_written (const Pipeline *run)
{
  const int end = MIN (run->work->n_sequences, run->first + run->most_open);

  for (int s = run->first; s < end && run->pipeline->complete != NULL; s++)
    if (is_written (&run->sequences[s]) && is_incomplete (run, &run->sequences[s]))
      return &run->sequences[s];
  return NULL;
}

static void
complete_sequence (Pipeline *run, Sequence *sequence)
{
  GError *error = NULL;

  sequence->is_complete = sequence->is_writing = TRUE;
  g_mutex_unlock (&run->lock);
  run->pipeline->complete (run->context, (int) (sequence - run->sequences), &error);
  g_mutex_lock (&run->lock);
  sequence->is_writing = FALSE;
  sequence->write_error = error;
}

/* Returns TRUE if the first sequence can be ended. */
static gboolean
can_end (const Pipeline *run)
{
  const Sequence *sequence = &run->sequences[run->first];

  return !run->is_ending && is_written (sequence) && !is_incomplete (run, sequence);
}

/* is_ending keeps other threads out while end() runs without the lock. Sequences are ended in order, one at a
 * time. */
static void
end_sequence (Pipeline *run)
{
  Sequence *sequence = &run->sequences[run->first];
  GError *fault;
  gboolean done;

  /* The first failure counts: writing came after reading, but of earlier batches. */
  if (sequence->write_error != NULL)
    g_clear_error (&sequence->read_error);
  fault = sequence->write_error != NULL ? g_steal_pointer (&sequence->write_error)
                                        : g_steal_pointer (&sequence->read_error);
  sequence->is_complete = TRUE; /* one that failed is not to be completed now that its error is taken */
  run->is_ending = TRUE;
  g_mutex_unlock (&run->lock);
  done = run->pipeline->end (run->context, run->first, fault, &run->error);
  g_mutex_lock (&run->lock);
  run->is_ending = FALSE;
  if (done)
    run->first++;
  run->is_over = !done || run->first == run->work->n_sequences;
  if (run->is_over)
    g_cond_broadcast (&run->idle);
  else
    wake_idle (run);
}

/* Writes, completes and ends what can be. */
static void
go_on (Pipeline *run)
{
  while (!run->is_over) {
    /* A parked batch whose turn has come; else the end of the first sequence; else a sequence to complete, which
     * may take long; else there is nothing to do. */
    PipelineTurn *batch = find_batch (run);
    Sequence *sequence;

    if (batch != NULL) {
      batch->is_done = FALSE; /* so that no other thread reserves it */
      write_by (run, batch, run->pipeline->write);
      run->sequences[batch->sequence].n_written++;
      free_slot (run, batch);
    } else if (can_end (run)) {
      end_sequence (run);
    } else if ((sequence = find_written (run)) != NULL) {
      complete_sequence (run, sequence);
    } else {
      return;
    }
    wake_turns (run);
  }
}

/* The loop of a thread, until nothing is left to read: one batch, then whatever can be written. */
static gpointer
go_round (gpointer data)
{
  const Thread *thread = data;
  Pipeline *run = thread->run;
  PipelineTurn *batch;

  g_mutex_lock (&run->lock);
  while ((batch = take_slot (run)) != NULL) {
    if (read_batch (run, batch))
      work_on_batch (run, batch, thread->worker);
    go_on (run);
  }
  g_mutex_unlock (&run->lock);
  return NULL;
}

void
pipeline_share_out (const char *name, GThreadFunc work, gpointer shares, gsize size, int n)
{
  g_autofree GThread **threads = g_new0 (GThread *, n);
  char *share = shares;

  for (int t = 1; t < n; t++)
    threads[t] = g_thread_try_new (name, work, share + (gsize) t * size, NULL);
  for (int t = 0; t < n; t++)
    if (threads[t] == NULL)
      work (share + (gsize) t * size);
  for (int t = 1; t < n; t++)
    if (threads[t] != NULL)
      g_thread_join (threads[t]);
}

/* Goes round in the calling thread and as many others as there are workers left. What is written is the same however
 * many threads there are. */
static void
run_threads (Pipeline *run)
{
  const int n = run->work->n_workers;
  g_autofree Thread *workers = g_new (Thread, n);

  for (int i = 0; i < n; i++)
    workers[i] = (Thread){ run, run->work->workers[i] };
  pipeline_share_out ("tbk-worker", go_round, workers, sizeof *workers, n);
}

/* One thread reads one sequence at a time. Several may read ahead in later ones, twice as many as there are
 * threads, so that short files do not hold them up. */
gboolean
pipeline_run (const PipelineFuncs *pipeline, gpointer context, const PipelineRun *work, GError **error)
{
  Pipeline run = { .pipeline = pipeline, .context = context, .work = work };

  g_return_val_if_fail (pipeline != NULL && work != NULL && work->n_workers >= 1, FALSE);
  g_return_val_if_fail (work->n_sequences >= 0 && work->n_slots >= work->n_workers, FALSE);
  g_mutex_init (&run.lock);
  g_cond_init (&run.idle);
  g_cond_init (&run.turns);
  run.most_open = work->n_workers == 1 ? 1 : MIN (2 * work->n_workers, MOST_OPEN);
  run.is_over = work->n_sequences == 0;
  run.sequences = g_new0 (Sequence, work->n_sequences);
  run.batches = g_new0 (PipelineTurn, work->n_slots);
  run.free_slots = g_new (PipelineTurn *, work->n_slots);
  for (int b = work->n_slots - 1; b >= 0; b--) {
    run.batches[b] = (PipelineTurn){ .run = &run, .slot = work->slots[b], .sequence = -1 };
    run.free_slots[run.n_free++] = &run.batches[b];
  }

  run_threads (&run);

  for (int s = 0; s < work->n_sequences; s++) {
    g_clear_error (&run.sequences[s].read_error);
    g_clear_error (&run.sequences[s].write_error);
  }
  for (int b = 0; b < work->n_slots; b++)
    g_clear_error (&run.batches[b].fault);
  g_free (run.sequences);
  g_free (run.batches);
  g_free (run.free_slots);
  g_cond_clear (&run.turns);
  g_cond_clear (&run.idle);
  g_mutex_clear (&run.lock);
  if (run.error != NULL)
    g_propagate_error (error, run.error);
  return run.error == NULL;
}
