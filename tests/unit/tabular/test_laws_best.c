/* test_laws_best.c - the laws of tabular/semiring_best.h. */
#include "tabular/semiring_best.h"

#include "unit/tabular/laws.template.h"
