/* sum_chart_scaled.c - sums over the well-formed tags of one sentence or two, in numbers with exponents. */
#define LANES      2
#define CHART_KIND sum_chart_scaled

#include "tags/chart_scaled.template.h"
