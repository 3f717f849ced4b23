/* test_laws_best.c - the laws of semiring/best.h. */
#include "semiring/best.h"
#include "unit/laws.template.h"
