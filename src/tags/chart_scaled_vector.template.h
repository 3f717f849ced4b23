/* chart_scaled_vector.template.h - the chart of chart.template.h in numbers with exponents beside them, and the same read
 * backwards, in vectors of one size.
 *
 * To be included there, once for each size, after VECTOR_BYTES and TARGET (attributes). (R10) to (R13) are those of
 * tabular/scaled_vector.template.h. The products of a cell are added together, when it is filled: their greatest exponent is
 * found first.
 */
#define SIZED(name) PASTE (name, VECTOR_BYTES)
#define INLINE      TARGET static inline __attribute__ ((always_inline))
#define Vector      PASTE (Vector, VECTOR_BYTES)
#define Exponents   PASTE (Exponents, VECTOR_BYTES)
#define Scaled      PASTE (Scaled, VECTOR_BYTES)
#define WIDTH       (VECTOR_BYTES < LANES * 8 ? VECTOR_BYTES : LANES * 8)
#define N_NUMBERS   (WIDTH / (int) sizeof (double))
#define N_VECTORS   (LANES / N_NUMBERS)

typedef double Vector __attribute__ ((vector_size (WIDTH), may_alias, aligned (sizeof (double))));
typedef guint64 Exponents __attribute__ ((vector_size (WIDTH), may_alias, aligned (sizeof (double))));

/* To compare them. */
#define SIGNED(e) ((typeof ((Vector){} < (Vector){})) (e))

/* A vector of cells: m and e of (R10), or of a sum. */
typedef struct {
  Vector m;
  Exponents e;
} Scaled;

INLINE Vector
SIZED (numbers_) (const double *cell, int v)
{
  return *(const Vector *) (cell + v * N_NUMBERS);
}

INLINE Exponents
SIZED (exponents_) (const double *cell, gsize apart, int v)
{
  return *(const Exponents *) (cell + apart + v * N_NUMBERS);
}

/* 2^(@biased - BIAS), and 0 from the exponent -768 down. */
INLINE Vector
SIZED (power_) (Exponents biased)
{
#if VECTOR_BYTES == 64 && LANES >= 8
  return (Vector) _mm512_maskz_slli_epi64 (
      _mm512_cmpgt_epi64_mask ((__m512i) biased, _mm512_set1_epi64 (LEAST_BIASED)), (__m512i) biased,
      MANTISSA);
#else
  return (Vector) ((biased & (Exponents) (SIGNED (biased) > LEAST_BIASED)) << MANTISSA);
#endif
}

INLINE Exponents
SIZED (greater_) (Exponents x, Exponents y)
{
#if VECTOR_BYTES == 64 && LANES >= 8
  return (Exponents) _mm512_max_epi64 ((__m512i) x, (__m512i) y);
#else
  const Exponents is_greater = (Exponents) (SIGNED (x) > SIGNED (y));

  return (x & is_greater) | (y & ~is_greater);
#endif
}

/* A sum as a cell, by (R10). */
INLINE Scaled
SIZED (cell_) (Scaled x)
{
  const Exponents is_large = (Exponents) (x.m >= 0x1p128), is_small = (Exponents) (x.m < 0x1p-128);
  const Exponents is_zero = (Exponents) (x.m == 0), up = (Exponents){} + UNIT;
  const Exponents e = x.e + (up & is_large) - (up & is_small);

  /* 2^(256 (is_small - is_large)), by the exponent in its bits. */
  return (Scaled){
    x.m * (Vector) ((BIAS + (up & is_small) - (up & is_large)) << MANTISSA),
    (e & ~is_zero) | (((Exponents){} + (guint64) NO_EXPONENT) & is_zero),
  };
}

/* Adds to vector @v of a cell, by (R11), the @n products of cells that are @a_apart and @b_apart numbers apart. */
INLINE void
SIZED (add_vector_) (double *to, gsize apart, const double *a, gsize a_apart, const double *b, gsize b_apart,
                     int n, int v)
{
  Scaled x = { SIZED (numbers_) (to, v), SIZED (exponents_) (to, apart, v) };
  Exponents E = x.e;

  for (gsize k = 0; k < (gsize) n; k++)
    E = SIZED (greater_) (E, SIZED (exponents_) (a + k * a_apart, apart, v)
                                 + SIZED (exponents_) (b + k * b_apart, apart, v));
  x.m *= SIZED (power_) (x.e - E + BIAS);
  E -= BIAS;
  for (gsize k = 0; k < (gsize) n; k++)
    x.m += SIZED (numbers_) (a + k * a_apart, v) * SIZED (numbers_) (b + k * b_apart, v)
           * SIZED (power_) (SIZED (exponents_) (a + k * a_apart, apart, v)
                             + SIZED (exponents_) (b + k * b_apart, apart, v) - E);
  x.e = E + BIAS;
  x = SIZED (cell_) (x);
  *(Vector *) (to + v * N_NUMBERS) = x.m;
  *(Exponents *) (to + apart + v * N_NUMBERS) = x.e;
}

INLINE void
SIZED (add_cell_) (double *to, gsize apart, const double *a, const double *b)
{
#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++)
    SIZED (add_vector_) (to, apart, a, 0, b, 0, 1, v);
}

/* Adds the products that give words i..j. */
INLINE void
SIZED (add_products_) (const Numbers *t, const Rules *rules, int i, int j)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);

    if (j < t->n && rules_is_last (rules, rule->to))
      continue;
    for (int v = 0; v < N_VECTORS; v++)
      SIZED (add_vector_)
    (cell (t, rule->to, i, j), t->apart, cell (t, rule->left, i, i), t->cells[rule->left].column * LANES,
     cell (t, rule->right, i + 1, j), t->cells[rule->right].row * LANES, j - i, v);
  }
}

/* Words i..j as a word alone, or before others. */
INLINE void
SIZED (add_words_) (const Numbers *t, const Rules *rules, int i, int j)
{
  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);

    if (j < t->n && rules_is_last (rules, rule->to))
      continue;
    if (rule->kind == RULE_WORD && i == j)
      SIZED (add_cell_)
    (cell (t, rule->to, i, i), t->apart, weight_cell (t, rule_weight (rule, i), i), one_cell (t, rules));
    else if (rule->kind == RULE_BEFORE && i < j)
        SIZED (add_cell_) (cell (t, rule->to, i, j), t->apart, weight_cell (t, rule_weight (rule, i), i),
                           cell (t, rule->left, i + 1, j));
  }
}

TARGET static void
SIZED (fill_) (Numbers *t, const Rules *rules)
{
  for (int i = t->n; i >= 1; i--) {
    begin_row (t, rules, i);
    for (int j = i; j <= t->n; j++) {
      if (j > i)
        SIZED (add_products_) (t, rules, i, j);
      SIZED (add_words_) (t, rules, i, j);
      for (int r = 0; r < t->n_of_row; r++) {
        const RowRule *rule = &t->row_rules[r];
        const gsize at = (gsize) j;

        if ((j == t->n || !rule->is_last) && (j > i || !rule->is_longer))
          SIZED (add_cell_)
        (rule->to + at * rule->to_apart, t->apart, rule->part + at * rule->part_apart,
         rule->weight + at * rule->weight_apart);
      }
    }
  }
}

/* By (R13) hands on what each of @n cells is worth, a cell @a times each of some that are side by side: @to and @row are where
 * these are in the chart, and numbers of the outside are as far from @outside as those are from the chart's numbers. */
INLINE void
SIZED (hand_on_row_) (const Numbers *t, double *outside, const double *to, const double *a, const double *row,
                      int n)
{
  const gsize apart = t->apart;
  const double *worth = outside + (to - t->numbers);
  double *a_worth = outside + (a - t->numbers), *row_worth = outside + (row - t->numbers);

  for (int v = 0; v < N_VECTORS; v++) {
    const Vector left = SIZED (numbers_) (a, v);
    const Exponents e = SIZED (exponents_) (a, apart, v) + BIAS;
    Vector sum = {};

    for (int j = 0; j < n; j++) {
      const double *x = row + j * LANES;
      Vector *y = (Vector *) (row_worth + j * LANES + v * N_NUMBERS);
      const Vector w = SIZED (numbers_) (worth + j * LANES, v)
                       * SIZED (power_) (e + SIZED (exponents_) (x, apart, v)
                                         - SIZED (exponents_) (to + j * LANES, apart, v));

      sum += w * SIZED (numbers_) (x, v);
      *y += w * left;
    }
    *(Vector *) (a_worth + v * N_NUMBERS) += sum;
  }
}

/* The products with a left part [i,m]. */
INLINE void
SIZED (hand_on_products_) (const Numbers *t, double *outside, const Rules *rules, int i, int m)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const int j = rules_is_last (rules, rule->to) ? t->n : m + 1;

    SIZED (hand_on_row_)
    (t, outside, cell (t, rule->to, i, j), cell (t, rule->left, i, m), cell (t, rule->right, m + 1, j),
     t->n - j + 1);
  }
}

/* Words alone in row i, and words before others. */
INLINE void
SIZED (hand_on_words_) (const Numbers *t, double *outside, const Rules *rules, int i)
{
  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const int j = is_last ? t->n : i + 1;

    if (rule->kind == RULE_WORD && (i == t->n || !is_last))
      SIZED (hand_on_row_)
    (t, outside, cell (t, rule->to, i, i), weight_cell (t, rule_weight (rule, i), i), one_cell (t, rules), 1);
    else if (rule->kind == RULE_BEFORE && i < t->n)
        SIZED (hand_on_row_) (t, outside, cell (t, rule->to, i, j), weight_cell (t, rule_weight (rule, i), i),
                              cell (t, rule->left, i + 1, j), t->n - j + 1);
  }
}

TARGET static void
SIZED (hand_on_) (Numbers *t, double *outside, const Rules *rules)
{
  for (int i = 1; i <= t->n; i++) {
    begin_row (t, rules, i);
    for (int m = t->n; m >= i; m--) {
      if (m < t->n)
        SIZED (hand_on_products_) (t, outside, rules, i, m);
      for (int r = t->n_of_row; r-- > 0;) {
        const RowRule *rule = &t->row_rules[r];
        const gsize at = (gsize) m;

        if ((m == t->n || !rule->is_last) && (m > i || !rule->is_longer))
          SIZED (hand_on_row_)
        (t, outside, rule->to + at * rule->to_apart, rule->part + at * rule->part_apart,
         rule->weight + at * rule->weight_apart, 1);
      }
    }
    SIZED (hand_on_words_) (t, outside, rules, i);
  }
}

#undef SIZED
#undef INLINE
#undef Vector
#undef Exponents
#undef Scaled
#undef WIDTH
#undef N_NUMBERS
#undef N_VECTORS
#undef SIGNED
