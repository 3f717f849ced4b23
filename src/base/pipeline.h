/* pipeline.h - worker threads over sequences of batches: read in order, worked on in parallel, written in
 * order.
 *
 * Each sequence (a file, say) is read by one thread at a time, in order; several are under way at once. A
 * thread reads a batch into a slot and works on it. Some thread writes it when its turn comes: after the
 * batches before it in its sequence and, where all sequences are joined, after all sequences before. So what
 * is written does not depend on the number of threads. A batch that is done before its turn is parked in its
 * slot, and its thread goes on. As many slots as there are threads are kept from later sequences of joined
 * ones. So the first sequence that has not ended never lacks slots, however long it is.
 *
 * Where a batch becomes much longer than it was, work need not keep all of it. As often as it likes it can
 * ask for its turn, wait for it, and have the text so far written. The rest is written as usual.
 *
 * Errors    what comes before the first error, in the order of sequences and of batches in them, is worked on
 *           and written; a batch that finish failed with is not. Whether the error of a sequence ends the run
 *           is for the function `end` to say.
 * Memory    the slots: what work lets one grow to before it asks for its turn. Sequences begun and not ended
 *           are at most two a thread, and 64.
 * Threads   any of the threads calls the functions given. Two calls of read for the same sequence never
 *           overlap. Nor do two of write, write_part and end for the same sequence, or for any if they are
 *           joined and nothing is written early. Nor do two calls of end. With one worker everything happens
 *           in the calling thread, sequence by sequence.
 */
#ifndef BASE_PIPELINE_H
#define BASE_PIPELINE_H

#include <glib.h>

#include "tbk/conllu.h"

/* The place of a batch in the order of writing. */
typedef struct PipelineTurn PipelineTurn;

typedef struct {
  TbkReadStatus (*read) (gpointer context, int sequence, gpointer slot, GError **error);
  void (*work) (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn);
  gboolean (*write) (gpointer context, int sequence, gpointer slot, GError **error);
  gboolean (*write_part) (gpointer context, int sequence, gpointer slot,
                          GError **error); /* or NULL if never asked for */

  /* Called for one sequence after the other, when all of it is written; with @fault, which is taken, if
   * reading or writing failed. Returns FALSE with @error set to end the run. */
  gboolean (*end) (gpointer context, int sequence, GError *fault, GError **error);

  /* Returns TRUE if a sequence may be begun before those before it are ended. NULL: all may. */
  gboolean (*may_overtake) (gpointer context, int sequence);

  /* Does the part of reading a batch that the next one need not wait for; NULL: nothing. Called at once with
   * every batch that was read, by the thread that read it, while another may read on. So it may wait for
   * those before to be finished. */
  gboolean (*finish) (gpointer context, int sequence, gpointer slot, GError **error);

  /* Called once for a sequence when all of it is read and written and nothing failed, before end: what may take
   * long and need not wait for the sequences before. Calls for several sequences may overlap, in any order. A
   * failure counts as one of writing. NULL: nothing is left to do. */
  gboolean (*complete) (gpointer context, int sequence, GError **error);

  /* Returns TRUE if a batch of joined sequences may be written before all sequences before its own are ended.
   * Then write must keep the text until they are, and the slot is free. If it is FALSE once, it stays so
   * until the turn of the batch. Called under a lock, while nothing of the sequence is written. NULL: none
   * may. */
  gboolean (*may_write_early) (gpointer context, int sequence);
} PipelineFuncs;

typedef struct {
  int n_sequences;
  gboolean is_joined; /* what is written of all sequences is in one order */
  gpointer *workers;  /* what a thread works with; there are as many threads */
  int n_workers;
  gpointer *slots; /* at least as many; a few times as many keep all threads busy */
  int n_slots;
} PipelineRun;

/**
 * pipeline_write_part:
 * @turn: what work was given
 *
 * Waits until all batches before are written, then calls write_part with the slot of the batch. Only for
 * work, in its own thread.
 *
 * Returns: TRUE if the part was written; FALSE if this or an earlier write has failed: nothing more is
 * written, and work should end.
 */
gboolean pipeline_write_part (PipelineTurn *turn);

/**
 * pipeline_run:
 * @context: what the functions share
 *
 * Runs until all sequences are ended, or `end` fails. Every batch of a sequence read before a failure of read
 * is still worked on and written; after a failure of writing nothing more of that sequence is written. After
 * a failure of `end` nothing is written or ended any more; sequences that were begun and not ended are the
 * caller's to forget.
 *
 * Returns: TRUE at the end, FALSE with @error set, as `end` did.
 */
gboolean pipeline_run (const PipelineFuncs *pipeline, gpointer context, const PipelineRun *run,
                       GError **error);

/**
 * pipeline_share_out:
 * @name: of the threads
 * @shares: @n of @size bytes
 *
 * Calls @work with each share: with the first in the calling thread, with each other in a thread of its own.
 * Where the system refuses a thread, the calling one works on its share when it has done the first. Returns when all
 * is done.
 */
void pipeline_share_out (const char *name, GThreadFunc work, gpointer shares, gsize size, int n);

#endif
