/* chart_best.c - the best well-formed tags of one sentence. */
#define NUMBER     double
#define LANES      1
#define CHART_KIND chart_best

#include "tags/chart_best.template.h"
