/* chart_best_float.c - the best well-formed tags of one sentence, in floats. */
#define NUMBER     float
#define LANES      1
#define CHART_KIND chart_best_float

#include "tags/chart_best.template.h"
