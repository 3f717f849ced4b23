/* chart_sums.h - sums over all derivations of the sentences in a chart, whatever their scores. */
#ifndef TABULAR_CHART_SUMS_H
#define TABULAR_CHART_SUMS_H

#include "tabular/chart.h"
#include "tabular/wide_number.h"

typedef struct ChartSums ChartSums;

ChartSums *chart_sums_new (void);
void chart_sums_free (ChartSums *sums);

/* The chart that is to be laid out (CHART_DOUBLES, FOR_SUMS or FOR_SHARES) and to get its scores: -infinity forbids, and so it must be
 * where a sentence has no words. */
Chart *chart_sums_chart (ChartSums *sums);

/* The sum of a sentence. Weights are exp (score - origin), with an origin for each slot of the grammar. */
typedef struct {
  int number;   /* of its lane in that chart */
  WideNumber z; /* the sum of weights, divided by 2^exponent; 0: there is no derivation */
  gint64 exponent;
  const double *origins; /* chart_sum_origin() */
  const Chart *chart;    /* where its items and shares are, until another sum is put out */
  int lane;              /* in that */
} ChartSum;

static inline double
chart_sum_origin (const ChartSum *sum, int group, int position)
{
  return sum
      ->origins[(gsize) group * sum->chart->n_list + (gsize) (position * sum->chart->element + sum->lane)];
}

/* Returns log Z, from @log_rest, the logarithm of what Z is without its origins. */
double chart_sum_log_z (const ChartSum *sum, double log_rest);

/* The caller's use of sums. */
typedef struct {
  gpointer data;
  /* Takes the sums of some sentences, which are in one chart. */
  gboolean (*put) (gpointer data, const ChartSum *sums, int n_sums, GError **error);

  /* Multiplies the weights of a sentence, where they are in a chart, by numbers up to 1 (chart_scale()); NULL: there are none. */
  void (*weigh) (gpointer data, int number, const Chart *chart, int lane);

  /* Sets @error to say that memory does not suffice for a sentence, and returns FALSE. */
  gboolean (*fail) (gpointer data, int number, GError **error);
} ChartSumPut;

/* Puts out the sums of all lanes. Other charts than that may have @memory bytes. */
gboolean chart_sums_find (ChartSums *sums, const ChartSumPut *put, guint64 memory, GError **error);

#endif
