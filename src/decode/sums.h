/* sums.h - sums over all trees: what is asked for, and where it goes. */
#ifndef DECODE_SUMS_H
#define DECODE_SUMS_H

#include "decode/decode.h"
#include "decode/scores.h"

/* What is known of the sum Z of the weights exp (score) of a sentence's trees. */
typedef struct {
  double log_z; /* -infinity: there is no tree */

  /* The logarithm of Z where each arc to d weighs exp (base[d - 1] - cost) in place of exp (-cost): Z without
   * its size, so that entropy does not come from the difference of large numbers. */
  double log_rest;
  const double *bases;
} TreeSum;

/* Whether the marginals of arcs are needed. */
static inline gboolean
sums_need_marginals (const Decoding *decoding)
{
  return decoding->marginals != NULL || decoding->entropies != NULL
         || (decoding->trees != NULL && !decoding->is_drawing);
}

/* @log_rest less all of the @bases. */
double sums_subtract (double log_rest, const double *bases, int n);

/* A number from 0 to 1, less than 1. */
static inline double
sums_draw_number (TbkRandom *random)
{
  return (double) (tbk_random_next (random) >> 11) * 0x1p-53;
}

/* Puts out the tree with heads[1..n] as one that was drawn, with a label drawn for each arc. */
void sums_put_drawn (const Decoding *decoding, DecodeWorker *worker, int sentence, int tree, const int *heads,
                     TbkRandom *random);

/* Puts out what is asked for of a sentence. @marginals: of the arcs, rows of SCORES_STRIDE (n) for each word;
 * changed. NULL if they are not needed. */
gboolean sums_put (const Decoding *decoding, DecodeWorker *worker, int sentence, const TreeSum *sum,
                   double *marginals, GError **error);

#endif
