/* test_laws_minplus8.c - the laws of semiring/minplus8.h. */
#define LEAST_WEIGHT    -30 /* so that some sums are capped */
#define GREATEST_WEIGHT 0
#include "semiring/minplus8.h"
#include "unit/laws.template.h"
