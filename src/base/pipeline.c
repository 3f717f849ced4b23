/* pipeline.c - the threads of a pipeline, all alike.
 *
 * Batches are numbered as they are read. At most one batch a thread is under way, and the numbers of
 * those under way follow on one another, from the next to be written: so no two of them are equal
 * modulo the number of threads, and a condition for each remainder wakes exactly the one whose turn
 * it is.
 *
 * Why no thread waits for ever: the batch next to be written is read, worked on and written without
 * waiting for another batch; its write, well or badly done, wakes its successor. Why the first error
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

typedef struct {
  Run *run;
  gpointer slot;
} Worker;

/* Reads the next batch into @slot and gives it a number, or returns FALSE if there is none to read. */
static gboolean
read_batch (Run *run, gpointer slot, guint64 *number)
{
  gboolean read = FALSE;

  g_mutex_lock (&run->reading);
  if (!run->at_end && !g_atomic_int_get (&run->broken)) {
    read = run->pipeline->read (run->context, slot, &run->read_error) == TBK_READ_BATCH;
    run->at_end = !read;
    if (read)
      *number = run->n_read++;
  }
  g_mutex_unlock (&run->reading);
  return read;
}

/* Waits until all batches before this one are written, then writes it, unless a write has failed. */
static void
write_batch (Run *run, gpointer slot, guint64 number)
{
  g_mutex_lock (&run->writing);
  while (run->n_written < number)
    g_cond_wait (&run->turns[number % run->n_threads], &run->writing);
  if (!g_atomic_int_get (&run->broken) && !run->pipeline->write (run->context, slot, &run->write_error))
    g_atomic_int_set (&run->broken, TRUE);
  run->n_written = number + 1;
  g_cond_signal (&run->turns[run->n_written % run->n_threads]);
  g_mutex_unlock (&run->writing);
}

/* What each thread does, from the first batch to the last. */
static gpointer
go_round (gpointer data)
{
  Worker *worker = data;
  guint64 number;

  while (read_batch (worker->run, worker->slot, &number)) {
    if (!g_atomic_int_get (&worker->run->broken))
      worker->run->pipeline->work (worker->run->context, worker->slot);
    write_batch (worker->run, worker->slot, number);
  }
  return NULL;
}

/* Goes round in the calling thread and as many others as there are slots left. Should the system
 * refuse us a thread, those we have do the work: what is written is the same. */
static void
run_threads (Run *run, gpointer *slots)
{
  g_autofree Worker *workers = g_new (Worker, run->n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, run->n_threads);

  for (guint i = 1; i < run->n_threads; i++) {
    workers[i] = (Worker){ run, slots[i] };
    threads[i] = g_thread_try_new ("tbk-worker", go_round, &workers[i], NULL);
  }
  workers[0] = (Worker){ run, slots[0] };
  go_round (&workers[0]);
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
