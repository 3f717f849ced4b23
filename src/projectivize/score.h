/* score.h - the most gold arcs that a projective tree over any stretch of words can keep.
 *
 * Only gold arcs enter. Take a set of gold arcs of which no two cross, and none covers an ancestor, by arcs
 * of the set, of its own head. Such a set is part of a projective tree: a word left without a head can hang
 * on its neighbour, or on the head of the arc above it, at no cost.
 *
 *   (G1)  in(i,j) = max  i<=k<j   R(i,k) + L(k+1,j)                       where i and j are joined by a gold arc
 *   (G2)  R(i,j)  = max( F(i+1,j),  max gold children c of i, i<c<=j:  1 + in(i,c) + R(c,j) )
 *   (G3)  L(i,j)  = max( F(i,j-1),  max gold children c of j, i<=c<j:  L(i,c) + in(c,j) + 1 )
 *   (G4)  F(i,j)  = max( R(i,j),    1 + in(i,p) + F(p,j) )                where p, i<p<=j, is the gold head of i
 *
 *   (G5)  H(i,j)  = max  i<=k<j   R(i,k) + L(k+1,j)                       for any i and j
 *   (G6)  best    = R(0,n); where 0 has one child,  max r:  L(1,r) + [0 is the gold head of r] + R(r,n)
 *
 * F is the best forest over i..j; in R the leftmost word i is a root of it, in L the rightmost word j. By the
 * same argument R(i,j) is the value of the right side Wr(i,j) of the tabular parser
 * (src/tabular/inside.template.h, (I3)), L that of Wl (I4), and (G5) that of the meeting (I2).
 *
 * Words     0..n; 0 is the root.
 * Source    Nederhof (2019), Table 2 and section 3, for the sides and the meeting;
 *           docs/design/projectivize.md, theorem 3.
 * Rows      have room for whole vectors, and cells that mean nothing, left of i in rows of R and F and right
 *           of j in those of L, are far below all others. So a row is read and raised in whole vectors from
 *           the one on in which it begins: sums with such cells stay below those that count.
 * Cost      O(n^2): each of the n gold arcs needs one meeting (G1), O(n), and raises one row of R or F or one
 *           cell of each row of L. (G5) costs O(j - i) when first asked for. Memory 8 bytes for each pair of
 *           words.
 */
#ifndef PROJECTIVIZE_SCORE_H
#define PROJECTIVIZE_SCORE_H

#include <glib.h>

#include "tbk/error.h"

enum { SCORE_MOST_WORDS = 1 << 12 };

typedef struct {
  int n;
  const int *heads;
  int best; /* the most gold arcs of a tree over all words */
  gsize stride;
  /* Of i..j at i * stride + j, of L at j * stride + i; H as far as asked for, else -1. */
  gint16 *R, *L, *F, *H;
  gsize n_allocated; /* cells of a table */
  int *in;           /* in(h,d) by dependent */
  /* If asked for: gold children in order, those of h from starts[h] to starts[h + 1]; and where the children
   * right of their head begin. */
  int *children, *starts, *rights;

  /* While it is filled, for words from i on: */
  int *first_right, *next_right; /* the gold children right of a word, in order, 0 after the last */
  int *lefts, n_lefts;           /* words with heads on their right */
  gint16 *row;                   /* L(i,j) by j */
  int n_words_allocated;
} Score;

#define SCORE_INIT                                                                                           \
  {                                                                                                          \
    0                                                                                                        \
  }

void score_clear (Score *score);

/* Fills @score for @heads, which must outlive its use. @single: 0 has exactly one child. */
gboolean score_fill (Score *score, const int *heads, int n, gboolean single, GError **error);

static inline int
score_R (const Score *score, int i, int j)
{
  return score->R[i * score->stride + j];
}

static inline int
score_L (const Score *score, int i, int j)
{
  return score->L[j * score->stride + i];
}

static inline int
score_F (const Score *score, int i, int j)
{
  return score->F[i * score->stride + j];
}

/* To be called after score_fill(), where `children`, `starts` and `rights` are asked for. */
void score_list_children (Score *score);

/* To be called after score_fill(), where H is asked for: at first it has what (G1) found. */
void score_begin_meetings (Score *score);

int score_find_H (Score *score, int i, int j);

/* H(i,j), i < j; kept once computed. Cost O(j - i) at first. */
static inline int
score_H (Score *score, int i, int j)
{
  int H = score->H[i * score->stride + j];

  return H >= 0 ? H : score_find_H (score, i, j);
}

#endif
