/* pipeline.h - worker threads over a sequence of batches: read in order, work in parallel, write in order.
 *
 * Each thread owns one slot (a batch and the scratch it is worked on with) and goes round: it reads the
 * next batch into its slot, works on it, waits for its turn and writes it. Reading is done by one thread
 * at a time and writing by one thread at a time, both in the order of the batches; so what is written
 * does not depend on the number of threads, and no more batches are in memory than there are threads.
 *
 * Where a batch becomes much longer than it was, work need not keep all of it: as often as it likes it can ask
 * for its turn, wait for it, and have written what there is so far, before the rest is written as usual.
 *
 * Memory    what work lets a slot grow to before it asks for its turn, for each thread: those that come
 *           before their turn wait.
 * Threads   the functions given are called from any of the threads; read never at the same time as another
 *           call of itself, write and write_part never at the same time as another of either.
 */
#ifndef TBK_PIPELINE_H
#define TBK_PIPELINE_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_READ_BATCH,  /* the slot holds a batch */
  TBK_READ_END,    /* there are no more */
  TBK_READ_FAILED, /* the error is set */
} TbkReadStatus;

/* The place of a batch in the order of writing. */
typedef struct TbkTurn TbkTurn;

typedef struct {
  TbkReadStatus (*read) (gpointer context, gpointer slot, GError **error);
  void (*work) (gpointer context, gpointer slot, TbkTurn *turn);
  gboolean (*write) (gpointer context, gpointer slot, GError **error);
  gboolean (*write_part) (gpointer context, gpointer slot, GError **error); /* or NULL if never asked for */
} TbkPipeline;

/**
 * tbk_turn_write_part:
 * @turn: what work was given
 *
 * Waits until all batches before are written, then calls write_part with the slot of the batch. Only for
 * work, in its own thread.
 *
 * Returns: TRUE if the part was written; FALSE if this or an earlier write has failed: nothing more is
 * written, and work should end.
 */
gboolean tbk_turn_write_part (TbkTurn *turn);

/**
 * tbk_pipeline_run:
 * @context: what read and write share
 * @slots: (array length=n_slots): a slot for each thread; the number of slots is the number of threads
 *
 * Runs until read reports the end, or until read, write or write_part fails. Every batch read before a
 * failure of read is still worked on and written, then that error is returned; after a failure of writing
 * nothing more is written. With one slot everything happens in the calling thread.
 *
 * Returns: TRUE at the end, FALSE with @error set.
 */
gboolean tbk_pipeline_run (const TbkPipeline *pipeline, gpointer context, gpointer *slots, int n_slots,
                           GError **error);

TBK_END_DECLS

#endif
