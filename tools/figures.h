/* figures.h - the figures of a treebank, added up: the table of `tbk stats` and of `--summary`. */
#ifndef FIGURES_H
#define FIGURES_H

#include <glib.h>

#include "attardi.h"
#include "tbk/table.h"
#include "tbk/tree.h"

typedef struct {
  gint64 sentences, words, nonprojective_trees, nonprojective_arcs, max_length, lost_arcs;
  /* With --measures. */
  gint64 nonplanar_trees, ill_nested_trees, gap_degree_over_1, max_gap_degree, edge_degree_over_1,
      max_edge_degree;
  gint64 attardi_over[ATTARDI_MOST + 1]; /* by degree: trees that cannot be built at it; from 2 on */
} Figures;

extern const char *const figures_columns[], *const figures_measures_columns[];

/**
 * figures_add_tree:
 * @tree: scratch
 * @lost_arcs: of an optimal projectivization
 * @measures: whether the further measures are wanted
 */
void figures_add_tree (Figures *figures, TbkTree *tree, const int *heads, int n, int lost_arcs,
                       gboolean measures);

/* Adds the degree of a tree, one of those added. */
void figures_add_attardi_degree (Figures *figures, int degree);

/* Adds @more to @figures and makes it zero. */
void figures_merge (Figures *figures, Figures *more);

/* Writes a row; @table has the columns that go with @measures. */
gboolean figures_write (const Figures *figures, const char *name, gboolean measures, TbkTable *table,
                        GError **error);

#endif
