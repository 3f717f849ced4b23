/* tabular.h - a grammar compiled for the chart, and the instances of the engine.
 *
 * A rule that takes a child, (_,C') -> (_,C) A, is joined with each rule A -> (B,D) for that child into
 * one step over chart items; the symbols C and B meet between head and child, and such a pair is an
 * item of its own.
 */
#ifndef TABULAR_TABULAR_H
#define TABULAR_TABULAR_H

#include "tbk/tabular.h"

/* H(C,B,i,j): the right side of i in state C and the left side of j in state B meet between them. */
typedef struct {
  guint8 right, left;
} Pair;

/* A term of (I3), Wr(result,i,j) += H(pair,i,h) w(i,h) Wr(rest,h,j), or its mirror image of (I4) for Wl. */
typedef struct {
  guint8 result, pair, rest;
} Step;

typedef struct {
  guint8 left, right;
} States;

typedef struct {
  const TbkGrammar *grammar;
  States *words;                         /* for each terminal a: B and C of (B,C) -> a */
  guint64 *left_symbols, *right_symbols; /* and the sets of symbols its two sides can have */
  Pair *pairs;
  int n_pairs;
  Step *left_steps, *right_steps;
  int n_left_steps, n_right_steps;
  States *starts; /* for each rule START -> (B,C): B and C */
  int n_starts;
  int n_items; /* kinds of item in a chart: pairs, then a right and a left side for each symbol */
} Compiled;

/* The kinds of item, in the order in which charts lay them out. */
static inline int
item_pair (const Compiled *compiled, int pair)
{
  (void) compiled;
  return pair;
}

static inline int
item_right (const Compiled *compiled, int symbol)
{
  return compiled->n_pairs + symbol;
}

static inline int
item_left (const Compiled *compiled, int symbol)
{
  return compiled->n_pairs + compiled->grammar->n_symbols + symbol;
}

/* Where the item of that kind over i..j stands in a chart for n positions. */
static inline gsize
item_place (int item, int n, int i, int j)
{
  return ((gsize) item * n + i) * n + j;
}

/* One instance of inside.template.h: its charts hold values of one semiring. */
typedef struct {
  gpointer (*chart_new) (void);
  void (*chart_free) (gpointer chart);

  /* Fills @chart for @string and returns the sum over all derivations, or NULL with @error set. The
   * value is owned by the chart. */
  gconstpointer (*fill) (gpointer chart, const Compiled *compiled, const TbkWeightedString *string,
                         GError **error);

  /* The values of the items of a filled chart, at item_place(); defined for i <= j. */
  gconstpointer (*cells) (gpointer chart);
} Inside;

/* A value of inside_best. */
typedef struct {
  gint64 weight;
  __mpz_struct number;
} InsideBest;

extern const Inside inside_maxplus, inside_best;

/* tabular.c, section 2: the charts in lanes, and scratch memory. */
enum { MANY_INSTANCES = 2 };

typedef struct {
  gpointer charts[MANY_INSTANCES]; /* made when first used */
  struct Lane *lanes;
  gsize n_lanes_allocated;
  int largest_vector; /* in bytes: 16, 32 or 64, or 0 for the plain recursion */
} Many;

/* Bounds the largest_vector of parsers made from now on; 64, unless a test or a benchmark sets it. */
extern int many_vector_limit;

/* The bytes of the largest vector that the processor has instructions for, within that bound. */
int many_largest_vector (void);

struct TbkTabular {
  Compiled compiled;
  gpointer maxplus, best; /* charts, made when first used */
  Many many;
};

/* derivations.c: makes @forest the derivations whose weight is that of the goal. */
gboolean derivations_build (const Compiled *compiled, const TbkWeightedString *string, const gint64 *cells,
                            gint64 goal, TbkForest *forest, GError **error);

/* Finds what tbk_tabular_best() gives, by the recursion of the other functions on 64-bit cells: to compare
 * with. */
gboolean tabular_best_plain (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best,
                             GError **error);

#endif
