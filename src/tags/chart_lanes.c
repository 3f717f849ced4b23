/* chart_lanes.c - the best well-formed tags of several sentences of the same length, side by side in vectors. */
#define LANES      8
#define NAME(x)    CHART_##x
#define CHART_new  chart_lanes_new
#define CHART_free chart_lanes_free
#define CHART_find chart_lanes_find

#include "tags/chart_best.template.h"

G_STATIC_ASSERT (LANES == CHART_LANES);
