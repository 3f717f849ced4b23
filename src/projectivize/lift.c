/* lift.c - the rules for ties for few words: the best of the optimal trees.
 *
 * The weight w(h,d) of the arc from h to d holds the criteria of the rule in ties.c but (J5), which are none
 * for `first`. For an item N of tight.h, with products l h d r (left part, head h of d, right part):
 *
 *   (T1)  best(N)  = max  best(l) + w(h,d) + best(r);  only the places that reach it are kept
 *   (T2)  least(N) = least of  least(l) h least(r)  in the order of lists, over these; only its place is kept
 *
 * (T1) is (F3) of forest.c and (T2) is (F4).
 *
 * Bound     63 words at most, fewer than 2^24 apart. The lengths of all arcs sum to less than 2^30, levels to
 *           at most 63^2, the other criteria to at most 63 each: below 2^54 together, so no sum overflows.
 */
#include "projectivize/lift.h"

#include <string.h>

enum { MOST_WORDS = TIGHT_MOST_WORDS, SIZE = TIGHT_SIZE, LENGTH_LIMIT = 1 << 24 };

/* The criteria as digits of a number, the last first: lengths of arcs; levels lifted; words on a gold
 * ancestor other than the head; gold root words that stay so. Each is worth more than all before it can sum
 * up to. */
#define LEVEL    ((gint64) SIZE * LENGTH_LIMIT)
#define ANCESTOR (LEVEL * SIZE * SIZE)
#define ROOT     (ANCESTOR * SIZE)

G_STATIC_ASSERT ((gint64) MOST_WORDS *LENGTH_LIMIT < LEVEL);
G_STATIC_ASSERT (MOST_WORDS *MOST_WORDS < SIZE * SIZE);
G_STATIC_ASSERT (ROOT <= G_MAXINT64 / (2 * SIZE));

/* What w(h,d) is computed from. */
typedef struct {
  TbkTies ties;
  const int *gold, *words;
  int depths[SIZE];
  guint64 ancestors[SIZE]; /* the gold head, and those above it */
} LiftWeights;

static const guint64 one = 1;

gboolean
lift_can_take (const int *words, int n)
{
  return n <= MOST_WORDS && words[n] < LENGTH_LIMIT;
}

static void
set_weights (LiftWeights *weights, TbkTies ties, const int *gold, const int *words, int n)
{
  weights->ties = ties;
  weights->gold = gold;
  weights->words = words;
  weights->depths[0] = 0;
  for (int d = 1; d <= n; d++) {
    int depth = 1;

    weights->ancestors[d] = one;
    for (int a = gold[d]; a != 0; a = gold[a], depth++)
      weights->ancestors[d] |= one << a;
    weights->depths[d] = depth;
  }
}

/* w(h,d) */
static inline gint64
weight (const LiftWeights *weights, int h, int d)
{
  gint64 sum = -ABS (weights->words[h] - weights->words[d]);

  if (weights->ties == TBK_TIES_SHORT)
    return h == 0 ? 0 : sum;
  if (weights->ties == TBK_TIES_FIRST)
    return 0;
  if (h == weights->gold[d])
    return h == 0 ? sum + ROOT : sum;
  if ((weights->ancestors[d] >> h & 1) == 0)
    return sum;
  return sum + ANCESTOR - (weights->depths[weights->gold[d]] - weights->depths[h]) * LEVEL;
}

/* (T1): the places of @item that reach its value, which is set. */
static guint64
find_best (Tight *tight, const TightItem *item, const LiftWeights *weights)
{
  gint64 best = G_MININT64;
  guint64 kept = 0;

  for (guint64 places = item->places; places != 0; places &= places - 1) {
    int k = __builtin_ctzll (places);
    gint64 sum = tight->values[item->left + k] + tight->values[item->right + k * tight->stride];

    if (item->head != TIGHT_NO_ARC)
      sum += weight (weights, item->head, k);
    if (sum > best) {
      best = sum;
      kept = 0;
    }
    if (sum == best)
      kept |= places & -places;
  }
  tight->values[item->slot] = best;
  return kept;
}

/* Puts the arcs of the product of @item at @place, a set of one word, into @list. Of all its parts one
 * product is left. */
static void
write_product (const Tight *tight, const TightItem *item, guint64 place, guint8 *list)
{
  guint16 pending[2 * SIZE];
  int n_pending = 0;

  for (;;) {
    int k = __builtin_ctzll (place);

    if (item->head != TIGHT_NO_ARC)
      list[k] = item->head;
    pending[n_pending++] = tight->items_by_slot[item->left + k];
    pending[n_pending++] = tight->items_by_slot[item->right + k * tight->stride];
    while (n_pending > 0 && pending[n_pending - 1] == TIGHT_NO_ITEM)
      n_pending--;
    if (n_pending == 0)
      return;
    item = &tight->items[pending[--n_pending]];
    place = item->places;
  }
}

/* (T2): the place of @item with the least list, of several. */
static guint64
find_least (const Tight *tight, const TightItem *item)
{
  guint8 lists[2][SIZE] = { { 0 } };
  guint64 places = item->places, least = places & -places;

  write_product (tight, item, least, lists[0]);
  while ((places &= places - 1) != 0) {
    write_product (tight, item, places & -places, lists[1]);
    if (memcmp (lists[1], lists[0], SIZE) < 0) {
      memcpy (lists[0], lists[1], SIZE);
      least = places & -places;
    }
  }
  return least;
}

void
lift_choose (Tight *tight, TbkTies ties, const int *gold, const int *words, int *heads)
{
  LiftWeights weights;
  guint8 list[SIZE];

  g_assert (lift_can_take (words, tight->n));
  set_weights (&weights, ties, gold, words, tight->n);
  tight_begin_values (tight, 0);
  for (int t = tight->n_items; t-- > 0;) {
    TightItem *item = &tight->items[t];

    item->places = find_best (tight, item, &weights);
    if ((item->places & (item->places - 1)) != 0)
      item->places = find_least (tight, item);
  }
  write_product (tight, &tight->items[0], tight->items[0].places, list);
  for (int d = 1; d <= tight->n; d++)
    heads[d] = list[d];
}
