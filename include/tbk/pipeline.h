/* pipeline.h - worker threads over a sequence of batches: read in order, work in parallel, write in order.
 *
 * Each thread owns one slot (a batch and the scratch it is worked on with) and goes round: it reads the
 * next batch into its slot, works on it, waits for its turn and writes it. Reading is done by one thread
 * at a time and writing by one thread at a time, both in the order of the batches; so what is written
 * does not depend on the number of threads, and no more batches are in memory than there are threads.
 *
 * Threads   the functions given are called from any of the threads; read and write never at the same
 *           time as another call of themselves.
 */
#ifndef TBK_PIPELINE_H
#define TBK_PIPELINE_H

#include <glib.h>

#include "tbk/error.h"

typedef enum {
  TBK_READ_BATCH,  /* the slot holds a batch */
  TBK_READ_END,    /* there are no more */
  TBK_READ_FAILED, /* the error is set */
} TbkReadStatus;

typedef struct {
  TbkReadStatus (*read) (gpointer context, gpointer slot, GError **error);
  void (*work) (gpointer context, gpointer slot);
  gboolean (*write) (gpointer context, gpointer slot, GError **error);
} TbkPipeline;

/**
 * tbk_pipeline_run:
 * @context: what read and write share
 * @slots: (array length=n_slots): a slot for each thread; the number of slots is the number of threads
 *
 * Runs until read reports the end, or until read or write fails. Every batch read before a failure of
 * read is still worked on and written, then that error is returned; after a failure of write nothing
 * more is written. With one slot everything happens in the calling thread.
 *
 * Returns: TRUE at the end, FALSE with @error set.
 */
gboolean tbk_pipeline_run (const TbkPipeline *pipeline, gpointer context, gpointer *slots, int n_slots,
                           GError **error);

#endif
