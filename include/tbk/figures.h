/* figures.h - the figures of treebanks: sentences, words, trees and arcs that are not projective, and so on.
 *
 * A tally of figures has one row. Counting adds to a plain array of the same numbers, which is added to the
 * tally now and then.
 */
#ifndef TBK_FIGURES_H
#define TBK_FIGURES_H

#include "tbk/tally.h"
#include "tbk/tree.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_FIGURE_SENTENCES,
  TBK_FIGURE_WORDS,
  TBK_FIGURE_NONPROJECTIVE_TREES,
  TBK_FIGURE_NONPROJECTIVE_ARCS,
  TBK_FIGURE_MAX_LENGTH,
  TBK_FIGURE_LOST_ARCS,
  /* The further measures. */
  TBK_FIGURE_NONPLANAR_TREES,
  TBK_FIGURE_ILL_NESTED_TREES,
  TBK_FIGURE_GAP_DEGREE_OVER_1,
  TBK_FIGURE_MAX_GAP_DEGREE,
  TBK_FIGURE_EDGE_DEGREE_OVER_1,
  TBK_FIGURE_MAX_EDGE_DEGREE,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_2, /* trees that no system attardi-2 builds; -3, -4 */
  TBK_FIGURE_ATTARDI_DEGREE_OVER_3,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_4,
  TBK_N_FIGURES,
} TbkFigure;

const TbkTallyLayout *tbk_figures_layout (void);

/* How a figure is called; NULL past the last. */
const char *tbk_figure_name (TbkFigure figure);

/**
 * tbk_figures_count:
 * @figures: TBK_N_FIGURES integers
 * @tree: scratch
 * @heads: n + 1 integers, a tree
 * @lost_arcs: of an optimal projectivization
 * @measures: whether the further measures are wanted
 *
 * Adds the figures of a tree; those of a tree that no memory sufficed for (TBK_ERROR_RESOURCE) are not added.
 */
gboolean tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs,
                            gboolean measures, GError **error);

/* Adds the least degree of Attardi's at which a tree can be built, one of those counted; 5 if at none to 4. */
void tbk_figures_count_attardi_degree (gint64 *figures, int degree);

/* Adds @figures to @tally and makes them zero. */
void tbk_figures_flush (gint64 *figures, TbkTally *tally);

/* The figures of a tally, TBK_N_FIGURES integers; owned by it. */
const gint64 *tbk_figures_get (const TbkTally *tally);

TBK_END_DECLS

#endif
