/* sums_wide.c - sums over projective trees in wide numbers: slower, without bounds. See sums.template.h.
 *
 * An arc weighs exp (-distance) (decode.h), with labels times the sum of exp (score - greatest) over them.
 */
#include "decode/decode.h"

#include "base/base.h"
#include "tabular/semiring_wide.h"

/* The operations of sums.template.h. */
static inline WideNumber
times (WideNumber x, WideNumber y)
{
  return wide_multiply (x, y);
}

static inline WideNumber
plus (WideNumber x, WideNumber y)
{
  return wide_add (x, y);
}

static inline WideNumber
reciprocal (WideNumber x)
{
  return x; /* by which is divided */
}

static inline double
scaled (WideNumber x, WideNumber divisor)
{
  return exponential_wide_ratio (x, divisor);
}

static inline WideNumber
of_number (double x)
{
  return wide_normalize (x, 0);
}

static inline gboolean
is_less (WideNumber x, WideNumber y)
{
  return exponential_wide_is_less (x, y);
}

#include "decode/sums.template.h"

/* A sentence, with the memory of its sums. */
typedef struct {
  SentenceScores scores;
  WideNumber *root, *root_sums, *arrays;
  double *row, *factors; /* n + 1 each */
  double *least;         /* of the origin, n + 1 */
  SumOrigin origin;
  ArcDistance *bases;
  MarginalRows marginals;
} WideSentence;

/* Arrays of doubles lie behind the wide numbers in the same memory. WideNumber and ArcDistance are as large
 * as two doubles, so all of them are aligned and fit. */
static gboolean
reserve (const Decoding *decoding, DecodeWorker *worker, int sentence, WideSentence *s)
{
  const gsize n = (gsize) s->scores.n;
  double *marginals = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));

  s->root = decode_scratch (worker, SCRATCH_ROOT, 4 * n + 1, sizeof (WideNumber));
  s->root_sums = s->root + n;
  s->arrays = decode_scratch (worker, SCRATCH_PREFIX, PREFIX_ARRAYS * (n + 1), sizeof (WideNumber));
  s->row = decode_scratch (worker, SCRATCH_ROW, 2 * (n + 1), sizeof (double));
  s->factors = s->row + n + 1;
  s->least = (double *) (s->root + 2 * n);
  s->bases = (ArcDistance *) (s->root + 3 * n + 1);
  s->marginals = sums_rows (decoding, sentence, marginals);
  return s->root != NULL && s->arrays != NULL && s->row != NULL && marginals != NULL;
}

/* Puts the weights of the arcs into the chart. Scores that are none were reported before. */
static void
load (WideSentence *s, gboolean has_any_root, const WordChart *chart)
{
  sums_find_origin (&s->scores, has_any_root, s->row, s->least);
  s->origin = (SumOrigin){ s->least, s->least[s->scores.n] };
  for (int d = 0; d < s->scores.n; d++) {
    WideNumber *w = (WideNumber *) chart->arcs + d * chart->across;

    scores_costs_double (&s->scores, d + 1, s->row);
    scores_factors (&s->scores, d + 1, s->row, s->factors, NULL);
    for (int h = 0; h <= s->scores.n; h++) {
      const ArcDistance arc = sums_distance (&s->origin, d + 1, h, s->row[h]);
      const WideNumber weight = exponential_wide (arc.high, arc.low),
                       scaled = wide_normalize (weight.m * s->factors[h], weight.e);

      /* Arcs from 0 are no part of the chart: the root comes last. */
      if (h == 0)
        s->root[d] = scaled;
      else
        w[chart->rows[h - 1]] = scaled;
    }
  }
}

/* Finds the bases of a sum: the distance of the arc to each word that has the greatest marginal. By (D16) any
 * bases give the entropy. With these the terms of the large marginals are 0, so nothing large is subtracted.
 * Returns `log_rest` of TreeSum. */
static double
find_bases (const WideSentence *s, WideNumber z)
{
  WideNumber product;

  sr_one (&product);
  for (int d = 0; d < s->scores.n; d++) {
    const double *marginals = s->marginals.first + d * s->marginals.stride;
    int best = 0;

    for (int h = 1; h <= s->scores.n; h++)
      if (marginals[h] > marginals[best])
        best = h;
    scores_costs_double (&s->scores, d + 1, s->row);
    s->bases[d] = sums_distance (&s->origin, d + 1, best, s->row[best]);
    product = times (product, exponential_wide (-s->bases[d].high, -s->bases[d].low));
  }
  return exponential_wide_log (times (z, product));
}

/* One sentence in a chart of its own, which may need more memory than its lane did: that is checked first.
 * The outside recursion runs only if marginals are asked for. */
gboolean
sums_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const gboolean has_outside = sums_need_marginals (decoding);
  gpointer chart = decode_chart (worker, CHART_WIDE);
  WideSentence s = { .scores = scores_of (decoding->scores, sentence) };
  const int n = s.scores.n;
  TreeSum sum = { .log_z = -INFINITY };
  WordChart cells;
  LaneSums lane;
  WideNumber z, scale;

  if (!decode_check_memory (
          decoding, sentence, n,
          lanes_wide.measure (chart, worker->compiled, n, 1, has_outside, worker->largest_vector), error))
    return FALSE;
  if (!reserve (decoding, worker, sentence, &s))
    return memory_fail (error, "the sums of %d words", n);
  if (!lanes_wide.lay_out (chart, worker->compiled, n, 1, has_outside, worker->largest_vector, &cells, error))
    return FALSE;
  load (&s, decoding->options.has_any_root, &cells);
  lanes_wide.fill (chart);
  lane = lane_of (&cells, 0, n, s.root, s.root_sums, s.arrays);
  z = sum_trees (&lane, decoding->options.has_any_root);
  if (sr_is_zero (&z))
    return sums_put (decoding, worker, sentence, &sum, NULL, error);
  if (decoding->is_drawing)
    return draw_trees (decoding, worker, &lane, sentence, error);
  sum.log_z = sums_subtract (exponential_wide_log (z), s.least, n + 1);
  sum.origin = s.origin;
  if (has_outside) {
    begin_outside (&lane, decoding->options.has_any_root);
    lanes_wide.fill_outside (chart);
    scale = reciprocal (z);
    for (int d = 0; d < n; d++)
      read_marginals (&lane, scale, d, s.marginals.first + d * s.marginals.stride);
    sum.log_rest = find_bases (&s, z);
    sum.bases = s.bases;
  }
  return sums_put (decoding, worker, sentence, &sum, &s.marginals, error);
}
