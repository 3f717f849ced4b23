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
 * twice. Costs of items (items.h) are summed as in best.template.h, so that the first tree is the one of
 * tbk_decode() for doubles, until rows_order() sorts trees that differ by rounding. Equally good ones come in
 * the order in which they entered the heap.
 *
 * An example of (D8). An item has the products 1 and 2. The derivations of their left parts cost 0, 4, ...
 * and 1, 1, ..., those of their right parts 0, 1, ... and 2, 9, ...:
 *
 *   taken             cost   what then enters the heap
 *   -                        (1,0,0) 0 + 0,  (2,0,0) 1 + 2
 *   (1,0,0)           0      (1,0,1) 0 + 1,  (1,1,0) 4 + 0
 *   (1,0,1)           1      (1,0,2)                           not (1,1,1): it comes after (1,1,0)
 *   (2,0,0)           3      (2,0,1) 1 + 9,  (2,1,0) 1 + 2
 *
 * Lists are made for the items that a tree uses, or that (D8) asks for: `slots` finds the list of an item. A
 * derivation has the numbers of its parts' derivations. NOTHING is the first one of a part, whose
 * list need not exist yet: so the first tree makes few lists, and a heap of (m,0,0) costs no more than its
 * products.
 *
 * Cost      O(n^3) for the chart; then O(n) for each item that a tree is the first to use, and O(log n) for
 *           each item of a tree.
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "decode/items.h"

/* (m,a,b), in its item's list or heap. Of an item whose list has three derivations, and three wait in its
 * heap:
 *
 *   list     first -> next -> last       by cost, never changed again
 *   heap     best                        the least cost on top; it is next in the list
 *             |- child - sibling
 */
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

/* A derivation that is still to be read, or NOTHING for the first of its item. The first may not be listed
 * yet, so the item is kept as well. */
typedef struct {
  guint32 item, derivation;
} ToRead;

typedef struct {
  ChartItems items;
  guint32 *slots; /* by item: its list plus 1, or 0 */
  ItemList *lists;
  Derivation *derivations;
  guint32 *demands; /* lists that are to get one more derivation */
  ToRead *to_read;
  guint32 n_lists, n_derivations;
  gsize n_prefixes_allocated, n_slots_allocated, n_lists_allocated, n_derivations_allocated,
      n_demands_allocated, n_to_read_allocated;
  gboolean is_beyond_memory;
} NBest;

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

/* Numbers grow in the order in which derivations enter, so they decide between equal costs. */
static inline gboolean
is_better (const NBest *b, guint32 x, guint32 y)
{
  const double x_cost = b->derivations[x].cost, y_cost = b->derivations[y].cost;

  return x_cost < y_cost || (x_cost == y_cost && x < y);
}

/* Joins two heaps: the worse root becomes the first child of the better one. */
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

/* The heap without its best: its children melded in pairs, the pairs from the last. Pairing makes the time
 * O(log n) in the mean over many calls (Fredman, Sedgewick, Sleator and Tarjan 1986). There is no recursion,
 * as a heap of equal costs may be as deep as it is large. */
static guint32
drop_best (NBest *b, guint32 heap)
{
  guint32 pairs = NOTHING, rest = NOTHING;

  /* The list of pairs is built backwards, by `sibling`, so that the second loop begins with the last pair. */
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

/* Puts a derivation into the heap of @list, unless it is forbidden. A forbidden product has an infinite cost
 * and never enters, so a heap without trees is empty. */
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

/* In the order in which best.template.h adds: so that equal trees have equal bits. */
static inline double
add_costs (const Parts *parts, double left, double right)
{
  return parts->arc + (left + right);
}

/* Begins the heap of a list: (m,0,0) for all m. */
static void
open_list (NBest *b, guint32 list)
{
  const ItemPlace place = items_place (&b->items, b->lists[list].item);
  int first, last;

  items_find_products (&b->items, place, &first, &last);
  for (int m = first; m <= last; m++) {
    const Parts parts = items_parts (&b->items, place, m);

    /* The cells of the chart are the costs of the best derivations of the parts, so nothing of the parts need
     * be listed. */
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

/* (D8) for the last of a list. FALSE if a list must get one more derivation before: *@demand.
 *
 * That is done when one more derivation of the list is asked for, not when the last was taken: what enters
 * may need derivations of parts, and those of their parts, that no tree asks for. */
static gboolean
follow (NBest *b, guint32 list, guint32 *demand)
{
  const guint32 last = b->lists[list].last;
  const Derivation d = b->derivations[last];
  const Parts parts = items_parts (&b->items, items_place (&b->items, b->lists[list].item), d.m);
  guint32 left = d.left, right = d.right, next_left = NOTHING, next_right = NOTHING;

  *demand = NOTHING;
  if (parts.right != NOTHING)
    next_right = find_next (b, parts.right, &right, demand);
  if (*demand == NOTHING && d.is_first_right && parts.left != NOTHING)
    next_left = find_next (b, parts.left, &left, demand);
  if (*demand != NOTHING)
    return FALSE;
  /* The first derivations of the parts have numbers now, by which a tree is read. */
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

/* Puts a list on the stack of those that are to get one more derivation. */
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
 * on. The stack takes the place of a recursion whose depth would be that of a tree. Each list of the stack is
 * one of a part of the item below, so no list is on it twice. */
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

/* Puts a part on the stack of what is still to be read. */
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

/* Writes the heads of a tree: the arc of each item on the way, then the parts. Most parts of a tree are first
 * derivations, and many items were never asked for more: for these a list is begun here. */
static void
read_derivation (NBest *b, guint32 derivation, int *heads)
{
  gsize n = 0;

  read_later (b, &n, items_goal (&b->items), derivation);
  while (n > 0 && !b->is_beyond_memory) {
    const ToRead top = b->to_read[--n];
    const ItemPlace place = items_place (&b->items, top.item);
    guint32 found = top.derivation;
    Parts parts;

    /* The first derivation of a part, which (m,0,0) names without having made it. */
    if (found == NOTHING) {
      const guint32 list = find_list (b, top.item);

      if (!b->is_beyond_memory && b->lists[list].first == NOTHING)
        derive (b, list);
      if (b->is_beyond_memory)
        return;
      found = b->lists[list].first;
    }
    parts = items_parts (&b->items, place, b->derivations[found].m);
    /* Positions count from 0, words from 1. The arc is that of the item, whatever the product. */
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

/* Room for the slots of all items of a sentence of n words, which items.h counts; no list is begun. */
static gboolean
reserve (NBest *b, gsize n)
{
  const gsize n_items = N_MATRICES * n * n + 2 * n + 2;

  if (!try_reserve (&b->items.prefixes, &b->n_prefixes_allocated, 2 * n + 1, sizeof (double))
      || !try_reserve (&b->slots, &b->n_slots_allocated, n_items, sizeof (guint32)))
    return FALSE;
  memset (b->slots, 0, n_items * sizeof (guint32));
  return TRUE;
}

static void
n_best_free (gpointer n_best)
{
  NBest *b = n_best;

  g_free (b->items.prefixes);
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

/* Fills the chart in doubles, one sentence in all lanes, and the prefixes. Lists of the sentence before are
 * forgotten, and their memory used again. */
gboolean
n_best_begin (DecodeWorker *worker, int n, const double *rows, gboolean has_any_root, GError **error)
{
  gpointer chart = decode_chart (worker, CHART_DOUBLE);
  NBest *b = n_best_of (worker);

  b->items.n = n;
  b->items.rows = rows;
  b->items.stride = SCORES_STRIDE (n);
  b->items.has_any_root = has_any_root;
  b->is_beyond_memory = FALSE;
  b->n_lists = b->n_derivations = 0;
  if (!reserve (b, (gsize) n))
    return memory_fail (error, "the best trees of %d words", n);
  if (!lanes_minplus_double.lay_out (chart, worker->compiled, n, 1, FALSE, worker->largest_vector,
                                     &b->items.chart, error))
    return FALSE;
  for (int d = 0; d < n; d++)
    for (int h = 0; h < n; h++)
      ((double *) b->items.chart.arcs)[b->items.chart.rows[h] + d * b->items.chart.across] =
          items_arc (&b->items, h, d);
  lanes_minplus_double.fill (chart);
  items_fill_prefixes (&b->items);
  return TRUE;
}

/* The goal's list gets one derivation more, and that is the next tree. */
int
n_best_next (DecodeWorker *worker, int *heads, GError **error)
{
  NBest *b = n_best_of (worker);
  const guint32 list = find_list (b, items_goal (&b->items));

  if (!b->is_beyond_memory)
    derive (b, list);
  if (!b->is_beyond_memory && !b->lists[list].is_ended)
    read_derivation (b, b->lists[list].last, heads);
  if (b->is_beyond_memory) {
    memory_fail (error, "the best trees of %d words", b->items.n);
    return -1;
  }
  return !b->lists[list].is_ended;
}

/* The bytes in use beside the chart, but for stacks that are shorter than these. */
static guint64
measure_lists (const NBest *b)
{
  return b->n_lists * (guint64) sizeof (ItemList) + b->n_derivations * (guint64) sizeof (Derivation);
}

/* Trees are asked for one by one. The memory of lists grows with each, so it is checked after each; it cannot
 * be known before how much a tree will need. */
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
    if (found < 0
        || !decode_check_memory (decoding, sentence, s.n, measure_lists (n_best_of (worker)), error))
      return FALSE;
    rows_put (decoding, worker, sentence, t, &(FoundTree){ .heads = found == 1 ? heads : NULL });
  }
  return rows_order (decoding, worker, sentence, error);
}

const DecodeTask n_best_task = {
  .lanes = &lanes_minplus_double, .chart = CHART_DOUBLE, .is_single = TRUE, .n_matrices = 3, .work = work
};
