/* test_laws_wide.c - the laws of semiring/wide.h, on sums of few powers of 2^256, of which only the greatest count. */
#include "semiring/wide.h"
#include "unit/laws.template.h"
