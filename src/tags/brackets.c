/* brackets.c - a bracket at both ends of each arc between words, in one plane or in two.
 *
 * An arc from a head to a dependent on its right is a / at the head and a > at the dependent. One to the left
 * is a < at the dependent and a \ at the head. Brackets that close meet the last one that opened, apart for
 * each direction; so arcs of one direction may not cross. The first tree of tags.c:
 *
 *   word  tag   reading
 *   1     <     waits for a head                           left stack: 1
 *   2     \/    is the head of 1; waits for a dependent    right stack: 2
 *   3     <     waits for a head                           left stack: 3
 *   4     \>    is the head of 3; depends on 2
 *
 * Word 2 has no bracket of its own, so it depends on 0. In the second tree the right arcs 1 -> 3 and 2 -> 4
 * cross. The second one is in plane 2, whose brackets have a star and their own two stacks.
 */
#include "tags/tags.h"

enum { RIGHT, LEFT };

/* Counts the dependents of each word by side and plane, in `beneath`: stacks of a reader use it, but none
 * reads now. */
static void
count_dependents (TagSentence *s)
{
  for (int h = 0; h <= s->n; h++)
    memset (s->words[h].beneath, 0, sizeof s->words[h].beneath);
  for (int d = 1; d <= s->n; d++)
    if (s->words[d].plane > 0)
      s->words[s->heads[d]].beneath[s->words[d].plane - 1][sentence_is_right (s, d) ? RIGHT : LEFT]++;
}

static void
append_brackets (TagSentence *s, const TagWord *word, int side, char bracket)
{
  for (int plane = 0; plane < 2; plane++)
    for (int i = 0; i < word->beneath[plane][side]; i++) {
      g_string_append_c (s->text, bracket);
      if (plane == 1)
        g_string_append_c (s->text, '*');
    }
}

/* The order within a tag is fixed: left dependents, its own, right dependents; in the first and the last
 * plane 1 before plane 2. Another order is not well formed; only planes may be in any. */
static void
append_tags (TagSentence *s)
{
  count_dependents (s);
  for (int d = 1; d <= s->n; d++) {
    const TagWord *word = &s->words[d];
    const gsize start = s->text->len;

    append_brackets (s, word, LEFT, '\\');
    if (word->plane > 0)
      g_string_append_c (s->text, sentence_is_right (s, d) ? '>' : '<');
    if (word->plane == 2)
      g_string_append_c (s->text, '*');
    append_brackets (s, word, RIGHT, '/');
    if (s->text->len == start)
      g_string_append_c (s->text, '.');
    sentence_end_tag (s, d);
  }
}

static gboolean
write_one (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++)
    s->words[d].plane = s->heads[d] == 0 ? 0 : 1;
  append_tags (s);
  return TRUE;
}

static gboolean
write_two (TagSentence *s)
{
  if (!planes_find (s, FALSE))
    return FALSE;
  append_tags (s);
  return TRUE;
}

/* Words that wait, the last on top; 0: none. A word waits for right dependents `n_left` times in each plane,
 * but is on the stack once: so reading a tag of k brackets costs O(k), and no list is needed. */
typedef struct {
  int tops[2][2];
  gboolean has_planes, is_good;
} BracketStacks;

/* Attaches @d to the topmost word that waits for right dependents. That word stays on the stack until it has
 * as many as its tag has brackets. */
static void
take_right_head (TagSentence *s, BracketStacks *w, int plane, int d)
{
  const int head = w->tops[plane][RIGHT];

  if (head == 0) {
    w->is_good = FALSE;
    return;
  }
  s->heads[d] = head;
  if (--s->words[head].n_left[plane] == 0)
    w->tops[plane][RIGHT] = s->words[head].beneath[plane][RIGHT];
}

/* Attaches the topmost word that waits for a head to @d, and takes it off the stack. */
static void
take_left_dependent (TagSentence *s, BracketStacks *w, int plane, int d)
{
  const int dependent = w->tops[plane][LEFT];

  if (dependent == 0) {
    w->is_good = FALSE;
    return;
  }
  s->heads[dependent] = d;
  w->tops[plane][LEFT] = s->words[dependent].beneath[plane][LEFT];
}

/* Puts @d on the stack of words that wait for a head. The word below it is kept in `beneath`. */
static void
wait_for_head (TagSentence *s, BracketStacks *w, int plane, int d)
{
  s->words[d].beneath[plane][LEFT] = w->tops[plane][LEFT];
  w->tops[plane][LEFT] = d;
}

/* Puts @d on the stack of words that wait for right dependents, or notes that it waits for one more. */
static void
wait_for_dependent (TagSentence *s, BracketStacks *w, int plane, int d)
{
  if (s->words[d].n_left[plane]++ > 0)
    return;
  s->words[d].beneath[plane][RIGHT] = w->tops[plane][RIGHT];
  w->tops[plane][RIGHT] = d;
}

/* Reads a tag: left dependents, at most one bracket of its own, right dependents. A word that has a bracket
 * of its own depends on no second word, nor on 0. Brackets that do not fit are passed over, and the rest is
 * read. */
static void
read_tag (TagSentence *s, BracketStacks *w, int d)
{
  const TbkPiece tag = s->in[d];
  gboolean has_own = FALSE, is_text = tag.size == 0; /* it has other signs than brackets, or none */
  int stage = 0; /* 0 left dependents, 1 its own, 2 right dependents; never back */

  for (gsize i = 0; i < tag.size; i++) {
    const char c = tag.bytes[i];
    const int plane = w->has_planes && i + 1 < tag.size && tag.bytes[i + 1] == '*';
    const int now = c == '\\' ? 0 : c == '<' || c == '>' ? 1 : 2;

    w->is_good &= now >= stage && !(now == 1 && has_own);
    stage = MAX (now, stage);
    if (c == '\\')
      take_left_dependent (s, w, plane, d);
    else if (c == '/')
      wait_for_dependent (s, w, plane, d);
    else if (c == '>' && !has_own)
      take_right_head (s, w, plane, d);
    else if (c == '<' && !has_own)
      wait_for_head (s, w, plane, d);
    else
      is_text |= c != '.' || tag.size > 1;
    has_own |= now == 1;
    /* The star is read with its bracket. */
    i += (gsize) plane;
  }
  /* Other signs say nothing about a head, so a word with them is not put on 0. */
  if (!has_own && !is_text)
    s->heads[d] = 0;
  w->is_good &= !is_text;
}

/* Well-formed tags leave no bracket open. */
static gboolean
read_all (TagSentence *s, gboolean has_planes)
{
  BracketStacks w = { { { 0 } }, has_planes, TRUE };

  for (int d = 1; d <= s->n; d++)
    s->words[d].n_left[0] = s->words[d].n_left[1] = 0;
  for (int d = 1; d <= s->n; d++)
    read_tag (s, &w, d);
  return w.is_good && w.tops[0][0] == 0 && w.tops[0][1] == 0 && w.tops[1][0] == 0 && w.tops[1][1] == 0;
}

static gboolean
read_one (TagSentence *s)
{
  return read_all (s, FALSE);
}

static gboolean
read_two (TagSentence *s)
{
  return read_all (s, TRUE);
}

const TagCoder brackets_one = {
  { .name = "brackets", .trees = "trees without two arcs of one direction that cross" },
  write_one,
  read_one,
  FALSE,
};

const TagCoder brackets_two = {
  { .name = "brackets-2", .trees = "trees of two planes" },
  write_two,
  read_two,
  FALSE,
};
