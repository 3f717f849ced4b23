/* test_laws_minplus_double.c - the laws of tabular/semiring_minplus_double.h, on integers, whose sums are exact. */
#include "tabular/semiring_minplus_double.h"

#include "unit/tabular/laws.template.h"
