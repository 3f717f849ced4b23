/* test_laws_count.c - the laws of semiring/count.h. */
#include "semiring/count.h"
#include "unit/laws.template.h"
