/* wide_tag_sums.c - sums over all derivations of a grammar in wide numbers. */
#include "brute/wide_tag_sums.h"

#include "tabular/exponential.h"

typedef struct {
  const Grammar *grammar;
  const WideScores *scores;
  int n;
  WideNumber *inside, *outside; /* by symbol, i and j */
} WideItems;

static const WideNumber one = { 1, 0 };

static WideNumber *
at (const WideItems *w, WideNumber *items, const ChartItem *item)
{
  const gsize width = (gsize) w->n + 1;

  return &items[((gsize) item->symbol * width + (gsize) item->i) * width + (gsize) item->j];
}

static void
add_product (WideNumber *sum, WideNumber x, WideNumber y)
{
  *sum = wide_add (*sum, wide_multiply (x, y));
}

/* The weight of an edge, times all its parts but one. */
static WideNumber
find_rest (const WideItems *w, const Edge *edge, int without)
{
  WideNumber x = edge->rule->weight_kind == NO_WEIGHT
                     ? one
                     : exponential_wide (-w->scores->score (w->scores->data, edge), 0);

  for (int p = 0; p < edge->n_parts; p++)
    if (p != without)
      x = wide_multiply (x, *at (w, w->inside, &edge->parts[p]));
  return x;
}

static void
add_inside (const WideItems *w, const ChartItem *item, const Edge *edge)
{
  WideNumber *x = at (w, w->inside, item);

  *x = wide_add (*x, find_rest (w, edge, -1));
}

static void
add_outside (const WideItems *w, const ChartItem *item, const Edge *edge)
{
  const WideNumber outer = *at (w, w->outside, item);

  for (int p = 0; p < edge->n_parts; p++)
    add_product (at (w, w->outside, &edge->parts[p]), outer, find_rest (w, edge, p));
  if (edge->rule->weight_kind != NO_WEIGHT && outer.m > 0) {
    const WideNumber share = wide_multiply (outer, find_rest (w, edge, -1));

    w->scores->add_share (w->scores->data, edge, exponential_wide_ratio (share, one));
  }
}

static gboolean
is_place (const WideItems *w, guint places, int i, int j)
{
  return ((places & FROM_FIRST) == 0 || i == 0) && ((places & AFTER_FIRST) == 0 || i > 0)
         && ((places & TO_LAST) == 0 || j == w->n) && ((places & BEFORE_LAST) == 0 || j < w->n);
}

/* All edges of a rule over a span; inside, products end with the part that was made last. */
static void
work_on_rule (const WideItems *w, const Rule *rule, int span, gboolean is_outside)
{
  for (int i = 0; i + span <= w->n; i++) {
    const ChartItem item = { rule->to, i, i + span };
    Edge edge = { .rule = rule };
    int k, n_edges;

    if (!is_place (w, w->grammar->table.symbols[rule->to].places, i, i + span))
      continue;
    n_edges = grammar_find_range (w->grammar, rule, &item, &k);
    for (int m = 0; m < n_edges; m++) {
      edge.k = k + m;
      grammar_set_parts (&item, &edge);
      (is_outside ? add_outside : add_inside) (w, &item, &edge);
    }
  }
}

double
wide_tag_sums (const Grammar *grammar, int n, const WideScores *scores)
{
  const GrammarTable *t = &grammar->table;
  const gsize size = (gsize) t->n_symbols * (gsize) (n + 1) * (gsize) (n + 1);
  g_autofree WideNumber *inside = g_new0 (WideNumber, size), *outside = g_new0 (WideNumber, size);
  const WideItems w = { grammar, scores, n, inside, outside };
  const ChartItem goal = { t->goal, 0, n };
  WideNumber z;

  for (int s = 0; s < t->n_symbols; s++)
    for (int i = 0; i <= n && t->symbols[s].has_empty; i++)
      *at (&w, inside, &(ChartItem){ s, i, i }) = one;
  for (int span = 1; span <= n; span++)
    for (int r = 0; r < t->n_rules; r++)
      work_on_rule (&w, &t->rules[r], span, FALSE);
  z = *at (&w, inside, &goal);
  if (z.m == 0)
    return -INFINITY;
  *at (&w, outside, &goal) = wide_normalize (1 / z.m, -z.e);
  for (int span = n; span > 0; span--)
    for (int r = t->n_rules - 1; r >= 0; r--)
      work_on_rule (&w, &t->rules[r], span, TRUE);
  return exponential_wide_log (z);
}
