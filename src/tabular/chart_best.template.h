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

/* Hands out the weight of an edge that is no product. */
KNOWN void
note_weight (const BestReader *reader, const Rule *rule, int i, int j)
{
  Edge edge = { .rule = rule, .k = i };

  if (rule->weight_kind == NO_WEIGHT)
    return;
  grammar_set_weight (rule, i, j, &edge);
  reader->visit (reader->data, &edge);
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

/* Finds it for an item. */
KNOWN int
find_item_product (const View *w, const GrammarTable *table, int n_known, int r, int i, int j)
{
  const CellPlace p = place_of (w, i, j);
  const guint traits = n_known > 0 ? grammar_traits (table, n_known, r) : w->rules[r].traits;

  return find_product (w, &w->rules[r], traits, p, *item_at (w, &w->rules[r], traits, p));
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

/* Returns whether a rule of a constant table is the only one of a symbol, and of that kind. Loops over such a table are unrolled, so that
 * the compiler knows. */
KNOWN gboolean
is_only_rule (const GrammarTable *table, int n_known, int r, int symbol, RuleKind kind)
{
  return table->rules[r].to == symbol && table->rules[r].kind == kind
         && (~grammar_traits (table, n_known, r) & (TRAIT_FIRST | TRAIT_LAST)) == 0;
}

/* Reads the part of what is read at once: if its symbol has a product alone, the parts of that are put on the stack. */
KNOWN void
read_below (const View *w, const GrammarTable *table, int n_known, int symbol, int i, int j,
            BestReader *reader)
{
#pragma GCC unroll 8
  for (int r = 0; r < n_known; r++)
    if (i < j && is_only_rule (table, n_known, r, symbol, RULE_PRODUCT)) {
      const int m = find_item_product (w, table, n_known, r, i, j);

      if (m < 0)
        break;
      push (reader, table->rules[r].left, i, i + m);
      push (reader, table->rules[r].right, i + m, j);
      return;
    }
  push (reader, symbol, i, j);
}

/* Reads a part of a product: of a constant table at once, if its symbol has one rule and that is none; else later. So of projective trees
 * only sides, R and L, get to the stack. */
KNOWN void
read_part (const View *w, const GrammarTable *table, int n_known, int symbol, int i, int j,
           BestReader *reader)
{
#pragma GCC unroll 8
  for (int r = 0; r < n_known; r++)
    if (is_only_rule (table, n_known, r, symbol, RULE_UNARY)) {
      const Rule *rule = &table->rules[r];

      note_weight (reader, rule, i, j);
      read_below (w, table, n_known, rule->left, i + rule->skip_first, j - rule->skip_last, reader);
      return;
    }
  push (reader, symbol, i, j);
}

/* Reads an item of a matrix: by the first rule that gives its value, and the least k. FALSE if there is none. @w has the cells of the lane;
 * the rules of the symbol are among those from @first to @end. @n_known: the rules of a constant table, or 0. */
KNOWN gboolean
read_item (const View *w, const GrammarTable *table, int n_known, int first, int end, int symbol, int i,
           int j, BestReader *reader)
{
  const CellPlace p = place_of (w, i, j);

#pragma GCC unroll 8
  for (int r = first; r < end; r++) {
    const Rule *rule = &table->rules[r];
    const RuleCells *cells = &w->rules[r];
    const guint traits = n_known > 0 ? grammar_traits (table, n_known, r) : cells->traits;
    const gboolean is_only = (traits & TRAIT_FIRST) != 0 && (traits & TRAIT_LAST) != 0;
    int m = 0;

    if (rule->to != symbol)
      continue;
    if ((traits & TRAIT_PRODUCT) != 0)
      m = find_item_product (w, table, n_known, r, i, j);
    else if (!is_only && find_single (w, cells, traits, p) != *item_at (w, cells, traits, p))
      m = -1;
    if (m < 0)
      continue;
    /* The right part is read first: derivations are read from the end. */
    if ((traits & TRAIT_PRODUCT) == 0) {
      note_weight (reader, rule, i, j);
      if (rule->kind == RULE_UNARY)
        push (reader, rule->left, i + rule->skip_first, j - rule->skip_last);
    } else {
      read_part (w, table, n_known, rule->left, i, i + m, reader);
      read_part (w, table, n_known, rule->right, i + m, j, reader);
    }
    return TRUE;
  }
  return FALSE;
}

/* The first term with that value, or if there is none the greatest. What a rule has not counts as 1. */
static gboolean
find_term (const Terms *t, const Cell *cells, Cell value, int *found, Cell *greatest)
{
  static const Cell one = ONE;
  const Cell *left = t->n_parts > 0 ? cells + t->parts[0] : &one,
             *right = t->n_parts > 1 ? cells + t->parts[1] : &one,
             *weight = t->weight != NOWHERE ? cells + t->weight : &one;
  const gssize left_step = t->n_parts > 0 ? t->steps[0] : 0, right_step = t->n_parts > 1 ? t->steps[1] : 0,
               weight_step = t->weight != NOWHERE ? t->weight_step : 0;

  for (int m = 0; m < t->n; m++) {
    const Cell sum = left[m * left_step] + right[m * right_step] + weight[m * weight_step];

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
static __attribute__ ((noinline)) void
read_nearest (const Chart *c, int lane, const ChartItem *item, BestReader *reader)
{
  const Cell *cells = (const Cell *) c->cells + lane;
  const Cell value = cells[chart_item (c, item)];
  Edge edge = { .rule = &c->grammar->table.rules[c->grammar->first_rules[item->symbol]], .k = item->i };
  Cell greatest = ZERO;
  int found = 0;
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

/* Reads all items on the stack by the rules of their grammar. @n_known: the rules of a constant table, or 0. */
KNOWN void
read_stack (const Chart *c, const View *w, int lane, const GrammarTable *table, int n_known,
            BestReader *reader)
{
  const Grammar *g = c->grammar;

  while (reader->n_stack > 0) {
    const ChartItem *item = &reader->stack[--reader->n_stack];
    /* One by one, as they were put there: a processor waits for numbers that it loads together. */
    const int symbol = item->symbol, i = item->i, j = item->j;
    const int first = n_known > 0 ? 0 : g->first_rules[symbol],
              n = n_known > 0 ? n_known : g->n_rules_of[symbol];

    if ((n_known == 0 && !grammar_has_matrix (g, symbol))
        || !read_item (w, table, n_known, first, first + n, symbol, i, j, reader))
      read_nearest (c, lane, &(ChartItem){ symbol, i, j }, reader);
  }
}

#define READ_KNOWN(name)                                                                                     \
  case KNOWN_##name:                                                                                         \
    read_stack (c, &w, lane, &known_##name, known_##name.n_rules, &reader);                                  \
    break;

static gboolean
find (Chart *c, int lane, ChartVisit visit, gpointer data)
{
  BestReader reader = { .stack = c->stack, .visit = visit, .data = data };
  const ChartItem goal = chart_goal (c, lane);
  View w = view_of (c);

  w.cells += lane;
  if (w.cells[chart_item (c, &goal)] == ZERO)
    return FALSE;
  push (&reader, goal.symbol, goal.i, goal.j);
  switch (c->grammar->known) {
  case NOT_KNOWN:
    read_stack (c, &w, lane, &c->grammar->table, 0, &reader);
    break;
    KNOWN_GRAMMARS (READ_KNOWN)
  }
  return TRUE;
}

#undef READ_KNOWN

const ChartNumbers CHART_NUMBERS = { .fill = fill, .find = find };
