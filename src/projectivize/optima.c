/* optima.c - the optimal trees over a reduced sentence as a forest.
 *
 * The items are those of the tabular parser, the sides Wr and Wl and their meeting H, with values from
 * score.h; only items that some optimal tree uses are ever visited. A product of the parser's equations (I2)
 * to (I4) belongs to an optimal tree of an item if and only if its value is that of the item:
 *
 *   (O1)  H(i,j)  = R(i,k) + L(k+1,j)
 *   (O2)  R(i,j)  = H(i,h) + [i is the gold head of h] + R(h,j)
 *   (O3)  L(i,j)  = L(i,h) + [j is the gold head of h] + H(h,j)
 *   (O4)  best    as (G6)
 *   (O5)  H(i,j) <= F(i,j), since a meeting is a forest over the same words. F is in a table, H must be
 *         computed; so most pairs are ruled out without computing H
 *
 * Cost      O(n) products compared for each item visited, and O(n) for each H that (O5) does not rule out:
 *           O(n^3) at worst.
 */

#include "projectivize/optima.h"

#include "tbk/tabular.h"

/* An item is its kind and two words, packed into 32 bits. */
enum { MEETING, RIGHT_SIDE, LEFT_SIDE, GOAL, N_KINDS };

G_STATIC_ASSERT ((guint64) N_KINDS *TBK_TABULAR_MAX_LENGTH *TBK_TABULAR_MAX_LENGTH <= TBK_ITEM_AXIOM);

typedef struct {
  Score *score;
  gboolean single;
  int bits; /* of a word's number, in that of an item */
} Optima;

static inline guint32
item (const Optima *optima, int kind, int i, int j)
{
  if (i == j && kind != GOAL)
    return TBK_ITEM_AXIOM;
  return ((guint32) kind << optima->bits | i) << optima->bits | j;
}

/* (O1) */
static void
expand_meeting (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_H (score, i, j);

  for (int k = i; k < j; k++)
    if (score_R (score, i, k) + score_L (score, k + 1, j) == sum)
      tbk_forest_add (forest, item (optima, RIGHT_SIDE, i, k), item (optima, LEFT_SIDE, k + 1, j), 0, 0);
}

/* Whether i and h, i < h, can be joined in an optimal tree by an arc worth @weight, to give @sum with @rest.
 * (O5) */
static gboolean
can_join (Score *score, int i, int h, int weight, int rest, int sum)
{
  int wanted = sum - rest - weight;

  return score_F (score, i, h) >= wanted && score_H (score, i, h) == wanted;
}

/* (O2) */
static void
expand_right_side (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_R (score, i, j);

  for (int h = i + 1; h <= j; h++)
    if (can_join (score, i, h, score->heads[h] == i, score_R (score, h, j), sum))
      tbk_forest_add (forest, item (optima, MEETING, i, h), item (optima, RIGHT_SIDE, h, j), i, h);
}

/* (O3) */
static void
expand_left_side (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_L (score, i, j);

  for (int h = i; h < j; h++)
    if (can_join (score, h, j, score->heads[h] == j, score_L (score, i, h), sum))
      tbk_forest_add (forest, item (optima, LEFT_SIDE, i, h), item (optima, MEETING, h, j), j, h);
}

/* (O4) */
static void
expand_goal (const Optima *optima, TbkForest *forest)
{
  Score *score = optima->score;
  int n = score->n;

  if (!optima->single) {
    tbk_forest_add (forest, TBK_ITEM_AXIOM, item (optima, RIGHT_SIDE, 0, n), 0, 0);
    return;
  }
  for (int r = 1; r <= n; r++)
    if (score_L (score, 1, r) + (score->heads[r] == 0) + score_R (score, r, n) == score->best)
      tbk_forest_add (forest, item (optima, LEFT_SIDE, 1, r), item (optima, RIGHT_SIDE, r, n), 0, r);
}

static void
expand (gpointer chart, guint32 number, TbkForest *forest)
{
  const Optima *optima = chart;
  guint32 word = (1u << optima->bits) - 1;
  int kind = number >> 2 * optima->bits, i = number >> optima->bits & word, j = number & word;

  switch (kind) {
  case MEETING:
    expand_meeting (optima, i, j, forest);
    break;
  case RIGHT_SIDE:
    expand_right_side (optima, i, j, forest);
    break;
  case LEFT_SIDE:
    expand_left_side (optima, i, j, forest);
    break;
  default:
    expand_goal (optima, forest);
  }
}

gboolean
optima_build (Score *score, gboolean single, TbkForest *forest, GError **error)
{
  Optima optima = { score, single, g_bit_storage (score->n) };
  guint32 goal = item (&optima, GOAL, 0, 0);

  score_begin_meetings (score);
  return tbk_forest_build (forest, goal + 1, goal, expand, &optima, error);
}
