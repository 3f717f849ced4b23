/* best_tree.c - the best projective tree by criteria one after the other, and of equal ones the least list of heads.
 *
 * Contents
 *   1. groups: the greatest sums, of several criteria as one number
 *   2. items: parts of best trees, from left to right
 *   3. find: both
 *
 * No forest of all best trees is made, which may have n^3 parts. Items are those of the tabular parser without states:
 *
 *   (BT1)  H(i,j) = max R(i,k) + L(k+1,j)                    i <= k < j
 *   (BT2)  R(i,j) = max H(i,h) + weight (i,h) + R(h,j)       i < h <= j
 *   (BT3)  L(i,j) = max L(i,h) + weight (j,h) + H(h,j)       i <= h < j
 *   (BT4)  best   = max L(1,r) + weight (0,r) + R(r,n), or R(0,n) if 0 may have several children
 *
 * R(i,j) gives heads to the words i + 1 to j, L(i,j) to i to j - 1, H(i,j) to those between i and j. A way to make an item is
 * tight if it reaches the maximum: these ways make the best trees, each once.
 *
 *   (BT5)  The heads of a list come in the order of the words, so the least list has the least head of word 1 that a best
 *          tree has; then the least head of word 2 that a best tree with that head has; and so on. What such trees are made of
 *          is followed from left to right: an item is begun if it is part of a best tree that has the heads before it, and
 *          finished if it is so with the heads in it. It begins at one word and ends at one, so there is one of each.
 *
 * A step of (BT5) has at most n^2 tight ways to look at. It looks first for the heads left of the word, then for the word before
 * it, then for those on the right, and stops where one is found.
 *
 * Cost      O(n^3).
 * Source    Eisner (1996) for (BT1) to (BT4); (BT5) is a parser from left to right in the manner of Earley (1970).
 */
#include "tabular/best_tree.h"

#include <string.h>

#include "base/base.h"

/* 1. groups: the greatest sums, of several criteria as one number. */

enum { MOST_BITS = 60 };

void
best_tree_clear (BestTree *best)
{
  for (int g = 0; g < best->n_groups_allocated; g++)
    room_clear (&best->groups[g].room);
  g_free (best->groups);
  room_clear (&best->room);
  if (best->finished != NULL) {
    g_array_unref (best->finished);
    g_array_unref (best->joints);
  }
  *best = (BestTree){ 0 };
}

static inline gsize
at (const BestTree *best, int i, int j)
{
  return (gsize) i * ((gsize) best->n + 1) + (gsize) j;
}

/* Returns what an arc is worth by the criteria of a group: the sums of those behind one do not reach 1 of it. */
static gint64
weigh (const BestTree *best, const BestGroup *group, int head, int dependent)
{
  gint64 weight = 0;

  for (int c = group->first; c < group->end; c++) {
    const BestCriterion *criterion = &best->criteria[c];

    weight = weight * (criterion->range + 1) + criterion->weight (criterion->data, head, dependent);
  }
  return weight;
}

/* Shares out the criteria: a group has as many as fit into a number. */
static gboolean
make_groups (BestTree *best, int n_criteria, GError **error)
{
  const gsize n_cells = ((gsize) best->n + 1) * ((gsize) best->n + 1);

  best->n_groups = 0;
  for (int c = 0; c < n_criteria;) {
    BestGroup *group;
    gint64 size = 1;

    if (best->n_groups == best->n_groups_allocated) {
      if (!TRY_RENEW (best->groups, best->n_groups + 1))
        return memory_fail (error, "the best trees of %d words", best->n);
      best->groups[best->n_groups_allocated++] = (BestGroup){ 0 };
    }
    group = &best->groups[best->n_groups++];
    group->first = c;
    do
      size *= best->criteria[c++].range + 1;
    while (c < n_criteria && best->criteria[c].range + 1 <= ((gint64) 1 << MOST_BITS) / size);
    group->end = c;
    if (!ROOM_RESERVE (&group->room, n_cells / 2 + 1, ARRAY_OF (group->sides, 2), ARRAY_OF (group->turned, 2),
                       ARRAY_OF (group->arcs, 2), ARRAY (group->inner)))
      return memory_fail (error, "the best trees of %d words", best->n);
  }
  return TRUE;
}

/* The kinds of items. */
typedef enum { RIGHT, LEFT, MEETING, GOAL } TreeItemKind;

/* The place of H(i,j). */
static inline gsize
inner_at (int i, int j)
{
  return (gsize) j * ((gsize) j - 1) / 2 + (gsize) i;
}

/* Returns TRUE if R(i,j), or L(i,j), by way of the dependent h is tight in groups before @end. */
static inline gboolean
side_is_tight (const BestTree *best, TreeItemKind kind, int i, int j, int h, int end)
{
  for (int g = 0; g < end; g++) {
    const BestGroup *group = &best->groups[g];

    if (kind == RIGHT
            ? group->arcs[at (best, i, h)] + group->turned[at (best, j, h)] != group->sides[at (best, i, j)]
            : group->turned[at (best, i, h)] + group->arcs[at (best, j, h)] != group->sides[at (best, j, i)])
      return FALSE;
  }
  return TRUE;
}

/* Returns TRUE if H(i,j) by way of k is tight in groups before @end. */
static gboolean
meeting_is_tight (const BestTree *best, int i, int j, int k, int end)
{
  for (int g = 0; g < end; g++) {
    const BestGroup *group = &best->groups[g];

    if (group->sides[at (best, i, k)] + group->sides[at (best, j, k + 1)] != group->inner[inner_at (i, j)])
      return FALSE;
  }
  return TRUE;
}

/* Returns the greatest sum of two numbers side by side. */
static inline gint64
greatest (const gint64 *a, const gint64 *b, int n)
{
  gint64 most = a[0] + b[0];

  for (int k = 1; k < n; k++)
    most = MAX (most, a[k] + b[k]);
  return most;
}

/* (BT1) for group @g: of the ways that are tight in those before it. */
static gint64
find_meeting (const BestTree *best, int g, int i, int j)
{
  const BestGroup *group = &best->groups[g];
  const gint64 *right = &group->sides[at (best, i, i)], *left = &group->sides[at (best, j, i + 1)];
  gint64 most = G_MININT64;

  if (g == 0)
    return greatest (right, left, j - i);
  for (int k = i; k < j; k++)
    if (right[k - i] + left[k - i] > most && meeting_is_tight (best, i, j, k, g))
      most = right[k - i] + left[k - i];
  return most;
}

/* (BT2), (BT3) */
static gint64
find_side (const BestTree *best, int g, TreeItemKind kind, int i, int j)
{
  const BestGroup *group = &best->groups[g];
  const int first = kind == RIGHT ? i + 1 : i;
  const gint64 *one = kind == RIGHT ? &group->arcs[at (best, i, first)] : &group->turned[at (best, i, first)],
               *two = kind == RIGHT ? &group->turned[at (best, j, first)] : &group->arcs[at (best, j, first)];
  gint64 most = G_MININT64;

  if (g == 0)
    return greatest (one, two, j - i);
  for (int k = 0; k < j - i; k++)
    if (one[k] + two[k] > most && side_is_tight (best, kind, i, j, first + k, g))
      most = one[k] + two[k];
  return most;
}

/* Sets the values of a group, whose items are parts of those that come later. */
static void
fill_group (const BestTree *best, int g)
{
  const BestGroup *group = &best->groups[g];
  const int first = best->is_single ? 1 : 0;

  for (int j = first; j <= best->n; j++) {
    group->sides[at (best, j, j)] = group->turned[at (best, j, j)] = 0;
    for (int i = j - 1; i >= first; i--) {
      const gint64 inner = find_meeting (best, g, i, j);

      group->inner[inner_at (i, j)] = inner;
      group->arcs[at (best, i, j)] = inner + weigh (best, group, i, j);
      group->sides[at (best, i, j)] = group->turned[at (best, j, i)] = find_side (best, g, RIGHT, i, j);
      if (i == 0)
        continue;
      group->arcs[at (best, j, i)] = inner + weigh (best, group, j, i);
      group->sides[at (best, j, i)] = group->turned[at (best, i, j)] = find_side (best, g, LEFT, i, j);
    }
  }
}

/* Returns what a tree with the only root @r is worth in a group. */
static gint64
root_value (const BestTree *best, const BestGroup *group, int r)
{
  return group->sides[at (best, r, 1)] + weigh (best, group, 0, r) + group->sides[at (best, r, best->n)];
}

/* Returns TRUE if trees with the only root @r are best in groups before @end (BT4). */
static gboolean
root_is_tight (const BestTree *best, int r, int end)
{
  for (int g = 0; g < end; g++)
    if (root_value (best, &best->groups[g], r) != best->groups[g].best)
      return FALSE;
  return TRUE;
}

/* Sets the value of the best trees in group @g, of those that are best in the groups before. */
static void
set_best (BestTree *best, int g)
{
  BestGroup *group = &best->groups[g];

  group->best = G_MININT64;
  for (int r = 1; r <= best->n && best->is_single; r++)
    if (root_value (best, group, r) > group->best && root_is_tight (best, r, g))
      group->best = root_value (best, group, r);
}

/* 2. items: parts of best trees, from left to right (BT5). */

enum { BEGUN = 1, FINISHED = 2 };

typedef struct {
  TreeItemKind kind;
  int i, j;
} TreeItem;

static inline guint8 *
state_of (BestTree *best, TreeItem item)
{
  return item.kind == MEETING ? &best->meetings[at (best, item.i, item.j)]
         : item.kind == RIGHT ? &best->sides[at (best, item.i, item.j)]
                              : &best->sides[at (best, item.j, item.i)];
}

static inline gboolean
is_empty (TreeItem item)
{
  return item.j - item.i == (item.kind == MEETING);
}

static gboolean
is_finished (BestTree *best, TreeItemKind kind, int i, int j)
{
  const TreeItem item = { kind, i, j };

  return is_empty (item) || (*state_of (best, item) & FINISHED) != 0;
}

static gboolean
is_begun (BestTree *best, TreeItemKind kind, int i, int j)
{
  return (*state_of (best, (TreeItem){ kind, i, j }) & BEGUN) != 0;
}

/* Begins the last part of @whole, with which that is finished if there is nothing in it. */
static void
begin_last (BestTree *best, TreeItem part, TreeItem whole)
{
  if (is_empty (part))
    g_array_append_val (best->finished, whole);
  else
    *state_of (best, part) |= BEGUN;
}

/* Notes that @word may be a dependent in @item, by the arc that comes next. */
static void
add_joint (BestTree *best, TreeItem item)
{
  g_array_append_val (best->joints, item);
}

/* Goes on where R(i,j) is finished: it is the last part of another R, of which the arc to i was chosen, or the first of an H. */
static void
finish_right (BestTree *best, int i, int j)
{
  const int head = i > 0 ? best->heads[i] : i;

  if (head < i && !(best->is_single && head == 0) && is_begun (best, RIGHT, head, j)
      && is_finished (best, MEETING, head, i) && side_is_tight (best, RIGHT, head, j, i, best->n_groups))
    g_array_append_val (best->finished, ((TreeItem){ RIGHT, head, j }));
  for (int last = j + 1; last <= best->n; last++)
    if (is_begun (best, MEETING, i, last) && meeting_is_tight (best, i, last, j, best->n_groups))
      begin_last (best, (TreeItem){ LEFT, j + 1, last }, (TreeItem){ MEETING, i, last });
}

/* L(i,j) is the first part of another L, the last one of an H, or has what is left of the root word. */
static void
finish_left (BestTree *best, int i, int j)
{
  for (int head = j + 1; head <= best->n; head++)
    if (is_begun (best, LEFT, i, head) && side_is_tight (best, LEFT, i, head, j, best->n_groups))
      add_joint (best, (TreeItem){ LEFT, i, head });
  for (int first = i - 1; first >= 0; first--)
    if (is_begun (best, MEETING, first, j) && is_finished (best, RIGHT, first, i - 1)
        && meeting_is_tight (best, first, j, i - 1, best->n_groups))
      g_array_append_val (best->finished, ((TreeItem){ MEETING, first, j }));
}

/* H(i,j) is the first part of an R, or the last one of an L, of which the arc to i was chosen. */
static void
finish_meeting (BestTree *best, int i, int j)
{
  for (int last = j; last <= best->n; last++)
    if (is_begun (best, RIGHT, i, last) && side_is_tight (best, RIGHT, i, last, j, best->n_groups))
      add_joint (best, (TreeItem){ RIGHT, i, last });
  for (int first = i; first > 0 && best->heads[i] == j; first--)
    if (is_begun (best, LEFT, first, j) && is_finished (best, LEFT, first, i)
        && side_is_tight (best, LEFT, first, j, i, best->n_groups))
      g_array_append_val (best->finished, ((TreeItem){ LEFT, first, j }));
}

/* Marks what is finished before @word, and begins what follows it there. */
static void
finish_items (BestTree *best)
{
  for (guint k = 0; k < best->finished->len; k++) {
    const TreeItem item = g_array_index (best->finished, TreeItem, k);
    guint8 *state = state_of (best, item);

    if ((*state & FINISHED) != 0)
      continue;
    *state |= FINISHED;
    if (item.kind == RIGHT)
      finish_right (best, item.i, item.j);
    else if (item.kind == LEFT)
      finish_left (best, item.i, item.j);
    else
      finish_meeting (best, item.i, item.j);
  }
  g_array_set_size (best->finished, 0);
}

/* Looks into the items that begin at @word below the word before it, the longest first: those begin no longer ones. */
static void
open_right (BestTree *best, int word)
{
  const int i = word - 1;

  for (int j = best->n; j >= word; j--) {
    for (int h = word; h <= j && is_begun (best, RIGHT, i, j); h++)
      if (!side_is_tight (best, RIGHT, i, j, h, best->n_groups))
        continue;
      else if (h == word)
        add_joint (best, (TreeItem){ RIGHT, i, j });
      else
        *state_of (best, (TreeItem){ MEETING, i, h }) |= BEGUN;
    for (int k = i; k < j && is_begun (best, MEETING, i, j); k++)
      if (meeting_is_tight (best, i, j, k, best->n_groups))
        *state_of (best, k == i ? (TreeItem){ LEFT, word, j } : (TreeItem){ RIGHT, i, k }) |= BEGUN;
  }
}

/* Opens the items in which a word on the right is the head. */
static void
open_left (BestTree *best, int word)
{
  for (int j = best->n; j > word; j--)
    for (int h = word; h < j && is_begun (best, LEFT, word, j); h++)
      if (!side_is_tight (best, LEFT, word, j, h, best->n_groups))
        continue;
      else if (h == word)
        add_joint (best, (TreeItem){ LEFT, word, j });
      else
        *state_of (best, (TreeItem){ LEFT, word, h }) |= BEGUN;
}

static inline int
head_of (TreeItem item)
{
  return item.kind == RIGHT ? item.i : item.kind == LEFT ? item.j : 0;
}

static int
least_head (const BestTree *best)
{
  int least = best->n + 1;

  for (guint k = 0; k < best->joints->len; k++)
    least = MIN (least, head_of (g_array_index (best->joints, TreeItem, k)));
  return least;
}

/* Chooses the least head of @word, and goes on behind the arc. */
static void
choose_head (BestTree *best, int word)
{
  if (best->is_single && is_finished (best, LEFT, 1, word) && root_is_tight (best, word, best->n_groups))
    add_joint (best, (TreeItem){ GOAL, 0, best->n });
  if (least_head (best) >= word - 1)
    open_right (best, word);
  if (least_head (best) > word)
    open_left (best, word);
  best->heads[word] = least_head (best);
  for (guint k = 0; k < best->joints->len; k++) {
    const TreeItem item = g_array_index (best->joints, TreeItem, k);

    if (head_of (item) != best->heads[word])
      continue;
    if (item.kind == LEFT)
      begin_last (best, (TreeItem){ MEETING, word, item.j }, item);
    else if (item.kind == RIGHT || word < best->n)
      begin_last (best, (TreeItem){ RIGHT, word, item.j }, item);
  }
  g_array_set_size (best->joints, 0);
  finish_items (best);
}

/* 3. find: both. */

/* Begins the items of best trees at the first word. */
static void
begin_goal (BestTree *best)
{
  if (!best->is_single)
    *state_of (best, (TreeItem){ RIGHT, 0, best->n }) |= BEGUN;
  for (int r = 2; r <= best->n && best->is_single; r++)
    if (root_is_tight (best, r, best->n_groups))
      *state_of (best, (TreeItem){ LEFT, 1, r }) |= BEGUN;
}

gboolean
best_tree_find (BestTree *best, int n, gboolean is_single, const BestCriterion *criteria, int n_criteria,
                int *heads, GError **error)
{
  const gsize n_cells = ((gsize) n + 1) * ((gsize) n + 1);

  g_return_val_if_fail (n > 0 && n_criteria > 0, FALSE);
  best->n = n;
  best->is_single = is_single;
  best->criteria = criteria;
  best->heads = heads;
  if (!make_groups (best, n_criteria, error))
    return FALSE;
  if (!ROOM_RESERVE (&best->room, n_cells, ARRAY (best->sides), ARRAY (best->meetings)))
    return memory_fail (error, "the best trees of %d words", n);
  if (best->finished == NULL) {
    best->finished = g_array_new (FALSE, FALSE, sizeof (TreeItem));
    best->joints = g_array_new (FALSE, FALSE, sizeof (TreeItem));
  }
  memset (best->sides, 0, n_cells);
  memset (best->meetings, 0, n_cells);
  for (int g = 0; g < best->n_groups; g++) {
    fill_group (best, g);
    set_best (best, g);
  }
  begin_goal (best);
  for (int word = 1; word <= n; word++)
    choose_head (best, word);
  return TRUE;
}
