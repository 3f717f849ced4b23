/* chart_best.template.h - the best well-formed tags, by a chart of sums and greatest numbers, of LANES sentences at a time.
 *
 * Whoever includes it defines LANES and NAME(function).
 */
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

Chart *NAME (new) (void)
{
  Chart *chart = g_new0 (Chart, 1);

  chart->goals = g_array_new (FALSE, FALSE, sizeof (Goal));
  return chart;
}

void
NAME (free) (Chart *chart)
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

/* Lanes without a sentence have no derivation. */
static void
fill_weights (const Numbers *t, const Rules *rules, const ChartScores *scores, int n_sentences)
{
  for (int w = 0; w < (int) rules->weights->len; w++)
    for (int l = 0; l < LANES; l++) {
      const ChartScores *of = &scores[MIN (l, n_sentences - 1)];
      const double *rows =
          g_array_index (rules->weights, RuleWeight, w).is_root ? of->root_scores : of->scores;

      for (int d = 1; d <= t->n; d++)
        weight_cell (t, w, d)[l] =
            l >= n_sentences
                ? ZERO
                : rows[(gsize) (d - 1) * (gsize) of->n_columns + (gsize) find_column (rules, of, w, d)];
    }
}

static void
push_goal (Chart *chart, int symbol, int i, int j)
{
  const Goal goal = { symbol, i, j };

  g_array_append_val (chart->goals, goal);
}

/* Finds a rule that is no product with the value of the cell of a lane. Sums are made again, of the same numbers. */
static gboolean
follow_rule (Chart *chart, const Rules *rules, const ChartScores *scores, int lane, Goal goal, int *chosen)
{
  const Numbers *t = &chart->numbers;
  const double value = cell (t, goal.symbol, goal.i, goal.j)[lane];

  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    double *part;
    int word;

    if (rule->to != goal.symbol || !find_parts (t, rule, goal.i, goal.j, &part, &word))
      continue;
    if ((part == NULL ? 0 : part[lane]) + (word == 0 ? 0 : weight_cell (t, rule->weight, word)[lane])
        != value)
      continue;
    if (word > 0)
      chosen[2 * word + (rule->kind == RULE_GAP_BEFORE || rule->kind == RULE_GAP_BEHIND)] =
          find_column (rules, scores, rule->weight, word);
    if (rule->kind != RULE_WORD)
      push_goal (chart, rule->left, goal.i + (rule->kind == RULE_BEFORE),
                 goal.j - (rule->kind == RULE_BEHIND));
    return TRUE;
  }
  return FALSE;
}

static gboolean
follow_product (Chart *chart, const Rules *rules, int lane, Goal goal)
{
  const Numbers *t = &chart->numbers;
  const double value = cell (t, goal.symbol, goal.i, goal.j)[lane];

  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);

    for (int k = goal.i; rule->to == goal.symbol && k < goal.j; k++)
      if (cell (t, rule->left, goal.i, k)[lane] + cell (t, rule->right, k + 1, goal.j)[lane] == value) {
        push_goal (chart, rule->left, goal.i, k);
        push_goal (chart, rule->right, k + 1, goal.j);
        return TRUE;
      }
  }
  return FALSE;
}

static void
follow (Chart *chart, const Rules *rules, const ChartScores *scores, int lane, int *chosen)
{
  for (int d = 0; d <= scores->n; d++)
    chosen[2 * d] = chosen[2 * d + 1] = -1;
  g_array_set_size (chart->goals, 0);
  push_goal (chart, rules->goal, 1, scores->n);
  while (chart->goals->len > 0) {
    const Goal goal = g_array_index (chart->goals, Goal, chart->goals->len - 1);

    g_array_set_size (chart->goals, chart->goals->len - 1);
    if (!follow_rule (chart, rules, scores, lane, goal, chosen) && !follow_product (chart, rules, lane, goal))
      g_assert_not_reached ();
  }
}

gboolean
NAME (find) (Chart *chart, const Rules *rules, const ChartScores *scores, int n_sentences, double *best,
             int *const *chosen, GError **error)
{
  Numbers *t = &chart->numbers;

  if (!numbers_reserve (t, rules, scores->n, scores->memory, error))
    return FALSE;
  fill_weights (t, rules, scores, n_sentences);
  fill_chart (t, rules);
  for (int l = 0; l < n_sentences; l++) {
    best[l] = cell (t, rules->goal, 1, t->n)[l];
    if (best[l] > -INFINITY)
      follow (chart, rules, &scores[l], l, chosen[l]);
  }
  return TRUE;
}
