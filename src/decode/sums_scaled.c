/* sums_scaled.c - sums over projective trees in numbers with exponents beside them, for sentences side by
 * side: of scores of any size.
 *
 * An arc weighs exp (-distance) (decode.h), with labels times the sum of exp (score - greatest) over them.
 * That is divided by a power of 2 for each word, so that no weight is above 1/8 (tabular/semiring_scaled.h).
 *
 * With any number of children of 0, 0 is a position of the chart, before the first word: its right side is
 * the whole sentence. With one child the root comes last, by (D9) and (D12).
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "tabular/wide_number.h"

typedef WideNumber SrValue;
#define SR_ZERO ((WideNumber){ 0, 0 })

/* As many sentences as the largest vector has cells. */
enum { MOST_LANES = 64 / sizeof (double), WIDE_UNIT = 256 };

/* Weights are divided by 2^LEAST_SHIFT at least. */
enum { LEAST_SHIFT = 4 };

/* A sentence in its lane. Arrays are by word from 0. */
typedef struct {
  SentenceScores scores;
  int n, lane;
  double *costs, *factors, *m; /* of the arcs to a word, one for each position of the chart, and 0 */
  gint64 *e;
  double *least;                     /* of the origin, n + 1 */
  double *root_costs, *root_factors; /* of the arcs from 0, and of their labels */
  RootOrigin root_origin;
  SumOrigin origin;
  ArcDistance *bases;
  WideNumber *root, *root_sums; /* the arc from 0, and the trees with it */
  gint64 exponent;              /* of the powers of 2 that weights were divided by */
  WideNumber z;                 /* divided by these */
  MarginalRows marginals;
  gboolean is_good; /* scores */
} ScaledSentence;

typedef struct {
  ScaledSentence lanes[MOST_LANES];
  int n_lanes;
  WordChart chart;
  gboolean has_any_root, has_outside;
} ScaledSums;

/* Memory for each lane, of doubles; whatever else is in it is as large as one or two of them. */
static gboolean
reserve (const Decoding *decoding, DecodeWorker *worker, const int *sentences, ScaledSums *s)
{
  const gsize n = (gsize) s->lanes[0].n, stride = n + 1;
  double *rows = decode_scratch (worker, SCRATCH_ROW, 4 * stride * (gsize) s->n_lanes, sizeof (double));
  double *words = decode_scratch (worker, SCRATCH_ROOT, 9 * stride * (gsize) s->n_lanes, sizeof (double));
  double *marginals =
      decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n) * (gsize) s->n_lanes, sizeof (double));

  if (rows == NULL || words == NULL || marginals == NULL)
    return FALSE;
  for (int l = 0; l < s->n_lanes; l++, rows += 4 * stride, words += 9 * stride) {
    ScaledSentence *lane = &s->lanes[l];

    lane->costs = rows;
    lane->factors = rows + stride;
    lane->m = rows + 2 * stride;
    lane->e = (gint64 *) (rows + 3 * stride);
    lane->root = (WideNumber *) words;
    lane->root_sums = (WideNumber *) (words + 2 * stride);
    lane->bases = (ArcDistance *) (words + 4 * stride);
    lane->least = words + 6 * stride;
    lane->root_costs = words + 7 * stride;
    lane->root_factors = words + 8 * stride;
    lane->marginals = sums_rows (decoding, sentences[l], marginals + (gsize) l * n * SCORES_STRIDE (n));
  }
  return TRUE;
}

/* Multiplies the weights of the arcs to a word by the sums over their labels. */
static void
weigh_labels (ScaledSentence *s, int d)
{
  double most = 1;
  int exponent;

  scores_factors (&s->scores, d + 1, s->costs, s->factors, NULL);
  for (int h = 0; h <= s->n; h++)
    most = MAX (most, s->factors[h]);
  frexp (most, &exponent);
  for (int h = 0; h <= s->n; h++)
    s->m[h] *= ldexp (s->factors[h], -exponent);
  s->exponent += exponent;
  s->root_factors[d] *= ldexp (s->factors[0], -exponent);
}

/* The weights of the arcs to a word, from 0..n, by the origin (sums_find_origin()) but for its root. */
static void
weigh (ScaledSentence *s, int d, gboolean has_any_root)
{
  const int first = has_any_root ? 0 : 1;

  s->is_good &= scores_costs_double (&s->scores, d + 1, s->costs);
  s->root_costs[d] = s->costs[0];
  s->least[d] =
      sums_add_origin (exponential_least (s->n + 1 - first, s->costs + first), s->costs[0], &s->root_origin);
  exponential_scaled_row (s->n + 1, s->costs, s->least[d], LEAST_SHIFT, s->m, s->e);
  s->root_factors[d] = 1. / (1 << LEAST_SHIFT);
  if (s->scores.scores.n_labels > 0)
    weigh_labels (s, d);
  s->exponent += LEAST_SHIFT;
}

/* The weights of the arcs from 0, whose origin needs all words. */
static void
weigh_root (ScaledSums *sums, ScaledSentence *s)
{
  s->least[s->n] = sums_root (&s->root_origin, sums->has_any_root);
  s->origin = (SumOrigin){ s->least, s->least[s->n] };
  for (int d = 0; d < s->n; d++) {
    const ArcDistance arc = sums_distance (&s->origin, d + 1, 0, s->root_costs[d]);
    const WideNumber weight = exponential_wide (arc.high, arc.low);

    s->root[d] = wide_normalize (weight.m * s->root_factors[d], weight.e);
    if (sums->has_any_root) {
      const gssize at = sums->chart.rows[0] + (d + 1) * sums->chart.across + s->lane;

      ((double *) sums->chart.arcs)[at] = s->root[d].m;
      ((gint64 *) sums->chart.arcs)[at + sums->chart.exponents] =
          s->root[d].m == 0 ? SCALED_ZERO : s->root[d].e * WIDE_UNIT;
    }
  }
}

/* Puts the weights of the arcs into the chart: word by word, so that the cells of all lanes are written
 * together. */
static void
load (ScaledSums *s)
{
  const WordChart *chart = &s->chart;
  const int first = s->has_any_root ? 0 : 1, n_lanes = s->n_lanes;
  const double *m[MOST_LANES];
  const gint64 *exponents[MOST_LANES];

  for (int l = 0; l < n_lanes; l++) {
    m[l] = s->lanes[l].m;
    exponents[l] = s->lanes[l].e;
  }
  for (int d = first; d < chart->n + first; d++) {
    double *w = (double *) chart->arcs + (d - first) * chart->across;
    gint64 *e = (gint64 *) w + chart->exponents;

    for (int l = 0; l < s->n_lanes; l++) {
      ScaledSentence *lane = &s->lanes[l];
      const int end = d > 0 && d <= lane->n ? lane->n + 1 : 0;

      if (end > 0)
        weigh (lane, d - 1, s->has_any_root);
      for (int h = end; h < chart->n + first; h++) {
        lane->m[h] = 0;
        lane->e[h] = SCALED_ZERO;
      }
    }
    for (int h = first; h < chart->n + first; h++) {
      const gssize at = chart->rows[h - first];

      for (int l = 0; l < n_lanes; l++) {
        w[at + l] = m[l][h];
        e[at + l] = exponents[l][h];
      }
    }
  }
  for (int l = 0; l < s->n_lanes; l++)
    weigh_root (s, &s->lanes[l]);
}

/* [a][b] of a matrix. */
static WideNumber
cell (const ScaledSums *s, const ScaledSentence *lane, gconstpointer matrix, int a, int b)
{
  const gssize at = s->chart.rows[a] + b * s->chart.across + lane->lane;
  const double m = ((const double *) matrix)[at];

  return m == 0 ? SR_ZERO : (WideNumber){ m, ((const gint64 *) matrix)[at + s->chart.exponents] / WIDE_UNIT };
}

/* Z, and the trees by the child of 0 if that is one. */
static void
sum_trees (const ScaledSums *s, ScaledSentence *lane)
{
  const int last = lane->n - 1;

  if (s->has_any_root) {
    lane->z = cell (s, lane, s->chart.right, 0, lane->n);
    return;
  }
  lane->z = SR_ZERO;
  for (int h = 0; h <= last; h++) {
    const WideNumber sides =
        wide_multiply (cell (s, lane, s->chart.left, 0, h), cell (s, lane, s->chart.right, h, last));

    lane->root_sums[h] = wide_multiply (lane->root[h], sides);
    lane->z = wide_add (lane->z, lane->root_sums[h]);
  }
}

/* Where the outside recursion begins, by (R12): what is outside of [a][b] of a side, over Z. */
static void
put_outside (const ScaledSums *s, const ScaledSentence *lane, gconstpointer side, gpointer outside, int a,
             int b, WideNumber number)
{
  const WideNumber inside = cell (s, lane, side, a, b);

  number.e += inside.e;
  ((double *) outside)[s->chart.rows[a] + b * s->chart.across + lane->lane] =
      inside.m == 0 ? 0 : exponential_wide_ratio (number, lane->z);
}

/* (D12) */
static void
begin_outside (const ScaledSums *s, const ScaledSentence *lane)
{
  const WordChart *c = &s->chart;
  const int last = lane->n - 1;

  if (s->has_any_root) {
    put_outside (s, lane, c->right, c->outside_right, 0, lane->n, (WideNumber){ 1, 0 });
    return;
  }
  for (int h = 0; h <= last; h++) {
    put_outside (s, lane, c->right, c->outside_right, h, last,
                 wide_multiply (lane->root[h], cell (s, lane, c->left, 0, h)));
    put_outside (s, lane, c->left, c->outside_left, 0, h,
                 wide_multiply (lane->root[h], cell (s, lane, c->right, h, last)));
  }
}

/* The marginals of the arcs to word @d, when the outside recursion is done. */
static void
read_marginals (const ScaledSums *s, const ScaledSentence *lane, int d)
{
  const int first = s->has_any_root ? 0 : 1;
  const double *w = (const double *) s->chart.arcs + (d - first) * s->chart.across + lane->lane;
  double *row = lane->marginals.first + (d - 1) * lane->marginals.stride;

  for (int h = first; h <= lane->n; h++)
    row[h] = w[s->chart.rows[h - first]];
  if (!s->has_any_root)
    row[0] = exponential_wide_ratio (lane->root_sums[d - 1], lane->z);
  row[d] = 0;
}

/* Drawing. */

typedef struct {
  const ScaledSums *sums;
  const ScaledSentence *lane;
} DrawnLane;

#define DRAWN DrawnLane

static inline SrValue
times (SrValue x, SrValue y)
{
  return wide_multiply (x, y);
}

static inline SrValue
plus (SrValue x, SrValue y)
{
  return wide_add (x, y);
}

static inline SrValue
of_number (double x)
{
  return wide_normalize (x, 0);
}

static inline gboolean
is_less (SrValue x, SrValue y)
{
  return exponential_wide_is_less (x, y);
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return x->m == 0;
}

static inline SrValue
meeting_at (const DrawnLane *c, int a, int b)
{
  return cell (c->sums, c->lane, c->sums->chart.meetings, a, b);
}

static inline SrValue
right_at (const DrawnLane *c, int a, int b)
{
  return cell (c->sums, c->lane, c->sums->chart.right, a, b);
}

static inline SrValue
left_at (const DrawnLane *c, int a, int b)
{
  return cell (c->sums, c->lane, c->sums->chart.left, a, b);
}

#include "decode/draw.template.h"

static gboolean
draw_trees (const Decoding *decoding, DecodeWorker *worker, const ScaledSums *s, const ScaledSentence *lane,
            int sentence, GError **error)
{
  const DrawnLane drawn = { s, lane };
  Drawing drawing;
  int *heads;

  if (!draw_begin (decoding, worker, lane->n, sentence, &drawing, &heads))
    return memory_fail (error, "the trees of %d words", lane->n);
  for (int t = 0; t < decoding->trees->n_trees; t++) {
    if (s->has_any_root)
      draw_below (&drawn, &drawing, 0, 0, lane->n, 0, heads);
    else
      draw_below (&drawn, &drawing, 0, draw_share (&drawing, lane->root_sums, lane->n), lane->n - 1, 1,
                  heads);
    sums_put_drawn (decoding, worker, sentence, t, heads, &drawing.random);
  }
  return TRUE;
}

/* Sums. */
static void
fill (ScaledSums *s, gpointer chart)
{
  lanes_scaled.fill (chart);
  for (int l = 0; l < s->n_lanes; l++)
    sum_trees (s, &s->lanes[l]);
}

/* Whether (D15) is sure to refuse a sentence without labels. There the sum is over weights by other origins:
 * those of all arcs to a word, from 0 too. */
static gboolean
is_surely_refused (const ScaledSentence *s)
{
  const double least = exponential_log (1, (gint64) sums_real_least (s->n) - 1);
  const double greatest = exponential_log (1, 901);
  double log_z = -s->least[s->n];

  if (s->z.m == 0)
    return TRUE;
  for (int d = 0; d < s->n; d++)
    log_z += MIN (s->root_costs[d] - s->least[d], 0);
  if (!(fabs (log_z) < 0x1p30 && fabs (s->least[s->n]) < 0x1p30))
    return FALSE;
  log_z += exponential_log (s->z.m, s->z.e * WIDE_UNIT + s->exponent);
  return log_z < least || log_z > greatest;
}

/* The outside recursion. A sentence without a tree is left out of it: its cells are 0. */
static void
fill_outside (ScaledSums *s, gpointer chart)
{
  if (!s->has_outside)
    return;
  for (int l = 0; l < s->n_lanes; l++)
    if (s->lanes[l].z.m != 0)
      begin_outside (s, &s->lanes[l]);
  lanes_scaled.fill_outside (chart);
  for (int d = 1; d <= s->lanes[0].n; d++)
    for (int l = 0; l < s->n_lanes; l++)
      if (d <= s->lanes[l].n && s->lanes[l].z.m != 0)
        read_marginals (s, &s->lanes[l], d);
}

/* Finds the bases of a sum: the distance of the arc to each word that has the greatest marginal. By (D16) any
 * bases give the entropy. With these the terms of the large marginals are 0, so nothing large is subtracted.
 * Returns `log_rest` of TreeSum. */
static double
find_bases (const ScaledSentence *s)
{
  WideNumber product = s->z;

  for (int d = 0; d < s->n; d++) {
    const double *marginals = s->marginals.first + d * s->marginals.stride;
    int best = 0;

    for (int h = 1; h <= s->n; h++)
      if (marginals[h] > marginals[best])
        best = h;
    scores_costs_double (&s->scores, d + 1, s->costs);
    s->bases[d] = sums_distance (&s->origin, d + 1, best, s->costs[best]);
    product = wide_multiply (product, exponential_wide (-s->bases[d].high, -s->bases[d].low));
  }
  return exponential_log (product.m, product.e * WIDE_UNIT + s->exponent);
}

static gboolean
put (const Decoding *decoding, DecodeWorker *worker, const ScaledSums *sums, ScaledSentence *s, int sentence,
     GError **error)
{
  TreeSum sum = { .log_z = -INFINITY };

  if (s->z.m == 0)
    return sums_put (decoding, worker, sentence, &sum, NULL, error);
  if (decoding->is_drawing)
    return draw_trees (decoding, worker, sums, s, sentence, error);
  sum.log_z = sums_subtract (exponential_log (s->z.m, s->z.e * WIDE_UNIT + s->exponent), s->least, s->n + 1);
  sum.origin = s->origin;
  if (sums->has_outside && decoding->entropies != NULL) {
    sum.log_rest = find_bases (s);
    sum.bases = s->bases;
  }
  return sums_put (decoding, worker, sentence, &sum, &s->marginals, error);
}

/* Sentences that the memory suffices for, together. With @is_put only those that sums_real.c refuses. */
static gboolean
put_group (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
           gboolean *is_put, GError **error)
{
  gpointer chart = decode_chart (worker, CHART_SCALED);
  ScaledSums s = { .n_lanes = n_sentences,
                   .has_any_root = decoding->options.has_any_root,
                   .has_outside = sums_need_marginals (decoding) };
  gboolean are_put = TRUE;

  for (int l = 0; l < n_sentences; l++)
    s.lanes[l] = (ScaledSentence){ .scores = scores_of (decoding->scores, sentences[l]),
                                   .n = decoding->scores->lengths[sentences[l]],
                                   .lane = l,
                                   .root_origin = { INFINITY, FALSE },
                                   .is_good = TRUE };
  if (!reserve (decoding, worker, sentences, &s))
    return memory_fail (error, "the sums of %d words", s.lanes[0].n);
  if (!lanes_scaled.lay_out (chart, worker->compiled, s.lanes[0].n + s.has_any_root, n_sentences,
                             s.has_outside, worker->largest_vector, &s.chart, error))
    return FALSE;
  load (&s);
  fill (&s, chart);
  for (int l = 0; is_put != NULL && l < n_sentences; l++)
    *is_put &= s.lanes[l].is_good && is_surely_refused (&s.lanes[l]);
  if (is_put != NULL && !*is_put)
    return TRUE;
  fill_outside (&s, chart);
  for (int l = 0; l < n_sentences && are_put; l++)
    are_put = put (decoding, worker, &s, &s.lanes[l], sentences[l], error);
  return are_put;
}

/* The longest sentence comes first. Its chart needs more memory than that of sums_real.c, so there may be fewer
 * lanes. */
gboolean
sums_scaled_put (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                 GError **error)
{
  const gboolean has_any_root = decoding->options.has_any_root, has_outside = sums_need_marginals (decoding);
  gpointer chart = decode_chart (worker, CHART_SCALED);

  for (int first = 0, n_lanes; first < n_sentences; first += n_lanes) {
    const int n = decoding->scores->lengths[sentences[first]];
    guint64 bytes = G_MAXUINT64;

    for (n_lanes = n_sentences - first;; n_lanes = (n_lanes + 1) / 2) {
      bytes = lanes_scaled.measure (chart, worker->compiled, n + has_any_root, n_lanes, has_outside,
                                    worker->largest_vector);
      if (bytes <= decoding->memory || n_lanes == 1)
        break;
    }
    if (!decode_check_memory (decoding, sentences[first], n, bytes, error)
        || !put_group (decoding, worker, sentences + first, n_lanes, NULL, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
sums_scaled_try (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                 gboolean *is_put, GError **error)
{
  const int n = decoding->scores->lengths[sentences[0]] + decoding->options.has_any_root;

  *is_put = decoding->scores->scores->n_labels == 0
            && lanes_scaled.measure (decode_chart (worker, CHART_SCALED), worker->compiled, n, n_sentences,
                                     sums_need_marginals (decoding), worker->largest_vector)
                   <= decoding->memory;
  return !*is_put || put_group (decoding, worker, sentences, n_sentences, is_put, error);
}
