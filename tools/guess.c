/* guess.c - the distance of two names: letters added, left out, changed, or swapped with their neighbours. */
#include "guess.h"

#include <string.h>

enum { LONGEST = 40 };

void
guess_begin (Guess *guess, const char *typed, gsize length)
{
  *guess = (Guess){ .typed = typed, .length = length, .distance = length < 5 ? 2 : 3 };
}

/* D(i, j), the distance of the first i letters of @a from the first j of @b, is in row i % 3. */
static int
find_distance (const char *a, int n_a, const char *b, int n_b)
{
  int rows[3][LONGEST + 1];

  for (int j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (int i = 1; i <= n_a; i++) {
    const int *before = rows[(i + 2) % 3], *first = rows[(i + 1) % 3];
    int *row = rows[i % 3];

    row[0] = i;
    for (int j = 1; j <= n_b; j++) {
      row[j] = MIN (before[j - 1] + (a[i - 1] != b[j - 1]), 1 + MIN (before[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = MIN (row[j], 1 + first[j - 2]);
    }
  }
  return rows[n_a % 3][n_b];
}

void
guess_try (Guess *guess, const char *name)
{
  gsize length = strlen (name);
  int distance;

  if (guess->length > LONGEST || length > LONGEST)
    return;
  distance = find_distance (guess->typed, (int) guess->length, name, (int) length);
  if (distance < guess->distance) {
    guess->distance = distance;
    guess->nearest = name;
  }
}
