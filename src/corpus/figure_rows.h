/* figure_rows.h - the columns of tables of figures, and what their rows have beside the figures of trees. */
#ifndef CORPUS_FIGURE_ROWS_H
#define CORPUS_FIGURE_ROWS_H

#include "tbk/statistics.h"

/* Cells of TBK_N_LENGTH_FIGURES integers: numbers and means. */
void figure_rows_lengths (const gint64 *figures, TbkTable *table);

/* All values of one sentence, fractions in lowest terms as "NUMERATOR/DENOMINATOR". */
void figure_rows_values (const gint64 *lengths, int n, TbkTable *table);

/* Cells of TBK_N_CLASS_FIGURES integers: numbers, and shares of @trees. */
void figure_rows_classes (const gint64 *figures, gint64 trees, TbkTable *table);

/* Cells of one tree: 1 outside a class, 0 inside, nothing where that was not decided. */
void figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table);

/* The cells at the end of a row of arcs, or of trees: shares. */
void figure_rows_shares (gint64 words, gint64 nonprojective, gint64 lost, TbkTable *table);

/* The sum of lengths of arcs by their number. */
void figure_rows_mean_length (const gint64 *arc_figures, TbkTable *table);

#endif
