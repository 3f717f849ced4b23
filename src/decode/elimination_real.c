/* elimination_real.c - sums over all trees, projective or not, in numbers of the processor. See
 * elimination.template.h.
 *
 * Let c(d) be the least cost of an arc to d, from a word if 0 has one child, and c that of the arcs from 0,
 * each less its c(d) (0 if 0 has any number of children). Arcs weigh exp (c(d) - cost), those from 0 exp (c +
 * c(d) - cost). Let W be the product of the sums of weights of the arcs to each word. Numbers of the
 * processor do where
 *
 *   (D24)  all S >= 10^-100,   |c| <= 1000,   log Z >= -300,   log Z >= -650 + log W + log n,   Z is finite
 *
 * and where, if asked for, the marginals of the arcs to each word are 1 in sum, to 10^-9. Else, all is done
 * again in wide numbers (elimination_wide.c). A distance of more than 1000 would be rounded by more than
 * 10^-13.
 *
 * What fails in practice are finite masks of forbidden arcs, and sentences whose words attract each other in
 * cycles while none has a good arc from 0.
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "tabular/semiring_real.h"

/* The operations of elimination.template.h, here those of the processor. */
BODY double
times (double x, double y)
{
  return x * y;
}

BODY double
plus (double x, double y)
{
  return x + y;
}

BODY double
divide (double x, double y)
{
  return x / y;
}

/* By (D22) a difference of derivatives is never negative; rounding can make it so, and a marginal must not
 * be. */
BODY double
minus (double x, double y)
{
  return x > y ? x - y : 0;
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

/* Sums that are added at the end, whatever the size of a vector: four vectors of two numbers, two of four, or
 * one of eight do the same additions, so the result has the same bits. */
enum { SIDE_BY_SIDE = 8 };

/* In pairs, as a vector of eight would be halved three times. */
BODY double
add_up (const double *sums)
{
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/* Vectors of any size give these eight sums, number h in sum h % 8, so the bits do not depend on the
 * processor. */
BODY double
sum_row (const double *row, int n)
{
  double sums[SIDE_BY_SIDE] = { 0 };
  int h = 0;

  for (; h + SIDE_BY_SIDE <= n; h += SIDE_BY_SIDE)
    for (int v = 0; v < SIDE_BY_SIDE; v++)
      sums[v] += row[h + v];
  for (int v = 0; h < n; h++, v++)
    sums[v] += row[h];
  return add_up (sums);
}

BODY double
dot_rows (const double *a, const double *b, int n)
{
  double sums[SIDE_BY_SIDE] = { 0 };
  /* Eight sums as in sum_row(), added in the same order. */
  int h = 0;

  for (; h + SIDE_BY_SIDE <= n; h += SIDE_BY_SIDE)
    for (int v = 0; v < SIDE_BY_SIDE; v++)
      sums[v] += a[h + v] * b[h + v];
  for (int v = 0; h < n; h++, v++)
    sums[v] += a[h] * b[h];
  return add_up (sums);
}

/* No sum over h, so there is no order to keep. */
BODY void
add_row (double *restrict to, const double *from, double factor, int n)
{
  for (int h = 0; h < n; h++)
    to[h] += factor * from[h];
}

#include "decode/elimination.template.h"

/* A product without bounds, m 2^exponent. */
typedef struct {
  double m;
  gint64 exponent;
} BigProduct;

/* The factor is within the bounds of double precision, and the product is brought back to m from 1/2 to 1
 * each time. */
static void
multiply (BigProduct *product, double factor)
{
  int exponent;

  product->m = frexp (product->m * factor, &exponent);
  product->exponent += exponent;
}

typedef struct {
  SentenceScores scores;
  Elimination e;
  double *bases, *weights, *factors; /* c(d); of the arcs to a word */
  double root_base;                  /* c */
  gint64 exponent;                   /* of the powers of 2 that weights with labels were divided by */
  BigProduct all;                    /* W */
  DrawnTree drawn;
} RealElimination;

/* The matrix of costs is in the memory of marginals, since marginals take the place of costs at the end. */
static gboolean
reserve (DecodeWorker *worker, RealElimination *s)
{
  const gsize n = (gsize) s->scores.n, size = n + 1, stride = (n + 7) & ~(gsize) 7;
  double *words = decode_scratch (worker, SCRATCH_ROOT, 7 * size, sizeof (double));
  double *matrices = decode_scratch (worker, SCRATCH_MATRIX, 2 * n * stride, sizeof (double));
  int *positions = decode_scratch (worker, SCRATCH_STACK, 5 * size, sizeof (int));
  double *costs = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));

  if (words == NULL || matrices == NULL || positions == NULL || costs == NULL)
    return FALSE;
  place (&s->e, &s->drawn, n, stride, words, matrices, positions, costs);
  s->bases = words + 4 * size;
  s->weights = words + 5 * size;
  s->factors = words + 6 * size;
  return TRUE;
}

/* Weights of the arcs to word @d, without that of 0 if it has one child: by 2^-@exponent of labels.
 *
 * With a single root the arc from 0 is no rival of the others: it is compared with the arcs from 0 to other
 * words alone. So its weight is relative to c, the least of them, and may be far from those of the other
 * arcs. */
static void
weigh (RealElimination *s, int d, const double *costs, int *exponent)
{
  const int n = s->scores.n, first = s->e.has_any_root ? 0 : 1;
  double most = 0;

  *exponent = 0;
  s->bases[d] = exponential_least (n + 1 - first, costs + first);
  exponential_row (n + 1 - first, costs + first, s->bases[d], s->weights + first);
  if (first == 1) {
    const double distance = costs[0] - s->bases[d] - s->root_base;

    s->weights[0] = costs[0] == INFINITY || distance > 707 ? 0 : exponential_of (-distance);
  }
  if (s->scores.scores.n_labels == 0)
    return;
  scores_factors (&s->scores, d + 1, costs, s->factors, NULL);
  for (int h = 0; h <= n; h++)
    most = MAX (most, s->factors[h]);
  /* As in sums_real.c: the sums over labels are divided by a power of 2, so that weights stay at most 1. */
  frexp (most, exponent);
  for (int h = 0; h <= n; h++)
    s->weights[h] *= ldexp (s->factors[h], -*exponent);
}

/* Reads the costs, and finds c.
 *
 * c is the least that an arc from 0 costs more than the cheapest arc from a word. If a word has no arc from a
 * word, `least` is infinite, c becomes -infinity, and (D24) refuses it. */
static gboolean
read_costs (RealElimination *s)
{
  gboolean is_good = TRUE;

  s->root_base = s->e.has_any_root ? 0 : INFINITY;
  for (int d = 0; d < s->scores.n; d++) {
    double *costs = s->e.costs + d * SCORES_STRIDE (s->scores.n), least = INFINITY;

    is_good &= scores_costs_double (&s->scores, d + 1, costs);
    if (s->e.has_any_root)
      continue;
    for (int h = 1; h <= s->scores.n; h++)
      least = MIN (least, costs[h]);
    if (costs[0] < INFINITY)
      s->root_base = MIN (s->root_base, costs[0] - least);
  }
  return is_good;
}

/* Makes the weights of all words the matrix A and r, and notes W, the product of their sums. */
static void
load (RealElimination *s)
{
  s->exponent = 0;
  s->all = (BigProduct){ 1, 0 };
  for (int d = 0; d < s->scores.n; d++) {
    int exponent;

    weigh (s, d, s->e.costs + d * SCORES_STRIDE (s->scores.n), &exponent);
    s->exponent += exponent;
    multiply (&s->all, sum_row (s->weights, s->scores.n + 1));
    memcpy (row_of (s->e.A, &s->e, d), s->weights + 1, s->scores.n * sizeof (double));
    s->e.r[d] = s->weights[0];
  }
}

/* (D17) and (D18), from the last word to the first. A sum below 10^-100, or NaN, ends it, by (D24). With a
 * single root S may be 0, and then words must be eliminated in another order: elimination_wide.c does
 * that. */
BODY gboolean
eliminate_all_body (const Elimination *e)
{
  for (int k = e->n - 1; k > 0; k--) {
    e->S[k] = sum_heads (e, k);
    if (!(e->S[k] >= 1e-100))
      return FALSE;
    eliminate_word (e, k);
  }
  e->S[0] = e->r[0];
  return e->S[0] >= 1e-100 && e->S[0] <= 1e100;
}

BOTH (static, gboolean, eliminate_all, (const Elimination *e), (e))

BODY void
differentiate_all_body (const Elimination *e)
{
  differentiate (e);
}

BOTH (static, void, differentiate_all, (const Elimination *e), (e))

/* (D19) and (D24). Z is a product of n numbers, so its exponent is kept apart. */
static gboolean
is_accurate (const RealElimination *s, double *log_z)
{
  BigProduct z = { 1, 0 };
  double log_all;

  if (!(fabs (s->root_base) <= 1000) || !eliminate_all (&s->e))
    return FALSE;
  for (int k = 0; k < s->e.n; k++)
    multiply (&z, s->e.S[k]);
  *log_z = exponential_log (z.m, z.exponent);
  log_all = exponential_log (s->all.m, s->all.exponent);
  return *log_z >= -300 && *log_z >= -650 + log_all + exponential_log (s->e.n, 0);
}

/* Makes the costs the marginals. FALSE if those of the arcs to a word are not 1 in sum. */
static gboolean
read_marginals (RealElimination *s)
{
  const int n = s->scores.n;

  for (int d = 0; d < n; d++) {
    double *row = s->e.costs + d * SCORES_STRIDE (n), sum = 0;
    const double *derivatives = row_of (s->e.derivatives, &s->e, d);
    int exponent;

    /* The weights are made again: elimination has changed those of the matrix. */
    weigh (s, d, row, &exponent);
    row[0] = s->weights[0] * s->e.root_derivatives[d];
    for (int h = 0; h < n; h++)
      row[h + 1] = s->weights[h + 1] == 0 ? 0 : s->weights[h + 1] * derivatives[h];
    for (int h = 0; h <= n; h++)
      sum += row[h];
    /* Every tree has one arc to the word, so the marginals must add up to 1. That is the test of the whole
     * computation. */
    if (!(fabs (sum - 1) <= 1e-9))
      return FALSE;
  }
  return TRUE;
}

/* log Z is that of the weights, plus what was divided out of them: the powers of 2 of labels, c, and the c(d)
 * of all words. `log_rest` has all but the last, as entropy needs it. */
static gboolean
put (const Decoding *decoding, DecodeWorker *worker, RealElimination *s, int sentence, double log_z,
     GError **error)
{
  const double log_rest = log_z - s->root_base + exponential_log (1, s->exponent);
  const TreeSum sum = { .log_z = sums_subtract (log_rest, s->bases, s->scores.n),
                        .log_rest = log_rest,
                        .origin = { .least = s->bases } };

  return sums_put (decoding, worker, sentence, &sum,
                   &(MarginalRows){ s->e.costs, SCORES_STRIDE (s->scores.n) }, error);
}

/* In numbers of the processor first. Wherever (D24) fails, elimination_wide.c does the sentence again from
 * the scores. */
static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const int sentence = sentences[0];
  RealElimination s = { .scores = scores_of (decoding->scores, sentence) };
  double log_z;

  g_assert (n_sentences == 1);
  if (!reserve (worker, &s))
    return memory_fail (error, "the sums of %d words", s.scores.n);
  s.e.has_any_root = decoding->options.has_any_root;
  if (!read_costs (&s)) {
    decode_note_problem (worker, sentence);
    return TRUE;
  }
  load (&s);
  if (!is_accurate (&s, &log_z))
    return elimination_wide_put (decoding, worker, sentence, error);
  if (decoding->is_drawing) {
    draw_trees (decoding, worker, &s.e, &s.drawn, sentence);
    return TRUE;
  }
  if (sums_need_marginals (decoding)) {
    differentiate_all (&s.e);
    if (!read_marginals (&s))
      return elimination_wide_put (decoding, worker, sentence, error);
  }
  return put (decoding, worker, &s, sentence, log_z, error);
}

const DecodeTask elimination_real_task = { .n_matrices = 4, .work = work };
