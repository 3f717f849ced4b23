/* outside_vector.template.h - the recursion of outside.template.h, in vectors of one size.
 *
 * To be included there, once for each size, after VECTOR_BYTES and TARGET. NAME (x_) is x_16, x_32 or x_64:
 *
 *   outside_rows_16 outside_rows_32 outside_rows_64 outside_diagonals_16 outside_diagonals_32
 *   outside_diagonals_64
 *
 * and likewise outside_sums_, outside_put_, outside_fill_, outside_column_.
 */
#define Vector     PASTE (Vector, VECTOR_BYTES)
#define NAME(name) PASTE (name, VECTOR_BYTES)
#define N_CELLS    (VECTOR_BYTES / (int) sizeof (SrValue))
#define INLINE     TARGET static inline __attribute__ ((always_inline))

/* Adds to x, y and z the sums of (M14) to the right: a[m] b[m] of three pairs of rows, for m from first to
 * last; those of a for @n_rows rows. */
INLINE void
NAME (outside_sums_) (Vector *x, const SrValue *a, const SrValue *b, Vector *y, const SrValue *c,
                      const SrValue *d, Vector *z, const SrValue *e, const SrValue *f, int n_rows,
                      gssize down, gssize across, gssize first, gssize last)
{
  for (gssize m = first; m <= last; m++) {
    const Vector right = NAME (get_) (b + m * across), left = NAME (get_) (d + m * across);
    const Vector third = NAME (get_) (f + m * across);

#pragma GCC unroll 8
    for (int v = 0; v < n_rows; v++) {
      x[v] = NAME (addmul_) (x[v], a + v * down + m * across, right);
      y[v] = NAME (addmul_) (y[v], c + v * down + m * across, left);
      z[v] = NAME (addmul_) (z[v], e + v * down + m * across, third);
    }
  }
}

/* (M13), and what is found at [i][j] and [j][i], from Wr', Wl', Hr' and Hl'. Returns M'. */
INLINE Vector
NAME (outside_put_) (const LanesChart *c, gssize ij, gssize ji, Vector R, Vector L, Vector Hr, Vector Hl)
{
  const SrValue *H = c->meetings[0].x;
  const Vector zero = NAME (zero_) ();
  const Vector M = NAME (addmul_) (NAME (addmul_) (zero, c->arcs + ij, Hr), c->arcs + ji, Hl);

  NAME (put_) (c->outside_right + ij, R);
  NAME (put_) (c->outside_right + ji, R);
  NAME (put_) (c->outside_left + ij, L);
  NAME (put_) (c->outside_left + ji, L);
  NAME (put_) (c->outside_meetings + ij, M);
  NAME (put_) (c->outside_meetings + ji, M);
  NAME (put_) (c->arcs + ij, NAME (addmul_) (zero, H + ji, Hr));
  NAME (put_) (c->arcs + ji, NAME (addmul_) (zero, H + ij, Hl));
  return M;
}

/* (M9) to (M13) for the positions i to which the cells of a vector belong, and j = i + @span, which stand at
 * [i][i] = @ii and [j][j] = @jj. The last of them have fewer products on the right than the first, and more
 * on the left: what the others read there is zero. */
INLINE void
NAME (outside_fill_) (const LanesChart *c, gssize across, gssize down, gssize ii, gssize jj, Range i,
                      int span)
{
  const SrValue *H = c->meetings[0].x, *Wr = c->sides[0].x, *Wl = c->sides[1].x;
  const SrValue *R = c->outside_right, *L = c->outside_left, *M = c->outside_meetings;
  const gssize ij = ii + span * across, ji = jj - span * across;
  Vector r = NAME (get_) (R + ij), l = NAME (get_) (L + ij), hr = NAME (zero_) (), hl = NAME (zero_) ();

  /* To the right of j, then to the left of i: longer stretches, all finished. */
  NAME (outside_sums_)
  (&r, M + ij, Wl + jj + down, &l, L + ij, H + jj, &hr, R + ij, Wr + jj, 1, 0, across, 1,
   c->n - 1 - i.first - span);
  NAME (outside_sums_)
  (&r, H + ii, R + ji, &l, Wr + ii - down, M + ji, &hl, Wl + ii, L + ji, 1, 0, across, -i.last, -1);
  /* What stands at j and i itself, (M11) with m = j and (M12) with m = i, needs r and l whole. */
  hr = NAME (addmul_) (hr, Wr + jj, r);
  hl = NAME (addmul_) (hl, Wl + ii, l);
  NAME (outside_put_) (c, ij, ji, r, l, hr, hl);
}

/* (M9) to (M13) for ROWS rows from @i0, and @j beyond them. */
INLINE void
NAME (outside_column_) (const LanesChart *c, int i0, int j)
{
  const gssize across = N_CELLS, down = c->down, row_i = c->rows[i0], row_j = c->rows[j];
  const SrValue *H = c->meetings[0].x + row_i, *Wr = c->sides[0].x + row_i, *Wl = c->sides[1].x + row_i;
  const SrValue *H_j = c->meetings[0].x + row_j, *Wr_j = c->sides[0].x + row_j, *Wl_j = c->sides[1].x + row_j;
  const SrValue *R = c->outside_right, *L = c->outside_left, *M = c->outside_meetings;
  Vector r[ROWS], l[ROWS], m[ROWS], hr[ROWS], hl[ROWS];

#pragma GCC unroll 8
  for (int v = 0; v < ROWS; v++) {
    r[v] = NAME (get_) (R + row_i + v * down + j * across);
    l[v] = NAME (get_) (L + row_i + v * down + j * across);
    hr[v] = hl[v] = NAME (zero_) ();
  }
  NAME (outside_sums_)
  (r, M + row_i, Wl_j + down, l, L + row_i, H_j, hr, R + row_i, Wr_j, ROWS, down, across, j + 1, c->n - 1);
  NAME (outside_sums_)
  (r, H, R + row_j, l, Wr - down, M + row_j, hl, Wl, L + row_j, ROWS, down, across, 0, i0 - 1);
#pragma GCC unroll 8
  for (int v = 0; v < ROWS; v++) {
    /* Rows i0..i0+v-1 are finished at this j. Row i0+v gets what it has from them. */
    const gssize ii = v * down + (i0 + v) * across;

#pragma GCC unroll 8
    for (int u = 0; u < v; u++) {
      r[v] = NAME (addmul_) (r[v], H + ii + (u - v) * across, r[u]);
      l[v] = NAME (addmul_) (l[v], Wr + ii - down + (u - v) * across, m[u]);
      hl[v] = NAME (addmul_) (hl[v], Wl + ii + (u - v) * across, l[u]);
    }
    hr[v] = NAME (addmul_) (hr[v], Wr_j + j * across, r[v]);
    hl[v] = NAME (addmul_) (hl[v], Wl + ii, l[v]);
    m[v] = NAME (outside_put_) (c, row_i + v * down + j * across, row_j + (i0 + v) * across, r[v], l[v],
                                hr[v], hl[v]);
  }
}

/* The mirror image of fill_rows_(): rows from the first down, columns from the last back, and in each column
 * the rows from the first down, since what is outside of an item is made of longer ones. */
TARGET static void
NAME (outside_rows_) (const LanesChart *c)
{
  for (int i0 = 0; i0 < c->n; i0 += ROWS) {
    int end = MIN (i0 + ROWS, c->n);

    /* Long stretches come first: columns beyond the rows from the last one, then the triangle among them. */
    for (int j = c->n - 1; j >= end; j--)
      NAME (outside_column_) (c, i0, j);
    for (int j = end - 1; j > i0; j--)
      for (int i = i0; i < j; i++)
        NAME (outside_fill_) (c, N_CELLS, c->down, place (c, i, i), place (c, j, j), (Range){ i, i }, j - i);
  }
}

/* From the longest span down. */
TARGET static void
NAME (outside_diagonals_) (const LanesChart *c)
{
  for (int span = c->n - 1; span > 0; span--) {
    const int n_cells = (c->n - span) * c->n_lanes;

    for (int cell = 0; cell < n_cells; cell += N_CELLS) {
      const Range i = { cell / c->n_lanes, (MIN (cell + N_CELLS, n_cells) - 1) / c->n_lanes };

      NAME (outside_fill_) (c, c->across, c->down, cell, span * c->n_lanes + cell, i, span);
    }
  }
}

#undef Vector
#undef NAME
#undef N_CELLS
#undef INLINE
