/* sums.template.h - sums over projective trees, from charts in lanes: the root, and trees drawn by their
 * weights.
 *
 * To be included once in a file of its own, after SrValue and what draw.template.h asks for of it, and
 * reciprocal() and scaled(): scaled (x, reciprocal (z)) is x / z as a number. The chart has sums of products over words; the
 * root comes last. Let w(0,h) be the weight of the arc from 0 to h, n the number of words, at positions
 * 0..n-1:
 *
 *   (D9)   with one child of 0:   Z = SUM  0<=h<n   w(0,h) * Wl(0,h) * Wr(h,n-1)
 *
 *   (D10)  with any number, by prefixes:   R(0) = 1,   R(j) = SUM  0<=h<j    Q(h) * Wr(h,j-1),   Z = R(n)
 *   (D11)                                  Q(h) = w(0,h) * SUM  0<=k<=h   R(k) * Wl(k,h)
 *
 * and outside of these, where the recursion of outside.template.h begins: with one child
 *
 *   (D12)  Wr'(h,n-1) = w(0,h) * Wl(0,h)    Wl'(0,h) = w(0,h) * Wr(h,n-1)
 *
 * else with R'(n) = 1
 *
 *   (D13)  Q'(h) = SUM  h<j<=n  R'(j) * Wr(h,j-1)      R'(k) = SUM  k<=h<n  Q'(h) * w(0,h) * Wl(k,h)
 *   (D14)  Wr'(h,j-1) = R'(j) * Q(h)      Wl'(k,h) = Q'(h) * w(0,h) * R(k)
 *
 * The sum over the trees in which h is a child of 0 is its term of (D9), or Q'(h) Q(h).
 */

/* The cells of one lane. */
typedef struct {
  const SrValue *w, *H, *Wr, *Wl;
  SrValue *outside_right, *outside_left;
  const gssize *rows;
  gssize across;
  int n;
  const SrValue *root; /* w(0,h), by word */
  SrValue *root_sums;  /* over the trees in which the word is a child of 0 */
  SrValue *R, *Q;      /* (D10) and (D11), R(j) and Q(h) */
  SrValue *outside_R, *outside_Q;
} LaneSums;

enum { PREFIX_ARRAYS = 4 }; /* R, Q and what is outside of them: n + 1 each */

static inline gssize
at (const LaneSums *c, int a, int b)
{
  return c->rows[a] + b * c->across;
}

static LaneSums
lane_of (const WordChart *chart, int lane, int n, const SrValue *root, SrValue *root_sums, SrValue *arrays)
{
  const gsize size = (gsize) n + 1;

  return (LaneSums){ .w = (const SrValue *) chart->arcs + lane,
                     .H = (const SrValue *) chart->meetings + lane,
                     .Wr = (const SrValue *) chart->right + lane,
                     .Wl = (const SrValue *) chart->left + lane,
                     .outside_right =
                         chart->outside_right == NULL ? NULL : (SrValue *) chart->outside_right + lane,
                     .outside_left =
                         chart->outside_left == NULL ? NULL : (SrValue *) chart->outside_left + lane,
                     .rows = chart->rows,
                     .across = chart->across,
                     .n = n,
                     .root = root,
                     .root_sums = root_sums,
                     .R = arrays,
                     .Q = arrays + size,
                     .outside_R = arrays + 2 * size,
                     .outside_Q = arrays + 3 * size };
}

/* (D9) */
static SrValue
sum_single (const LaneSums *c)
{
  const SrValue *Wl = c->Wl + at (c, 0, 0), *Wr = c->Wr + at (c, c->n - 1, 0);
  SrValue z = SR_ZERO;

  for (int h = 0; h < c->n; h++) {
    c->root_sums[h] = times (c->root[h], times (Wl[h * c->across], Wr[h * c->across]));
    z = plus (z, c->root_sums[h]);
  }
  return z;
}

/* (D10) and (D11) */
static SrValue
sum_any (const LaneSums *c)
{
  sr_one (&c->R[0]);
  for (int h = 0; h < c->n; h++) {
    const SrValue *Wl = c->Wl + at (c, h, 0), *Wr = c->Wr + at (c, h, 0);
    SrValue sum = SR_ZERO;

    for (int k = 0; k <= h; k++)
      sum = plus (sum, times (c->R[k], Wl[k * c->across]));
    c->Q[h] = times (c->root[h], sum);
    sum = SR_ZERO;
    for (int k = 0; k <= h; k++)
      sum = plus (sum, times (c->Q[k], Wr[k * c->across]));
    c->R[h + 1] = sum;
  }
  return c->R[c->n];
}

static SrValue
sum_trees (const LaneSums *c, gboolean has_any_root)
{
  return has_any_root ? sum_any (c) : sum_single (c);
}

/* (D12): in a tree with the child h of 0, both sides of h reach the ends of the sentence. What is outside of
 * one side is the arc from 0 and the other side. */
static void
begin_single (const LaneSums *c)
{
  const int last = c->n - 1;

  for (int h = 0; h < c->n; h++) {
    c->outside_right[at (c, h, last)] = times (c->root[h], c->Wl[at (c, 0, h)]);
    c->outside_left[at (c, 0, h)] = times (c->root[h], c->Wr[at (c, h, last)]);
  }
}

/* (D13) and (D14), from the last word down: R'(j) is the sum over all that can follow the first j words,
 * Q'(h) over all that can follow when h is a child of 0 and its left side is done. */
static void
begin_any (const LaneSums *c)
{
  sr_one (&c->outside_R[c->n]);
  for (int h = c->n - 1; h >= 0; h--) {
    SrValue sum = SR_ZERO, outside;

    /* R'(j) is known for all j > h. */
    for (int j = c->n; j > h; j--) {
      c->outside_right[at (c, h, j - 1)] = times (c->outside_R[j], c->Q[h]);
      sum = plus (sum, times (c->outside_R[j], c->Wr[at (c, h, j - 1)]));
    }
    c->outside_Q[h] = sum;
    c->root_sums[h] = times (sum, c->Q[h]);
    outside = times (sum, c->root[h]);
    for (int k = 0; k <= h; k++)
      c->outside_left[at (c, k, h)] = times (outside, c->R[k]);
    sum = SR_ZERO;
    /* Q' is known from h on, so R'(h) can be found. */
    for (int g = c->n - 1; g >= h; g--)
      sum = plus (sum, times (times (c->outside_Q[g], c->root[g]), c->Wl[at (c, h, g)]));
    c->outside_R[h] = sum;
  }
}

static void
begin_outside (const LaneSums *c, gboolean has_any_root)
{
  (has_any_root ? begin_any : begin_single) (c);
}

/* The marginals of the arcs to a word, when the outside recursion is done, from 0..n into @row. @scale: 1 /
 * Z.
 */
static inline void
read_marginals (const LaneSums *c, SrValue scale, int d, double *row)
{
  const SrValue *w = c->w + d * c->across;
  const gssize *rows = c->rows;
  const int n = c->n;

  row[0] = scaled (c->root_sums[d], scale);
  for (int h = 0; h < n; h++)
    row[h + 1] = scaled (w[rows[h]], scale);
  row[d + 1] = 0;
}

/* Drawing. */

static inline SrValue
meeting_at (const LaneSums *c, int a, int b)
{
  return c->H[at (c, a, b)];
}

static inline SrValue
right_at (const LaneSums *c, int a, int b)
{
  return c->Wr[at (c, a, b)];
}

static inline SrValue
left_at (const LaneSums *c, int a, int b)
{
  return c->Wl[at (c, a, b)];
}

#define DRAWN LaneSums

#include "decode/draw.template.h"

/* A tree, after sum_trees(): the children of 0 from the last to the first, each by the share of the trees
 * that have it among those with what was drawn so far. */
static void
draw_tree (const LaneSums *c, gboolean has_any_root, Drawing *d, int *heads)
{
  if (!has_any_root) {
    const int h = draw_share (d, c->root_sums, c->n);

    draw_below (c, d, 0, h, c->n - 1, 1, heads);
    return;
  }
  for (int j = c->n; j > 0;) {
    int h, k;

    for (int m = 0; m < j; m++)
      d->products[m] = times (c->Q[m], right_at (c, j - 1, m));
    h = draw_share (d, d->products, j);
    for (int m = 0; m <= h; m++)
      d->products[m] = times (c->R[m], left_at (c, h, m));
    k = draw_share (d, d->products, h + 1);
    draw_below (c, d, k, h, j - 1, 1, heads);
    j = k;
  }
}

static gboolean
draw_trees (const Decoding *decoding, DecodeWorker *worker, const LaneSums *c, int sentence, GError **error)
{
  Drawing drawing;
  int *heads;

  if (!draw_begin (decoding, worker, c->n, sentence, &drawing, &heads))
    return memory_fail (error, "the trees of %d words", c->n);
  for (int t = 0; t < decoding->trees->n_trees; t++) {
    draw_tree (c, decoding->options.has_any_root, &drawing, heads);
    sums_put_drawn (decoding, worker, sentence, t, heads, &drawing.random);
  }
  return TRUE;
}
