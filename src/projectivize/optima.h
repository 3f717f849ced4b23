/* optima.h - the forest of all optimal projectivizations, and which of its trees to take. */
#ifndef PROJECTIVIZE_OPTIMA_H
#define PROJECTIVIZE_OPTIMA_H

#include "projectivize/score.h"
#include "tbk/forest.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"

/* Whether i and h, i < h, can be joined in an optimal tree by an arc worth @weight, to give @sum with @rest.
 * (O5) */
static inline gboolean
optima_can_join (Score *score, int i, int h, int weight, int rest, int sum)
{
  int wanted = sum - rest - weight;

  return score_F (score, i, h) >= wanted && score_H (score, i, h) == wanted;
}

/* Makes @forest the optimal trees over the words of a filled @score. */
gboolean optima_build (Score *score, gboolean single, TbkForest *forest, GError **error);

/**
 * ties_choose:
 * @tree: the gold tree over the words of the forest
 * @words: (nullable): what these words are in the sentence, for the lengths of arcs; NULL if the same
 *
 * Prunes @forest, not empty, to the one tree that @ties asks for.
 */
gboolean ties_choose (TbkForest *forest, TbkTies ties, const TbkTree *tree, const int *words, GError **error);

#endif
