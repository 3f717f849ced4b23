/* wide_tag_sums.c - the chart of sums over well-formed tags in wide numbers. */
#include "brute/wide_tag_sums.h"

#include "decode/decode.h"
#include "tabular/wide_number.h"

/* A score by more than 2^49 below the greatest of its word counts as 2^49 below it. */
static void
find_exponentials (int n, const double *costs, double base, WideNumber *x)
{
  for (int i = 0; i < n; i++)
    x[i] = exponential_wide (costs[i] == INFINITY ? INFINITY : MIN (costs[i] - base, 0x1p49), 0);
}

#define NUMBER        WideNumber
#define LANES         1
#define ZERO          ((WideNumber){ 0, 0 })
#define ONE           ((WideNumber){ 1, 0 })
#define IS_ZERO(x)    ((x).m == 0)
#define PLUS(x, y)    wide_add ((x), (y))
#define TIMES(x, y)   wide_multiply ((x), (y))
#define OF_REAL(x)    wide_normalize ((x), 0)
#define REAL(x)       exponential_wide_ratio ((x), ONE)
#define INVERSE(x)    wide_normalize (1 / (x).m, -(x).e)
#define EXPONENTIALS  find_exponentials
#define LEAST         (-1)
#define LOG(x, shift) exponential_log ((x).m, 256 * (x).e + (shift))
#define CHART_KIND    wide_tag_sums

#include "tags/chart_sums.template.h"
