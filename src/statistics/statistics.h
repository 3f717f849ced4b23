/* statistics.h - figures of treebanks: what the files that count and show them share.
 *
 * Contents
 *   1. columns: how a table has its cells from the integers of a row
 *   2. figures: the columns of tables of figures
 *   3. figure_rows: cells of tables of figures that are not made of a row of integers
 *   4. kept: in how many of its optimal projective trees each arc of a sentence is kept
 */
#ifndef STATISTICS_STATISTICS_H
#define STATISTICS_STATISTICS_H

#include "tbk/figures.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"

/* 1. columns: how a table has its cells from the integers of a row. */

/* An integer under its own name; the share of a part in its whole, or of what lacks to it; a sum divided by @n, which was
 * made @factor times as large. */
#define COUNTED(integer, help)                                                                               \
  {                                                                                                          \
    NULL, help, TBK_CELL_COUNT, integer, -1, -1, 1                                                           \
  }
#define SHARE(name, help, part, whole)                                                                       \
  {                                                                                                          \
    name, help, TBK_CELL_PERCENT, part, -1, whole, 1                                                         \
  }
#define LACK(name, help, part, whole)                                                                        \
  {                                                                                                          \
    name, help, TBK_CELL_PERCENT, whole, part, whole, 1                                                      \
  }
#define MEAN(name, help, sum, n, factor)                                                                     \
  {                                                                                                          \
    name, help, TBK_CELL_RATIO, sum, -1, n, factor                                                           \
  }

#define COLUMNS(option, integers, columns)                                                                   \
  {                                                                                                          \
    option, integers, columns, G_N_ELEMENTS (columns)                                                        \
  }

/* The same of columns that are listed, whose cells are written one by one. */
#define LISTED(option, ...)                                                                                  \
  {                                                                                                          \
    option, NULL, (const TbkTableColumn[]){ __VA_ARGS__ },                                                   \
        sizeof ((const TbkTableColumn[]){ __VA_ARGS__ }) / sizeof (TbkTableColumn)                           \
  }

/* 2. figures: the columns of tables of figures. Those of classes are made of a row with the number of trees behind the
 * figures. */
extern const TbkTableColumns figures_of_trees, figures_of_sentences, figures_of_arcs, figures_of_arc_lengths,
    figures_of_lengths, figures_of_classes, figures_of_tree_classes;

/* 3. figure_rows: cells of tables of figures that are not made of a row of integers. */

/* All values of one sentence, fractions in lowest terms as "NUMERATOR/DENOMINATOR". */
void figure_rows_values (const gint64 *lengths, int n, TbkTable *table);

/* Cells of TBK_N_CLASS_FIGURES integers: numbers, and shares of @trees. */
void figure_rows_classes (const gint64 *figures, gint64 trees, TbkTable *table);

/* Cells of one tree: 1 outside a class, 0 inside, nothing where that was not decided. */
void figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table);

/* 4. kept: in how many of its optimal projective trees each arc of a sentence is kept. */

typedef struct {
  mpz_t *numbers; /* by word */
  gsize n_numbers, n_allocated;
} KeptArcs;

/* Sets @count, and the numbers of words 1..n. */
gboolean kept_arcs_count (KeptArcs *kept, TbkProjectivizer *projectivizer, const int *heads, int n,
                          mpz_t count, int *lost_arcs, GError **error);

void kept_arcs_clear (KeptArcs *kept);

#endif
