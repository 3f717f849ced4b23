/* multi_headed.c - the items of the multi-headed parser with up to four heads, for one tree.
 *
 * An item is an ascending list of two to four of the places 0..n+1. With [a .. b] for a list from a to b:
 *
 *   (NP7)   [a b] for b = a + 1
 *   (NP8)   [a .. b] and [b .. c] give [a .. b .. c]
 *   (NP9)   a place that is neither first nor last, and whose head is in the item, may be taken out
 *   (NP10)  the tree can be built if there is [0 n+1]
 *
 * Items over fewer places come first. The places between the first and the last of an item are words. So
 * (NP8) and (NP9) are steps of sets of words, for all items with the same two places at once.
 */
#include "measures/multi_headed.h"

enum { SIZE = CORE_SIZE + 1 };

struct MultiHeaded {
  const Core *core;
  guint64 children[SIZE];             /* n + 1 has none */
  guint64 behind[SIZE], before[SIZE]; /* the words b of [a b]; the words a of [a b], by b */
  guint64 inner[SIZE][SIZE];          /* the b of [a b c], by a and c */
  guint64 last[SIZE][SIZE];           /* the words c of [a b c], by a and b */
};

MultiHeaded *
multi_headed_new (void)
{
  return g_try_new (MultiHeaded, 1);
}

/* The middle words of [a x d] that come by (NP8) and (NP9) from [a b c d] with a given b. */
static guint64
take_out (const MultiHeaded *items, int a, int b, int d)
{
  guint64 thirds = items->last[a][b] & items->before[d], middles;
  int head = items->core->heads[b];

  if ((items->behind[a] & core_bit (b)) != 0)
    thirds |= items->inner[b][d];
  middles = head == a || head == d ? thirds : head == 0 ? 0 : thirds & core_bit (head);
  if ((thirds & (items->children[a] | items->children[b] | items->children[d])) != 0)
    middles |= core_bit (b);
  return middles;
}

static void
fill_items (MultiHeaded *items, int a, int d)
{
  gboolean is_last = d > items->core->n;
  guint64 middles = items->behind[a] & items->before[d];

  for (int b = a + 1; b < d; b++)
    middles |= take_out (items, a, b, d);
  items->inner[a][d] = middles;
  for (guint64 rest = middles; rest != 0 && !is_last; rest &= rest - 1)
    items->last[a][core_first (rest)] |= core_bit (d);
  if (d > a + 1 && (middles & (items->children[a] | items->children[d])) == 0)
    return;
  if (!is_last)
    items->behind[a] |= core_bit (d);
  if (a > 0)
    items->before[d] |= core_bit (a);
}

gboolean
multi_headed_can_build (MultiHeaded *items, const Core *core)
{
  int end = core->n + 1;

  items->core = core;
  for (int a = 0; a <= end; a++) {
    items->children[a] = a == end ? 0 : core->children[a];
    items->behind[a] = items->before[a] = 0;
    for (int b = a; b <= end; b++)
      items->last[a][b] = 0;
  }
  for (int width = 1; width <= end; width++)
    for (int a = 0; a + width <= end; a++)
      fill_items (items, a, a + width);
  return (items->inner[0][end] & core->children[0]) != 0;
}
