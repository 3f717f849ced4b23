/* chart_read.h - derivations read from a filled chart: from the best on, and drawn by their shares. */
#ifndef TABULAR_CHART_READ_H
#define TABULAR_CHART_READ_H

#include "tabular/chart.h"
#include "tabular/n_best.h"
#include "tbk/base.h"

/* Begins with the best derivation of a chart of one sentence, filled with greatest sums of doubles. FALSE if memory does not suffice. */
gboolean chart_begin_n_best (const Chart *chart, NBest *n_best);

/* Hands out the next derivation, those edges that have weights; returns what n_best_next() does. */
int chart_next_n_best (const Chart *chart, NBest *n_best, ChartVisit visit, gpointer data);

/* Draws a derivation of a lane of a chart of sums, each with its share; hands out the edges that have weights. There must be one. */
void chart_draw (const Chart *chart, int lane, TbkRandom *random, ChartVisit visit, gpointer data);

#endif
