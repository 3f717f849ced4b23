/* lanes_vector.template.h - the recursion of lanes.template.h, in vectors of one size.
 *
 * To be included there, once for each size, after VECTOR_BYTES, TARGET (attributes) and, if the semiring says
 * how to add, VECTOR_SUM; else sums are minima. NAME (x_) is x_16, x_32 or x_64:
 *
 *   get_16           get_32           get_64          fill_meeting_16   fill_meeting_32   fill_meeting_64
 *   put_16           put_32           put_64          fill_side_16      fill_side_32      fill_side_64
 *   zero_16          zero_32          zero_64         fill_16           fill_32           fill_64
 *   addmul_16        addmul_32        addmul_64       finish_meeting_16 finish_meeting_32 finish_meeting_64
 *   add_sums_16      add_sums_32      add_sums_64     finish_side_16    finish_side_32    finish_side_64
 *   clear_16         clear_32         clear_64        finish_16         finish_32         finish_64
 *   put_meeting_16   put_meeting_32   put_meeting_64  begin_16          begin_32          begin_64
 *   add_rows_16      add_rows_32      add_rows_64     fill_single_16    fill_single_32    fill_single_64
 *   put_rows_16      put_rows_32      put_rows_64     fill_one_16       fill_one_32       fill_one_64
 *   fill_diagonals_16 fill_diagonals_32 fill_diagonals_64 fill_rows_16  fill_rows_32      fill_rows_64
 */
#define Vector     PASTE (Vector, VECTOR_BYTES)
#define NAME(name) PASTE (name, VECTOR_BYTES)
#define N_CELLS    (VECTOR_BYTES / (int) sizeof (SrValue))
#define INLINE     TARGET static inline __attribute__ ((always_inline))

typedef SrValue Vector __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (SrValue))));

/* The minimum without an instruction for it: cells of x where it is less, cells of y elsewhere. Vectors are
 * compared to masks of all or no bits, and Mask names their type. */
#ifndef VECTOR_SUM
#define Mask             typeof ((Vector){} < (Vector){})
#define VECTOR_SUM(x, y) ((Vector) (((Mask) (x) & (Mask) ((x) < (y))) | ((Mask) (y) & ~(Mask) ((x) < (y)))))
#endif

/* Reads a vector that begins at any cell: the type has the alignment of a cell, so the compiler uses
 * instructions that need no more. */
INLINE Vector
NAME (get_) (const SrValue *cells)
{
  return *(const Vector *) cells;
}

INLINE void
NAME (put_) (SrValue *cells, Vector x)
{
  *(Vector *) cells = x;
}

INLINE Vector
NAME (zero_) (void)
{
  return (Vector){} + SR_ZERO;
}

/* x + a b, cell by cell: the one operation of a semiring. */
INLINE Vector
NAME (addmul_) (Vector x, const SrValue *a, Vector b)
{
  const Vector product = SR_PRODUCT (NAME (get_) (a), b);

  return VECTOR_SUM (product, x);
}

/* Adds to x the sum of a[m] b[m] over m in first..last, of @n_vectors that lie together. */
INLINE void
NAME (add_sums_) (Vector *x, int n_vectors, const SrValue *a, const SrValue *b, gssize across, gssize first,
                  gssize last)
{
  for (gssize m = first; m <= last; m++) {
#pragma GCC unroll 8
    for (int v = 0; v < n_vectors; v++) {
      const gssize at = m * across + v * N_CELLS;

      x[v] = NAME (addmul_) (x[v], a + at, NAME (get_) (b + at));
    }
  }
}

/* Makes each sum empty. */
INLINE void
NAME (clear_) (Vector *x, int n_vectors)
{
#pragma GCC unroll 8
  for (int v = 0; v < n_vectors; v++)
    x[v] = NAME (zero_) ();
}

/* (M2) and (M3), from the sum of (M1): the arc of each direction, times what it spans. */
INLINE void
NAME (put_meeting_) (const LanesChart *c, SrValue *x, gssize ij, gssize ji, Vector sum)
{
  NAME (put_) (x + ij, NAME (addmul_) (NAME (zero_) (), c->arcs + ij, sum));
  NAME (put_) (x + ji, NAME (addmul_) (NAME (zero_) (), c->arcs + ji, sum));
}

/* (M1) to (M3): the meeting of i and j, for the positions i of @n_vectors. All k from i to j - 1; row j of
 * the left sides begins one further, at k + 1. */
INLINE void
NAME (fill_meeting_) (const LanesChart *c, const Meeting *meeting, gssize across, gssize ii, gssize ji,
                      int span, int n_vectors)
{
  const gssize ij = ii + span * across;
  Vector x[WIDTH];

  NAME (clear_) (x, n_vectors);
  NAME (add_sums_) (x, n_vectors, meeting->a + ii, meeting->b + ji, across, 0, span - 1);
#pragma GCC unroll 8
  for (int v = 0; v < n_vectors; v++)
    NAME (put_meeting_) (c, meeting->x, ij + v * N_CELLS, ji + v * N_CELLS, x[v]);
}

/* (M4) or (M5): the meetings over i..j are there, so the product with an arc between i and j can be added. */
INLINE void
NAME (fill_side_) (const Side *side, gssize across, gssize ii, gssize ji, Range i, int span, int n_vectors)
{
  const gssize ij = ii + span * across;
  Vector x[WIDTH];

  NAME (clear_) (x, n_vectors);
  for (const Sum *sum = side->sums; sum < side->sums + side->n_sums; sum++) {
    /* m counts from i here. The range of the sum is that of all positions i of the vectors together: outside
     * of their own, cells are zero. */
    const int first = MAX (side->first, sum->m.first - i.last);
    const int last = MIN (side->first + span - 1, sum->m.last - i.first);

    NAME (add_sums_) (x, n_vectors, sum->a + ii, sum->b + ji, across, first, last);
  }
#pragma GCC unroll 8
  for (int v = 0; v < n_vectors; v++) {
    NAME (put_) (side->x + ij + v * N_CELLS, x[v]);
    NAME (put_) (side->x + ji + v * N_CELLS, x[v]);
  }
}

/* (M1) to (M5) by (M6): fills the items over i..i+span, for the positions i to which the cells of @n_vectors
 * belong, which stand at [i][i] = @ii and [j][i] = @ji. Meetings come first, since sides need them. */
INLINE void
NAME (fill_) (const LanesChart *c, gssize across, gssize ii, gssize ji, Range i, int span, int n_vectors)
{
  const Range j = { i.first + span, i.last + span };

  for (int n = 0; n < c->n_meetings; n++)
    if (overlap (i, c->meetings[n].i) && overlap (j, c->meetings[n].j))
      NAME (fill_meeting_) (c, &c->meetings[n], across, ii, ji, span, n_vectors);
  for (int n = 0; n < c->n_sides; n++)
    if (overlap (i, c->sides[n].i) && overlap (j, c->sides[n].j))
      NAME (fill_side_) (&c->sides[n], across, ii, ji, i, span, n_vectors);
}

/* Adds to [i][j] of a meeting what begin_() left out: the products for k below i + @n_below. */
INLINE void
NAME (finish_meeting_) (const LanesChart *c, const Meeting *meeting, gssize across, gssize ii, gssize ij,
                        gssize ji, int n_below)
{
  Vector x = NAME (get_) (meeting->x + ij);

#pragma GCC unroll 8
  for (int m = 0; m < n_below; m++)
    x = NAME (addmul_) (x, meeting->a + ii + m * across, NAME (get_) (meeting->b + ji + m * across));
  NAME (put_meeting_) (c, meeting->x, ij, ji, x);
}

/* Adds to [i][j] of a side what begin_() left out: the products with m among the rows that lie together with
 * i, and that with an arc between i and j. */
INLINE void
NAME (finish_side_) (const Side *side, gssize across, gssize ii, gssize ij, gssize ji, int i, int j,
                     int n_below)
{
  Vector x = NAME (get_) (side->x + ij);

  for (const Sum *sum = side->sums; sum < side->sums + side->n_sums; sum++) {
    const SrValue *a = sum->a + ii, *b = sum->b + ji;
    /* Mostly all of these rows can have the symbol; then no position is looked up. */
    const gboolean is_all = sum->m.first <= i + 1 && i + n_below <= sum->m.last;

    if (side->first == 0 && contains (sum->m, i))
      x = NAME (addmul_) (x, a, NAME (get_) (b));
    if (side->first == 1 && contains (sum->m, j))
      x = NAME (addmul_) (x, a + (j - i) * across, NAME (get_) (b + (j - i) * across));
#pragma GCC unroll 8
    for (int m = 1; m <= n_below; m++)
      if (is_all || contains (sum->m, i + m))
        x = NAME (addmul_) (x, a + m * across, NAME (get_) (b + m * across));
  }
  NAME (put_) (side->x + ij, x);
  NAME (put_) (side->x + ji, x);
}

/* Adds to [i][j] of each item the products that its sum lacks: those for m in i..i+@n_below, and for m = j.
 * Rows i and j begin at @row_i and @row_j. */
INLINE void
NAME (finish_) (const LanesChart *c, gssize across, gssize row_i, gssize row_j, int i, int j, int n_below)
{
  const gssize ii = row_i + i * across, ij = row_i + j * across, ji = row_j + i * across;
  const Range row = { i, i }, column = { j, j };

  for (int n = 0; n < c->n_meetings; n++)
    if (overlap (row, c->meetings[n].i) && overlap (column, c->meetings[n].j))
      NAME (finish_meeting_) (c, &c->meetings[n], across, ii, ij, ji, n_below);
  for (int n = 0; n < c->n_sides; n++)
    if (overlap (row, c->sides[n].i) && overlap (column, c->sides[n].j))
      NAME (finish_side_) (&c->sides[n], across, ii, ij, ji, i, j, n_below);
}

/* Diagonals: span by span, as in the plain recursion, since an item needs shorter ones alone. The cells of a
 * diagonal are all of one span, and do not depend on one another. */
TARGET static void
NAME (fill_diagonals_) (const LanesChart *c)
{
  const int n_lanes = c->n_lanes;

  for (int span = 1; span < c->n; span++) {
    const int n_cells = (c->n - span) * n_lanes;
    const gssize ji = place (c, span, 0);
    int cell = 0;

    /* As many vectors together as stay in registers, then one at a time. The last may reach past the
     * diagonal, where cells hold anything. */
    for (; cell + (WIDTH - 1) * N_CELLS < n_cells; cell += WIDTH * N_CELLS) {
      const Range i = { cell / n_lanes, (MIN (cell + WIDTH * N_CELLS, n_cells) - 1) / n_lanes };
      NAME (fill_) (c, c->across, cell, ji + cell, i, span, WIDTH);
    }
    for (; cell < n_cells; cell += N_CELLS) {
      const Range i = { cell / n_lanes, (MIN (cell + N_CELLS, n_cells) - 1) / n_lanes };
      NAME (fill_) (c, c->across, cell, ji + cell, i, span, 1);
    }
  }
}

/* Rows.
 *
 * ROWS rows i0 to i0 + 3 are filled together, column by column. One vector of row j is loaded for four
 * products:
 *
 *             i0   +1   +2   +3  ...   m   ...  j-1    j
 *   row i0    done done done done     a0              x0      x0 += a0 b
 *   row +1         done done done     a1              x1      x1 += a1 b
 *   row +2              done done     a2              x2      x2 += a2 b
 *   row +3                   done     a3              x3      x3 += a3 b
 *   ...
 *   row j                              b      [j][m], which is [m][j]: a row below these, and done
 *
 * That works for m beyond i0 + 3. A product with m among the four rows has a factor of row m in the same
 * column j, which is just being filled. So begin_() adds up the part that all have in common, and finish_()
 * adds the rest: first row i0 + 3, which has none of those, then i0 + 2, which has one, and so on up.
 */

/* Adds to x the sum of a[m] b[m] over m in first..last; of ROWS rows a and one row b. */
INLINE void
NAME (add_rows_) (Vector *x, const SrValue *a, gssize down, const SrValue *b, gssize first, gssize last)
{
  for (gssize m = first; m <= last; m++) {
    /* The element of row j is the same for all rows i; it is loaded once. */
    const Vector right = NAME (get_) (b + m * N_CELLS);

#pragma GCC unroll 8
    for (int v = 0; v < ROWS; v++)
      x[v] = NAME (addmul_) (x[v], a + v * down + m * N_CELLS, right);
  }
}

/* Puts the sums of ROWS rows into one column. */
INLINE void
NAME (put_rows_) (SrValue *cells, gssize down, const Vector *x)
{
#pragma GCC unroll 8
  for (int v = 0; v < ROWS; v++)
    NAME (put_) (cells + v * down, x[v]);
}

/* (M6): puts into [i][j] of each item, for ROWS rows i from @i, the sum of the products that are known for
 * all of them. */
INLINE void
NAME (begin_) (const LanesChart *c, gssize row_i, gssize row_j, int i, int j)
{
  const gssize ij = row_i + j * N_CELLS, down = c->down;
  const Range rows = { i, i + ROWS - 1 }, column = { j, j };
  Vector x[ROWS];

  for (int n = 0; n < c->n_meetings; n++) {
    const Meeting *meeting = &c->meetings[n];

    if (!overlap (rows, meeting->i) || !overlap (column, meeting->j))
      continue;
    NAME (clear_) (x, ROWS);
    /* Wl(k+1,j) is known for k + 1 beyond the last of these rows; the others are for finish_(). */
    NAME (add_rows_) (x, meeting->a + row_i, down, meeting->b + row_j, i + ROWS - 1, j - 1);
    NAME (put_rows_) (meeting->x + ij, down, x);
  }
  for (int n = 0; n < c->n_sides; n++) {
    const Side *side = &c->sides[n];

    if (!overlap (rows, side->i) || !overlap (column, side->j))
      continue;
    NAME (clear_) (x, ROWS);
    for (const Sum *sum = side->sums; sum < side->sums + side->n_sums; sum++) {
      const int first = MAX (i + ROWS, sum->m.first), last = MIN (j - 1, sum->m.last);

      NAME (add_rows_) (x, sum->a + row_i, down, sum->b + row_j, first, last);
    }
    NAME (put_rows_) (side->x + ij, down, x);
  }
}

/* (M6): fills [i][j] of each item, for ROWS rows i from @i0, for a grammar of one symbol: all sums stay in
 * registers. Short rows take half the time, as most of it goes into finding out what there is to sum. */
INLINE void
NAME (fill_single_) (const LanesChart *c, gssize row_i, gssize row_j, int i0, int j)
{
  const SrValue *H_i = c->meetings[0].x + row_i, *H_j = c->meetings[0].x + row_j;
  const SrValue *R_i = c->sides[0].x + row_i, *R_j = c->sides[0].x + row_j;
  const SrValue *L_i = c->sides[1].x + row_i, *L_j = c->sides[1].x + row_j;
  const gssize down = c->down;
  Vector M[ROWS], R[ROWS], L[ROWS], Hl[ROWS];

  NAME (clear_) (M, ROWS);
  NAME (clear_) (R, ROWS);
  NAME (clear_) (L, ROWS);
  /* The products that all rows have in common. What is left for row i0 + v needs the rows below it, i0 + v
   * + 1 and so on, at this j. */
  NAME (add_rows_) (M, R_i, down, L_j + N_CELLS, i0 + ROWS - 1, j - 1);
  NAME (add_rows_) (R, H_i, down, R_j, i0 + ROWS, j - 1);
  NAME (add_rows_) (L, L_i, down, H_j, i0 + ROWS, j - 1);
#pragma GCC unroll 8
  for (int v = ROWS - 1; v >= 0; v--) {
    /* Goes from the last row up: rows v + m, and with them R[v + m], L[v + m] and Hl[v + m], are finished. */
    const gssize ii = v * down + (i0 + v) * N_CELLS, ij = v * down + j * N_CELLS;
    const gssize ji = row_j + (i0 + v) * N_CELLS;
    Vector Hr;

#pragma GCC unroll 8
    for (int m = ROWS - 1 - v; m >= 1; m--)
      M[v] = NAME (addmul_) (M[v], R_i + ii + (m - 1) * N_CELLS, L[v + m]);
    Hr = NAME (addmul_) (NAME (zero_) (), c->arcs + row_i + ij, M[v]);
    Hl[v] = NAME (addmul_) (NAME (zero_) (), c->arcs + ji, M[v]);
#pragma GCC unroll 8
    for (int m = ROWS - 1 - v; m >= 1; m--) {
      R[v] = NAME (addmul_) (R[v], H_i + ii + m * N_CELLS, R[v + m]);
      L[v] = NAME (addmul_) (L[v], L_i + ii + m * N_CELLS, Hl[v + m]);
    }
    /* The products with an arc between i and j come last: Hr(i,j) Wr(j,j) and Wl(i,i) Hl(i,j). */
    R[v] = NAME (addmul_) (R[v], R_j + j * N_CELLS, Hr);
    L[v] = NAME (addmul_) (L[v], L_i + ii, Hl[v]);
    NAME (put_) (c->meetings[0].x + row_i + ij, Hr);
    NAME (put_) (c->meetings[0].x + ji, Hl[v]);
    NAME (put_) (c->sides[0].x + row_i + ij, R[v]);
    NAME (put_) (c->sides[0].x + ji, R[v]);
    NAME (put_) (c->sides[1].x + row_i + ij, L[v]);
    NAME (put_) (c->sides[1].x + ji, L[v]);
  }
}

/* (M6): the same for one row i and a column j among the ROWS rows that lie together. */
INLINE void
NAME (fill_one_) (const LanesChart *c, int i, int j)
{
  const gssize row_i = c->rows[i], row_j = c->rows[j], ij = row_i + j * N_CELLS, ji = row_j + i * N_CELLS;
  const SrValue *H_i = c->meetings[0].x + row_i, *H_j = c->meetings[0].x + row_j;
  const SrValue *R_i = c->sides[0].x + row_i, *R_j = c->sides[0].x + row_j;
  const SrValue *L_i = c->sides[1].x + row_i, *L_j = c->sides[1].x + row_j;
  Vector M, R, L, Hr, Hl;

  NAME (clear_) (&M, 1);
  NAME (clear_) (&R, 1);
  NAME (clear_) (&L, 1);
  /* The three sums side by side; k = i and the arcs between i and j come after. */
  for (gssize m = j - 1; m > i; m--) {
    M = NAME (addmul_) (M, R_i + m * N_CELLS, NAME (get_) (L_j + (m + 1) * N_CELLS));
    R = NAME (addmul_) (R, H_i + m * N_CELLS, NAME (get_) (R_j + m * N_CELLS));
    L = NAME (addmul_) (L, L_i + m * N_CELLS, NAME (get_) (H_j + m * N_CELLS));
  }
  M = NAME (addmul_) (M, R_i + i * N_CELLS, NAME (get_) (L_j + (i + 1) * N_CELLS));
  Hr = NAME (addmul_) (NAME (zero_) (), c->arcs + ij, M);
  Hl = NAME (addmul_) (NAME (zero_) (), c->arcs + ji, M);
  R = NAME (addmul_) (R, R_j + j * N_CELLS, Hr);
  L = NAME (addmul_) (L, L_i + i * N_CELLS, Hl);
  NAME (put_) (c->meetings[0].x + ij, Hr);
  NAME (put_) (c->meetings[0].x + ji, Hl);
  NAME (put_) (c->sides[0].x + ij, R);
  NAME (put_) (c->sides[0].x + ji, R);
  NAME (put_) (c->sides[1].x + ij, L);
  NAME (put_) (c->sides[1].x + ji, L);
}

/* Rows, ROWS at a time. The number of positions is mostly no multiple of ROWS: the rows that are left over
 * are the last ones. They have no column beyond their own triangle, so each group with columns is whole. */
TARGET static void
NAME (fill_rows_) (const LanesChart *c)
{
  for (int i0 = (c->n - 1) / ROWS * ROWS, end = c->n; i0 >= 0; end = i0, i0 -= ROWS) {
    /* Goes from the last rows up, since items over i..j need all those over i+1..j. */
    const gssize row_i = c->rows[i0];

    /* First the triangle of columns among these rows, item by item. */
    for (int j = i0 + 1; j < end; j++)
      for (int i = j - 1; i >= i0; i--) {
        if (c->has_one_symbol) {
          NAME (fill_one_) (c, i, j);
          continue;
        }
        NAME (fill_) (c, N_CELLS, place (c, i, i), place (c, j, i), (Range){ i, i }, j - i, 1);
      }
    /* Then the columns beyond, for all rows at once: sums as far as they go together, then each row from
     * the last up. */
    for (int j = end; j < c->n; j++) {
      const gssize row_j = c->rows[j];

      if (c->has_one_symbol) {
        NAME (fill_single_) (c, row_i, row_j, i0, j);
        continue;
      }
      NAME (begin_) (c, row_i, row_j, i0, j);
#pragma GCC unroll 8
      for (int below = 0; below < ROWS; below++) {
        const int i = i0 + ROWS - 1 - below;

        NAME (finish_) (c, N_CELLS, c->rows[i], row_j, i, j, below);
      }
    }
  }
}

#undef Vector
#undef Mask
#undef NAME
#undef N_CELLS
#undef INLINE
