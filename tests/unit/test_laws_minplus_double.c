/* test_laws_minplus_double.c - the laws of semiring/minplus_double.h, on integers, whose sums are exact. */
#include "semiring/minplus_double.h"
#include "unit/laws.template.h"
