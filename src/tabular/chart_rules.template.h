/* chart_rules.template.h - the rules of a grammar applied to the matrices of a chart.
 *
 * To be included by chart_vector.template.h, for any grammar and for known ones, after RULES (name), UNROLL (before a
 * loop over rules) and TRAITS (w, g, n_rules, r).
 *
 * Rules are applied as they come, so that a symbol is complete when it is used over the same words.
 *
 *   (CH1)  of a product the terms of the greatest k come first, those with an empty part last; what the rules of a symbol
 *          give is added up in their order
 *
 * Where sums are rounded this fixes their bits, whatever the layout.
 *
 * Rows. CHART_ROWS rows i0 to i0 + 3 are filled together, from the last rows up, column by column. A term B[i,k] C[k,j] of a product
 * needs row i of B, by rows, and row j of C, by columns. One vector of C is loaded for four terms:
 *
 *             i0   +1   +2   +3  ...   k   ...  j-1    j
 *   row i0    done done done done     b0              x0      x0 += b0 c
 *   row +1         done done done     b1              x1      x1 += b1 c
 *   row +2              done done     b2              x2      x2 += b2 c
 *   row +3                   done     b3              x3      x3 += b3 c
 *   ...
 *   row j of C, by columns             c     which is [k,j]: a row below these, and done
 *
 * That works for k beyond i0 + 3. A term with k among the four rows has a factor of row k in the same column j, which is just being
 * filled. So add_rows_() sums up what all have in common, and fill_item_() adds the rest: first of row i0 + 3, which has none of
 * those terms, then of i0 + 2, which has one, and so on up.
 *
 * Outside. For an item x let x' be the sum over all derivations with x of the product of what is not in x, divided by the sum Z over
 * all. So x' x is the share of the derivations with x. An item P is a sum of terms B C, so that P' C is a term of B': what is outside of
 * an item is handed on to its parts, and the rules are read backwards.
 *
 *   (CH2)  of a product P of B and C   B'[i,k] = SUM  k<=j<=n   P'[i,j] C[k,j]      C'[k,j] = SUM  0<=i<=k   P'[i,j] B[i,k]
 *   (CH3)  of a unary rule             B'[i,j] = P'[i - skip_first, j + skip_last] weight
 *   (CH4)  what longer spans hand on comes first, in the order of rules, then that of the same span, from the last rule to
 *          the first
 *
 * Each sum of (CH2) is again one of products of a part of two rows: i of P' and k of C; or j of P' and k of B, both by columns.
 */

/* The terms of a product with k from i + @n_near down, and those with an empty part, added to @x. */
INLINE Value
RULES (add_product_) (const View *w, const Rule *rule, const RuleCells *cells, guint traits, CellPlace p,
                      int n_near, Value x, const Value *values)
{
  const Cell *a = w->cells + cells->left_row + p.ii, *b = right_at (w, cells, p);

#pragma GCC unroll 4
  for (gssize m = n_near; m > 0; m--)
    x = NAME (add_) (x, NAME (get_) (a + m * w->across, w->exponents),
                     NAME (get_) (b + m * w->across, w->exponents));
  if ((traits & TRAIT_LEFT_EMPTY) != 0)
    x = NAME (plus_) (x, values[rule->right]);
  if ((traits & TRAIT_RIGHT_EMPTY) != 0)
    x = NAME (plus_) (x, values[rule->left]);
  return x;
}

/* Returns what a rule that is no product makes at a place, of a part over the same words that is @same. */
INLINE Value
RULES (apply_) (const View *w, const RuleCells *cells, guint traits, CellPlace p, Value same)
{
  const Cell *weight = weight_at (w, cells, traits, p);
  Value part;

  if ((traits & TRAIT_WORD) != 0)
    return p.span == 1 ? NAME (get_) (weight, w->exponents) : NAME (zero_) ();
  part = (traits & TRAIT_SKIPS) == 0 ? same : NAME (get_) (skipped_at (w, cells, traits, p), w->exponents);
  return (traits & TRAIT_WEIGHT) == 0 ? part : NAME (times_) (part, NAME (get_) (weight, w->exponents));
}

/* Fills the items of all symbols at a place. @sums: of each product what its terms with k beyond i + @n_near give, @apart
 * from one to the next; NULL: nothing. @values gets the items. */
INLINE void
RULES (fill_item_) (const View *w, const GrammarTable *g, int n_rules, CellPlace p, guint at, int n_near,
                    const Value *sums, int apart, Value *values)
{
  Value x = NAME (zero_) ();

  UNROLL
  for (int r = 0; r < n_rules; r++) {
    const Rule *rule = &g->rules[r];
    const RuleCells *cells = &w->rules[r];
    const guint traits = TRAITS (w, g, n_rules, r);
    Value term = NAME (zero_) ();

    if (sums != NULL && (traits & TRAIT_PRODUCT) != 0) {
      term = *sums;
      sums += apart;
    }
    if ((traits & (AFTER_FIRST | BEFORE_LAST) & ~at) != 0)
      continue;
    term = (traits & TRAIT_PRODUCT) != 0
               ? RULES (add_product_) (w, rule, cells, traits, p, n_near, term, values)
           : (traits & TRAIT_WORD) != 0 ? RULES (apply_) (w, cells, traits, p, term)
                                        : RULES (apply_) (w, cells, traits, p, values[rule->left]);
    x = (traits & TRAIT_FIRST) != 0 ? term : NAME (plus_) (x, term);
    if ((traits & TRAIT_LAST) != 0) {
      x = values[rule->to] = NAME (item_) (x);
      NAME (put_item_) (w, cells->row, cells->column, traits, p, x);
    }
  }
}

/* Fills column @j, beyond them, of the rows from @i0. @at: where all rows but the first are; @at_first: where that is. */
INLINE void
RULES (fill_column_) (const View *w, const GrammarTable *g, int n_rules, int i0, int j, guint at,
                      guint at_first, Value *sums, Value *values)
{
  Value *x = sums;

  UNROLL
  for (int r = 0; r < n_rules; r++) {
    const RuleCells *cells = &w->rules[r];
    const guint traits = TRAITS (w, g, n_rules, r);

    if ((traits & TRAIT_PRODUCT) == 0)
      continue;
#pragma GCC unroll 4
    for (int v = 0; v < CHART_ROWS; v++)
      x[v] = NAME (zero_) ();
    if ((traits & BEFORE_LAST & ~at) == 0)
      NAME (add_rows_)
    (x, w->cells + cells->left_row + i0 * w->down, w->down, w->cells + cells->right_column + j * w->down,
     w->across, w->exponents, i0 + CHART_ROWS, j - 1);
    x += CHART_ROWS;
  }
#pragma GCC unroll 4
  for (int v = CHART_ROWS - 1; v >= 0; v--)
    RULES (fill_item_)
  (w, g, n_rules, place_of (w, i0 + v, j), v == 0 ? at_first : at, CHART_ROWS - 1 - v, sums + v, CHART_ROWS,
   values);
}

/* Fills all rows, CHART_ROWS at a time. The number of positions is mostly no multiple of that: the rows that are left over are the
 * last ones. They have no column beyond their own triangle, so each group with columns is whole. */
INLINE void
RULES (fill_rows_) (const View *w, const GrammarTable *g, int n_rules, Value *sums, Value *values)
{
  for (int i0 = w->n / CHART_ROWS * CHART_ROWS; i0 >= 0; i0 -= CHART_ROWS) {
    const int end = MIN (i0 + CHART_ROWS, w->n + 1);

    for (int j = i0 + 1; j <= w->n; j++) {
      const guint at = places_of (w, 1, j), at_first = places_of (w, i0, j);

      if (j >= end)
        RULES (fill_column_) (w, g, n_rules, i0, j, at, at_first, sums, values);
      for (int i = j - 1; j < end && i >= i0; i--)
        RULES (fill_item_)
      (w, g, n_rules, place_of (w, i, j), i == i0 ? at_first : at, j - i - 1, NULL, 0, values);
    }
  }
}

#ifdef HAS_OUTSIDE
/* Sets @out, by symbol, to what longer spans hand on to the items at a place. Of each product the terms with i before i - @n_left
 * and those with j beyond j + @n_right are in @sums, of the left part, and CHART_ROWS further of the right part; NULL: there
 * are none. @at: whether there are words before and behind. */
INLINE void
RULES (gather_) (const View *w, const GrammarTable *g, int n_rules, CellPlace p, guint at, int n_left,
                 int n_right, const Vector *sums, Vector *out)
{
  UNROLL
  for (int r = 0; r < n_rules; r++)
    if ((TRAITS (w, g, n_rules, r) & TRAIT_LAST) != 0)
      out[g->rules[r].to] =
          w->rules[r].is_begun ? *(const Vector *) outside_at (w, &w->rules[r], p) : (Vector){};
  UNROLL
  for (int r = 0; r < n_rules; r++) {
    const Rule *rule = &g->rules[r];
    const RuleCells *cells = &w->rules[r];
    const guint traits = TRAITS (w, g, n_rules, r);

    if ((traits & TRAIT_PRODUCT) != 0) {
      const gssize row_j = p.column;
      Vector x = sums == NULL ? (Vector){} : sums[0], y = sums == NULL ? (Vector){} : sums[CHART_ROWS];

      x = NAME (hand_row_) (x, left_at (w, cells, traits, p), w->cells + cells->row + p.ii,
                            w->cells + cells->outside_row + p.ii, w->cells + cells->right_row + row_j,
                            w->across, w->exponents, p.span + 1, p.span + n_right);
      y = NAME (hand_row_) (y, right_at (w, cells, p), w->cells + cells->column + row_j,
                            w->cells + cells->outside_column + row_j, w->cells + cells->left_column + p.ii,
                            w->across, w->exponents, -n_left, -1);
      out[rule->left] += x;
      out[rule->right] += y;
      if (sums != NULL)
        sums += 2 * CHART_ROWS;
    } else if ((traits & TRAIT_SKIPS) != 0
               && (at & (rule->skip_first > 0 ? AFTER_FIRST : BEFORE_LAST)) != 0) {
      const CellPlace whole = wider_place (w, rule, p);

      out[rule->left] = NAME (hand_) (
          out[rule->left], left_at (w, cells, traits, p), *(const Vector *) outside_at (w, cells, whole),
          item_at (w, cells, traits, whole), NULL,
          (traits & TRAIT_WEIGHT) == 0 ? NULL : weight_at (w, cells, traits, whole), w->exponents);
    }
  }
}

/* Puts what is outside of the items at a place, hands it on over the same words, and adds the shares of weights. */
INLINE void
RULES (hand_on_) (const View *w, const GrammarTable *g, int n_rules, CellPlace p, guint at, Vector *out)
{
  UNROLL
  for (int r = n_rules - 1; r >= 0; r--) {
    const Rule *rule = &g->rules[r];
    const RuleCells *cells = &w->rules[r];
    const guint traits = TRAITS (w, g, n_rules, r);
    const Cell *whole = item_at (w, cells, traits, p);

    if ((traits & (AFTER_FIRST | BEFORE_LAST) & ~at) != 0)
      continue;
    if ((traits & TRAIT_LAST) != 0) {
      out[rule->to] = NAME (outside_) (out[rule->to]);
      NAME (put_outside_) (w, cells, p, out[rule->to]);
    }
    if ((traits & TRAIT_WORD) != 0 && p.span != 1)
      continue;
    if ((traits & TRAIT_LEFT_EMPTY) != 0)
      out[rule->right] = NAME (hand_) (out[rule->right], right_at (w, cells, p), out[rule->to], whole, NULL,
                                       NULL, w->exponents);
    if ((traits & TRAIT_RIGHT_EMPTY) != 0)
      out[rule->left] = NAME (hand_) (out[rule->left], left_at (w, cells, traits, p), out[rule->to], whole,
                                      NULL, NULL, w->exponents);
    if ((traits & TRAIT_WEIGHT) != 0) {
      Vector *share = (Vector *) (w->cells + cells->share + chart_weight_place (&p, traits));
      const Value same = (traits & (TRAIT_WORD | TRAIT_SKIPS)) != 0
                             ? NAME (zero_) ()
                             : NAME (get_) (left_at (w, cells, traits, p), w->exponents);

      *share +=
          NAME (share_) (out[rule->to], whole, RULES (apply_) (w, cells, traits, p, same), w->exponents);
    }
    if ((traits & (TRAIT_PRODUCT | TRAIT_WORD | TRAIT_SKIPS)) == 0)
      out[rule->left] =
          NAME (hand_) (out[rule->left], left_at (w, cells, traits, p), out[rule->to], whole, NULL,
                        (traits & TRAIT_WEIGHT) == 0 ? NULL : weight_at (w, cells, traits, p), w->exponents);
  }
}

/* Finds what is outside of column @j, beyond them, of the rows from @i0. */
INLINE void
RULES (read_column_) (const View *w, const GrammarTable *g, int n_rules, int i0, int j, Vector *sums,
                      Vector *out)
{
  const CellPlace p = place_of (w, i0, j);
  Vector *x = sums;

  UNROLL
  for (int r = 0; r < n_rules; r++) {
    const RuleCells *cells = &w->rules[r];
    const guint traits = TRAITS (w, g, n_rules, r);
    const gssize row_i = i0 * w->down, row_j = j * w->down;

    if ((traits & TRAIT_PRODUCT) == 0)
      continue;
#pragma GCC unroll 8
    for (int v = 0; v < 2 * CHART_ROWS; v++)
      x[v] = (Vector){};
    NAME (hand_rows_)
    (x, left_at (w, cells, traits, p), (traits & TRAIT_LEFT_COLUMN) != 0 ? w->across : w->down, TRUE,
     w->cells + cells->row + row_i, w->cells + cells->outside_row + row_i,
     w->cells + cells->right_row + row_j, w->down, w->across, w->exponents, j + 1, w->n);
    NAME (hand_rows_)
    (x + CHART_ROWS, right_at (w, cells, p), w->across, FALSE, w->cells + cells->column + row_j,
     w->cells + cells->outside_column + row_j, w->cells + cells->left_column + row_i, w->down, w->across,
     w->exponents, 0, i0 - 1);
    x += 2 * CHART_ROWS;
  }
#pragma GCC unroll 4
  for (int v = 0; v < CHART_ROWS; v++) {
    const CellPlace place = place_of (w, i0 + v, j);
    const guint at = places_of (w, i0 + v, j);

    RULES (gather_) (w, g, n_rules, place, at, v, 0, sums + v, out);
    RULES (hand_on_) (w, g, n_rules, place, at, out);
  }
}

/* Finds what is outside of all items, in the reverse order of filling. */
INLINE void
RULES (read_rows_) (const View *w, const GrammarTable *g, int n_rules, Vector *sums, Vector *out)
{
  for (int i0 = 0; i0 <= w->n; i0 += CHART_ROWS) {
    const int end = MIN (i0 + CHART_ROWS, w->n + 1);

    for (int j = w->n; j > i0; j--) {
      if (j >= end)
        RULES (read_column_) (w, g, n_rules, i0, j, sums, out);
      for (int i = i0; j < end && i < j; i++) {
        const CellPlace place = place_of (w, i, j);
        const guint at = places_of (w, i, j);

        RULES (gather_) (w, g, n_rules, place, at, i, w->n - j, NULL, out);
        RULES (hand_on_) (w, g, n_rules, place, at, out);
      }
    }
  }
}
#endif
