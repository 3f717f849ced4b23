/* chart_read.c - derivations read from a filled chart: from the best on, and drawn by their shares.
 *
 * Contents
 *   1. n_best: derivations from the best on
 *   2. draw: derivations drawn
 */
#include "tabular/chart_read.h"

#include <math.h>

#include "tabular/scaled.h"
#include "tbk/tabular.h"

/* 1. n_best: derivations from the best on.
 *
 * An item has the number of its symbol, i and j; a choice is a rule and k.
 */

enum { CHOICE_BITS = 13 }; /* of k */

G_STATIC_ASSERT (TBK_TABULAR_MAX_LENGTH < 1 << CHOICE_BITS);

static guint32
number_of (const Chart *c, const ChartItem *item)
{
  const guint32 width = (guint32) c->n + 1;

  return ((guint32) item->symbol * width + (guint32) item->i) * width + (guint32) item->j;
}

static ChartItem
item_of (const Chart *c, guint32 number)
{
  const guint32 width = (guint32) c->n + 1;

  return (ChartItem){ (int) (number / width / width), (int) (number / width % width),
                      (int) (number % width) };
}

/* The scores of term @m of a rule. */
static void
set_scores (const Chart *c, const Terms *t, int m, NBestEdge *edge)
{
  const double *cells = c->cells;

  edge->choice = (guint32) (t->rule - c->grammar->table.rules) << CHOICE_BITS | (guint32) (t->k + m);
  edge->n_parts = t->n_parts;
  for (int p = 0; p < t->n_parts; p++)
    edge->best[p] = cells[t->parts[p] + m * t->steps[p]];
  edge->weight = t->weight != NOWHERE ? cells[t->weight + m * t->weight_step] : 0;
}

static void
expand (gconstpointer data, guint32 number, NBest *n_best)
{
  const Chart *c = data;
  const ChartItem item = item_of (c, number);
  NBestEdge edge = { .parts = { NO_ITEM, NO_ITEM } }; /* which n_best_add() does not read */
  Terms t;

  for (int r = 0; r < c->grammar->n_rules_of[item.symbol]; r++) {
    chart_find_terms (c, &item, r, &t);
    for (int m = 0; m < t.n; m++) {
      set_scores (c, &t, m, &edge);
      n_best_add (n_best, &edge);
    }
  }
}

static void
find_edge (gconstpointer data, guint32 number, guint32 choice, NBestEdge *edge)
{
  const Chart *c = data;
  const ChartItem item = item_of (c, number);
  const int rule = (int) (choice >> CHOICE_BITS), k = (int) (choice & ((1 << CHOICE_BITS) - 1));
  Edge parts = { .rule = &c->grammar->table.rules[rule], .k = k };
  Terms t;

  chart_find_terms (c, &item, rule - c->grammar->first_rules[item.symbol], &t);
  set_scores (c, &t, k - t.k, edge);
  grammar_set_parts (&item, &parts);
  for (int p = 0; p < t.n_parts; p++)
    edge->parts[p] = parts.parts[p].i < parts.parts[p].j ? number_of (c, &parts.parts[p]) : NO_ITEM;
}

gboolean
chart_begin_n_best (const Chart *c, NBest *n_best)
{
  const NBestGraph graph = { c, expand, find_edge };
  const guint64 n_items = (guint64) c->grammar->table.n_symbols * (guint64) (c->n + 1) * (guint64) (c->n + 1);
  const ChartItem goal = chart_goal (c, 0);

  return n_items < NO_ITEM && n_best_begin (n_best, &graph, (guint32) n_items, number_of (c, &goal));
}

typedef struct {
  const Chart *chart;
  ChartVisit visit;
  gpointer data;
} Listing;

/* Hands out an edge of a derivation, if it has a weight. */
static void
read_choice (gpointer data, guint32 number, guint32 choice)
{
  const Listing *listing = data;
  Edge edge = { .rule = &listing->chart->grammar->table.rules[choice >> CHOICE_BITS],
                .k = (int) (choice & ((1 << CHOICE_BITS) - 1)) };
  ChartItem item;

  if (edge.rule->weight_kind == NO_WEIGHT)
    return;
  item = item_of (listing->chart, number);
  grammar_set_parts (&item, &edge);
  listing->visit (listing->data, &edge);
}

int
chart_next_n_best (const Chart *c, NBest *n_best, ChartVisit visit, gpointer data)
{
  return n_best_next (n_best, read_choice, &(Listing){ c, visit, data });
}

/* 2. draw: derivations drawn. Each edge of an item is taken by its share in the item, then its parts are drawn. */

/* Term @m over 2^@exponent. */
static double
term_of (const Chart *c, int lane, const Terms *t, int m, gint64 exponent)
{
  const double *cells = (const double *) c->cells + lane;
  double x = 1;
  gint64 e = -exponent;

  for (int p = 0; p <= t->n_parts; p++) {
    const gssize at = p < t->n_parts ? t->parts[p] + m * t->steps[p] : t->weight + m * t->weight_step;

    if (p == t->n_parts && t->weight == NOWHERE)
      break;
    x *= cells[at];
    if (x == 0) /* the exponents of three such cells would overflow */
      return 0;
    e += c->cells_are == CHART_SCALED ? ((const gint64 *) cells)[at + c->exponents] : 0;
  }
  if (e == 0)
    return x;
  return e < -3 * UNIT ? 0 : ldexp (x, (int) e);
}

/* Sets @edge to the first one at which the sum of the terms is above @drawn; to the last one that is not 0 if there is none, since the
 * item was summed in another order. */
static void
find_drawn (const Chart *c, int lane, const ChartItem *item, gint64 exponent, double drawn, Edge *edge)
{
  double sum = 0;
  Terms t;

  for (int r = 0; r < c->grammar->n_rules_of[item->symbol]; r++) {
    chart_find_terms (c, item, r, &t);
    for (int m = 0; m < t.n; m++) {
      const double term = term_of (c, lane, &t, m, exponent);

      if (term == 0)
        continue;
      edge->rule = t.rule;
      edge->k = t.k + m;
      sum += term;
      if (sum > drawn)
        return;
    }
  }
}

static void
draw_edge (const Chart *c, int lane, const ChartItem *item, TbkRandom *random, Edge *edge)
{
  const gssize at = chart_item (c, item) + lane;
  const gint64 exponent = c->cells_are == CHART_SCALED ? ((const gint64 *) c->cells)[at + c->exponents] : 0;
  const double whole = ((const double *) c->cells)[at],
               part = (double) (random_next (random) >> 11) * 0x1p-53;

  find_drawn (c, lane, item, exponent, whole * part, edge);
  grammar_set_parts (item, edge);
}

void
chart_draw (const Chart *c, int lane, TbkRandom *random, ChartVisit visit, gpointer data)
{
  int n_stack = 0;

  c->stack[n_stack++] = chart_goal (c, lane);
  while (n_stack > 0) {
    const ChartItem item = c->stack[--n_stack];
    Edge edge;

    draw_edge (c, lane, &item, random, &edge);
    if (edge.rule->weight_kind != NO_WEIGHT)
      visit (data, &edge);
    for (int p = 0; p < edge.n_parts; p++)
      if (edge.parts[p].i < edge.parts[p].j)
        c->stack[n_stack++] = edge.parts[p];
  }
}
