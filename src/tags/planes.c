/* planes.c - arcs shared out to two planes, in each of which no two arcs of one direction cross.
 *
 * An arc in one plane leaves the other to those that cross it, and so on along crossings: a colouring of the graph of crossings
 * by two colours, which is found if there is one. Of each connected part the first arc, by right end, then by left end from
 * right to left, is in plane 1. Arcs of 0 come before all others.
 *
 * Crossings may be as many as pairs of arcs, so they are not listed. Each direction is swept over by itself, left arcs from
 * right to left. Arcs are pushed where they open, those of one word from the longest on. An arc that closes crosses those above
 * it that opened behind it, so these all are in one plane and it is in the other. From then on they are one group, which is a
 * piece of the stack:
 *
 *     1 --------> 5          5 closes the arc of 1, which crosses those of 2 and of 3. They are joined: [2>7 3>6].
 *       2 --------> 7        6 closes the arc of 3, the topmost of its group, so it crosses none.
 *         3 -----> 6         If 6 closed the arc of 2, an arc above it were in its group and crossed it: no two planes do.
 *
 * Only the topmost arc of a group can close. Arcs of a group, and of two sides of a crossing, are joined by union-find, with the
 * plane of an arc beside that of its parent. Paths are halved, but parts are joined without regard to their size.
 *
 * Cost      O(n log n), and in practice linear.
 */
#include "tags/tags.h"

/* Finds the arc that represents all that are related to @d; *@differs: whether @d is in the other plane. A
 * parent is replaced by its own parent on the way; the difference to that is the sum of two, modulo 2. */
static int
find_part (TagWord *words, int d, int *differs)
{
  *differs = 0;
  while (words[d].parent != d) {
    const int parent = words[d].parent;

    words[d].differs ^= words[parent].differs;
    words[d].parent = words[parent].parent;
    *differs ^= words[d].differs;
    d = words[d].parent;
  }
  return d;
}

/* Notes that two arcs are in one plane, or not. FALSE if that cannot be: they are related already, and
 * otherwise. That is a cycle of crossings of odd length, as of three arcs that cross each other. */
static gboolean
relate (TagWord *words, int d, int e, int differ)
{
  int d_differs, e_differs;
  const int x = find_part (words, d, &d_differs), y = find_part (words, e, &e_differs);

  differ ^= d_differs ^ e_differs;
  if (x == y)
    return !differ;
  words[x].parent = y;
  words[x].differs = differ;
  return TRUE;
}

/* Opens the arcs of a head, from the longest on, so that the shortest closes first. Each is a group of its
 * own on the stack; a group has its topmost arc as `word` and its lowest as `first`. Within a group `below`
 * links arcs downwards. */
static void
open_arcs (TagSentence *s, int head)
{
  for (int d = s->words[head].longest; d != 0; d = s->words[d].listed) {
    s->words[d].below = s->stack->len == 0 ? 0 : sentence_top (s)->word;
    sentence_push (s, d, d, 0);
  }
}

/* Returns TRUE if the group on top opened behind the head of an arc on the stack. */
static gboolean
opened_behind (const TagSentence *s, const TagOpen *group, int head, gboolean is_right)
{
  g_assert (group != NULL); /* the group of the arc is there */
  return is_right ? s->heads[group->first] > head : s->heads[group->first] < head;
}

/* Removes the arc into @d from the stack, and joins those above it that opened behind its head, which are in
 * the other plane. The steps:
 *
 *   1. Pop all groups above that opened behind the head. Their arcs are in one plane: they become one group,
 *      `above`.
 *   2. The arc must now be the topmost of the group on top. Else one above it in the same group crosses it.
 *   3. The arc is in another plane than `above`. It leaves its group, and `above` is pushed.
 *
 * A call pushes at most one group, and an arc that opens is one; so all calls pop O(n) groups.
 */
static gboolean
close_arc (TagSentence *s, int d)
{
  const int head = s->heads[d];
  const gboolean is_right = sentence_is_right (s, d);
  TagOpen above = { 0 }, *group = sentence_top (s);

  while (opened_behind (s, group, head, is_right)) {
    if (above.word == 0)
      above.word = group->word;
    else if (!relate (s->words, above.word, group->word, FALSE))
      return FALSE;
    above.first = group->first;
    sentence_pop (s);
    group = sentence_top (s);
  }
  if (group->word != d || (above.word != 0 && !relate (s->words, above.word, d, TRUE)))
    return FALSE;
  if (group->first == d)
    sentence_pop (s);
  else
    group->word = s->words[d].below;
  if (above.word != 0) {
    s->words[above.first].below = s->words[d].below;
    sentence_push (s, above.word, above.first, 0);
  }
  return TRUE;
}

/* Arcs of 0 are arcs of plane 1 for bits, and no arcs for brackets. */
static gboolean
is_shared (const TagSentence *s, int d, gboolean has_root)
{
  return has_root || s->heads[d] != 0;
}

/* Lists arcs by head, from the longest on. */
static void
list_arcs (TagSentence *s, gboolean has_root, gboolean is_right)
{
  for (int h = 0; h <= s->n; h++)
    s->words[h].longest = 0;
  /* Met from the shortest to the longest, and each put first: so the longest is first. */
  for (int i = 1; i <= s->n; i++) {
    const int d = is_right ? i : s->n + 1 - i;

    if (sentence_is_right (s, d) == is_right && is_shared (s, d, has_root)) {
      s->words[d].listed = s->words[s->heads[d]].longest;
      s->words[s->heads[d]].longest = d;
    }
  }
}

/* Relates the arcs of one direction that cross. */
static gboolean
sweep (TagSentence *s, gboolean has_root, gboolean is_right)
{
  list_arcs (s, has_root, is_right);
  g_array_set_size (s->stack, 0);
  /* Only right arcs begin at 0, before word 1. */
  if (is_right)
    open_arcs (s, 0);
  /* Left arcs are swept from right to left, so that they too open at their head. */
  for (int i = 1; i <= s->n; i++) {
    const int d = is_right ? i : s->n + 1 - i;

    /* An arc closes at its word before others open there: arcs that share an end do not cross. */
    if (sentence_is_right (s, d) == is_right && is_shared (s, d, has_root) && !close_arc (s, d))
      return FALSE;
    open_arcs (s, d);
  }
  return TRUE;
}

/* Puts an arc into plane 1 if it is the first of its part; else its plane is known. The plane of a part is
 * noted at the arc that represents it, even if that arc comes later. */
static void
put_in_plane (TagWord *words, int d)
{
  int differs;
  TagWord *part = &words[find_part (words, d, &differs)];

  if (part->plane == 0)
    part->plane = differs ? 2 : 1;
  words[d].plane = differs ? 3 - part->plane : part->plane;
}

/* Puts arcs into planes by right end, then by left end from right to left. That follows sweeps of right arcs
 * and then of left ones, whose lists are still there: from the longest on, which is from left to right at a
 * common right end, so that the last comes first. The right arc into a word is put first: it is in no part
 * with left arcs, as directions are swept apart. */
static void
put_in_planes (TagSentence *s)
{
  for (int r = 1; r <= s->n; r++) {
    int last = 0;

    if (s->heads[r] < r && s->heads[r] != 0)
      put_in_plane (s->words, r);
    for (int d = s->words[r].longest; d != 0; d = s->words[d].listed) {
      s->words[d].below = last;
      last = d;
    }
    for (; last != 0; last = s->words[last].below)
      put_in_plane (s->words, last);
  }
}

/* Each arc of 0 is put into a plane before all others. They must all get plane 1; else bits have no tags for
 * the tree. */
gboolean
planes_find (TagSentence *s, gboolean has_root)
{
  for (int d = 0; d <= s->n; d++) {
    s->words[d].plane = s->words[d].differs = 0;
    s->words[d].parent = d;
  }
  if (!sweep (s, has_root, TRUE) || !sweep (s, has_root, FALSE))
    return FALSE;
  for (int d = 1; d <= s->n; d++)
    if (s->heads[d] == 0 && has_root) {
      put_in_plane (s->words, d);
      if (s->words[d].plane == 2)
        return FALSE;
    }
  put_in_planes (s);
  return TRUE;
}
