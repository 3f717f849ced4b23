/* pipeline.c - the threads of a pipeline, all alike.
 *
 * Batches are numbered as they are read. At most one batch a thread is under way, and the numbers of
 * those under way follow on one another, from the next to be written: so no two of them are equal
 * modulo the number of threads, and a condition for each remainder wakes exactly the one whose turn
 * it is.
 *
 * Why no thread waits for ever: the batch next to be written is read, worked on and written, in parts or not,
 * without waiting for another batch; its write, well or badly done, wakes its successor. Why the first error
 * in the order of the batches is returned: reading stops at the first failure, so only batches before
 * a failed read are written, and a failed write comes before the failed read of a later batch.
 */
#include "tbk/pipeline.h"

typedef struct {
  const TbkPipeline *pipeline;
  gpointer context;
  guint n_threads;

  GMutex reading; /* held while reading; guards the next three */
  guint64 n_read;
  gboolean at_end;
  GError *read_error;

  GMutex writing; /* held while writing; guards the next two */
  guint64 n_written;
  GError *write_error;
  GCond *turns; /* (array length=n_threads) */
  gint broken;  /* a write failed: set under the lock of writing, read anywhere */
} Run;

struct TbkTurn {
  Run *run;
  gpointer slot;
  guint64 number; /* of the batch in the slot */
};

/* Reads the next batch and gives it a number, or returns FALSE if there is none to read. */
static gboolean
read_batch (TbkTurn *turn)
{
  Run *run = turn->run;
  gboolean read = FALSE;

  g_mutex_lock (&run->reading);
  if (!run->at_end && !g_atomic_int_get (&run->broken)) {
    read = run->pipeline->read (run->context, turn->slot, &run->read_error) == TBK_READ_BATCH;
    run->at_end = !read;
    if (read)
      turn->number = run->n_read++;
  }
  g_mutex_unlock (&run->reading);
  return read;
}

/* Waits until all batches before this one are written, then calls @write, unless a write has failed. Leaves the
 * lock of writing held. */
static void
take_turn (TbkTurn *turn, gboolean (*write) (gpointer context, gpointer slot, GError **error))
{
  Run *run = turn->run;

  g_mutex_lock (&run->writing);
  while (run->n_written < turn->number)
    g_cond_wait (&run->turns[turn->number % run->n_threads], &run->writing);
  if (!g_atomic_int_get (&run->broken) && !write (run->context, turn->slot, &run->write_error))
    g_atomic_int_set (&run->broken, TRUE);
}

gboolean
tbk_turn_write_part (TbkTurn *turn)
{
  take_turn (turn, turn->run->pipeline->write_part);
  g_mutex_unlock (&turn->run->writing);
  return !g_atomic_int_get (&turn->run->broken);
}

/* Writes the batch, or what is left of it; then it is the turn of the next. */
static void
write_batch (TbkTurn *turn)
{
  Run *run = turn->run;

  take_turn (turn, run->pipeline->write);
  run->n_written = turn->number + 1;
  g_cond_signal (&run->turns[run->n_written % run->n_threads]);
  g_mutex_unlock (&run->writing);
}

/* What each thread does, from the first batch to the last. */
static gpointer
go_round (gpointer data)
{
  TbkTurn *turn = data;

  while (read_batch (turn)) {
    if (!g_atomic_int_get (&turn->run->broken))
      turn->run->pipeline->work (turn->run->context, turn->slot, turn);
    write_batch (turn);
  }
  return NULL;
}

/* Goes round in the calling thread and as many others as there are slots left. Should the system
 * refuse us a thread, those we have do the work: what is written is the same. */
static void
run_threads (Run *run, gpointer *slots)
{
  g_autofree TbkTurn *turns = g_new (TbkTurn, run->n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, run->n_threads);

  for (guint i = 1; i < run->n_threads; i++) {
    turns[i] = (TbkTurn){ .run = run, .slot = slots[i] };
    threads[i] = g_thread_try_new ("tbk-worker", go_round, &turns[i], NULL);
  }
  turns[0] = (TbkTurn){ .run = run, .slot = slots[0] };
  go_round (&turns[0]);
  for (guint i = 1; i < run->n_threads; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}

gboolean
tbk_pipeline_run (const TbkPipeline *pipeline, gpointer context, gpointer *slots, int n_slots, GError **error)
{
  Run run = { .pipeline = pipeline, .context = context, .n_threads = (guint) n_slots };
  GError *first;

  g_return_val_if_fail (n_slots >= 1, FALSE);
  g_mutex_init (&run.reading);
  g_mutex_init (&run.writing);
  run.turns = g_new (GCond, run.n_threads);
  for (guint i = 0; i < run.n_threads; i++)
    g_cond_init (&run.turns[i]);

  run_threads (&run, slots);

  for (guint i = 0; i < run.n_threads; i++)
    g_cond_clear (&run.turns[i]);
  g_free (run.turns);
  g_mutex_clear (&run.reading);
  g_mutex_clear (&run.writing);

  if (run.write_error != NULL)
    g_clear_error (&run.read_error);
  first = run.write_error != NULL ? run.write_error : run.read_error;
  if (first != NULL)
    g_propagate_error (error, first);
  return first == NULL;
}
