/* decode.h - what the functions over scores of arcs share: the sentences of a call, and what a thread works
 * with.
 *
 * Here as in charts positions are those of words from 0, so that word d is at position d - 1. Matrices of a
 * sentence of n words have a row for each dependent 1..n, of n + 1 numbers, one for each head 0..n.
 */
#ifndef DECODE_DECODE_H
#define DECODE_DECODE_H

#include "tabular/lanes.h"
#include "tbk/decode.h"

/* Memory that a thread uses again and again. */
typedef enum {
  SCRATCH_ROW,    /* numbers of the arcs to a word */
  SCRATCH_ROOT,   /* of the arcs from 0, of all lanes */
  SCRATCH_PREFIX, /* values of prefixes */
  SCRATCH_STACK,  /* of what is still to be read */
  SCRATCH_MATRIX, /* of a sentence */
  SCRATCH_MARGINALS,
  SCRATCH_LABELS,
  SCRATCH_ORDER, /* of several trees */
  SCRATCH_WORDS, /* what is known of each word */
  N_SCRATCHES,
} DecodeScratch;

typedef enum { CHART_FLOAT, CHART_DOUBLE, CHART_REAL, CHART_WIDE, N_CHARTS } ChartKind;

typedef struct {
  const Compiled *compiled;  /* the grammar of projective trees */
  gpointer charts[N_CHARTS]; /* made when first used */
  int largest_vector;
  struct {
    gpointer memory;
    gsize n_allocated;
  } scratches[N_SCRATCHES];
  gpointer n_best; /* n_best.c: what it keeps, made when first used */
  void (*free_n_best) (gpointer n_best);
  int first_problem; /* the first of its sentences that is wrong or has no tree, or G_MAXINT */
  GError *error;     /* of the first of its sentences that failed, which is @failed */
  int failed;
} DecodeWorker;

/* A call. */
typedef struct {
  const TbkArcScores *scores;
  TbkDecodeOptions options;
  const struct DecodeTask *task;
  gsize memory; /* that a worker may have */

  /* What is asked for; NULL: nothing. */
  const TbkTreeRows *trees;
  double *log_zs, *entropies;
  const TbkArcNumbers *marginals;
  mpz_t *n_trees, *n_best;
  gboolean is_drawing; /* trees are drawn */
  guint64 seed;
} Decoding;

/* What is done with sentences: with several of them, the longest first, in the lanes of a chart, or with
 * one. */
typedef struct DecodeTask {
  const WordLanes *lanes; /* NULL: there is no chart */
  ChartKind chart;
  gboolean has_outside, is_single; /* one sentence at a time */
  int n_matrices;                  /* of doubles, (n + 1)^2 each, that a sentence of n words needs besides */
  gboolean (*work) (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                    GError **error);
} DecodeTask;

/* Does @task with all sentences of @decoding. */
gboolean decode_run (TbkDecoder *decoder, Decoding *decoding, const DecodeTask *task, GError **error);

/* Whether sentences have as many words as they may; @longest gets the most. */
gboolean decode_check_lengths (const TbkArcScores *scores, int *longest, GError **error);

/* A chart of the worker, made when first used. */
gpointer decode_chart (DecodeWorker *worker, ChartKind chart);

/* Room for @n elements of @size bytes, what was there is lost; NULL without memory. */
gpointer decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size);

/* Says that a sentence is wrong, or that it has no tree. */
static inline void
decode_note_problem (DecodeWorker *worker, int sentence)
{
  worker->first_problem = MIN (worker->first_problem, sentence);
}

/* Whether a worker may have so many bytes; else @error says that the sentence needs more. */
gboolean decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error);

#endif
