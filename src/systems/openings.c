/* openings.c - the sequence of open elements against that of the gold tree: (H11) of constituents.h.
 *
 * This is the longest increasing subsequence by the least last places (patience sorting), kept as elements
 * come and go. An example: the gold openings A, B, C have the places 1, 2, 3, and the open elements are B,
 * A, X, C from the bottom, where X is no gold opening.
 *
 *   element   tails: the least last place of a sequence of length 1, 2, ...
 *   B         2
 *   A         1            2 became 1: a change, remembered with A
 *   X         1            n_other = 1
 *   C         1 3          A C, or B C: length = 2
 *
 * The cost is 1 for X, and 3 - 2 = 1, since A and B are out of order. When C and X are gone and then A, the
 * change of A is undone, and the tails are 2 again.
 */
#include "systems/constituents.h"

#include <stdlib.h>

#include "base/base.h"

void
openings_clear (Openings *o)
{
  room_clear (&o->gold_room);
  g_free (o->followed);
  g_free (o->changes);
}

gboolean
openings_reserve (Openings *o, int n, GError **error)
{
  o->n_gold = o->n_kinds = o->n_followed = o->n_followed_gold = o->n_other = o->length = 0;
  o->n_changes = 0;
  if (!ROOM_RESERVE (&o->gold_room, n + 1, ARRAY (o->gold), ARRAY (o->kinds), ARRAY (o->tails)))
    return memory_fail (error, "a tree of %d constituents", n);
  o->n_gold = n;
  return TRUE;
}

/* By index, then label: as the elements of a stack come, whose indices do not fall. */
static int
compare_keys (int label, int index, int other_label, int other_index)
{
  if (index != other_index)
    return index < other_index ? -1 : 1;
  return (label > other_label) - (label < other_label);
}

/* Compares by keys, then the last place first, as add() wants to go over them. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const GoldOpening *x = a, *y = b;
  const int order = compare_keys (x->label, x->index, y->label, y->index);

  return order != 0 ? order : (y->place > x->place) - (y->place < x->place);
}

/* Puts equal openings together: each kind is a stretch of `gold`. */
void
openings_set_gold (Openings *o)
{
  qsort (o->gold, (gsize) o->n_gold, sizeof *o->gold, compare);
  for (int i = 0; i < o->n_gold; i++) {
    const GoldOpening *gold = &o->gold[i];

    if (i == 0 || compare_keys (gold->label, gold->index, gold[-1].label, gold[-1].index) != 0)
      o->kinds[o->n_kinds++] = (OpeningKind){ .label = gold->label, .index = gold->index, .begin = i };
    o->kinds[o->n_kinds - 1].end = i + 1;
  }
}

/* The first kind that is not before that of @label and @index. */
static int
lower_bound (const Openings *o, int label, int index)
{
  int low = 0, high = o->n_kinds;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (compare_keys (o->kinds[middle].label, o->kinds[middle].index, label, index) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int
openings_find (const Openings *o, int label, int index)
{
  const int kind = lower_bound (o, label, index);

  return kind < o->n_kinds && o->kinds[kind].label == label && o->kinds[kind].index == index ? kind : -1;
}

int
openings_first (const Openings *o, int index)
{
  return lower_bound (o, G_MININT, index);
}

/* Makes sequences longer by an element at @place: it goes behind the longest one that ends before it, in time
 * logarithmic in the length. */
static gboolean
lengthen (Openings *o, gint64 place, GError **error)
{
  int low = 0, high = o->length;

  /* Each tail is the least last place of a sequence of its length, so tails increase. Find the first that
   * is not less. */
  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (o->tails[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  /* A sequence longer than all before; else the place improves a tail, which is remembered so that it can
   * be put back. */
  if (low == o->length) {
    o->length++;
  } else {
    if (!try_reserve (&o->changes, &o->changes_allocated, o->n_changes + 1, sizeof *o->changes))
      return memory_fail (error, "%d open elements", o->n_followed);
    o->changes[o->n_changes++] = (TailChange){ low, o->tails[low] };
  }
  o->tails[low] = place;
  return TRUE;
}

/* Indices do not fall from the bottom to the top, so equal elements are side by side but for others of that
 * index. */
static gboolean
is_again (const Openings *o, int label, int index)
{
  for (int i = o->n_followed - 1; i >= 0 && o->followed[i].index == index; i--)
    if (o->followed[i].label == label)
      return TRUE;
  return FALSE;
}

/* Adds an open element on top. `added` keeps what was before it, for remove_last(). */
static gboolean
add (Openings *o, int label, int index, GError **error)
{
  FollowedOpening added = { .label = label,
                            .index = index,
                            .kind = openings_find (o, label, index),
                            .n_changes = o->n_changes,
                            .length = o->length };
  const OpeningKind *kind = &o->kinds[MAX (added.kind, 0)];

  if (!try_reserve (&o->followed, &o->followed_allocated, (gsize) o->n_followed + 1, sizeof *o->followed))
    return memory_fail (error, "%d open elements", o->n_followed + 1);
  added.is_again = added.kind < 0 && is_again (o, label, index);
  o->followed[o->n_followed++] = added;
  if (added.kind < 0) {
    o->n_other += !added.is_again;
    return TRUE;
  }
  o->n_followed_gold++;
  o->kinds[added.kind].n_open++;
  /* Places go from the last to the first, so that no sequence gets two of them. */
  for (int g = kind->begin; g < kind->end; g++)
    if (!lengthen (o, o->gold[g].place, error))
      return FALSE;
  return TRUE;
}

static void
remove_last (Openings *o)
{
  const FollowedOpening *removed = &o->followed[--o->n_followed];

  if (removed->kind < 0) {
    o->n_other -= !removed->is_again;
    return;
  }
  o->n_followed_gold--;
  o->kinds[removed->kind].n_open--;
  /* The changes of tails by the element are undone, the last change first. */
  while (o->n_changes > removed->n_changes) {
    const TailChange *change = &o->changes[--o->n_changes];

    o->tails[change->length] = change->before;
  }
  o->length = removed->length;
}

/* The open element at @place has the index that is printed.c's. */
static int
index_at (const TbkPhraseConfiguration *c, int place)
{
  return c->system->strategy == TBK_PHRASE_IN_ORDER ? c->stack[place - 1].right : c->stack[place].left;
}

gboolean
openings_follow (Openings *o, const TbkPhraseConfiguration *c, GError **error)
{
  int n_common = 0, place = 0;

  for (; place < c->depth; place++) {
    const FollowedOpening *other;

    if (c->stack[place].right >= 0)
      continue;
    if (n_common == o->n_followed)
      break;
    other = &o->followed[n_common];
    if (other->label != c->stack[place].label || other->index != index_at (c, place))
      break;
    n_common++;
  }
  /* Up to the first difference nothing changes; above it elements go, then come. */
  while (o->n_followed > n_common)
    remove_last (o);
  for (; place < c->depth; place++)
    if (c->stack[place].right < 0 && !add (o, c->stack[place].label, index_at (c, place), error))
      return FALSE;
  return TRUE;
}

/* One more element that is a gold opening costs nothing if some place of it is behind the longest sequence;
 * the last of its places is the first of its stretch. */
int
openings_growth (const Openings *o, int kind)
{
  const gint64 last = o->gold[o->kinds[kind].begin].place;

  return o->length > 0 && o->tails[o->length - 1] >= last;
}
