/* lanes_words.template.h - charts of projective trees in the lanes of lanes.template.h, for those who load
 * and read cells.
 *
 * To be included after it. Defines lanes_SR_NAME: lanes_minplus_float, lanes_minplus_double, and with an
 * outside recursion (outside.template.h, if SR_IS_ORDERED) lanes_real and lanes_scaled.
 */
#ifdef SR_IS_ORDERED
#include "tabular/outside.template.h"
#else
enum { OUTSIDE_MATRICES = 0 };
#endif

/* Chooses a layout for @n_lanes strings of @n positions, which all have the only symbol. */
static void
choose (LanesChart *c, const Compiled *compiled, int n, int n_lanes, int largest_vector)
{
  const Range all = { 0, n - 1 };

  c->compiled = compiled;
  c->n = n;
  c->n_lanes = n_lanes;
  c->right[0].heads = c->left[0].heads = all;
  c->has_one_symbol = has_one_symbol (c);
  choose_layout (c, largest_vector);
}

/* With exponents, those of the matrices of items and arcs follow all others, and last those of meetings. */
static int
count_all_matrices (const LanesChart *c, gboolean has_outside)
{
  const int n_inside = count_matrices (c), n_numbers = n_inside + (has_outside ? OUTSIDE_MATRICES : 0);

#ifdef SR_HAS_EXPONENTS
  return n_numbers + n_inside + has_outside;
#else
  return n_numbers;
#endif
}

/* The bytes that lay_out_words() would ask for, so that callers can keep to a bound. */
static guint64
measure (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
         int largest_vector)
{
  LanesChart *c = chart;

  choose (c, compiled, n, n_lanes, largest_vector);
  lay_out_matrix (c);
  return (guint64) c->n_matrix * (guint64) count_all_matrices (c, has_outside) * sizeof (SrValue);
}

#ifdef SR_HAS_EXPONENTS
static void
set_exponents (SrValue *cells, gint64 exponent, gsize n)
{
  gint64 *exponents = (gint64 *) cells;

  for (gsize i = 0; i < n; i++)
    exponents[i] = exponent;
}
#endif

/* (I1). And zero, for an outside recursion: where it begins, and in diagonals where vectors reach beyond what
 * is computed. */
static void
clear (LanesChart *c, int n_matrices, gboolean has_outside)
{
  SrValue one;

  sr_one (&one);
#ifdef SR_IS_ORDERED
  if (has_outside && !c->has_rows) {
#ifdef SR_HAS_EXPONENTS
    set_cells (c->cells, SR_ZERO, c->exponents);
    set_exponents (c->cells + c->exponents, NO_EXPONENT, n_matrices * c->n_matrix - c->exponents);
#else
    set_cells (c->cells, SR_ZERO, n_matrices * c->n_matrix);
#endif
  } else if (has_outside) {
    set_cells (c->outside_right, SR_ZERO, c->n_matrix);
    set_cells (c->outside_left, SR_ZERO, c->n_matrix);
  }
#else
  (void) n_matrices, (void) has_outside;
#endif
  for (int i = 0; i < c->n; i++) {
    set_cells (c->right[0].x + place (c, i, i), one, c->n_lanes);
    set_cells (c->left[0].x + place (c, i, i), one, c->n_lanes);
#ifdef SR_HAS_EXPONENTS
    set_exponents (c->right[0].x + place (c, i, i) + c->exponents, 0, c->n_lanes);
    set_exponents (c->left[0].x + place (c, i, i) + c->exponents, 0, c->n_lanes);
#endif
  }
}

static gboolean
lay_out_words (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
               int largest_vector, WordChart *cells, GError **error)
{
  LanesChart *c = chart;
  int n_matrices;

  choose (c, compiled, n, n_lanes, largest_vector);
  n_matrices = count_all_matrices (c, has_outside);
  if (!lay_out (c, n_matrices, error))
    return FALSE;
  list_items (c);
  *cells = (WordChart){ .n = n,
                        .n_lanes = n_lanes,
                        .rows = c->rows,
                        .across = c->across,
                        .arcs = c->arcs,
                        .meetings = c->meetings[0].x,
                        .right = c->right[0].x,
                        .left = c->left[0].x };
#ifdef SR_IS_ORDERED
  c->outside_meetings = NULL;
  if (has_outside) {
    cells->outside_right = c->outside_right = add_matrix (c);
    cells->outside_left = c->outside_left = add_matrix (c);
    c->outside_meetings = add_matrix (c);
  }
#endif
#ifdef SR_HAS_EXPONENTS
  cells->exponents = c->exponents = c->n_matrices * c->n_matrix;
  c->meeting_exponents = c->arcs + c->exponents + count_matrices (c) * c->n_matrix;
#endif
  clear (c, n_matrices, has_outside);
  return TRUE;
}

static void
fill_words (gpointer chart)
{
  fill (chart);
}

const WordLanes PASTE (lanes_, SR_NAME) = {
  .cell_size = sizeof (SrValue),
  .chart_new = chart_new,
  .chart_free = chart_free,
  .measure = measure,
  .lay_out = lay_out_words,
  .fill = fill_words,
#ifdef SR_IS_ORDERED
  .fill_outside = fill_outside,
#endif
};
