/* chart_exponents.c - charts of sums of products, in numbers with exponents beside them: of any size. */
#include "tabular/exponential.h"
#include "tabular/scaled.h"

#define Cell           double
#define PLUS_16(x, y)  ((x) + (y))
#define NUMBERS_VECTOR "tabular/numbers_scaled.template.h"
#define HAS_OUTSIDE

/* Numbers with exponents take longer than looking rules up. */
#define COMPILED_FOR(DO) DO (projective)

#include "tabular/chart.template.h"

const ChartNumbers chart_scaled_sums = { .fill = fill, .read_backwards = read_backwards };
