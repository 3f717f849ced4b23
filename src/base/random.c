/* random.c - a generator for each place. */
#include "tbk/random.h"

#include "base/mix.h"

#define INCREMENT G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

void
tbk_random_init (TbkRandom *random, guint64 seed, guint64 place)
{
  random->state = mix (mix (seed + INCREMENT) + (place + 1) * INCREMENT);
}

guint64
tbk_random_next (TbkRandom *random)
{
  return mix (random->state += INCREMENT);
}

guint64
tbk_random_below (TbkRandom *random, guint64 bound)
{
  /* The numbers from `first` on fall into whole rounds of @bound numbers. */
  guint64 first = -bound % bound, draw;

  do
    draw = tbk_random_next (random);
  while (draw < first);
  return draw % bound;
}

void
tbk_random_below_number (TbkRandom *random, mpz_t number, const mpz_t bound)
{
  gsize n_bits = mpz_sizeinbase (bound, 2);

  do {
    mpz_set_ui (number, 0);
    for (gsize bits = 0; bits < n_bits; bits += 32) {
      mpz_mul_2exp (number, number, 32);
      mpz_add_ui (number, number, tbk_random_next (random) >> 32);
    }
    mpz_fdiv_r_2exp (number, number, n_bits);
  } while (mpz_cmp (number, bound) >= 0);
}
