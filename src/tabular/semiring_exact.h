/* semiring_exact.h - the least cost with the number of derivations that have it, where arcs have costs of any
 * size and several forms.
 *
 *   (R9)  (v,c) + (w,d) = the pair of less cost, or (v, c + d) if v = w;   (v,c) * (w,d) = (v + w, c d)
 *
 * An arc is a pair too: its cost, an integer, and in how many forms it is there. The weight by which the
 * engine names it is the address of this pair, or 0 for (0,1). Zero, "no derivation", is a pair of number 0.
 */
#ifndef TABULAR_SEMIRING_EXACT_H
#define TABULAR_SEMIRING_EXACT_H

#include <glib.h>
#include <gmp.h>
#include <stdint.h>

#include "tbk/tabular.h"

#define SR_NAME exact

typedef struct {
  __mpz_struct cost;
  gulong number;
} ArcForms;

typedef struct {
  __mpz_struct cost, number;
  __mpz_struct sum; /* scratch */
} ExactValue;

typedef ExactValue SrValue;

static inline void
sr_init (SrValue *x)
{
  mpz_init (&x->cost);
  mpz_init (&x->number);
  mpz_init (&x->sum);
}

static inline void
sr_clear (SrValue *x)
{
  mpz_clear (&x->cost);
  mpz_clear (&x->number);
  mpz_clear (&x->sum);
}

static inline void
sr_zero (SrValue *x)
{
  mpz_set_ui (&x->number, 0);
}

static inline void
sr_one (SrValue *x)
{
  mpz_set_ui (&x->cost, 0);
  mpz_set_ui (&x->number, 1);
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return mpz_sgn (&x->number) == 0;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return sr_is_zero (x) ? sr_is_zero (y)
                        : mpz_cmp (&x->cost, &y->cost) == 0 && mpz_cmp (&x->number, &y->number) == 0;
}

/* x <- x + a * b by (R9), b under an arc of the given weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  const ArcForms *arc = weight == TBK_IMPOSSIBLE_WEIGHT ? NULL : (const ArcForms *) (intptr_t) weight;
  int order;

  if (weight == TBK_IMPOSSIBLE_WEIGHT || (arc != NULL && arc->number == 0) || sr_is_zero (a)
      || sr_is_zero (b))
    return;
  mpz_add (&x->sum, &a->cost, &b->cost);
  if (arc != NULL)
    mpz_add (&x->sum, &x->sum, &arc->cost);
  order = sr_is_zero (x) ? -1 : mpz_cmp (&x->sum, &x->cost);
  if (order > 0)
    return;
  if (order < 0) {
    mpz_set_ui (&x->number, 0);
    mpz_swap (&x->cost, &x->sum);
  }
  if (arc == NULL || arc->number == 1) {
    mpz_addmul (&x->number, &a->number, &b->number);
  } else {
    mpz_mul (&x->sum, &a->number, &b->number);
    mpz_addmul_ui (&x->number, &x->sum, arc->number);
  }
}

#endif
