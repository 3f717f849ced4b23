/* random.c - a generator for each place. */
#include "base/base.h"

#include <string.h>

#define INCREMENT G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* The mixing step of SplitMix64: every bit of the result depends on every bit given. */
static guint64
mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* The state of a place is the number that a generator of the seed alone would draw there, so the generators of
 * neighbouring places are far apart. */
void
tbk_random_init (TbkRandom *random, guint64 seed, guint64 place)
{
  random->state = mix (mix (seed + INCREMENT) + (place + 1) * INCREMENT);
}

guint64
random_next (TbkRandom *random)
{
  return mix (random->state += INCREMENT);
}

guint64
random_below (TbkRandom *random, guint64 bound)
{
  /* The numbers from `first` on fall into whole rounds of @bound numbers. */
  guint64 first, draw;

  g_return_val_if_fail (bound >= 1, 0);
  first = -bound % bound;
  do
    draw = random_next (random);
  while (draw < first);
  return draw % bound;
}

/* As many random bits as @bound has; a number that is too large is drawn again. That happens less than once
 * in the mean, as the bound has its highest bit. */
void
random_below_number (TbkRandom *random, mpz_t number, const mpz_t bound)
{
  gsize n_bits = mpz_sizeinbase (bound, 2);

  g_return_if_fail (mpz_sgn (bound) > 0);
  do {
    mpz_set_ui (number, 0);
    for (gsize bits = 0; bits < n_bits; bits += 32) {
      mpz_mul_2exp (number, number, 32);
      mpz_add_ui (number, number, random_next (random) >> 32);
    }
    mpz_fdiv_r_2exp (number, number, n_bits);
  } while (mpz_cmp (number, bound) >= 0);
}

enum { DECIMALS = 9 };

/* A double would be rounded, and a draw below it could depend on the machine. */
gint64
random_parse_probability (const char *text)
{
  gint64 part = 0, unit = TBK_PROBABILITY_ONE;
  gsize n_decimals;

  if (text[0] != '0' && text[0] != '1')
    return -1;
  part = (text[0] - '0') * unit;
  if (text[1] == '\0')
    return part;
  n_decimals = strspn (text + 2, "0123456789");
  if (text[1] != '.' || n_decimals < 1 || n_decimals > DECIMALS || text[2 + n_decimals] != '\0')
    return -1;
  for (gsize d = 0; d < n_decimals; d++)
    part += (text[2 + d] - '0') * (unit /= 10);
  return part <= TBK_PROBABILITY_ONE ? part : -1;
}
