/* test_laws_count.c - the laws of tabular/semiring_count.h. */
#include "tabular/semiring_count.h"

#include "unit/tabular/laws.template.h"
