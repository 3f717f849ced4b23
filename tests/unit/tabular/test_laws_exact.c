/* test_laws_exact.c - the laws of tabular/semiring_exact.h, whose weights are arcs. */
#include "tabular/semiring_exact.h"

static gint64 arc_of (gint64 weight);
#define WEIGHT_OF(weight) arc_of (weight)
#include "unit/tabular/laws.template.h"

/* Arcs of each cost from LEAST_WEIGHT, in 1 to 3 forms. */
static gint64
arc_of (gint64 weight)
{
  static ArcForms arcs[GREATEST_WEIGHT - LEAST_WEIGHT + 1];
  ArcForms *arc = &arcs[weight - LEAST_WEIGHT];

  if (arc->cost._mp_d == NULL)
    mpz_init_set_si (&arc->cost, weight);
  arc->number = 1 + (gulong) (weight - LEAST_WEIGHT) % 3;
  return (gint64) (intptr_t) arc;
}
