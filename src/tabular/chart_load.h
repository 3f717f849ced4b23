/* chart_load.h - scores put into charts, for all lanes side by side. */
#ifndef TABULAR_CHART_LOAD_H
#define TABULAR_CHART_LOAD_H

#include "tabular/chart.h"
#include "tbk/decode.h"

/* Lines of cells of a chart: of the first @n elements, from @at, each @step further; each next line begins @line_step further, and has
 * @grows more. */
typedef struct {
  gssize at, step, line_step;
  int n, grows, n_lines;
  gboolean are_costs; /* the numbers are scores with the other sign */
  gboolean adds;      /* they are added to what is there */
  double limit;       /* sums of -limit or less become -infinity */
} ChartLines;

/* Sets the first line to @rows[lane][0] and so on, and each next one to what is @apart numbers further. Numbers of a chart of floats are
 * floats. FALSE if a sum is NaN, or the limit or more. */
gboolean chart_load (const Chart *chart, const ChartLines *lines, TbkReal real, const gconstpointer *rows,
                     gssize apart);

/* Forbids all scores. */
void chart_forbid_weights (const Chart *chart);

#endif
