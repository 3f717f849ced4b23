/* items.h - the items of a filled chart of doubles, by number, and what each is made of.
 *
 * Items are those of best.template.h: sides, meetings under their arc, prefixes. Their costs are summed as
 * there.
 */
#ifndef DECODE_ITEMS_H
#define DECODE_ITEMS_H

#include <math.h>

#include "tabular/lanes.h"

/* No item. */
#define NOTHING G_MAXUINT32

typedef struct {
  int n;
  gboolean has_any_root;
  WordChart chart;
  const double *rows; /* the costs of arcs to each word, those from 0 first */
  gsize stride;       /* between rows */
  double *prefixes;   /* R and H of (D3) and (D4): n + 1 and n */
} ChartItems;

/* Items: three matrices, then prefixes; the last is the goal of trees with a single root. Numbers for n
 * words:
 *
 *   0 ..          n n - 1      RIGHT    Wr(i,j) at i n + j
 *   n n ..      2 n n - 1      LEFT     Wl(i,j)
 *   2 n n ..    3 n n - 1      MEETING  H with head i and dependent j, or the reverse
 *   3 n n ..    3 n n + n      PREFIX   R(0) to R(n)
 *   ..      3 n n + 2 n        CHILD    H(0) to H(n-1)
 *   3 n n + 2 n + 1            GOAL     (D2)
 */
enum { RIGHT, LEFT, MEETING, N_MATRICES };

static inline guint32
items_of (const ChartItems *t, int kind, int i, int j)
{
  return ((guint32) kind * t->n + i) * t->n + j;
}

/* R(j) and H(h) of (D3) and (D4), and the goal. */
static inline guint32
items_prefix (const ChartItems *t, int j)
{
  return items_of (t, N_MATRICES, 0, 0) + j;
}

static inline guint32
items_child (const ChartItems *t, int h)
{
  return items_prefix (t, t->n + 1) + h;
}

static inline guint32
items_goal (const ChartItems *t)
{
  return t->has_any_root ? items_prefix (t, t->n) : items_child (t, t->n);
}

static inline double
items_cell (const ChartItems *t, gconstpointer matrix, int i, int j)
{
  return ((const double *) matrix)[t->chart.rows[i] + j * t->chart.across];
}

/* The cost of the arc to position @d from position @h, or from 0 if that is -1. */
static inline double
items_arc (const ChartItems *t, int h, int d)
{
  return t->rows[d * t->stride + (h + 1)];
}

/* A product: its parts, NOTHING for one without arcs, and its cost with the best derivations of both. */
typedef struct {
  guint32 left, right;
  double arc; /* added to the sum of the parts' costs; 0: none */
  double left_cost, right_cost;
} Parts;

/* A side that is not empty, or NOTHING. */
static inline guint32
items_side (const ChartItems *t, int kind, int i, int j)
{
  return i == j ? NOTHING : items_of (t, kind, i, j);
}

/* An item as what it is: a matrix's, or of the prefixes. Positions i and j: of H, head and dependent. */
typedef struct {
  int kind, i, j;
} ItemPlace;

enum { PREFIX = N_MATRICES, CHILD, GOAL };

static inline ItemPlace
items_place (const ChartItems *t, guint32 item)
{
  const guint32 n = (guint32) t->n;

  if (item < N_MATRICES * n * n)
    return (ItemPlace){ (int) (item / n / n), (int) (item / n % n), (int) (item % n) };
  item -= N_MATRICES * n * n;
  if (item <= n)
    return (ItemPlace){ PREFIX, 0, (int) item };
  item -= n + 1;
  return item < n ? (ItemPlace){ CHILD, 0, (int) item } : (ItemPlace){ GOAL, 0, 0 };
}

/* The products of an item are those for m from *@first to *@last. */
static inline void
items_find_products (const ChartItems *t, ItemPlace p, int *first, int *last)
{
  switch (p.kind) {
  case RIGHT:
    *first = p.i + 1, *last = p.j;
    break;
  case LEFT:
    *first = p.i, *last = p.j - 1;
    break;
  case MEETING:
    *first = MIN (p.i, p.j), *last = MAX (p.i, p.j) - 1;
    break;
  case PREFIX:
    *first = 0, *last = p.j - 1;
    break;
  case CHILD:
    *first = 0, *last = p.j;
    break;
  default:
    *first = 0, *last = t->n - 1;
  }
}

/* Product @m of an item: (M1) to (M5), (D2) to (D4). */
static inline Parts
items_parts (const ChartItems *t, ItemPlace p, int m)
{
  const WordChart *c = &t->chart;
  const double *R = t->prefixes, *H = t->prefixes + t->n + 1;
  const int i = MIN (p.i, p.j), j = MAX (p.i, p.j);

  switch (p.kind) {
  case RIGHT:
    return (Parts){ items_of (t, MEETING, p.i, m), items_side (t, RIGHT, m, p.j), 0,
                    items_cell (t, c->meetings, p.i, m), items_cell (t, c->right, m, p.j) };
  case LEFT:
    return (Parts){ items_side (t, LEFT, p.i, m), items_of (t, MEETING, p.j, m), 0,
                    items_cell (t, c->left, p.i, m), items_cell (t, c->meetings, p.j, m) };
  case MEETING:
    return (Parts){ items_side (t, RIGHT, i, m), items_side (t, LEFT, m + 1, j), items_arc (t, p.i, p.j),
                    items_cell (t, c->right, i, m), items_cell (t, c->left, m + 1, j) };
  case PREFIX:
    return (Parts){ items_child (t, m), items_side (t, RIGHT, m, p.j - 1), 0, H[m],
                    items_cell (t, c->right, m, p.j - 1) };
  case CHILD:
    return (Parts){ m == 0 ? NOTHING : items_prefix (t, m), items_side (t, LEFT, m, p.j),
                    items_arc (t, -1, p.j), R[m], items_cell (t, c->left, m, p.j) };
  default:
    return (Parts){ items_side (t, LEFT, 0, m), items_side (t, RIGHT, m, t->n - 1), items_arc (t, -1, m),
                    items_cell (t, c->left, 0, m), items_cell (t, c->right, m, t->n - 1) };
  }
}

/* (D3) and (D4), as best.template.h sums them. */
static inline void
items_fill_prefixes (const ChartItems *t)
{
  double *R = t->prefixes, *H = t->prefixes + t->n + 1;

  R[0] = 0;
  for (int h = 0; h < t->n; h++) {
    double least = INFINITY;

    for (int k = 0; k <= h; k++)
      least = MIN (R[k] + items_cell (t, t->chart.left, k, h), least);
    H[h] = items_arc (t, -1, h) + least;
    least = INFINITY;
    for (int k = 0; k <= h; k++)
      least = MIN (H[k] + items_cell (t, t->chart.right, k, h), least);
    R[h + 1] = least;
  }
}

#endif
