/* chart_reals.c - charts of sums of products, in numbers of the processor. */
#define Cell           double
#define ZERO           0.
#define ONE            1.
#define TIMES(x, y)    ((x) * (y))
#define PLUS_ANY(x, y) ((x) + (y))
#define PLUS_16        PLUS_ANY
#define PLUS_32        PLUS_ANY
#define PLUS_64        PLUS_ANY
#define NUMBERS_VECTOR "tabular/numbers_plain.template.h"
#define HAS_OUTSIDE

#include "tabular/chart.template.h"

const ChartNumbers chart_sums = { .fill = fill, .read_backwards = read_backwards };
