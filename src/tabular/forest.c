/* forest.c - packed forests of derivations: building them, and choosing among their trees.
 *
 * Nodes lie in `order` so that each comes before those in its products; an operation that needs the parts
 * first goes through it backwards. Pruning drops products in place; nodes that nothing uses any more stay,
 * and do no harm. For a node N that is a sum of products l h r (left part, head h of d, right part):
 *
 *   (F3)  best(N)  = max  best(l) + weight(h,d) + best(r);  keeping only the products that reach it keeps
 *                    exactly the trees of greatest weight, as each part of such a tree is best itself
 *   (F4)  least(N) = least of  least(l) h least(r)  in the order of lists: all products of N give heads to
 *                    the same words, in reading order, so lists compare part by part
 *                    (docs/design/projectivize.md, theorem 5)
 */
#include "tbk/forest.h"

#include "tabular/forest.h"

TbkForest *
tbk_forest_new (void)
{
  return g_new0 (TbkForest, 1);
}

void
tbk_forest_free (TbkForest *forest)
{
  if (forest == NULL)
    return;
  forest_clear_counts (forest);
  forest_clear_streams (forest);
  g_free (forest->nodes);
  g_free (forest->products);
  g_free (forest->order);
  g_free (forest->values);
  g_free (forest->slots);
  g_free (forest->walk.pending);
  lists_clear (&forest->lists);
  tbk_forest_free (forest->rest);
  g_free (forest->last_listed_tree);
  g_free (forest);
}

void
tbk_forest_clear (TbkForest *forest)
{
  forest->n_nodes = 0;
  forest->n_products = 0;
  forest->n_order = 0;
  forest->is_counted = FALSE;
}

gboolean
tbk_forest_is_empty (const TbkForest *forest)
{
  return forest->n_order == 0;
}

gboolean
tbk_forest_is_single (TbkForest *forest)
{
  if (tbk_forest_is_empty (forest))
    return FALSE;

  /* Going down from the goal, a node without choice leads to its parts. */
  forest->walk.n = 0;
  forest_push (&forest->walk, (Pending){ .node = 0 });
  while (forest->walk.n > 0) {
    Pending top = forest->walk.pending[--forest->walk.n];
    if (top.node == NO_NODE)
      continue;
    if (forest->nodes[top.node].n_products != 1)
      return FALSE;
    forest_push_parts (&forest->walk, &forest->products[forest->nodes[top.node].first]);
  }
  return TRUE;
}

/* Building. */

/* The node of a chart's item, used once more, and made if it is new; a slot holds the node's number plus
 * 1. */
static inline guint32
find_node (TbkForest *forest, guint32 item)
{
  guint32 *slot;

  if (item == TBK_ITEM_AXIOM)
    return NO_NODE;
  slot = &forest->slots[item];
  if (*slot == 0) {
    if (!try_reserve (&forest->nodes, &forest->n_nodes_allocated, forest->n_nodes + 1, sizeof (Node))) {
      forest->is_beyond_memory = TRUE;
      return NO_NODE;
    }
    forest->nodes[forest->n_nodes++] = (Node){ .item = item };
    *slot = forest->n_nodes;
  }
  forest->nodes[*slot - 1].n_uses++;
  return *slot - 1;
}

void
tbk_forest_add (TbkForest *forest, guint32 left, guint32 right, int head, int dependent)
{
  Product product = { find_node (forest, left), find_node (forest, right), head, dependent };

  if (try_reserve (&forest->products, &forest->n_products_allocated, forest->n_products + 1,
                   sizeof (Product)))
    forest->products[forest->n_products++] = product;
  else
    forest->is_beyond_memory = TRUE;
}

/* One use less of node @id is to come; after the last it is listed. */
static inline void
count_use (TbkForest *forest, guint32 id)
{
  if (id != NO_NODE && --forest->nodes[id].n_uses == 0)
    forest->order[forest->n_order++] = id;
}

/* Lists the nodes in `order`: a node once all products that use it belong to nodes listed before. */
static void
sort_nodes (TbkForest *forest)
{
  /* The goal is used by nothing. Whenever a node is listed, its products no longer count as uses of their
   * parts. */
  forest->order[0] = 0;
  forest->n_order = 1;
  for (guint32 i = 0; i < forest->n_order; i++) {
    const Node *node = forest_node_at (forest, i);
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      count_use (forest, forest->products[p].left);
      count_use (forest, forest->products[p].right);
    }
  }
}

/* Expands every item that a derivation of @goal uses; FALSE if the products are too many or memory runs
 * out. */
static gboolean
expand_items (TbkForest *forest, guint32 goal, TbkForestExpand expand, gpointer chart)
{
  /* Nodes found while others are expanded stand behind these, so one pass expands all. */
  find_node (forest, goal);
  for (guint32 id = 0; id < forest->n_nodes; id++) {
    guint32 first = forest->n_products;
    expand (chart, forest->nodes[id].item, forest);
    forest->nodes[id].first = first;
    forest->nodes[id].n_products = forest->n_products - first;
    if (forest->is_beyond_memory || forest->n_products > TBK_FOREST_MAX_PRODUCTS)
      return FALSE;
  }
  return !forest->is_beyond_memory
         && try_reserve (&forest->order, &forest->n_order_allocated, forest->n_nodes, sizeof (guint32))
         && try_reserve (&forest->values, &forest->n_values_allocated, forest->n_nodes, sizeof (gint64));
}

/* Makes room for that many items, none of which has a node. */
static gboolean
reserve_slots (TbkForest *forest, guint32 n_items)
{
  if (n_items <= forest->n_slots)
    return TRUE;
  g_free (forest->slots);
  forest->slots = g_try_new0 (guint32, n_items);
  forest->n_slots = forest->slots == NULL ? 0 : n_items;
  return forest->slots != NULL;
}

gboolean
tbk_forest_build (TbkForest *forest, guint32 n_items, guint32 goal, TbkForestExpand expand, gpointer chart,
                  GError **error)
{
  gboolean fits = FALSE;

  g_return_val_if_fail (goal < n_items && expand != NULL, FALSE);
  tbk_forest_clear (forest);
  forest->is_beyond_memory = FALSE;
  if (reserve_slots (forest, n_items)) {
    fits = expand_items (forest, goal, expand, chart);
    for (guint32 id = 0; id < forest->n_nodes; id++)
      forest->slots[forest->nodes[id].item] = 0;
  }
  if (!fits) {
    gboolean are_too_many = forest->n_products > TBK_FOREST_MAX_PRODUCTS;
    tbk_forest_clear (forest);
    if (are_too_many)
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "the equally good trees have more than %d parts, at most that many were expected",
                   TBK_FOREST_MAX_PRODUCTS);
    else
      forest_fail (error);
    return FALSE;
  }
  sort_nodes (forest);
  return TRUE;
}

/* Choosing. */

static inline gint64
value_of (const TbkForest *forest, guint32 id)
{
  return id == NO_NODE ? 0 : forest->values[id];
}

/* (F3) */
void
tbk_forest_keep_best (TbkForest *forest, TbkArcWeight weight, gconstpointer data)
{
  /* Parts before wholes. The products that reach the best sum so far move to the front of their node; a
   * better one begins anew there. */
  for (guint32 i = forest->n_order; i-- > 0;) {
    Node *node = forest_node_at (forest, i);
    gint64 best = G_MININT64;
    guint32 kept = node->first;

    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      Product product = forest->products[p];
      gint64 sum = value_of (forest, product.left) + value_of (forest, product.right)
                   + (product.dependent == 0 ? 0 : weight (data, product.head, product.dependent));
      if (sum > best) {
        best = sum;
        kept = node->first;
      }
      if (sum == best)
        forest->products[kept++] = product;
    }
    node->n_products = kept - node->first;
    forest->values[forest->order[i]] = best;
  }
  forest->is_counted = FALSE;
}

/* Of a product whose parts have their least lists in `values`. */
static inline JoinedList
list_of (const TbkForest *forest, const Product *product)
{
  return (JoinedList){ (guint32) value_of (forest, product->left),
                       (guint32) value_of (forest, product->right), product->head, product->dependent };
}

/* Sets the `values` of the nodes whose least list is part of one that is compared to 1, of others to 0. */
static void
mark_compared (TbkForest *forest)
{
  memset (forest->values, 0, forest->n_nodes * sizeof (gint64));
  for (guint32 i = 0; i < forest->n_order; i++) {
    const Node *node = forest_node_at (forest, i);
    if (node->n_products == 1 && forest->values[forest->order[i]] == 0)
      continue;
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      const Product *product = &forest->products[p];
      if (product->left != NO_NODE)
        forest->values[product->left] = 1;
      if (product->right != NO_NODE)
        forest->values[product->right] = 1;
    }
  }
}

/* (F4) */
gboolean
tbk_forest_keep_least (TbkForest *forest, GError **error)
{
  if (!forest_begin_lists (forest))
    return forest_fail (error);
  /* Only lists that are part of a comparison are made. */
  mark_compared (forest);
  for (guint32 i = forest->n_order; i-- > 0;) {
    Node *node = forest_node_at (forest, i);
    Product *least = &forest->products[node->first];
    gint64 *value = &forest->values[forest->order[i]];
    JoinedList list = list_of (forest, least);

    for (guint32 p = node->first + 1; p < node->first + node->n_products; p++) {
      JoinedList rival = list_of (forest, &forest->products[p]);
      if (lists_are_ordered (&forest->lists, &rival, &list)) {
        *least = forest->products[p];
        list = rival;
      }
    }
    node->n_products = 1;
    if (*value != 0)
      *value = lists_join (&forest->lists, &list);
  }
  forest->is_counted = FALSE;
  return !forest->lists.is_beyond_memory || forest_fail (error);
}

void
tbk_forest_heads (TbkForest *forest, int *heads)
{
  g_return_if_fail (!tbk_forest_is_empty (forest));
  /* From the goal down, the first product of each node: its parts, and the arc between them. */
  forest->walk.n = 0;
  forest_push (&forest->walk, (Pending){ .node = 0 });
  while (forest->walk.n > 0) {
    Pending top = forest->walk.pending[--forest->walk.n];

    if (top.node == NO_NODE)
      heads[top.dependent] = top.head;
    else
      forest_push_parts (&forest->walk, &forest->products[forest->nodes[top.node].first]);
  }
}
