/* least.h - the least sum of lengths that any order of a tree's words has. */
#ifndef MEASURES_LEAST_H
#define MEASURES_LEAST_H

#include "measures/outline.h"

typedef struct {
  int *sizes; /* of trees, in preorder */
  gsize n_sizes, n_sizes_allocated;
  int *splits, *other;
  gsize n_splits_allocated, n_other_allocated;
  gpointer tasks;
  gsize n_tasks, n_tasks_allocated;
  gint64 *sums;
  gsize n_sums, n_sums_allocated;
} Least;

void least_clear (Least *least);

/* @outline: of one root, its children sorted. FALSE with @error set if there is no memory. O(n^2.2). */
gboolean least_find (Least *least, const Outline *outline, gint64 *length, GError **error);

#endif
