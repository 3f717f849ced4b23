/* chart_best.c - the best well-formed tags of one sentence. */
#define LANES      1
#define NAME(x)    CHART_##x
#define CHART_new  chart_best_new
#define CHART_free chart_best_free
#define CHART_find chart_best_find

#include "tags/chart_best.template.h"
