/* test_laws_wide.c - the laws of tabular/semiring_wide.h, on sums of few powers of 2^256, of which only the greatest count. */
#include "tabular/semiring_wide.h"

#include "unit/tabular/laws.template.h"
