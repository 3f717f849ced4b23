/* n_best.c - derivations from the best on: lists of derivations over the edges of items.
 *
 * Huang and Chiang (2005), algorithm 3. Each item has a list of its derivations, the best first, made when asked for, and a heap of
 * those that can be next. A derivation (e,a,b) is an edge e of the item with the a-th derivation of its left and the b-th of its right
 * part. The heap begins with (e,0,0) for each e; when (e,a,b) leaves it
 *
 *   (D8)  (e,a,b+1) enters, and if b = 0 also (e,a+1,b)
 *
 * so each enters once, after all that are better in both parts. If each whole has one derivation, none comes twice.
 *
 * An example of (D8). An item has the edges 1 and 2. The derivations of their left parts have the scores 0, -4, ... and -1, -1, ..., those
 * of their right parts 0, -1, ... and -2, -9, ...:
 *
 *   taken             score  what then enters the heap
 *   -                        (1,0,0) 0 + 0,  (2,0,0) -1 - 2
 *   (1,0,0)           0      (1,0,1) 0 - 1,  (1,1,0) -4 + 0
 *   (1,0,1)           -1     (1,0,2)                           not (1,1,1): it comes after (1,1,0)
 *   (2,0,0)           -3     (2,0,1) -1 - 9,  (2,1,0) -1 - 2
 *
 * Lists are made for the items that a derivation uses, or that (D8) asks for: `slots` finds the list of an item. A derivation has the
 * numbers of its parts' derivations. NOTHING is the first one of a part, whose list need not exist yet: so the first derivation makes few
 * lists, and a heap of (e,0,0) costs no more than its edges.
 *
 * Cost      the edges of each item that a derivation is the first to use, and O(log n) for each item of a derivation.
 */
#include "tabular/n_best.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

/* No derivation. */
#define NOTHING G_MAXUINT32

/* (e,a,b), in its item's list or heap. Of an item whose list has three derivations, and three wait in its heap:
 *
 *   list     first -> next -> last       by score, never changed again
 *   heap     best                        the greatest score on top; it is next in the list
 *             |- child - sibling
 */
typedef struct {
  double score;
  guint32 choice;
  guint32 left, right;     /* derivations; NOTHING: the first, or the only one of a part that is no item */
  guint32 next;            /* in the list */
  guint32 child, sibling;  /* in the heap, a pairing heap */
  gboolean is_first_right; /* b = 0 */
} Derivation;

typedef struct {
  guint32 item;
  guint32 first, last; /* of the list, or NOTHING */
  guint32 heap;        /* the best, or NOTHING */
  guint8 is_open;      /* the heap was begun */
  guint8 is_followed;  /* what (D8) says of the last has entered */
  guint8 is_ended;     /* there are no more */
} ItemList;

/* A derivation that is still to be read, or NOTHING for the first of its item. The first may not be listed yet, so the item is kept as
 * well. */
typedef struct {
  guint32 item, derivation;
} ToRead;

struct NBest {
  NBestGraph graph;
  guint32 goal;
  guint32 *slots; /* by item: its list plus 1, or 0 */
  ItemList *lists;
  Derivation *derivations;
  guint32 *demands; /* lists that are to get one more derivation */
  ToRead *to_read;
  guint32 opened; /* the list whose edges are added */
  guint32 n_lists, n_derivations;
  gsize n_slots_allocated, n_lists_allocated, n_derivations_allocated, n_demands_allocated,
      n_to_read_allocated;
  gboolean is_beyond_memory;
};

NBest *
n_best_new (void)
{
  return g_new0 (NBest, 1);
}

void
n_best_free (NBest *b)
{
  if (b == NULL)
    return;
  g_free (b->slots);
  g_free (b->lists);
  g_free (b->derivations);
  g_free (b->demands);
  g_free (b->to_read);
  g_free (b);
}

gboolean
n_best_begin (NBest *b, const NBestGraph *graph, guint32 n_items, guint32 goal)
{
  b->graph = *graph;
  b->goal = goal;
  b->is_beyond_memory = FALSE;
  b->n_lists = b->n_derivations = 0;
  if (!try_reserve (&b->slots, &b->n_slots_allocated, n_items, sizeof (guint32)))
    return FALSE;
  memset (b->slots, 0, (gsize) n_items * sizeof (guint32));
  return TRUE;
}

gsize
n_best_memory (const NBest *b)
{
  return b->n_derivations * sizeof (Derivation) + b->n_lists * sizeof (ItemList);
}

/* The list of an item, made if it is new. */
static guint32
find_list (NBest *b, guint32 item)
{
  if (b->slots[item] == 0) {
    if (!try_reserve (&b->lists, &b->n_lists_allocated, b->n_lists + (gsize) 1, sizeof (ItemList))) {
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

/* Numbers grow in the order in which derivations enter, so they decide between equal scores. */
static inline gboolean
is_better (const NBest *b, guint32 x, guint32 y)
{
  const double x_score = b->derivations[x].score, y_score = b->derivations[y].score;

  return x_score > y_score || (x_score == y_score && x < y);
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
 * as a heap of equal scores may be as deep as it is large. */
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

/* Puts a derivation into the heap of @list, unless it is forbidden: so a heap without derivations is empty. */
static void
enter (NBest *b, guint32 list, Derivation derivation)
{
  if (derivation.score == -INFINITY)
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
add_scores (const NBestEdge *edge, double left, double right)
{
  return edge->n_parts == 0   ? edge->weight
         : edge->n_parts == 1 ? left + edge->weight
                              : edge->weight + (left + right);
}

/* (e,0,0). The best derivations of the parts are those of the chart, so nothing of the parts need be listed. */
void
n_best_add (NBest *b, const NBestEdge *edge)
{
  enter (b, b->opened,
         (Derivation){ .score = add_scores (edge, edge->best[0], edge->best[1]),
                       .choice = edge->choice,
                       .left = NOTHING,
                       .right = NOTHING,
                       .is_first_right = TRUE });
}

/* The derivation after @derivation (NOTHING: after the first) of @item's list, if it is there; else *@demand is the list, if it may
 * have one. */
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

static inline double
score_of (const NBest *b, guint32 derivation, double best)
{
  return derivation == NOTHING ? best : b->derivations[derivation].score;
}

/* (D8) for the last of a list. FALSE if a list must get one more derivation before: *@demand.
 *
 * That is done when one more derivation of the list is asked for, not when the last was taken: what enters may need derivations of parts,
 * and those of their parts, that nobody asks for. */
static gboolean
follow (NBest *b, guint32 list, guint32 *demand)
{
  const guint32 last = b->lists[list].last;
  const Derivation d = b->derivations[last];
  guint32 left = d.left, right = d.right, next_left = NOTHING, next_right = NOTHING;
  NBestEdge edge;

  *demand = NOTHING;
  b->graph.find (b->graph.data, b->lists[list].item, d.choice, &edge);
  if (edge.n_parts > 1 && edge.parts[1] != NO_ITEM)
    next_right = find_next (b, edge.parts[1], &right, demand);
  if (*demand == NOTHING && d.is_first_right && edge.n_parts > 0 && edge.parts[0] != NO_ITEM)
    next_left = find_next (b, edge.parts[0], &left, demand);
  if (*demand != NOTHING || b->is_beyond_memory)
    return b->is_beyond_memory;
  /* The first derivations of the parts have numbers now, by which a derivation is read. */
  b->derivations[last].left = left;
  b->derivations[last].right = right;
  if (next_right != NOTHING)
    enter (b, list,
           (Derivation){ .score = add_scores (&edge, score_of (b, left, edge.best[0]),
                                              b->derivations[next_right].score),
                         .choice = d.choice,
                         .left = left,
                         .right = next_right });
  if (next_left != NOTHING)
    enter (b, list,
           (Derivation){ .score = add_scores (&edge, b->derivations[next_left].score, edge.best[1]),
                         .choice = d.choice,
                         .left = next_left,
                         .right = right,
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

/* Gives the list one more derivation, if there is one; before that, lists of parts that are needed, and so on. The stack takes the place
 * of a recursion whose depth would be that of a derivation. Each list of the stack is one of a part of the item below, so no list is on
 * it twice. */
static void
derive (NBest *b, guint32 list)
{
  gsize n_demands = 0;

  demand_more (b, &n_demands, list);
  while (n_demands > 0 && !b->is_beyond_memory) {
    const guint32 top = b->demands[n_demands - 1];
    guint32 demand;

    if (!b->lists[top].is_open) {
      b->opened = top;
      b->graph.expand (b->graph.data, b->lists[top].item, b);
      b->lists[top].is_open = TRUE;
    }
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
  if (item == NO_ITEM)
    return;
  if (!try_reserve (&b->to_read, &b->n_to_read_allocated, *n + 1, sizeof (ToRead)))
    b->is_beyond_memory = TRUE;
  else
    b->to_read[(*n)++] = (ToRead){ item, derivation };
}

/* Hands out the edges of a derivation. Most parts are first derivations, and many items were never asked for more: for these a list is
 * begun here. */
static void
read_derivation (NBest *b, guint32 derivation, NBestVisit visit, gpointer data)
{
  gsize n = 0;

  read_later (b, &n, b->goal, derivation);
  while (n > 0 && !b->is_beyond_memory) {
    const ToRead top = b->to_read[--n];
    guint32 found = top.derivation;
    NBestEdge edge;

    /* The first derivation of a part, which (e,0,0) names without having made it. */
    if (found == NOTHING) {
      const guint32 list = find_list (b, top.item);

      if (!b->is_beyond_memory && b->lists[list].first == NOTHING)
        derive (b, list);
      if (b->is_beyond_memory)
        return;
      found = b->lists[list].first;
    }
    b->graph.find (b->graph.data, top.item, b->derivations[found].choice, &edge);
    visit (data, top.item, edge.choice);
    for (int p = 0; p < edge.n_parts; p++)
      read_later (b, &n, edge.parts[p], p == 0 ? b->derivations[found].left : b->derivations[found].right);
  }
}

int
n_best_next (NBest *b, NBestVisit visit, gpointer data)
{
  const guint32 list = find_list (b, b->goal);

  if (!b->is_beyond_memory)
    derive (b, list);
  if (!b->is_beyond_memory && b->lists[list].is_ended)
    return 0;
  if (!b->is_beyond_memory)
    read_derivation (b, b->lists[list].last, visit, data);
  return b->is_beyond_memory ? -1 : 1;
}
