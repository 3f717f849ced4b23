/* sum_chart_wide.c - sums over well-formed tags in wide numbers: slower, without bounds. */
#include "decode/decode.h"

/* A score by more than 2^49 below the greatest of its word counts as 2^49 below it. */
#define MOST_COST 0x1p49

static inline WideNumber
exp_of_cost (double cost)
{
  return exponential_wide (cost == INFINITY ? INFINITY : MIN (cost, MOST_COST), 0);
}

#define NUMBER      WideNumber
#define ZERO        ((WideNumber){ 0, 0 })
#define IS_ZERO(x)  ((x).m == 0)
#define PLUS(x, y)  wide_add ((x), (y))
#define TIMES(x, y) wide_multiply ((x), (y))
#define EXP(cost)   exp_of_cost (cost)
#define LOG(x)      exponential_wide_log (x)
#define RATIO(x, z) exponential_wide_ratio ((x), (z))
#define NAME(x)     SUM_CHART_##x

#define SUM_CHART_     sum_chart_wide
#define SUM_CHART_new  sum_chart_wide_new
#define SUM_CHART_free sum_chart_wide_free

#include "tags/chart_sums.template.h"
