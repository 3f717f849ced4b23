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

TBK_END_DECLS

#endif
