/* chart_vector.template.h - filling a chart, and reading it backwards, in vectors of one size.
 *
 * To be included by chart.template.h, once for each size, after VECTOR_BYTES, TARGET (attributes) and PLUS. NAME (x_) is x_16, x_32
 * or x_64.
 *
 * What the compiler knows of a grammar need not be looked up when a chart is filled. So the rules are applied by two copies of
 * chart_rules.template.h: one for any grammar, and one for those of known_grammars.h, whose tables are constants.
 */
#define NAME(name) PASTE (name, VECTOR_BYTES)
#define INLINE     TARGET static inline __attribute__ ((always_inline))
#define N_CELLS    (VECTOR_BYTES / (int) sizeof (Cell))
#define Vector     NAME (Vector)

typedef Cell Vector __attribute__ ((vector_size (VECTOR_BYTES), may_alias, aligned (sizeof (Cell))));

#include NUMBERS_VECTOR

/* A chart of rows: its elements are vectors. */
INLINE View
NAME (rows_of_) (const Chart *c)
{
  View w = view_of (c);

  w.across = w.element = N_CELLS;
  return w;
}

/* Puts items into their matrix: by rows, and by columns. Charts that can be read backwards may need them in more ways than a grammar
 * says. */
INLINE void
NAME (put_item_) (const View *w, gssize row, gssize column, guint traits, CellPlace p, Value x)
{
  if ((traits & TRAIT_ROW) != 0 || (MAY_NEED_BOTH && row != NOWHERE))
    NAME (put_) (w->cells + row + p.row, w->exponents, x);
  if ((traits & TRAIT_COLUMN) != 0 || (MAY_NEED_BOTH && column != NOWHERE))
    NAME (put_) (w->cells + column + p.column, w->exponents, x);
}

#ifdef HAS_OUTSIDE
INLINE void
NAME (put_outside_) (const View *w, const RuleCells *cells, CellPlace p, Vector x)
{
  *(Vector *) outside_at (w, cells, p) = x;
  if (cells->outside_column != NOWHERE)
    *(Vector *) (w->cells + cells->outside_column + p.column) = x;
}

/* Puts a number for each lane that the item of a line is of. */
INLINE void
NAME (put_outside_lanes_) (const Chart *c, gssize at, Vector x, const LineItem *line)
{
  memcpy ((Cell *) c->cells + at + line->first_lane, (const Cell *) &x + line->first_lane,
          (gsize) line->n_lanes * sizeof (Cell));
}
#endif

#define RULES(name) PASTE (any_, NAME (name))
#define UNROLL
#define TRAITS(w, g, n_rules, r) ((w)->rules[r].traits)
#include "tabular/chart_rules.template.h"
#undef RULES
#undef UNROLL
#undef TRAITS

#define RULES(name)              PASTE (known_, NAME (name))
#define UNROLL                   _Pragma ("GCC unroll 8")
#define TRAITS(w, g, n_rules, r) (grammar_traits (g, n_rules, r) | ((w)->rules[r].traits & AFTER_FIRST))
#include "tabular/chart_rules.template.h"
#undef RULES
#undef UNROLL
#undef TRAITS

/* Matrices. */

/* Sets the items without words, in the diagonal; and all items of a symbol that no rule makes. */
INLINE void
NAME (set_empty_) (const Chart *c)
{
  const View w = view_of (c);
  const Grammar *g = c->grammar;
  const int step = c->has_rows ? 1 : N_CELLS, width = c->has_rows ? 1 : c->n_lanes;

  for (int s = 0; s < g->table.n_symbols; s++) {
    const int n_spans = !grammar_has_matrix (g, s) ? 0 : g->n_rules_of[s] > 0 ? 1 : c->n + 1;

    for (int span = 0; span < n_spans; span++) {
      const Value x =
          span == 0 && g->table.symbols[s].has_empty ? NAME (one_) () : NAME (item_) (NAME (zero_) ());

      for (int i = 0; i < (c->n + 1 - span) * width; i += step)
        NAME (put_item_)
      (&w, c->symbols[s].row, c->symbols[s].column,
       (c->symbols[s].row != NOWHERE ? TRAIT_ROW : 0) | (c->symbols[s].column != NOWHERE ? TRAIT_COLUMN : 0),
       c->has_rows ? place_of (&w, i, i + span) : diagonal_place (&w, i, span), x);
    }
  }
}

/* Fills rows by a constant table, with a copy of what is known of its rules: so the compiler sees that nothing changes it. */
INLINE void
NAME (fill_known_) (const Chart *c, const GrammarTable *table)
{
  RuleCells rules[KNOWN_RULES];
  Value sums[KNOWN_PRODUCTS * CHART_ROWS], values[KNOWN_SYMBOLS];
  View w = NAME (rows_of_) (c);

  for (int r = 0; r < table->n_rules; r++)
    rules[r] = w.rules[r];
  for (int s = 0; s < table->n_symbols; s++)
    values[s] = NAME (zero_) ();
  w.rules = rules;
  PASTE (known_, NAME (fill_rows_)) (&w, table, table->n_rules, sums, values);
}

/* Sets the items of all symbols at a place to 0: those that no rule makes stay so. */
INLINE void
NAME (clear_values_) (const Chart *c, Value *values)
{
  for (int s = 0; s < c->grammar->table.n_symbols; s++)
    values[s] = NAME (zero_) ();
}

INLINE void
NAME (fill_any_) (const Chart *c)
{
  const View w = NAME (rows_of_) (c);
  Value *sums = c->scratch, *values = sums + c->grammar->n_products * CHART_ROWS;

  NAME (clear_values_) (c, values);
  PASTE (any_, NAME (fill_rows_)) (&w, &c->grammar->table, c->grammar->n_chart_rules, sums, values);
}

#define FILL_KNOWN(name)                                                                                     \
  case KNOWN_##name:                                                                                         \
    NAME (fill_known_) (c, &known_##name);                                                                   \
    break;

INLINE void
NAME (fill_rows_) (const Chart *c)
{
  switch (c->grammar->known) {
    COMPILED_FOR (FILL_KNOWN)
  default:
    NAME (fill_any_) (c);
  }
}

#undef FILL_KNOWN

/* Fills diagonals: span by span, since an item needs shorter ones alone. The items of a diagonal do not depend on one another. */
INLINE void
NAME (fill_diagonals_) (const Chart *c)
{
  const View w = view_of (c);

  NAME (clear_values_) (c, c->scratch);
  for (int span = 1; span <= c->n; span++)
    for (int cell = 0; cell < (c->n + 1 - span) * c->n_lanes; cell += N_CELLS)
      PASTE (any_, NAME (fill_item_))
  (&w, &c->grammar->table, c->grammar->n_chart_rules, diagonal_place (&w, cell, span),
   AFTER_FIRST | BEFORE_LAST, span - 1, NULL, 0, c->scratch);
}

/* Lines: symbols that begin at 0 or end at n, one place at a time, when all matrices are full. */

/* Puts a number for each lane: in diagonals no more, since other positions lie beside them. */
INLINE void
NAME (put_lanes_) (const Chart *c, gssize at, Value x, int first_lane, int n_lanes)
{
  Cell numbers[2 * N_CELLS];
  const int n_copies = c->cells_are == CHART_SCALED ? 2 : 1;

  NAME (put_) (numbers, N_CELLS, x);
  for (int i = 0; i < n_copies; i++)
    memcpy ((Cell *) c->cells + at + i * c->exponents + first_lane, numbers + i * N_CELLS + first_lane,
            (gsize) n_lanes * sizeof (Cell));
}

/* Term @m of a rule. */
INLINE Value
NAME (term_) (const Chart *c, const Terms *t, int m)
{
  const Cell *cells = c->cells;
  Value x = NAME (one_) ();

  for (int p = 0; p < t->n_parts; p++) {
    const Value part = NAME (get_) (cells + t->parts[p] + m * t->steps[p], c->exponents);

    x = p == 0 ? part : NAME (times_) (x, part);
  }
  if (t->weight != NOWHERE)
    x = NAME (times_) (x, NAME (get_) (cells + t->weight + m * t->weight_step, c->exponents));
  return x;
}

/* An item, by all its rules. */
INLINE Value
NAME (sum_terms_) (const Chart *c, const ChartItem *item)
{
  Value x = NAME (zero_) ();
  Terms t;

  if (item->i == item->j)
    return c->grammar->table.symbols[item->symbol].has_empty ? NAME (one_) () : NAME (item_) (x);
  for (int r = 0; r < c->grammar->n_rules_of[item->symbol]; r++) {
    chart_find_terms (c, item, r, &t);
    for (int m = 0; m < t.n; m++)
      x = NAME (plus_) (x, NAME (term_) (c, &t, m));
  }
  return NAME (item_) (x);
}

INLINE void
NAME (fill_lines_) (const Chart *c)
{
  for (int place = 0; place < chart_count_line_items (c); place++) {
    const LineItem line = chart_line_item (c, place);

    NAME (put_lanes_)
    (c, chart_item (c, &line.item), NAME (sum_terms_) (c, &line.item), line.first_lane, line.n_lanes);
  }
}

TARGET static void
NAME (fill_) (const Chart *c)
{
  NAME (set_empty_) (c);
  if (!c->has_rows)
    NAME (fill_diagonals_) (c);
  else
    NAME (fill_rows_) (c);
  NAME (fill_lines_) (c);
}

#ifdef HAS_OUTSIDE
/* Outside. */

INLINE void
NAME (read_known_) (const Chart *c, const GrammarTable *table)
{
  RuleCells rules[KNOWN_RULES];
  Vector sums[2 * KNOWN_PRODUCTS * CHART_ROWS], out[KNOWN_SYMBOLS];
  View w = NAME (rows_of_) (c);

  for (int r = 0; r < table->n_rules; r++)
    rules[r] = w.rules[r];
  for (int s = 0; s < table->n_symbols; s++)
    out[s] = (Vector){};
  w.rules = rules;
  PASTE (known_, NAME (read_rows_)) (&w, table, table->n_rules, sums, out);
}

INLINE void
NAME (read_any_) (const Chart *c)
{
  const View w = NAME (rows_of_) (c);
  Vector *sums = c->scratch;

  PASTE (any_, NAME (read_rows_))
  (&w, &c->grammar->table, c->grammar->n_chart_rules, sums, sums + c->grammar->n_products * 2 * CHART_ROWS);
}

#define READ_KNOWN(name)                                                                                     \
  case KNOWN_##name:                                                                                         \
    NAME (read_known_) (c, &known_##name);                                                                   \
    break;

INLINE void
NAME (read_rows_) (const Chart *c)
{
  switch (c->grammar->known) {
    COMPILED_FOR (READ_KNOWN)
  default:
    NAME (read_any_) (c);
  }
}

#undef READ_KNOWN

/* Goes from the longest span down. The last positions of a vector have fewer terms behind them than the
 * first, and more before: what the others read there is 0. */
INLINE void
NAME (read_diagonals_) (const Chart *c)
{
  const View w = view_of (c);

  for (int span = c->n; span > 0; span--) {
    const int n_cells = (c->n + 1 - span) * c->n_lanes;

    for (int cell = 0; cell < n_cells; cell += N_CELLS) {
      const CellPlace p = diagonal_place (&w, cell, span);
      const guint at = span < c->n ? AFTER_FIRST | BEFORE_LAST : 0;
      const int last = (MIN (cell + N_CELLS, n_cells) - 1) / c->n_lanes;

      PASTE (any_, NAME (gather_))
      (&w, &c->grammar->table, c->grammar->n_chart_rules, p, at, last, c->n - span - cell / c->n_lanes, NULL,
       c->scratch);
      PASTE (any_, NAME (hand_on_))
      (&w, &c->grammar->table, c->grammar->n_chart_rules, p, AFTER_FIRST | BEFORE_LAST, c->scratch);
    }
  }
}

/* Adds to what is outside of the parts of a line's item what it hands on, and to the shares of weights. */
INLINE void
NAME (hand_line_) (const Chart *c, const LineItem *line)
{
  Cell *cells = c->cells;
  const Cell *whole = cells + chart_item (c, &line->item);
  const Vector outer = *(const Vector *) (cells + chart_outside (c, &line->item));
  Terms t;

  for (int r = 0; line->item.i < line->item.j && r < c->grammar->n_rules_of[line->item.symbol]; r++) {
    chart_find_terms (c, &line->item, r, &t);
    for (int m = 0; m < t.n; m++) {
      const Cell *weight = t.weight == NOWHERE ? NULL : cells + t.weight + m * t.weight_step;

      for (int p = 0; p < t.n_parts; p++) {
        const gssize at = t.outside[p] + m * t.outside_steps[p];
        const Cell *other = t.n_parts == 1 ? NULL : cells + t.parts[1 - p] + m * t.steps[1 - p];

        NAME (put_outside_lanes_)
        (c, at,
         NAME (hand_) (*(const Vector *) (cells + at), cells + t.parts[p] + m * t.steps[p], outer, whole,
                       other, weight, c->exponents),
         line);
      }
      if (weight != NULL) {
        const gssize at = t.share + m * t.weight_step;

        NAME (put_outside_lanes_)
        (c, at,
         *(const Vector *) (cells + at) + NAME (share_) (outer, whole, NAME (term_) (c, &t, m), c->exponents),
         line);
      }
    }
  }
}

TARGET static void
NAME (read_) (const Chart *c)
{
  for (int place = chart_count_line_items (c) - 1; place >= 0; place--) {
    const LineItem line = chart_line_item (c, place);

    NAME (hand_line_) (c, &line);
  }
  if (!c->has_rows)
    NAME (read_diagonals_) (c);
  else
    NAME (read_rows_) (c);
}
#endif

#undef NAME
#undef INLINE
#undef N_CELLS
#undef Vector
#undef Value
