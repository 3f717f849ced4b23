/* numbers.h - arrays of integers of any size, which begin as -1. */
#ifndef BRUTE_NUMBERS_H
#define BRUTE_NUMBERS_H

#include <glib.h>
#include <gmp.h>

static inline mpz_t *
numbers_new (int n)
{
  mpz_t *numbers = g_new (mpz_t, n);

  for (int i = 0; i < n; i++)
    mpz_init_set_si (numbers[i], -1);
  return numbers;
}

static inline void
numbers_free (mpz_t *numbers, int n)
{
  for (int i = 0; i < n; i++)
    mpz_clear (numbers[i]);
  g_free (numbers);
}

#endif
