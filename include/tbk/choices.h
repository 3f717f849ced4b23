/* choices.h - a tally of how many equally good projectivizations trees have, by sentence length.
 *
 * Words are put into bins of equal width, 1..w, w+1..2w and so on. Trees are counted into plain arrays, which
 * are added to a tally now and then; numbers of trees that lose arcs are added to it at once.
 *
 * Cost      O(log b) a tree for b bins that have trees, and the digits of its number. Memory: the distinct
 *           numbers of each bin; bins without trees take none.
 * Errors    none; without memory the process ends, as by g_malloc() and by GMP.
 * Threads   a tally belongs to one thread at a time.
 * Source    Nederhof (2019), section 8.1 and Figure 8.
 * Since     0.1
 */
#ifndef TBK_CHOICES_H
#define TBK_CHOICES_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"
#include "tbk/tally.h"

TBK_BEGIN_DECLS

/* Over which trees figures are. */
typedef enum {
  TBK_OVER_LOSING, /* those that lose arcs when they are projectivized */
  TBK_OVER_ALL,
} TbkOver;

/* Of a bin. Median, quartiles, greatest number and mean are over all its trees, or over those that lose arcs.
 * These are the non-projective ones, and more if a single root is demanded. 1, 1 and 0 if there are none.
 * Each of the other trees has one projectivization, itself. Of an even number of trees the median is the
 * lower of the two in the middle. */
typedef struct {
  gint64 words_from, words_to, trees, nonprojective_trees, lost_arcs;
  gint64 counted_trees;     /* that median, greatest number and mean are over */
  const char *median, *max; /* decimals, owned by the tally */
  double log10_mean;        /* of the decimal logarithm of the number; exact to 9 decimals but for the last */
  /* that of the lower quartile, and of the upper: the least numbers that at least one and */
  double log10_lower;
  double log10_upper; /* three quarters of the trees do not exceed */
} TbkChoicesBin;

/* The bins of @tally that have trees, the shortest first; @width is that of all counters. An array of
 * @n_bins, to be freed with g_free(). */
TbkChoicesBin *tbk_choices_bins (const TbkTally *tally, int width, TbkOver over, int *n_bins);

TBK_END_DECLS

#endif
