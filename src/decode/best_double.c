/* best_double.c - the best projective trees of scores that are doubles. */
#include <glib.h>
#include <math.h>

#include "base/base.h"

/* A cell holds a cost; a flag is an integer of the same size, so that masks of comparisons fit on vectors. */
typedef double Cell;
typedef gint64 Flag;

#define REAL                         TBK_FLOAT64
#define ABSOLUTE(x)                  fabs (x)
#define NAME                         best_double_task
#define LANES                        lanes_minplus_double
#define CHART                        CHART_DOUBLE
#define READ_COSTS(s, d, costs, row) ((void) (row), scores_costs_double (s, d, costs))
#include "decode/best.template.h"
