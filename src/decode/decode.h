/* decode.h - trees from the scores of arcs: what the files of this room share.
 *
 * Contents
 *   1. scores: the scores of a sentence, read where they are: with cost added, and the best of the labels
 *      taken
 *   2. exponential: exponentials and logarithms that are the same bits everywhere, unlike those of the C
 *      library
 *   3. decode: what the functions over scores of arcs share: the sentences of a call, and what a thread
 *      works with
 *   4. rows: trees into the caller's rows
 *   5. sums: sums over trees, of whichever form: what is asked for, and where it goes
 *   6. calls: what the functions of tbk/decode.h are given: whether it is complete, and the call it makes
 *   7. best: the best projective trees, of scores that are floats and doubles
 *   8. n_best: the projective trees of a sentence from the best on
 *   9. spanning: the best tree that need not be projective
 *   10. spanning_n_best: the trees of a sentence from the best on, projective or not
 *   11. count: how many trees there are, and how many of greatest score
 *   12. elimination_real: sums over all trees, projective or not
 *   13. elimination_wide: sums over all trees, projective or not, in wide numbers: slower, without bounds
 *   14. sums_real: sums over projective trees
 *   15. sums_scaled: sums over projective trees in numbers with exponents beside them
 *   16. unique: the best tree in which no head has two dependents with labels of one group
 */
#ifndef DECODE_DECODE_H
#define DECODE_DECODE_H

#include <math.h>

#include "base/base.h"
#include "tabular/lanes.h"
#include "tabular/wide_number.h"
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

/* The number of an arc and a label, a float made a double. */
static inline double
scores_number (const ArcNumbers *numbers, int dependent, int head, int label)
{
  const gint64 at = dependent * numbers->dependents_apart + head * numbers->heads_apart
                    + (numbers->n_labels == 0 ? 0 : label * numbers->labels_apart);

  return numbers->real == TBK_FLOAT32 ? ((const float *) numbers->first)[at]
                                      : ((const double *) numbers->first)[at];
}

static inline double
scores_labelled (const SentenceScores *s, int dependent, int head, int label)
{
  const double score = scores_number (&s->scores, dependent, head, label);
  const double sum = s->cost.first == NULL ? score : score + scores_number (&s->cost, dependent, head, label);

  return sum <= -SCORES_LIMIT ? -INFINITY : sum;
}

/* Whether it can be a score, or is low enough to forbid an arc. */
static inline gboolean
scores_is_good (double score)
{
  return score < SCORES_LIMIT;
}

/* Whether the scores of the arcs to a word lie side by side, as they are. */
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

/* 2. exponential: exponentials and logarithms that are the same bits everywhere, unlike those of the C
 * library.
 *
 * Errors are below two units in the last place.
 */

/* @weights[i] = exp (@base - @costs[i]), 0 where that is below 2^-1020 or @costs[i] is infinite; so all
 * are 0 if @base is. */
void exponential_row (int n, const double *costs, double base, double *weights);

/* exp (@base - @costs[i]) = 2^@shift @m[i] 2^@e[i], @e[i] a multiple of 256 and 2^@shift @m[i] from 2^-128 to
 * 2^128, by the exact difference; one below -2^49 counts as that. An infinite cost gives 0 and SCALED_ZERO. */
void exponential_scaled_row (int n, const double *costs, double base, int shift, double *m, gint64 *e);

/* The least of the costs. */
double exponential_least (int n, const double *costs);

/* exp (@x), for |@x| < 700. */
double exponential_of (double x);

/* log (@x 2^@exponent), for a positive number that is no denormal. */
double exponential_log (double x, gint64 exponent);

/* exp (-@cost - @low), for |@cost| up to 2^49 and |@low| up to 1. An infinite cost gives 0. */
WideNumber exponential_wide (double cost, double low);

/* Makes the processor take what is below 2^-1022 for zero, if it can: on many of them such numbers take a hundred times as long as
 * others. Returns what the other function puts back. */
guint64 exponential_flush_small (void);
void exponential_flush_as_before (guint64 before);

static inline double
exponential_wide_log (WideNumber x)
{
  return exponential_log (x.m, 256 * x.e);
}

static inline gboolean
exponential_wide_is_less (WideNumber x, WideNumber y)
{
  if (x.m == 0 || y.m == 0)
    return y.m != 0;
  return x.e == y.e ? x.m < y.m : exponential_wide_log (x) < exponential_wide_log (y);
}

/* @x / @y, which is not zero, as a number of the processor: 0 if it is below 2^-256. */
static inline double
exponential_wide_ratio (WideNumber x, WideNumber y)
{
  if (x.m == 0 || x.e < y.e - 1)
    return 0;
  return x.e == y.e ? x.m / y.m : x.m / y.m * (x.e > y.e ? 0x1p256 : 0x1p-256);
}

/* 3. decode: what the functions over scores of arcs share: the sentences of a call, and what a thread works
 * with.
 *
 * Here as in charts positions are those of words from 0, so that word d is at position d - 1. Matrices of a
 * sentence of n words have a row for each dependent 1..n, of n + 1 numbers, one for each head 0..n.
 */

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

typedef enum { CHART_FLOAT, CHART_DOUBLE, CHART_REAL, CHART_SCALED, N_CHARTS } ChartKind;

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
  gboolean expects_wide; /* sums_real.c: no sum of the last group was in the range of doubles */
  int first_problem;     /* the first of its sentences that is wrong or has no tree, or G_MAXINT */
  GError *error;         /* error of this worker's first failed sentence, whose number is @failed */
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
  const guint8 *group_of; /* by label, with unique groups: the group from 1, or 0 */
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

/* Room for @n elements of @size bytes, of which those that are there stay; NULL without memory. */
gpointer decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size);

/* Notes that a sentence is wrong, or that it has no tree. */
static inline void
decode_note_problem (DecodeWorker *worker, int sentence)
{
  worker->first_problem = MIN (worker->first_problem, sentence);
}

/* Whether a worker may have so many bytes; else @error says that the sentence needs more. */
gboolean decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error);

/* 4. rows: trees into the caller's rows. */

typedef struct {
  const int *heads;    /* [1..n]; NULL: there is no tree */
  const int *labels;   /* of words 1..n, from 0; NULL: the best */
  const double *score; /* NULL: that of its arcs */
} FoundTree;

/* Puts the t-th tree of a sentence into the rows. */
void rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree);

/* Puts the trees of a sentence, which are all there, in order of their scores. */
gboolean rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

/* 5. sums: sums over trees, of whichever form: what is asked for, and where it goes. */

/* Costs count from an origin, so that what all trees have in common, however large, does not count. */
typedef struct {
  const double *least; /* of each word: what the arc to it costs, whatever its head */
  double root;         /* and more if that is 0, of which a tree has one child or many weigh nothing */
} SumOrigin;

/* What an arc costs beyond that: the sum of both, the second of which is what the first does not hold. */
typedef struct {
  double high, low;
} ArcDistance;

/* What is known of the sum Z of the weights exp (score) of a sentence's trees. */
typedef struct {
  double log_z; /* -infinity: there is no tree */

  /* The logarithm of Z where each arc to d weighs exp (bases[d - 1] - distance) in place of exp (-cost): Z
   * without its size, so that entropy does not come from the difference of large numbers. */
  double log_rest;
  SumOrigin origin;
  const ArcDistance *bases; /* NULL: all 0 */
} TreeSum;

/* Whether the marginals of arcs are needed. */
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

/* The same word by word: begins with { INFINITY, FALSE }; the first returns what the word's is, and the second
 * what there is at [n]. */
typedef struct {
  double least;
  gboolean is_fixed; /* 0 is a word's only head */
} RootOrigin;

double sums_add_origin (double least, double root_cost, RootOrigin *root);
double sums_root (const RootOrigin *root, gboolean has_any_root);

/* How far the cost of the arc to @dependent is from the origin; a distance beyond 2^49 (either sign) counts
 * as 2^49. */
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

/* 6. calls: what the functions of tbk/decode.h are given: whether it is complete, and the call it makes. */

/* 7. best: the best projective trees, of scores that are floats and doubles. */

extern const DecodeTask best_float_task, best_double_task;

/* 8. n_best: the projective trees of a sentence from the best on. */

/* Begins with a sentence of n words: @rows as scores_costs_matrix() fills them; they stay there. Memory that
 * it needs beside the chart grows with the trees that are asked for. */
gboolean n_best_begin (DecodeWorker *worker, int n, const double *rows, gboolean has_any_root,
                       GError **error);

/* Writes heads[1..n] of the next tree and returns 1; 0 if there are no more; -1 with @error set without
 * memory. */
int n_best_next (DecodeWorker *worker, int *heads, GError **error);

extern const DecodeTask n_best_task;

/* 9. spanning: the best tree that need not be projective. */

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

/* 10. spanning_n_best: the trees of a sentence from the best on, projective or not. */

extern const DecodeTask spanning_n_best_task;

/* 11. count: how many trees there are, and how many of greatest score. */

extern const DecodeTask count_task;

/* 12. elimination_real: sums over all trees, projective or not. */

extern const DecodeTask elimination_real_task;

/* 13. elimination_wide: sums over all trees, projective or not, in wide numbers: slower, without bounds. */

/* Puts out what is asked for of a sentence. */
gboolean elimination_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

/* 14. sums_real: sums over projective trees. */

/* With an outside recursion, and without. */
extern const DecodeTask sums_real_task, sums_real_inside_task;

/* The exponent of the least sum that is accepted (D15). */
static inline double
sums_real_least (int n)
{
  return -900 + 2.76 * n;
}

/* 15. sums_scaled: sums over projective trees in numbers with exponents beside them. */

/* Puts out what is asked for of sentences, the longest first, at most as many as the largest vector has
 * numbers. */
gboolean sums_scaled_put (const Decoding *decoding, DecodeWorker *worker, const int *sentences,
                          int n_sentences, GError **error);

/* The same where sums_real.c is sure to refuse them all; else sets @is_put to FALSE and does nothing. */
gboolean sums_scaled_try (const Decoding *decoding, DecodeWorker *worker, const int *sentences,
                          int n_sentences, gboolean *is_put, GError **error);

/* 16. unique: the best tree in which no head has two dependents with labels of one group. */

extern const DecodeTask unique_float_task, unique_double_task, unique_search_task;

#endif
