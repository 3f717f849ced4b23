/* semiring_best.h - the greatest weight with the number of derivations that reach it.
 *
 *   (R1)  (v,c) + (w,d) = the pair of greater weight, or (v, c + d) if v = w
 *   (R2)  (v,c) * (w,d) = (v + w, c d)
 *
 * Zero, "no derivation", is every pair with a weight below -2^59 (see semiring_maxplus.h for the bounds).
 */
#ifndef TABULAR_SEMIRING_BEST_H
#define TABULAR_SEMIRING_BEST_H

#include <glib.h>
#include <gmp.h>

#include "base/numbers.h"
#include "tbk/tabular.h"

#define SR_NAME best

typedef struct {
  gint64 weight;
  __mpz_struct number;
} SrValue;

static inline void
sr_init (SrValue *x)
{
  x->weight = TBK_IMPOSSIBLE_WEIGHT;
  mpz_init (&x->number);
}

static inline void
sr_clear (SrValue *x)
{
  mpz_clear (&x->number);
}

static inline void
sr_zero (SrValue *x)
{
  x->weight = TBK_IMPOSSIBLE_WEIGHT;
  mpz_set_ui (&x->number, 0);
}

static inline void
sr_one (SrValue *x)
{
  x->weight = 0;
  mpz_set_ui (&x->number, 1);
}

static inline gboolean
sr_fits (void)
{
  return numbers_fit ();
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return x->weight < TBK_IMPOSSIBLE_WEIGHT / 2;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return sr_is_zero (x) ? sr_is_zero (y) : x->weight == y->weight && mpz_cmp (&x->number, &y->number) == 0;
}

/* x <- x + a * b by (R1) and (R2), b under an arc of the given weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  gint64 product = a->weight + weight + b->weight;

  if (product < x->weight || product < TBK_IMPOSSIBLE_WEIGHT / 2)
    return;
  if (product > x->weight) {
    x->weight = product;
    mpz_mul (&x->number, &a->number, &b->number);
  } else {
    mpz_addmul (&x->number, &a->number, &b->number);
  }
}

#endif
