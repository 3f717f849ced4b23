/* constituency_figures.h - figures of phrase-structure treebanks: integers that add up, whatever the order.
 *
 * Units     trees are what normalization left; a constituent is unary if it has one child, word or
 *           constituent.
 * Labels    in tallies they are texts: those that are not UTF-8 have U+FFFD in place of each such byte.
 * Cost      O(nodes) a tree, with the sorting of constituents over one span.
 * Memory    the different labels and tags; the largest tree.
 * Errors    TBK_ERROR_RESOURCE.
 * Threads   a PhraseFigures belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_CONSTITUENCY_FIGURES_H
#define TBK_CONSTITUENCY_FIGURES_H

#include <glib.h>

#include "tbk/brackets.h"
#include "tbk/table.h"
#include "tbk/tally.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct {
  gint64 brackets; /* trees as they stand in the file, also those of which nothing is left */
  gint64 trees, words, constituents;
  gint64 added_roots; /* trees that got TOP */
  gint64 unary;
  gint64 unary_over_constituent;     /* whose one child is a constituent */
  gint64 same_label;                 /* and bears the same label */
  gint64 trees_with_repeated;        /* with the same label twice over one span */
  gint64 trees_with_unary_root;      /* whose one child is a constituent */
  gint64 displaced_trees, displaced; /* trees with *ICH* in the file, and its number */
  gint64 max_words, max_children;
  gint64 max_chain;    /* constituents over one span */
  gint64 max_height;   /* constituents over one word */
  gint64 labels, tags; /* different ones: of constituents, of words */
} TbkPhraseCounts;

/* The sections of the layout: a row of sums; for each label the constituents that bear it, for each tag the
 * words. */
enum { TBK_PHRASE_FIGURES_SUMS, TBK_PHRASE_FIGURES_LABELS, TBK_PHRASE_FIGURES_TAGS };

/* The columns of a table of a section: two groups. The first names what a row is about; the second has cells of counts, or
 * of the number of a label or tag and that of all. Since: 0.2 */
const TbkTableColumns *tbk_phrase_figures_columns (int section);

/* The counts of a tally. */
void tbk_phrase_figures_get (const TbkTally *tally, TbkPhraseCounts *counts);

TBK_END_DECLS

#endif
