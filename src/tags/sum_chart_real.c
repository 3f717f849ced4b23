/* sum_chart_real.c - sums over the well-formed tags of one sentence, in numbers of the processor. */
#define LANES      1
#define CHART_KIND sum_chart_real

#include "tags/sums_real.template.h"
