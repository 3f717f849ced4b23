/* lanes_words.template.h - charts of projective trees in the lanes of lanes.template.h, for those who load
 * and read cells.
 *
 * To be included after it. Defines lanes_SR_NAME: lanes_minplus_float, lanes_minplus_double, and with an
 * outside recursion (outside.template.h, if SR_IS_ORDERED) lanes_real and lanes_wide.
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

/* The bytes that lay_out_words() would ask for, so that callers can keep to a bound. */
static guint64
measure (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
         int largest_vector)
{
  LanesChart *c = chart;

  choose (c, compiled, n, n_lanes, largest_vector);
  lay_out_matrix (c);
  return (guint64) c->n_matrix * (guint64) (count_matrices (c) + (has_outside ? OUTSIDE_MATRICES : 0))
         * sizeof (SrValue);
}

/* (I1). And zero, for an outside recursion: where it begins, and in diagonals where vectors reach beyond what
 * is computed. */
static void
clear (LanesChart *c, int n_matrices, gboolean has_outside)
{
  SrValue one;

  sr_one (&one);
#ifdef SR_IS_ORDERED
  if (has_outside && !c->has_rows) {
    set_cells (c->cells, SR_ZERO, n_matrices * c->n_matrix);
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
  }
}

static gboolean
lay_out_words (gpointer chart, const Compiled *compiled, int n, int n_lanes, gboolean has_outside,
               int largest_vector, WordChart *cells, GError **error)
{
  LanesChart *c = chart;
  int n_matrices;

  choose (c, compiled, n, n_lanes, largest_vector);
  n_matrices = count_matrices (c) + (has_outside ? OUTSIDE_MATRICES : 0);
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
  if (has_outside) {
    cells->outside_right = c->outside_right = add_matrix (c);
    cells->outside_left = c->outside_left = add_matrix (c);
    c->outside_meetings = add_matrix (c);
  }
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
