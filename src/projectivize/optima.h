/* optima.h - the forest of all optimal projectivizations, and which of its trees to take. */
#ifndef PROJECTIVIZE_OPTIMA_H
#define PROJECTIVIZE_OPTIMA_H

#include "projectivize/score.h"
#include "tbk/forest.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"

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
