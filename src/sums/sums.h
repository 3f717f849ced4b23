/* sums.h - sums over trees, of whichever form: what is asked for, and where it goes. */
#ifndef SUMS_SUMS_H
#define SUMS_SUMS_H

#include "decode/decode.h"
#include "decode/scores.h"

/* Costs count from an origin, so that what all trees have in common, however large, does not count. */
typedef struct {
  const double *least; /* of each word: what the arc to it costs, whatever its head */
  double root;         /* and more if that is 0, of which a tree has one child or many weigh nothing */
} SumOrigin;

/* What an arc costs beyond that: the sum of both, the second of which is what the first does not hold. */
typedef struct {
  double high, low;
} ArcDistance;

/* What is known of the sum Z of the weights exp (score) of a sentence's trees. */
typedef struct {
  double log_z; /* -infinity: there is no tree */

  /* The logarithm of Z where each arc to d weighs exp (bases[d - 1] - distance) in place of exp (-cost): Z
   * without its size, so that entropy does not come from the difference of large numbers. */
  double log_rest;
  SumOrigin origin;
  const ArcDistance *bases; /* NULL: all 0 */
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

/* Finds an origin: the least cost of an arc to each word, from a word if 0 has one child, and at [n] the
 * least that arcs from 0 cost beyond these. @row: room for n + 1. */
void sums_find_origin (const SentenceScores *s, gboolean has_any_root, double *row, double *least);

/* How far the cost of the arc to @dependent is from the origin; a distance beyond 2^49 (either sign) counts
 * as 2^49. */
ArcDistance sums_distance (const SumOrigin *origin, int dependent, int head, double cost);

/* A number from 0 to 1, less than 1. */
static inline double
sums_draw_number (TbkRandom *random)
{
  return (double) (tbk_random_next (random) >> 11) * 0x1p-53;
}

/* Puts out the tree with heads[1..n] as one that was drawn, with a label drawn for each arc. */
void sums_put_drawn (const Decoding *decoding, DecodeWorker *worker, int sentence, int tree, const int *heads,
                     TbkRandom *random);

/* Marginals: a row for each word, @stride numbers apart. */
typedef struct {
  double *first;
  gint64 stride;
} MarginalRows;

/* The caller's rows for a sentence, where it wants numbers as we have them; else @scratch, rows of
 * SCORES_STRIDE (n). */
MarginalRows sums_rows (const Decoding *decoding, int sentence, double *scratch);

/* Puts out what is asked for of a sentence. @marginals: of the arcs, in scratch changed. NULL if they are not
 * needed. */
gboolean sums_put (const Decoding *decoding, DecodeWorker *worker, int sentence, const TreeSum *sum,
                   const MarginalRows *marginals, GError **error);

#endif
