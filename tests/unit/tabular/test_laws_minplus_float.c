/* test_laws_minplus_float.c - the laws of tabular/semiring_minplus_float.h, on integers, whose sums are exact. */
#include "tabular/semiring_minplus_float.h"

#include "unit/tabular/laws.template.h"
