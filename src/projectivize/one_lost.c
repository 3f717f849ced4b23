/* one_lost.c - the words that can move, and the heads they can move to: equations of one_lost.h. */
#include "projectivize/one_lost.h"

static const guint64 one = 1;

/* (O7): the words of which one is in each pair of arcs that cross. */
static guint64
find_in_all_pairs (const CoreSets *sets)
{
  guint64 in_all = ~(guint64) 0;

  for (int d = 1; d <= sets->n && in_all != 0; d++) {
    const guint64 crossing = few_find_crossing (&sets->few, sets->heads[d], d);

    /* It is d itself, or the only one that crosses the arc into d. */
    if (crossing != 0)
      in_all &= one << d | ((crossing & (crossing - 1)) == 0 ? crossing : 0);
  }
  return in_all;
}

gboolean
one_lost_find (OneLost *lost, const CoreSets *sets, const Reduced *core, const int *heads, int n,
               gboolean single)
{
  lost->heads = heads;
  lost->single = single;
  lost->n = 0;
  for (guint64 words = find_in_all_pairs (sets); words != 0; words &= words - 1) {
    const int b = __builtin_ctzll (words);
    const guint64 block = few_find_below (&sets->few, b);

    if ((block & few_find_covering (&sets->few, b)) != 0)
      continue;
    /* The block in the sentence has the contracted blocks of its core words. If there is no word on its right,
     * the path ends in 0. */
    const int left = reduced_find_end (core, heads, n, __builtin_ctzll (block) - 1);
    const int right = reduced_find_end (core, heads, n, 63 - __builtin_clzll (block)) + 1;

    lost->movable[lost->n].word = core->words[b];
    lost->movable[lost->n].left = left;
    lost->movable[lost->n].right = right <= n ? right : 0;
    lost->n++;
  }
  return lost->n > 0;
}

static int
depth_of (const int *heads, int word)
{
  int depth = 0;

  for (; word != 0; word = heads[word])
    depth++;
  return depth;
}

/* (O8): a walk along a path, of which the deeper end goes up one step at a time. Where both meet is their lowest
 * common ancestor, the top of the path. */
typedef struct {
  int left, right; /* the ends of what is left of it; -1 when it has ended */
  int depth_left, depth_right;
} Path;

static Path
path_begin (const OneLost *lost, int m)
{
  const int left = lost->movable[m].left, right = lost->movable[m].right;

  return (Path){ left, right, depth_of (lost->heads, left), depth_of (lost->heads, right) };
}

/* The next word of the path, -1 after the last. */
static int
path_next (Path *path, const OneLost *lost)
{
  int word = path->depth_left >= path->depth_right ? path->left : path->right;

  if (path->left == path->right) {
    path->left = path->right = -1;
    return word == 0 && lost->single ? -1 : word;
  }
  if (word == path->left) {
    path->left = lost->heads[word];
    path->depth_left--;
  } else {
    path->right = lost->heads[word];
    path->depth_right--;
  }
  return word;
}

int
one_lost_count (const OneLost *lost)
{
  int count = 0;

  for (int m = 0; m < lost->n; m++)
    for (Path path = path_begin (lost, m); path_next (&path, lost) >= 0;)
      count++;
  return count;
}

/* More than any arc is long. */
#define ROOT ((gint64) 1 << 32)

/* What (J1) and (J4), or (J6), gain where @word hangs on @head in place of its gold head. No head is an ancestor
 * of it: that would be a lifting that moves one word. So (J2) and (J3) gain nothing. */
static gint64
gain (const OneLost *lost, TbkTies ties, int word, int head)
{
  const int gold = lost->heads[word];

  if (ties == TBK_TIES_FIRST)
    return 0;
  if (ties == TBK_TIES_SHORT)
    return (gold != 0 ? ABS (word - gold) : 0) - (head != 0 ? ABS (word - head) : 0);
  return ABS (word - gold) - ABS (word - head) - (gold == 0 ? ROOT : 0);
}

/* (J5): whether the list of heads where @word hangs on @head is less than that where @other hangs on @there. */
static gboolean
is_less (const OneLost *lost, int word, int head, int other, int there)
{
  if (word == other)
    return head < there;
  return word < other ? head < lost->heads[word] : there > lost->heads[other];
}

void
one_lost_choose (const OneLost *lost, TbkTies ties, int *word, int *head)
{
  gint64 best = G_MININT64;

  for (int m = 0; m < lost->n; m++) {
    const int b = lost->movable[m].word;
    Path path = path_begin (lost, m);

    for (int h = path_next (&path, lost); h >= 0; h = path_next (&path, lost)) {
      const gint64 gained = gain (lost, ties, b, h);

      if (gained > best || (gained == best && is_less (lost, b, h, *word, *head))) {
        best = gained;
        *word = b;
        *head = h;
      }
    }
  }
}
