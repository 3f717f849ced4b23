/* test_laws_maxplus.c - the laws of semiring/maxplus.h. */
#include "semiring/maxplus.h"
#include "unit/laws.template.h"
