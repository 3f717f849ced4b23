/* chart_lanes.c - the best well-formed tags of several sentences of the same length, side by side in vectors. */
#define NUMBER     double
#define LANES      8
#define CHART_KIND chart_lanes

#include "tags/chart_best.template.h"

G_STATIC_ASSERT (LANES == CHART_LANES);
