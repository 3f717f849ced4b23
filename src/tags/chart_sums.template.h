/* chart_sums.template.h - sums over well-formed tags, for one kind of numbers, of LANES sentences at a time.
 *
 * Whoever includes it defines besides what chart.template.h needs: CHART_KIND, the name of the record; EXPONENTIALS (n,costs,
 * base,x) for x[i] = exp (base - costs[i]); LEAST, the least sum that is sure to be right; LOG(x,e) for log (x 2^e); INVERSE(x);
 * and REAL(x), a double.
 *
 * Weights of words are divided by 2^SHIFT, so that no sum is above 1: there are fewer than 7.6^n derivations of n words, whose
 * tags weigh 1 at most. What is too small for a number is lost: below 2^-1074 for each of fewer than 2^50 terms of a sum, times
 * what is outside of it, which is at most some n. So of a sum of 2^-800 all bits are right.
 *
 * Marginals are the derivatives of the logarithm of the sum by the scores. The chart is read backwards: each rule hands on to
 * its parts what the cell is worth.
 */
#define HAS_OUTSIDE
#define CHART_VECTOR "tags/chart_vector.template.h"

#include <math.h>

#include "tags/rules.h"

#include "tags/chart.template.h"

enum { SHIFT = 3 };

struct SumChart {
  Numbers inside, outside;
  double *costs;        /* of a word */
  NUMBER *exponentials; /* of all scores of a lane, then of its root scores; then of the next one's */
  gsize n_costs, n_exponentials;
};

static SumChart *
create (void)
{
  return g_new0 (SumChart, 1);
}

static void
free_chart (SumChart *chart)
{
  if (chart == NULL)
    return;
  numbers_clear (&chart->inside);
  numbers_clear (&chart->outside);
  g_free (chart->costs);
  g_free (chart->exponentials);
  g_free (chart);
}

static inline const RuleWeight *
weight_at (const Rules *rules, int w)
{
  return &g_array_index (rules->weights, RuleWeight, w);
}

/* The exponentials of a lane's scores, or root scores, of word @d. */
static inline NUMBER *
exponentials_at (const SumChart *chart, const ChartScores *scores, int lane, gboolean is_root, int d)
{
  const gsize n = (gsize) scores->n, n_columns = (gsize) scores->n_columns;

  return chart->exponentials + ((2 * (gsize) lane + (gsize) is_root) * n + (gsize) (d - 1)) * n_columns;
}

static void
fill_exponentials (const SumChart *chart, const ChartScores *scores, int lane)
{
  const int n_word = scores->n_word_columns;

  for (int is_root = 0; is_root <= 1; is_root++)
    for (int d = 1; d <= scores->n; d++) {
      const double *row = (const double *) (is_root ? scores->root_scores : scores->scores)
                          + (gsize) (d - 1) * (gsize) scores->n_columns;
      const ChartOrigin *origin = &scores->origins[d];
      NUMBER *to = exponentials_at (chart, scores, lane, is_root, d);

      for (int c = 0; c < scores->n_columns; c++)
        chart->costs[c] = -row[c];
      EXPONENTIALS (n_word, chart->costs, -origin->word, to);
      if (scores->n_columns > n_word)
        EXPONENTIALS (scores->n_columns - n_word, chart->costs + n_word, -origin->gap, to + n_word);
    }
}

/* Of a weight of words, 2^-SHIFT. */
static inline NUMBER
weight_scale (const RuleWeight *weight)
{
  return weight->is_gap ? ONE : OF_REAL (1. / (1 << SHIFT));
}

static void
fill_weights (const SumChart *chart, const Rules *rules, const ChartScores *scores, int n_sentences)
{
  const Numbers *t = &chart->inside;

  for (int d = 1; d <= t->n; d++)
    for (int l = 0; l < LANES; l++)
      for (int w = 0; w < (int) rules->weights->len; w++) {
        const RuleWeight *of = weight_at (rules, w);
        const int *columns = &g_array_index (rules->columns, int, of->first);
        const NUMBER *row = exponentials_at (chart, scores, l, of->is_root, d);
        NUMBER sum = ZERO;

        for (int c = 0; c < of->n && l < n_sentences; c++)
          sum = PLUS (sum, row[columns[c]]);
        weight_cell (t, w, d)[l] = TIMES (sum, weight_scale (of));
      }
}

/* exp (score - origin) of arcs. */
static void
fill_arcs (const SumChart *chart, const ChartScores *scores, int n_sentences)
{
  const Numbers *t = &chart->inside;

  for (int l = 0; l < n_sentences; l++)
    for (int d = 1; d <= t->n; d++)
      for (int h = 0; h <= t->n; h++)
        if (h != d && scores[l].arcs == NULL) {
          arc_cell (t, h, d)[l] = ONE;
        } else if (h != d) {
          const double cost = -scores[l].arcs[d * (t->n + 1) + h];

          EXPONENTIALS (1, &cost, -scores[l].arc_origins[d], arc_cell (t, h, d) + l);
        }
}

static void
put_arc_marginals (const SumChart *chart, int lane, const ChartSum *to)
{
  const int n = chart->inside.n;

  for (int d = 1; d <= n; d++)
    for (int h = 0; h <= n; h++)
      to->arc_marginals[d * (n + 1) + h] =
          h == d
              ? 0
              : REAL (TIMES (arc_cell (&chart->outside, h, d)[lane], arc_cell (&chart->inside, h, d)[lane]));
}

static void
put_marginals (const SumChart *chart, const Rules *rules, const ChartScores *scores, int lane,
               const ChartSum *to)
{
  for (int d = 1; d <= scores->n; d++)
    for (int w = 0; w < (int) rules->weights->len; w++) {
      const RuleWeight *of = weight_at (rules, w);
      const int *columns = &g_array_index (rules->columns, int, of->first);
      const NUMBER *row = exponentials_at (chart, scores, lane, of->is_root, d);
      const NUMBER worth = TIMES (weight_cell (&chart->outside, w, d)[lane], weight_scale (of));
      double *shares =
          (of->is_root ? to->root_marginals : to->marginals) + (gsize) (d - 1) * (gsize) scores->n_columns;

      for (int c = 0; c < of->n; c++)
        shares[columns[c]] += REAL (TIMES (worth, row[columns[c]]));
    }
}

/* The logarithms of sums, and where marginals begin: a share of 1 for the goal. Whether there are any. */
static gboolean
begin_outside (const SumChart *chart, const Rules *rules, int n_sentences, ChartSum *sums, NUMBER *begin)
{
  const int n = chart->inside.n;
  gboolean has_any = FALSE;

  for (int l = 0; l < LANES; l++) {
    const NUMBER z = cell (&chart->inside, rules->goal, 1, n)[l];

    begin[l] = ZERO;
    if (l >= n_sentences)
      continue;
    sums[l].is_refused = REAL (z) < LEAST;
    sums[l].log_z = IS_ZERO (z) ? -INFINITY : LOG (z, SHIFT * n);
    if (sums[l].marginals == NULL || sums[l].is_refused || IS_ZERO (z))
      continue;
    begin[l] = INVERSE (z);
    has_any = TRUE;
  }
  return has_any;
}

static gboolean
sum (SumChart *chart, const Rules *rules, const ChartScores *scores, int n_sentences, ChartSum *sums,
     GError **error)
{
  Numbers *in = &chart->inside, *out = &chart->outside;
  const gsize n_scores = (gsize) scores->n * (gsize) scores->n_columns;
  NUMBER begin[LANES];
  guint64 before;

  if (!try_reserve (&chart->costs, &chart->n_costs, (gsize) scores->n_columns + 1, sizeof (double))
      || !try_reserve (&chart->exponentials, &chart->n_exponentials, 2 * LANES * n_scores + 1,
                       sizeof (NUMBER)))
    return memory_fail (error, "the tags of %d words", scores->n);
  if (!numbers_reserve (in, rules, scores->n, scores->memory / 2, error))
    return FALSE;
  for (int l = 0; l < n_sentences; l++)
    fill_exponentials (chart, &scores[l], l);
  fill_weights (chart, rules, scores, n_sentences);
  if (rules->has_arcs)
    fill_arcs (chart, scores, n_sentences);
  before = exponential_flush_small ();
  fill_chart (in, rules);
  exponential_flush_as_before (before);
  if (!begin_outside (chart, rules, n_sentences, sums, begin))
    return TRUE;
  if (!numbers_reserve (out, rules, scores->n, scores->memory / 2, error))
    return FALSE;
  for (NUMBER *weight = out->weights; weight < out->numbers + out->apart; weight++)
    *weight = ZERO;
  for (int l = 0; l < LANES; l++)
    cell (out, rules->goal, 1, out->n)[l] = begin[l];
  before = exponential_flush_small ();
  BY_VECTOR (hand_on_, (in, out, rules));
  exponential_flush_as_before (before);
  for (int l = 0; l < n_sentences; l++)
    if (!IS_ZERO (begin[l])) {
      put_marginals (chart, rules, &scores[l], l, &sums[l]);
      if (sums[l].arc_marginals != NULL)
        put_arc_marginals (chart, l, &sums[l]);
    }
  return TRUE;
}

const SumChartKind CHART_KIND = { LANES, sizeof (NUMBER), 2 * sizeof (NUMBER), create, free_chart, sum };
