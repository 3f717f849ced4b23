/* chart.h - charts over a grammar: where items and weights lie, what fills them, and what is read from them.
 *
 * A chart is for several sentences (lanes) side by side. Matrices are square, of positions 0..n; an element [a][b] has a cell for
 * each lane. There are two ways to lay elements out, which chart.c draws:
 *
 *   Rows, for many lanes: those of a row lie together, and an element is a vector.
 *   Diagonals, for few: [0][d], [1][d+1] and so on lie together, and a vector holds as many as it can.
 *
 * [a][b] stands at origin + a * down + b * across in either. Items of a symbol are at [i][j], by rows, and at [j][i], by columns, as
 * they are needed: so each sum of a product multiplies a part of row i of one matrix by a part of row j of another. Lists have an
 * element for each position.
 *
 * Contents
 *   1. chart: layout
 *   2. cells: where an item or a weight is
 *   3. numbers: what fills a chart, and reads it backwards
 */
#ifndef TABULAR_CHART_H
#define TABULAR_CHART_H

#include "base/base.h"
#include "tabular/grammar.h"

/* 1. chart: layout. */

/* No place in a chart. */
#define NOWHERE G_MINSSIZE

/* The places of a symbol's [0][0], by rows and by columns; without a matrix both are the place of position 0.
 * Likewise those of what is outside of its items. */
typedef struct {
  gssize row, column, outside_row, outside_column;
} SymbolCells;

/* The places where filling finds what a rule needs, for a symbol with a matrix. All are places for i = j = 0,
 * to which that of i..j is added: [i][j] by rows, [j][i] by columns, and i or j of lists. Traits say which. */
typedef struct {
  guint traits;
  gboolean is_begun;            /* something is outside of the symbol before the chart is read backwards */
  gssize row, column;           /* the item, by rows and by columns; or NOWHERE */
  gssize left_row, left_column; /* the parts */
  gssize right_row, right_column;
  gssize item, left_item; /* by that which TRAIT_COLUMN and TRAIT_LEFT_COLUMN say */
  gssize skipped;         /* the part of a rule that skips a word, as left_item */
  gssize weight, share;   /* the weight, and its share in Z */
  gssize outside_row, outside_column;
} RuleCells;

/* Where i..j is, in cells from the place for i = j = 0: [i][j] and [j][i] of a matrix, i and j of a list; and [i][i]. */
typedef struct {
  gssize row, column, first, last;
  gssize ii;
  int span; /* j - i */
} CellPlace;

static inline CellPlace
chart_place (gssize down, gssize across, gssize element, int i, int j)
{
  return (CellPlace){ .row = i * down + j * across,
                      .column = j * down + i * across,
                      .first = i * element,
                      .last = j * element,
                      .ii = i * (down + across),
                      .span = j - i };
}

/* The one of these for a matrix by rows or by columns, and for a weight. */
static inline gssize
chart_matrix_place (const CellPlace *p, guint is_column)
{
  return is_column != 0 ? p->column : p->row;
}

static inline gssize
chart_weight_place (const CellPlace *p, guint traits)
{
  if ((traits & TRAIT_LIST) == 0)
    return chart_matrix_place (p, traits & TRAIT_BACK);
  return (traits & TRAIT_BACK) != 0 ? p->last : p->first;
}

/* Weights of all lists and matrices, as they lie in a chart: the first list, and the [0][0] of the first matrix. */
typedef struct {
  gssize lists, matrices;
} ChartWeights;

typedef enum { CHART_FLOATS, CHART_DOUBLES, CHART_SCALED } ChartCells;

/* The best derivation, or sums over all, or sums and the share of each weight in them. */
typedef enum { FOR_BEST, FOR_SUMS, FOR_SHARES } ChartUse;

typedef struct {
  const Grammar *grammar;
  ChartCells cells_are;
  ChartUse use;
  int n, n_lanes;
  int lengths[16]; /* of the sentences, by lane; n is the first of them */

  /* The layout, in cells. */
  int vector; /* its bytes */
  gboolean has_rows;
  gssize down, across, element; /* from row to row; from element to element, of a matrix and of a list */
  gsize n_matrix, n_list;       /* of a matrix, of a list */
  gssize origin;                /* of [0][0] in a matrix */
  gsize n_cells;                /* in all */
  SymbolCells *symbols;
  RuleCells *rules;
  ChartWeights scores, weights; /* as they are given, and of sums as they are multiplied; else the same */
  ChartWeights used;            /* those of the last filling */
  ChartWeights shares;          /* of the derivations with them; of lists, one for each rule */
  gssize outside;               /* where all of these begin that are not inside */
  gssize exponents;             /* of scaled numbers: from a number to its exponent, a gint64 */

  gpointer cells, scratch; /* of filling; both from the beginning of a line of the cache */
  ChartItem *stack;        /* n + 2 */
  gpointer memory, scratch_memory;
  gsize n_stack_allocated, n_symbols_allocated, n_rules_allocated, n_memory, n_scratch_allocated;
} Chart;

enum { CHART_MOST_LANES = 16, CHART_ROWS = 4 /* that are filled together */ };

G_STATIC_ASSERT (G_N_ELEMENTS (((Chart *) NULL)->lengths) == CHART_MOST_LANES);

Chart *chart_new (void);
void chart_free (Chart *chart);

/* The most lanes of cells of that kind. */
int chart_count_lanes (ChartCells cells_are);

/* The bytes of a chart for @n_lanes sentences, the longest of @n words. */
guint64 chart_measure (const Grammar *grammar, ChartCells cells_are, ChartUse use, int n, int n_lanes);

/* Makes room for a chart of sentences of these lengths, the longest first; all weights are to be set then. FALSE with @error set if
 * memory does not suffice. */
gboolean chart_lay_out (Chart *chart, const Grammar *grammar, ChartCells cells_are, ChartUse use,
                        const int *lengths, int n_lanes, GError **error);

/* Notes where the rules read and write, with these weights of the chart, before it is filled with them. */
void chart_place_rules (Chart *chart, const ChartWeights *weights);

/* 2. cells: where an item or a weight is. */

static inline gssize
chart_element (const Chart *chart, gssize matrix, int a, int b)
{
  return matrix + a * chart->down + b * chart->across;
}

/* Returns the place of position @a of a list, from 0. */
static inline gssize
chart_list (const Chart *chart, const ChartWeights *weights, int list, int a)
{
  return weights->lists + (gssize) list * (gssize) chart->n_list + a * chart->element;
}

static inline gssize
chart_matrix (const Chart *chart, const ChartWeights *weights, int matrix, int a, int b)
{
  return chart_element (chart, weights->matrices + (gssize) matrix * (gssize) chart->n_matrix, a, b);
}

/* All weights of lists and matrices, which lie side by side from the first list on. */
static inline gsize
chart_count_weights (const Chart *chart)
{
  return (gsize) chart->grammar->table.n_lists * chart->n_list
         + (gsize) chart->grammar->table.n_matrices * chart->n_matrix;
}

static inline gssize
chart_item (const Chart *chart, const ChartItem *item)
{
  const SymbolCells *cells = &chart->symbols[item->symbol];

  if (!grammar_has_matrix (chart->grammar, item->symbol))
    return cells->row
           + ((chart->grammar->table.symbols[item->symbol].places & OF_ALL) == TO_LAST ? item->i : item->j)
                 * chart->element;
  return (chart->grammar->uses[item->symbol] & IS_RIGHT) == 0
             ? chart_element (chart, cells->row, item->i, item->j)
             : chart_element (chart, cells->column, item->j, item->i);
}

/* Returns the place of what is outside of an item. */
static inline gssize
chart_outside (const Chart *chart, const ChartItem *item)
{
  const SymbolCells *cells = &chart->symbols[item->symbol];

  if (!grammar_has_matrix (chart->grammar, item->symbol))
    return cells->outside_row + chart_item (chart, item) - cells->row;
  return chart_element (chart, cells->outside_row, item->i, item->j);
}

/* All that a rule makes an item of: @n terms, the first of them for k, each one step further than the one
 * before. */
typedef struct {
  const Rule *rule;
  int k, n;
  int n_parts;
  gssize parts[2], steps[2];
  gssize outside[2], outside_steps[2]; /* of symbols without a matrix */
  gssize weight, weight_step;          /* NOWHERE: there is none */
  gssize share;                        /* of symbols without a matrix */
} Terms;

/* Finds the terms of rule @r of those of the item's symbol. */
void chart_find_terms (const Chart *chart, const ChartItem *item, int r, Terms *terms);

/* Items that are not in matrices, in the order in which they can be made: the number of these, and one of them, with the lanes that it
 * is of. */
typedef struct {
  ChartItem item;
  int first_lane, n_lanes;
} LineItem;

int chart_count_line_items (const Chart *chart);
LineItem chart_line_item (const Chart *chart, int place);

/* Before the chart is read backwards: sets what is outside of the goals, by lane, and that of all others to 0 where it is added up. */
void chart_begin_outside (Chart *chart, const double *begin);

/* Multiplies a weight, by its place. */
void chart_scale (const Chart *chart, gssize weight, double factor);

/* The goal of a lane. */
static inline ChartItem
chart_goal (const Chart *chart, int lane)
{
  return (ChartItem){ chart->grammar->table.goal, 0, chart->lengths[lane] };
}

/* 3. numbers: what fills a chart, and reads it backwards. */

/* Is handed the edges of a derivation that have a weight. */
typedef void (*ChartVisit) (gpointer data, const Edge *edge);

typedef struct {
  /* With scores or weights of the chart. */
  void (*fill) (Chart *chart, const ChartWeights *weights);

  /* Finds all shares of sums from what is outside of the goals, which is to be set to 1 / Z
   * (chart_begin_outside()). */
  void (*read_backwards) (Chart *chart);

  /* Hands out the edges of the derivation of greatest sum in a lane; of equally good ones those of the first
   * rule, then of the least k. FALSE if there is none. */
  gboolean (*find) (Chart *chart, int lane, ChartVisit visit, gpointer data);
} ChartNumbers;

/* The greatest sums, of floats and doubles; sums of products, and the same of numbers with exponents. */
extern const ChartNumbers chart_best_floats, chart_best_doubles, chart_sums, chart_scaled_sums;

#endif
