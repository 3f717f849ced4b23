/* sum_lanes_scaled.c - sums over the well-formed tags of several sentences side by side, in numbers with exponents. */
#define LANES      8
#define CHART_KIND sum_lanes_scaled

#include "tags/chart_scaled.template.h"
