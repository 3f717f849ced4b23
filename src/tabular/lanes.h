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

/* Where the cells of a chart are, of lanes_words.template.h: [a][b] of lane l at rows[a] + b * across + l of
 * a matrix, for positions from 0. Equations (M1) to (M6) say what a matrix holds. */
typedef struct {
  int n, n_lanes;
  const gssize *rows;
  gssize across;
  gpointer arcs, meetings, right, left; /* w, H, Wr and Wl: matrices of cells */
  gpointer outside_right, outside_left; /* where the outside recursion begins; or NULL */
  gssize exponents; /* of lanes_scaled: from a number to its exponent, a gint64, among w, H, Wr and Wl */
} WordChart;

/* An instance of lanes_words.template.h, over the grammar of projective trees (each position of terminal
 * 0). */
typedef struct {
  gsize cell_size;
  gpointer (*chart_new) (void);
  void (*chart_free) (gpointer chart);

  /* The bytes of a chart for @n_lanes strings, the longest of @n positions. */
  guint64 (*measure) (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
                      int largest_vector);

  /* Makes room for it, with axioms set. All w[h][d] are to be set then: where an outside recursion follows,
   * to zero for positions that a string does not have. FALSE with @error set if memory does not suffice. */
  gboolean (*lay_out) (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
                       int largest_vector, WordChart *cells, GError **error);

  /* Fills H, Wr and Wl. */
  void (*fill) (gpointer chart);

  /* outside.template.h: from sums at the beginning for Wr[i][j], Wl[i][j], i <= j, makes w[h][d] the sum of
   * all derivations with that arc. NULL where there is no such instance. */
  void (*fill_outside) (gpointer chart);
} WordLanes;

/* The exponent of zero in lanes_scaled. */
#define SCALED_ZERO (-((gint64) 3 << 60))

extern const WordLanes lanes_minplus_float, lanes_minplus_double, lanes_real, lanes_scaled;

#endif
