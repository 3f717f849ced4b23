/* semiring_wide.h - (+, *) on positive numbers of any size: those of semiring_real.h with exponents of 64
 * bits more.
 *
 *   (R8)  (m,e) is the number m 2^(256 e); sums and products are those of numbers
 *
 * One is (1,0).
 */
#ifndef TABULAR_SEMIRING_WIDE_H
#define TABULAR_SEMIRING_WIDE_H

#include <glib.h>

#include "tabular/wide_number.h"
#include "tbk/tabular.h"

#define SR_NAME wide
#define SR_ZERO ((WideNumber){ 0, 0 })
#define SR_ONE  ((WideNumber){ 1, 0 })

typedef WideNumber SrValue;

#include "tabular/semiring_plain.template.h"

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return x->m == 0;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return x->m == y->m && (x->m == 0 || x->e == y->e);
}

/* x <- x + a * b by (R8), b under an arc of weight 2^(256 @weight). */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  if (weight != TBK_IMPOSSIBLE_WEIGHT)
    *x = wide_add (*x, wide_multiply (wide_multiply (*a, (WideNumber){ 1, weight }), *b));
}

#endif
