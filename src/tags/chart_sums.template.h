/* chart_sums.template.h - sums over well-formed tags, for one kind of numbers.
 *
 * Whoever includes it defines besides what chart.template.h needs: NAME(function), EXP(cost) for exp (-cost), LOG(x) and
 * RATIO(x,z), a double.
 *
 * Marginals are the derivatives of the logarithm of the sum by the scores. The chart is read backwards: each rule hands on to
 * its parts what the cell is worth.
 */
#define LANES 1

#include "tags/chart.template.h"

struct SumChart {
  Numbers inside, outside;
};

SumChart *NAME (new) (void)
{
  return g_new0 (SumChart, 1);
}

void
NAME (free) (SumChart *chart)
{
  if (chart == NULL)
    return;
  numbers_clear (&chart->inside);
  numbers_clear (&chart->outside);
  g_free (chart);
}

static const RuleWeight *
weight_at (const Rules *rules, int w)
{
  return &g_array_index (rules->weights, RuleWeight, w);
}

/* The weight of a column of a word among those of weight @w. */
static NUMBER
find_exp (const Rules *rules, const ChartScores *scores, const ChartOrigin *origins, int w, int d, int c)
{
  const RuleWeight *weight = weight_at (rules, w);
  const double *rows = weight->is_root ? scores->root_scores : scores->scores;
  const double origin = weight->is_gap ? origins[d].gap : origins[d].word;
  const int column = g_array_index (rules->columns, int, weight->first + c);

  return EXP (origin - rows[(gsize) (d - 1) * (gsize) scores->n_columns + (gsize) column]);
}

static void
fill_weights (const Numbers *t, const Rules *rules, const ChartScores *scores, const ChartOrigin *origins)
{
  for (int w = 0; w < (int) rules->weights->len; w++)
    for (int d = 1; d <= t->n; d++) {
      NUMBER sum = ZERO;

      for (int c = 0; c < weight_at (rules, w)->n; c++)
        sum = PLUS (sum, find_exp (rules, scores, origins, w, d, c));
      *weight_cell (t, w, d) = sum;
    }
}

/* Of a cell that is worth @worth: what is its rule's part worth, and the weight. */
static void
hand_on_rule (const SumChart *chart, const Rule *rule, int i, int j, NUMBER worth)
{
  const Numbers *in = &chart->inside, *out = &chart->outside;
  NUMBER *part;
  int word;

  if (!find_parts (in, rule, i, j, &part, &word))
    return;
  if (word > 0) {
    NUMBER *to = weight_cell (out, rule->weight, word);

    *to = PLUS (*to, part == NULL ? worth : TIMES (worth, *part));
  }
  if (part != NULL) {
    NUMBER *to = out->numbers + (part - in->numbers);

    *to = PLUS (*to, word > 0 ? TIMES (worth, *weight_cell (in, rule->weight, word)) : worth);
  }
}

/* The products with a left part [i,m]. */
static void
hand_on_products (const SumChart *chart, const Rules *rules, int i, int m)
{
  const Numbers *in = &chart->inside, *out = &chart->outside;

  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const NUMBER left = *cell (in, rule->left, i, m), *worth = cell (out, rule->to, i, 0);
    const NUMBER *right = cell (in, rule->right, m + 1, 0);
    NUMBER *restrict right_worth = cell (out, rule->right, m + 1, 0);
    NUMBER sum = ZERO, *left_worth = cell (out, rule->left, i, m);

    if (IS_ZERO (left))
      continue;
    if (is_last) {
      const NUMBER w = *cell (out, rule->to, i, in->n), x = *cell (in, rule->right, m + 1, in->n);
      NUMBER *y = cell (out, rule->right, m + 1, in->n);

      sum = TIMES (w, x);
      *y = PLUS (*y, TIMES (w, left));
    } else {
      for (int j = m + 1; j <= in->n; j++) {
        sum = PLUS (sum, TIMES (worth[j], right[j]));
        right_worth[j] = PLUS (right_worth[j], TIMES (worth[j], left));
      }
    }
    *left_worth = PLUS (*left_worth, sum);
  }
}

static void
hand_on_all (const SumChart *chart, const Rules *rules)
{
  const int n = chart->inside.n;

  for (int i = 1; i <= n; i++)
    for (int m = n; m >= i; m--) {
      if (m < n)
        hand_on_products (chart, rules, i, m);
      for (guint r = rules->rules->len; r-- > 0;) {
        const Rule *rule = rule_at (rules->rules, r);

        if (m == n || !rules_is_last (rules, rule->to)) {
          const NUMBER worth = *cell (&chart->outside, rule->to, i, m);

          if (!IS_ZERO (worth))
            hand_on_rule (chart, rule, i, m, worth);
        }
      }
    }
}

static void
put_marginals (const SumChart *chart, const Rules *rules, const ChartScores *scores,
               const ChartOrigin *origins, NUMBER z, double *marginals, double *root_marginals)
{
  for (int w = 0; w < (int) rules->weights->len; w++) {
    const RuleWeight *of = weight_at (rules, w);
    double *rows = of->is_root ? root_marginals : marginals;

    for (int d = 1; d <= scores->n; d++) {
      const NUMBER worth = *weight_cell (&chart->outside, w, d);

      for (int c = 0; c < of->n && !IS_ZERO (worth); c++)
        rows[(gsize) (d - 1) * (gsize) scores->n_columns
             + (gsize) g_array_index (rules->columns, int, of->first + c)] +=
            RATIO (TIMES (worth, find_exp (rules, scores, origins, w, d, c)), z);
    }
  }
}

gboolean
NAME () (SumChart *chart, const Rules *rules, const ChartScores *scores, const ChartOrigin *origins,
         double *log_z, double *marginals, double *root_marginals, GError **error)
{
  Numbers *in = &chart->inside, *out = &chart->outside;
  NUMBER z;

  if (!numbers_reserve (in, rules, scores->n, scores->memory / 2, error))
    return FALSE;
  fill_weights (in, rules, scores, origins);
  fill_chart (in, rules);
  z = *cell (in, rules->goal, 1, in->n);
  *log_z = IS_ZERO (z) ? -INFINITY : LOG (z);
  if (marginals == NULL || IS_ZERO (z))
    return TRUE;
  if (!numbers_reserve (out, rules, scores->n, scores->memory / 2, error))
    return FALSE;
  for (gsize i = 0; i < (gsize) (out->n + 1) * rules->weights->len; i++)
    out->weights[i] = ZERO;
  *cell (out, rules->goal, 1, out->n) = EXP (0);
  hand_on_all (chart, rules);
  put_marginals (chart, rules, scores, origins, z, marginals, root_marginals);
  return TRUE;
}
