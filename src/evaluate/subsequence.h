/* subsequence.h - a longest common subsequence of two strings of numbers, and one of those there are. */
#ifndef EVALUATE_SUBSEQUENCE_H
#define EVALUATE_SUBSEQUENCE_H

#include <glib.h>

/* The pairs of places that are looked at, at most: a second's work. */
#define SUBSEQUENCE_MOST_PAIRS (G_GUINT64_CONSTANT (1) << 35)

/* What is known of a number in the second string. */
typedef struct {
  int n;    /* how often it is there */
  int row;  /* the bits of its places, of those that are there often; else -1 */
  int last; /* its last place, of those that are there seldom; else -1 */
} NumberPlaces;

/* Scratch. */
typedef struct {
  NumberPlaces *places; /* of each number; empty between calls */
  int *previous;        /* of each place of the second string: that of the same number before it, or -1 */
  guint64 *rows;        /* of bits */
  gsize places_allocated, n_places, previous_allocated, rows_allocated;
} Subsequence;

void subsequence_clear (Subsequence *scratch);

/**
 * subsequence_find:
 * @x, @y: numbers from 0 to @n_numbers - 1; @n_x times @n_y are at most SUBSEQUENCE_MOST_PAIRS, and not 0
 * @match: (out caller-allocates): for each place of @x that of @y, or -1
 *
 * From the left: equal numbers are matched; else one of @x is passed over if that loses nothing, else one of
 * @y. Returns FALSE if there is no memory.
 */
gboolean subsequence_find (Subsequence *scratch, const int *x, int n_x, const int *y, int n_y, int n_numbers,
                           int *match);

#endif
