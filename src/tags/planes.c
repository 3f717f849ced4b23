/* planes.c - arcs shared out to two planes, in each of which no two arcs of one direction cross.
 *
 * An arc in one plane leaves the other to those that cross it, and so on along crossings: a colouring of the
 * graph of crossings by two colours, which is found if there is one. Of each connected part the first arc, by right end,
 * then by left end from right to left, is in plane 1. Arcs of 0 come before all others.
 *
 * Cost      O(n l) for arcs of length l, and the number of crossings.
 */
#include "tags/tags.h"

/* What is crossed by an arc that was put in a plane. */
typedef struct {
  TagSentence *s;
  gboolean has_root, is_possible;
  int n_queued; /* of `order`: dependents whose arcs have a plane */
} Colouring;

static void
put_in_plane (Colouring *c, int d, int plane)
{
  TagWord *word = &c->s->words[d];

  if (c->s->heads[d] == 0 && !c->has_root)
    return;
  if (word->plane == 0) {
    word->plane = plane;
    c->s->order[c->n_queued++] = d;
  } else if (word->plane != plane) {
    c->is_possible = FALSE;
  }
}

/* Puts the arcs of the direction of that into @d which cross it in the other plane. One of their ends is between its ends;
 * dependents are listed from the outermost on. */
static void
put_crossing (Colouring *c, int d)
{
  TagSentence *s = c->s;
  const gboolean is_right = sentence_is_right (s, d);
  const int left = MIN (d, s->heads[d]), right = MAX (d, s->heads[d]), plane = 3 - s->words[d].plane;

  for (int w = left + 1; w < right; w++) {
    if (is_right && s->heads[w] < left)
      put_in_plane (c, w, plane);
    if (!is_right && s->heads[w] > right)
      put_in_plane (c, w, plane);
    if (is_right)
      for (int e = s->words[w].rightmost; e > right; e = s->words[e].next)
        put_in_plane (c, e, plane);
    else
      for (int e = s->words[w].leftmost; e < left && e != 0; e = s->words[e].next)
        put_in_plane (c, e, plane);
  }
}

/* Lists the dependents on each side from the outermost inwards. */
static void
link_dependents (TagSentence *s)
{
  for (int h = 0; h <= s->n; h++)
    s->words[h].place = 0;
  for (int d = 1; d <= s->n; d++)
    if (sentence_is_right (s, d)) {
      s->words[d].next = s->words[s->heads[d]].place;
      s->words[s->heads[d]].place = d;
    }
  for (int h = 0; h <= s->n; h++)
    s->words[h].place = 0;
  for (int d = s->n; d >= 1; d--)
    if (!sentence_is_right (s, d)) {
      s->words[d].next = s->words[s->heads[d]].place;
      s->words[s->heads[d]].place = d;
    }
}

static gboolean
spread (Colouring *c, int d)
{
  if (c->s->words[d].plane != 0)
    return TRUE;
  c->n_queued = 0;
  put_in_plane (c, d, 1);
  for (int q = 0; q < c->n_queued && c->is_possible; q++)
    put_crossing (c, c->s->order[q]);
  return c->is_possible;
}

/* Left arcs by their right end, the head, and then from right to left: words that wait are listed by head, the last first.
 * Right arcs have their dependent at the right end. */
static gboolean
spread_all (Colouring *c)
{
  TagSentence *s = c->s;

  for (int h = 0; h <= s->n; h++)
    s->words[h].place = 0;
  for (int d = 1; d <= s->n; d++)
    if (!sentence_is_right (s, d)) {
      s->words[d].beneath[0][0] = s->words[s->heads[d]].place;
      s->words[s->heads[d]].place = d;
    }
  for (int r = 1; r <= s->n; r++) {
    if (sentence_is_right (s, r) && !spread (c, r))
      return FALSE;
    for (int d = s->words[r].place; d != 0; d = s->words[d].beneath[0][0])
      if (!spread (c, d))
        return FALSE;
  }
  return TRUE;
}

gboolean
planes_find (TagSentence *s, gboolean has_root)
{
  Colouring c = { s, has_root, TRUE, 0 };

  for (int d = 0; d <= s->n; d++)
    s->words[d].plane = 0;
  link_dependents (s);
  if (has_root)
    for (int d = 1; d <= s->n; d++)
      if (s->heads[d] == 0)
        put_in_plane (&c, d, 1);
  for (int q = 0; q < c.n_queued && c.is_possible; q++)
    put_crossing (&c, s->order[q]);
  return c.is_possible && spread_all (&c);
}
