/* chart_best.c - the best well-formed tags, by a chart of sums and greatest numbers. */
#define NUMBER      double
#define ZERO        (-INFINITY)
#define IS_ZERO(x)  ((x) == -INFINITY)
#define PLUS(x, y)  ((y) > (x) ? (y) : (x))
#define TIMES(x, y) ((x) + (y))

#include <math.h>

#include "tags/chart.template.h"

/* A symbol over words i..j whose best derivation is to be found. */
typedef struct {
  int symbol, i, j;
} Goal;

struct Chart {
  Numbers numbers;
  GArray *goals;
};

Chart *
chart_new (void)
{
  Chart *chart = g_new0 (Chart, 1);

  chart->goals = g_array_new (FALSE, FALSE, sizeof (Goal));
  return chart;
}

void
chart_free (Chart *chart)
{
  if (chart == NULL)
    return;
  numbers_clear (&chart->numbers);
  g_array_unref (chart->goals);
  g_free (chart);
}

/* The best of the tags of a weight, the first of these. */
static int
find_column (const Rules *rules, const ChartScores *scores, int w, int word)
{
  const RuleWeight *weight = &g_array_index (rules->weights, RuleWeight, w);
  const double *row = (weight->is_root ? scores->root_scores : scores->scores)
                      + (gsize) (word - 1) * (gsize) scores->n_columns;
  const int *columns = &g_array_index (rules->columns, int, weight->first);
  int best = columns[0];

  for (int c = 1; c < weight->n; c++)
    if (row[columns[c]] > row[best])
      best = columns[c];
  return best;
}

static void
fill_weights (const Numbers *t, const Rules *rules, const ChartScores *scores)
{
  for (int w = 0; w < (int) rules->weights->len; w++) {
    const double *rows =
        g_array_index (rules->weights, RuleWeight, w).is_root ? scores->root_scores : scores->scores;

    for (int d = 1; d <= t->n; d++)
      t->weights[(gsize) w * (gsize) (t->n + 1) + (gsize) d] =
          rows[(gsize) (d - 1) * (gsize) scores->n_columns + (gsize) find_column (rules, scores, w, d)];
  }
}

static void
push_goal (Chart *chart, int symbol, int i, int j)
{
  const Goal goal = { symbol, i, j };

  g_array_append_val (chart->goals, goal);
}

/* Finds a rule that is no product with the value of the cell. Sums are made again, of the same numbers. */
static gboolean
follow_rule (Chart *chart, const Rules *rules, const ChartScores *scores, Goal goal, int *chosen)
{
  const Numbers *t = &chart->numbers;
  const double value = *cell (t, goal.symbol, goal.i, goal.j);

  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    double *part;
    int word;

    if (rule->to != goal.symbol || apply (t, rule, goal.i, goal.j, &part, &word) != value)
      continue;
    if (word > 0)
      chosen[2 * word + (rule->kind == RULE_GAP_BEFORE || rule->kind == RULE_GAP_BEHIND)] =
          find_column (rules, scores, rule->weight, word);
    if (rule->kind == RULE_BEHIND)
      push_goal (chart, rule->left, goal.i, goal.j - 1);
    else if (rule->kind == RULE_BEFORE)
      push_goal (chart, rule->left, goal.i + 1, goal.j);
    else if (rule->kind != RULE_WORD)
      push_goal (chart, rule->left, goal.i, goal.j);
    return TRUE;
  }
  return FALSE;
}

static gboolean
follow_product (Chart *chart, const Rules *rules, Goal goal)
{
  const Numbers *t = &chart->numbers;
  const double value = *cell (t, goal.symbol, goal.i, goal.j);

  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);

    for (int k = goal.i; rule->to == goal.symbol && k < goal.j; k++)
      if (*cell (t, rule->left, goal.i, k) + *cell (t, rule->right, k + 1, goal.j) == value) {
        push_goal (chart, rule->left, goal.i, k);
        push_goal (chart, rule->right, k + 1, goal.j);
        return TRUE;
      }
  }
  return FALSE;
}

gboolean
chart_find_best (Chart *chart, const Rules *rules, const ChartScores *scores, double *best, int *chosen,
                 GError **error)
{
  Numbers *t = &chart->numbers;

  if (!numbers_reserve (t, rules, scores->n, scores->memory, error))
    return FALSE;
  fill_weights (t, rules, scores);
  fill_chart (t, rules);
  *best = *cell (t, rules->goal, 1, t->n);
  if (*best == -INFINITY)
    return TRUE;
  for (int d = 0; d <= t->n; d++)
    chosen[2 * d] = chosen[2 * d + 1] = -1;
  g_array_set_size (chart->goals, 0);
  push_goal (chart, rules->goal, 1, t->n);
  while (chart->goals->len > 0) {
    const Goal goal = g_array_index (chart->goals, Goal, chart->goals->len - 1);

    g_array_set_size (chart->goals, chart->goals->len - 1);
    if (!follow_rule (chart, rules, scores, goal, chosen) && !follow_product (chart, rules, goal))
      g_assert_not_reached ();
  }
  return TRUE;
}
