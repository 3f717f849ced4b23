/* exact_count.h - numbers of derivations: all, or those of greatest sum, in integers whatever the scores.
 *
 * A score is an integer times a power of 2, so with the least of these powers all scores of a sentence are integers: scores of 0.5, 3
 * and 0.75 are 2, 12 and 3 quarters. Equal sums are those that are equal without rounding.
 */
#ifndef TABULAR_EXACT_COUNT_H
#define TABULAR_EXACT_COUNT_H

#include <gmp.h>

#include "tabular/grammar.h"

/* Finds the power of 2 of which all scores are multiples: begin with EXACT_ANY, and note each score. */
#define EXACT_ANY G_MAXINT
void exact_note (double score, int *exponent);

/* Sets @integer to a score in units of 2^@exponent. */
void exact_set (double score, int exponent, mpz_t integer);

/* A weight: its score, and in how many forms it is there, such as labels of an arc; 0 forbids it. */
typedef struct {
  __mpz_struct score;
  gulong n_forms;
} ExactWeight;

/* The weight of an edge that has one. */
typedef const ExactWeight *(*ExactFind) (gconstpointer data, const Edge *edge);

/* Sets @count to the number of derivations of greatest score of a sentence of @n words, each as often as the forms of its weights allow.
 * With scores of 0 these are all. FALSE with @error set if memory does not suffice. */
gboolean exact_count (const Grammar *grammar, int n, ExactFind find, gconstpointer data, mpz_t count,
                      GError **error);

#endif
