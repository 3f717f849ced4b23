/* forest.h - how a forest lies in memory. */
#ifndef TABULAR_FOREST_H
#define TABULAR_FOREST_H

#include <string.h>

#include "base/memory.h"
#include "tabular/lists.h"
#include "tbk/forest.h"

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

/* What a walk through a derivation has still to do: a node to enter, or an arc to report. */
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

  /* forest_count.c: the number of trees of each node; as 64-bit numbers in `values` if all fit. */
  gboolean is_counted, is_large;
  __mpz_struct *counts;
  gsize n_counts;

  /* forest_list.c: the trees of each node that were listed so far, in `lists`. */
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

void forest_clear_counts (TbkForest *forest);

/* Counts the trees of each node, if that was not done: in `values`, or in `counts` if `is_large`. */
void forest_count_nodes (TbkForest *forest);
void forest_clear_streams (TbkForest *forest);

/* Makes @to the forest of those trees of @forest whose lists of heads come after that of one of them, @heads.
 * @forest has at most TBK_FOREST_MAX_PRODUCTS / 4 products. */
gboolean forest_build_rest (TbkForest *to, const TbkForest *forest, const int *heads, GError **error);

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

#endif
