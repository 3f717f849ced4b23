/* random.h - random numbers that depend on a seed and a place, and on nothing else.
 *
 * A generator is made for a place (the number of a sentence in its file, say), so what is drawn there does
 * not depend on what was drawn elsewhere, on threads or on machines. The k-th number of place p under seed
 * s is a mixing function of (s, p, k): SplitMix64 (Steele, Lea and Flood 2014), seeded by the mixed pair
 * (s, p).
 *
 * Threads   a generator belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_RANDOM_H
#define TBK_RANDOM_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct {
  guint64 state;
} TbkRandom;

void tbk_random_init (TbkRandom *random, guint64 seed, guint64 place);

/* The next 64 random bits. */
guint64 tbk_random_next (TbkRandom *random);

/* A number from 0 to @bound - 1, each equally likely; @bound is at least 1. Exact: by rejection, without
 * rounding. */
guint64 tbk_random_below (TbkRandom *random, guint64 bound);

/* The same for numbers of any size; @number is initialised by the caller. */
void tbk_random_below_number (TbkRandom *random, mpz_t number, const mpz_t bound);

TBK_END_DECLS

#endif
