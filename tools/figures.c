/* figures.c - the figures of a treebank. */
#include "figures.h"

#define COLUMNS                                                                                              \
  "file", "sentences", "words", "nonprojective_trees", "nonprojective_arcs", "max_length", "lost_arcs"

const char *const figures_columns[] = { COLUMNS, NULL };
const char *const figures_measures_columns[] = { COLUMNS,
                                                 "nonplanar_trees",
                                                 "ill_nested_trees",
                                                 "gap_degree_over_1",
                                                 "max_gap_degree",
                                                 "edge_degree_over_1",
                                                 "max_edge_degree",
                                                 "attardi_degree_over_2",
                                                 "attardi_degree_over_3",
                                                 "attardi_degree_over_4",
                                                 NULL };

void
figures_add_tree (Figures *figures, TbkTree *tree, const int *heads, int n, int lost_arcs, gboolean measures)
{
  TbkTreeMeasures m = { .is_planar = TRUE, .is_well_nested = TRUE };

  figures->sentences++;
  figures->words += n;
  figures->max_length = MAX (figures->max_length, n);
  figures->lost_arcs += lost_arcs;
  if (lost_arcs == 0)
    return;

  /* Only what loses arcs can be other than projective. */
  if (!tbk_tree_set (tree, heads, n, NULL))
    g_assert_not_reached ();
  if (measures)
    tbk_tree_measure (tree, &m);
  else
    m.nonprojective_arcs = tbk_tree_nonprojective_arcs (tree);
  figures->nonprojective_trees += m.nonprojective_arcs > 0;
  figures->nonprojective_arcs += m.nonprojective_arcs;
  figures->nonplanar_trees += !m.is_planar;
  figures->ill_nested_trees += !m.is_well_nested;
  figures->gap_degree_over_1 += m.gap_degree > 1;
  figures->max_gap_degree = MAX (figures->max_gap_degree, m.gap_degree);
  figures->edge_degree_over_1 += m.edge_degree > 1;
  figures->max_edge_degree = MAX (figures->max_edge_degree, m.edge_degree);
}

void
figures_add_attardi_degree (Figures *figures, int degree)
{
  for (int d = 2; d < degree; d++)
    figures->attardi_over[d]++;
}

void
figures_merge (Figures *figures, Figures *more)
{
  figures->sentences += more->sentences;
  figures->words += more->words;
  figures->nonprojective_trees += more->nonprojective_trees;
  figures->nonprojective_arcs += more->nonprojective_arcs;
  figures->max_length = MAX (figures->max_length, more->max_length);
  figures->lost_arcs += more->lost_arcs;
  figures->nonplanar_trees += more->nonplanar_trees;
  figures->ill_nested_trees += more->ill_nested_trees;
  figures->gap_degree_over_1 += more->gap_degree_over_1;
  figures->max_gap_degree = MAX (figures->max_gap_degree, more->max_gap_degree);
  figures->edge_degree_over_1 += more->edge_degree_over_1;
  figures->max_edge_degree = MAX (figures->max_edge_degree, more->max_edge_degree);
  for (int d = 2; d <= ATTARDI_MOST; d++)
    figures->attardi_over[d] += more->attardi_over[d];
  *more = (Figures){ 0 };
}

gboolean
figures_write (const Figures *figures, const char *name, gboolean measures, TbkTable *table, GError **error)
{
  tbk_table_string (table, name);
  tbk_table_integer (table, figures->sentences);
  tbk_table_integer (table, figures->words);
  tbk_table_integer (table, figures->nonprojective_trees);
  tbk_table_integer (table, figures->nonprojective_arcs);
  tbk_table_integer (table, figures->max_length);
  tbk_table_integer (table, figures->lost_arcs);
  if (measures) {
    tbk_table_integer (table, figures->nonplanar_trees);
    tbk_table_integer (table, figures->ill_nested_trees);
    tbk_table_integer (table, figures->gap_degree_over_1);
    tbk_table_integer (table, figures->max_gap_degree);
    tbk_table_integer (table, figures->edge_degree_over_1);
    tbk_table_integer (table, figures->max_edge_degree);
    for (int d = 2; d <= ATTARDI_MOST; d++)
      tbk_table_integer (table, figures->attardi_over[d]);
  }
  return tbk_table_end_row (table, error);
}
