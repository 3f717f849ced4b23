/* sum_chart_real.c - sums over well-formed tags in numbers of the processor. */
#include "decode/decode.h"

#define NUMBER      double
#define ZERO        0.0
#define IS_ZERO(x)  ((x) == 0)
#define PLUS(x, y)  ((x) + (y))
#define TIMES(x, y) ((x) * (y))
#define EXP(cost)                                                                                            \
  ((cost) < 700 ? exponential_of (-(cost)) : 0.0) /* more is forbidden, or behind the last word */
#define LOG(x)      exponential_log ((x), 0)
#define RATIO(x, z) ((x) / (z))
#define NAME(x)     SUM_CHART_##x

#define SUM_CHART_     sum_chart_real
#define SUM_CHART_new  sum_chart_real_new
#define SUM_CHART_free sum_chart_real_free

#include "tags/chart_sums.template.h"
