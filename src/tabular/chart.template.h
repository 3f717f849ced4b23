/* chart.template.h - a chart filled, and read backwards, for one kind of numbers.
 *
 * To be included once in a file of its own, after
 *
 *   Cell, ZERO, ONE     the type of cells, and the neutral ones of sums and products
 *   TIMES (x, y)        for numbers and for vectors of them
 *   PLUS_16 (x, y)      to PLUS_64, for vectors of so many bytes; PLUS_ANY where a processor has no such instruction
 *   NUMBERS_VECTOR      the file with their operations
 *   HAS_OUTSIDE         if the chart can be read backwards
 *   COMPILED_FOR (DO)   if it is compiled for fewer grammars than KNOWN_GRAMMARS
 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "tabular/chart.h"
#include "tabular/known_grammars.h"

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

/* Sees to it that a loop finds a number where it is, though many others are needed around it. */
#define KEEP_IN_REGISTER(x) __asm__("" : "+r"(x))

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

#ifdef HAS_OUTSIDE
#define MAY_NEED_BOTH TRUE
#else
#define MAY_NEED_BOTH FALSE
#endif

#ifndef COMPILED_FOR
#define COMPILED_FOR KNOWN_GRAMMARS
#endif

#define KNOWN static inline __attribute__ ((always_inline))

KNOWN CellPlace
place_of (const View *w, int i, int j)
{
  return chart_place (w->down, w->across, w->element, i, j);
}

/* Which symbols there are over i..j. */
KNOWN guint
places_of (const View *w, int i, int j)
{
  return (i > 0 ? AFTER_FIRST : 0) | (j < w->n ? BEFORE_LAST : 0);
}

/* Returns the place of the word more, before or behind, that a rule skips. */
KNOWN CellPlace
wider_place (const View *w, const Rule *rule, CellPlace p)
{
  const gssize before = -rule->skip_first, behind = rule->skip_last;

  p.row += before * w->down + behind * w->across;
  p.column += behind * w->down + before * w->across;
  p.first += before * w->element;
  p.last += behind * w->element;
  return p;
}

/* Returns the place of cells of a diagonal. */
KNOWN CellPlace
diagonal_place (const View *w, int cell, int span)
{
  return (CellPlace){ .row = cell + span * w->across,
                      .column = cell + span * w->down,
                      .first = cell,
                      .last = cell + span * w->element,
                      .ii = cell,
                      .span = span };
}

KNOWN const Cell *
item_at (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  return w->cells + cells->item + chart_matrix_place (&p, traits & TRAIT_COLUMN);
}

KNOWN const Cell *
left_at (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  return w->cells + cells->left_item + chart_matrix_place (&p, traits & TRAIT_LEFT_COLUMN);
}

/* The part of a rule that skips a word. */
KNOWN const Cell *
skipped_at (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  return w->cells + cells->skipped + chart_matrix_place (&p, traits & TRAIT_LEFT_COLUMN);
}

KNOWN const Cell *
right_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->right_column + p.column;
}

KNOWN Cell *
outside_at (const View *w, const RuleCells *cells, CellPlace p)
{
  return w->cells + cells->outside_row + p.row;
}

KNOWN const Cell *
weight_at (const View *w, const RuleCells *cells, guint traits, CellPlace p)
{
  return w->cells + cells->weight + chart_weight_place (&p, traits);
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
