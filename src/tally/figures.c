/* figures.c - the figures of treebanks. */
#include "tbk/figures.h"

#include <string.h>

static const TbkTallyColumn columns[TBK_N_FIGURES] = {
  [TBK_FIGURE_SENTENCES] = { "sentences", TBK_TALLY_SUM },
  [TBK_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_TREES] = { "nonprojective_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_LENGTH] = { "max_length", TBK_TALLY_MAX },
  [TBK_FIGURE_LOST_ARCS] = { "lost_arcs", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPLANAR_TREES] = { "nonplanar_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_ILL_NESTED_TREES] = { "ill_nested_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_GAP_DEGREE_OVER_1] = { "gap_degree_over_1", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_GAP_DEGREE] = { "max_gap_degree", TBK_TALLY_MAX },
  [TBK_FIGURE_EDGE_DEGREE_OVER_1] = { "edge_degree_over_1", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_EDGE_DEGREE] = { "max_edge_degree", TBK_TALLY_MAX },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_2] = { "attardi_degree_over_2", TBK_TALLY_SUM },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_3] = { "attardi_degree_over_3", TBK_TALLY_SUM },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_4] = { "attardi_degree_over_4", TBK_TALLY_SUM },
};

static const TbkTallySection sections[] = { { "figures", NULL, 0, columns, TBK_N_FIGURES } };

static const TbkTallyLayout layout = { "figures", sections, G_N_ELEMENTS (sections), NULL };

const TbkTallyLayout *
tbk_figures_layout (void)
{
  return &layout;
}

const char *
tbk_figure_name (TbkFigure figure)
{
  return (guint) figure < TBK_N_FIGURES ? columns[figure].name : NULL;
}

static gboolean
measure (TbkTree *tree, const int *heads, int n, gboolean all, TbkTreeMeasures *measures, GError **error)
{
  if (!tbk_tree_set (tree, heads, n, error))
    return FALSE;
  measures->nonprojective_arcs = tbk_tree_nonprojective_arcs (tree);
  return !all || tbk_tree_measure (tree, measures, error);
}

gboolean
tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs, gboolean measures,
                   GError **error)
{
  TbkTreeMeasures m = { .is_planar = TRUE, .is_well_nested = TRUE };

  /* Only what loses arcs can be other than projective. */
  if (lost_arcs > 0 && !measure (tree, heads, n, measures, &m, error))
    return FALSE;

  figures[TBK_FIGURE_SENTENCES]++;
  figures[TBK_FIGURE_WORDS] += n;
  figures[TBK_FIGURE_MAX_LENGTH] = MAX (figures[TBK_FIGURE_MAX_LENGTH], n);
  figures[TBK_FIGURE_LOST_ARCS] += lost_arcs;
  figures[TBK_FIGURE_NONPROJECTIVE_TREES] += m.nonprojective_arcs > 0;
  figures[TBK_FIGURE_NONPROJECTIVE_ARCS] += m.nonprojective_arcs;
  figures[TBK_FIGURE_NONPLANAR_TREES] += !m.is_planar;
  figures[TBK_FIGURE_ILL_NESTED_TREES] += !m.is_well_nested;
  figures[TBK_FIGURE_GAP_DEGREE_OVER_1] += m.gap_degree > 1;
  figures[TBK_FIGURE_MAX_GAP_DEGREE] = MAX (figures[TBK_FIGURE_MAX_GAP_DEGREE], m.gap_degree);
  figures[TBK_FIGURE_EDGE_DEGREE_OVER_1] += m.edge_degree > 1;
  figures[TBK_FIGURE_MAX_EDGE_DEGREE] = MAX (figures[TBK_FIGURE_MAX_EDGE_DEGREE], m.edge_degree);
  return TRUE;
}

void
tbk_figures_count_attardi_degree (gint64 *figures, int degree)
{
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_2] += degree > 2;
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_3] += degree > 3;
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_4] += degree > 4;
}

void
tbk_figures_flush (gint64 *figures, TbkTally *tally)
{
  tbk_tally_add (tally, 0, NULL, figures);
  memset (figures, 0, TBK_N_FIGURES * sizeof *figures);
}

const gint64 *
tbk_figures_get (const TbkTally *tally)
{
  static const gint64 none[TBK_N_FIGURES];
  const gint64 *figures = tbk_tally_get (tally, 0, NULL);

  return figures == NULL ? none : figures;
}
