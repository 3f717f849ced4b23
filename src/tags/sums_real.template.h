/* sums_real.template.h - chart_sums.template.h in numbers of the processor. */
#include "decode/decode.h"

#define NUMBER        double
#define ZERO          0.0
#define ONE           1.0
#define IS_ZERO(x)    ((x) == 0)
#define PLUS(x, y)    ((x) + (y))
#define TIMES(x, y)   ((x) * (y))
#define OF_REAL(x)    (x)
#define REAL(x)       (x)
#define INVERSE(x)    (1 / (x))
#define EXPONENTIALS  exponential_row
#define LEAST         0x1p-800
#define LOG(x, shift) exponential_log ((x), (shift))

#include "tags/chart_sums.template.h"
