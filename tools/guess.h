/* guess.h - what was meant by a name that is mistyped. */
#ifndef GUESS_H
#define GUESS_H

#include <glib.h>

typedef struct {
  const char *typed;
  gsize length;
  const char *nearest; /* (nullable): the first of the names so far that are nearest and near enough */
  int distance;
} Guess;

void guess_begin (Guess *guess, const char *typed, gsize length);

/* Looks at a name that might have been meant. Cost: the product of the lengths. */
void guess_try (Guess *guess, const char *name);

#endif
