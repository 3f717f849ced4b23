/* lanes_chart.template.h - the chart of lanes.template.h: how it is laid out, and what is to be in it.
 *
 * To be included there. A chart is some square matrices of n x n elements, one after the other, all laid out
 * alike. An element [a][b] is the cells of all lanes (strings) for one pair of positions, side by side.
 *
 * Rows. An element is a vector, and a row of elements lies together. For 4 lanes and vectors of 4 cells:
 *
 *            | vector 0        | vector 1        | vector 2        |
 *   row 0    | [0][0] l0 .. l3 | [0][1] l0 .. l3 | [0][2] l0 .. l3 |      across = 4 cells: one vector
 *   row 1    | [1][0] l0 .. l3 | [1][1] l0 .. l3 | [1][2] l0 .. l3 |      down = 4 (n | 1) cells
 *   row 2    | [2][0] l0 .. l3 | [2][1] l0 .. l3 | [2][2] l0 .. l3 |
 *
 * Diagonals. [a][b] is in diagonal b - a, at cell a. For one lane and n = 4, dots are cells without a use:
 *
 *   b - a    cell 0   cell 1   cell 2   cell 3
 *     -3       .        .        .      [3][0]
 *     -2       .        .      [2][0]   [3][1]
 *     -1       .      [1][0]   [2][1]   [3][2]
 *      0     [0][0]   [1][1]   [2][2]   [3][3]      down = 1 - diagonal: a row lower is one cell further, and
 *      1     [0][1]   [1][2]   [2][3]     .         one diagonal back
 *      2     [0][2]   [1][3]     .        .         across = the cells of a diagonal
 *      3     [0][3]     .        .        .
 *
 * A vector of 4 cells from [0][1] on holds the items over 0..1, 1..2 and 2..3, and one cell that means
 * nothing. Their products have the same form, one position further each: so one string fills vectors too.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tabular/lanes.h"

enum {
  SMALLEST_VECTOR = 16, /* bytes */
  LARGEST_VECTOR = 64,
  ROWS = 4,               /* rows that are filled together: 4 sums of 3 items fit into 16 registers */
  WIDTH = 2,              /* vectors of a diagonal that are filled together */
  LEAST_DIAGONAL = 1000,  /* bytes from which on rows are faster, if an element has LEAST_ELEMENT */
  LEAST_ONE_SYMBOL = 250, /* the same for one symbol, in elements above SMALLEST_VECTOR */
  LEAST_ELEMENT = 8,
};

/* Positions first..last; none if first > last. */
typedef struct {
  int first, last;
} Range;

/* The task. A matrix is given by the address of its [0][0], which in diagonals is in the middle
 * of its memory; an item is zero where i or j is out of its range. */

/* H of a pair: x[i][j] and x[j][i] from the sum of a[i][m] b[j][m] over i <= m < j. Here b is Wl moved by one
 * element, so that b[j][m] is Wl[j][m + 1] and both rows are read at the same m. */
typedef struct {
  SrValue *x;
  const SrValue *a, *b;
  Range i, j;
} Meeting;

/* The sum of a[i][m] b[j][m] over those m that are in the range and in i+first..j-1+first of the side. */
typedef struct {
  const SrValue *a, *b;
  Range m;
} Sum;

/* Wr or Wl of a symbol. */
typedef struct {
  SrValue *x;
  Range i, j;
  int first; /* 1 for Wr, 0 for Wl */
  int n_sums;
  const Sum *sums;
} Side;

/* A symbol: where it can be a side of a word, and its matrix. */
typedef struct {
  Range heads;
  SrValue *x;
} Symbol;

typedef struct {
  SrValue *cells;
  gsize n_cells; /* allocated */
  const Compiled *compiled;
  const Lane *lanes; /* of strings */
  int n_lanes, n;

  /* The layout, in cells. */
  gssize rows[TBK_TABULAR_MAX_LENGTH + 1]; /* where row a begins: [a][b] stands at rows[a] + b * across */
  gssize across, down;                     /* from element to element; from row to row */
  gsize element;                           /* of an element, one for each lane */
  gsize origin, n_matrix;                  /* where [0][0] is in a matrix, and of a matrix */
  int vector;                              /* its bytes */
  gboolean has_rows;                       /* else diagonals */

  SrValue *arcs;
  Symbol right[TBK_MAX_SYMBOLS], left[TBK_MAX_SYMBOLS];
  Meeting meetings[G_MAXUINT8 + 1];
  Side sides[2 * TBK_MAX_SYMBOLS];
  Sum *sums;
  int n_matrices, n_meetings, n_sides, n_sums, n_sums_allocated;
  gboolean has_one_symbol; /* one meeting, a right and a left side, for all positions */
} LanesChart;

static inline Range
intersect (Range a, Range b)
{
  return (Range){ MAX (a.first, b.first), MIN (a.last, b.last) };
}

static inline Range
all_positions (const LanesChart *c)
{
  return (Range){ 0, c->n - 1 };
}

static inline gboolean
is_empty (Range a)
{
  return a.first > a.last;
}

static inline gboolean
overlap (Range a, Range b)
{
  return a.first <= b.last && b.first <= a.last;
}

static inline gboolean
contains (Range a, int position)
{
  return a.first <= position && position <= a.last;
}

/* The place of [a][b] in a matrix. */
static inline gssize
place (const LanesChart *c, int a, int b)
{
  return c->rows[a] + b * c->across;
}

/* The number of matrices that list_items() will hand out: one for the arcs, one for each symbol on each side
 * that some position can have, and one for each pair whose symbols both occur. */
static int
count_matrices (const LanesChart *c)
{
  int n_matrices = 1;

  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++)
    n_matrices += !is_empty (c->right[symbol].heads) + !is_empty (c->left[symbol].heads);
  for (int p = 0; p < c->compiled->n_pairs; p++)
    n_matrices += !is_empty (c->right[c->compiled->pairs[p].right].heads)
                  && !is_empty (c->left[c->compiled->pairs[p].left].heads);
  return n_matrices;
}

/* Finds where the elements of a matrix are: in rows or diagonals. */
static void
lay_out_matrix (LanesChart *c)
{
  const int vector = c->vector / sizeof (SrValue);

  /* Rows: a vector has the lanes of [a][b], and the next vector those of [a][b+1]. */
  if (c->has_rows) {
    c->element = c->across = vector;
    c->down = vector * (c->n | 1); /* odd: with a power of 2 all rows of a column would share a cache set */
    c->origin = 0;
    c->n_matrix = c->n * c->down;
  } else {
    /* Diagonals: [a][b] is in diagonal b - a, at cell a. Those with b < a come before that of [0][0]. A
     * diagonal is rounded up to whole vectors, and has one vector more: vectors of
     * [j][i] begin at any cell, so the last may reach beyond the cells of its diagonal, and must not write
     * into the next one. */
    gsize diagonal = ((gsize) c->n * c->n_lanes + vector - 1) / vector * vector + vector;

    c->element = c->n_lanes;
    c->across = diagonal;
    c->down = c->n_lanes - (gssize) diagonal;
    c->origin = (c->n - 1) * diagonal;
    c->n_matrix = (2 * c->n - 1) * diagonal;
  }
  for (int a = 0; a < c->n; a++)
    c->rows[a] = a * c->down;
}

/* Lays out @n_matrices in vectors of the size that was chosen. */
static gboolean
lay_out (LanesChart *c, int n_matrices, GError **error)
{
  gsize n_cells;
  gboolean fits;

  lay_out_matrix (c);
  fits = g_size_checked_mul (&n_cells, c->n_matrix, n_matrices) && n_cells <= G_MAXSSIZE / sizeof (SrValue);
  if (fits && n_cells <= c->n_cells)
    return TRUE;
  /* The chart grows: nothing in it is needed, so it is not copied. */
  free (c->cells);
  c->cells = fits ? aligned_alloc (LARGEST_VECTOR,
                                   (n_cells * sizeof (SrValue) + LARGEST_VECTOR - 1) & -LARGEST_VECTOR)
                  : NULL;
  c->n_cells = c->cells == NULL ? 0 : n_cells;
  if (c->cells == NULL)
    return memory_fail (error, "the chart of %d positions", c->n);
  return TRUE;
}

/* Returns TRUE if one symbol is all that each position can have; then nothing has to be looked up to see what
 * is summed. */
static gboolean
has_one_symbol (const LanesChart *c)
{
  const Compiled *compiled = c->compiled;

  return compiled->grammar->n_symbols == 1 && compiled->n_pairs == 1 && compiled->n_right_steps == 1
         && compiled->n_left_steps == 1 && c->right[0].heads.first == 0 && c->right[0].heads.last == c->n - 1
         && c->left[0].heads.first == 0 && c->left[0].heads.last == c->n - 1;
}

/* The [0][0] of the next matrix that is free. */
static SrValue *
add_matrix (LanesChart *c)
{
  return c->cells + c->origin + c->n_matrices++ * c->n_matrix;
}

/* Adds a sum to the side that is being listed, unless one of its factors is zero everywhere. */
static void
add_sum (LanesChart *c, const SrValue *a, const SrValue *b, Range m)
{
  if (a != NULL && b != NULL && !is_empty (m))
    c->sums[c->n_sums++] = (Sum){ a, b, m };
}

/* Adds a side with the sums from @sums on, which were just added. */
static void
add_side (LanesChart *c, SrValue *x, Range i, Range j, int first, Sum *sums)
{
  c->sides[c->n_sides++] = (Side){ x, i, j, first, c->sums + c->n_sums - sums, sums };
}

/* The items Wr that can occur, with their sums. */
static void
list_right_sides (LanesChart *c, SrValue *const *meetings)
{
  const Compiled *compiled = c->compiled;

  for (int symbol = 0; symbol < compiled->grammar->n_symbols; symbol++) {
    Sum *sums = c->sums + c->n_sums;

    if (c->right[symbol].x == NULL)
      continue;
    for (int s = 0; s < compiled->n_right_steps; s++) {
      const Step *step = &compiled->right_steps[s];

      /* A product H(C,B,i,h) Wr(D,h,j): h must be where B can be a left side and D a right one. */
      if (step->result == symbol)
        add_sum (c, meetings[step->pair], c->right[step->rest].x,
                 intersect (c->left[compiled->pairs[step->pair].left].heads, c->right[step->rest].heads));
    }
    add_side (c, c->right[symbol].x, c->right[symbol].heads, all_positions (c), 1, sums);
  }
}

/* The items Wl that can occur, with their sums. */
static void
list_left_sides (LanesChart *c, SrValue *const *meetings)
{
  const Compiled *compiled = c->compiled;

  for (int symbol = 0; symbol < compiled->grammar->n_symbols; symbol++) {
    Sum *sums = c->sums + c->n_sums;

    if (c->left[symbol].x == NULL)
      continue;
    for (int s = 0; s < compiled->n_left_steps; s++) {
      const Step *step = &compiled->left_steps[s];

      /* A product Wl(D,i,h) Hl(C,B,h,j): h must be where C can be a right side and D a left one. */
      if (step->result == symbol)
        add_sum (c, c->left[step->rest].x, meetings[step->pair],
                 intersect (c->right[compiled->pairs[step->pair].right].heads, c->left[step->rest].heads));
    }
    add_side (c, c->left[symbol].x, all_positions (c), c->left[symbol].heads, 0, sums);
  }
}

/* Gives matrices to the arcs and to the items that can occur, and lists the items. Filling walks these short
 * lists in its inner loops, not the steps of the grammar: most steps of a large grammar have a symbol that no
 * position of these strings can have. */
static void
list_items (LanesChart *c)
{
  const Compiled *compiled = c->compiled;
  const int n_steps = compiled->n_right_steps + compiled->n_left_steps;
  SrValue *meetings[G_MAXUINT8 + 1];

  /* Room for one more, so that there is a place for the sums of an item that has none. */
  if (c->n_sums_allocated <= n_steps) {
    c->n_sums_allocated = n_steps + 1;
    c->sums = g_renew (Sum, c->sums, c->n_sums_allocated);
  }
  c->n_matrices = c->n_sums = c->n_meetings = c->n_sides = 0;
  c->arcs = add_matrix (c);
  for (int symbol = 0; symbol < compiled->grammar->n_symbols; symbol++) {
    Symbol *right = &c->right[symbol], *left = &c->left[symbol];

    right->x = is_empty (right->heads) ? NULL : add_matrix (c);
    left->x = is_empty (left->heads) ? NULL : add_matrix (c);
  }
  for (int p = 0; p < compiled->n_pairs; p++) {
    const Symbol *right = &c->right[compiled->pairs[p].right], *left = &c->left[compiled->pairs[p].left];

    meetings[p] = right->x == NULL || left->x == NULL ? NULL : add_matrix (c);
    if (meetings[p] != NULL)
      c->meetings[c->n_meetings++] =
          (Meeting){ meetings[p], right->x, left->x + c->across, right->heads, left->heads };
  }
  list_right_sides (c, meetings);
  list_left_sides (c, meetings);
}
