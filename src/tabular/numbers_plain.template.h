/* numbers_plain.template.h - numbers of the processor in vectors of one size, as chart_vector.template.h needs them.
 *
 * To be included there, after TIMES (x, y), and PLUS (x, y) for vectors of this size, of a semiring. Exponents are not used.
 */
#define Value Vector

/* Reads a vector that begins at any cell: the type has the alignment of a cell, so that the compiler chooses instructions that
 * need no more. */
INLINE Value
NAME (get_) (const Cell *cell, gssize exponents)
{
  (void) exponents;
  return *(const Vector *) cell;
}

INLINE void
NAME (put_) (Cell *cell, gssize exponents, Value x)
{
  (void) exponents;
  *(Vector *) cell = x;
}

INLINE Value
NAME (zero_) (void)
{
  return (Vector){} + ZERO;
}

INLINE Value
NAME (one_) (void)
{
  return (Vector){} + ONE;
}

INLINE Value
NAME (plus_) (Value x, Value y)
{
  return PLUS (x, y);
}

INLINE Value
NAME (times_) (Value x, Value y)
{
  return TIMES (x, y);
}

/* x + a b */
INLINE Value
NAME (add_) (Value x, Value a, Value b)
{
  return PLUS (x, TIMES (a, b));
}

/* A sum as an item. */
INLINE Value
NAME (item_) (Value x)
{
  return x;
}

/* Adds to each of CHART_ROWS sums x the terms a b for m from @last down to @first, of rows a that are @down apart and one row b. */
INLINE void
NAME (add_rows_) (Value *x, const Cell *a, gssize down, const Cell *b, gssize across, gssize exponents,
                  gssize first, gssize last)
{
  const gssize n = last - first;
  gssize rows[CHART_ROWS];

  (void) exponents;
  b += first * across;
  KEEP_IN_REGISTER (b);
#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++) {
    rows[v] = a + v * down + first * across - b;
    KEEP_IN_REGISTER (rows[v]);
  }
  for (const Cell *at = b + n * across; at >= b; at -= across) {
    const Vector right = NAME (get_) (at, 0);

#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++)
      x[v] = NAME (add_) (x[v], NAME (get_) (at + rows[v], 0), right);
  }
}

#ifdef HAS_OUTSIDE
/* Adds to what is outside of an item what is outside of a whole, @outer, times the other part and the weight; NULL: it is 1. The
 * exponents of @target, the item, and of @whole would be needed. */
INLINE Vector
NAME (hand_) (Vector x, const Cell *target, Vector outer, const Cell *whole, const Cell *other,
              const Cell *weight, gssize exponents)
{
  (void) target, (void) whole, (void) exponents;
  if (other != NULL)
    outer *= *(const Vector *) other;
  if (weight != NULL)
    outer *= *(const Vector *) weight;
  return x + outer;
}

/* Adds the terms for m from @first to @last. */
INLINE Vector
NAME (hand_row_) (Vector x, const Cell *target, const Cell *whole, const Cell *outer, const Cell *inner,
                  gssize across, gssize exponents, gssize first, gssize last)
{
  (void) target, (void) whole, (void) exponents;
  for (gssize m = first; m <= last; m++)
    x += *(const Vector *) (outer + m * across) * *(const Vector *) (inner + m * across);
  return x;
}

/* Adds for the items of CHART_ROWS rows, which are @next apart: either what is outside lies in such rows, or
 * what is inside. */
INLINE void
NAME (hand_rows_) (Vector *x, const Cell *target, gssize next, gboolean has_outer_rows, const Cell *whole,
                   const Cell *outer, const Cell *inner, gssize down, gssize across, gssize exponents,
                   gssize first, gssize last)
{
  const Cell *rows = has_outer_rows ? outer : inner, *row = has_outer_rows ? inner : outer;

  (void) target, (void) next, (void) whole, (void) exponents;
  for (gssize m = first; m <= last; m++) {
    const Vector y = *(const Vector *) (row + m * across);

#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++)
      x[v] += *(const Vector *) (rows + v * down + m * across) * y;
  }
}

/* Returns what is outside of an item, as it is kept. It may be infinite for an item too small to matter, and
 * that times 0 is no number: so there is a greatest one. */
INLINE Vector
NAME (outside_) (Vector x)
{
  const Vector most = (Vector){} + 0x1p1000;
  const typeof (x < most) is_kept = x < most;

  return (Vector) (((typeof (is_kept)) x & is_kept) | ((typeof (is_kept)) most & ~is_kept));
}

/* The share of a term of a whole. */
INLINE Vector
NAME (share_) (Vector outer, const Cell *whole, Value term, gssize exponents)
{
  (void) whole, (void) exponents;
  return outer * term;
}
#endif
