/* forest.h - many trees in little room: the derivations of a chart, shared where they agree.
 *
 * A forest has nodes; a node stands for a set of partial trees and is a sum of products; a product is
 * at most two nodes with at most one arc. In every product the dependents that the left node gives
 * heads to come before the arc's dependent in the sentence, and those of the right node after it. So a
 * derivation, read in order, lists the heads of the words from left to right.
 *
 * Words     as in the chart the forest was made from; 0 is the root.
 * Cost      every operation is linear in the number of products where nothing else is said.
 * Memory    16 bytes a product, 16 a node; kept and reused from one sentence to the next.
 * Errors    TBK_ERROR_RESOURCE if memory runs out, but for numbers of trees: without memory for these the
 *           process ends, as by GMP.
 * Threads   a forest belongs to one thread at a time.
 * Source    packed parse forests: Billot and Lang (1989).
 * Since     0.1
 */
#ifndef TBK_FOREST_H
#define TBK_FOREST_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/random.h"

TBK_BEGIN_DECLS

typedef struct TbkForest TbkForest;

TbkForest *tbk_forest_new (void);
void tbk_forest_free (TbkForest *forest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkForest, tbk_forest_free)

/* An item of a chart that has exactly one derivation, without arcs. */
#define TBK_ITEM_AXIOM G_MAXUINT32

/* Reports the products of @item, by a call of tbk_forest_add() for each. */
typedef void (*TbkForestExpand) (gpointer chart, guint32 item, TbkForest *forest);

/**
 * tbk_forest_build:
 * @n_items: items of the chart are numbers below this
 * @goal: the item whose derivations are wanted
 * @expand: called once for each item that some derivation of @goal uses
 *
 * Makes @forest the derivations of @goal. Fails (TBK_ERROR_DATA) if there are more than
 * TBK_FOREST_MAX_PRODUCTS products; the forest is then empty.
 */
gboolean tbk_forest_build (TbkForest *forest, guint32 n_items, guint32 goal, TbkForestExpand expand,
                           gpointer chart, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#define TBK_FOREST_MAX_PRODUCTS (1 << 25)

/* Adds a product to the item that is being expanded: its parts, in order, and the arc from @head to
 * @dependent; @dependent = 0 for none. */
void tbk_forest_add (TbkForest *forest, guint32 left, guint32 right, int head, int dependent);

/* Whether @forest holds exactly one tree. */
gboolean tbk_forest_is_single (TbkForest *forest);

typedef gint64 (*TbkArcWeight) (gconstpointer data, int head, int dependent);

/* Keeps, of all trees, those whose arcs weigh most together. */
void tbk_forest_keep_best (TbkForest *forest, TbkArcWeight weight, gconstpointer data);

/**
 * tbk_forest_keep_least:
 *
 * Keeps, of all trees, the one whose list of heads in reading order is least. All products of a node give
 * heads to the same words. Cost: O(log n) expected for each product and node, n the greatest dependent,
 * and at most as many blocks of 32 bytes for each node.
 */
gboolean tbk_forest_keep_least (TbkForest *forest, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the heads of the words of one tree, that which takes every node's first product: @heads[d] for
 * each word d that has a head in the forest, no others. The only tree, if it is single. */
void tbk_forest_heads (TbkForest *forest, int *heads);

/* The number of trees; @count is initialised by the caller. Cost: one product or sum of numbers for each
 * product, in 64 bits while they suffice. */
void tbk_forest_count (TbkForest *forest, mpz_t count);

/**
 * tbk_forest_count_arcs:
 * @heads: n + 1 integers: of each word 1..n a head
 * @counts: (out): n + 1 initialised numbers; of each word 1..n that of the trees in which it has this head
 *
 * No dependent of the forest is greater than @n. Cost: that of tbk_forest_count(), and three products of
 * numbers for each product.
 * Since: 0.2
 */
gboolean tbk_forest_count_arcs (TbkForest *forest, const int *heads, int n, mpz_t *counts,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Draws one of the trees, each equally likely, and writes its heads as tbk_forest_heads() does. @forest is
 * not empty. Cost: that of tbk_forest_count() for the first draw, then one random number for each node of
 * the tree. */
void tbk_forest_draw (TbkForest *forest, TbkRandom *random, int *heads);

/**
 * tbk_forest_list:
 *
 * Begins to list the trees in increasing order of their lists of heads, which tbk_forest_next() then returns
 * one by one. The forest must not be changed in between.
 */
gboolean tbk_forest_list (TbkForest *forest, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the heads of the next tree as tbk_forest_heads() does, and returns 1; 0 after the last; -1 with
 * @error set without memory, which ends the list. Trees are found
 * when asked for: the first few of very many do not wait for the rest. Cost: for a node from which k partial
 * trees were needed, O(k) comparisons for each product, each O(log n) expected as above. Memory: as many
 * partial trees are stored as the forest has products, and at least 32,768, some 50 bytes each. Then they are
 * forgotten. This takes a few MB, and up to eight times the forest's own memory, however many trees are
 * returned. Only of a forest with more than TBK_FOREST_MAX_PRODUCTS / 4 products all are kept. */
int tbk_forest_next (TbkForest *forest, int *heads, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
