/* test_laws_minplus_float.c - the laws of semiring/minplus_float.h, on integers, whose sums are exact. */
#include "semiring/minplus_float.h"
#include "unit/laws.template.h"
