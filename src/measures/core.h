/* core.h - what contraction leaves of a tree that is not projective, as sets of words.
 *
 * Sets have a bit for each word from 1 on, word w in bit w - 1; 0 is in none. An arc is called by its
 * dependent.
 */
#ifndef MEASURES_CORE_H
#define MEASURES_CORE_H

#include "tbk/classes.h"

enum { CORE_SIZE = TBK_CLASSES_MAX_WORDS + 1 };

typedef struct {
  int n;
  int heads[CORE_SIZE];
  guint64 children[CORE_SIZE];
  guint64 yields[CORE_SIZE]; /* of the words from 1 on */
  int n_gaps[CORE_SIZE];     /* of the yields */
} Core;

/* The set of @word, from 1 on. */
static inline guint64
core_bit (int word)
{
  return (guint64) 1 << (word - 1);
}

/* The words strictly between @a and @b, from 0 on. */
static inline guint64
core_between (int a, int b)
{
  int left = MIN (a, b), right = MAX (a, b);

  return right - left < 2 ? 0 : (core_bit (right) - 1) & ~(((guint64) 1 << left) - 1);
}

/* The least word of a set that is not empty. */
static inline int
core_first (guint64 set)
{
  return __builtin_ctzll (set) + 1;
}

/* Runs of missing words between the first and the last of a set that is not empty. */
static inline int
core_count_gaps (guint64 set)
{
  return __builtin_popcountll (set & ~(set << 1)) - 1;
}

/* Sets what follows from the heads of the words 1..n. */
void core_set (Core *core);

#endif
