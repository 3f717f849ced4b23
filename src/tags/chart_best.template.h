/* chart_best.template.h - the best well-formed tags, by a chart of sums and greatest numbers, of LANES sentences at a time.
 *
 * Whoever includes it defines NUMBER, LANES and CHART_KIND, the name of the record.
 */
#define ZERO        ((NUMBER) -INFINITY)
#define ONE         0
#define IS_ZERO(x)  ((x) == ZERO)
#define PLUS(x, y)  ((y) > (x) ? (y) : (x))
#define TIMES(x, y) ((x) + (y))

#ifdef __x86_64__
#define GREATEST(width, bits, x, y)                                                                          \
  ((Vector) (sizeof (NUMBER) == sizeof (float)                                                               \
                 ? (__m##bits##i) _mm##width##_max_ps ((__m##bits) (x), (__m##bits) (y))                     \
                 : (__m##bits##i) _mm##width##_max_pd ((__m##bits##d) (x), (__m##bits##d) (y))))
#define SUM_16(x, y) GREATEST (, 128, x, y)
#define SUM_32(x, y) GREATEST (256, 256, x, y)
#define SUM_64(x, y) GREATEST (512, 512, x, y)
#else
#define Mask             typeof ((Vector){} < (Vector){})
#define SUM_VECTOR(x, y) ((Vector) (((Mask) (y) & (Mask) ((y) > (x))) | ((Mask) (x) & ~(Mask) ((y) > (x)))))
#endif

#define CHART_VECTOR "tags/chart_vector.template.h"

#include <math.h>

#include "tags/rules.h"

#include "tags/chart.template.h"

/* A symbol over words i..j whose best derivation is to be found. */
typedef struct {
  int symbol, i, j;
} Goal;

struct Chart {
  Numbers numbers;
  GArray *goals;
};

static Chart *
create (void)
{
  Chart *chart = g_new0 (Chart, 1);

  chart->goals = g_array_new (FALSE, FALSE, sizeof (Goal));
  return chart;
}

static void
free_chart (Chart *chart)
{
  if (chart == NULL)
    return;
  numbers_clear (&chart->numbers);
  g_array_unref (chart->goals);
  g_free (chart);
}

static inline const NUMBER *
score_row (const ChartScores *scores, gboolean is_root, int word)
{
  return (const NUMBER *) (is_root ? scores->root_scores : scores->scores)
         + (gsize) (word - 1) * (gsize) scores->n_columns;
}

/* The best of the tags of a weight, the first of these. */
static inline int
find_column (const Rules *rules, const NUMBER *row, const RuleWeight *weight)
{
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
  const RuleWeight *weights = (const RuleWeight *) (gconstpointer) rules->weights->data;
  const int n_weights = (int) rules->weights->len;

  for (int d = 1; d <= t->n; d++)
    for (int l = 0; l < LANES; l++) {
      const ChartScores *of = &scores[MIN (l, n_sentences - 1)];
      const NUMBER *rows[] = { score_row (of, FALSE, d), score_row (of, TRUE, d) };

      for (int w = 0; w < n_weights; w++) {
        const NUMBER *row = rows[weights[w].is_root];

        weight_cell (t, w, d)[l] = l >= n_sentences ? ZERO : row[find_column (rules, row, &weights[w])];
      }
    }
}

/* The scores of arcs. */
static void
fill_arcs (const Numbers *t, const ChartScores *scores, int n_sentences)
{
  for (int l = 0; l < n_sentences; l++)
    for (int d = 1; d <= t->n; d++)
      for (int h = 0; h <= t->n; h++)
        if (h != d)
          arc_cell (t, h, d)[l] = scores[l].arcs == NULL ? ONE : (NUMBER) scores[l].arcs[d * (t->n + 1) + h];
}

static void
push_goal (Chart *chart, int symbol, int i, int j)
{
  const Goal goal = { symbol, i, j };

  g_array_append_val (chart->goals, goal);
}

/* What a rule that is no product multiplies for words i..j: @part and the weight of @word, NULL and 0 for none. FALSE if it gives
 * nothing there. */
static gboolean
find_parts (const Numbers *t, const Rule *rule, int i, int j, NUMBER **part, int *word)
{
  *part = NULL;
  *word = 0;
  switch (rule->kind) {
  case RULE_WORD:
    *word = i;
    return i == j;
  case RULE_BEHIND:
    *part = cell (t, rule->left, i, j - 1);
    *word = j;
    return i < j;
  case RULE_BEFORE:
    *word = i;
    if (i == j)
      return FALSE;
    *part = cell (t, rule->left, i + 1, j);
    return TRUE;
  case RULE_GAP_BEHIND:
    *part = cell (t, rule->left, i, j);
    *word = j;
    return TRUE;
  case RULE_GAP_BEFORE:
    *part = cell (t, rule->left, i, j);
    *word = i - 1;
    return i > 1;
  default: /* RULE_COPY, and arcs: find_arc() */
    *part = cell (t, rule->left, i, j);
    return rule->kind != RULE_ARC_LEFT || j < t->n;
  }
}

/* The weight of the arc of a rule for words i..j. */
static inline const NUMBER *
find_arc (const Numbers *t, const Rule *rule, int i, int j)
{
  return rule->kind == RULE_ARC_RIGHT  ? arc_cell (t, i - 1, j)
         : rule->kind == RULE_ARC_LEFT ? arc_cell (t, j + 1, i)
                                       : arc_cell (t, 0, i);
}

/* Finds a rule that is no product with the value of the cell of a lane. Sums are made again, of the same numbers. */
static gboolean
follow_rule (Chart *chart, const Rules *rules, const ChartScores *scores, int lane, Goal goal, int *chosen)
{
  const Numbers *t = &chart->numbers;
  const NUMBER value = cell (t, goal.symbol, goal.i, goal.j)[lane];

  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    const RuleWeight *weight;
    NUMBER *part;
    int word;

    if (rule->to != goal.symbol || !find_parts (t, rule, goal.i, goal.j, &part, &word))
      continue;
    /* No bits are kept that the chart has not. */
    if ((NUMBER) ((part == NULL ? 0 : part[lane])
                  + (rule_has_arc (rule) ? find_arc (t, rule, goal.i, goal.j)[lane]
                     : word == 0         ? 0
                                         : weight_cell (t, rule_weight (rule, goal.i), word)[lane]))
        != value)
      continue;
    weight = &g_array_index (rules->weights, RuleWeight, MAX (rule_weight (rule, goal.i), 0));
    if (word > 0)
      chosen[2 * word + (rule->kind == RULE_GAP_BEFORE || rule->kind == RULE_GAP_BEHIND)] =
          find_column (rules, score_row (scores, weight->is_root, word), weight);
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
  const NUMBER value = cell (t, goal.symbol, goal.i, goal.j)[lane];

  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);

    for (int k = goal.i; rule->to == goal.symbol && k < goal.j; k++)
      if ((NUMBER) (cell (t, rule->left, goal.i, k)[lane] + cell (t, rule->right, k + 1, goal.j)[lane])
          == value) {
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

static gboolean
find (Chart *chart, const Rules *rules, const ChartScores *scores, int n_sentences, double *best,
      int *const *chosen, GError **error)
{
  Numbers *t = &chart->numbers;

  if (!numbers_reserve (t, rules, scores->n, scores->memory, error))
    return FALSE;
  fill_weights (t, rules, scores, n_sentences);
  if (rules->has_arcs)
    fill_arcs (t, scores, n_sentences);
  fill_chart (t, rules);
  for (int l = 0; l < n_sentences; l++) {
    best[l] = cell (t, rules->goal, 1, t->n)[l];
    if (best[l] > -INFINITY)
      follow (chart, rules, &scores[l], l, chosen[l]);
  }
  return TRUE;
}

const TagChartKind CHART_KIND = { LANES, sizeof (NUMBER), create, free_chart, find };
