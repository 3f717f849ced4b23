/* test_laws_real.c - the laws of semiring/real.h, on sums of few powers of 2, which are exact. */
#include "semiring/real.h"
#include "unit/laws.template.h"
