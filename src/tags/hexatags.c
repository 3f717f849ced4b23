/* hexatags.c - hexatags: the places of words and gaps in the binary tree of heads.
 *
 * In that tree a head is joined first to its left dependents, from the inside out, then to its right ones. A gap between
 * two words stands for the lowest node over it. L or R says whether the node is a left or a right child (the topmost: L),
 * < or > whether its head is in its left or its right child. Trees of any other order of joining have a node > with a
 * node < as its right child; they are no such trees, so that a tree has one sequence. As published, scores are decoded over
 * trees of any order, where a tree has several sequences: hexatags-any reads all of them.
 */
#include "tags/tags.h"

static const char *const columns[] = { "l", "r", "L<", "L>", "R<", "R>", NULL };

/* A gap: bits of its tag. */
enum { GAP_RIGHT_HEAD = 1, GAP_RIGHT_CHILD = 2 };

static const char *const gaps[] = { "L<", "L>", "R<", "R>", NULL };

/* The first and the last word below each word, which `beneath[0]` holds; words are taken once all below them were. */
static void
find_spans (TagSentence *s)
{
  int n_found = 0;

  for (int d = 0; d <= s->n; d++) {
    s->words[d].place = 0;
    s->words[d].beneath[0][0] = s->words[d].beneath[0][1] = d;
  }
  for (int d = 1; d <= s->n; d++)
    s->words[s->heads[d]].place++;
  for (int d = 1; d <= s->n; d++)
    if (s->words[d].place == 0)
      s->order[n_found++] = d;
  for (int q = 0; q < n_found; q++) {
    const TagWord *word = &s->words[s->order[q]];
    const int h = s->heads[s->order[q]];
    TagWord *head = &s->words[h];

    head->beneath[0][0] = MIN (head->beneath[0][0], word->beneath[0][0]);
    head->beneath[0][1] = MAX (head->beneath[0][1], word->beneath[0][1]);
    if (--head->place == 0 && h != 0)
      s->order[n_found++] = h;
  }
}

static gboolean
is_right_of_word (const TagSentence *s, int d)
{
  return s->heads[d] != 0 && sentence_is_right (s, d);
}

/* The gap at which @d is joined to its head, a word, and its tag. The node is a right child if the next to be joined to the
 * head is a left dependent or, without a next one, if the head is a right dependent. */
static int
find_gap (const TagSentence *s, int d, int *tag)
{
  const int h = s->heads[d];
  const gboolean is_right = sentence_is_right (s, d), has_right = s->words[h].rightmost > h;
  gboolean is_child = !is_right;

  if (sentence_is_outermost (s, d))
    is_child = (is_right || !has_right) && is_right_of_word (s, h);
  *tag = (is_child ? GAP_RIGHT_CHILD : 0) | (is_right ? 0 : GAP_RIGHT_HEAD);
  return is_right ? s->words[d].beneath[0][0] - 1 : s->words[d].beneath[0][1];
}

static gboolean
write_tags (TagSentence *s)
{
  find_spans (s);
  for (int d = 0; d <= s->n; d++)
    s->order[d] = 0;
  for (int d = 1; d <= s->n; d++)
    if (s->heads[d] != 0) {
      int tag;
      const int gap = find_gap (s, d, &tag);

      s->order[gap] = tag;
    }
  for (int d = 1; d <= s->n; d++) {
    const TagWord *word = &s->words[d];

    g_string_append_c (s->text,
                       word->leftmost < d || (word->rightmost == d && is_right_of_word (s, d)) ? 'r' : 'l');
    if (d < s->n)
      g_string_append (s->text, gaps[s->order[d]]);
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* Trees and trees with a place for their last leaf are on the stack. A node with such a place is at a gap; the gaps down to
 * it are linked by `next`. Of a node `place` is the head of its left child. */
enum { WHOLE, OPEN };

/* A node at gap @d over the tree on top, which it takes as its left child. */
static gboolean
read_gap (TagSentence *s, int d, int tag, gboolean is_canonical)
{
  TagOpen *top = sentence_top (s);
  TagWord *node = &s->words[d];

  g_assert (top != NULL); /* the leaf before the gap */
  if (top->kind != WHOLE)
    return FALSE;
  node->place = top->word;
  node->plane = tag & GAP_RIGHT_HEAD;
  node->next = 0;
  if ((tag & GAP_RIGHT_CHILD) != 0) {
    sentence_pop (s);
    top = sentence_top (s);
    if (top == NULL || top->kind != OPEN
        || (is_canonical && s->words[top->first].plane != 0 && node->plane == 0))
      return FALSE;
    node->next = top->first;
  }
  *top = (TagOpen){ 0, d, OPEN };
  return TRUE;
}

/* The last leaf of the tree on top: heads are found from the lowest node up. */
static gboolean
read_last_leaf (TagSentence *s, int d)
{
  TagOpen *top = sentence_top (s);
  int head = d;

  if (top == NULL || top->kind != OPEN)
    return FALSE;
  for (int node = top->first; node != 0; node = s->words[node].next) {
    const int left = s->words[node].place;

    if (s->words[node].plane != 0) {
      s->heads[left] = head;
    } else {
      s->heads[head] = left;
      head = left;
    }
  }
  *top = (TagOpen){ head, 0, WHOLE };
  return TRUE;
}

static gboolean
read_tags (TagSentence *s, gboolean is_canonical)
{
  g_array_set_size (s->stack, 0);
  for (int d = 1; d <= s->n; d++) {
    const TbkPiece tag = s->in[d];
    const int gap = tag.size != 3 ? -1 : sentence_find_tag ((TbkPiece){ tag.bytes + 1, 2 }, gaps);

    if (d < s->n ? gap < 0 : tag.size != 1)
      return FALSE;
    if (tag.bytes[0] == 'l')
      sentence_push (s, d, 0, WHOLE);
    else if (tag.bytes[0] != 'r' || !read_last_leaf (s, d))
      return FALSE;
    if (d < s->n && !read_gap (s, d, gap, is_canonical))
      return FALSE;
  }
  if (s->n == 0)
    return TRUE;
  if (s->stack->len != 1 || sentence_top (s)->kind != WHOLE)
    return FALSE;
  s->heads[sentence_top (s)->word] = 0;
  return TRUE;
}

static gboolean
read_canonical (TagSentence *s)
{
  return read_tags (s, TRUE);
}

static gboolean
read_any (TagSentence *s)
{
  return read_tags (s, FALSE);
}

const TagCoder hexatags_coder = {
  { .name = "hexatags",
    .trees = "projective trees with one root",
    .is_projective = TRUE,
    .has_one_root = TRUE,
    .alphabet = columns },
  write_tags,
  read_canonical,
  TRUE,
};

const TagCoder hexatags_any = {
  { .name = "hexatags-any",
    .trees = "projective trees with one root",
    .is_projective = TRUE,
    .has_one_root = TRUE,
    .alphabet = columns },
  write_tags,
  read_any,
  TRUE,
};
