/* outside.template.h - the outside recursion, in the lanes of lanes.template.h, over the grammar of
 * projective trees.
 *
 * To be included by lanes_words.template.h where SR_IS_ORDERED. For an item x, let x' be the sum over all
 * derivations with x of the product of what is not in x; so x' x is the sum over the derivations with x. (M1)
 * to (M5), read backwards:
 *
 *   (M9)   Wr'(i,j) = begin + SUM  j<m<n    M'(i,m) * Wl(j+1,m)  +  SUM  0<=m<i   Wr'(m,j) * Hr(m,i)
 *   (M10)  Wl'(i,j) = begin + SUM  j<m<n    Wl'(i,m) * Hl(j,m)   +  SUM  0<=m<i   M'(m,j) * Wr(m,i-1)
 *   (M11)  Hr'(i,j) = SUM  j<=m<n   Wr'(i,m) * Wr(j,m)
 *   (M12)  Hl'(i,j) = SUM  0<=m<=i  Wl'(m,j) * Wl(m,i)
 *   (M13)  M'(i,j)  = Hr'(i,j) * w(i,j) + Hl'(i,j) * w(j,i)
 *
 * where (begin) is what the user put there. The sum over the derivations with the arc from i to j is Hr'(i,j)
 * Hr(i,j), that with the arc from j to i is Hl'(i,j) Hl(i,j). These take the place of w. Wr', Wl' and M' are
 * matrices as in lanes.template.h, the same at [i][j] and [j][i]; with H transposed, again each sum is one of
 * products of parts of two rows:
 *
 *   (M14)  rows i and j (or j+1) to the right of j: M'.Wl, Wl'.H, Wr'.Wr; rows j and i (or i-1) to the left
 *          of i: Wr'.H, M'.Wr, Wl'.Wl
 *
 * Each item is used in two kinds of products. That with Wr(i,j), on the left as the right side of a meeting,
 * on the right as what is left of a longer right side beyond its outermost child i:
 *
 *   i ...... j | j+1 ... m            m ... i ...... j
 *   Wr(i,j)    | Wl(j+1,m)            H[m][i] Wr(i,j)
 *   -------- M(i,m) ------            ---- Wr(m,j) ---
 *
 * So Wr'(i,j) is a sum of products of what is outside of the whole with what is the other part (M9).
 *
 * Items over i..j need those over longer stretches. Products are added from the least m to the greatest,
 * those of the right before those of the left, and those with Wr(j,j) and Wl(i,i) last, whatever the layout.
 * Cells beyond the positions of a string have w = 0, so all of theirs here are 0 and add nothing.
 *
 * Cost      twice that of the inside recursion.
 */
enum { OUTSIDE_MATRICES = 3 };

#ifndef SR_HAS_EXPONENTS /* else it is there */
#define VECTOR_BYTES 16
#define TARGET
#include "tabular/outside_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET

#ifdef HAS_LARGE_VECTORS
#define VECTOR_BYTES 32
#define TARGET       __attribute__ ((target ("avx2")))
#include "tabular/outside_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET

#define VECTOR_BYTES 64
#define TARGET       __attribute__ ((target ("avx512bw")))
#include "tabular/outside_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET
#endif
#endif

static void
swap_cells (SrValue *x, SrValue *y, int n)
{
  for (int i = 0; i < n; i++) {
    const SrValue cell = x[i];
    x[i] = y[i];
    y[i] = cell;
  }
}

/* H[a][b] and H[b][a] change places: (M9) sums Hr(m,i) over m, a column of H, which so becomes a row. */
static void
transpose_meetings (LanesChart *c)
{
  SrValue *H = c->meetings[0].x;

  for (int a = 0; a < c->n; a++)
    for (int b = a + 1; b < c->n; b++) {
      SrValue *ab = H + place (c, a, b), *ba = H + place (c, b, a);

      swap_cells (ab, ba, c->n_lanes);
#ifdef SR_HAS_EXPONENTS
      swap_cells (ab + c->exponents, ba + c->exponents, c->n_lanes);
#endif
    }
}

static void
fill_outside (gpointer chart)
{
  LanesChart *c = chart;

  transpose_meetings (c);
  fill_by (c, c->has_rows ? FILL (outside_rows) : FILL (outside_diagonals));
}
