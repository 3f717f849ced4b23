/* forest.c - packed forests of derivations: built, counted, drawn from, listed.
 *
 * Contents
 *   1. forest: packed forests of derivations: building them, and choosing among their trees
 *   2. forest_arcs: in how many trees of a forest arcs are: inside and outside over its nodes
 *   3. forest_count: how many trees a forest holds, and drawing one of them
 *   4. forest_rest: of a forest's trees, those whose lists of heads come after that of a given tree
 *   5. forest_list: the trees of a forest one by one, in increasing order of their lists of heads
 */
#include "tabular/forest.h"

#include "base/numbers.h"
#include "tbk/tabular.h"

/* 1. forest: packed forests of derivations: building them, and choosing among their trees.
 *
 * A node is an item of a chart with all its partial trees. A product is one way to make it: a left
 * part, an arc, a right part. Parts are nodes again, shared by the products that use them. Of the words 1 2 3
 * let 1 be the root and the head of 2, and let 3 depend on 1 or on 2 (meetings, whose products have no arc,
 * are left out here):
 *
 *   node    left part   arc      right part
 *   0..3    -           0 -> 1   1..3          heads of 1 2 3:  0 1 1  or  0 1 2
 *   1..3    1..2        1 -> 3   -             heads of 2 3:    1 1
 *           -           1 -> 2   2..3                           1 2
 *   1..2    -           1 -> 2   -
 *   2..3    -           2 -> 3   -
 *
 * An operation visits each product once, whatever the number of trees.
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

TbkForest *
tbk_forest_new (void)
{
  return g_new0 (TbkForest, 1);
}

static void
forest_clear_counts (TbkForest *forest)
{
  for (gsize i = 0; i < forest->n_counts; i++)
    mpz_clear (&forest->counts[i]);
  g_clear_pointer (&forest->counts, g_free);
  forest->n_counts = 0;
}

static void forest_clear_streams (TbkForest *forest);

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
forest_clear (TbkForest *forest)
{
  forest->n_nodes = 0;
  forest->n_products = 0;
  forest->n_order = 0;
  forest->is_counted = FALSE;
}

gboolean
forest_is_empty (const TbkForest *forest)
{
  return forest->n_order == 0;
}

gboolean
tbk_forest_is_single (TbkForest *forest)
{
  if (forest_is_empty (forest))
    return FALSE;

  /* Going down from the goal, a node without choice leads to its parts. */
  forest->walk.n = 0;
  forest_push (&forest->walk, (Pending){ .node = 0 });
  while (forest->walk.n > 0) {
    Pending top = forest->walk.pending[--forest->walk.n];
    /* An arc: it was pushed between the parts of its product, and is no choice. */
    if (top.node == NO_NODE)
      continue;
    if (forest->nodes[top.node].n_products != 1)
      return FALSE;
    forest_push_parts (&forest->walk, &forest->products[forest->nodes[top.node].first]);
  }
  return TRUE;
}

/* Building. */

/* The node of a chart's item, made if it is new, and with one use more. A slot holds the node's number plus
 * 1, so that slots of zeros are empty. The uses of a node are the products that have it as a part;
 * sort_nodes() counts them down. */
static inline guint32
find_node (TbkForest *forest, guint32 item)
{
  guint32 *slot;

  if (item == FOREST_AXIOM)
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
forest_add (TbkForest *forest, guint32 left, guint32 right, int head, int dependent)
{
  Product product = { find_node (forest, left), find_node (forest, right), head, dependent };

  /* The product belongs to the node that is being expanded: expand_items() knows where its products begin and
   * end. Without memory the failure is noted and found there, so that those who expand items need not
   * look. */
  if (try_reserve (&forest->products, &forest->n_products_allocated, forest->n_products + 1,
                   sizeof (Product)))
    forest->products[forest->n_products++] = product;
  else
    forest->is_beyond_memory = TRUE;
}

/* Takes one from the uses of node @id that are to come; after the last use the node is listed. */
static inline void
count_use (TbkForest *forest, guint32 id)
{
  if (id != NO_NODE && --forest->nodes[id].n_uses == 0)
    forest->order[forest->n_order++] = id;
}

/* Lists the nodes in `order`: a node once all products that use it belong to nodes listed before (Kahn 1962).
 *
 * The order of the numbers would not do: a node has its number from the first product that uses it, and a
 * later one may belong to a node with a greater number. `order` is its own queue: nodes are appended while it
 * is read. */
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
expand_items (TbkForest *forest, guint32 goal, ForestExpand expand, gpointer chart)
{
  /* Nodes found while others are expanded stand behind these, so one pass expands all. */
  /* The goal gets number 0. It is the root of the whole, so this one use is counted down by nobody;
   * sort_nodes() puts it first without asking. */
  find_node (forest, goal);
  for (guint32 id = 0; id < forest->n_nodes; id++) {
    guint32 first = forest->n_products;
    /* expand() may move `nodes` in memory, so there is no pointer to the node across the call. */
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

/* Makes room for that many items, none of which has a node.
 *
 * Slots are zero between builds: forest_build() clears those of the nodes that it made, and no others. So
 * a forest over a large chart with few good items costs no pass over the chart. */
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
forest_build (TbkForest *forest, guint32 n_items, guint32 goal, ForestExpand expand, gpointer chart,
              GError **error)
{
  gboolean fits = FALSE;

  g_return_val_if_fail (goal < n_items && expand != NULL, FALSE);
  forest_clear (forest);
  forest->is_beyond_memory = FALSE;
  if (reserve_slots (forest, n_items)) {
    fits = expand_items (forest, goal, expand, chart);
    for (guint32 id = 0; id < forest->n_nodes; id++)
      forest->slots[forest->nodes[id].item] = 0;
  }
  if (!fits) {
    /* The number of products shows what failed; it is read before they are forgotten. */
    gboolean are_too_many = forest->n_products > TBK_FOREST_MAX_PRODUCTS;
    forest_clear (forest);
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

/* The value of a part without arcs is 0: for weights the neutral sum, for lists the empty list. */
static inline gint64
value_of (const TbkForest *forest, guint32 id)
{
  return id == NO_NODE ? 0 : forest->values[id];
}

/* (F3) */
void
forest_keep_best (TbkForest *forest, ArcWeight weight, gconstpointer data)
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

/* The list of @product, joined from the least lists of its parts, which are in `values`. */
static inline JoinedList
list_of (const TbkForest *forest, const Product *product)
{
  return (JoinedList){ (guint32) value_of (forest, product->left),
                       (guint32) value_of (forest, product->right), product->head, product->dependent };
}

/* Sets the `values` of the nodes whose least list is part of one that is compared to 1, of others to 0.
 *
 * A list is needed where it is compared: in a node with several products, and in all parts of such a node,
 * down to the words. A part of a node with one product is needed only if the node itself is. Nodes come
 * before their parts in `order`, so one pass carries the marks down. */
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
forest_keep_least (TbkForest *forest, GError **error)
{
  if (!forest_begin_lists (forest))
    return forest_fail (error);
  /* Only lists that are part of a comparison are made. */
  mark_compared (forest);
  for (guint32 i = forest->n_order; i-- > 0;) {
    Node *node = forest_node_at (forest, i);
    /* The first product is kept until a better one is found, which then takes its place in memory; so the one
     * that remains is the first of the node, as tbk_forest_heads() reads it. */
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
    /* The mark is replaced by what it asked for: the number of the least list. */
    if (*value != 0)
      *value = lists_join (&forest->lists, &list);
  }
  forest->is_counted = FALSE;
  return !forest->lists.is_beyond_memory || forest_fail (error);
}

void
tbk_forest_heads (TbkForest *forest, int *heads)
{
  g_return_if_fail (!forest_is_empty (forest));
  /* Walks from the goal down, by the first product of each node: its parts, and the arc between them. */
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

/* 2. forest_arcs: in how many trees of a forest arcs are: inside and outside over its nodes.
 *
 *   (F7)  outside(goal) = 1,   outside(N) = SUM over the products l h r with N as a part:  outside(M) number(other part)
 *         where M is the node of the product
 *   (F8)  trees with an arc = SUM over its products l h r:  outside(M) number(l) number(r)
 *
 * A term of either sum is at most the number of all trees, so where that fits into 64 bits, all does. A node
 * that pruning left without use has outside 0.
 */

/* 64-bit numbers. */

/* The number of trees of a node, as number_small() left it. A part without arcs is one tree. */
static guint64
small_number (const TbkForest *forest, guint32 node)
{
  return node == NO_NODE ? 1 : (guint64) forest->values[node];
}

/* (F7) and (F8) in 64 bits: counts[d] becomes the number of trees in which d has the head heads[d]. */
static gboolean
count_small (const TbkForest *forest, const int *heads, int n, mpz_t *counts, GError **error)
{
  g_autofree guint64 *outsides = g_try_new0 (guint64, forest->n_nodes);
  g_autofree guint64 *sums = g_try_new0 (guint64, (gsize) n + 1);

  if (outsides == NULL || sums == NULL)
    return forest_fail (error);
  /* Goes from the goal down: when a node is reached, all products that use it were seen, so its outside is
   * complete. */
  outsides[0] = 1;
  for (guint32 i = 0; i < forest->n_order; i++) {
    const Node *node = forest_node_at (forest, i);
    const guint64 outside = outsides[forest->order[i]];

    for (guint32 p = node->first; outside > 0 && p < node->first + node->n_products; p++) {
      const Product *product = &forest->products[p];
      const guint64 left = small_number (forest, product->left),
                    right = small_number (forest, product->right);

      if (product->left != NO_NODE)
        outsides[product->left] += outside * right;
      if (product->right != NO_NODE)
        outsides[product->right] += outside * left;
      if (product->dependent != 0 && heads[product->dependent] == product->head)
        sums[product->dependent] += outside * left * right;
    }
  }
  for (int d = 1; d <= n; d++)
    mpz_import (counts[d], 1, -1, sizeof *sums, 0, 0, &sums[d]);
  return TRUE;
}

/* Numbers of any size. */

/* @to += @outside times the numbers of the nodes that are not NO_NODE; @product is scratch. */
static void
add_product (const TbkForest *forest, mpz_ptr to, mpz_srcptr outside, guint32 left, guint32 right,
             mpz_ptr product)
{
  mpz_set (product, outside);
  if (left != NO_NODE)
    mpz_mul (product, product, &forest->counts[left]);
  if (right != NO_NODE)
    mpz_mul (product, product, &forest->counts[right]);
  mpz_add (to, to, product);
}

/* Counts with numbers of any size. */
static gboolean
count_large (const TbkForest *forest, const int *heads, mpz_t *counts, GError **error)
{
  g_autofree __mpz_struct *outsides = g_try_new (__mpz_struct, forest->n_nodes);
  gboolean fits;
  mpz_t scratch;

  if (outsides == NULL)
    return forest_fail (error);
  for (guint32 i = 0; i < forest->n_nodes; i++)
    mpz_init (&outsides[i]);
  mpz_init (scratch);
  mpz_set_ui (&outsides[0], 1);
  for (guint32 i = 0; i < forest->n_order && numbers_fit (); i++) {
    const Node *node = forest_node_at (forest, i);
    mpz_srcptr outside = &outsides[forest->order[i]];

    for (guint32 p = node->first; mpz_sgn (outside) > 0 && p < node->first + node->n_products; p++) {
      const Product *product = &forest->products[p];

      if (product->left != NO_NODE)
        add_product (forest, &outsides[product->left], outside, NO_NODE, product->right, scratch);
      if (product->right != NO_NODE)
        add_product (forest, &outsides[product->right], outside, product->left, NO_NODE, scratch);
      if (product->dependent != 0 && heads[product->dependent] == product->head)
        add_product (forest, counts[product->dependent], outside, product->left, product->right, scratch);
    }
  }
  fits = numbers_fit ();
  mpz_clear (scratch);
  for (guint32 i = 0; i < forest->n_nodes; i++)
    mpz_clear (&outsides[i]);
  return fits || forest_fail (error);
}

static gboolean forest_count_nodes (TbkForest *forest, GError **error);

gboolean
tbk_forest_count_arcs (TbkForest *forest, const int *heads, int n, mpz_t *counts, GError **error)
{
  for (int d = 1; d <= n; d++)
    mpz_set_ui (counts[d], 0);
  if (forest_is_empty (forest))
    return TRUE;
  if (!forest_count_nodes (forest, error))
    return FALSE;
  return forest->is_large ? count_large (forest, heads, counts, error)
                          : count_small (forest, heads, n, counts, error);
}

/* 3. forest_count: how many trees a forest holds, and drawing one of them.
 *
 *   (F5)  number(N) = SUM over the products l h r of N:  number(l) number(r)
 *   (F6)  a product is drawn with probability  number(l) number(r) / number(N), so each tree of N with 1 /
 *         number(N)
 *
 * The numbers of the nodes are 64-bit while they fit, and GMP's if one does not.
 */

/* 64-bit numbers. */

/* (F5) in 64 bits; FALSE if a number does not fit. */
static gboolean
number_small (TbkForest *forest)
{
  /* Parts before wholes. The mark of an overflow is checked for each product and each sum, since a wrong
   * number would look like a right one. */
  for (guint32 i = forest->n_order; i-- > 0;) {
    const Node *node = forest_node_at (forest, i);
    guint64 sum = 0, number;

    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      const Product *product = &forest->products[p];
      if (__builtin_mul_overflow (small_number (forest, product->left), small_number (forest, product->right),
                                  &number)
          || __builtin_add_overflow (sum, number, &sum))
        return FALSE;
    }
    forest->values[forest->order[i]] = (gint64) sum;
  }
  return TRUE;
}

/* Numbers of any size. */

/* Sets @number to that of @product. */
static void
large_product (const TbkForest *forest, const Product *product, mpz_ptr number)
{
  if (product->left == NO_NODE)
    mpz_set_ui (number, 1);
  else
    mpz_set (number, &forest->counts[product->left]);
  if (product->right != NO_NODE)
    mpz_mul (number, number, &forest->counts[product->right]);
}

/* (F5) Numbers of any size, in `counts`; those made for earlier forests are used again. */
static gboolean
number_large (TbkForest *forest, GError **error)
{
  mpz_t number;

  if (forest->n_nodes > forest->n_counts) {
    if (!TRY_RENEW (forest->counts, forest->n_nodes))
      return forest_fail (error);
    for (; forest->n_counts < forest->n_nodes; forest->n_counts++)
      mpz_init (&forest->counts[forest->n_counts]);
  }
  mpz_init (number);
  for (guint32 i = forest->n_order; i-- > 0 && numbers_fit ();) {
    const Node *node = forest_node_at (forest, i);
    mpz_ptr sum = &forest->counts[forest->order[i]];

    mpz_set_ui (sum, 0);
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      large_product (forest, &forest->products[p], number);
      mpz_add (sum, sum, number);
    }
  }
  mpz_clear (number);
  if (numbers_fit ())
    return TRUE;
  forest_clear_counts (forest);
  return forest_fail (error);
}

/* Counts the trees of each node, if that was not done: in `values`, or in `counts` if `is_large`. The 64-bit
 * numbers are tried first: they hold the numbers of almost all trees of real treebanks. */
static gboolean
forest_count_nodes (TbkForest *forest, GError **error)
{
  if (forest->is_counted)
    return TRUE;
  forest->is_large = !number_small (forest);
  forest->is_counted = !forest->is_large || number_large (forest, error);
  return forest->is_counted;
}

gboolean
tbk_forest_count (TbkForest *forest, mpz_t count, GError **error)
{
  guint64 number = 0;

  if (!forest_is_empty (forest)) {
    if (!forest_count_nodes (forest, error))
      return FALSE;
    if (forest->is_large) {
      mpz_set (count, &forest->counts[0]);
      return TRUE;
    }
    number = small_number (forest, 0);
  }
  mpz_import (count, 1, -1, sizeof (number), 0, 0, &number);
  return TRUE;
}

/* Drawing, (F6). */

/* Draws a product of node @id. Each product owns as many of the numbers 0..number(id) - 1 as it has trees:
 * the first product the first of them, and so on. A number is drawn, and its owner is found by subtraction.
 * No product of the sum (F5) overflowed, so none does here. */
static const Product *
draw_small (const TbkForest *forest, guint32 id, TbkRandom *random)
{
  guint64 rest = random_below (random, small_number (forest, id));

  for (guint32 p = forest->nodes[id].first;; p++) {
    const Product *product = &forest->products[p];
    guint64 number = small_number (forest, product->left) * small_number (forest, product->right);
    if (rest < number)
      return product;
    rest -= number;
  }
}

/* Draws with numbers of any size. */
static const Product *
draw_large (const TbkForest *forest, guint32 id, TbkRandom *random)
{
  const Product *drawn = NULL;
  mpz_t rest, number;

  mpz_init (rest);
  mpz_init (number);
  random_below_number (random, rest, &forest->counts[id]);
  for (guint32 p = forest->nodes[id].first; drawn == NULL; p++) {
    const Product *product = &forest->products[p];
    large_product (forest, product, number);
    if (mpz_cmp (rest, number) < 0)
      drawn = product;
    mpz_sub (rest, rest, number);
  }
  mpz_clear (rest);
  mpz_clear (number);
  return drawn;
}

static const Product *
draw_product (const TbkForest *forest, guint32 id, TbkRandom *random)
{
  /* Nothing to draw, so no random number is used up: the draws of a tree depend on its choices alone. */
  if (forest->nodes[id].n_products == 1)
    return &forest->products[forest->nodes[id].first];
  return (forest->is_large ? draw_large : draw_small) (forest, id, random);
}

gboolean
tbk_forest_draw (TbkForest *forest, TbkRandom *random, int *heads, GError **error)
{
  g_return_val_if_fail (!forest_is_empty (forest), FALSE);
  if (!forest_count_nodes (forest, error))
    return FALSE;
  forest->walk.n = 0;
  forest_push (&forest->walk, (Pending){ .node = 0 });
  while (forest->walk.n > 0) {
    Pending top = forest->walk.pending[--forest->walk.n];

    if (top.node == NO_NODE)
      heads[top.dependent] = top.head;
    else
      forest_push_parts (&forest->walk, draw_product (forest, top.node, random));
  }
  return TRUE;
}

/* 4. forest_rest: of a forest's trees, those whose lists of heads come after that of a given tree.
 *
 * They make a forest again. Let X be the given tree, and X(d) the head of d in it. A node stands for three
 * sets of partial trees: ALL; EQUAL, the one that is part of X, if it has that; AFTER, those whose lists come
 * after the heads that X gives to the same words. A list is that of the left part l, then the head h of d,
 * then that of the right part r. So, with a part without arcs as one tree that is EQUAL:
 *
 *   (F1)  EQUAL(l h r) =  EQUAL(l) h EQUAL(r)  if h = X(d) or there is no arc
 *   (F2)  AFTER(l h r) =  AFTER(l) h ALL(r)
 *                       + EQUAL(l) h ALL(r)    if h > X(d)
 *                       + EQUAL(l) h AFTER(r)  if h = X(d) or there is no arc
 *
 * The sums are of different trees, so that no tree gets a second derivation. At most three nodes and four
 * products take the place of one.
 */

typedef enum { ALL, EQUAL, AFTER, N_SETS } Set;

typedef struct {
  const TbkForest *forest;
  const int *heads;
  guint8 *sets; /* by node: bit s if it has trees of set s */
} Rest;

/* A part without arcs is one tree, which is equal to that part of X; so it is in ALL and EQUAL and not in
 * AFTER. */
static gboolean
has_trees (const Rest *rest, guint32 id, Set set)
{
  return id == NO_NODE ? set != AFTER : (rest->sets[id] >> set & 1) != 0;
}

/* The three sets of a node are three items side by side, numbered as a chart's items are. */
static guint32
item_of (guint32 id, Set set)
{
  return id == NO_NODE ? FOREST_AXIOM : id * N_SETS + set;
}

/* Less than 0, 0 or more than 0, as the head of @product is less than that of the tree, the same or none, or
 * greater. */
static int
compare_head (const Rest *rest, const Product *product)
{
  return product->dependent == 0 ? 0 : product->head - rest->heads[product->dependent];
}

/* Adds a product to @to, or if that is NULL adds nothing; returns whether it has trees. */
static gboolean
add (const Rest *rest, const Product *product, Set left, Set right, TbkForest *to)
{
  if (!has_trees (rest, product->left, left) || !has_trees (rest, product->right, right))
    return FALSE;
  if (to != NULL)
    forest_add (to, item_of (product->left, left), item_of (product->right, right), product->head,
                product->dependent);
  return TRUE;
}

/* (F1) and (F2): adds what is left of @product in @set; returns whether it has trees. */
static gboolean
add_set (const Rest *rest, const Product *product, Set set, TbkForest *to)
{
  const int order = compare_head (rest, product);
  gboolean has_some;

  if (set == ALL)
    return add (rest, product, ALL, ALL, to);
  if (set == EQUAL)
    return order == 0 && add (rest, product, EQUAL, EQUAL, to);
  /* AFTER by (F2): the list differs from X first in the left part, then in the head of the arc, then in the
   * right part. */
  has_some = add (rest, product, AFTER, ALL, to);
  if (order > 0)
    has_some |= add (rest, product, EQUAL, ALL, to);
  else if (order == 0)
    has_some |= add (rest, product, EQUAL, AFTER, to);
  return has_some;
}

static void
expand (gpointer chart, guint32 item, TbkForest *to)
{
  const Rest *rest = chart;
  const Node *node = &rest->forest->nodes[item / N_SETS];

  for (guint32 p = node->first; p < node->first + node->n_products; p++)
    add_set (rest, &rest->forest->products[p], item % N_SETS, to);
}

/* Finds which sets have trees, of parts before the nodes that they are parts of. */
static void
find_sets (Rest *rest)
{
  const TbkForest *forest = rest->forest;

  for (guint32 i = forest->n_order; i-- > 0;) {
    const Node *node = forest_node_at (forest, i);
    guint8 *sets = &rest->sets[forest->order[i]];

    /* Every node has a tree, since it is an item that has a best derivation. */
    *sets = 1 << ALL;
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      *sets |= add_set (rest, &forest->products[p], EQUAL, NULL) << EQUAL;
      *sets |= add_set (rest, &forest->products[p], AFTER, NULL) << AFTER;
    }
  }
}

/* Makes @to the forest of those trees of @forest whose lists of heads come after that of one of them, @heads.
 * @forest has at most TBK_FOREST_MAX_PRODUCTS / 4 products. */
static gboolean
forest_build_rest (TbkForest *to, const TbkForest *forest, const int *heads, GError **error)
{
  g_autofree guint8 *sets = g_try_new (guint8, forest->n_nodes);
  Rest rest = { forest, heads, sets };

  forest_clear (to);
  if (sets == NULL)
    return forest_fail (error);
  find_sets (&rest);
  return !has_trees (&rest, 0, AFTER)
         || forest_build (to, forest->n_nodes * N_SETS, item_of (0, AFTER), expand, &rest, error);
}

/* 5. forest_list: the trees of a forest one by one, in increasing order of their lists of heads.
 *
 * Each node has a stream of its partial trees in order, as far as they were asked for. In a product the left
 * part's heads come first in the list, then the arc's, then the right part's. So a product's trees, in order,
 * are those with the left part's first tree and the right part's trees in turn, then those with the left
 * part's second, and so on. A node's stream merges those of its products. No tree has two derivations, so
 * there are no equal lists.
 *
 * The next tree of a node may need the next of a part of it, and so on down: what is needed is kept on a
 * stack of demands. After Huang and Chiang (2005), "Better k-best parsing", algorithm 3, with another order.
 *
 * All partial trees that were found are kept, since a product goes through the trees of its right part again
 * and again. When there are too many, they are freed, and the listing goes on with a forest of the trees that
 * come after the last one returned (section 4). So memory does not grow with the number of trees.
 */

/* The least number of partial trees that are kept: some 50 bytes each, at most 300. */
enum { MOST_LISTED = 1 << 15 };

typedef struct Stream {
  guint32 *trees; /* lists of heads, by rank */
  gsize n_trees, n_allocated;
  gboolean is_full; /* there are no more */
  guint32 advance;  /* the product that gave the last tree and has to move on, or NO_NODE */
} Stream;

/* Which tree of a product comes next. */
typedef struct Turn {
  guint32 left_rank, right_rank;
  gboolean is_over;
} Turn;

static void
forest_clear_streams (TbkForest *forest)
{
  for (gsize i = 0; i < forest->n_streams; i++)
    g_free (forest->streams[i].trees);
  g_clear_pointer (&forest->streams, g_free);
  g_clear_pointer (&forest->turns, g_free);
  g_clear_pointer (&forest->demands, g_free);
  forest->n_streams = forest->n_turns = forest->n_demands_allocated = 0;
}

/* Streams keep their memory from one listing to the next; turns begin anew each time. */
static gboolean
reserve (TbkForest *forest)
{
  if (!try_reserve (&forest->turns, &forest->n_turns, forest->n_products, sizeof (Turn)))
    return FALSE;
  if (forest->n_nodes > forest->n_streams) {
    if (!TRY_RENEW (forest->streams, forest->n_nodes))
      return FALSE;
    for (; forest->n_streams < forest->n_nodes; forest->n_streams++)
      forest->streams[forest->n_streams] = (Stream){ 0 };
  }
  return TRUE;
}

static gboolean
add_tree (Stream *stream, guint32 list)
{
  if (!try_reserve (&stream->trees, &stream->n_allocated, stream->n_trees + 1, sizeof (guint32)))
    return FALSE;
  stream->trees[stream->n_trees++] = list;
  return TRUE;
}

/* A node may be on the stack once for each level of the forest, never twice: a part is shorter than its
 * whole. */
static gboolean
add_demand (TbkForest *forest, guint32 id)
{
  if (!try_reserve (&forest->demands, &forest->n_demands_allocated, forest->n_demands + 1, sizeof (guint32)))
    return FALSE;
  forest->demands[forest->n_demands++] = id;
  return TRUE;
}

/* The list of the tree of that rank (0 is the least) of node @id; the empty list for a part without arcs. */
static guint32
list_at (const TbkForest *forest, guint32 id, guint32 rank)
{
  return id == NO_NODE ? 0 : forest->streams[id].trees[rank];
}

/* The tree of product @p whose turn it is, as a list that is not joined yet: comparing needs no join. */
static JoinedList
listed_heads (const TbkForest *forest, guint32 p)
{
  const Product *product = &forest->products[p];
  const Turn *turn = &forest->turns[p];

  return (JoinedList){ list_at (forest, product->left, turn->left_rank),
                       list_at (forest, product->right, turn->right_rank), product->head,
                       product->dependent };
}

/* Appends to the stream of node @id the least of the trees whose turn it is; FALSE if there is no memory.
 *
 * The node's trees in order are a merge of the orders of its products. Each product shows its next tree, and
 * the least of these is the node's next. Its product must then move on, which advance() does when one more
 * tree is asked for: that may need trees of parts which nobody asks for otherwise. */
static gboolean
append_least (TbkForest *forest, guint32 id)
{
  const Node *node = &forest->nodes[id];
  Stream *stream = &forest->streams[id];
  JoinedList least = { 0 };

  stream->advance = NO_NODE;
  for (guint32 p = node->first; p < node->first + node->n_products; p++) {
    JoinedList list;
    if (forest->turns[p].is_over)
      continue;
    list = listed_heads (forest, p);
    if (stream->advance == NO_NODE || lists_are_ordered (&forest->lists, &list, &least)) {
      least = list;
      stream->advance = p;
    }
  }
  stream->is_full = stream->advance == NO_NODE;
  if (stream->is_full)
    return TRUE;
  forest->n_listed++;
  return add_tree (stream, lists_join (&forest->lists, &least)) && !forest->lists.is_beyond_memory;
}

typedef enum { THERE, NOT_THERE, UNKNOWN, NO_MEMORY } Presence;

/* Looks whether node @id has a tree of that rank; what is unknown is put on the stack of demands.
 *
 * A tree of rank r is asked for only after that of rank r - 1 was used, so one more tree of the node
 * suffices. */
static Presence
look_for (TbkForest *forest, guint32 id, guint32 rank)
{
  if (id == NO_NODE)
    return NOT_THERE;
  if (rank < forest->streams[id].n_trees)
    return THERE;
  if (forest->streams[id].is_full)
    return NOT_THERE;
  return add_demand (forest, id) ? UNKNOWN : NO_MEMORY;
}

/* Moves a product on to its next tree, or sees that it has no more: THERE. UNKNOWN if a part of it must be
 * found first. */
static Presence
advance (TbkForest *forest, guint32 p)
{
  const Product *product = &forest->products[p];
  Turn *turn = &forest->turns[p];
  /* As the hand of a clock: the right part's trees go by fastest. For a left part with the trees a, b and a
   * right part with x, y, z, the turns are ax, ay, az, bx, by, bz. */
  Presence presence = look_for (forest, product->right, turn->right_rank + 1);

  if (presence == THERE)
    turn->right_rank++;
  if (presence != NOT_THERE)
    return presence;
  /* The right part has no more trees: the left one goes on, and the right one begins again. */
  presence = look_for (forest, product->left, turn->left_rank + 1);
  if (presence == THERE) {
    turn->left_rank++;
    turn->right_rank = 0;
  }
  if (presence != NOT_THERE)
    return presence;
  turn->is_over = TRUE;
  return THERE;
}

/* Finds one more tree of node @id, if there is one; FALSE if there is no memory. */
static gboolean
find_next (TbkForest *forest, guint32 id)
{
  Presence presence = NO_MEMORY;

  forest->n_demands = 0;
  if (add_demand (forest, id))
    presence = UNKNOWN;
  /* The node on top of the stack is served. Its demand stays below while demands of its parts are served, and
   * is tried again after each of them. */
  while (presence != NO_MEMORY && forest->n_demands > 0) {
    guint32 wanted = forest->demands[forest->n_demands - 1];

    /* The product that gave the last tree must go on before trees are compared. If a part must be found
     * first, it is on the stack now, above this node. */
    presence = advance (forest, forest->streams[wanted].advance);
    if (presence == THERE) {
      forest->n_demands--;
      if (!append_least (forest, wanted))
        return FALSE;
    }
  }
  return presence != NO_MEMORY;
}

/* Begins the streams of all nodes, with the first tree of each. */
static gboolean
begin_streams (TbkForest *forest, GError **error)
{
  if (!reserve (forest) || !forest_begin_lists (forest))
    return forest_fail (error);
  /* Parts before wholes: the first tree of a node is made of first trees of parts, so nothing has to be
   * demanded. */
  for (guint32 i = forest->n_order; i-- > 0;) {
    guint32 id = forest->order[i];
    const Node *node = forest_node_at (forest, i);

    forest->streams[id].n_trees = 0;
    for (guint32 p = node->first; p < node->first + node->n_products; p++)
      forest->turns[p] = (Turn){ 0, 0, FALSE };
    if (!append_least (forest, id))
      return forest_fail (error);
  }
  forest->n_reported = 0;
  forest->n_listed = 0;
  return TRUE;
}

gboolean
tbk_forest_list (TbkForest *forest, GError **error)
{
  forest->is_rest_in_use = FALSE;

  /* To begin anew takes as long as there are products. Of a forest so large that its rest might be too large,
   * all is kept. */
  forest->most_listed =
      forest->n_products > TBK_FOREST_MAX_PRODUCTS / 4 ? G_MAXSIZE : MAX (MOST_LISTED, forest->n_products);
  return begin_streams (forest, error);
}

/* Frees the partial trees of @listed, which is @forest or its rest, and begins to list the trees not yet
 * returned. */
static gboolean
begin_rest (TbkForest *forest, TbkForest *listed, GError **error)
{
  const gsize n_words = (gsize) forest_max_word (forest) + 1;

  if (!try_reserve (&forest->last_listed_tree, &forest->n_last_listed_tree, n_words, sizeof (int)))
    return forest_fail (error);
  lists_write (&listed->lists, list_at (listed, 0, listed->n_reported - 1), forest->last_listed_tree);
  forest_clear_streams (listed);
  lists_clear (&listed->lists);
  if (forest->rest == NULL)
    forest->rest = tbk_forest_new ();
  forest->is_rest_in_use = TRUE;
  return forest_build_rest (forest->rest, forest, forest->last_listed_tree, error)
         && (forest_is_empty (forest->rest) || begin_streams (forest->rest, error));
}

int
tbk_forest_next (TbkForest *forest, int *heads, GError **error)
{
  TbkForest *listed = forest->is_rest_in_use ? forest->rest : forest;
  Stream *goal;

  /* Too many partial trees are stored: the rest of the trees becomes a forest of its own, and listing begins
   * there. A rest is again made from the first forest, not from the rest before, which would grow threefold
   * each time. */
  if (!forest_is_empty (listed) && listed->n_listed > forest->most_listed) {
    if (!begin_rest (forest, listed, error))
      return -1;
    listed = forest->rest;
  }
  if (forest_is_empty (listed))
    return 0;
  goal = &listed->streams[0];
  /* The first tree is there from the beginning; each later one is found when it is asked for. */
  if (listed->n_reported == goal->n_trees && !goal->is_full && !find_next (listed, 0)) {
    forest_fail (error);
    return -1;
  }
  if (listed->n_reported == goal->n_trees)
    return 0;
  lists_write (&listed->lists, list_at (listed, 0, listed->n_reported++), heads);
  return 1;
}
