/* chart_load.c - scores put into charts.
 *
 * The numbers of a weight in all lanes are an element: so as many lanes as a vector holds are read together, a number of each row.
 */
#include "tabular/chart_load.h"

#include <math.h>

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Loads lines for the lanes from @l on that fill a vector x of some lanes, and counts in @n_bad those with a sum that is not below the
 * limit. GO_ON goes to the numbers of the next line. */
#define LOAD_LANES(Vector, GO_ON, ...)                                                                       \
  {                                                                                                          \
    const Vector most = (Vector){} + limit, none = (Vector){} - INFINITY;                                    \
    Vector##_flags good = ~(Vector##_flags){};                                                               \
    typeof (cells) first = cells + l;                                                                        \
    int n = lines->n;                                                                                        \
                                                                                                             \
    for (int line = 0; line < lines->n_lines; line++, n += lines->grows, first += lines->line_step) {        \
      for (int i = 0; i < n; i++) {                                                                          \
        Vector *cell = (Vector *) (first + i * step);                                                        \
        Vector x = sign * (Vector){ __VA_ARGS__ };                                                           \
        Vector##_flags is_kept;                                                                              \
                                                                                                             \
        if (adds)                                                                                            \
          x += *cell;                                                                                        \
        is_kept = x > -most;                                                                                 \
        good &= x < most;                                                                                    \
        *cell = (Vector) (((Vector##_flags) x & is_kept) | ((Vector##_flags) none & ~is_kept));              \
      }                                                                                                      \
      GO_ON                                                                                                  \
    }                                                                                                        \
    for (gsize v = 0; v < sizeof (Vector) / sizeof *cells; v++)                                              \
      n_bad += !good[v];                                                                                     \
  }

#define GO_ON_4(a, b, c, d) (a) += apart, (b) += apart, (c) += apart, (d) += apart;

/* Eight lanes at a time, of floats. Eight doubles are more than a vector of AVX2, and the compiler would compare them one by one. */
#define LOAD_EIGHT(From, Vector)                                                                             \
  for (; l + 8 <= n_lanes; l += 8) {                                                                         \
    const From *a = rows[l], *b = rows[l + 1], *c = rows[l + 2], *d = rows[l + 3];                           \
    const From *e = rows[l + 4], *f = rows[l + 5], *g = rows[l + 6], *h = rows[l + 7];                       \
    LOAD_LANES (Vector, GO_ON_4 (a, b, c, d) GO_ON_4 (e, f, g, h), a[i], b[i], c[i], d[i], e[i], f[i], g[i], \
                h[i])                                                                                        \
  }
#define LOAD_FOUR_ONLY(From, Vector)

/* Types of vectors, and of what comparing them gives. */
#define DEFINE_VECTOR(Number, Flag, width, name)                                                             \
  typedef Number name                                                                                        \
      __attribute__ ((vector_size (width * sizeof (Number)), aligned (sizeof (Number)), may_alias));         \
  typedef Flag name##_flags __attribute__ ((vector_size (width * sizeof (Number))));

#define DEFINE_LOAD(Number, Flag, From, name, LOAD_MORE)                                                     \
  DEFINE_VECTOR (Number, Flag, 8, name##_eight)                                                              \
  DEFINE_VECTOR (Number, Flag, 4, name##_four)                                                               \
                                                                                                             \
  BODY gboolean name##_lanes (const ChartLines *lines, int n_lanes, Number *cells, const From *const *rows,  \
                              gssize apart, gboolean adds)                                                   \
  {                                                                                                          \
    const Number sign = lines->are_costs ? -1 : 1, limit = (Number) lines->limit;                            \
    const gssize step = lines->step;                                                                         \
    int l = 0, n_bad = 0;                                                                                    \
                                                                                                             \
    LOAD_MORE (From, name##_eight)                                                                           \
    for (; l + 4 <= n_lanes; l += 4) {                                                                       \
      const From *a = rows[l], *b = rows[l + 1], *c = rows[l + 2], *d = rows[l + 3];                         \
      LOAD_LANES (name##_four, GO_ON_4 (a, b, c, d), a[i], b[i], c[i], d[i])                                 \
    }                                                                                                        \
    for (; l < n_lanes; l++) {                                                                               \
      const From *row = rows[l];                                                                             \
      Number *first = cells + l;                                                                             \
      int n = lines->n;                                                                                      \
                                                                                                             \
      for (int line = 0; line < lines->n_lines; line++, n += lines->grows) {                                 \
        for (int i = 0; i < n; i++) {                                                                        \
          const Number x = sign * (Number) row[i] + (adds ? first[i * step] : 0);                            \
                                                                                                             \
          n_bad += !(x < limit);                                                                             \
          first[i * step] = x > -limit ? x : -(Number) INFINITY;                                             \
        }                                                                                                    \
        row += apart;                                                                                        \
        first += lines->line_step;                                                                           \
      }                                                                                                      \
    }                                                                                                        \
    return n_bad == 0;                                                                                       \
  }                                                                                                          \
                                                                                                             \
  BODY gboolean name##_body (const ChartLines *lines, int n_lanes, Number *cells, const From *const *rows,   \
                             gssize apart)                                                                   \
  {                                                                                                          \
    return lines->adds ? name##_lanes (lines, n_lanes, cells, rows, apart, TRUE)                             \
                       : name##_lanes (lines, n_lanes, cells, rows, apart, FALSE);                           \
  }                                                                                                          \
                                                                                                             \
  BOTH (static, gboolean, name,                                                                              \
        (const ChartLines *lines, int n_lanes, Number *cells, const From *const *rows, gssize apart),        \
        (lines, n_lanes, cells, rows, apart))

DEFINE_LOAD (float, gint32, float, load_floats, LOAD_EIGHT)
DEFINE_LOAD (double, gint64, float, load_floats_as_doubles, LOAD_FOUR_ONLY)
DEFINE_LOAD (double, gint64, double, load_doubles, LOAD_FOUR_ONLY)

gboolean
chart_load (const Chart *c, const ChartLines *lines, TbkReal real, const gconstpointer *rows, gssize apart)
{
  double *cells = (double *) c->cells + lines->at;

  if (c->cells_are == CHART_FLOATS)
    return load_floats (lines, c->n_lanes, (float *) c->cells + lines->at, (const float *const *) rows,
                        apart);
  if (real == TBK_FLOAT32)
    return load_floats_as_doubles (lines, c->n_lanes, cells, (const float *const *) rows, apart);
  return load_doubles (lines, c->n_lanes, cells, (const double *const *) rows, apart);
}

void
chart_forbid_weights (const Chart *c)
{
  const gsize first = (gsize) c->scores.lists, end = first + chart_count_weights (c);

  if (c->cells_are == CHART_FLOATS)
    for (gsize i = first; i < end; i++)
      ((float *) c->cells)[i] = -INFINITY;
  else
    for (gsize i = first; i < end; i++)
      ((double *) c->cells)[i] = -INFINITY;
}
