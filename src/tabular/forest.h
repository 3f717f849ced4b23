/* forest.h - how a forest and lists of heads lie in memory.
 *
 * Contents
 *   1. lists: lists of heads that share what they have in common, to be joined and compared in O(log n)
 *      expected
 *   2. forest: how a forest lies in memory
 */
#ifndef TABULAR_FOREST_H
#define TABULAR_FOREST_H

#include <glib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/tabular.h"

/* 1. lists: lists of heads that share what they have in common, to be joined and compared in O(log n)
 * expected.
 *
 * A list gives heads to some of the words, and has a number. The numbers of words, 0 to 8^levels - 1, are
 * parted into eight, each part again into eight, down to single words. Each part of the list has a number: 0
 * where no word has a head, for a single word its head plus 1, else the number of the block of its eight
 * parts. Equal blocks are stored once: so at one level, parts are equal if and only if their numbers are. At
 * two levels a block may mean two things.
 *
 * Memory    at most levels + 1 blocks of 32 bytes, and their slots, for each list joined.
 * Source    persistent segment trees, hash consing.
 */

enum { LIST_PARTS = 8 };

typedef struct {
  guint32 parts[LIST_PARTS];
} ListBlock;

typedef struct {
  int levels;
  ListBlock *blocks; /* by number; number 0 is the empty one */
  guint32 n_blocks;
  gsize n_allocated;
  guint32 *slots;                   /* by hash: the number of a block, or 0 */
  gsize n_slots, n_slots_allocated; /* n_slots is a power of 2 */
  gboolean is_beyond_memory;        /* since lists_begin(): some lists are wrong */
} Lists;

/* Two lists, for words before and after @dependent, and the arc to it; @dependent = 0 for no arc. */
typedef struct {
  guint32 left, right;
  int head, dependent;
} JoinedList;

void lists_clear (Lists *lists);

/* Forgets all lists; those to come are for words up to @max_word. FALSE if there is no memory: no list can
 * come then. */
gboolean lists_begin (Lists *lists, int max_word);

/* The number of the list that @joined is; a wrong one if memory runs out. */
guint32 lists_join (Lists *lists, const JoinedList *joined);

/* The list of the words of both, which have none in common, and of those of @a that @b does not have; wrong ones if
 * memory runs out. O(log n) for each word of the shorter list, and of @b. */
guint32 lists_unite (Lists *lists, guint32 a, guint32 b);
guint32 lists_subtract (Lists *lists, guint32 a, guint32 b);

/* Returns TRUE if @a comes before @b in the order of lists; they give heads to the same words. */
gboolean lists_are_ordered (const Lists *lists, const JoinedList *a, const JoinedList *b);

/* Writes the heads: @heads[d] for each word d that has one. */
void lists_write (const Lists *lists, guint32 list, int *heads);

/* 2. forest: how a forest lies in memory. */

#define NO_NODE G_MAXUINT32

typedef struct {
  guint32 item; /* of the chart; while the forest is built */
  guint32 first, n_products;
  guint32 n_uses; /* products that have the node as a part; while the forest is built */
} Node;

typedef struct {
  guint32 left, right; /* nodes, or NO_NODE for a part without arcs */
  int head, dependent; /* dependent = 0: no arc */
} Product;

/* A task that a walk through a derivation still has: a node to enter, or an arc to report. */
typedef struct {
  guint32 node; /* or NO_NODE: the arc */
  int head, dependent;
} Pending;

typedef struct {
  Pending *pending; /* the next on top */
  gsize n, n_allocated;
} Walk;

struct TbkForest {
  Node *nodes; /* the goal is node 0 */
  guint32 n_nodes;
  gsize n_nodes_allocated;
  Product *products; /* those of a node lie together */
  guint32 n_products;
  gsize n_products_allocated;
  guint32 *order; /* all nodes, each before those in its products */
  guint32 n_order;
  gint64 *values; /* by node: scratch; room for all nodes */
  gsize n_order_allocated, n_values_allocated;
  Walk walk;
  Lists lists;
  gboolean is_beyond_memory; /* while it is built */
  guint32 *slots;            /* by item of the chart: its node plus 1, or 0; all 0 between builds */
  gsize n_slots;

  /* forest.c: the number of trees of each node; as 64-bit numbers in `values` if all fit. */
  gboolean is_counted, is_large;
  __mpz_struct *counts;
  gsize n_counts;

  /* forest.c: the trees of each node that were listed so far, in `lists`. */
  struct Stream *streams;
  gsize n_streams;
  struct Turn *turns;
  gsize n_turns;
  guint32 *demands; /* nodes */
  gsize n_demands, n_demands_allocated;
  gsize n_reported;        /* trees of the goal */
  gsize n_listed;          /* trees of all nodes but the first of each */
  gsize most_listed;       /* when there are more, `rest` takes over */
  struct TbkForest *rest;  /* the trees that were not yet returned when it was made */
  gboolean is_rest_in_use; /* its trees are returned */
  int *last_listed_tree;   /* the tree before them; room for all dependents */
  gsize n_last_listed_tree;
};

/* The greatest dependent, at least 1. */
static inline int
forest_max_word (const TbkForest *forest)
{
  int max_word = 1;

  for (guint32 p = 0; p < forest->n_products; p++)
    max_word = MAX (max_word, forest->products[p].dependent);
  return max_word;
}

static inline Node *
forest_node_at (const TbkForest *forest, guint32 place)
{
  return &forest->nodes[forest->order[place]];
}

static inline void
forest_push (Walk *walk, Pending pending)
{
  if (walk->n == walk->n_allocated) {
    walk->n_allocated = MAX (64, 2 * walk->n_allocated);
    walk->pending = g_renew (Pending, walk->pending, walk->n_allocated);
  }
  walk->pending[walk->n++] = pending;
}

/* Empties `lists`, for those of the forest's trees. */
static inline gboolean
forest_begin_lists (TbkForest *forest)
{
  return lists_begin (&forest->lists, forest_max_word (forest));
}

/* Says that memory for trees ran out. */
static inline gboolean
forest_fail (GError **error)
{
  return memory_fail (error, "the equally good trees");
}

/* Pushes the parts of @product so that the leftmost is on top. */
static inline void
forest_push_parts (Walk *walk, const Product *product)
{
  if (product->right != NO_NODE)
    forest_push (walk, (Pending){ .node = product->right });
  if (product->dependent != 0)
    forest_push (walk, (Pending){ .node = NO_NODE, .head = product->head, .dependent = product->dependent });
  if (product->left != NO_NODE)
    forest_push (walk, (Pending){ .node = product->left });
}

/* Makes @forest hold no tree; whether it holds none. */
void forest_clear (TbkForest *forest);
gboolean forest_is_empty (const TbkForest *forest);

/* An item of a chart that has exactly one derivation, without arcs. */
#define FOREST_AXIOM G_MAXUINT32

/* Reports the products of @item, by a call of forest_add() for each. */
typedef void (*ForestExpand) (gpointer chart, guint32 item, TbkForest *forest);

/**
 * forest_build:
 * @n_items: items of the chart are numbers below this
 * @goal: the item whose derivations are wanted
 * @expand: called once for each item that some derivation of @goal uses
 *
 * Makes @forest the derivations of @goal. Fails (TBK_ERROR_DATA) if there are more than
 * TBK_FOREST_MAX_PRODUCTS products; the forest is then empty.
 */
gboolean forest_build (TbkForest *forest, guint32 n_items, guint32 goal, ForestExpand expand, gpointer chart,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds a product to the item that is being expanded: its parts, in order, and the arc from @head to
 * @dependent; @dependent = 0 for none. */
void forest_add (TbkForest *forest, guint32 left, guint32 right, int head, int dependent);

typedef gint64 (*ArcWeight) (gconstpointer data, int head, int dependent);

/* Keeps, of all trees, those whose arcs weigh most together. */
void forest_keep_best (TbkForest *forest, ArcWeight weight, gconstpointer data);

/**
 * forest_keep_least:
 *
 * Keeps, of all trees, the one whose list of heads in reading order is least. All products of a node give
 * heads to the same words. Cost: O(log n) expected for each product and node, n the greatest dependent,
 * and at most as many blocks of 32 bytes for each node.
 */
gboolean forest_keep_least (TbkForest *forest, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
