/* statistics.h - figures of treebanks: what the files that count and show them share.
 *
 * Contents
 *   1. figures: the columns of figures of lengths and of classes, and what is wrong with them
 *   2. figure_rows: the columns of tables of figures, and what their rows have beside the figures of trees
 *   3. kept: in how many of its optimal projective trees each arc of a sentence is kept
 */
#ifndef STATISTICS_STATISTICS_H
#define STATISTICS_STATISTICS_H

#include "tbk/figures.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"

/* 1. figures: the columns of figures of lengths and of classes, and what is wrong with them. */

extern const TbkTallyColumn length_figures_columns[TBK_N_LENGTH_FIGURES];
extern const TbkTallyColumn class_figures_columns[TBK_N_CLASS_FIGURES];

/* Whether they are not those of any trees, or so large that means of them would not fit. */
gboolean length_figures_are_wrong (const gint64 *figures);

/* 2. figure_rows: the columns of tables of figures, and what their rows have beside the figures of trees. */

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

/* 3. kept: in how many of its optimal projective trees each arc of a sentence is kept. */

typedef struct {
  mpz_t *numbers; /* by word */
  gsize n_numbers, n_allocated;
} KeptArcs;

/* Sets @count, and the numbers of words 1..n. */
gboolean kept_arcs_count (KeptArcs *kept, TbkProjectivizer *projectivizer, const int *heads, int n,
                          mpz_t count, int *lost_arcs, GError **error);

void kept_arcs_clear (KeptArcs *kept);

#endif
