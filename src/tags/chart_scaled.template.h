/* chart_scaled.template.h - sums over well-formed tags in numbers with exponents beside them, of LANES sentences at a time: of
 * scores of any size.
 *
 * Whoever includes it defines LANES and CHART_KIND, the name of the record. Numbers are those of tabular/semiring_scaled.h: weights
 * of words are divided by 2^SHIFT, and at most 1/8; there are fewer than 7.6^n derivations of n words, so that no sum is above 1.
 */
#include <math.h>

#include "decode/decode.h"
#include "tabular/semiring_scaled.h"
#include "tags/rules.h"

#define NUMBER double
#define ZERO   0.0
#define ONE    1.0
#define HAS_EXPONENTS
#define CHART_VECTOR "tags/chart_scaled_vector.template.h"

#include "tags/chart.template.h"

enum { SHIFT = 4 };

/* The exponent of a number of a chart. */
static inline gint64 *
exponent_of (const Numbers *t, const double *number)
{
  return (gint64 *) number + t->apart;
}

struct SumChart {
  Numbers inside;
  double *outside; /* of its numbers */
  double *costs;   /* of a word */

  /* The exponentials of all scores of a lane, then of its root scores; then of the next one's. */
  double *m;
  gint64 *e;
  gsize n_outside, n_costs, n_m, n_e;
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
  g_free (chart->outside);
  g_free (chart->costs);
  g_free (chart->m);
  g_free (chart->e);
  g_free (chart);
}

/* Where the exponentials of a lane's scores, or root scores, of word @d begin. */
static inline gsize
exponentials_at (const ChartScores *scores, int lane, gboolean is_root, int d)
{
  const gsize n = (gsize) scores->n, n_columns = (gsize) scores->n_columns;

  return ((2 * (gsize) lane + (gsize) is_root) * n + (gsize) (d - 1)) * n_columns;
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
      const gsize at = exponentials_at (scores, lane, is_root, d);

      for (int c = 0; c < scores->n_columns; c++)
        chart->costs[c] = -row[c];
      exponential_scaled_row (n_word, chart->costs, -origin->word, SHIFT, chart->m + at, chart->e + at);
      if (scores->n_columns > n_word)
        exponential_scaled_row (scores->n_columns - n_word, chart->costs + n_word, -origin->gap, 0,
                                chart->m + at + n_word, chart->e + at + n_word);
    }
}

static inline const RuleWeight *
weight_at (const Rules *rules, int w)
{
  return &g_array_index (rules->weights, RuleWeight, w);
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
        const gsize row = exponentials_at (scores, l, of->is_root, d);
        WideNumber sum = { 0, 0 };
        double *number = weight_cell (t, w, d) + l;

        for (int c = 0; c < of->n && l < n_sentences; c++) {
          const gsize at = row + (gsize) columns[c];

          if (chart->m[at] != 0)
            sum = wide_add (sum, wide_normalize (chart->m[at], chart->e[at] / UNIT));
        }
        *number = sum.m;
        *exponent_of (t, number) = sum.m == 0 ? NO_EXPONENT : sum.e * UNIT;
      }
}

/* exp (score - origin) of arcs. */
static void
fill_arcs (const SumChart *chart, const ChartScores *scores, int n_sentences)
{
  const Numbers *t = &chart->inside;

  for (double *arc = t->arcs; arc < t->numbers + t->apart; arc++)
    *exponent_of (t, arc) = NO_EXPONENT;
  for (int l = 0; l < n_sentences; l++)
    for (int d = 1; d <= t->n; d++)
      for (int h = 0; h <= t->n; h++) {
        const double cost = scores[l].arcs == NULL ? 0 : -scores[l].arcs[d * (t->n + 1) + h];
        double *arc = arc_cell (t, h, d) + l;

        if (h != d)
          exponential_scaled_row (1, &cost, scores[l].arcs == NULL ? 0 : -scores[l].arc_origins[d], 0, arc,
                                  exponent_of (t, arc));
      }
}

static void
put_arc_marginals (const SumChart *chart, int lane, const ChartSum *to)
{
  const Numbers *t = &chart->inside;

  for (int d = 1; d <= t->n; d++)
    for (int h = 0; h <= t->n; h++) {
      const double *arc = arc_cell (t, h, d) + lane;

      to->arc_marginals[d * (t->n + 1) + h] = h == d ? 0 : chart->outside[arc - t->numbers] * *arc;
    }
}

/* x 2^e, of which little is left if it is 2^512 times smaller. */
static inline double
scale (double x, gint64 e)
{
  return e < -2 * UNIT ? 0 : ldexp (x, (int) e);
}

static void
put_marginals (const SumChart *chart, const Rules *rules, const ChartScores *scores, int lane,
               const ChartSum *to)
{
  const Numbers *t = &chart->inside;

  for (int d = 1; d <= scores->n; d++)
    for (int w = 0; w < (int) rules->weights->len; w++) {
      const RuleWeight *of = weight_at (rules, w);
      const int *columns = &g_array_index (rules->columns, int, of->first);
      const gsize row = exponentials_at (scores, lane, of->is_root, d);
      const double *weight = weight_cell (t, w, d) + lane;
      const double worth = chart->outside[weight - t->numbers];
      double *shares =
          (of->is_root ? to->root_marginals : to->marginals) + (gsize) (d - 1) * (gsize) scores->n_columns;

      for (int c = 0; c < of->n && *weight != 0; c++) {
        const gsize at = row + (gsize) columns[c];

        shares[columns[c]] += worth * scale (chart->m[at], chart->e[at] - *exponent_of (t, weight));
      }
    }
}

/* All of a chart is zero but weights, and the exponent of 1. */
static void
clear_exponents (const Numbers *t, const Rules *rules)
{
  const gsize n_cells = (gsize) (t->weights - t->numbers);

  for (gsize i = 0; i < n_cells; i++)
    exponent_of (t, t->numbers)[i] = NO_EXPONENT;
  for (int l = 0; l < LANES; l++)
    exponent_of (t, one_cell (t, rules))[l] = 0;
}

/* The logarithms of sums, and where marginals begin, by (R12). Whether there are any. */
static gboolean
begin_outside (const SumChart *chart, const Rules *rules, int n_sentences, ChartSum *sums, double *begin)
{
  const Numbers *t = &chart->inside;
  const double *z = cell (t, rules->goal, 1, t->n);
  gboolean has_any = FALSE;

  for (int l = 0; l < LANES; l++) {
    begin[l] = 0;
    if (l >= n_sentences)
      continue;
    sums[l].is_refused = FALSE;
    sums[l].log_z = z[l] == 0 ? -INFINITY : exponential_log (z[l], exponent_of (t, z)[l] + SHIFT * t->n);
    if (sums[l].marginals == NULL || z[l] == 0)
      continue;
    begin[l] = 1 / z[l];
    has_any = TRUE;
  }
  return has_any;
}

static gboolean
sum (SumChart *chart, const Rules *rules, const ChartScores *scores, int n_sentences, ChartSum *sums,
     GError **error)
{
  Numbers *t = &chart->inside;
  const gsize n_scores = 2 * LANES * (gsize) scores->n * (gsize) scores->n_columns + 1;
  const gsize n_columns = (gsize) scores->n_columns + 1;
  double begin[LANES];
  guint64 before;

  if (!try_reserve (&chart->costs, &chart->n_costs, n_columns, sizeof (double))
      || !try_reserve (&chart->m, &chart->n_m, n_scores, sizeof (double))
      || !try_reserve (&chart->e, &chart->n_e, n_scores, sizeof (gint64)))
    return memory_fail (error, "the tags of %d words", scores->n);
  if (!numbers_reserve (t, rules, scores->n, scores->memory / 3 * 2, error))
    return FALSE;
  clear_exponents (t, rules);
  for (int l = 0; l < n_sentences; l++)
    fill_exponentials (chart, &scores[l], l);
  fill_weights (chart, rules, scores, n_sentences);
  if (rules->has_arcs)
    fill_arcs (chart, scores, n_sentences);
  fill_chart (t, rules);
  if (!begin_outside (chart, rules, n_sentences, sums, begin))
    return TRUE;
  if (!try_reserve (&chart->outside, &chart->n_outside, t->apart, sizeof (double)))
    return memory_fail (error, "the tags of %d words", scores->n);
  memset (chart->outside, 0, t->apart * sizeof (double));
  memcpy (chart->outside + (cell (t, rules->goal, 1, t->n) - t->numbers), begin, sizeof begin);
  before = exponential_flush_small ();
  BY_VECTOR (hand_on_, (t, chart->outside, rules));
  exponential_flush_as_before (before);
  for (int l = 0; l < n_sentences; l++)
    if (begin[l] != 0) {
      put_marginals (chart, rules, &scores[l], l, &sums[l]);
      if (sums[l].arc_marginals != NULL)
        put_arc_marginals (chart, l, &sums[l]);
    }
  return TRUE;
}

const SumChartKind CHART_KIND = { LANES, 2 * sizeof (double), 3 * sizeof (double), create, free_chart, sum };
