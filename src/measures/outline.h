/* outline.h - what the lengths of a sentence are computed from: its tree, bottom up, and the sizes of
 * subtrees.
 *
 * A side of a word v is what hangs on v by one arc: the subtree of a dependent, or all that is not in the
 * subtree of v.
 */
#ifndef MEASURES_OUTLINE_H
#define MEASURES_OUTLINE_H

#include "tbk/lengths.h"

/* Every array has room for the words 0..n and one more. */
typedef struct {
  int n;
  const int *heads;
  int n_roots;
  int root; /* where there is one */
  gsize n_allocated;
  int *memory;

  int *order;      /* the words 1..n, dependents before their heads */
  int *size;       /* words of a subtree */
  int *n_children; /* dependents */
  int *height;     /* of a subtree */

  /* By outline_sort_children(): those of v are sorted[first[v]] .. sorted[first[v + 1] - 1], the largest
   * first. */
  int *first, *sorted;

  int *scratch[5];
} Outline;

void outline_clear (Outline *outline);

/* FALSE with @error set if @heads are no tree, or without memory. @heads are not copied. */
gboolean outline_set (Outline *outline, const int *heads, int n, GError **error);

void outline_sort_children (Outline *outline);

/* The parts of lengths.h; each sets its values and no others. All but those of order and of fluxes are of
 * trees with one root. That of order is to be called before the children are sorted: it puts other things
 * where these will be. */
void order_measure (Outline *outline, gint64 *lengths);
void shape_measure (Outline *outline, gint64 *lengths);
void means_measure (const Outline *outline, gint64 *lengths);
void means_measure_variance (Outline *outline, gint64 *lengths);

/* For these the children must be sorted, and for the last the extremes known. */
void fluxes_measure (Outline *outline, gint64 *lengths);
void extremes_measure (const Outline *outline, gint64 *lengths);
void extremes_measure_greatest (Outline *outline, gint64 *lengths);

#endif
