/* chart_vector.template.h - filling the chart of chart.template.h, and reading it backwards, in vectors of one size.
 *
 * To be included there, once for each size, after VECTOR_BYTES and TARGET (attributes). A cell of several lanes is one vector, or
 * several; rows of cells of one lane are left to the compiler.
 */
#define SIZED(name) PASTE (name, VECTOR_BYTES)
#define INLINE      TARGET static inline __attribute__ ((always_inline))

#if LANES > 1
#define Vector    PASTE (Vector, VECTOR_BYTES)
#define N_NUMBERS (VECTOR_BYTES / (int) sizeof (NUMBER))
#define N_VECTORS (LANES / N_NUMBERS)

typedef NUMBER Vector __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (NUMBER))));
G_STATIC_ASSERT (LANES % (VECTOR_BYTES / sizeof (NUMBER)) == 0);

/* The numbers of vector @v of a cell. */
#define GET(cell, v)    (*(const Vector *) ((cell) + (v) *N_NUMBERS))
#define PUT(cell, v, x) (*(Vector *) ((cell) + (v) *N_NUMBERS) = (x))
#define NOTHING         ((Vector){} + ZERO)
#else
#define Vector          NUMBER
#define N_VECTORS       1
#define GET(cell, v)    (*(cell))
#define PUT(cell, v, x) (*(cell) = (x))
#define NOTHING         ZERO
#endif

#if LANES > 1 && VECTOR_BYTES == 16 && defined(SUM_16)
#define SUM(x, y) SUM_16 (x, y)
#elif LANES > 1 && VECTOR_BYTES == 32 && defined(SUM_32)
#define SUM(x, y) SUM_32 (x, y)
#elif LANES > 1 && VECTOR_BYTES == 64 && defined(SUM_64)
#define SUM(x, y) SUM_64 (x, y)
#elif LANES > 1 && defined(SUM_VECTOR)
#define SUM(x, y) SUM_VECTOR (x, y)
#else
#define SUM(x, y) PLUS (x, y)
#endif

/* Adds a cell times a cell. */
INLINE void
SIZED (add_cell_) (NUMBER *to, const NUMBER *a, const NUMBER *b)
{
#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++)
    PUT (to, v, SUM (GET (to, v), TIMES (GET (a, v), GET (b, v))));
}

/* Adds a cell times each of @n cells that are side by side. */
INLINE void
SIZED (add_row_) (NUMBER *restrict to, const NUMBER *a, const NUMBER *restrict row, int n)
{
  Vector left[N_VECTORS];

#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++)
    left[v] = GET (a, v);
  for (int j = 0; j < n; j++)
#pragma GCC unroll 8
    for (int v = 0; v < N_VECTORS; v++)
      PUT (to + j * LANES, v, SUM (GET (to + j * LANES, v), TIMES (left[v], GET (row + j * LANES, v))));
}

/* Words alone in row i, and words before others. */
INLINE void
SIZED (add_words_) (const Numbers *t, const Rules *rules, int i)
{
  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    const gboolean is_last = rules_is_last (rules, rule->to);

    if (rule->kind == RULE_WORD && (i == t->n || !is_last))
      SIZED (add_cell_)
    (cell (t, rule->to, i, i), weight_cell (t, rule_weight (rule, i), i), one_cell (t, rules));
    else if (rule->kind == RULE_BEFORE && i < t->n && is_last)
        SIZED (add_cell_) (cell (t, rule->to, i, t->n), weight_cell (t, rule_weight (rule, i), i),
                           cell (t, rule->left, i + 1, t->n));
    else if (rule->kind == RULE_BEFORE && i < t->n)
        SIZED (add_row_) (cell (t, rule->to, i, i + 1), weight_cell (t, rule_weight (rule, i), i),
                          cell (t, rule->left, i + 1, i + 1), t->n - i);
  }
}

/* Adds the products with a left part [i,m]. */
INLINE void
SIZED (add_products_) (const Numbers *t, const Rules *rules, int i, int m)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const NUMBER *left = cell (t, rule->left, i, m);
    const int j = is_last ? t->n : m + 1;

    if (LANES > 1 || !IS_ZERO (*left))
      SIZED (add_row_)
    (cell (t, rule->to, i, j), left, cell (t, rule->right, m + 1, j), t->n - j + 1);
  }
}

TARGET static void
SIZED (fill_) (Numbers *t, const Rules *rules)
{
  for (int i = t->n; i >= 1; i--) {
    begin_row (t, rules, i);
    SIZED (add_words_) (t, rules, i);
    for (int m = i; m <= t->n; m++) {
      for (int r = 0; r < t->n_of_row; r++) {
        const RowRule *rule = &t->row_rules[r];
        const gsize at = (gsize) m;

        if ((m == t->n || !rule->is_last) && (m > i || !rule->is_longer))
          SIZED (add_cell_)
        (rule->to + at * rule->to_apart, rule->part + at * rule->part_apart,
         rule->weight + at * rule->weight_apart);
      }
      if (m < t->n)
        SIZED (add_products_) (t, rules, i, m);
    }
  }
}

#ifdef HAS_OUTSIDE
/* Parts of sums, so that none of their steps waits for the one before. They are the same whatever the lanes and vectors are. */
#define PARTS 4

INLINE void
SIZED (hand_on_cell_) (Vector sums[PARTS][N_VECTORS], const Vector *left, int part, const NUMBER *worth,
                       const NUMBER *cell, NUMBER *cell_worth)
{
#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++) {
    const Vector w = GET (worth, v);

    sums[part][v] = SUM (sums[part][v], TIMES (w, GET (cell, v)));
    PUT (cell_worth, v, SUM (GET (cell_worth, v), TIMES (w, left[v])));
  }
}

/* Hands on what each of @n cells side by side is worth, each a cell @a times one of a row. */
INLINE void
SIZED (hand_on_row_) (const NUMBER *restrict worth, const NUMBER *a, NUMBER *a_worth,
                      const NUMBER *restrict row, NUMBER *restrict row_worth, int n)
{
  Vector left[N_VECTORS], sums[PARTS][N_VECTORS];
  int j = 0;

#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++) {
    left[v] = GET (a, v);
#pragma GCC unroll 8
    for (int u = 0; u < PARTS; u++)
      sums[u][v] = NOTHING;
  }
  for (; j + PARTS <= n; j += PARTS)
#pragma GCC unroll 8
    for (int u = 0; u < PARTS; u++)
      SIZED (hand_on_cell_)
  (sums, left, u, worth + (j + u) * LANES, row + (j + u) * LANES, row_worth + (j + u) * LANES);
#pragma GCC unroll 8
  for (int u = 0; u < PARTS - 1; u++)
    if (j + u < n)
      SIZED (hand_on_cell_)
  (sums, left, u, worth + (j + u) * LANES, row + (j + u) * LANES, row_worth + (j + u) * LANES);
#pragma GCC unroll 8
  for (int v = 0; v < N_VECTORS; v++)
    PUT (a_worth, v,
         SUM (GET (a_worth, v), SUM (SUM (sums[0][v], sums[1][v]), SUM (sums[2][v], sums[3][v]))));
}

/* The products with a left part [i,m]. */
INLINE void
SIZED (hand_on_products_) (const Numbers *in, const Numbers *out, const Rules *rules, int i, int m)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const int j = is_last ? in->n : m + 1;

    SIZED (hand_on_row_)
    (cell (out, rule->to, i, j), cell (in, rule->left, i, m), cell (out, rule->left, i, m),
     cell (in, rule->right, m + 1, j), cell (out, rule->right, m + 1, j), in->n - j + 1);
  }
}

/* Words alone in row i, and words before others. */
INLINE void
SIZED (hand_on_words_) (const Numbers *in, const Numbers *out, const Rules *rules, int i)
{
  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const int j = is_last ? in->n : i + 1;

    if (rule->kind == RULE_WORD && (i == in->n || !is_last))
      SIZED (add_cell_)
    (weight_cell (out, rule_weight (rule, i), i), cell (out, rule->to, i, i), one_cell (in, rules));
    else if (rule->kind == RULE_BEFORE && i < in->n)
        SIZED (hand_on_row_) (cell (out, rule->to, i, j), weight_cell (in, rule_weight (rule, i), i),
                              weight_cell (out, rule_weight (rule, i), i), cell (in, rule->left, i + 1, j),
                              cell (out, rule->left, i + 1, j), in->n - j + 1);
  }
}

TARGET static void
SIZED (hand_on_) (Numbers *in, const Numbers *out, const Rules *rules)
{
  for (int i = 1; i <= in->n; i++) {
    begin_row (in, rules, i);
    for (int m = in->n; m >= i; m--) {
      if (m < in->n)
        SIZED (hand_on_products_) (in, out, rules, i, m);
      for (int r = in->n_of_row; r-- > 0;) {
        const RowRule *rule = &in->row_rules[r];
        const gsize at = (gsize) m;
        const NUMBER *part = rule->part + at * rule->part_apart;
        const NUMBER *weight = rule->weight + at * rule->weight_apart;
        const NUMBER *worth = out->numbers + (rule->to + at * rule->to_apart - in->numbers);

        if ((m < in->n && rule->is_last) || (m == i && rule->is_longer))
          continue;
        SIZED (add_cell_) (out->numbers + (part - in->numbers), worth, weight);
        SIZED (add_cell_) (out->numbers + (weight - in->numbers), worth, part);
      }
    }
    SIZED (hand_on_words_) (in, out, rules, i);
  }
}

#undef PARTS
#endif

#undef SIZED
#undef INLINE
#undef Vector
#undef N_NUMBERS
#undef N_VECTORS
#undef GET
#undef PUT
#undef NOTHING
#undef SUM
