/* chart.c - charts: how they lie in memory.
 *
 * A chart is some square matrices of elements, one after the other, all laid out alike, and lists. An element [a][b] is the cells of
 * all lanes (sentences) for one pair of positions, side by side.
 *
 * Rows. An element is a vector, and a row of elements lies together. For 4 lanes and vectors of 4 cells:
 *
 *            | vector 0        | vector 1        | vector 2        |
 *   row 0    | [0][0] l0 .. l3 | [0][1] l0 .. l3 | [0][2] l0 .. l3 |      across = 4 cells: one vector
 *   row 1    | [1][0] l0 .. l3 | [1][1] l0 .. l3 | [1][2] l0 .. l3 |      down = 4 (n + 1 | 1) cells
 *   row 2    | [2][0] l0 .. l3 | [2][1] l0 .. l3 | [2][2] l0 .. l3 |
 *
 * Diagonals. [a][b] is in diagonal b - a, at cell a. For one lane and 4 positions, dots are cells without a use:
 *
 *   b - a    cell 0   cell 1   cell 2   cell 3
 *     -3       .        .        .      [3][0]
 *     -2       .        .      [2][0]   [3][1]
 *     -1       .      [1][0]   [2][1]   [3][2]
 *      0     [0][0]   [1][1]   [2][2]   [3][3]      down = 1 - diagonal: a row lower is one cell further, and
 *      1     [0][1]   [1][2]   [2][3]     .         one diagonal back
 *      2     [0][2]   [1][3]     .        .         across = the cells of a diagonal
 *      3     [0][3]     .        .        .
 *
 * A vector of 4 cells from [0][1] on holds the items over 0..1, 1..2 and 2..3, and one cell that means nothing. Their products have
 * the same form, one position further each: so one sentence fills vectors too. A diagonal is rounded up to whole vectors and has one
 * more: vectors of [j][i] begin at any cell, so that the last may reach beyond the cells of its diagonal, and must not write into the
 * next one.
 *
 * Cells past the last lane, and in a diagonal past the last position, hold anything; what is valid never comes from them, as an item
 * over i..j is made of items over parts of i..j. A sentence shorter than the longest has its value at a shorter span.
 */
#include "tabular/chart.h"

#include <math.h>
#include <string.h>

#include "tabular/exponential.h"
#include "tabular/tabular.h"

enum {
  SMALLEST_VECTOR = 16, /* bytes */
  CACHE_LINE = 64,      /* and the largest vector */
  LEAST_OF_ROWS = 250,  /* bytes of a row from which on rows are faster */
};

Chart *
chart_new (void)
{
  return g_new0 (Chart, 1);
}

void
chart_free (Chart *chart)
{
  if (chart == NULL)
    return;
  g_free (chart->symbols);
  g_free (chart->rules);
  g_free (chart->memory);
  g_free (chart->scratch_memory);
  g_free (chart->stack);
  g_free (chart);
}

static gsize
cell_size (ChartCells cells_are)
{
  return cells_are == CHART_FLOATS ? sizeof (float) : sizeof (double);
}

/* A lane for each cell of the largest vector; where there are no vectors, for those of the smallest. */
int
chart_count_lanes (ChartCells cells_are)
{
  return MAX (many_largest_vector (), SMALLEST_VECTOR) / (int) cell_size (cells_are);
}

/* The smallest vector that holds @n_cells, or the largest. */
static int
find_vector (int n_cells, gsize size)
{
  const int largest = MAX (many_largest_vector (), SMALLEST_VECTOR);
  int vector = SMALLEST_VECTOR;

  while (vector < largest && vector < n_cells * (int) size)
    vector *= 2;
  return vector;
}

/* Chooses rows or diagonals.
 *
 * In rows a vector is one element, so cells are wasted unless the lanes fill it. In diagonals vectors are full for a single sentence,
 * but short near the end of each diagonal, and no row j is shared by several rows i. */
static void
choose_layout (Chart *c)
{
  const int width = c->n + 1;
  const gsize size = cell_size (c->cells_are), bytes = (gsize) c->n_lanes * size;
  gsize vector, diagonal;

  c->has_rows = bytes > SMALLEST_VECTOR && (gsize) c->n * bytes >= LEAST_OF_ROWS;
  c->vector = find_vector (c->has_rows ? c->n_lanes : width * c->n_lanes, size);
  vector = (gsize) c->vector / size;
  if (c->has_rows) {
    c->element = c->across = (gssize) vector;
    c->down = (gssize) vector
              * (width | 1); /* odd: with a power of 2 all rows of a column would share a cache set */
    c->origin = 0;
    c->n_matrix = (gsize) width * (gsize) c->down;
  } else {
    diagonal = ((gsize) (width * c->n_lanes) + vector - 1) / vector * vector + vector;
    c->element = c->n_lanes;
    c->across = (gssize) diagonal;
    c->down = c->n_lanes - (gssize) diagonal;
    c->origin = (gssize) (width - 1) * (gssize) diagonal;
    c->n_matrix = (gsize) (2 * width - 1) * diagonal;
  }
  c->n_list = ((gsize) width * (gsize) c->element + 2 * vector - 1) / vector * vector;
}

/* Memory that is handed out in turn: whole matrices, and halves of them. */
typedef struct {
  gssize used;
  gssize half_row, half_column; /* of a matrix whose other half is used; or NOWHERE */
} Parcels;

static gssize
take_matrix (const Chart *c, Parcels *parcels)
{
  const gssize matrix = parcels->used + c->origin;

  parcels->used += (gssize) c->n_matrix;
  return matrix;
}

static gssize
take_list (const Chart *c, Parcels *parcels, int n)
{
  const gssize list = parcels->used;

  parcels->used += (gssize) c->n_list * n;
  return list;
}

/* Takes what a symbol needs. By rows it lies above the diagonal of a matrix, by columns below it; two symbols that need one of these
 * each, and have nothing on the diagonal, share a matrix. */
static void
take_items (const Chart *c, Parcels *parcels, gboolean has_row, gboolean has_column, gboolean has_diagonal,
            gssize *row, gssize *column)
{
  gssize *half = has_row ? &parcels->half_row : &parcels->half_column;
  gssize *other = has_row ? &parcels->half_column : &parcels->half_row;
  gssize matrix;

  *row = *column = NOWHERE;
  if (!has_row && !has_column)
    return;
  if (has_row == has_column || has_diagonal || *half == NOWHERE) {
    matrix = take_matrix (c, parcels);
    if (has_row != has_column && !has_diagonal)
      *other = matrix;
  } else {
    matrix = *half;
    *half = NOWHERE;
  }
  *row = has_row ? matrix : NOWHERE;
  *column = has_column ? matrix : NOWHERE;
}

/* Places the items of all symbols. */
static void
place_items (Chart *c, Parcels *parcels)
{
  for (int s = 0; s < c->grammar->table.n_symbols; s++) {
    const guint uses = c->grammar->uses[s];
    gboolean has_row = (uses & IS_LEFT) != 0, has_column = (uses & IS_RIGHT) != 0;

    c->symbols[s] = (SymbolCells){ NOWHERE, NOWHERE, NOWHERE, NOWHERE };
    if (!grammar_has_matrix (c->grammar, s)) {
      c->symbols[s].row = take_list (c, parcels, 1);
      continue;
    }
    /* Read backwards, parts of products are needed both ways; and where numbers have exponents, so are those of products. */
    if (c->use == FOR_SHARES
        && (has_row || has_column || (c->cells_are == CHART_SCALED && (uses & IS_PRODUCT) != 0)))
      has_row = has_column = TRUE;
    take_items (c, parcels, has_row || !has_column, has_column, c->grammar->table.symbols[s].has_empty,
                &c->symbols[s].row, &c->symbols[s].column);
  }
}

/* Places what is outside of the items. Of a product P of B and C, P'[i,j] C[k,j] is outside of B[i,k], and P'[i,j] B[i,k] outside of
 * C[k,j]: so P' is needed both ways, and others once. */
static void
place_outside (Chart *c, Parcels *parcels)
{
  for (int s = 0; s < c->grammar->table.n_symbols; s++) {
    SymbolCells *cells = &c->symbols[s];

    if (!grammar_has_matrix (c->grammar, s))
      cells->outside_row = take_list (c, parcels, 1);
    else
      take_items (c, parcels, TRUE, (c->grammar->uses[s] & IS_PRODUCT) != 0, TRUE, &cells->outside_row,
                  &cells->outside_column);
  }
}

static ChartWeights
place_weights (const Chart *c, Parcels *parcels, int n_lists)
{
  const ChartWeights weights = { take_list (c, parcels, n_lists), parcels->used + c->origin };

  parcels->used += c->grammar->table.n_matrices * (gssize) c->n_matrix;
  return weights;
}

/* Places all that a chart has, and returns its cells. */
static gsize
place_all (Chart *c)
{
  const GrammarTable *table = &c->grammar->table;
  Parcels parcels = { 0, NOWHERE, NOWHERE };

  choose_layout (c);
  place_items (c, &parcels);
  c->weights = c->scores = place_weights (c, &parcels, table->n_lists);
  c->exponents = parcels.used;
  if (c->cells_are == CHART_SCALED)
    parcels.used *= 2;
  if (c->use != FOR_BEST)
    c->scores = place_weights (c, &parcels, table->n_lists);
  parcels.half_row = parcels.half_column = NOWHERE;
  if (c->use == FOR_SHARES) {
    c->outside = parcels.used;
    place_outside (c, &parcels);
    c->shares = place_weights (c, &parcels, table->n_rules);
  }
  return (gsize) parcels.used;
}

/* The places of the weight of a rule, by list or matrix. Shares of lists are kept for each rule: so the order in which they are added
 * up does not depend on the layout. */
static void
place_weight (const Chart *c, const ChartWeights *weights, int r, RuleCells *cells)
{
  const Rule *rule = &c->grammar->table.rules[r];

  switch (rule->weight_kind) {
  case NO_WEIGHT:
    break;
  case WEIGHT_AT_FIRST:
    cells->weight = chart_list (c, weights, rule->weight, rule->first);
    cells->share = chart_list (c, &c->shares, r, rule->first);
    break;
  case WEIGHT_AT_LAST:
    cells->weight = chart_list (c, weights, rule->weight, rule->last);
    cells->share = chart_list (c, &c->shares, r, rule->last);
    break;
  case WEIGHT_FORWARD:
    cells->weight = chart_matrix (c, weights, rule->weight, rule->first, rule->last);
    cells->share = chart_matrix (c, &c->shares, rule->weight, rule->first, rule->last);
    break;
  case WEIGHT_BACKWARD:
    cells->weight = chart_matrix (c, weights, rule->weight, rule->last, rule->first);
    cells->share = chart_matrix (c, &c->shares, rule->weight, rule->last, rule->first);
  }
}

void
chart_place_rules (Chart *c, const ChartWeights *weights)
{
  const GrammarTable *table = &c->grammar->table;

  c->used = *weights;
  for (int r = 0; r < c->grammar->n_chart_rules; r++) {
    const Rule *rule = &table->rules[r];
    const SymbolCells *to = &c->symbols[rule->to];
    RuleCells *cells = &c->rules[r];

    *cells =
        (RuleCells){ .traits = grammar_traits (table, c->grammar->n_chart_rules, r),
                     .is_begun = rule->to == table->goal || (c->grammar->uses[rule->to] & IS_OF_LINE) != 0,
                     .row = to->row,
                     .column = to->column,
                     .outside_row = to->outside_row,
                     .outside_column = to->outside_column };
    cells->item = (cells->traits & TRAIT_COLUMN) != 0 ? to->column : to->row;
    place_weight (c, weights, r, cells);
    if (rule->kind == RULE_WORD)
      continue;
    cells->left_row = c->symbols[rule->left].row;
    cells->left_column = c->symbols[rule->left].column;
    cells->left_item = (cells->traits & TRAIT_LEFT_COLUMN) != 0 ? cells->left_column : cells->left_row;
    cells->skipped = (cells->traits & TRAIT_LEFT_COLUMN) != 0
                         ? chart_element (c, cells->left_item, -rule->skip_last, rule->skip_first)
                         : chart_element (c, cells->left_item, rule->skip_first, -rule->skip_last);
    if (rule->kind == RULE_UNARY)
      continue;
    cells->right_row = c->symbols[rule->right].row;
    cells->right_column = c->symbols[rule->right].column;
  }
}

/* Notes what a chart is for, and finds the cells that it needs. */
static gboolean
begin (Chart *c, const Grammar *grammar, ChartCells cells_are, ChartUse use, int n, int n_lanes,
       gsize *n_cells)
{
  c->grammar = grammar;
  c->cells_are = cells_are;
  c->use = use;
  c->n = n;
  c->n_lanes = n_lanes;
  if (!try_reserve (&c->symbols, &c->n_symbols_allocated, (gsize) grammar->table.n_symbols,
                    sizeof (SymbolCells))
      || !try_reserve (&c->rules, &c->n_rules_allocated, (gsize) grammar->table.n_rules, sizeof (RuleCells)))
    return FALSE;
  *n_cells = place_all (c);
  return TRUE;
}

guint64
chart_measure (const Grammar *grammar, ChartCells cells_are, ChartUse use, int n, int n_lanes)
{
  Chart chart = { 0 };
  gsize n_cells;
  const gboolean is_placed = begin (&chart, grammar, cells_are, use, n, n_lanes, &n_cells);

  g_free (chart.symbols);
  g_free (chart.rules);
  return is_placed ? (guint64) n_cells * cell_size (cells_are) : G_MAXUINT64;
}

/* Room for a vector of each item of a place, and for the sums of products of CHART_ROWS of them; of scaled numbers a vector has
 * another one with its exponents. */
static gsize
measure_scratch (const Grammar *grammar)
{
  return (gsize) (grammar->table.n_symbols + 2 * CHART_ROWS * grammar->n_products) * 2 * CACHE_LINE;
}

/* Sets the cells that mean nothing. In diagonals whatever is read backwards beyond the last position must be
 * 0; and sentences shorter than the longest have no weights there. */
static void
clear (const Chart *c)
{
  double *cells = c->cells;

  if (c->use == FOR_SHARES && !c->has_rows) {
    memset (cells, 0, c->n_cells * sizeof (double));
    for (gssize i = 0; i < c->exponents && c->cells_are == CHART_SCALED; i++)
      ((gint64 *) cells)[c->exponents + i] = EXPONENTIAL_OF_ZERO;
  }
  if (c->use != FOR_BEST && c->lengths[c->n_lanes - 1] < c->n)
    for (gsize i = 0; i < chart_count_weights (c); i++)
      cells[(gsize) c->scores.lists + i] = -INFINITY;
}

/* Memory that is new is 0: cells that mean nothing are read, and must not be slow. */
gboolean
chart_lay_out (Chart *c, const Grammar *grammar, ChartCells cells_are, ChartUse use, const int *lengths,
               int n_lanes, GError **error)
{
  const gsize size = cell_size (cells_are), scratch = measure_scratch (grammar) + CACHE_LINE;
  gsize n_cells, n_bytes;

  g_assert (n_lanes <= CHART_MOST_LANES);
  memcpy (c->lengths, lengths, (gsize) n_lanes * sizeof (int));
  if (!begin (c, grammar, cells_are, use, lengths[0], n_lanes, &n_cells)
      || !g_size_checked_mul (&n_bytes, n_cells, size)
      || !try_reserve (&c->stack, &c->n_stack_allocated, (gsize) lengths[0] + 2, sizeof (ChartItem))
      || !try_reserve (&c->scratch_memory, &c->n_scratch_allocated, scratch, 1))
    return memory_fail (error, "the chart of %d words", lengths[0]);
  if (n_bytes + CACHE_LINE > c->n_memory) {
    g_free (c->memory);
    c->memory = g_try_malloc0 (n_bytes + CACHE_LINE);
    c->n_memory = c->memory == NULL ? 0 : n_bytes + CACHE_LINE;
    if (c->memory == NULL)
      return memory_fail (error, "the chart of %d words", lengths[0]);
  }
  c->n_cells = n_cells;
  c->cells = (gpointer) (((guintptr) c->memory + CACHE_LINE - 1) & ~(guintptr) (CACHE_LINE - 1));
  c->scratch = (gpointer) (((guintptr) c->scratch_memory + CACHE_LINE - 1) & ~(guintptr) (CACHE_LINE - 1));
  clear (c);
  return TRUE;
}

/* Sums. */

/* Sets @n elements to 0, the first at @at and each @step further, with exponents if they have any; what is outside has none. */
static void
clear_elements (const Chart *c, gssize at, gssize step, int n)
{
  double *cells = (double *) c->cells + at;
  gint64 *exponents = (gint64 *) cells + c->exponents;
  const gboolean has_exponents = c->cells_are == CHART_SCALED && at < c->exponents;

  for (int i = 0; i < n; i++, cells += step, exponents += step) {
    for (int l = 0; l < c->element; l++)
      cells[l] = 0;
    for (int l = 0; l < c->element && has_exponents; l++)
      exponents[l] = EXPONENTIAL_OF_ZERO;
  }
}

/* Sets the items of a symbol that are not made to 0, by rows or by columns, since reading backwards looks at them. */
static void
clear_unmade (const Chart *c, int symbol, gssize matrix, gboolean is_row)
{
  const guint places = c->grammar->table.symbols[symbol].places;
  const gssize to_right = is_row ? c->across : c->down, down = is_row ? c->down : c->across;

  if (matrix == NOWHERE)
    return;
  if ((places & AFTER_FIRST) != 0)
    clear_elements (c, matrix + to_right, to_right, c->n);
  if ((places & BEFORE_LAST) != 0)
    clear_elements (c, matrix + c->n * to_right, down, c->n);
}

void
chart_begin_outside (Chart *c, const double *begin)
{
  const Grammar *g = c->grammar;
  double *cells = c->cells;

  memset (cells + (c->has_rows ? c->shares.lists : c->outside), 0,
          (c->n_cells - (gsize) (c->has_rows ? c->shares.lists : c->outside)) * sizeof (double));
  for (int s = 0; s < g->table.n_symbols && c->has_rows; s++) {
    const SymbolCells *of = &c->symbols[s];

    if (!grammar_has_matrix (g, s)) {
      memset (cells + of->outside_row, 0, c->n_list * sizeof (double));
      continue;
    }
    if (s == g->table.goal || (g->uses[s] & IS_OF_LINE) != 0)
      memset (cells + of->outside_row, 0, c->n_matrix * sizeof (double));
    clear_unmade (c, s, of->row, TRUE);
    clear_unmade (c, s, of->column, FALSE);
    clear_unmade (c, s, of->outside_row, TRUE);
    clear_unmade (c, s, of->outside_column, FALSE);
  }
  for (int l = 0; l < c->n_lanes; l++) {
    const ChartItem goal = chart_goal (c, l);

    cells[chart_outside (c, &goal) + l] = begin[l];
  }
}

void
chart_scale (const Chart *c, gssize weight, double factor)
{
  ((double *) c->cells)[weight] *= factor;
}

/* Terms. */

/* Where a part is by the place of k: of the first term, and how much further it is in the next. */
static void
find_part (const Chart *c, const Edge *first, const Edge *second, int p, Terms *terms)
{
  terms->parts[p] = chart_item (c, &first->parts[p]);
  terms->steps[p] = chart_item (c, &second->parts[p]) - terms->parts[p];
  if (c->use != FOR_SHARES)
    return;
  terms->outside[p] = chart_outside (c, &first->parts[p]);
  terms->outside_steps[p] = chart_outside (c, &second->parts[p]) - terms->outside[p];
}

static gssize
find_weight (const Chart *c, const ChartWeights *weights, const Edge *edge, int list)
{
  const Rule *rule = edge->rule;

  return rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST
             ? chart_list (c, weights, list, edge->a)
             : chart_matrix (c, weights, rule->weight, edge->a, edge->b);
}

/* The terms of a rule for a symbol with a matrix: where filling looks for them. */
static void
find_chart_terms (const Chart *c, const ChartItem *item, const RuleCells *cells, Terms *terms)
{
  const CellPlace p = chart_place (c->down, c->across, c->element, item->i, item->j);

  if ((cells->traits & TRAIT_PRODUCT) != 0) {
    terms->n_parts = 2;
    terms->parts[0] = chart_element (c, cells->left_row, item->i, terms->k);
    terms->parts[1] = chart_element (c, cells->right_column, item->j, terms->k);
    terms->steps[0] = terms->steps[1] = c->across;
    return;
  }
  if ((cells->traits & TRAIT_WORD) == 0) {
    terms->n_parts = 1;
    terms->parts[0] = ((cells->traits & TRAIT_SKIPS) != 0 ? cells->skipped : cells->left_item)
                      + chart_matrix_place (&p, cells->traits & TRAIT_LEFT_COLUMN);
  }
  if ((cells->traits & TRAIT_WEIGHT) != 0)
    terms->weight = cells->weight + chart_weight_place (&p, cells->traits);
}

/* Finds the terms of another symbol. */
static void
find_line_terms (const Chart *c, const ChartItem *item, int r, Terms *terms)
{
  const Rule *rule = terms->rule;
  Edge first = { .rule = rule, .k = terms->k }, second = { .rule = rule, .k = terms->k + 1 };

  grammar_set_parts (item, &first);
  grammar_set_parts (item, &second);
  terms->n_parts = first.n_parts;
  for (int p = 0; p < first.n_parts; p++)
    find_part (c, &first, &second, p, terms);
  if (rule->weight_kind == NO_WEIGHT)
    return;
  terms->weight = find_weight (c, &c->used, &first, rule->weight);
  terms->weight_step = find_weight (c, &c->used, &second, rule->weight) - terms->weight;
  if (c->use == FOR_SHARES)
    terms->share = find_weight (c, &c->shares, &first, r);
}

void
chart_find_terms (const Chart *c, const ChartItem *item, int r, Terms *terms)
{
  const int number = c->grammar->first_rules[item->symbol] + r;
  const Rule *rule = &c->grammar->table.rules[number];

  terms->rule = rule;
  terms->weight = NOWHERE;
  terms->n_parts = 0;
  terms->n = grammar_find_range (c->grammar, rule, item, &terms->k);
  terms->steps[0] = terms->steps[1] = terms->weight_step = 0;
  if (terms->n <= 0)
    return;
  if (number < c->grammar->n_chart_rules)
    find_chart_terms (c, item, &c->rules[number], terms);
  else
    find_line_terms (c, item, number, terms);
}

/* Lines. First the symbols that begin at 0 or end at n, of 0 to n words, then the goals of sentences of the same length. */

static gboolean
has_goals (const Chart *c)
{
  return !grammar_has_matrix (c->grammar, c->grammar->table.goal)
         && c->grammar->table.symbols[c->grammar->table.goal].places == OF_ALL;
}

/* The lane with the first of the sentences of the next length; n_lanes behind the last. */
static int
next_length (const Chart *c, int lane)
{
  const int n = c->lengths[lane];

  while (lane < c->n_lanes && c->lengths[lane] == n)
    lane++;
  return lane;
}

int
chart_count_line_items (const Chart *c)
{
  int n_lengths = 0;

  for (int l = 0; l < c->n_lanes && has_goals (c); l = next_length (c, l))
    n_lengths++;
  return c->grammar->n_lines * (c->n + 1) + n_lengths;
}

LineItem
chart_line_item (const Chart *c, int place)
{
  const Grammar *g = c->grammar;
  int lane = 0;

  if (place < g->n_lines * (c->n + 1)) {
    const int symbol = g->lines[place % g->n_lines], n = place / g->n_lines;
    const gboolean is_first = (g->table.symbols[symbol].places & FROM_FIRST) != 0;

    return (LineItem){ is_first ? (ChartItem){ symbol, 0, n } : (ChartItem){ symbol, c->n - n, c->n }, 0,
                       c->n_lanes };
  }
  for (place -= g->n_lines * (c->n + 1); place > 0; place--)
    lane = next_length (c, lane);
  return (LineItem){ chart_goal (c, lane), lane, next_length (c, lane) - lane };
}
