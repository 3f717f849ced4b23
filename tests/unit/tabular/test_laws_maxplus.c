/* test_laws_maxplus.c - the laws of tabular/semiring_maxplus.h. */
#include "tabular/semiring_maxplus.h"

#include "unit/tabular/laws.template.h"
