/* chart_load.c - scores of arcs put into charts.
 *
 * The numbers of an arc in all lanes are an element: so as many lanes as a vector holds are read together, a number of each row.
 */
#include "tabular/chart_load.h"

#include <math.h>

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Loads a column for the lanes from @lane on that fill a vector x of some lanes; notes in @good whether all are below the limit. A column
 * lies in a chart from [0][b] on, from row to row. */
#define LOAD_LANES(Vector, ...)                                                                              \
  {                                                                                                          \
    const Vector most = (Vector){} + limit, none = (Vector){} - INFINITY;                                    \
    Vector##_flags good = ~(Vector##_flags){};                                                               \
                                                                                                             \
    for (int a = 0; a <= n; a++) {                                                                           \
      const Vector x = sign * (Vector){ __VA_ARGS__ };                                                       \
      const Vector##_flags is_kept = x > -most;                                                              \
                                                                                                             \
      good &= x < most;                                                                                      \
      *(Vector *) (cells + a * down + l) =                                                                   \
          (Vector) (((Vector##_flags) x & is_kept) | ((Vector##_flags) none & ~is_kept));                    \
    }                                                                                                        \
    for (gsize i = 0; i < sizeof (Vector) / sizeof *cells; i++)                                              \
      n_bad += !good[i];                                                                                     \
  }

/* Types of vectors, and of what comparing them gives. */
#define DEFINE_VECTOR(Number, Flag, width, name)                                                             \
  typedef Number name                                                                                        \
      __attribute__ ((vector_size (width * sizeof (Number)), aligned (sizeof (Number)), may_alias));         \
  typedef Flag name##_flags __attribute__ ((vector_size (width * sizeof (Number))));

#define DEFINE_LOAD(Number, Flag, name)                                                                      \
  DEFINE_VECTOR (Number, Flag, 8, name##_eight)                                                              \
  DEFINE_VECTOR (Number, Flag, 4, name##_four)                                                               \
                                                                                                             \
  BODY gboolean name##_lanes_body (int n, int n_lanes, gssize down, Number *cells,                           \
                                   const Number *const *rows, Number sign, Number limit)                     \
  {                                                                                                          \
    int l = 0, n_bad = 0;                                                                                    \
                                                                                                             \
    for (; l + 8 <= n_lanes; l += 8) {                                                                       \
      const Number *const *r = rows + l;                                                                     \
      LOAD_LANES (name##_eight, r[0][a], r[1][a], r[2][a], r[3][a], r[4][a], r[5][a], r[6][a], r[7][a])      \
    }                                                                                                        \
    for (; l + 4 <= n_lanes; l += 4) {                                                                       \
      const Number *const *r = rows + l;                                                                     \
      LOAD_LANES (name##_four, r[0][a], r[1][a], r[2][a], r[3][a])                                           \
    }                                                                                                        \
    for (; l < n_lanes; l++)                                                                                 \
      for (int a = 0; a <= n; a++) {                                                                         \
        const Number x = sign * rows[l][a];                                                                  \
                                                                                                             \
        n_bad += !(x < limit);                                                                               \
        cells[a * down + l] = x > -limit ? x : -(Number) INFINITY;                                           \
      }                                                                                                      \
    return n_bad == 0;                                                                                       \
  }                                                                                                          \
                                                                                                             \
  BOTH (static, gboolean, name##_lanes,                                                                      \
        (int n, int n_lanes, gssize down, Number *cells, const Number *const *rows, Number sign,             \
         Number limit),                                                                                      \
        (n, n_lanes, down, cells, rows, sign, limit))                                                        \
                                                                                                             \
  gboolean name (const Chart *chart, int matrix, int b, const Number *const *rows, gboolean are_costs,       \
                 Number limit)                                                                               \
  {                                                                                                          \
    return name##_lanes (chart->n, chart->n_lanes, chart->down,                                              \
                         (Number *) chart->cells + chart_matrix (chart, &chart->scores, matrix, 0, b), rows, \
                         are_costs ? -1 : 1, limit);                                                         \
  }

DEFINE_LOAD (float, gint32, chart_load_floats)
DEFINE_LOAD (double, gint64, chart_load_doubles)
