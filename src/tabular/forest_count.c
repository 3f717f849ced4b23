/* forest_count.c - how many trees a forest holds, and drawing one of them.
 *
 *   (F5)  number(N) = SUM over the products l h r of N:  number(l) number(r)
 *   (F6)  a product is drawn with probability  number(l) number(r) / number(N), so each tree of N with 1 /
 *         number(N)
 *
 * The numbers of the nodes are 64-bit while they fit, and GMP's if one does not.
 */
#include "tabular/forest.h"

void
forest_clear_counts (TbkForest *forest)
{
  for (gsize i = 0; i < forest->n_counts; i++)
    mpz_clear (&forest->counts[i]);
  g_clear_pointer (&forest->counts, g_free);
  forest->n_counts = 0;
}

/* 64-bit numbers. */

static guint64
small_count (const TbkForest *forest, guint32 node)
{
  return node == NO_NODE ? 1 : (guint64) forest->values[node];
}

/* (F5) in 64 bits; FALSE if a number does not fit. */
static gboolean
count_small (TbkForest *forest)
{
  for (guint32 i = forest->n_order; i-- > 0;) {
    const Node *node = forest_node_at (forest, i);
    guint64 sum = 0, number;

    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      const Product *product = &forest->products[p];
      if (__builtin_mul_overflow (small_count (forest, product->left), small_count (forest, product->right),
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

/* (F5) */
static void
count_large (TbkForest *forest)
{
  mpz_t number;

  if (forest->n_nodes > forest->n_counts) {
    forest->counts = g_renew (__mpz_struct, forest->counts, forest->n_nodes);
    for (; forest->n_counts < forest->n_nodes; forest->n_counts++)
      mpz_init (&forest->counts[forest->n_counts]);
  }
  mpz_init (number);
  for (guint32 i = forest->n_order; i-- > 0;) {
    const Node *node = forest_node_at (forest, i);
    mpz_ptr sum = &forest->counts[forest->order[i]];

    mpz_set_ui (sum, 0);
    for (guint32 p = node->first; p < node->first + node->n_products; p++) {
      large_product (forest, &forest->products[p], number);
      mpz_add (sum, sum, number);
    }
  }
  mpz_clear (number);
}

void
forest_count_nodes (TbkForest *forest)
{
  if (forest->is_counted)
    return;
  forest->is_large = !count_small (forest);
  if (forest->is_large)
    count_large (forest);
  forest->is_counted = TRUE;
}

void
tbk_forest_count (TbkForest *forest, mpz_t count)
{
  guint64 number = 0;

  if (!tbk_forest_is_empty (forest)) {
    forest_count_nodes (forest);
    if (forest->is_large) {
      mpz_set (count, &forest->counts[0]);
      return;
    }
    number = small_count (forest, 0);
  }
  mpz_import (count, 1, -1, sizeof (number), 0, 0, &number);
}

/* Drawing, (F6). */

static const Product *
draw_small (const TbkForest *forest, guint32 id, TbkRandom *random)
{
  guint64 rest = tbk_random_below (random, small_count (forest, id));

  for (guint32 p = forest->nodes[id].first;; p++) {
    const Product *product = &forest->products[p];
    guint64 number = small_count (forest, product->left) * small_count (forest, product->right);
    if (rest < number)
      return product;
    rest -= number;
  }
}

static const Product *
draw_large (const TbkForest *forest, guint32 id, TbkRandom *random)
{
  const Product *drawn = NULL;
  mpz_t rest, number;

  mpz_init (rest);
  mpz_init (number);
  tbk_random_below_number (random, rest, &forest->counts[id]);
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
  if (forest->nodes[id].n_products == 1)
    return &forest->products[forest->nodes[id].first];
  return (forest->is_large ? draw_large : draw_small) (forest, id, random);
}

void
tbk_forest_draw (TbkForest *forest, TbkRandom *random, int *heads)
{
  g_return_if_fail (!tbk_forest_is_empty (forest));
  forest_count_nodes (forest);
  forest->walk.n = 0;
  forest_push (&forest->walk, (Pending){ .node = 0 });
  while (forest->walk.n > 0) {
    Pending top = forest->walk.pending[--forest->walk.n];

    if (top.node == NO_NODE)
      heads[top.dependent] = top.head;
    else
      forest_push_parts (&forest->walk, draw_product (forest, top.node, random));
  }
}
