/* core_sets.h - what sets of the words of a core tell without its score: the best lifting, and often that it is
 * optimal.
 *
 *   (T1)  d hangs on the lowest gold ancestor a of which all words between a and d are descendants
 *   (T2)  If m pairs of gold arcs cross, and no arc is in two of them, every projective tree loses m arcs at least
 *
 * Source    docs/design/projectivize.md, theorems 6 and 7.
 */
#ifndef PROJECTIVIZE_CORE_SETS_H
#define PROJECTIVIZE_CORE_SETS_H

#include "tree/projective.h"

typedef struct {
  const int *heads; /* gold heads among the words of the core */
  int n;
  Few few;
} CoreSets;

/* FALSE if there are more words than FEW_WORDS. @heads, a tree, must outlive the use of @sets. */
gboolean core_sets_begin (CoreSets *sets, const int *heads, int n);

/* Sets @lifted (n + 1 integers) to the best lifting and returns how many words it moves. O(n), and of words that
 * move the levels they are lifted, and of the heads of these the words below. */
int core_sets_lift (const CoreSets *sets, int *lifted);

/* The words whose arcs are not projective. O(n), and as above the words below heads. */
guint64 core_sets_find_nonprojective (const CoreSets *sets);

/* Whether every projective tree loses @n_moved arcs at least, which pairs of arcs that cross may show; if FALSE, it
 * is not known. O(n). */
gboolean core_sets_must_move (const CoreSets *sets, int n_moved);

#endif
