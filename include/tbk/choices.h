/* choices.h - a tally of how many equally good projectivizations trees have, by sentence length.
 *
 * Words are put into bins of equal width, 1..w, w+1..2w and so on. A tally is a sum: it does not depend on
 * the order in which trees are added or tallies merged.
 *
 * Cost      O(log b) a tree for b bins that have trees, and the digits of its number. Memory: the distinct
 *           numbers of each bin; bins without trees take none.
 * Errors    none; without memory the process ends, as by g_malloc() and by GMP.
 * Threads   a tally belongs to one thread at a time.
 * Source    Nederhof (2019), section 8.1 and Figure 8.
 */
#ifndef TBK_CHOICES_H
#define TBK_CHOICES_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct TbkChoices TbkChoices;

/* @width: words that a bin spans, at least 1. */
TbkChoices *tbk_choices_new (int width);
void tbk_choices_free (TbkChoices *choices);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkChoices, tbk_choices_free)

/* Adds a tree of @n words, at least 1, that loses @lost_arcs, with @count optimal projectivizations. */
void tbk_choices_add (TbkChoices *choices, int n, gboolean is_nonprojective, int lost_arcs,
                      const mpz_t count);

/* Adds all of @more, of the same width, and empties it. */
void tbk_choices_merge (TbkChoices *choices, TbkChoices *more);

/* How many bins have trees. */
int tbk_choices_n_bins (const TbkChoices *choices);

/* Of a bin. Median, greatest number and mean are those of the trees that lose arcs, which are the
 * non-projective ones but under a demand for a single root; 1, 1 and 0 if there are none. Of an even number
 * of trees the median is the lower of the two in the middle. */
typedef struct {
  int words_from, words_to;
  gint64 trees, nonprojective_trees, losing_trees, lost_arcs;
  double log10_mean; /* of the decimal logarithm of the number; exact to 9 decimals but for the last */
} TbkChoicesBin;

/* The figures of bin 0, 1, ... of those that have trees, the shortest first. @median and @max are initialised
 * by the caller. */
void tbk_choices_get_bin (const TbkChoices *choices, int place, TbkChoicesBin *figures, mpz_t median,
                          mpz_t max);

TBK_END_DECLS

#endif
