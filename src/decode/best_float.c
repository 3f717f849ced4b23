/* best_float.c - the best projective trees of scores that are floats. */
#include <glib.h>
#include <math.h>

#include "base/base.h"

/* A cell holds a cost; a flag is an integer of the same size, so that masks of comparisons fit on vectors. */
typedef float Cell;
typedef gint32 Flag;

#define REAL                         TBK_FLOAT32
#define ABSOLUTE(x)                  fabsf (x)
#define NAME                         best_float_task
#define LANES                        lanes_minplus_float
#define CHART                        CHART_FLOAT
#define READ_COSTS(s, d, costs, row) scores_costs_float (s, d, costs, row)
#include "decode/best.template.h"
