/* sum_lanes_real.c - sums over the well-formed tags of several sentences side by side, in numbers of the processor. */
#define LANES      8
#define CHART_KIND sum_lanes_real

#include "tags/sums_real.template.h"
