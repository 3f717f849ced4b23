/* sums.c - what is put out of a sentence's sums: its log Z, entropy and marginals, and the tree of most of
 * these.
 *
 * Let m(h,d) be the marginal of an arc, p(l) that of a label if the arc is there, c its cost from the origin
 * (decode.h) and b(d) any number for each word:
 *
 *   (D16)  entropy = log (Z with weights exp (b(d) - c)) + SUM m(h,d) (c(h,d) - b(d)) - SUM m(h,d) SUM p(l)
 *          (score(l) - greatest)
 *
 * An example of a word with two heads, which cost 1000 and 1001: weights relative to the least cost are 1 and
 * 1/e, so Z without its size is 1.37, log Z is 0.31 - 1000, and the marginals are 0.73 and 0.27. With b = 0
 * and the origin 1000 the entropy is 0.31 + 0.73 * 0 + 0.27 * 1 = 0.58. The
 * difference of log Z and the expected score, -999.69 + 1000.27, would lose three digits.
 *
 * (D16) holds since the entropy is log Z less the expected score, and the b(d) and the origin cancel. Z is
 * made of the same c. Scores that are finite masks multiply the rounding of a marginal: where there is no
 * more to one than that, it does not count.
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

double
sums_subtract (double log_rest, const double *bases, int n)
{
  PreciseSum sum = { log_rest, 0 };

  for (int i = 0; i < n; i++)
    exponential_add (&sum, -bases[i]);
  return sum.sum + sum.error;
}

/* Arcs from 0, word by word. */
typedef struct {
  double least;
  gboolean is_fixed; /* 0 is a word's only head */
} RootOrigin;

/* Returns the origin of a word. The least costs of the arcs to each word make the origin. With a single root arcs from 0 do not count
 * there, as all words but one have another head; what the cheapest of them costs beyond is the origin's
 * `root`. With any number of roots arcs from 0 count, and `root` is 0 unless they cost so much that a second
 * child of 0 weighs nothing: `root` is subtracted once, whatever the number of children. */
static double
add_origin (double least, double root_cost, RootOrigin *root)
{
  if (least < INFINITY) {
    root->least = MIN (root->least, root_cost - least);
    return least;
  }
  /* 0 is its only head, in all trees. */
  root->is_fixed |= root_cost < INFINITY;
  return root_cost < INFINITY ? root_cost : 0;
}

/* Returns what is at [n]. */
static double
find_root (const RootOrigin *root, gboolean has_any_root)
{
  const double most = 0x1p48; /* so that a second child of 0 still weighs nothing */

  if (root->is_fixed || root->least == INFINITY)
    return 0;
  return has_any_root ? MAX (root->least - most, 0) : root->least;
}

void
sums_find_origin (const SentenceScores *s, gboolean has_any_root, double *row, double *least)
{
  RootOrigin root = { INFINITY, FALSE };

  for (int d = 0; d < s->n; d++) {
    scores_costs_double (s, d + 1, row);
    least[d] = add_origin (
        has_any_root ? exponential_least (s->n + 1, row) : exponential_least (s->n, row + 1), row[0], &root);
  }
  least[s->n] = find_root (&root, has_any_root);
}

/* @x less @y, and what rounding left out (Knuth): the sum of the two is exactly the difference. */
static inline ArcDistance
subtract (double x, double y)
{
  const double difference = x - y, part = difference - x;

  return (ArcDistance){ difference, (x - (difference - part)) - (y + part) };
}

/* Costs may be far larger than their differences, by which alone trees differ. So each subtraction keeps what
 * it leaves out, and the last one makes `high` the rounded sum of both parts again. */
ArcDistance
sums_distance (const SumOrigin *origin, int dependent, int head, double cost)
{
  const double limit = 0x1p49;
  ArcDistance distance;

  if (cost == INFINITY)
    return (ArcDistance){ INFINITY, 0 };
  distance = subtract (cost, origin->least[dependent - 1]);
  /* Two parts are left over then: that of this subtraction and that of the one before. */
  if (head == 0) {
    const double low = distance.low;

    distance = subtract (distance.high, origin->root);
    distance.low += low;
  }
  if (fabs (distance.high) > limit)
    return (ArcDistance){ copysign (limit, distance.high), 0 };
  return subtract (distance.high, -distance.low);
}

/* Numbers of the labels of an arc, and of the arcs to a word. */
typedef struct {
  double *costs, *factors, *means, *labels;
} PutRows;

/* Rows of n + 1 numbers of the arcs to a word, and one of the labels of an arc. */
static gboolean
reserve (DecodeWorker *worker, int n, int n_labels, PutRows *rows)
{
  const gsize size = (gsize) n + 1;

  rows->costs = decode_scratch (worker, SCRATCH_ROW, 3 * size + (gsize) n_labels, sizeof (double));
  rows->factors = rows->costs + size;
  rows->means = rows->costs + 2 * size;
  rows->labels = rows->costs + 3 * size;
  return rows->costs != NULL;
}

/* (D16). An arc of marginal 0 adds nothing, even if its distance is infinite. */
static double
find_entropy (const SentenceScores *s, const TreeSum *sum, const MarginalRows *marginals, const PutRows *rows)
{
  double entropy = sum->log_rest;

  for (int d = 1; d <= s->n; d++) {
    const double *row = marginals->first + (d - 1) * marginals->stride;

    scores_costs_double (s, d, rows->costs);
    scores_factors (s, d, rows->costs, rows->factors, rows->means);
    for (int h = 0; h <= s->n; h++) {
      const ArcDistance base = sum->bases == NULL ? (ArcDistance){ 0, 0 } : sum->bases[d - 1];
      const ArcDistance arc = sums_distance (&sum->origin, d, h, rows->costs[h]);
      const double distance = (arc.high - base.high) + (arc.low - base.low);

      /* A marginal has an error of some 1e-16. Times the distance of a finite mask, which may be 1e32, that
       * would be more than the whole entropy. */
      if (row[h] > 0 && (row[h] > 1e-14 || fabs (distance) < 1e6))
        entropy += row[h] * (distance - rows->means[h]);
    }
  }
  /* No entropy is negative, but rounding can make one of about 0 so. */
  return MAX (entropy, 0);
}

/* Writes a marginal where the caller wants it. */
static inline void
put_number (const ArcNumbers *out, int dependent, int head, int label, double number)
{
  const gint64 at = dependent * out->dependents_apart + head * out->heads_apart + label * out->labels_apart;

  scores_write (out->real, (gpointer) out->first, at, number);
}

/* Writes the marginals of an arc's labels: that of the arc, shared out by their weights. */
static void
put_labels (const SentenceScores *s, const ArcNumbers *out, int dependent, int head, double marginal,
            double *weights)
{
  double sum = 0;

  scores_label_weights (s, dependent, head, weights);
  for (int l = 0; l < s->scores.n_labels; l++)
    sum += weights[l];
  for (int l = 0; l < s->scores.n_labels; l++)
    put_number (out, dependent, head, l, marginal == 0 ? 0 : marginal * (weights[l] / sum));
}

/* Returns TRUE if the caller wants rows of numbers as we have them. */
static gboolean
is_plain (const ArcNumbers *out)
{
  return out->n_labels == 0 && out->heads_apart == 1 && out->real == TBK_FLOAT64;
}

/* A caller's row that looks like ours is written straight away, so marginals need no second copy. */
MarginalRows
sums_rows (const Decoding *decoding, int sentence, double *scratch)
{
  if (decoding->marginals != NULL) {
    const ArcNumbers out = scores_place (decoding->marginals, sentence);

    if (is_plain (&out))
      return (MarginalRows){ (double *) out.first + out.dependents_apart, out.dependents_apart };
  }
  return (MarginalRows){ scratch, SCORES_STRIDE (decoding->scores->lengths[sentence]) };
}

/* @marginals: NULL for zeros. What is not read of the scores is 0. */
static void
put_marginals (const SentenceScores *s, const ArcNumbers *out, const MarginalRows *marginals,
               const PutRows *rows)
{
  const int n_labels = s->scores.n_labels;

  for (int d = 0; d <= s->n; d++) {
    const double *row = marginals == NULL || d == 0 ? NULL : marginals->first + (d - 1) * marginals->stride;

    if (row != NULL && is_plain (out)) {
      double *place = (double *) out->first + d * out->dependents_apart;

      if (place != row) /* sums_rows() */
        memcpy (place, row, ((gsize) s->n + 1) * sizeof (double));
      continue;
    }
    for (int h = 0; h <= s->n; h++) {
      const double marginal = row == NULL ? 0 : row[h];

      if (n_labels == 0)
        put_number (out, d, h, 0, marginal);
      else if (marginal > 0)
        put_labels (s, out, d, h, marginal, rows->labels);
      else
        for (int l = 0; l < n_labels; l++)
          put_number (out, d, h, l, 0);
    }
  }
}

/* Makes marginals costs: what the best label of each arc has of them, with the other sign; infinite for arcs
 * that are forbidden. */
static void
make_costs (const SentenceScores *s, const PutRows *rows, double *marginals)
{
  const gsize stride = SCORES_STRIDE (s->n);

  for (int d = 1; d <= s->n; d++, marginals += stride) {
    scores_costs_double (s, d, rows->costs);
    scores_factors (s, d, rows->costs, rows->factors, NULL);
    for (int h = 0; h <= s->n; h++)
      marginals[h] = rows->costs[h] == INFINITY ? INFINITY : -marginals[h] / rows->factors[h];
    for (gsize h = s->n + 1; h < stride; h++)
      marginals[h] = INFINITY;
  }
}

/* The tree that has most arcs of a tree drawn at random, in the mean. The expected number of common arcs is
 * the sum of the marginals of its arcs. So it is found as the best tree, with marginals for scores. A
 * marginal of 0 does not forbid its arc: it may have been rounded. */
static gboolean
put_expected (const Decoding *decoding, DecodeWorker *worker, int sentence, const SentenceScores *s,
              double *costs, GError **error)
{
  const gboolean has_any_root = decoding->options.has_any_root;
  const gsize stride = SCORES_STRIDE (s->n);
  double expected = 0;
  Spanning spanning;
  int *heads;

  if (!spanning_reserve (worker, s->n, &spanning, &heads, error))
    return FALSE;
  /* The search changes its rows, and the costs are needed for the score. */
  if (decoding->options.is_nonprojective) {
    memcpy (spanning.rows, costs, s->n * stride * sizeof (double));
    spanning_find (&spanning, s->n, has_any_root, heads);
  } else if (!projective_find (decoding, worker, s->n, costs, heads, error)) {
    return FALSE;
  }
  for (int d = 1; d <= s->n; d++)
    expected -= costs[(d - 1) * stride + heads[d]];
  rows_put (decoding, worker, sentence, 0, &(FoundTree){ .heads = heads, .score = &expected });
  return TRUE;
}

/* Each result is put where the caller wants it, in the order in which they need the marginals: those are
 * changed last, when they become costs for the expected tree. A sentence without a tree gets -infinity, NaN,
 * zeros and rows of -1. */
gboolean
sums_put (const Decoding *decoding, DecodeWorker *worker, int sentence, const TreeSum *sum,
          const MarginalRows *marginals, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean is_tree = sum->log_z > -INFINITY;
  PutRows rows;

  if (!reserve (worker, s.n, s.scores.n_labels, &rows))
    return memory_fail (error, "the sums of %d words", s.n);
  if (!is_tree && !decoding->options.allows_none)
    decode_note_problem (worker, sentence);
  if (decoding->log_zs != NULL)
    decoding->log_zs[sentence] = sum->log_z;
  if (decoding->entropies != NULL)
    decoding->entropies[sentence] = is_tree ? find_entropy (&s, sum, marginals, &rows) : NAN;
  if (decoding->marginals != NULL) {
    const ArcNumbers out = scores_place (decoding->marginals, sentence);

    put_marginals (&s, &out, is_tree ? marginals : NULL, &rows);
  }
  if (decoding->trees == NULL)
    return TRUE;
  if (!is_tree) {
    for (int t = 0; t < decoding->trees->n_trees; t++)
      rows_put (decoding, worker, sentence, t, &(FoundTree){ .heads = NULL });
    return TRUE;
  }
  make_costs (&s, &rows, marginals->first);
  return put_expected (decoding, worker, sentence, &s, marginals->first, error);
}

/* A label of the arc, drawn by its weight. `last` is the answer where the drawn part of the sum is rounded up
 * to the sum itself. */
static int
draw_label (const SentenceScores *s, int dependent, int head, double *weights, TbkRandom *random)
{
  double sum = 0, drawn;
  int last = 0;

  scores_label_weights (s, dependent, head, weights);
  for (int l = 0; l < s->scores.n_labels; l++)
    sum += weights[l];
  drawn = sum * sums_draw_number (random);
  sum = 0;
  for (int l = 0; l < s->scores.n_labels; l++) {
    sum += weights[l];
    if (weights[l] > 0)
      last = l;
    if (drawn < sum)
      break;
  }
  return last;
}

/* A label is drawn for each arc by the weights of its labels. Given the arc, labels do not depend on the rest
 * of the tree, so the labelled tree has its probability. */
void
sums_put_drawn (const Decoding *decoding, DecodeWorker *worker, int sentence, int tree, const int *heads,
                TbkRandom *random)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const int n_labels = s.scores.n_labels;
  double *weights = decode_scratch (worker, SCRATCH_ROW, (gsize) n_labels + 1, sizeof (double));
  int *labels = decode_scratch (worker, SCRATCH_LABELS, (gsize) s.n, sizeof (int));

  for (int d = 1; d <= s.n && n_labels > 0; d++)
    labels[d - 1] = draw_label (&s, d, heads[d], weights, random);
  rows_put (decoding, worker, sentence, tree,
            &(FoundTree){ .heads = heads, .labels = n_labels > 0 ? labels : NULL });
}
