/* semiring_count.h - (+, *) on natural numbers of any size: the number of derivations.
 *
 *   (R3)  x + y and x * y are those of numbers; one derivation is 1, none is 0
 *
 * A weight counts only in that TBK_IMPOSSIBLE_WEIGHT makes a product zero.
 */
#ifndef TABULAR_SEMIRING_COUNT_H
#define TABULAR_SEMIRING_COUNT_H

#include <glib.h>
#include <gmp.h>

#include "tbk/tabular.h"

#define SR_NAME count

typedef __mpz_struct SrValue;

static inline void
sr_init (SrValue *x)
{
  mpz_init (x);
}

static inline void
sr_clear (SrValue *x)
{
  mpz_clear (x);
}

static inline void
sr_zero (SrValue *x)
{
  mpz_set_ui (x, 0);
}

static inline void
sr_one (SrValue *x)
{
  mpz_set_ui (x, 1);
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return mpz_sgn (x) == 0;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return mpz_cmp (x, y) == 0;
}

/* x <- x + a * b by (R3), b under an arc of the given weight. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  if (weight != TBK_IMPOSSIBLE_WEIGHT && mpz_sgn (a) != 0 && mpz_sgn (b) != 0)
    mpz_addmul (x, a, b);
}

#endif
