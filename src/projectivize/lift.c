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
G_STATIC_ASSERT (SIZE <= G_MAXUINT8);

/* What w(h,d) is computed from. */
typedef struct {
  TbkTies ties;
  const Reduced *kept;
  int depths[SIZE];
  guint64 children[SIZE], below[SIZE]; /* of each word: its gold children; its gold descendants */
  guint64 on_edge[SIZE];               /* of its dependents, those that hang on an edge of its block */
} LiftWeights;

static const guint64 one = 1;

static inline gboolean
has_several (guint64 set)
{
  return (set & (set - 1)) != 0;
}

gboolean
lift_can_take (const int *words, int n)
{
  return n <= MOST_WORDS && words[n] < LENGTH_LIMIT;
}

static void
set_weights (LiftWeights *weights, TbkTies ties, const Reduced *kept)
{
  const int n = kept->n, *gold = kept->heads;
  guint8 order[SIZE];
  int n_found = 0;
  guint64 pending = one;

  weights->ties = ties;
  weights->kept = kept;
  memset (weights->children, 0, (n + 1) * sizeof (guint64));
  memset (weights->on_edge, 0, (n + 1) * sizeof (guint64));
  for (int d = 1; d <= n; d++)
    weights->children[gold[d]] |= one << d;
  /* Depths from 0 down, and descendants back up. */
  weights->depths[0] = 0;
  do {
    const int word = __builtin_ctzll (pending);

    order[n_found++] = word;
    weights->depths[word] = word == 0 ? 0 : weights->depths[gold[word]] + 1;
    weights->below[word] = weights->children[word];
    pending = (pending & (pending - 1)) | weights->children[word];
  } while (pending != 0);
  while (--n_found > 0)
    weights->below[gold[order[n_found]]] |= weights->below[order[n_found]];
}

/* The words that must hang on @h itself, if they hang on its block on that side, by the rule or by a gold arc. The
 * first of equal trees has the least heads, so it needs no edge on the right. */
static guint64
find_fixed (const LiftWeights *weights, int h, gboolean right)
{
  if (weights->ties == TBK_TIES_LIFT || h == 0)
    return weights->below[h];
  return weights->ties == TBK_TIES_FIRST && right ? ~one : weights->children[h];
}

/* (X5). FALSE if a word that could hang on an edge may stand beyond one that is fixed. */
static gboolean
find_on_edges (LiftWeights *weights, const Tight *tight, Reduced *core, const int *sentence)
{
  guint64 dependents[SIZE] = { 0 };

  for (int t = 0; t < tight->n_items; t++)
    if (tight->items[t].head != TIGHT_NO_ARC)
      dependents[tight->items[t].head] |= tight->items[t].places;
  for (int h = 0; h <= tight->n; h++)
    for (int right = 0; right <= 1; right++) {
      const guint64 before = (one << h) - 1, side = dependents[h] & (right ? ~before : before);
      const guint64 fixed = side & find_fixed (weights, h, right), others = side & ~fixed;

      if (others == 0 || !reduced_find_edge (core, sentence, h, right))
        continue;
      if (right ? fixed != 0 && others > (fixed & -fixed) : fixed > (others & -others))
        return FALSE;
      weights->on_edge[h] |= others;
    }
  return TRUE;
}

/* The place in the words of the head of @d, if it hangs on the block of @h: that of the word itself, or of an edge. */
static inline int
place_of (const LiftWeights *weights, int h, int d)
{
  return (weights->on_edge[h] >> d & 1) == 0 ? h : reduced_edge (weights->kept, h, d > h);
}

/* w(h,d) */
static inline gint64
weight (const LiftWeights *weights, int h, int d)
{
  const int *gold = weights->kept->heads, *words = weights->kept->words;
  gint64 sum = -ABS (words[place_of (weights, h, d)] - words[d]);

  if (weights->ties == TBK_TIES_SHORT)
    return h == 0 ? 0 : sum;
  if (weights->ties == TBK_TIES_FIRST)
    return 0;
  if (h == gold[d])
    return h == 0 ? sum + ROOT : sum;
  if ((weights->below[h] >> d & 1) == 0)
    return sum;
  return sum + ANCESTOR - (weights->depths[gold[d]] - weights->depths[h]) * LEVEL;
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
 * product is left. A word that hangs on the block of a word hangs on the same word of it in all trees, so heads have the
 * order of the words of the core. */
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

/* (T2), for the items that are part of a tree of greatest value. */
static void
keep_least (Tight *tight)
{
  guint8 is_part[TIGHT_NO_ITEM + 1];

  /* From the goal down, those of which a product that is kept has parts; */
  memset (is_part, FALSE, tight->n_items);
  is_part[0] = TRUE;
  for (int t = 0; t < tight->n_items; t++) {
    const TightItem *item = &tight->items[t];

    for (guint64 places = is_part[t] ? item->places : 0; places != 0; places &= places - 1) {
      int k = __builtin_ctzll (places);
      is_part[tight->items_by_slot[item->left + k]] = TRUE;
      is_part[tight->items_by_slot[item->right + k * tight->stride]] = TRUE;
    }
  }
  /* and back, so that of the parts of each one product is left. */
  for (int t = tight->n_items; t-- > 0;)
    if (is_part[t] && has_several (tight->items[t].places))
      tight->items[t].places = find_least (tight, &tight->items[t]);
}

gboolean
lift_choose (Tight *tight, TbkTies ties, Reduced *kept, const int *sentence, int *heads)
{
  LiftWeights weights;
  guint8 list[SIZE];
  gboolean has_equal = FALSE;

  g_assert (lift_can_take (kept->words, kept->n));
  set_weights (&weights, ties, kept);
  if (sentence != NULL && !find_on_edges (&weights, tight, kept, sentence))
    return FALSE;
  tight_begin_values (tight, 0);
  for (int t = tight->n_items; t-- > 0;) {
    TightItem *item = &tight->items[t];

    item->places = find_best (tight, item, &weights);
    has_equal |= has_several (item->places);
  }
  if (has_equal)
    keep_least (tight);
  write_product (tight, &tight->items[0], tight->items[0].places, list);
  for (int d = 1; d <= tight->n; d++)
    heads[d] = place_of (&weights, list[d], d);
  return TRUE;
}
