/* wide_sums.c - a task of decoders: all is done in wide numbers. Projective trees are summed by a chart of its own, cell by cell, and
 * marginals by the derivatives of each of its sums. */
#include "brute/wide_sums.h"

#include "decode/decode.h"

/* Positions 0..n; 0 is one only if it may have several children. What is below: w, H by head and dependent, sides by their ends;
 * primes are derivatives of Z. */
typedef struct {
  int n, first;
  double *least;
  SumOrigin origin;
  WideNumber z, *w, *H, *M, *Wr, *Wl, *dH, *dWr, *dWl, *marginals;
} WideChart;

#define AT(matrix, a, b) c->matrix[(a) * (c->n + 1) + (b)]

static void
add_product (WideNumber *sum, WideNumber x, WideNumber y)
{
  *sum = wide_add (*sum, wide_multiply (x, y));
}

static void
weigh (WideChart *c, const SentenceScores *s, gboolean has_any_root, double *row, double *factors)
{
  sums_find_origin (s, has_any_root, row, c->least);
  c->origin = (SumOrigin){ c->least, c->least[c->n] };
  for (int d = 1; d <= c->n; d++) {
    scores_costs_double (s, d, row);
    scores_factors (s, d, row, factors, NULL);
    for (int h = 0; h <= c->n; h++) {
      const ArcDistance arc = sums_distance (&c->origin, d, h, row[h]);
      const WideNumber weight = exponential_wide (arc.high, arc.low);

      AT (w, h, d) = wide_normalize (weight.m * factors[h], weight.e);
    }
  }
}

/* (M1) to (M5) */
static void
fill (WideChart *c)
{
  for (int i = c->first; i <= c->n; i++)
    AT (Wr, i, i) = AT (Wl, i, i) = (WideNumber){ 1, 0 };
  for (int span = 1; span <= c->n - c->first; span++)
    for (int i = c->first, j = i + span; j <= c->n; i++, j++) {
      for (int k = i; k < j; k++)
        add_product (&AT (M, i, j), AT (Wr, i, k), AT (Wl, k + 1, j));
      AT (H, i, j) = wide_multiply (AT (M, i, j), AT (w, i, j));
      AT (H, j, i) = wide_multiply (AT (M, i, j), AT (w, j, i));
      for (int h = i + 1; h <= j; h++)
        add_product (&AT (Wr, i, j), AT (H, i, h), AT (Wr, h, j));
      for (int h = i; h < j; h++)
        add_product (&AT (Wl, i, j), AT (Wl, i, h), AT (H, j, h));
    }
}

/* Z, and its derivatives by the sides that it is made of. */
static void
begin (WideChart *c)
{
  if (c->first == 0) {
    c->z = AT (Wr, 0, c->n);
    AT (dWr, 0, c->n) = (WideNumber){ 1, 0 };
    return;
  }
  for (int h = 1; h <= c->n; h++) {
    AT (dWl, 1, h) = wide_multiply (AT (w, 0, h), AT (Wr, h, c->n));
    AT (dWr, h, c->n) = wide_multiply (AT (w, 0, h), AT (Wl, 1, h));
    AT (marginals, 0, h) = wide_multiply (AT (dWl, 1, h), AT (Wl, 1, h));
    c->z = wide_add (c->z, AT (marginals, 0, h));
  }
}

static void
fill_back (WideChart *c)
{
  for (int span = c->n - c->first; span > 0; span--)
    for (int i = c->first, j = i + span; j <= c->n; i++, j++) {
      WideNumber dM;

      for (int h = i + 1; h <= j; h++) {
        add_product (&AT (dH, i, h), AT (dWr, i, j), AT (Wr, h, j));
        add_product (&AT (dWr, h, j), AT (dWr, i, j), AT (H, i, h));
      }
      for (int h = i; h < j; h++) {
        add_product (&AT (dH, j, h), AT (dWl, i, j), AT (Wl, i, h));
        add_product (&AT (dWl, i, h), AT (dWl, i, j), AT (H, j, h));
      }
      dM = wide_multiply (AT (dH, i, j), AT (w, i, j));
      add_product (&dM, AT (dH, j, i), AT (w, j, i));
      AT (marginals, i, j) = wide_multiply (AT (dH, i, j), AT (H, i, j));
      AT (marginals, j, i) = wide_multiply (AT (dH, j, i), AT (H, j, i));
      for (int k = i; k < j; k++) {
        add_product (&AT (dWr, i, k), dM, AT (Wl, k + 1, j));
        add_product (&AT (dWl, k + 1, j), dM, AT (Wr, i, k));
      }
    }
}

/* (D16), by the distance of the arc to each word that has the greatest marginal. */
static double
find_bases (const WideChart *c, const SentenceScores *s, const MarginalRows *rows, double *row,
            ArcDistance *bases)
{
  WideNumber product = c->z;

  for (int d = 1; d <= c->n; d++) {
    const double *marginals = rows->first + (d - 1) * rows->stride;
    int best = 0;

    for (int h = 1; h <= c->n; h++)
      best = marginals[h] > marginals[best] ? h : best;
    scores_costs_double (s, d, row);
    bases[d - 1] = sums_distance (&c->origin, d, best, row[best]);
    product = wide_multiply (product, exponential_wide (-bases[d - 1].high, -bases[d - 1].low));
  }
  return exponential_wide_log (product);
}

static gboolean
sums_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean has_any_root = decoding->options.has_any_root;
  const gsize size = (gsize) (s.n + 1) * (s.n + 1), stride = SCORES_STRIDE (s.n);
  g_autofree WideNumber *cells = g_new0 (WideNumber, 9 * size);
  g_autofree double *row = g_new (double, 3 * stride), *marginals = g_new (double, s.n *stride);
  g_autofree ArcDistance *bases = g_new (ArcDistance, s.n);
  WideChart chart = { .n = s.n,
                      .first = has_any_root ? 0 : 1,
                      .least = row + 2 * stride,
                      .w = cells,
                      .H = cells + size,
                      .M = cells + 2 * size,
                      .Wr = cells + 3 * size,
                      .Wl = cells + 4 * size,
                      .dH = cells + 5 * size,
                      .dWr = cells + 6 * size,
                      .dWl = cells + 7 * size,
                      .marginals = cells + 8 * size },
            *c = &chart;
  const MarginalRows rows = sums_rows (decoding, sentence, marginals);
  TreeSum sum = { .log_z = -INFINITY };

  weigh (c, &s, has_any_root, row, row + stride);
  fill (c);
  begin (c);
  if (c->z.m == 0)
    return sums_put (decoding, worker, sentence, &sum, NULL, error);
  fill_back (c);
  for (int d = 1; d <= s.n; d++)
    for (int h = 0; h <= s.n; h++)
      rows.first[(d - 1) * rows.stride + h] = exponential_wide_ratio (AT (marginals, h, d), c->z);
  sum.log_z = sums_subtract (exponential_wide_log (c->z), c->least, s.n + 1);
  sum.origin = c->origin;
  sum.log_rest = find_bases (c, &s, &rows, row, bases);
  sum.bases = bases;
  return sums_put (decoding, worker, sentence, &sum, &rows, error);
}

static gboolean
work_in_wide_numbers (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                      GError **error)
{
  g_assert (n_sentences == 1);
  return (decoding->options.is_nonprojective ? elimination_wide_put : sums_wide_put) (decoding, worker,
                                                                                      sentences[0], error);
}

const DecodeTask wide_sums_task = { .n_matrices = 1, .work = work_in_wide_numbers };
