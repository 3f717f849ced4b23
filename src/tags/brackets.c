/* brackets.c - a bracket at both ends of each arc between words, in one plane or in two. */
#include "tags/tags.h"

enum { RIGHT, LEFT };

/* Counts the dependents of each word by side and plane: `beneath`, which no reader needs now. */
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

/* Words that wait, the last on top; 0: none. A word waits for right dependents `n_left` times in each plane. */
typedef struct {
  int tops[2][2];
  gboolean has_planes, is_good;
} BracketStacks;

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

static void
wait_for_head (TagSentence *s, BracketStacks *w, int plane, int d)
{
  s->words[d].beneath[plane][LEFT] = w->tops[plane][LEFT];
  w->tops[plane][LEFT] = d;
}

static void
wait_for_dependent (TagSentence *s, BracketStacks *w, int plane, int d)
{
  if (s->words[d].n_left[plane]++ > 0)
    return;
  s->words[d].beneath[plane][RIGHT] = w->tops[plane][RIGHT];
  w->tops[plane][RIGHT] = d;
}

/* Reads a tag: left dependents, at most one bracket of its own, right dependents. A word that has a bracket of its own
 * depends on no second word, nor on 0. */
static void
read_tag (TagSentence *s, BracketStacks *w, int d)
{
  const TbkPiece tag = s->in[d];
  gboolean has_own = FALSE, is_text = tag.size == 0; /* it has other signs than brackets, or none */
  int stage = 0;

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
    i += (gsize) plane;
  }
  if (!has_own && !is_text)
    s->heads[d] = 0;
  w->is_good &= !is_text;
}

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
