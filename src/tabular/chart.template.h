/* chart.template.h - a chart filled, and read backwards, for one kind of numbers.
 *
 * To be included once in a file of its own, after
 *
 *   Cell, ZERO, ONE     the type of cells, and the neutral ones of sums and products
 *   TIMES (x, y)        for numbers and for vectors of them
 *   PLUS_16 (x, y)      to PLUS_64, for vectors of so many bytes; PLUS_ANY where a processor has no such instruction
 *   NUMBERS_VECTOR      the file with their operations
 *   HAS_OUTSIDE         if the chart can be read backwards
 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "tabular/chart.h"
#include "tabular/projective_grammar.h"

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

/* A chart, as loops look at it: none of what they write is among it. */
typedef struct {
  const RuleCells *rules;
  Cell *cells;
  gssize down, across, element, exponents;
  int n;
} View;

static inline View
view_of (const Chart *c)
{
  return (View){ c->rules, c->cells, c->down, c->across, c->element, c->exponents, c->n };
}

#define KNOWN static inline __attribute__ ((always_inline))

/* Where a vector of items is: [i][i] of matrices, i of lists, and j - i; when a chart is read backwards, whether any of them can be part of
 * an item with one word more before or behind. */
typedef struct {
  gssize ii, at;
  int span;
  gboolean has_before, has_behind;
} CellPlace;

KNOWN CellPlace
place_of (const View *w, int i, int j)
{
  return (CellPlace){ i * (w->down + w->across), i * w->element, j - i, i > 0, j < w->n };
}

/* Which symbols there are over i..j. */
KNOWN guint
places_of (const View *w, int i, int j)
{
  return (i > 0 ? AFTER_FIRST : 0) | (j < w->n ? BEFORE_LAST : 0);
}

KNOWN const Cell *
item_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->item + p.ii + p.span * cells->item_step;
}

KNOWN const Cell *
left_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->left_item + p.ii + p.span * cells->left_step;
}

/* The part of a rule that skips a word. */
KNOWN const Cell *
skipped_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->part + p.ii + p.span * cells->left_step;
}

KNOWN const Cell *
right_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->right_item + p.ii + p.span * cells->right_step;
}

/* From a part over i..j to that over i+1..j, if it lies by rows or by columns. */
KNOWN gssize
next_row (const View *w, gssize step)
{
  return step == w->across ? w->down : w->across;
}

KNOWN const Cell *
outside_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->outside_row + p.ii + p.span * w->across;
}

/* How far the weight of a rule is from its place for i = j = 0. */
KNOWN gssize
offset_of (const RuleCells *cells, guint traits, CellPlace p)
{
  return ((traits & TRAIT_LIST) != 0 ? p.at : p.ii) + p.span * cells->weight_step;
}

KNOWN const Cell *
weight_at (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  return w->cells + cells->weight + offset_of (cells, traits, p);
}

#ifdef __x86_64__
#define PLUS(x, y) PLUS_16 (x, y)
#else
#define PLUS(x, y) PLUS_ANY (x, y)
#endif
#define VECTOR_BYTES 16
#define TARGET
#include "tabular/chart_vector.template.h"
#undef PLUS
#undef VECTOR_BYTES
#undef TARGET

#if defined(__x86_64__) && !defined(TBK_PLAIN)
#define HAS_LARGE_VECTORS

#define PLUS(x, y)   PLUS_32 (x, y)
#define VECTOR_BYTES 32
#define TARGET       __attribute__ ((target ("avx2")))
#include "tabular/chart_vector.template.h"
#undef PLUS
#undef VECTOR_BYTES
#undef TARGET

#define PLUS(x, y)   PLUS_64 (x, y)
#define VECTOR_BYTES 64
#define TARGET       __attribute__ ((target ("avx512bw")))
#include "tabular/chart_vector.template.h"
#undef PLUS
#undef VECTOR_BYTES
#undef TARGET
#endif

/* Does something in vectors of the size that was chosen. */
#ifdef HAS_LARGE_VECTORS
#define BY_VECTOR(chart, name)                                                                               \
  ((chart)->vector == 16   ? PASTE (name, 16) (chart)                                                        \
   : (chart)->vector == 32 ? PASTE (name, 32) (chart)                                                        \
                           : PASTE (name, 64) (chart))
#else
#define BY_VECTOR(chart, name) PASTE (name, 16) (chart)
#endif

static void
fill (Chart *c, const ChartWeights *weights)
{
  chart_place_rules (c, weights);
  BY_VECTOR (c, fill_);
}

#ifdef HAS_OUTSIDE
static void
read_backwards (Chart *c)
{
  BY_VECTOR (c, read_);
}
#endif
