/* elimination_wide.c - sums over all trees, projective or not, in wide numbers: slower, without bounds. See
 * elimination.template.h.
 *
 * A WideNumber (R8) is m 2^(256 e), with a double m and an integer e of 64 bits: it neither overflows nor
 * becomes 0, whatever the scores. elimination_real.c does the same in doubles, and gives up where these do
 * not suffice. The template has the algorithm and its equations; this file has the arithmetic that it is
 * included with, and then what goes before and after: weights from costs, the order of words, marginals
 * from derivatives.
 *
 * An arc weighs exp (-distance) (decode.h), with labels times the sum of exp (score - greatest) over them. S
 * is 0 only if no arc is left.
 *
 * An example with a single root: the words 1, 2 and 3, with arcs from 0 to 3 and from 3 to 1 and 2 alone.
 * Word 3 is eliminated first, and no word has an arc to it: S is 0. So it is the child of 0, and changes
 * places with word 1. Now word 1 is eliminated, by its arc from 3; then word 2, by its arc from 3; and word 3
 * is left with its arc from 0. Z is the product of the three weights.
 */
#include "decode/decode.h"

#include <string.h>

#include "base/base.h"
#include "tabular/semiring_wide.h"

/* The operations of elimination.template.h. */
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
divide (WideNumber x, WideNumber y)
{
  return wide_normalize (x.m / y.m, x.e - y.e);
}

static inline WideNumber
of_number (double x)
{
  return wide_normalize (x, 0);
}

/* 0 if it would be negative.
 *
 * Numbers whose exponents differ by two or more differ by a factor of 2^256 at least: the smaller one does
 * not count. If the exponents differ by one, it is brought to the larger one. */
static inline WideNumber
minus (WideNumber x, WideNumber y)
{
  double m = x.m;

  if (y.m == 0)
    return x;
  if (x.m == 0 || x.e < y.e)
    return SR_ZERO;
  if (x.e == y.e)
    m -= y.m;
  else if (x.e == y.e + 1)
    m -= y.m * 0x1p-256;
  return m > 0 ? wide_normalize (m, x.e) : SR_ZERO;
}

static inline gboolean
is_less (WideNumber x, WideNumber y)
{
  return exponential_wide_is_less (x, y);
}

/* Adds up a row from left to right: there are no vectors of wide numbers, so there is one order. */
static WideNumber
sum_row (const WideNumber *row, int n)
{
  WideNumber sum = SR_ZERO;

  for (int h = 0; h < n; h++)
    sum = plus (sum, row[h]);
  return sum;
}

static WideNumber
dot_rows (const WideNumber *a, const WideNumber *b, int n)
{
  WideNumber sum = SR_ZERO;

  for (int h = 0; h < n; h++)
    sum = plus (sum, times (a[h], b[h]));
  return sum;
}

static void
add_row (WideNumber *to, const WideNumber *from, WideNumber factor, int n)
{
  for (int h = 0; h < n; h++)
    to[h] = plus (to[h], times (factor, from[h]));
}

#include "decode/elimination.template.h"

typedef struct {
  SentenceScores scores;
  Elimination e;
  double *factors, *least; /* of the origin, n + 1 */
  SumOrigin origin;
  ArcDistance *bases;
  DrawnTree drawn;
} WideElimination;

/* Doubles and distances lie behind wide numbers in the same memory. A WideNumber is as large as two doubles,
 * so there is room and all are aligned. */
static gboolean
reserve (DecodeWorker *worker, WideElimination *s)
{
  const gsize n = (gsize) s->scores.n, size = n + 1;
  WideNumber *words = decode_scratch (worker, SCRATCH_ROOT, 6 * size, sizeof (WideNumber));
  WideNumber *matrices = decode_scratch (worker, SCRATCH_MATRIX, 2 * n * n, sizeof (WideNumber));
  int *positions = decode_scratch (worker, SCRATCH_STACK, 5 * size, sizeof (int));
  double *costs = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));

  s->factors = decode_scratch (worker, SCRATCH_PREFIX, size, sizeof (double));
  if (words == NULL || matrices == NULL || positions == NULL || costs == NULL || s->factors == NULL)
    return FALSE;
  place (&s->e, &s->drawn, n, n, words, matrices, positions, costs);
  s->least = (double *) (words + 4 * size);
  s->bases = (ArcDistance *) (words + 5 * size);
  return TRUE;
}

/* The weight of an arc.
 *
 * The distance is from the origin, so that wide numbers, whose exponents are exact, carry no more than the
 * differences of costs. */
static inline WideNumber
weight_of (const WideElimination *s, int d, int head, double cost)
{
  const ArcDistance arc = sums_distance (&s->origin, d + 1, head, cost);
  const WideNumber weight = exponential_wide (arc.high, arc.low);

  return wide_normalize (weight.m * s->factors[head], weight.e);
}

/* Makes the weights of all arcs the matrix A and r. Costs are kept: the marginals take their place later. */
static void
load (WideElimination *s)
{
  const Elimination *e = &s->e;

  sums_find_origin (&s->scores, e->has_any_root, s->factors, s->least);
  s->origin = (SumOrigin){ s->least, s->least[e->n] };
  for (int d = 0; d < e->n; d++) {
    double *costs = e->costs + d * SCORES_STRIDE (e->n);
    WideNumber *row = row_of (e->A, e, d);

    scores_costs_double (&s->scores, d + 1, costs);
    scores_factors (&s->scores, d + 1, costs, s->factors, NULL);
    e->r[d] = weight_of (s, d, 0, costs[0]);
    for (int h = 0; h < e->n; h++)
      row[h] = weight_of (s, d, h + 1, costs[h + 1]);
  }
}

static void
swap_numbers (WideNumber *x, WideNumber *y)
{
  const WideNumber z = *x;

  *x = *y;
  *y = z;
}

/* The words at positions @a and @b change places.
 *
 * Rows and columns of both words, and their arcs from 0. Those of words that are eliminated are swapped too:
 * derivatives and drawing read them later. */
static void
swap_words (const Elimination *e, int a, int b)
{
  const int word = e->word[a];

  e->word[a] = e->word[b];
  e->word[b] = word;
  swap_numbers (&e->r[a], &e->r[b]);
  for (int h = 0; h < e->n; h++)
    swap_numbers (&row_of (e->A, e, a)[h], &row_of (e->A, e, b)[h]);
  for (int d = 0; d < e->n; d++)
    swap_numbers (&row_of (e->A, e, d)[a], &row_of (e->A, e, d)[b]);
}

/* FALSE if there is no tree.
 *
 * A word without an arc from a word that is left must be the child of 0. It goes to position 0, and the word
 * that was there is eliminated in its place. With a second such word there would be two children of 0. */
static gboolean
eliminate_all (const Elimination *e)
{
  gboolean has_root = FALSE;

  for (int k = e->n - 1; k > 0;) {
    e->S[k] = sum_heads (e, k);
    if (!sr_is_zero (&e->S[k])) {
      eliminate_word (e, k--);
    } else if (e->has_any_root || has_root) {
      return FALSE;
    } else {
      swap_words (e, k, 0);
      has_root = TRUE;
    }
  }
  e->S[0] = e->r[0];
  return !sr_is_zero (&e->S[0]);
}

/* Makes the costs the marginals, and finds bases of the sum: the distance of the arc to each word that has
 * the greatest one. Returns the product of the weights of these arcs, without labels, with the other sign of
 * costs. */
static WideNumber
read_marginals (const WideElimination *s)
{
  const Elimination *e = &s->e;
  WideNumber product = of_number (1);

  for (int p = 0; p < e->n; p++) {
    const int d = e->word[p];
    double *row = e->costs + d * SCORES_STRIDE (e->n), best = -1;

    scores_factors (&s->scores, d + 1, row, s->factors, NULL);
    /* Position -1 is 0 here; the others are positions of words, which elimination may have changed, so `word`
     * is asked. */
    for (int g = -1; g < e->n; g++) {
      const int h = g < 0 ? 0 : e->word[g] + 1;
      const WideNumber derivative = g < 0 ? e->root_derivatives[p] : row_of (e->derivatives, e, p)[g];
      const double cost = row[h];

      /* The cost is read before: the marginal takes its place in the row. */
      row[h] =
          g == p ? 0 : exponential_wide_ratio (times (weight_of (s, d, h, cost), derivative), of_number (1));
      if (row[h] > best && g != p) {
        best = row[h];
        s->bases[d] = sums_distance (&s->origin, d + 1, h, cost);
      }
    }
    product = times (product, exponential_wide (-s->bases[d].high, -s->bases[d].low));
  }
  return product;
}

/* No bound is checked here: exponents of 64 bits hold every product of 4096 weights. A sum of 0 means that
 * there is no tree. */
gboolean
elimination_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  WideElimination s = { .scores = scores_of (decoding->scores, sentence) };
  const gsize n = (gsize) s.scores.n;
  TreeSum sum = { .log_z = -INFINITY };
  WideNumber z = of_number (1);

  if (!decode_check_memory (decoding, sentence, s.scores.n, 6 * n * n * sizeof (double), error))
    return FALSE;
  if (!reserve (worker, &s))
    return memory_fail (error, "the sums of %d words", s.scores.n);
  s.e.has_any_root = decoding->options.has_any_root;
  load (&s);
  if (!eliminate_all (&s.e))
    return sums_put (decoding, worker, sentence, &sum, NULL, error);
  if (decoding->is_drawing) {
    draw_trees (decoding, worker, &s.e, &s.drawn, sentence);
    return TRUE;
  }
  /* (D19) */
  for (int k = 0; k < s.e.n; k++)
    z = times (z, s.e.S[k]);
  sum.log_z = sums_subtract (exponential_wide_log (z), s.least, s.e.n + 1);
  sum.origin = s.origin;
  /* Entropy needs `log_rest` by bases that are near the marginals, see find_entropy(). */
  if (sums_need_marginals (decoding)) {
    differentiate (&s.e);
    sum.log_rest = exponential_wide_log (times (z, read_marginals (&s)));
    sum.bases = s.bases;
  }
  return sums_put (decoding, worker, sentence, &sum, &(MarginalRows){ s.e.costs, SCORES_STRIDE (n) }, error);
}
