/* means.c - exact means over projective and planar orders, and variances over all orders.
 *
 * With s(v) the size of the subtree of v, d(v) its dependents and k(v) its degree:
 *
 *   (MD8)   6 E[D, projective] = SUM over v: s(v) (2 d(v) + 1), minus 1.
 *           In a projective order each word shuffles itself and the subtrees of its dependents. A subtree at
 *           v stands between v and another one with probability 1/3, and between v and the border toward the
 *           head of v with 1/2. So E = n-1 + SUM over v but the root: (s(v)-1) (1/2 + (d(v)-1)/3) + (n-1)
 *           (d(root)-1)/3.
 *   (MD9)   6n E[D, planar] = (n-1)(3n^2+2n-2) - SUM over v: (2k(v)-1) S(v), where S(v) is the sum of squares
 *           of the sizes of the sides of v. A planar order is a projective one of the tree rooted in its
 *           first word, with the root at the left end; each root has the product of all k(v)! of them. So it
 *           is the average of (MD8) over all roots, with 1/2 instead of 1/3 at the root.
 *   (MD10)  180 V[D] = 30n(n+1)(n-1) + 3(n+1)(7n+4) f1 + 4(n+1)(5n+4) f0 - 20 (n^2-1)^2, over ordered pairs
 *           of arcs that are the same, touch (f1) or are disjoint (f0 = 2Q); f1 = (n-1)(n-2) - f0
 *   (MD11)  360 V[C] = 8 - 12n - 4n^2 + 8n^3 - 3 k2 + k2^2 - k4 - 8(n+1) psi + 4 phi - 6 X, with k2 and k4
 *           the sums of squares and fourth powers of degrees, psi = SUM over arcs s-t: k(s) k(t), phi = SUM
 *           k(s) k(t) (k(s) + k(t)), and X = SUM over words: (sum of the degrees of its neighbours)^2
 *
 * V[C] is a combination of the numbers of subforests of at most four arcs. So it is one of these invariants,
 * and brute force over all orders of all rooted trees of 4 to 9 words leaves one solution.
 *
 * Bound     For n <= 30000 single terms of (MD10) and (MD11) may pass 2^63, which modulo 2^64 does no harm if
 *           the results do not. (MD10) falls with f0 for n >= 4, and is n^4 - 5n^2 + 4 for f0 = 0. In (MD11)
 *           k2 <= n^2, as Q >= 0, and phi <= n psi <= n^4 / 2, as k(s) k(t) <= (k(s)^2 + k(t)^2) / 2. So it
 *           is at most 3n^4 + 8n^3.
 */
#include "measures/outline.h"

#define SQUARE ((guint64) TBK_LENGTHS_MAX_WORDS * TBK_LENGTHS_MAX_WORDS)

G_STATIC_ASSERT (4 * SQUARE < ((guint64) 1 << 63) / SQUARE);

/* (MD8) and (MD9). The square of a side stands once in S(v) for each word v at which it is one. */
void
means_measure (const Outline *outline, gint64 *lengths)
{
  const int *size = outline->size, *n_children = outline->n_children, *heads = outline->heads;
  int root = outline->root;
  gint64 n = outline->n, projective = -1, squares = 0;

  for (int word = 1; word <= n; word++)
    projective += (gint64) size[word] * (2 * n_children[word] + 1);
  for (int word = 1; word <= n; word++) {
    gint64 below = size[word], above = n - below, head = heads[word];
    if (word == root)
      continue;
    squares += below * below * (2 * (n_children[head] + (head != root)) - 1);
    squares += above * above * (2 * n_children[word] + 1);
  }
  lengths[TBK_LENGTH_MEAN_PROJECTIVE] = projective;
  lengths[TBK_LENGTH_MEAN_PLANAR] = (n - 1) * (3 * n * n + 2 * n - 2) - squares;
}

/* The degree of a word of the tree, whose root has no head. */
static inline guint64
degree (const Outline *outline, int word)
{
  return (guint64) outline->n_children[word] + (word != outline->root);
}

/* (MD10) and (MD11); all sums are modulo 2^64. */
void
means_measure_variance (Outline *outline, gint64 *lengths)
{
  const int *heads = outline->heads;
  int *around = outline->scratch[0]; /* the sum of the degrees of a word's neighbours */
  guint64 n = (guint64) outline->n, k2 = 0, k4 = 0, psi = 0, phi = 0, X = 0, f0, f1;

  for (int word = 1; word <= outline->n; word++)
    around[word] = 0;
  for (int word = 1; word <= outline->n; word++) {
    guint64 k = degree (outline, word), k_head;
    k2 += k * k;
    k4 += k * k * k * k;
    if (word == outline->root)
      continue;
    k_head = degree (outline, heads[word]);
    psi += k * k_head;
    phi += k * k_head * (k + k_head);
    around[word] += (int) k_head;
    around[heads[word]] += (int) k;
  }
  for (int word = 1; word <= outline->n; word++)
    X += (guint64) around[word] * (guint64) around[word];

  /* Pairs of arcs that share no word: all less those that do, by the degrees. */
  f0 = n * (n - 1) - k2;
  f1 = (n - 1) * (n - 2) - f0;
  lengths[TBK_LENGTH_VARIANCE] = (gint64) (30 * n * (n + 1) * (n - 1) + 3 * (n + 1) * (7 * n + 4) * f1
                                           + 4 * (n + 1) * (5 * n + 4) * f0 - 20 * (n * n - 1) * (n * n - 1));
  lengths[TBK_LENGTH_VARIANCE_CROSSINGS] = (gint64) (8 - 12 * n - 4 * n * n + 8 * n * n * n - 3 * k2 + k2 * k2
                                                     - k4 - 8 * (n + 1) * psi + 4 * phi - 6 * X);
}
