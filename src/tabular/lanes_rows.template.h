/* lanes_rows.template.h - the recursion of lanes.template.h over elements of one size, in rows.
 *
 * To be included there after lanes_vector.template.h for vectors of ELEMENT_BYTES and of VECTOR_BYTES, with
 * EXPAND(x), which makes a vector of copies of the element at x. NAME (x_) is one of
 *
 *   fill_rows_16_16 fill_rows_32_32 fill_rows_32_16 fill_rows_64_64 fill_rows_64_32 fill_rows_64_16
 *
 * and likewise begin_16_16, add_sums_16_16, put_16_16 and so on. VECTOR (x_) and ELEMENT (x_) are functions
 * of lanes_vector.template.h.
 */
#define NAME(name)    PASTE (PASTE (name, VECTOR_BYTES), PASTE (_, ELEMENT_BYTES))
#define VECTOR(name)  PASTE (name, VECTOR_BYTES)
#define ELEMENT(name) PASTE (name, ELEMENT_BYTES)
#define Vector        PASTE (Vector, VECTOR_BYTES)
#define PER_VECTOR    (VECTOR_BYTES / ELEMENT_BYTES)
#define N_VECTORS     (ROWS / PER_VECTOR)
#define ACROSS        (VECTOR_BYTES / (int) sizeof (SrValue))

/* Adds to x the sum of a[m] b[m] over m in first..last, by (M8); the vectors of a have ROWS rows, b one. */
TARGET static inline __attribute__ ((always_inline)) void
NAME (add_sums_) (Vector *x, const SrValue *a, gssize down, const SrValue *b, gssize first, gssize last)
{
  FOR_EACH_PRODUCT (m, first, last) {
    /* The element of row j is the same for all rows i; it is loaded once. */
    const Vector right = EXPAND (b + m * ACROSS);

#pragma GCC unroll 8
    for (int v = 0; v < N_VECTORS; v++)
      x[v] = VECTOR (addmul_) (x[v], a + v * down + m * ACROSS, right);
  }
}

TARGET static inline __attribute__ ((always_inline)) void
NAME (put_) (SrValue *cells, gssize down, const Vector *x)
{
#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++)
    VECTOR (put_) (cells + v * down, x[v]);
}

/* (M6): puts into [i][j] of each item, for ROWS rows i from @i, the sum of the products that are known for
 * all of them. */
TARGET static inline __attribute__ ((always_inline)) void
NAME (begin_) (const LanesChart *c, gssize row_i, gssize row_j, int i, int j)
{
  const gssize ij = row_i + j * ACROSS, down = c->down;
  const Range rows = { i, i + ROWS - 1 }, column = { j, j };
  Vector x[N_VECTORS];

  for (int n = 0; n < c->n_meetings; n++) {
    const Meeting *meeting = &c->meetings[n];

    if (!overlap (rows, meeting->i) || !overlap (column, meeting->j))
      continue;
    VECTOR (clear_) (x, N_VECTORS);
    /* All ROWS rows know Wr(i,k) from the last of them on; the triangle before is for finish_(). */
    NAME (add_sums_) (x, meeting->a + row_i, down, meeting->b + row_j, i + ROWS - 1, j - 1);
    NAME (put_) (meeting->x + ij, down, x);
  }
  for (int n = 0; n < c->n_sides; n++) {
    const Side *side = &c->sides[n];

    if (!overlap (rows, side->i) || !overlap (column, side->j))
      continue;
    VECTOR (clear_) (x, N_VECTORS);
    for (const Sum *sum = side->sums; sum < side->sums + side->n_sums; sum++) {
      const int first = MAX (i + ROWS, sum->m.first), last = MIN (j - 1, sum->m.last);

      NAME (add_sums_) (x, sum->a + row_i, down, sum->b + row_j, first, last);
    }
    NAME (put_) (side->x + ij, down, x);
  }
}

#if ELEMENT_BYTES == VECTOR_BYTES
/* (M6): fills [i][j] of each item, for ROWS rows i from @i0, for a grammar of one symbol: all sums stay in
 * registers. Short rows take half the time, as most of it goes into finding out what there is to sum. */
TARGET static inline __attribute__ ((always_inline)) void
NAME (fill_single_) (const LanesChart *c, gssize row_i, gssize row_j, int i0, int j)
{
  const SrValue *H_i = c->meetings[0].x + row_i, *H_j = c->meetings[0].x + row_j;
  const SrValue *R_i = c->sides[0].x + row_i, *R_j = c->sides[0].x + row_j;
  const SrValue *L_i = c->sides[1].x + row_i, *L_j = c->sides[1].x + row_j;
  const gssize down = c->down;
  Vector M[ROWS], R[ROWS], L[ROWS], Hl[ROWS];

  VECTOR (clear_) (M, ROWS);
  VECTOR (clear_) (R, ROWS);
  VECTOR (clear_) (L, ROWS);
  /* The products that all rows have in common. What is left for row i0 + v needs the rows below it, i0 + v
   * + 1 and so on, at this j. */
  NAME (add_sums_) (M, R_i, down, L_j + ACROSS, i0 + ROWS - 1, j - 1);
  NAME (add_sums_) (R, H_i, down, R_j, i0 + ROWS, j - 1);
  NAME (add_sums_) (L, L_i, down, H_j, i0 + ROWS, j - 1);
#pragma GCC unroll 8
  for (int v = ROWS - 1; v >= 0; v--) {
    /* From the last row up: rows v + m, and with them R[v + m], L[v + m] and Hl[v + m], are finished. */
    const gssize ii = v * down + (i0 + v) * ACROSS, ij = v * down + j * ACROSS;
    const gssize ji = row_j + (i0 + v) * ACROSS;
    Vector Hr;

#pragma GCC unroll 8
    for (int m = ROWS - 1 - v; m >= 1; m--)
      M[v] = VECTOR (addmul_) (M[v], R_i + ii + (m - 1) * ACROSS, L[v + m]);
    Hr = VECTOR (addmul_) (VECTOR (zero_) (), c->arcs + row_i + ij, M[v]);
    Hl[v] = VECTOR (addmul_) (VECTOR (zero_) (), c->arcs + ji, M[v]);
#pragma GCC unroll 8
    for (int m = ROWS - 1 - v; m >= 1; m--) {
      R[v] = VECTOR (addmul_) (R[v], H_i + ii + m * ACROSS, R[v + m]);
      L[v] = VECTOR (addmul_) (L[v], L_i + ii + m * ACROSS, Hl[v + m]);
    }
    /* By (M8) the products with an arc between i and j come last: Hr(i,j) Wr(j,j) and Wl(i,i) Hl(i,j). */
    R[v] = VECTOR (addmul_) (R[v], R_j + j * ACROSS, Hr);
    L[v] = VECTOR (addmul_) (L[v], L_i + ii, Hl[v]);
    VECTOR (put_) (c->meetings[0].x + row_i + ij, Hr);
    VECTOR (put_) (c->meetings[0].x + ji, Hl[v]);
    VECTOR (put_) (c->sides[0].x + row_i + ij, R[v]);
    VECTOR (put_) (c->sides[0].x + ji, R[v]);
    VECTOR (put_) (c->sides[1].x + row_i + ij, L[v]);
    VECTOR (put_) (c->sides[1].x + ji, L[v]);
  }
}

/* (M6): the same for one row i and a column j among the ROWS rows that lie together. */
TARGET static inline __attribute__ ((always_inline)) void
NAME (fill_one_) (const LanesChart *c, int i, int j)
{
  const gssize row_i = c->rows[i], row_j = c->rows[j], ij = row_i + j * ACROSS, ji = row_j + i * ACROSS;
  const SrValue *H_i = c->meetings[0].x + row_i, *H_j = c->meetings[0].x + row_j;
  const SrValue *R_i = c->sides[0].x + row_i, *R_j = c->sides[0].x + row_j;
  const SrValue *L_i = c->sides[1].x + row_i, *L_j = c->sides[1].x + row_j;
  Vector M, R, L, Hr, Hl;

  VECTOR (clear_) (&M, 1);
  VECTOR (clear_) (&R, 1);
  VECTOR (clear_) (&L, 1);
  /* The three sums side by side; k = i and the arcs between i and j come after. */
  for (gssize m = j - 1; m > i; m--) {
    M = VECTOR (addmul_) (M, R_i + m * ACROSS, VECTOR (get_) (L_j + (m + 1) * ACROSS));
    R = VECTOR (addmul_) (R, H_i + m * ACROSS, VECTOR (get_) (R_j + m * ACROSS));
    L = VECTOR (addmul_) (L, L_i + m * ACROSS, VECTOR (get_) (H_j + m * ACROSS));
  }
  M = VECTOR (addmul_) (M, R_i + i * ACROSS, VECTOR (get_) (L_j + (i + 1) * ACROSS));
  Hr = VECTOR (addmul_) (VECTOR (zero_) (), c->arcs + ij, M);
  Hl = VECTOR (addmul_) (VECTOR (zero_) (), c->arcs + ji, M);
  R = VECTOR (addmul_) (R, R_j + j * ACROSS, Hr);
  L = VECTOR (addmul_) (L, L_i + i * ACROSS, Hl);
  VECTOR (put_) (c->meetings[0].x + ij, Hr);
  VECTOR (put_) (c->meetings[0].x + ji, Hl);
  VECTOR (put_) (c->sides[0].x + ij, R);
  VECTOR (put_) (c->sides[0].x + ji, R);
  VECTOR (put_) (c->sides[1].x + ij, L);
  VECTOR (put_) (c->sides[1].x + ji, L);
}
#endif

TARGET static void
NAME (fill_rows_) (const LanesChart *c)
{
  for (int i0 = (c->n - 1) / ROWS * ROWS, end = c->n; i0 >= 0; end = i0, i0 -= ROWS) {
    /* From the last rows up, since items over i..j need all those over i+1..j. */
    const gssize row_i = c->rows[i0];

    /* First the triangle of columns among these rows, item by item. */
    for (int j = i0 + 1; j < end; j++)
      for (int i = j - 1; i >= i0; i--) {
#if ELEMENT_BYTES == VECTOR_BYTES
        if (c->has_one_symbol) {
          NAME (fill_one_) (c, i, j);
          continue;
        }
#endif
        ELEMENT (fill_) (c, ACROSS, place (c, i, i), place (c, j, i), (Range){ i, i }, j - i, 1);
      }
    /* Then the columns beyond, for all rows at once: sums as far as they go together, then each row from
     * the last up. */
    for (int j = end; j < c->n; j++) {
      const gssize row_j = c->rows[j];

#if ELEMENT_BYTES == VECTOR_BYTES
      if (c->has_one_symbol) {
        NAME (fill_single_) (c, row_i, row_j, i0, j);
        continue;
      }
#endif
      NAME (begin_) (c, row_i, row_j, i0, j);
#pragma GCC unroll 8
      for (int below = 0; below < ROWS; below++) {
        const int i = i0 + ROWS - 1 - below;

        ELEMENT (finish_) (c, ACROSS, c->rows[i], row_j, i, j, below);
      }
    }
  }
}

#undef NAME
#undef VECTOR
#undef ELEMENT
#undef Vector
#undef N_VECTORS
#undef PER_VECTOR
#undef ACROSS
#undef ELEMENT_BYTES
#undef EXPAND
