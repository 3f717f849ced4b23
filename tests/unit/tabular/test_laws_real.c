/* test_laws_real.c - the laws of tabular/semiring_real.h, on sums of few powers of 2, which are exact. */
#include "tabular/semiring_real.h"

#include "unit/tabular/laws.template.h"
