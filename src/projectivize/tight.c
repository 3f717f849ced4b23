/* tight.c - the items of tight.h, found from the goal down: those over more words first, sides before
 * meetings. Places are found without a branch that depends on a value, which the processor could not predict: first
 * all that (O5) does not rule out. */
#include "projectivize/tight.h"

#include <string.h>

enum { MEETING, RIGHT_SIDE, LEFT_SIDE, N_KINDS };

/* While items are listed. wanted[kind][j - i] has bit i if the item of that kind over i..j is part of an
 * optimal tree. Spans are listed from the longest to the shortest, so when a span's turn comes all items that
 * use it have named it. */
typedef struct {
  Tight *tight;
  Score *score;
  guint64 wanted[N_KINDS][TIGHT_SIZE];
} Listing;

static const guint64 one_bit = 1;

static inline int
slot_of (const Tight *tight, int kind, int i, int j)
{
  return (kind * tight->stride + i) * tight->stride + j;
}

static inline void
want (Listing *listing, int kind, int i, int j)
{
  listing->wanted[kind][j - i] |= one_bit << i;
}

static inline void
add_item (Tight *tight, TightItem item)
{
  tight->items_by_slot[item.slot] = tight->n_items;
  tight->items[tight->n_items++] = item;
}

/* (O1) */
static void
list_meeting (Listing *listing, int i, int j)
{
  Tight *tight = listing->tight;
  const Score *score = listing->score;
  int sum = score_H (listing->score, i, j);
  guint64 places = 0;

  for (int k = i; k < j; k++)
    places |= (guint64) (score_R (score, i, k) + score_L (score, k + 1, j) == sum) << k;
  for (guint64 pending = places; pending != 0; pending &= pending - 1) {
    int k = __builtin_ctzll (pending);
    want (listing, RIGHT_SIDE, i, k);
    want (listing, LEFT_SIDE, k + 1, j);
  }
  /* Its parts at place k are the right side of i to k and the left side of j from k + 1: the slot of (k + 1,
   * j) is that of (1, j) and k rows further. */
  add_item (tight, (TightItem){ places, slot_of (tight, MEETING, i, j), slot_of (tight, RIGHT_SIDE, i, 0),
                                slot_of (tight, LEFT_SIDE, 1, j), TIGHT_NO_ARC });
}

/* (O2) */
static void
list_right_side (Listing *listing, int i, int j)
{
  Tight *tight = listing->tight;
  Score *score = listing->score;
  int sum = score_R (score, i, j);
  guint64 places = 0, pending = 0;

  for (int h = i + 1; h <= j; h++)
    pending |= (guint64) (score_F (score, i, h) + (score->heads[h] == i) + score_R (score, h, j) >= sum) << h;
  for (; pending != 0; pending &= pending - 1) {
    int h = __builtin_ctzll (pending);
    if (score_H (score, i, h) + (score->heads[h] == i) + score_R (score, h, j) != sum)
      continue;
    places |= pending & -pending;
    want (listing, MEETING, i, h);
    want (listing, RIGHT_SIDE, h, j);
  }
  add_item (tight, (TightItem){ places, slot_of (tight, RIGHT_SIDE, i, j), slot_of (tight, MEETING, i, 0),
                                slot_of (tight, RIGHT_SIDE, 0, j), i });
}

/* (O3) */
static void
list_left_side (Listing *listing, int i, int j)
{
  Tight *tight = listing->tight;
  Score *score = listing->score;
  int sum = score_L (score, i, j);
  guint64 places = 0, pending = 0;

  for (int h = i; h < j; h++)
    pending |= (guint64) (score_F (score, h, j) + (score->heads[h] == j) + score_L (score, i, h) >= sum) << h;
  for (; pending != 0; pending &= pending - 1) {
    int h = __builtin_ctzll (pending);
    if (score_H (score, h, j) + (score->heads[h] == j) + score_L (score, i, h) != sum)
      continue;
    places |= pending & -pending;
    want (listing, LEFT_SIDE, i, h);
    want (listing, MEETING, h, j);
  }
  add_item (tight, (TightItem){ places, slot_of (tight, LEFT_SIDE, i, j), slot_of (tight, LEFT_SIDE, i, 0),
                                slot_of (tight, MEETING, 0, j), j });
}

/* (O4), where 0 has one child: else the goal is R(0,n). */
static void
list_single_goal (Listing *listing)
{
  Tight *tight = listing->tight;
  const Score *score = listing->score;
  int n = score->n;
  guint64 places = 0;

  for (int r = 1; r <= n; r++)
    if (score_L (score, 1, r) + (score->heads[r] == 0) + score_R (score, r, n) == score->best) {
      places |= one_bit << r;
      want (listing, LEFT_SIDE, 1, r);
      want (listing, RIGHT_SIDE, r, n);
    }
  add_item (tight, (TightItem){ places, slot_of (tight, N_KINDS, 0, 0), slot_of (tight, LEFT_SIDE, 1, 0),
                                slot_of (tight, RIGHT_SIDE, 0, n), 0 });
}

void
tight_list (Tight *tight, Score *score, gboolean single)
{
  static void (*const list[]) (Listing * listing, int i, int j) = { list_meeting, list_right_side,
                                                                    list_left_side };
  static const int order[] = { RIGHT_SIDE, LEFT_SIDE, MEETING };
  Listing listing;

  g_assert (score->n <= TIGHT_MOST_WORDS);
  /* Nothing is wanted yet. Items over one word have no products, and so no place in the list. */
  listing.tight = tight;
  listing.score = score;
  tight->n = score->n;
  tight->stride = score->n + 1;
  tight->n_items = 0;
  for (int i = 0; i <= tight->n; i++)
    tight->items_by_slot[slot_of (tight, RIGHT_SIDE, i, i)] =
        tight->items_by_slot[slot_of (tight, LEFT_SIDE, i, i)] = TIGHT_NO_ITEM;
  for (int kind = 0; kind < N_KINDS; kind++)
    memset (listing.wanted[kind], 0, (score->n + 1) * sizeof (guint64));
  score_begin_meetings (score);

  /* The goal comes first. */
  if (single)
    list_single_goal (&listing);
  else
    want (&listing, RIGHT_SIDE, 0, score->n);

  /* Over one span sides use meetings of the same span, so they are listed before them. */
  for (int span = score->n; span > 0; span--)
    for (guint o = 0; o < G_N_ELEMENTS (order); o++)
      for (guint64 wanted = listing.wanted[order[o]][span]; wanted != 0; wanted &= wanted - 1) {
        int i = __builtin_ctzll (wanted);
        list[order[o]](&listing, i, i + span);
      }
}

void
tight_begin_values (Tight *tight, gint64 one)
{
  for (int i = 0; i <= tight->n; i++)
    tight->values[slot_of (tight, RIGHT_SIDE, i, i)] = tight->values[slot_of (tight, LEFT_SIDE, i, i)] = one;
}

/* (O6) */
gboolean
tight_count (Tight *tight, guint64 *count)
{
  tight_begin_values (tight, 1);
  /* From the last item to the first: the values of its parts are there. */
  for (int t = tight->n_items; t-- > 0;) {
    const TightItem *item = &tight->items[t];
    guint64 sum = 0, number;

    for (guint64 places = item->places; places != 0; places &= places - 1) {
      int k = __builtin_ctzll (places);
      if (__builtin_mul_overflow ((guint64) tight->values[item->left + k],
                                  (guint64) tight->values[item->right + k * tight->stride], &number)
          || __builtin_add_overflow (sum, number, &sum))
        return FALSE;
    }
    tight->values[item->slot] = (gint64) sum;
  }
  *count = (guint64) tight->values[tight->items[0].slot];
  return TRUE;
}
