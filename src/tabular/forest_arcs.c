/* forest_arcs.c - in how many trees of a forest arcs are: inside and outside over its nodes.
 *
 *   (F7)  outside(goal) = 1,   outside(N) = SUM over the products l h r with N as a part:  outside(M) number(other part)
 *         where M is the node of the product
 *   (F8)  trees with an arc = SUM over its products l h r:  outside(M) number(l) number(r)
 *
 * A term of either sum is at most the number of all trees, so where that fits into 64 bits, all does. A node
 * that pruning left without use has outside 0.
 */
#include "tabular/forest.h"

/* 64-bit numbers. */

static guint64
small_number (const TbkForest *forest, guint32 node)
{
  return node == NO_NODE ? 1 : (guint64) forest->values[node];
}

static gboolean
count_small (const TbkForest *forest, const int *heads, int n, mpz_t *counts, GError **error)
{
  g_autofree guint64 *outsides = g_try_new0 (guint64, forest->n_nodes);
  g_autofree guint64 *sums = g_try_new0 (guint64, (gsize) n + 1);

  if (outsides == NULL || sums == NULL)
    return forest_fail (error);
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

static gboolean
count_large (const TbkForest *forest, const int *heads, mpz_t *counts, GError **error)
{
  g_autofree __mpz_struct *outsides = g_try_new (__mpz_struct, forest->n_nodes);
  mpz_t scratch;

  if (outsides == NULL)
    return forest_fail (error);
  for (guint32 i = 0; i < forest->n_nodes; i++)
    mpz_init (&outsides[i]);
  mpz_init (scratch);
  mpz_set_ui (&outsides[0], 1);
  for (guint32 i = 0; i < forest->n_order; i++) {
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
  mpz_clear (scratch);
  for (guint32 i = 0; i < forest->n_nodes; i++)
    mpz_clear (&outsides[i]);
  return TRUE;
}

gboolean
tbk_forest_count_arcs (TbkForest *forest, const int *heads, int n, mpz_t *counts, GError **error)
{
  for (int d = 1; d <= n; d++)
    mpz_set_ui (counts[d], 0);
  if (tbk_forest_is_empty (forest))
    return TRUE;
  forest_count_nodes (forest);
  return forest->is_large ? count_large (forest, heads, counts, error)
                          : count_small (forest, heads, n, counts, error);
}
