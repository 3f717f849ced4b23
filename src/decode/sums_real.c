/* sums_real.c - sums over projective trees in numbers of the processor, for sentences side by side.
 *
 * Let c(d) be the least cost of an arc to d. An arc weighs exp (c(d) - cost), at most 1, so that Z is exp
 * (-SUM c(d)) times the sum of these. A product of some arcs of a tree is at least the tree's weight, so only
 * trees of less than 2^-1022 can be lost, and a sentence has fewer than 6.75^n < 2^(2.76 n) trees, none above
 * 1. With
 *
 *   (D15)  2^(-900 + 2.76 n) <= sum <= 2^900
 *
 * (for 20 words from 2^-844 on, for 300 from 2^-72 on; of 653 words or more no sum is accepted)
 *
 * what is lost is below 2^-122 of the sum, and nothing overflows. Other sentences are done again side by side
 * in numbers with exponents (sums_scaled.c), at about twice the cost. With labels, an arc weighs the sum of those of its labels. They are divided by a
 * power of 2 that is no less than any such sum.
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "base/base.h"
#include "tabular/semiring_real.h"

/* The operations of sums.template.h, here those of the processor. */
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

#include "decode/sums.template.h"

/* As many sentences as the largest vector has cells. */
enum { MOST_LANES = 64 / sizeof (double) };

/* A sentence in its lane. Arrays by word count from 0, as positions of the chart do; rows of arcs to a word
 * have the head 0 first, so that the head at position h is number h + 1. */
typedef struct {
  SentenceScores scores;
  double *costs, *weights; /* of the arcs to a word, n + 1 each */
  double *root, *root_sums;
  double *bases;   /* c(d) */
  gint64 exponent; /* of the powers of 2 that weights with labels were divided by */
  double z;
  MarginalRows marginals;
  gboolean is_good, is_accepted; /* scores; (D15) */
} RealSentence;

typedef struct {
  RealSentence lanes[MOST_LANES];
  WordChart chart;
  double *factors; /* n + 1 */
  double *arrays, *marginals;
} RealSums;

/* Memory for a group of sentences: some arrays for each lane, of the length of the longest sentence, and some
 * that all lanes use in turn. */
static gboolean
reserve (DecodeWorker *worker, RealSums *s, gsize n, int n_lanes)
{
  double *words = decode_scratch (worker, SCRATCH_ROOT, 3 * n * (gsize) n_lanes, sizeof (double));

  double *rows = decode_scratch (worker, SCRATCH_ROW, (1 + 2 * (gsize) n_lanes) * (n + 1), sizeof (double));

  s->arrays = decode_scratch (worker, SCRATCH_PREFIX, PREFIX_ARRAYS * (n + 1), sizeof (double));
  s->marginals =
      decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n) * (gsize) n_lanes, sizeof (double));
  if (words == NULL || rows == NULL || s->arrays == NULL || s->marginals == NULL)
    return FALSE;
  /* The first n + 1 numbers are common to all lanes; two rows for each lane follow. */
  s->factors = rows;
  rows += n + 1;
  for (int l = 0; l < n_lanes; l++, words += 3 * n, rows += 2 * (n + 1)) {
    s->lanes[l].costs = rows;
    s->lanes[l].weights = rows + n + 1;
    s->lanes[l].root = words;
    s->lanes[l].root_sums = words + n;
    s->lanes[l].bases = words + 2 * n;
  }
  return TRUE;
}

/* Multiplies the weights of the arcs to a word by the sums over their labels. A sum is up to the number of
 * labels, and (D15) counts on weights of at most 1. So the sums are divided by a power of 2 above the
 * greatest; the powers go into the exponent of Z. */
static void
weigh_labels (RealSentence *s, int d, double *factors)
{
  const int n = s->scores.n;
  double most = 0;
  int exponent;

  scores_factors (&s->scores, d + 1, s->costs, factors, NULL);
  for (int h = 0; h <= n; h++)
    most = MAX (most, factors[h]);
  frexp (most, &exponent);
  s->exponent += exponent;
  for (int h = 0; h <= n; h++)
    s->weights[h] *= ldexp (factors[h], -exponent);
}

/* The weights of the arcs to a word, from 0..n. */
static void
weigh (RealSentence *s, int d, double *factors)
{
  exponential_row (s->scores.n + 1, s->costs, s->bases[d], s->weights);
  if (s->scores.scores.n_labels > 0)
    weigh_labels (s, d, factors);
  s->root[d] = s->weights[0];
}

/* Puts the weights of the arcs of @n_lanes sentences, longest first, into their lanes, and 0 for positions
 * that one does not have: word by word, so that the cells of all lanes are written together; and step by
 * step, as a sentence's steps wait for one another. */
static void
load (RealSums *sums, int n_lanes)
{
  const WordChart *chart = &sums->chart;
  const gsize size = ((gsize) chart->n + 1) * sizeof (double);
  RealSentence *lanes = sums->lanes;
  int n_left = n_lanes;

  for (int l = 0; l < n_lanes; l++)
    memset (lanes[l].weights, 0, size);
  for (int d = 0; d < chart->n; d++) {
    double *w = (double *) chart->arcs + d * chart->across;

    /* Sentences that have no word d are the last ones, as they are sorted; their weights stay 0 from now
     * on. */
    for (; d >= lanes[n_left - 1].scores.n; n_left--)
      memset (lanes[n_left - 1].weights, 0, size);
    for (int l = 0; l < n_left; l++)
      lanes[l].is_good &= scores_costs_double (&lanes[l].scores, d + 1, lanes[l].costs);
    for (int l = 0; l < n_left; l++)
      lanes[l].bases[d] = exponential_least (lanes[l].scores.n + 1, lanes[l].costs);
    for (int l = 0; l < n_left; l++)
      weigh (&lanes[l], d, sums->factors);
    for (int h = 0; h < chart->n; h++)
      for (int l = 0; l < n_lanes; l++)
        w[chart->rows[h] + l] = lanes[l].weights[h + 1];
  }
}

/* (D15), by the exponent of z: 2^(exponent - 1) <= z. NaN fails the first comparison. */
static gboolean
is_accurate (double z, int n)
{
  int exponent;

  if (!(z > 0 && z <= 0x1p900))
    return FALSE;
  frexp (z, &exponent);
  return exponent - 1 >= sums_real_least (n);
}

/* Puts out what was found of one sentence. Trees are drawn by the prefixes of its lane. The arrays for these
 * are common to all lanes and have those of the last one, so they are summed again. */
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
  return sums_put (decoding, worker, sentence, &sum, &s->marginals, error);
}

/* Reads the marginals of all sentences, word by word, so that a word's cells are read together. */
static void
read_all_marginals (const RealSums *sums, int n_lanes)
{
  LaneSums lanes[MOST_LANES];
  double scales[MOST_LANES];

  for (int l = 0; l < n_lanes; l++) {
    const RealSentence *s = &sums->lanes[l];

    /* A sentence that was not accepted gets no words here: its cells may be infinite or NaN. */
    lanes[l] =
        lane_of (&sums->chart, l, s->is_accepted ? s->scores.n : 0, s->root, s->root_sums, sums->arrays);
    scales[l] = reciprocal (s->z);
  }
  for (int d = 0; d < sums->chart.n; d++)
    for (int l = 0; l < n_lanes; l++) {
      const MarginalRows *marginals = &sums->lanes[l].marginals;
      double *row;

      if (d >= lanes[l].n)
        continue;
      row = marginals->first + d * marginals->stride;
      /* The next row is fetched while this one is written: one line of the cache has eight numbers. */
      for (int h = 0; h <= lanes[l].n && d < lanes[l].n - 1; h += 8)
        __builtin_prefetch (row + marginals->stride + h, 1);
      read_marginals (&lanes[l], scales[l], d, row);
    }
}

/* Fills the chart for the sentences that (D15) accepts. Numbers that are too small do not matter to these; those that are not
 * accepted are full of them. Lanes do not see each other, so one that overflows
 * harms no other. The outside recursion runs over all; lanes that were not accepted are not read. */
static void
fill (const Decoding *decoding, DecodeWorker *worker, RealSums *sums, int n_lanes)
{
  gpointer chart = decode_chart (worker, CHART_REAL);
  const guint64 before = exponential_flush_small ();
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
  if (is_any_accepted && decoding->task->has_outside) {
    lanes_real.fill_outside (chart);
    read_all_marginals (sums, n_lanes);
  }
  exponential_flush_as_before (before);
}

/* A group of sentences at once. Those that (D15) refuses are done again at the end, as the
 * chart and the scratch memory are shared: the marginals of the others must be out by then.
 *
 * After a group that (D15) refused as a whole, the next is tried in numbers with exponents first: their sums say
 * whether it would refuse that too. So what is returned does not depend on the groups before. */
static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const int n = decoding->scores->lengths[sentences[0]];
  gpointer chart = decode_chart (worker, CHART_REAL);
  RealSums sums;
  int refused[MOST_LANES], n_refused = 0;
  gboolean are_put = TRUE;

  if (worker->expects_wide) {
    if (!sums_scaled_try (decoding, worker, sentences, n_sentences, &worker->expects_wide, error))
      return FALSE;
    if (worker->expects_wide)
      return TRUE;
  }
  if (!reserve (worker, &sums, (gsize) n, n_sentences))
    return memory_fail (error, "the sums of %d words", n);
  if (!lanes_real.lay_out (chart, worker->compiled, n, n_sentences, decoding->task->has_outside,
                           worker->largest_vector, &sums.chart, error))
    return FALSE;
  for (int l = 0; l < n_sentences; l++) {
    sums.lanes[l].scores = scores_of (decoding->scores, sentences[l]);
    sums.lanes[l].exponent = 0;
    sums.lanes[l].is_good = TRUE;
    sums.lanes[l].marginals =
        sums_rows (decoding, sentences[l], sums.marginals + (gsize) l * n * SCORES_STRIDE (n));
  }
  load (&sums, n_sentences);
  for (int l = 0; l < n_sentences; l++)
    if (!sums.lanes[l].is_good)
      decode_note_problem (worker, sentences[l]);
  fill (decoding, worker, &sums, n_sentences);
  for (int l = 0; l < n_sentences && are_put; l++)
    if (sums.lanes[l].is_accepted)
      are_put = put (decoding, worker, &sums, &sums.lanes[l], l, sentences[l], error);
  for (int l = 0; l < n_sentences; l++)
    if (sums.lanes[l].is_good && !sums.lanes[l].is_accepted)
      refused[n_refused++] = sentences[l];
  worker->expects_wide = n_refused == n_sentences;
  if (n_refused > 0 && are_put)
    are_put = sums_scaled_put (decoding, worker, refused, n_refused, error);
  return are_put;
}

const DecodeTask sums_real_task = {
  .lanes = &lanes_real, .chart = CHART_REAL, .has_outside = TRUE, .n_matrices = 1, .work = work
};
const DecodeTask sums_real_inside_task = {
  .lanes = &lanes_real, .chart = CHART_REAL, .n_matrices = 1, .work = work
};
