/* n_best.c - the projective trees of a sentence from the best on: lists of derivations over the filled chart.
 *
 * Huang and Chiang (2005), algorithm 3. Each item has a list of its derivations, the best first, made when
 * asked for, and a heap of those that can be next. A derivation (m,a,b) is a product m of the item with the
 * a-th derivation of its left and the b-th of its right part. The heap begins with (m,0,0) for each m; when
 * (m,a,b) leaves it
 *
 *   (D8)  (m,a,b+1) enters, and if b = 0 also (m,a+1,b)
 *
 * so each enters once, after all that are better in both parts. Trees have one derivation each, so none comes
 * twice. Items are those of best.template.h: sides, meetings under their arc, prefixes; costs are summed as
 * there, so that the first tree is the one of tbk_decode() for doubles. Equally good ones come in the order
 * in which they entered the heap.
 *
 * Cost      O(n^3) for the chart; then O(n) for each item that a tree is the first to use, and O(log n) for
 *           each item of a tree.
 */
#include "decode/n_best.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "decode/rows.h"
#include "decode/scores.h"

#define NOTHING G_MAXUINT32

/* (m,a,b), in its item's list or heap. */
typedef struct {
  double cost;
  guint32 left, right;    /* derivations; NOTHING: the first, or the only one of a part without arcs */
  guint32 next;           /* in the list */
  guint32 child, sibling; /* in the heap, a pairing heap */
  guint16 m;
  guint8 is_first_right; /* b = 0 */
} Derivation;

typedef struct {
  guint32 item;
  guint32 first, last; /* of the list, or NOTHING */
  guint32 heap;        /* the best, or NOTHING */
  guint8 is_open;      /* the heap was begun */
  guint8 is_followed;  /* what (D8) says of the last has entered */
  guint8 is_ended;     /* there are no more */
} ItemList;

/* A derivation that is still to be read; NOTHING: of an item, the first. */
typedef struct {
  guint32 item, derivation;
} ToRead;

typedef struct {
  int n;
  gboolean has_any_root;
  WordChart chart;
  const double *rows;
  gsize stride;
  double *prefixes; /* R and H of (D3) and (D4): n + 1 and n */
  guint32 *slots;   /* by item: its list plus 1, or 0 */
  ItemList *lists;
  Derivation *derivations;
  guint32 *demands; /* lists that are to get one more derivation */
  ToRead *to_read;
  guint32 n_lists, n_derivations, goal_last;
  gsize n_prefixes_allocated, n_slots_allocated, n_lists_allocated, n_derivations_allocated,
      n_demands_allocated, n_to_read_allocated;
  gboolean is_beyond_memory;
} NBest;

/* Items: three matrices, then prefixes; the last is the goal of trees with a single root. */
enum { RIGHT, LEFT, MEETING, N_MATRICES };

static inline guint32
item_of (const NBest *b, int kind, int i, int j)
{
  return ((guint32) kind * b->n + i) * b->n + j;
}

/* R(j) and H(h) of (D3) and (D4), and the goal. */
static inline guint32
prefix_of (const NBest *b, int j)
{
  return item_of (b, N_MATRICES, 0, 0) + j;
}

static inline guint32
child_of (const NBest *b, int h)
{
  return prefix_of (b, b->n + 1) + h;
}

static inline guint32
goal_of (const NBest *b)
{
  return b->has_any_root ? prefix_of (b, b->n) : child_of (b, b->n);
}

static inline double
cell (const NBest *b, gconstpointer matrix, int i, int j)
{
  return ((const double *) matrix)[b->chart.rows[i] + j * b->chart.across];
}

/* The cost of the arc to position @d from position @h, or from 0 if that is -1. */
static inline double
arc (const NBest *b, int h, int d)
{
  return b->rows[d * b->stride + (h + 1)];
}

/* What an item is made of. */

/* A product: its parts, NOTHING for one without arcs, and its cost with the best derivations of both. */
typedef struct {
  guint32 left, right;
  double arc; /* added to the sum of the parts' costs; 0: none */
  double left_cost, right_cost;
} Parts;

/* A side that is not empty, or NOTHING. */
static inline guint32
side (const NBest *b, int kind, int i, int j)
{
  return i == j ? NOTHING : item_of (b, kind, i, j);
}

/* An item as what it is: a matrix's, or of the prefixes. Positions i and j: of H, head and dependent. */
typedef struct {
  int kind, i, j;
} ItemPlace;

enum { PREFIX = N_MATRICES, CHILD, GOAL };

static ItemPlace
place_of (const NBest *b, guint32 item)
{
  const guint32 n = (guint32) b->n;

  if (item < N_MATRICES * n * n)
    return (ItemPlace){ (int) (item / n / n), (int) (item / n % n), (int) (item % n) };
  item -= N_MATRICES * n * n;
  if (item <= n)
    return (ItemPlace){ PREFIX, 0, (int) item };
  item -= n + 1;
  return item < n ? (ItemPlace){ CHILD, 0, (int) item } : (ItemPlace){ GOAL, 0, 0 };
}

/* The products of an item are those for m from *@first to *@last. */
static void
find_products (const NBest *b, ItemPlace p, int *first, int *last)
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
    *first = 0, *last = b->n - 1;
  }
}

/* Product @m of an item: (M1) to (M5), (D2) to (D4). */
static Parts
parts_of (const NBest *b, ItemPlace p, int m)
{
  const WordChart *c = &b->chart;
  const double *R = b->prefixes, *H = b->prefixes + b->n + 1;
  const int i = MIN (p.i, p.j), j = MAX (p.i, p.j);

  switch (p.kind) {
  case RIGHT:
    return (Parts){ item_of (b, MEETING, p.i, m), side (b, RIGHT, m, p.j), 0, cell (b, c->meetings, p.i, m),
                    cell (b, c->right, m, p.j) };
  case LEFT:
    return (Parts){ side (b, LEFT, p.i, m), item_of (b, MEETING, p.j, m), 0, cell (b, c->left, p.i, m),
                    cell (b, c->meetings, p.j, m) };
  case MEETING:
    return (Parts){ side (b, RIGHT, i, m), side (b, LEFT, m + 1, j), arc (b, p.i, p.j),
                    cell (b, c->right, i, m), cell (b, c->left, m + 1, j) };
  case PREFIX:
    return (Parts){ child_of (b, m), side (b, RIGHT, m, p.j - 1), 0, H[m], cell (b, c->right, m, p.j - 1) };
  case CHILD:
    return (Parts){ m == 0 ? NOTHING : prefix_of (b, m), side (b, LEFT, m, p.j), arc (b, -1, p.j), R[m],
                    cell (b, c->left, m, p.j) };
  default:
    return (Parts){ side (b, LEFT, 0, m), side (b, RIGHT, m, b->n - 1), arc (b, -1, m),
                    cell (b, c->left, 0, m), cell (b, c->right, m, b->n - 1) };
  }
}

/* The list of an item, made if it is new. */
static guint32
find_list (NBest *b, guint32 item)
{
  if (b->slots[item] == 0) {
    if (!try_reserve (&b->lists, &b->n_lists_allocated, b->n_lists + 1, sizeof (ItemList))) {
      b->is_beyond_memory = TRUE;
      return 0;
    }
    b->lists[b->n_lists++] =
        (ItemList){ .item = item, .first = NOTHING, .last = NOTHING, .heap = NOTHING, .is_followed = TRUE };
    b->slots[item] = b->n_lists;
  }
  return b->slots[item] - 1;
}

/* The heap. */

static inline gboolean
is_better (const NBest *b, guint32 x, guint32 y)
{
  return b->derivations[x].cost < b->derivations[y].cost
         || (b->derivations[x].cost == b->derivations[y].cost && x < y);
}

static guint32
meld (NBest *b, guint32 x, guint32 y)
{
  guint32 best, other;

  if (x == NOTHING || y == NOTHING)
    return x == NOTHING ? y : x;
  best = is_better (b, x, y) ? x : y;
  other = best == x ? y : x;
  b->derivations[other].sibling = b->derivations[best].child;
  b->derivations[best].child = other;
  return best;
}

/* The heap without its best: its children melded in pairs, the pairs from the last. */
static guint32
drop_best (NBest *b, guint32 heap)
{
  guint32 pairs = NOTHING, rest = NOTHING;

  for (guint32 x = b->derivations[heap].child; x != NOTHING;) {
    const guint32 y = b->derivations[x].sibling, next = y == NOTHING ? NOTHING : b->derivations[y].sibling;
    guint32 pair;

    b->derivations[x].sibling = NOTHING;
    if (y != NOTHING)
      b->derivations[y].sibling = NOTHING;
    pair = meld (b, x, y);
    b->derivations[pair].sibling = pairs;
    pairs = pair;
    x = next;
  }
  while (pairs != NOTHING) {
    const guint32 next = b->derivations[pairs].sibling;

    b->derivations[pairs].sibling = NOTHING;
    rest = meld (b, rest, pairs);
    pairs = next;
  }
  return rest;
}

/* Puts a derivation into the heap of @list, unless it is forbidden. */
static void
enter (NBest *b, guint32 list, Derivation derivation)
{
  if (derivation.cost == INFINITY)
    return;
  if (b->n_derivations == NOTHING
      || !try_reserve (&b->derivations, &b->n_derivations_allocated, b->n_derivations + (gsize) 1,
                       sizeof (Derivation))) {
    b->is_beyond_memory = TRUE;
    return;
  }
  derivation.next = derivation.child = derivation.sibling = NOTHING;
  b->derivations[b->n_derivations] = derivation;
  b->lists[list].heap = meld (b, b->lists[list].heap, b->n_derivations++);
}

static inline double
add_costs (const Parts *parts, double left, double right)
{
  return parts->arc + (left + right);
}

/* Begins the heap of a list: (m,0,0) for all m. */
static void
open_list (NBest *b, guint32 list)
{
  const ItemPlace place = place_of (b, b->lists[list].item);
  int first, last;

  find_products (b, place, &first, &last);
  for (int m = first; m <= last; m++) {
    const Parts parts = parts_of (b, place, m);

    enter (b, list,
           (Derivation){ .cost = add_costs (&parts, parts.left_cost, parts.right_cost),
                         .left = NOTHING,
                         .right = NOTHING,
                         .m = (guint16) m,
                         .is_first_right = TRUE });
  }
  b->lists[list].is_open = TRUE;
}

/* The derivation after @derivation (NOTHING: after the first) of @item's list, if it is there; else *@demand
 * is the list, if it may have one. */
static guint32
find_next (NBest *b, guint32 item, guint32 *derivation, guint32 *demand)
{
  const guint32 list = find_list (b, item);
  guint32 next;

  if (b->is_beyond_memory)
    return NOTHING;
  if (*derivation == NOTHING)
    *derivation = b->lists[list].first;
  next = *derivation == NOTHING ? NOTHING : b->derivations[*derivation].next;
  if (next == NOTHING && !b->lists[list].is_ended)
    *demand = list;
  return next;
}

/* (D8) for the last of a list. FALSE if a list must get one more derivation before: *@demand. */
static gboolean
follow (NBest *b, guint32 list, guint32 *demand)
{
  const guint32 last = b->lists[list].last;
  const Derivation d = b->derivations[last];
  const Parts parts = parts_of (b, place_of (b, b->lists[list].item), d.m);
  guint32 left = d.left, right = d.right, next_left = NOTHING, next_right = NOTHING;

  *demand = NOTHING;
  if (parts.right != NOTHING)
    next_right = find_next (b, parts.right, &right, demand);
  if (*demand == NOTHING && d.is_first_right && parts.left != NOTHING)
    next_left = find_next (b, parts.left, &left, demand);
  if (*demand != NOTHING)
    return FALSE;
  b->derivations[last].left = left;
  b->derivations[last].right = right;
  if (next_right != NOTHING)
    enter (b, list,
           (Derivation){ .cost =
                             add_costs (&parts, left == NOTHING ? parts.left_cost : b->derivations[left].cost,
                                        b->derivations[next_right].cost),
                         .left = left,
                         .right = next_right,
                         .m = d.m });
  if (next_left != NOTHING)
    enter (b, list,
           (Derivation){ .cost = add_costs (&parts, b->derivations[next_left].cost, parts.right_cost),
                         .left = next_left,
                         .right = right,
                         .m = d.m,
                         .is_first_right = TRUE });
  b->lists[list].is_followed = TRUE;
  return TRUE;
}

static void
demand_more (NBest *b, gsize *n_demands, guint32 list)
{
  if (!try_reserve (&b->demands, &b->n_demands_allocated, *n_demands + 1, sizeof (guint32)))
    b->is_beyond_memory = TRUE;
  else
    b->demands[(*n_demands)++] = list;
}

/* Moves the best of the heap to the end of the list. */
static void
extend_list (NBest *b, ItemList *list)
{
  const guint32 best = list->heap;

  if (best == NOTHING) {
    list->is_ended = TRUE;
    return;
  }
  list->heap = drop_best (b, best);
  if (list->last == NOTHING)
    list->first = best;
  else
    b->derivations[list->last].next = best;
  list->last = best;
  list->is_followed = FALSE;
}

/* Gives the list one more derivation, if there is one; before that, lists of parts that are needed, and so
 * on. */
static void
derive (NBest *b, guint32 list)
{
  gsize n_demands = 0;

  demand_more (b, &n_demands, list);
  while (n_demands > 0 && !b->is_beyond_memory) {
    const guint32 top = b->demands[n_demands - 1];
    guint32 demand;

    if (!b->lists[top].is_open)
      open_list (b, top);
    if (!b->lists[top].is_followed && !follow (b, top, &demand)) {
      demand_more (b, &n_demands, demand);
      continue;
    }
    extend_list (b, &b->lists[top]);
    n_demands--;
  }
}

/* Reading. */

static void
read_later (NBest *b, gsize *n, guint32 item, guint32 derivation)
{
  if (item == NOTHING)
    return;
  if (!try_reserve (&b->to_read, &b->n_to_read_allocated, *n + 1, sizeof (ToRead)))
    b->is_beyond_memory = TRUE;
  else
    b->to_read[(*n)++] = (ToRead){ item, derivation };
}

static void
read_derivation (NBest *b, guint32 derivation, int *heads)
{
  gsize n = 0;

  read_later (b, &n, goal_of (b), derivation);
  while (n > 0 && !b->is_beyond_memory) {
    const ToRead top = b->to_read[--n];
    const ItemPlace place = place_of (b, top.item);
    guint32 found = top.derivation;
    Parts parts;

    if (found == NOTHING) {
      const guint32 list = find_list (b, top.item);

      if (!b->is_beyond_memory && b->lists[list].first == NOTHING)
        derive (b, list);
      if (b->is_beyond_memory)
        return;
      found = b->lists[list].first;
    }
    parts = parts_of (b, place, b->derivations[found].m);
    if (place.kind == MEETING)
      heads[place.j + 1] = place.i + 1;
    else if (place.kind == CHILD)
      heads[place.j + 1] = 0;
    else if (place.kind == GOAL)
      heads[b->derivations[found].m + 1] = 0;
    read_later (b, &n, parts.left, b->derivations[found].left);
    read_later (b, &n, parts.right, b->derivations[found].right);
  }
}

/* Beginning. */

/* (D3) and (D4), as best.template.h sums them. */
static void
fill_prefixes (const NBest *b)
{
  double *R = b->prefixes, *H = b->prefixes + b->n + 1;

  R[0] = 0;
  for (int h = 0; h < b->n; h++) {
    double least = INFINITY;

    for (int k = 0; k <= h; k++)
      least = MIN (R[k] + cell (b, b->chart.left, k, h), least);
    H[h] = arc (b, -1, h) + least;
    least = INFINITY;
    for (int k = 0; k <= h; k++)
      least = MIN (H[k] + cell (b, b->chart.right, k, h), least);
    R[h + 1] = least;
  }
}

static gboolean
reserve (NBest *b, gsize n)
{
  const gsize n_items = N_MATRICES * n * n + 2 * n + 2;

  if (!try_reserve (&b->prefixes, &b->n_prefixes_allocated, 2 * n + 1, sizeof (double))
      || !try_reserve (&b->slots, &b->n_slots_allocated, n_items, sizeof (guint32)))
    return FALSE;
  memset (b->slots, 0, n_items * sizeof (guint32));
  return TRUE;
}

static void
n_best_free (gpointer n_best)
{
  NBest *b = n_best;

  g_free (b->prefixes);
  g_free (b->slots);
  g_free (b->lists);
  g_free (b->derivations);
  g_free (b->demands);
  g_free (b->to_read);
  g_free (b);
}

/* What the worker has. */
static NBest *
n_best_of (DecodeWorker *worker)
{
  if (worker->n_best == NULL) {
    worker->n_best = g_new0 (NBest, 1);
    worker->free_n_best = n_best_free;
  }
  return worker->n_best;
}

gboolean
n_best_begin (DecodeWorker *worker, int n, const double *rows, gboolean has_any_root, GError **error)
{
  gpointer chart = decode_chart (worker, CHART_DOUBLE);
  NBest *b = n_best_of (worker);

  b->n = n;
  b->rows = rows;
  b->stride = SCORES_STRIDE (n);
  b->has_any_root = has_any_root;
  b->is_beyond_memory = FALSE;
  b->n_lists = b->n_derivations = 0;
  if (!reserve (b, (gsize) n))
    return memory_fail (error, "the best trees of %d words", n);
  if (!lanes_minplus_double.lay_out (chart, worker->compiled, n, 1, FALSE, worker->largest_vector, &b->chart,
                                     error))
    return FALSE;
  for (int d = 0; d < n; d++)
    for (int h = 0; h < n; h++)
      ((double *) b->chart.arcs)[b->chart.rows[h] + d * b->chart.across] = arc (b, h, d);
  lanes_minplus_double.fill (chart);
  fill_prefixes (b);
  return TRUE;
}

int
n_best_next (DecodeWorker *worker, int *heads, GError **error)
{
  NBest *b = n_best_of (worker);
  const guint32 list = find_list (b, goal_of (b));

  if (!b->is_beyond_memory)
    derive (b, list);
  if (!b->is_beyond_memory && !b->lists[list].is_ended)
    read_derivation (b, b->lists[list].last, heads);
  if (b->is_beyond_memory) {
    memory_fail (error, "the best trees of %d words", b->n);
    return -1;
  }
  return !b->lists[list].is_ended;
}

static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const int sentence = sentences[0];
  const SentenceScores s = scores_of (decoding->scores, sentence);
  double *rows = decode_scratch (worker, SCRATCH_MATRIX, s.n * SCORES_STRIDE (s.n), sizeof (double));
  int *heads = decode_scratch (worker, SCRATCH_WORDS, (gsize) s.n + 1, sizeof (int)), found = 1;

  g_assert (n_sentences == 1);
  if (rows == NULL || heads == NULL)
    return memory_fail (error, "the best trees of %d words", s.n);
  if (!scores_costs_matrix (&s, rows)) {
    decode_note_problem (worker, sentence);
    return TRUE;
  }
  if (!n_best_begin (worker, s.n, rows, decoding->options.has_any_root, error))
    return FALSE;
  for (int t = 0; t < decoding->trees->n_trees; t++) {
    if (found == 1)
      found = n_best_next (worker, heads, error);
    if (found < 0)
      return FALSE;
    rows_put (decoding, worker, sentence, t, found == 1 ? &(FoundTree){ .heads = heads } : NULL);
  }
  return TRUE;
}

const DecodeTask n_best_task = {
  .lanes = &lanes_minplus_double, .chart = CHART_DOUBLE, .is_single = TRUE, .n_matrices = 3, .work = work
};
