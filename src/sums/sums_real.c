/* sums_real.c - sums over projective trees in numbers of the processor, for sentences side by side.
 *
 * Let c(d) be the least cost of an arc to d. An arc weighs exp (c(d) - cost), at most 1, so that Z is exp
 * (-SUM c(d)) times the sum of these. A product of some arcs of a tree is at least the tree's weight, so only
 * trees of less than 2^-1022 can be lost, and a sentence has fewer than 6.75^n < 2^(2.76 n) trees, none above
 * 1. With
 *
 *   (D15)  2^(-900 + 2.76 n) <= sum <= 2^900
 *
 * what is lost is below 2^-122 of the sum, and nothing overflows. Other sentences are done again in wide
 * numbers (sums_wide.c). With labels, an arc weighs the sum of those of its labels. They are divided by a
 * power of 2 that is no less than any such sum.
 */
#include "sums/sums_real.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "decode/exponential.h"
#include "semiring/real.h"
#include "sums/sums.h"
#include "sums/sums_wide.h"

static inline double
times (double x, double y)
{
  return x * y;
}

static inline double
plus (double x, double y)
{
  return x + y;
}

static inline double
reciprocal (double x)
{
  return 1 / x;
}

static inline double
scaled (double x, double scale)
{
  return x * scale;
}

static inline double
of_number (double x)
{
  return x;
}

static inline gboolean
is_less (double x, double y)
{
  return x < y;
}

#include "sums/sums.template.h"

enum { MOST_LANES = 64 / sizeof (double) };

/* A sentence in its lane. */
typedef struct {
  SentenceScores scores;
  double *root, *root_sums;
  double *bases;   /* c(d) */
  gint64 exponent; /* of the powers of 2 that weights with labels were divided by */
  double z;
  gboolean is_good, is_accepted; /* scores; (D15) */
} RealSentence;

typedef struct {
  RealSentence lanes[MOST_LANES];
  WordChart chart;
  double *row, *factors; /* n + 1 each */
  double *weights;       /* the same for each lane */
  double *arrays, *marginals;
} RealSums;

static gboolean
reserve (DecodeWorker *worker, RealSums *s, gsize n, int n_lanes)
{
  double *words = decode_scratch (worker, SCRATCH_ROOT, 3 * n * (gsize) n_lanes, sizeof (double));

  s->row = decode_scratch (worker, SCRATCH_ROW, (2 + (gsize) n_lanes) * (n + 1), sizeof (double));
  s->arrays = decode_scratch (worker, SCRATCH_PREFIX, PREFIX_ARRAYS * (n + 1), sizeof (double));
  s->marginals = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));
  if (words == NULL || s->row == NULL || s->arrays == NULL || s->marginals == NULL)
    return FALSE;
  s->factors = s->row + n + 1;
  s->weights = s->row + 2 * (n + 1);
  for (int l = 0; l < n_lanes; l++, words += 3 * n) {
    s->lanes[l].root = words;
    s->lanes[l].root_sums = words + n;
    s->lanes[l].bases = words + 2 * n;
  }
  return TRUE;
}

/* The weights of the arcs to a word, from 0..n, into @weights. */
static gboolean
weigh (const RealSums *sums, RealSentence *s, int d, double *weights)
{
  const int n = s->scores.n;
  const gboolean is_good = scores_costs_double (&s->scores, d + 1, sums->row);
  double most = 0;
  int exponent;

  s->bases[d] = exponential_weights (n + 1, sums->row, weights);
  if (s->scores.scores.n_labels == 0)
    return is_good;
  scores_factors (&s->scores, d + 1, sums->row, sums->factors, NULL);
  for (int h = 0; h <= n; h++)
    most = MAX (most, sums->factors[h]);
  frexp (most, &exponent);
  s->exponent += exponent;
  for (int h = 0; h <= n; h++)
    weights[h] *= ldexp (sums->factors[h], -exponent);
  return is_good;
}

/* Puts the weights of the arcs of @n_lanes sentences into their lanes, and 0 for positions that one does not
 * have: word by word, so that the cells of all lanes are written together. */
static void
load (RealSums *sums, int n_lanes)
{
  const WordChart *chart = &sums->chart;
  const gsize size = (gsize) chart->n + 1;

  memset (sums->weights, 0, size * (gsize) n_lanes * sizeof (double));
  for (int d = 0; d < chart->n; d++) {
    double *w = (double *) chart->arcs + d * chart->across;

    for (int l = 0; l < n_lanes; l++) {
      RealSentence *s = &sums->lanes[l];
      double *weights = sums->weights + l * size;

      if (d < s->scores.n) {
        s->is_good &= weigh (sums, s, d, weights);
        s->root[d] = weights[0];
      } else {
        memset (weights, 0, size * sizeof (double));
      }
    }
    for (int h = 0; h < chart->n; h++)
      for (int l = 0; l < n_lanes; l++)
        w[chart->rows[h] + l] = sums->weights[l * size + h + 1];
  }
}

/* (D15) */
static gboolean
is_accurate (double z, int n)
{
  int exponent;

  if (!(z > 0 && z <= 0x1p900))
    return FALSE;
  frexp (z, &exponent);
  return exponent - 1 >= -900 + 2.76 * n;
}

static gboolean
put (const Decoding *decoding, DecodeWorker *worker, const RealSums *sums, const RealSentence *s, int lane,
     int sentence, GError **error)
{
  const int n = s->scores.n;
  const LaneSums c = lane_of (&sums->chart, lane, n, s->root, s->root_sums, sums->arrays);
  TreeSum sum = { .log_rest = exponential_log (s->z, s->exponent), .origin = { .least = s->bases } };

  if (decoding->is_drawing) {
    sum_trees (&c, decoding->options.has_any_root);
    return draw_trees (decoding, worker, &c, sentence, error);
  }
  sum.log_z = sums_subtract (sum.log_rest, s->bases, n);
  if (sums_need_marginals (decoding))
    read_marginals (&c, s->z, SCORES_STRIDE (n), sums->marginals);
  return sums_put (decoding, worker, sentence, &sum, sums->marginals, error);
}

/* Fills the chart for the sentences that (D15) accepts. */
static void
fill (const Decoding *decoding, DecodeWorker *worker, RealSums *sums, int n_lanes)
{
  gpointer chart = decode_chart (worker, CHART_REAL);
  gboolean is_any_accepted = FALSE;

  lanes_real.fill (chart);
  for (int l = 0; l < n_lanes; l++) {
    RealSentence *s = &sums->lanes[l];
    const LaneSums c = lane_of (&sums->chart, l, s->scores.n, s->root, s->root_sums, sums->arrays);

    s->z = sum_trees (&c, decoding->options.has_any_root);
    s->is_accepted = s->is_good && is_accurate (s->z, s->scores.n);
    is_any_accepted |= s->is_accepted;
    if (s->is_accepted && decoding->task->has_outside)
      begin_outside (&c, decoding->options.has_any_root);
  }
  if (is_any_accepted && decoding->task->has_outside)
    lanes_real.fill_outside (chart);
}

static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const int n = decoding->scores->lengths[sentences[0]];
  gpointer chart = decode_chart (worker, CHART_REAL);
  RealSums sums;
  gboolean are_put = TRUE;

  if (!reserve (worker, &sums, (gsize) n, n_sentences))
    return memory_fail (error, "the sums of %d words", n);
  if (!lanes_real.lay_out (chart, worker->compiled, n, n_sentences, decoding->task->has_outside,
                           worker->largest_vector, &sums.chart, error))
    return FALSE;
  for (int l = 0; l < n_sentences; l++) {
    sums.lanes[l].scores = scores_of (decoding->scores, sentences[l]);
    sums.lanes[l].exponent = 0;
    sums.lanes[l].is_good = TRUE;
  }
  load (&sums, n_sentences);
  for (int l = 0; l < n_sentences; l++)
    if (!sums.lanes[l].is_good)
      decode_note_problem (worker, sentences[l]);
  fill (decoding, worker, &sums, n_sentences);
  for (int l = 0; l < n_sentences && are_put; l++)
    if (sums.lanes[l].is_accepted)
      are_put = put (decoding, worker, &sums, &sums.lanes[l], l, sentences[l], error);
  for (int l = 0; l < n_sentences && are_put; l++)
    if (sums.lanes[l].is_good && !sums.lanes[l].is_accepted)
      are_put = sums_wide_put (decoding, worker, sentences[l], error);
  return are_put;
}

const DecodeTask sums_real_task = {
  .lanes = &lanes_real, .chart = CHART_REAL, .has_outside = TRUE, .n_matrices = 1, .work = work
};
const DecodeTask sums_real_inside_task = {
  .lanes = &lanes_real, .chart = CHART_REAL, .n_matrices = 1, .work = work
};
