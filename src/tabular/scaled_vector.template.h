/* scaled_vector.template.h - the recursions of lanes.template.h and outside.template.h on numbers with
 * exponents beside them (semiring_scaled.h), for the grammar of projective trees, in vectors of one size.
 *
 * To be included in place of lanes_vector.template.h, once for each size, after VECTOR_BYTES and TARGET.
 *
 *   (R10)  a cell is m 2^e, e a multiple of 256, with 2^-128 <= m < 2^128, or m = 0 and e = NO_EXPONENT
 *   (R11)  a sum of products a b of cells is, with E the greatest of e(a) + e(b), 2^E times
 *              SUM m(a) m(b) 2^(e(a) + e(b) - E)
 *
 * The greatest product of (R11) is at least 2^-256 there. So what lacks 2^768 of E is below 2^-512, and
 * counts as 0: it is 2^256 times smaller than the sum. E takes a pass of its own over the exponents, since a
 * sum that grew to it would wait for each of its steps.
 *
 * Outside, a cell x has no exponent of its own. Let Z be the sum over all derivations, and x' what is outside
 * of x. The cell that is kept is
 *
 *   (R12)  v(x) = x' 2^e(x) / Z,    so that v(x) m(x) = x' x / Z <= 1
 *
 * An item p is a sum of products x y, so p' y is a term of x', and
 *
 *   (R13)  v(x) = SUM v(p) m(y) 2^(e(x) + e(y) - e(p)),    e(x) + e(y) - e(p) <= 256
 *
 * as p >= x y. No maximum is looked for here, which is two thirds of all products. v(x) below 2^-256 counts
 * as 0. No cell is above 1 = 2^0 (semiring_scaled.h), so all e are at most 0, and (R13) is never far above 0
 * either where p, and with it x or y, is zero.
 */
#define Vector     PASTE (Vector, VECTOR_BYTES)
#define Exponents  PASTE (Exponents, VECTOR_BYTES)
#define NAME(name) PASTE (name, VECTOR_BYTES)
#define N_CELLS    (VECTOR_BYTES / (int) sizeof (SrValue))
#define INLINE     TARGET static inline __attribute__ ((always_inline))

typedef double Vector __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (double))));
typedef guint64 Exponents __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (double))));

/* To compare them. In cells that mean nothing their sums may overflow, which unsigned numbers may. */
#define SIGNED(e) ((typeof ((Vector){} < (Vector){})) (e))

/* A vector of cells: m and e of (R10), or of a sum: m and E of (R11). */
typedef struct {
  Vector m;
  Exponents e;
} NAME (Scaled_);

INLINE Vector
NAME (numbers_) (const SrValue *cells)
{
  return *(const Vector *) cells;
}

/* Exponents are in a matrix of their own, so many cells further than the numbers. */
INLINE Exponents
NAME (exponents_) (const SrValue *cells, gssize exponents)
{
  return *(const Exponents *) (cells + exponents);
}

INLINE
NAME (Scaled_) NAME (get_) (const SrValue *cells, gssize exponents)
{
  return (NAME (Scaled_)){ NAME (numbers_) (cells), NAME (exponents_) (cells, exponents) };
}

INLINE void
NAME (put_) (SrValue *cells, gssize exponents, NAME (Scaled_) x)
{
  *(Vector *) cells = x.m;
  *(Exponents *) (cells + exponents) = x.e;
}

/* 2^(@biased - BIAS), and 0 from the exponent -768 down. */
INLINE Vector
NAME (power_) (Exponents biased)
{
#if VECTOR_BYTES == 64
  return (Vector) _mm512_maskz_slli_epi64 (
      _mm512_cmpgt_epi64_mask ((__m512i) biased, _mm512_set1_epi64 (LEAST_BIASED)), (__m512i) biased,
      MANTISSA);
#else
  return (Vector) ((biased & (Exponents) (SIGNED (biased) > LEAST_BIASED)) << MANTISSA);
#endif
}

INLINE Exponents
NAME (greater_) (Exponents x, Exponents y)
{
#if VECTOR_BYTES == 64
  return (Exponents) _mm512_max_epi64 ((__m512i) x, (__m512i) y);
#else
  const Exponents is_greater = (Exponents) (SIGNED (x) > SIGNED (y));

  return (x & is_greater) | (y & ~is_greater);
#endif
}

/* An empty sum. */
INLINE
NAME (Scaled_) NAME (zero_) (void)
{
  return (NAME (Scaled_)){ (Vector){}, (Exponents){} + (guint64) (2 * NO_EXPONENT) };
}

/* x + a b by (R11), whose E may be new. */
INLINE
NAME (Scaled_) NAME (addmul_) (NAME (Scaled_) x, NAME (Scaled_) a, NAME (Scaled_) b)
{
  const Exponents e = a.e + b.e, E = NAME (greater_) (x.e, e);

  return (NAME (Scaled_)){ x.m * NAME (power_) (x.e - E + BIAS) + a.m * b.m * NAME (power_) (e - E + BIAS),
                           E };
}

/* A sum, or a product, as a cell. */
INLINE
NAME (Scaled_) NAME (cell_) (NAME (Scaled_) x)
{
  const Exponents is_large = (Exponents) (x.m >= 0x1p128), is_small = (Exponents) (x.m < 0x1p-128);
  const Exponents is_zero = (Exponents) (x.m == 0), up = (Exponents){} + UNIT;
  const Exponents e = x.e + (up & is_large) - (up & is_small);

  /* 2^(256 (is_small - is_large)), by the exponent in its bits. */
  return (NAME (Scaled_)){
    x.m * (Vector) ((BIAS + (up & is_small) - (up & is_large)) << MANTISSA),
    (e & ~is_zero) | (((Exponents){} + (guint64) NO_EXPONENT) & is_zero),
  };
}

INLINE
NAME (Scaled_) NAME (multiply_) (NAME (Scaled_) a, NAME (Scaled_) b)
{
  return NAME (cell_) ((NAME (Scaled_)){ a.m * b.m, a.e + b.e });
}

/* Adds to each x the sum of a[m] b[m] over m from @last down to @first, for @n_rows rows a and @n_columns rows
 * b; (R11) in two passes. */
INLINE void
NAME (sum_) (NAME (Scaled_) x[COLUMNS][ROWS], const SrValue *a, const SrValue *b, int n_rows, int n_columns,
             gssize exponents, gssize down, gssize across, gssize first, gssize last)
{
  Exponents E[COLUMNS][ROWS];
  Vector s[COLUMNS][ROWS];

#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      E[u][v] = x[u][v].e;
    }
  for (gssize m = last; m >= first; m--) {
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      const Exponents e = NAME (exponents_) (a + v * down + m * across, exponents);

#pragma GCC unroll 8
      for (int u = 0; u < n_columns; u++)
        E[u][v] = NAME (greater_) (E[u][v], e + NAME (exponents_) (b + u * down + m * across, exponents));
    }
  }
#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      s[u][v] = x[u][v].m * NAME (power_) (x[u][v].e - E[u][v] + BIAS);
      E[u][v] -= BIAS;
    }
  for (gssize m = last; m >= first; m--) {
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      const NAME (Scaled_) y = NAME (get_) (a + v * down + m * across, exponents);

#pragma GCC unroll 8
      for (int u = 0; u < n_columns; u++) {
        const SrValue *place = b + u * down + m * across;

        s[u][v] += y.m * NAME (numbers_) (place)
                   * NAME (power_) (y.e + NAME (exponents_) (place, exponents) - E[u][v]);
      }
    }
  }
#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++)
      x[u][v] = (NAME (Scaled_)){ s[u][v], E[u][v] + BIAS };
}

/* x + a b, for cells. */
INLINE
NAME (Scaled_) NAME (add_) (const LanesChart *c, NAME (Scaled_) x, const SrValue *a, const SrValue *b)
{
  return NAME (addmul_) (x, NAME (get_) (a, c->exponents), NAME (get_) (b, c->exponents));
}

/* (M2) to (M5) at [i][j], from the sums of (M1), (M4) and (M5) without the arcs between i and j, of which
 * Wr(j,j) and Wl(i,i) are what is beside them. Hl(i,j) is returned. */
INLINE
NAME (Scaled_)
NAME (finish_)
(const LanesChart *c, gssize ij, gssize ji, NAME (Scaled_) M, NAME (Scaled_) * R, NAME (Scaled_) * L)
{
  const gssize exponents = c->exponents;
  /* Wr(j,j) and Wl(i,i) are 1. */
  const NAME (Scaled_) one = { (Vector){} + 1, (Exponents){} };
  NAME (Scaled_) Hr, Hl;

  M = NAME (cell_) (M);
  if (c->outside_meetings != NULL) {
    *(Exponents *) (c->meeting_exponents + ij) = M.e;
    *(Exponents *) (c->meeting_exponents + ji) = M.e;
  }
  Hr = NAME (multiply_) (M, NAME (get_) (c->arcs + ij, exponents));
  Hl = NAME (multiply_) (M, NAME (get_) (c->arcs + ji, exponents));
  *R = NAME (cell_) (NAME (addmul_) (*R, Hr, one));
  *L = NAME (cell_) (NAME (addmul_) (*L, Hl, one));
  NAME (put_) (c->meetings[0].x + ij, exponents, Hr);
  NAME (put_) (c->meetings[0].x + ji, exponents, Hl);
  NAME (put_) (c->sides[0].x + ij, exponents, *R);
  NAME (put_) (c->sides[0].x + ji, exponents, *R);
  NAME (put_) (c->sides[1].x + ij, exponents, *L);
  NAME (put_) (c->sides[1].x + ji, exponents, *L);
  return Hl;
}

/* (M1) to (M5) for [i][j] of @n_rows rows from @i and @n_columns columns from @j. Row i begins at @row_i, row j
 * at @row_j.
 *
 * Two columns share what is read of the rows, which takes most of the time. So the products that need
 * [i][j-1] come last, but for that with the arc between i and j. The others are added from the greatest m
 * down: those that all rows and columns have in common together, then those with a factor of a row among
 * these in the same column. There are none of [i][j-1] if that is among these rows, so that j is at least
 * i + @n_rows + 1, unless there is one row. */
INLINE void
NAME (fill_block_) (const LanesChart *c, gssize across, gssize row_i, gssize row_j, gssize i, gssize j,
                    int n_rows, int n_columns)
{
  const gssize down = c->down, exponents = c->exponents, end = i + n_rows;
  const SrValue *H = c->meetings[0].x, *Wr = c->sides[0].x, *Wl = c->sides[1].x;
  NAME (Scaled_) M[COLUMNS][ROWS], R[COLUMNS][ROWS], L[COLUMNS][ROWS], Hl[ROWS];

#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      M[u][v] = R[u][v] = L[u][v] = NAME (zero_) ();
      /* The second column begins with one that the first has last. */
      if (u == 1) {
        const gssize i_at = row_i + v * down + (j - 1) * across, j_at = row_j + down + (j - 1) * across;

        M[u][v] = NAME (add_) (c, M[u][v], Wr + i_at, Wl + j_at + across);
        R[u][v] = NAME (add_) (c, R[u][v], H + i_at, Wr + j_at);
        L[u][v] = NAME (add_) (c, L[u][v], Wl + i_at, H + j_at);
      }
    }
  NAME (sum_)
  (M, Wr + row_i, Wl + row_j + across, n_rows, n_columns, exponents, down, across, end - 1, j - 2);
  NAME (sum_) (R, H + row_i, Wr + row_j, n_rows, n_columns, exponents, down, across, end, j - 2);
  NAME (sum_) (L, Wl + row_i, H + row_j, n_rows, n_columns, exponents, down, across, end, j - 2);
#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = n_rows - 1; v >= 0; v--) {
      const gssize at = row_i + v * down, ii = at + (i + v) * across, last = at + (j + u - 1) * across;
      const gssize j_last = row_j + u * down + (j + u - 1) * across;

#pragma GCC unroll 8
      for (int m = n_rows - 1 - v; m >= 1; m--) {
        M[u][v] = NAME (addmul_) (M[u][v], NAME (get_) (Wr + ii + (m - 1) * across, exponents), L[u][v + m]);
        R[u][v] = NAME (addmul_) (R[u][v], NAME (get_) (H + ii + m * across, exponents), R[u][v + m]);
        L[u][v] = NAME (addmul_) (L[u][v], NAME (get_) (Wl + ii + m * across, exponents), Hl[v + m]);
      }
      M[u][v] = NAME (add_) (c, M[u][v], Wr + last, Wl + j_last + across);
      if (n_rows > 1 || j - 1 > i) {
        R[u][v] = NAME (add_) (c, R[u][v], H + last, Wr + j_last);
        L[u][v] = NAME (add_) (c, L[u][v], Wl + last, H + j_last);
      }
      Hl[v] = NAME (finish_) (c, at + (j + u) * across, row_j + u * down + (i + v) * across, M[u][v],
                              &R[u][v], &L[u][v]);
    }
}

/* Positions count from i, so that [i][i] stands at cell, and [j][j] as many diagonals further. */
TARGET static void
NAME (fill_diagonals_) (const LanesChart *c)
{
  for (int span = 1; span < c->n; span++)
    for (int cell = 0; cell < (c->n - span) * c->n_lanes; cell += N_CELLS)
      NAME (fill_block_) (c, c->across, cell, cell + span * c->down, 0, span, 1, 1);
}

TARGET static void
NAME (fill_rows_) (const LanesChart *c)
{
  for (int i0 = (c->n - 1) / ROWS * ROWS; i0 >= 0; i0 -= ROWS) {
    const int end = MIN (i0 + ROWS, c->n);
    int j;

    for (j = i0 + 1; j <= end && j < c->n; j++)
      for (int i = MIN (j, end) - 1; i >= i0; i--)
        NAME (fill_block_) (c, N_CELLS, c->rows[i], c->rows[j], i, j, 1, 1);
    for (; j + 1 < c->n; j += COLUMNS)
      NAME (fill_block_) (c, N_CELLS, c->rows[i0], c->rows[j], i0, j, ROWS, COLUMNS);
    if (j < c->n)
      NAME (fill_block_) (c, N_CELLS, c->rows[i0], c->rows[j], i0, j, ROWS, 1);
  }
}

/* Outside. */

/* v(x) of (R13) from @outer = v(p), whose exponents are subtracted, and @inner = y. @target: e(x) + BIAS. */
INLINE Vector
NAME (outside_add_) (Vector x, Exponents target, Vector outer, Exponents outer_e, Vector inner,
                     Exponents inner_e)
{
  return x + outer * inner * NAME (power_) (target + inner_e - outer_e);
}

/* Adds to each x by (R13) the products of @n_rows rows at @a and @n_columns rows at @b, which are @b_down
 * apart, for m from @first on, each @step further. One of the two is outer: that of @a if @is_outer. Where the
 * exponents of the rows are is given too. */
INLINE void
NAME (outside_sum_) (Vector x[COLUMNS][ROWS], Exponents target[COLUMNS][ROWS], gboolean is_outer,
                     const SrValue *a, const SrValue *a_e, const SrValue *b, const SrValue *b_e, int n_rows,
                     int n_columns, gssize down, gssize across, gssize first, gssize n_products, int step)
{
  for (gssize k = 0, m = first; k < n_products; k++, m += step) {
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      const gssize at = v * down + m * across;
      const Vector y = NAME (numbers_) (a + at);
      const Exponents e = *(const Exponents *) (a_e + at);

#pragma GCC unroll 8
      for (int u = 0; u < n_columns; u++) {
        const gssize b_at = m * across - u * down;
        const Exponents d = *(const Exponents *) (b_e + b_at);

        x[u][v] += y * NAME (numbers_) (b + b_at)
                   * NAME (power_) (is_outer ? (target[u][v] - e) + d : (target[u][v] + e) - d);
      }
    }
  }
}

/* What is too small to matter becomes 0. */
INLINE Vector
NAME (outside_cell_) (Vector v)
{
  return (Vector) ((Exponents) v & (Exponents) (v >= 0x1p-256));
}

/* (M13), and what is found at [i][j] and [j][i], from Wr', Wl', Hr' and Hl'. The arcs get their share in Z.
 * Returns M'. */
INLINE Vector
NAME (outside_put_) (const LanesChart *c, gssize ij, gssize ji, Vector R, Vector L, Vector Hr, Vector Hl)
{
  const SrValue *H = c->meetings[0].x, *w = c->arcs;
  const gssize exponents = c->exponents;
  const Exponents target = *(const Exponents *) (c->meeting_exponents + ij) + BIAS;
  Vector M = {};

  /* H is transposed. */
  M = NAME (outside_add_) (M, target, Hr, NAME (exponents_) (H + ji, exponents), NAME (numbers_) (w + ij),
                           NAME (exponents_) (w + ij, exponents));
  M = NAME (outside_add_) (M, target, Hl, NAME (exponents_) (H + ij, exponents), NAME (numbers_) (w + ji),
                           NAME (exponents_) (w + ji, exponents));
  M = NAME (outside_cell_) (M);
  *(Vector *) (c->outside_right + ij) = *(Vector *) (c->outside_right + ji) = R;
  *(Vector *) (c->outside_left + ij) = *(Vector *) (c->outside_left + ji) = L;
  *(Vector *) (c->outside_meetings + ij) = *(Vector *) (c->outside_meetings + ji) = M;
  *(Vector *) (c->arcs + ij) = NAME (numbers_) (H + ji) * Hr;
  *(Vector *) (c->arcs + ji) = NAME (numbers_) (H + ij) * Hl;
  return M;
}

/* The products on the right with m = @next, which row i at @row_i has with row j at @row_j. */
INLINE void
NAME (outside_next_) (const LanesChart *c, gssize across, gssize row_i, gssize row_j, gssize next, Vector *r,
                      Exponents to_r, Vector *l, Exponents to_l, Vector *hr, Exponents to_hr)
{
  const gssize e = c->exponents, in = row_i + next * across, jn = row_j + next * across, below = jn + c->down;
  const SrValue *H = c->meetings[0].x, *Wr = c->sides[0].x, *Wl = c->sides[1].x;

  *r = NAME (outside_add_) (*r, to_r, NAME (numbers_) (c->outside_meetings + in),
                            *(const Exponents *) (c->meeting_exponents + in), NAME (numbers_) (Wl + below),
                            NAME (exponents_) (Wl + below, e));
  *l = NAME (outside_add_) (*l, to_l, NAME (numbers_) (c->outside_left + in), NAME (exponents_) (Wl + in, e),
                            NAME (numbers_) (H + jn), NAME (exponents_) (H + jn, e));
  *hr = NAME (outside_add_) (*hr, to_hr, NAME (numbers_) (c->outside_right + in),
                             NAME (exponents_) (Wr + in, e), NAME (numbers_) (Wr + jn),
                             NAME (exponents_) (Wr + jn, e));
}

/* (M9) to (M13) for [i][j] of @n_rows rows from @i and @n_columns columns from @j back. Row i begins at @row_i,
 * row j at @row_j. There are @n_right products to the right of j, and @n_left to the left of i.
 *
 * As in fill_block_() a product that needs [i][j+1] comes last, before those of (M11) and (M12) with what
 * stands at i or j itself. On the right products are added from the greatest m down, which the second column
 * has one more of than the first. */
INLINE void
NAME (outside_block_) (const LanesChart *c, gssize across, gssize row_i, gssize row_j, gssize i, gssize j,
                       int n_rows, int n_columns, gssize n_right, gssize n_left)
{
  const gssize e = c->exponents, down = c->down;
  const SrValue *H = c->meetings[0].x, *Wr = c->sides[0].x, *Wl = c->sides[1].x, *Me = c->meeting_exponents;
  const SrValue *R = c->outside_right, *L = c->outside_left, *M = c->outside_meetings;
  Vector r[COLUMNS][ROWS], l[COLUMNS][ROWS], hr[COLUMNS][ROWS], hl[COLUMNS][ROWS], m[ROWS];
  Exponents to_r[COLUMNS][ROWS], to_l[COLUMNS][ROWS], to_hr[COLUMNS][ROWS], to_hl[COLUMNS][ROWS];

#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      const gssize ij = row_i + v * down + (j - u) * across, ji = row_j - u * down + (i + v) * across;

      r[u][v] = NAME (numbers_) (R + ij);
      l[u][v] = NAME (numbers_) (L + ij);
      hr[u][v] = hl[u][v] = (Vector){};
      to_r[u][v] = NAME (exponents_) (Wr + ij, e) + BIAS;
      to_l[u][v] = NAME (exponents_) (Wl + ij, e) + BIAS;
      to_hr[u][v] = NAME (exponents_) (H + ji, e) + BIAS; /* transposed */
      to_hl[u][v] = NAME (exponents_) (H + ij, e) + BIAS;
    }
#define OUTSIDE_RIGHT(x, to, a, a_e, b, first, n)                                                            \
  NAME (outside_sum_)                                                                                        \
  (x, to, TRUE, (a) + row_i, (a_e) + row_i, (b) + row_j, (b) + row_j + e, n_rows, n_columns, down, across,   \
   first, n, -1)
#define OUTSIDE_LEFT(x, to, a, b, b_e)                                                                       \
  NAME (outside_sum_)                                                                                        \
  (x, to, FALSE, (a) + row_i, (a) + row_i + e, (b) + row_j, (b_e) + row_j, n_rows, n_columns, down, across,  \
   i - n_left, n_left, 1)
  OUTSIDE_RIGHT (r, to_r, M, Me, Wl + down, j + n_right, n_right - 1);
  OUTSIDE_RIGHT (l, to_l, L, Wl + e, H, j + n_right, n_right - 1);
  OUTSIDE_RIGHT (hr, to_hr, R, Wr + e, Wr, j + n_right, n_right - 1);
  if (n_columns > 1 && n_right > 0) {
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++)
      NAME (outside_next_)
    (c, across, row_i + v * down, row_j - down, j + 1, &r[1][v], to_r[1][v], &l[1][v], to_l[1][v], &hr[1][v],
     to_hr[1][v]);
  }
  OUTSIDE_LEFT (r, to_r, H, R, Wr + e);
  OUTSIDE_LEFT (l, to_l, Wr - down, M, Me);
  OUTSIDE_LEFT (hl, to_hl, Wl, L, Wl + e);
#undef OUTSIDE_RIGHT
#undef OUTSIDE_LEFT
#pragma GCC unroll 8
  for (int u = 0; u < n_columns; u++)
#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      const gssize at = row_i + v * down, ij = at + (j - u) * across;

      /* Rows before i + v are finished at this j. Row i + v gets what it has from them. */
#pragma GCC unroll 8
      for (int w = 0; w < v; w++) {
        const gssize iw = at + (i + w) * across, wj = row_i + w * down + (j - u) * across;

        r[u][v] = NAME (outside_add_) (r[u][v], to_r[u][v], r[u][w], NAME (exponents_) (Wr + wj, e),
                                       NAME (numbers_) (H + iw), NAME (exponents_) (H + iw, e));
        l[u][v] =
            NAME (outside_add_) (l[u][v], to_l[u][v], m[w], *(const Exponents *) (Me + wj),
                                 NAME (numbers_) (Wr - down + iw), NAME (exponents_) (Wr - down + iw, e));
        hl[u][v] = NAME (outside_add_) (hl[u][v], to_hl[u][v], l[u][w], NAME (exponents_) (Wl + wj, e),
                                        NAME (numbers_) (Wl + iw), NAME (exponents_) (Wl + iw, e));
      }
      if (u > 0 || n_right > 0)
        NAME (outside_next_)
      (c, across, at, row_j - u * down, j - u + 1, &r[u][v], to_r[u][v], &l[u][v], to_l[u][v], &hr[u][v],
       to_hr[u][v]);
      r[u][v] = NAME (outside_cell_) (r[u][v]);
      l[u][v] = NAME (outside_cell_) (l[u][v]);
      hr[u][v] = NAME (outside_add_) (hr[u][v], to_hr[u][v], r[u][v], NAME (exponents_) (Wr + ij, e),
                                      (Vector){} + 1, (Exponents){});
      hl[u][v] = NAME (outside_add_) (hl[u][v], to_hl[u][v], l[u][v], NAME (exponents_) (Wl + ij, e),
                                      (Vector){} + 1, (Exponents){});
      m[v] = NAME (outside_put_) (c, ij, row_j - u * down + (i + v) * across, r[u][v], l[u][v], hr[u][v],
                                  hl[u][v]);
    }
}

TARGET static void
NAME (outside_rows_) (const LanesChart *c)
{
  for (int i0 = 0; i0 < c->n; i0 += ROWS) {
    const int end = MIN (i0 + ROWS, c->n);
    int j = c->n - 1;

    for (; j > end; j -= COLUMNS)
      NAME (outside_block_) (c, N_CELLS, c->rows[i0], c->rows[j], i0, j, ROWS, COLUMNS, c->n - 1 - j, i0);
    if (j == end)
      NAME (outside_block_) (c, N_CELLS, c->rows[i0], c->rows[j], i0, j, ROWS, 1, c->n - 1 - j, i0);
    for (j = end - 1; j > i0; j--)
      for (int i = i0; i < j; i++)
        NAME (outside_block_) (c, N_CELLS, c->rows[i], c->rows[j], i, j, 1, 1, c->n - 1 - j, i);
  }
}

/* From the longest span down. The last positions of a vector have fewer products on the right than the first,
 * and more on the left: what the others read there is zero. */
TARGET static void
NAME (outside_diagonals_) (const LanesChart *c)
{
  for (int span = c->n - 1; span > 0; span--) {
    const int n_cells = (c->n - span) * c->n_lanes;

    for (int cell = 0; cell < n_cells; cell += N_CELLS) {
      const int i = cell / c->n_lanes, last = (MIN (cell + N_CELLS, n_cells) - 1) / c->n_lanes;

      NAME (outside_block_)
      (c, c->across, cell, cell + span * c->down, 0, span, 1, 1, c->n - 1 - i - span, last);
    }
  }
}

#undef Vector
#undef Exponents
#undef SIGNED
#undef NAME
#undef N_CELLS
#undef INLINE
