/* forest_rest.c - of a forest's trees, those whose lists of heads come after that of a given tree.
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
#include "tabular/forest.h"

typedef enum { ALL, EQUAL, AFTER, N_SETS } Set;

typedef struct {
  const TbkForest *forest;
  const int *heads;
  guint8 *sets; /* by node: bit s if it has trees of set s */
} Rest;

static gboolean
has_trees (const Rest *rest, guint32 id, Set set)
{
  return id == NO_NODE ? set != AFTER : (rest->sets[id] >> set & 1) != 0;
}

static guint32
item_of (guint32 id, Set set)
{
  return id == NO_NODE ? TBK_ITEM_AXIOM : id * N_SETS + set;
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
    tbk_forest_add (to, item_of (product->left, left), item_of (product->right, right), product->head,
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

    *sets = 1 << ALL;
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      *sets |= add_set (rest, &forest->products[p], EQUAL, NULL) << EQUAL;
      *sets |= add_set (rest, &forest->products[p], AFTER, NULL) << AFTER;
    }
  }
}

gboolean
forest_build_rest (TbkForest *to, const TbkForest *forest, const int *heads, GError **error)
{
  g_autofree guint8 *sets = g_try_new (guint8, forest->n_nodes);
  Rest rest = { forest, heads, sets };

  tbk_forest_clear (to);
  if (sets == NULL)
    return forest_fail (error);
  find_sets (&rest);
  return !has_trees (&rest, 0, AFTER)
         || tbk_forest_build (to, forest->n_nodes * N_SETS, item_of (0, AFTER), expand, &rest, error);
}
