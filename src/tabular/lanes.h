/* lanes.h - the values of many strings at once: a vector holds a cell of each.
 *
 * The greatest weight of a derivation is found as its least cost. The cost of an arc is the greatest weight
 * less its own. A derivation of n positions has n - 1 arcs, so its weight is (n - 1) greatest - cost.
 */
#ifndef TABULAR_LANES_H
#define TABULAR_LANES_H

#include "tabular/tabular.h"

typedef struct Lane {
  const TbkWeightedString *string;
  gint64 *best; /* where the value goes: TBK_IMPOSSIBLE_WEIGHT if there is no derivation */
  int instance; /* of tabular.c: which cells hold its costs */
} Lane;

/* An instance of lanes.template.h. Its charts can be used for any grammar. */
typedef struct {
  gint64 limit; /* every cost is less: (n - 1) (greatest - least) is, for each string */
  gsize cell_size;
  gpointer (*chart_new) (void);
  void (*chart_free) (gpointer chart);

  /* Values @lanes, the longest string first and the shortest last, in vectors of at most as many bytes.
   * Their number is at most that of cells in the largest. FALSE with @error set if memory does not
   * suffice. */
  gboolean (*value) (gpointer chart, const Compiled *compiled, const Lane *lanes, int n_lanes,
                     int largest_vector, GError **error);
} Lanes;

extern const Lanes lanes_strings_minplus_float, lanes_strings_minplus_double;

#endif
