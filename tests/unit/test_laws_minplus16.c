/* test_laws_minplus16.c - the laws of semiring/minplus16.h. */
#define LEAST_WEIGHT    -8000 /* so that some sums are capped */
#define GREATEST_WEIGHT 0
#include "semiring/minplus16.h"
#include "unit/laws.template.h"
