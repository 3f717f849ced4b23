/* optima.c - the optimal trees over a reduced sentence as a forest.
 *
 * The items are those of the tabular parser, the sides Wr and Wl and their meeting H, with values from
 * score.h; only items that some optimal tree uses are ever visited. A product of the parser's equations
 * belongs to an optimal tree of an item if and only if its value is that of the item.
 */
#include "projectivize/optima.h"

enum { MEETING, RIGHT_SIDE, LEFT_SIDE, GOAL };

typedef struct {
  Score *score;
  gboolean single;
} Optima;

static guint32
item (const Score *score, int kind, int i, int j)
{
  guint32 n = score->n + 1;

  return i == j && kind != GOAL ? TBK_ITEM_AXIOM : (kind * n + i) * n + j;
}

static void
expand_meeting (Score *score, int i, int j, TbkForest *forest)
{
  int sum = score_H (score, i, j);

  for (int k = i; k < j; k++)
    if (score_R (score, i, k) + score_L (score, k + 1, j) == sum)
      tbk_forest_add (forest, item (score, RIGHT_SIDE, i, k), item (score, LEFT_SIDE, k + 1, j), 0, 0);
}

static void
expand_right_side (Score *score, int i, int j, TbkForest *forest)
{
  int sum = score_R (score, i, j);

  for (int h = i + 1; h <= j; h++)
    if (score_H (score, i, h) + (score->heads[h] == i) + score_R (score, h, j) == sum)
      tbk_forest_add (forest, item (score, MEETING, i, h), item (score, RIGHT_SIDE, h, j), i, h);
}

static void
expand_left_side (Score *score, int i, int j, TbkForest *forest)
{
  int sum = score_L (score, i, j);

  for (int h = i; h < j; h++)
    if (score_L (score, i, h) + (score->heads[h] == j) + score_H (score, h, j) == sum)
      tbk_forest_add (forest, item (score, LEFT_SIDE, i, h), item (score, MEETING, h, j), j, h);
}

static void
expand_goal (const Optima *optima, TbkForest *forest)
{
  Score *score = optima->score;
  int n = score->n;

  if (!optima->single) {
    tbk_forest_add (forest, TBK_ITEM_AXIOM, item (score, RIGHT_SIDE, 0, n), 0, 0);
    return;
  }
  for (int r = 1; r <= n; r++)
    if (score_L (score, 1, r) + (score->heads[r] == 0) + score_R (score, r, n) == score->best)
      tbk_forest_add (forest, item (score, LEFT_SIDE, 1, r), item (score, RIGHT_SIDE, r, n), 0, r);
}

static void
expand (gpointer chart, guint32 number, TbkForest *forest)
{
  const Optima *optima = chart;
  guint32 n = optima->score->n + 1;
  int kind = number / n / n, i = number / n % n, j = number % n;

  switch (kind) {
  case MEETING:
    expand_meeting (optima->score, i, j, forest);
    break;
  case RIGHT_SIDE:
    expand_right_side (optima->score, i, j, forest);
    break;
  case LEFT_SIDE:
    expand_left_side (optima->score, i, j, forest);
    break;
  default:
    expand_goal (optima, forest);
  }
}

gboolean
optima_build (Score *score, gboolean single, TbkForest *forest, GError **error)
{
  Optima optima = { score, single };
  guint32 goal = item (score, GOAL, 0, 0);

  return tbk_forest_build (forest, goal + 1, goal, expand, &optima, error);
}
