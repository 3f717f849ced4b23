/* lift.c - the rule `lift` for few words: the sides and meetings of the tabular parser, by greatest weight.
 *
 * The weight w(h,d) of the arc from h to d holds the number of gold arcs and the criteria (J1) to (J4) of ties.c.
 *
 *   (T1)  H(i,j) = max  i<=k<j   R(i,k) + L(k+1,j)
 *   (T2)  R(i,j) = max  i<h<=j   H(i,h) + w(i,h) + R(h,j)
 *   (T3)  L(i,j) = max  i<=h<j   L(i,h) + w(j,h) + H(h,j)
 *   (T4)  the goal is R(0,n); where 0 has one child,  max r:  L(1,r) + w(0,r) + R(r,n)
 *
 * These are (I2) to (I5) of inside.template.h for the greatest weight. Each is the greatest sum of a row of one table
 * and a column of another. The best lifting needs no table:
 *
 *   (T5)  d hangs on the lowest gold ancestor a of which all words between a and d are descendants
 *
 * Bound     63 words at most, fewer than 2^24 apart. The lengths of all arcs sum to less than 2^30, levels to at most
 *           63^2, the other criteria to at most 63 each: below 2^60 together, so no sum overflows.
 */
#include "projectivize/lift.h"

enum { MOST_WORDS = 63, SIZE = MOST_WORDS + 1, LENGTH_LIMIT = 1 << 24 };

/* The criteria as digits of a number, the last first: lengths of arcs; levels lifted; words on a gold
 * ancestor other than the head; gold root words that stay so; gold arcs. Each is worth more than all
 * before it can sum up to. */
#define LEVEL    ((gint64) SIZE * LENGTH_LIMIT)
#define ANCESTOR (LEVEL * SIZE * SIZE)
#define ROOT     (ANCESTOR * SIZE)
#define GOLD     (ROOT * SIZE)

G_STATIC_ASSERT ((gint64) MOST_WORDS *LENGTH_LIMIT < LEVEL);
G_STATIC_ASSERT (MOST_WORDS *MOST_WORDS < SIZE * SIZE);
G_STATIC_ASSERT (GOLD <= G_MAXINT64 / (2 * SIZE));

typedef gint64 Table[SIZE * SIZE]; /* of i, j at i * stride + j */

struct Lift {
  int n, stride;
  Table w; /* of the arc from i to j */
  Table R, L, H;
  Table to_right, to_left; /* H(i,j) + w(i,j), H(i,j) + w(j,i) */
};

/* SINGLE_GOAL is (T4) for a single child r of 0: the meeting's equation with L(1,r) + w(0,r) for R. */
typedef struct {
  enum { MEETING, RIGHT_SIDE, LEFT_SIDE, SINGLE_GOAL } kind;
  int i, j;
} LiftItem;

/* What an item is the greatest of. */
typedef struct {
  const gint64 *row, *column;
  int n, stride; /* of the column */
} LiftSums;

/* One of these: two parts, and the arc between them if there is one, else @dependent is 0. */
typedef struct {
  LiftItem left, right;
  int head, dependent;
} LiftProduct;

Lift *
lift_new (void)
{
  return g_new (Lift, 1);
}

void
lift_free (Lift *lift)
{
  g_free (lift);
}

gboolean
lift_can_take (const int *words, int n)
{
  return n <= MOST_WORDS && words[n] < LENGTH_LIMIT;
}

/* (T5), by sets of words. */
int
lift_least_few (const int *gold, int n, int *heads)
{
  const guint64 one = 1;
  guint64 descendants[SIZE] = { 0 };
  int n_moved = 0;

  for (int d = 1; d <= n; d++)
    for (int a = gold[d]; a != 0; a = gold[a])
      descendants[a] |= one << d;
  for (int d = 1; d <= n; d++) {
    int a = gold[d];
    for (; a != 0; a = gold[a]) {
      guint64 between = (one << MAX (a, d)) - (one << MIN (a, d) << 1);
      if ((between & ~descendants[a]) == 0)
        break;
    }
    heads[d] = a;
    n_moved += a != gold[d];
  }
  return n_moved;
}

static inline int
at (const Lift *lift, int i, int j)
{
  return i * lift->stride + j;
}

static inline gint64
sum_at (LiftSums sums, int k)
{
  return sums.row[k] + sums.column[k * sums.stride];
}

static inline gint64
greatest (LiftSums sums)
{
  gint64 best = sum_at (sums, 0);

  for (int k = 1; k < sums.n; k++)
    best = MAX (best, sum_at (sums, k));
  return best;
}

/* (T1) */
static inline LiftSums
meeting (const Lift *lift, int i, int j)
{
  return (LiftSums){ &lift->R[at (lift, i, i)], &lift->L[at (lift, i + 1, j)], j - i, lift->stride };
}

/* (T2), and (T4) for a single child */
static inline LiftSums
right_side (const Lift *lift, int i, int j)
{
  return (LiftSums){ &lift->to_right[at (lift, i, i + 1)], &lift->R[at (lift, i + 1, j)], j - i,
                     lift->stride };
}

/* (T3) */
static inline LiftSums
left_side (const Lift *lift, int i, int j)
{
  return (LiftSums){ &lift->L[at (lift, i, i)], &lift->to_left[at (lift, i, j)], j - i, lift->stride };
}

/* w(h,d): the arc to the gold head first, then one level more for each further ancestor. */
static void
weigh_arcs (Lift *lift, const int *gold, const int *words)
{
  for (int h = 0; h <= lift->n; h++)
    for (int d = 0; d <= lift->n; d++)
      lift->w[at (lift, h, d)] = -ABS (words[h] - words[d]);
  for (int d = 1; d <= lift->n; d++) {
    int ancestor = gold[d];

    lift->w[at (lift, ancestor, d)] += ancestor == 0 ? GOLD + ROOT : GOLD;
    for (int level = 1; ancestor != 0; level++) {
      ancestor = gold[ancestor];
      lift->w[at (lift, ancestor, d)] += ANCESTOR - level * LEVEL;
    }
  }
}

static void
fill (Lift *lift, gboolean single)
{
  for (int i = 0; i <= lift->n; i++)
    lift->R[at (lift, i, i)] = lift->L[at (lift, i, i)] = 0;
  for (int span = 1; span <= lift->n; span++)
    for (int i = single, j = i + span; j <= lift->n; i++, j++) {
      lift->H[at (lift, i, j)] = greatest (meeting (lift, i, j));
      lift->to_right[at (lift, i, j)] = lift->H[at (lift, i, j)] + lift->w[at (lift, i, j)];
      lift->R[at (lift, i, j)] = greatest (right_side (lift, i, j));
      lift->to_left[at (lift, i, j)] = lift->H[at (lift, i, j)] + lift->w[at (lift, j, i)];
      lift->L[at (lift, i, j)] = greatest (left_side (lift, i, j));
    }
  for (int r = 1; single && r <= lift->n; r++)
    lift->to_right[at (lift, 0, r)] = lift->L[at (lift, 1, r)] + lift->w[at (lift, 0, r)];
}

/* What @item is the greatest of, and its value. */
static LiftSums
sums_of (const Lift *lift, LiftItem item, gint64 *value)
{
  int i = item.i, j = item.j;

  switch (item.kind) {
  case MEETING:
    *value = lift->H[at (lift, i, j)];
    return meeting (lift, i, j);
  case RIGHT_SIDE:
    *value = lift->R[at (lift, i, j)];
    return right_side (lift, i, j);
  case LEFT_SIDE:
    *value = lift->L[at (lift, i, j)];
    return left_side (lift, i, j);
  case SINGLE_GOAL: /* as the right side of 0 */
    *value = greatest (right_side (lift, i, j));
    return right_side (lift, i, j);
  }
  g_assert_not_reached ();
}

/* The product whose sum is at place @k. */
static LiftProduct
product_at (LiftItem item, int k)
{
  int i = item.i, j = item.j;

  switch (item.kind) {
  case MEETING:
    return (LiftProduct){ { RIGHT_SIDE, i, i + k }, { LEFT_SIDE, i + k + 1, j }, 0, 0 };
  case RIGHT_SIDE:
    return (LiftProduct){ { MEETING, i, i + 1 + k }, { RIGHT_SIDE, i + 1 + k, j }, i, i + 1 + k };
  case LEFT_SIDE:
    return (LiftProduct){ { LEFT_SIDE, i, i + k }, { MEETING, i + k, j }, j, i + k };
  case SINGLE_GOAL:
    return (LiftProduct){ { LEFT_SIDE, 1, 1 + k }, { RIGHT_SIDE, 1 + k, j }, 0, 1 + k };
  }
  g_assert_not_reached ();
}

/* Follows the items down from @goal; FALSE if one is the sum of several products. */
static gboolean
follow (const Lift *lift, LiftItem goal, int *heads)
{
  LiftItem pending[2 * SIZE];
  int n_pending = 0;

  pending[n_pending++] = goal;
  while (n_pending > 0) {
    LiftItem item = pending[--n_pending];
    int place = 0, n_places = 0;
    gint64 value;
    LiftSums sums;

    if (item.i == item.j)
      continue;
    sums = sums_of (lift, item, &value);
    for (int k = 0; k < sums.n; k++) {
      gboolean is_best = sum_at (sums, k) == value;
      place = is_best ? k : place;
      n_places += is_best;
    }
    if (n_places > 1)
      return FALSE;

    LiftProduct product = product_at (item, place);
    if (product.dependent != 0)
      heads[product.dependent] = product.head;
    pending[n_pending++] = product.left;
    pending[n_pending++] = product.right;
  }
  return TRUE;
}

/* An item's number in a forest. */
static guint32
number (LiftItem item)
{
  return item.i == item.j ? TBK_ITEM_AXIOM : (guint32) (item.kind * SIZE + item.i) * SIZE + item.j;
}

static void
expand (gpointer chart, guint32 number_of_item, TbkForest *forest)
{
  LiftItem item = { number_of_item / SIZE / SIZE, number_of_item / SIZE % SIZE, number_of_item % SIZE };
  gint64 value;
  LiftSums sums = sums_of (chart, item, &value);

  for (int k = 0; k < sums.n; k++)
    if (sum_at (sums, k) == value) {
      LiftProduct product = product_at (item, k);
      tbk_forest_add (forest, number (product.left), number (product.right), product.head, product.dependent);
    }
}

gboolean
lift_choose (Lift *lift, const int *gold, const int *words, int n, gboolean single, TbkForest *forest,
             int *heads, GError **error)
{
  LiftItem goal = { single ? SINGLE_GOAL : RIGHT_SIDE, 0, n };

  g_assert (lift_can_take (words, n));
  lift->n = n;
  lift->stride = n + 1;
  weigh_arcs (lift, gold, words);
  fill (lift, single);
  if (follow (lift, goal, heads))
    return TRUE;
  if (!tbk_forest_build (forest, (SINGLE_GOAL + 1) * SIZE * SIZE, number (goal), expand, lift, error)
      || !tbk_forest_keep_least (forest, error))
    return FALSE;
  tbk_forest_heads (forest, heads);
  return TRUE;
}
