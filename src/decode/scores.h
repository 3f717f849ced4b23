/* scores.h - the scores of a sentence, read where they are: with cost added, and the best of the labels
 * taken. */
#ifndef DECODE_SCORES_H
#define DECODE_SCORES_H

#include <math.h>

#include "tbk/decode.h"

/* A finite score is below this and above less it, where arcs are forbidden, so that no sum of
 * TBK_TABULAR_MAX_LENGTH floats overflows. */
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

#endif
