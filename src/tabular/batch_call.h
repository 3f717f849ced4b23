/* batch_call.h - a call over the scores of many sentences: sorted, grouped and shared out to threads.
 *
 * Sentences are taken by length, the longest first, as many in a group as are worked on side by side; a thread takes the next group
 * when it is done with one. Each group writes only what belongs to its sentences, and one that fails does not stop the others: so what is
 * written, and which error is reported, that of the first sentence of the caller, does not depend on groups and threads.
 */
#ifndef TABULAR_BATCH_CALL_H
#define TABULAR_BATCH_CALL_H

#include <glib.h>

/* The error of the first sentence that failed, of those of a thread. */
typedef struct {
  GError *error;
  int sentence;
} BatchFault;

/* Keeps @error, which is taken, if no sentence before failed. It gets the name of the sentence, if it has none. */
void batch_call_fail (BatchFault *fault, GError *error, int sentence);

typedef struct {
  int n_sentences;
  const int *lengths;
  gboolean is_mixed; /* sentences side by side may differ in length by an eighth */
  int n_threads;
  gsize max_memory; /* bytes, of all threads; 0: 1 GiB */
  gpointer data;

  /* Returns the number of sentences of up to @n words for which one thread has memory side by side; 0: none. */
  int (*count_lanes) (gpointer data, int n, gsize memory);

  /* Returns the memory that thread @t keeps. */
  gpointer (*find_worker) (gpointer data, int t);

  /* Works on a group, with @memory bytes at most. */
  void (*work) (gpointer data, gpointer worker, const int *sentences, int n_sentences, gsize memory,
                BatchFault *fault);
} BatchCall;

/* FALSE with @error set if a sentence is too short or too long, does not have the memory it needs, or failed. */
gboolean batch_call_run (const BatchCall *call, GError **error);

/* Sets @error to say that a sentence of @n words needs more than @memory bytes, and returns FALSE. */
gboolean batch_call_fail_memory (int sentence, int n, gsize memory, GError **error);

/* Returns TRUE if sentences have as many words as they may; @longest (nullable) gets the most. */
gboolean batch_call_check_lengths (const int *lengths, int n_sentences, int *longest, GError **error);

#endif
