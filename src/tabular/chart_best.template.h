/* chart_best.template.h - charts of the best derivations: greatest sums of weights.
 *
 * To be included once in a file of its own, after Cell, CHART_NUMBERS, the name of the record, and PLUS_16 (x, y) to PLUS_64.
 */
#include <math.h>

#define ZERO           ((Cell) -INFINITY)
#define ONE            ((Cell) 0)
#define TIMES(x, y)    ((x) + (y))
#define NUMBERS_VECTOR "tabular/numbers_plain.template.h"

/* The greatest without an instruction for it: cells of x where it is greater, cells of y elsewhere. */
#define MASK           typeof ((Vector){} < (Vector){})
#define PLUS_ANY(x, y) ((Vector) (((MASK) (x) & (MASK) ((x) > (y))) | ((MASK) (y) & ~(MASK) ((x) > (y)))))

#include "tabular/chart.template.h"

/* Reading. Nothing was kept of how an item was made, as the same sum gives the same bits. One more search of a row for each item costs
 * O(n^2) for a derivation, beside O(n^3) for the chart. */

/* A derivation that is being read: items that are still to be read, and what is handed its edges. */
typedef struct {
  ChartItem *stack;
  int n_stack;
  ChartVisit visit;
  gpointer data;
} BestReader;

/* Puts an item on the stack, if it has words. */
KNOWN void
push (BestReader *reader, int symbol, int i, int j)
{
  if (i < j)
    reader->stack[reader->n_stack++] = (ChartItem){ symbol, i, j };
}

/* Reads an edge that is no product. */
KNOWN void
read_single (BestReader *reader, const Rule *rule, const ChartItem *item)
{
  Edge edge = { .rule = rule, .k = item->i };

  grammar_set_parts (item, &edge);
  if (rule->weight_kind != NO_WEIGHT)
    reader->visit (reader->data, &edge);
  if (edge.n_parts > 0)
    push (reader, edge.parts[0].symbol, edge.parts[0].i, edge.parts[0].j);
}

/* Reads a part of a product: of a constant table at once, if its symbol has one rule and that is none; else later. */
KNOWN void
read_part (BestReader *reader, const GrammarTable *table, int n_known, int symbol, int i, int j)
{
#pragma GCC unroll 8
  for (int r = 0; r < n_known; r++)
    if (table->rules[r].to == symbol && table->rules[r].kind != RULE_PRODUCT
        && (~grammar_traits (table, n_known, r) & (TRAIT_FIRST | TRAIT_LAST)) == 0) {
      read_single (reader, &table->rules[r], &(ChartItem){ symbol, i, j });
      return;
    }
  push (reader, symbol, i, j);
}

/* Returns the first k - i of a product with that value; -1 if there is none. */
KNOWN int
find_product (const View *w, const RuleCells *cells, guint traits, CellPlace p, Cell value)
{
  const Cell *left = w->cells + cells->left_row + p.ii, *right = right_at (w, cells, p);
  const int last = p.span - ((traits & TRAIT_RIGHT_EMPTY) == 0);

  for (int m = (traits & TRAIT_LEFT_EMPTY) == 0; m <= last; m++)
    if (left[m * w->across] + right[m * w->across] >= value)
      return m;
  return -1;
}

/* Returns the term of a rule that is no product. */
KNOWN Cell
find_single (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  const Cell weight = (traits & TRAIT_WEIGHT) == 0 ? ONE : *weight_at (w, cells, traits, p);

  if ((traits & TRAIT_WORD) != 0)
    return p.span == 1 ? weight : ZERO;
  return TIMES ((traits & TRAIT_SKIPS) == 0 ? *left_at (w, cells, traits, p)
                                            : *skipped_at (w, cells, traits, p),
                weight);
}

/* Reads an item of a matrix: by the first rule that gives its value, and the least k. FALSE if there is none. @w has the cells of the lane;
 * the rules of the symbol are among those from @first to @end. @n_known: the rules of a constant table, or 0. */
KNOWN gboolean
read_item (const View *w, const GrammarTable *table, int n_known, int first, int end, const ChartItem *item,
           BestReader *reader)
{
  const CellPlace p = place_of (w, item->i, item->j);

#pragma GCC unroll 8
  for (int r = first; r < end; r++) {
    const Rule *rule = &table->rules[r];
    const RuleCells *cells = &w->rules[r];
    const guint traits = n_known > 0 ? grammar_traits (table, n_known, r) : cells->traits;
    const gboolean is_only = (traits & TRAIT_FIRST) != 0 && (traits & TRAIT_LAST) != 0;
    int m = 0;

    if (rule->to != item->symbol)
      continue;
    if ((traits & TRAIT_PRODUCT) != 0)
      m = find_product (w, cells, traits, p, *item_at (w, cells, traits, p));
    else if (!is_only && find_single (w, cells, traits, p) != *item_at (w, cells, traits, p))
      m = -1;
    if (m < 0)
      continue;
    /* The right part is read first: derivations are read from the end. */
    if ((traits & TRAIT_PRODUCT) == 0) {
      read_single (reader, rule, item);
    } else {
      read_part (reader, table, n_known, rule->left, item->i, item->i + m);
      read_part (reader, table, n_known, rule->right, item->i + m, item->j);
    }
    return TRUE;
  }
  return FALSE;
}

/* The first term with that value, or if there is none the greatest. */
static gboolean
find_term (const Terms *t, const Cell *cells, Cell value, int *found, Cell *greatest)
{
  const Cell *left = cells + (t->n_parts > 0 ? t->parts[0] : 0),
             *right = cells + (t->n_parts > 1 ? t->parts[1] : 0);
  const Cell *weight = cells + (t->weight == NOWHERE ? 0 : t->weight);

  for (int m = 0; m < t->n; m++) {
    Cell sum = t->n_parts > 0 ? left[m * t->steps[0]] : 0;

    if (t->n_parts > 1)
      sum += right[m * t->steps[1]];
    if (t->weight != NOWHERE)
      sum += weight[m * t->weight_step];
    if (sum > *greatest || sum == value) {
      *greatest = sum;
      *found = m;
    }
    if (sum == value)
      return TRUE;
  }
  return FALSE;
}

/* Reads any item. Where a processor computes with more digits than it stores, no term may have the value. */
static void
read_nearest (const Chart *c, int lane, const ChartItem *item, BestReader *reader)
{
  const Cell *cells = (const Cell *) c->cells + lane;
  const Cell value = cells[chart_item (c, item)];
  Cell greatest = ZERO;
  int found = 0;
  Edge edge;
  Terms t;

  for (int r = 0; r < c->grammar->n_rules_of[item->symbol]; r++) {
    const Cell before = greatest;
    gboolean is_it;

    chart_find_terms (c, item, r, &t);
    is_it = find_term (&t, cells, value, &found, &greatest);
    if (is_it || greatest > before) {
      edge.rule = t.rule;
      edge.k = t.k + found;
    }
    if (is_it)
      break;
  }
  grammar_set_parts (item, &edge);
  if (edge.rule->weight_kind != NO_WEIGHT)
    reader->visit (reader->data, &edge);
  for (int p = 0; p < edge.n_parts; p++)
    push (reader, edge.parts[p].symbol, edge.parts[p].i, edge.parts[p].j);
}

#define READ_KNOWN(name)                                                                                     \
  case KNOWN_##name:                                                                                         \
    return read_item (w, &known_##name, known_##name.n_rules, 0, known_##name.n_rules, item, reader);

/* Reads any item by the rules of its grammar. */
static gboolean
read_by_rules (const View *w, const Grammar *g, const ChartItem *item, BestReader *reader)
{
  const int first = g->first_rules[item->symbol];

  if (!grammar_has_matrix (g, item->symbol))
    return FALSE;
  switch (g->known) {
  case NOT_KNOWN:
    return read_item (w, &g->table, 0, first, first + g->n_rules_of[item->symbol], item, reader);
    KNOWN_GRAMMARS (READ_KNOWN)
  }
  return FALSE;
}

#undef READ_KNOWN

static gboolean
find (Chart *c, int lane, ChartVisit visit, gpointer data)
{
  BestReader reader = { .stack = c->stack, .visit = visit, .data = data };
  ChartItem item = chart_goal (c, lane);
  View w = view_of (c);

  w.cells += lane;
  if (w.cells[chart_item (c, &item)] == ZERO)
    return FALSE;
  push (&reader, item.symbol, item.i, item.j);
  while (reader.n_stack > 0) {
    item = reader.stack[--reader.n_stack];
    if (!read_by_rules (&w, c->grammar, &item, &reader))
      read_nearest (c, lane, &item, &reader);
  }
  return TRUE;
}

const ChartNumbers CHART_NUMBERS = { .fill = fill, .find = find };
