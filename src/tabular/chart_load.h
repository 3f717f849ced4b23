/* chart_load.h - scores of arcs put into charts, for all lanes side by side. */
#ifndef TABULAR_CHART_LOAD_H
#define TABULAR_CHART_LOAD_H

#include "tabular/chart.h"

/* Makes the scores [a][@b] of a matrix, for all positions a, those of the lanes: @rows[lane][a], or where they are costs those with the
 * other sign; -infinity if that is -@limit or less. A row has n + 1 numbers. Floats go into charts of floats, doubles into others. FALSE if
 * a score is NaN, or @limit or more. */
gboolean chart_load_floats (const Chart *chart, int matrix, int b, const float *const *rows,
                            gboolean are_costs, float limit);
gboolean chart_load_doubles (const Chart *chart, int matrix, int b, const double *const *rows,
                             gboolean are_costs, double limit);

#endif
