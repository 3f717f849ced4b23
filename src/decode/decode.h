/* decode.h - trees from the scores of arcs: what the files of this room share.
 *
 * Contents
 *   1. scores: the scores of a sentence, read where they are: with cost added, and the best of the labels
 *      taken
 *   2. decode: what the functions over scores of arcs share: the sentences of a call, and what a thread
 *      works with
 *   3. rows: trees into the caller's rows
 *   4. sums: sums over trees, of whichever form: what is asked for, and where it goes
 *   5. calls: what the functions of tbk/decode.h are given: whether it is complete, and the call it makes
 *   6. projective: the best projective trees, the n best; with projective_sums.c, sums over all
 *   7. spanning: the best tree that need not be projective
 *   8. spanning_n_best: the trees of a sentence from the best on, projective or not
 *   9. count: how many trees there are, and how many of greatest score
 *   10. elimination_real: sums over all trees, projective or not
 *   11. elimination_wide: sums over all trees, projective or not, in wide numbers: slower, without bounds
 *   12. unique: the best tree in which no head has two dependents with labels of one group
 */
#ifndef DECODE_DECODE_H
#define DECODE_DECODE_H

#include <math.h>

#include "base/base.h"
#include "tabular/batch_call.h"
#include "tabular/chart_sums.h"
#include "tabular/exponential.h"
#include "tabular/n_best.h"
#include "tbk/decode.h"

/* 1. scores: the scores of a sentence, read where they are: with cost added, and the best of the labels
 * taken. */

/* A finite score is above -SCORES_LIMIT and below SCORES_LIMIT; from -SCORES_LIMIT down an arc is forbidden.
 * So no sum of TBK_TABULAR_MAX_LENGTH floats overflows: 2^12 * 2^112 is below 2^127. */
#define SCORES_LIMIT 0x1p112

/* The numbers of one sentence. */
typedef struct {
  gconstpointer first; /* NULL: there are none */
  gint64 dependents_apart, heads_apart, labels_apart;
  TbkReal real;
  int n_labels;
} ArcNumbers;

typedef struct {
  int n;
  ArcNumbers scores, cost;
} SentenceScores;

SentenceScores scores_of (const TbkArcScores *scores, int sentence);

/* Where the numbers of a sentence are. */
ArcNumbers scores_place (const TbkArcNumbers *numbers, int sentence);

/* Read and write a number of the caller, which is a float or a double. */
static inline double
scores_read (TbkReal real, gconstpointer first, gint64 at)
{
  return real == TBK_FLOAT32 ? ((const float *) first)[at] : ((const double *) first)[at];
}

static inline void
scores_write (TbkReal real, gpointer first, gint64 at, double number)
{
  if (real == TBK_FLOAT32)
    ((float *) first)[at] = (float) number;
  else
    ((double *) first)[at] = number;
}

/* The number of an arc and a label, a float made a double. */
static inline double
scores_number (const ArcNumbers *numbers, int dependent, int head, int label)
{
  const gint64 at = dependent * numbers->dependents_apart + head * numbers->heads_apart
                    + (numbers->n_labels == 0 ? 0 : label * numbers->labels_apart);

  return scores_read (numbers->real, numbers->first, at);
}

static inline double
scores_labelled (const SentenceScores *s, int dependent, int head, int label)
{
  const double score = scores_number (&s->scores, dependent, head, label);
  const double sum = s->cost.first == NULL ? score : score + scores_number (&s->cost, dependent, head, label);

  return sum <= -SCORES_LIMIT ? -INFINITY : sum;
}

/* Returns TRUE if it can be a score, or is low enough to forbid an arc. */
static inline gboolean
scores_is_good (double score)
{
  return score < SCORES_LIMIT;
}

/* Returns TRUE if the scores of the arcs to a word lie side by side, as they are. */
static inline gboolean
scores_are_plain (const SentenceScores *s)
{
  return s->scores.heads_apart == 1 && s->scores.n_labels == 0 && s->cost.first == NULL;
}

/* The score of an arc: that of its best label, the first of these, which is put at @label if that is not
 * NULL; -1 if there are no labels. */
double scores_arc (const SentenceScores *s, int dependent, int head, int *label);

/* Write what the arcs to @dependent from 0..n lack of score 0, +infinity for an arc that is forbidden and for
 * that from the word to itself. FALSE if there is a number that is no score. The first is for scores that are
 * floats; @row has room for n + 1. */
gboolean scores_costs_float (const SentenceScores *s, int dependent, float *costs, double *row);
gboolean scores_costs_double (const SentenceScores *s, int dependent, double *costs);

/* A row of numbers of the arcs to a word, by head 0..n; in a matrix rows begin at multiples of this. */
#define SCORES_STRIDE(n) (((gsize) (n) + 8) & ~(gsize) 7)

/* Fills a matrix of costs: a row for each word 1..n, +infinity beyond its n + 1 numbers. FALSE if there is a
 * number that is no score. */
gboolean scores_costs_matrix (const SentenceScores *s, double *costs);

/* exp (score - greatest) of each label of an arc that is not forbidden. */
void scores_label_weights (const SentenceScores *s, int dependent, int head, double *weights);

/* For each arc to @dependent the sum of these, @factors[h], and if @means is not NULL the mean of score -
 * greatest by these weights. 1 and 0 without labels, and where the arc is forbidden. @costs: those of the
 * arcs. */
void scores_factors (const SentenceScores *s, int dependent, const double *costs, double *factors,
                     double *means);

/* Sets @error to say which number is no score, and returns FALSE; TRUE if all are. */
gboolean scores_check (const SentenceScores *s, int sentence, GError **error);

/* 2. decode: what the functions over scores of arcs share: the sentences of a call, and what a thread works
 * with.
 *
 * Here as in charts positions are those of words from 0, so that word d is at position d - 1. Matrices of a
 * sentence of n words have a row for each dependent 1..n, of n + 1 numbers, one for each head 0..n.
 */

/* Memory that a thread uses again and again. */
typedef enum {
  SCRATCH_ROW,    /* numbers of the arcs to a word */
  SCRATCH_LANES,  /* the same of all lanes */
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

typedef struct {
  Chart *charts[2]; /* of doubles, of floats */
  ChartSums *sums;  /* these two made when first used */
  NBest *n_best;
  struct {
    gpointer memory;
    gsize n_allocated;
  } scratches[N_SCRATCHES];
  int first_problem; /* the first sentence of a group that is wrong or has no tree, or G_MAXINT */
} DecodeWorker;

/* A call. */
typedef struct {
  const TbkArcScores *scores;
  TbkDecodeOptions options;
  const struct DecodeTask *task;
  const Grammar *grammar; /* of projective trees */
  gsize memory;           /* that a worker may have */

  /* The numbers asked for; NULL: none. */
  const TbkTreeRows *trees;
  double *log_zs, *entropies;
  const TbkArcNumbers *marginals;
  mpz_t *n_trees, *n_best;
  gboolean is_drawing; /* trees are drawn */
  guint64 seed;
  const guint8 *group_of; /* by label, with unique groups: the group from 1, or 0 */
} Decoding;

/* A task for sentences: for several of them, the longest first, in the lanes of a chart, or with
 * one. */
typedef struct DecodeTask {
  gboolean has_chart; /* of these cells */
  ChartCells cells;
  ChartUse use;
  gboolean is_single; /* one sentence at a time */
  int n_matrices;     /* of doubles, (n + 1)^2 each, that a sentence of n words needs besides */
  gboolean (*work) (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                    GError **error);
} DecodeTask;

/* Does @task with all sentences of @decoding. */
gboolean decode_run (TbkDecoder *decoder, Decoding *decoding, const DecodeTask *task, GError **error);

/* Room for @n elements of @size bytes, of which those that are there stay; NULL without memory. */
gpointer decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size);

/* Notes that a sentence is wrong, or that it has no tree. */
static inline void
decode_note_problem (DecodeWorker *worker, int sentence)
{
  worker->first_problem = MIN (worker->first_problem, sentence);
}

/* Returns TRUE if a worker may have so many bytes; else @error says that the sentence needs more. */
gboolean decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error);

/* 3. rows: trees into the caller's rows. */

typedef struct {
  const int *heads;    /* [1..n]; NULL: there is no tree */
  const int *labels;   /* of words 1..n, from 0; NULL: the best */
  const double *score; /* NULL: that of its arcs */
} FoundTree;

/* Puts the t-th tree of a sentence into the rows. */
void rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree);

/* Puts the trees of a sentence, which are all there, in order of their scores. */
gboolean rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

/* 4. sums: sums over trees, of whichever form: what is asked for, and where it goes. */

/* Costs count from an origin, so that what all trees have in common, however large, does not count. */
typedef struct {
  const double *least; /* of each word: what the arc to it costs, whatever its head */
  double root;         /* and more if that is 0, of which a tree has one child or many weigh nothing */
} SumOrigin;

/* The cost of an arc beyond the origin: the sum of both, the second of which is what the first does not hold. */
typedef struct {
  double high, low;
} ArcDistance;

/* Facts about the sum Z of the weights exp (score) of a sentence's trees. */
typedef struct {
  double log_z; /* -infinity: there is no tree */

  /* The logarithm of Z where each arc to d weighs exp (bases[d - 1] - distance) in place of exp (-cost): Z
   * without its size, so that entropy does not come from the difference of large numbers. */
  double log_rest;
  SumOrigin origin;
  const ArcDistance *bases; /* NULL: all 0 */
} TreeSum;

/* Returns TRUE if the marginals of arcs are needed. */
static inline gboolean
sums_need_marginals (const Decoding *decoding)
{
  return decoding->marginals != NULL || decoding->entropies != NULL
         || (decoding->trees != NULL && !decoding->is_drawing);
}

/* @log_rest less all of the @bases. */
double sums_subtract (double log_rest, const double *bases, int n);

/* Finds an origin: the least cost of an arc to each word, from a word if 0 has one child, and at [n] the
 * least that arcs from 0 cost beyond these. @row: room for n + 1. */
void sums_find_origin (const SentenceScores *s, gboolean has_any_root, double *row, double *least);

/* Returns how far the cost of the arc to @dependent is from the origin; a distance beyond 2^49 (either sign)
 * counts as 2^49. */
ArcDistance sums_distance (const SumOrigin *origin, int dependent, int head, double cost);

/* A number from 0 to 1, less than 1. */
static inline double
sums_draw_number (TbkRandom *random)
{
  return (double) (random_next (random) >> 11) * 0x1p-53;
}

/* Puts out the tree with heads[1..n] as one that was drawn, with a label drawn for each arc. */
void sums_put_drawn (const Decoding *decoding, DecodeWorker *worker, int sentence, int tree, const int *heads,
                     TbkRandom *random);

/* Marginals: a row for each word, @stride numbers apart. */
typedef struct {
  double *first;
  gint64 stride;
} MarginalRows;

/* The caller's rows for a sentence, where it wants numbers as we have them; else @scratch, rows of
 * SCORES_STRIDE (n). */
MarginalRows sums_rows (const Decoding *decoding, int sentence, double *scratch);

/* Puts out what is asked for of a sentence. @marginals: of the arcs, in scratch changed. NULL if they are not
 * needed. */
gboolean sums_put (const Decoding *decoding, DecodeWorker *worker, int sentence, const TreeSum *sum,
                   const MarginalRows *marginals, GError **error);

/* 5. calls: what the functions of tbk/decode.h are given: whether it is complete, and the call it makes. */

/* 6. projective: the best projective trees, the n best; with projective_sums.c, sums over all. */

extern const DecodeTask best_float_task, best_double_task, projective_n_best_task;

/* The scores of sentences side by side. */
typedef struct {
  Chart *chart;
  SentenceScores scores[CHART_MOST_LANES];
  gboolean is_good[CHART_MOST_LANES]; /* all are scores */
  gboolean are_plain;                 /* all lie as cells do, and all sentences have n words */
  gpointer rows[CHART_MOST_LANES];    /* of costs: floats or doubles, n + 1 each */
  double *wide_row;                   /* n + 1 */
} LoadedScores;

/* Makes room for a chart, by the task, and for its scores. */
gboolean projective_lay_out (const Decoding *decoding, DecodeWorker *worker, const int *sentences,
                             int n_sentences, Chart *chart, LoadedScores *loaded, GError **error);

/* Puts the scores of all lanes into the chart, word by word; notes sentences with numbers that are no scores. */
void projective_load (LoadedScores *loaded, DecodeWorker *worker, const int *sentences);

/* Notes the arc of an edge among @heads: a weight of the list is of an arc from 0. */
void projective_note_arc (gpointer heads, const Edge *edge);

/* Writes heads[1..n] of the tree of least cost, by a matrix of costs as scores_costs_matrix() fills it. There must be one; FALSE with
 * @error set without memory. */
gboolean projective_find (const Decoding *decoding, DecodeWorker *worker, int n, const double *costs,
                          int *heads, GError **error);

/* projective_sums.c: with marginals, and without. */
extern const DecodeTask projective_sums_task, projective_sums_inside_task;

/* 7. spanning: the best tree that need not be projective. */

/* DecodeScratch memory of a search among n words. */
typedef struct {
  double *rows; /* 2 n of them: words, then the nodes that cycles become; the first n are read and changed */
  int *numbers; /* SPANNING_NUMBERS (n) of them */
} Spanning;

#define SPANNING_NUMBERS(n) (12 * ((gsize) (n) + 1))

/* Finds the tree of least cost: @rows of words 1..n have the costs of the arcs from each head, infinite where
 * there is none and from the word itself. Writes heads[1..n]; FALSE if there is no tree. */
gboolean spanning_find (const Spanning *spanning, int n, gboolean has_any_root, int *heads);

/* Room for it in the worker's memory, and for @heads of n + 1 words. */
gboolean spanning_reserve (DecodeWorker *worker, int n, Spanning *spanning, int **heads, GError **error);

extern const DecodeTask spanning_task;

/* 8. spanning_n_best: the trees of a sentence from the best on, projective or not. */

extern const DecodeTask spanning_n_best_task;

/* 9. count: how many trees there are, and how many of greatest score. */

extern const DecodeTask count_task;

/* 10. elimination_real: sums over all trees, projective or not. */

extern const DecodeTask elimination_real_task;

/* 11. elimination_wide: sums over all trees, projective or not, in wide numbers: slower, without bounds. */

/* Puts out what is asked for of a sentence. */
gboolean elimination_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

/* 12. unique: the best tree in which no head has two dependents with labels of one group. */

extern const DecodeTask unique_float_task, unique_double_task, unique_search_task;

#endif
