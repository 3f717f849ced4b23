/* chart_lanes_float.c - the best well-formed tags of several sentences side by side, in floats. */
#define NUMBER     float
#define LANES      16
#define CHART_KIND chart_lanes_float

#include "tags/chart_best.template.h"

G_STATIC_ASSERT (LANES == CHART_LANES_FLOAT);
