/* hexatags.c - hexatags: the places of words and gaps in the binary tree of heads.
 *
 * In that tree a head is joined first to its left dependents, from the inside out, then to its right ones. A
 * gap between two words stands for the lowest node over it. L or R says whether the node is a left or a right
 * child (the topmost: L), < or > whether its head is in its left or its right child. Trees of any other order
 * of joining have a node > with a node < as its right child; they are no such trees, so that a tree has one
 * sequence. As published, scores are decoded over trees of any order, where a tree has several sequences:
 * hexatags-any reads all of them.
 *
 * The first tree of tags.c, where a node has the number of its gap:
 *
 *           2 L<           2: joins 2, with 1, to 4: the head is on the left, so <; topmost, so L
 *          /    \
 *       1 L>     3 R>      1: joins 1 to its head 2 on the right, so >; a left child, so L
 *       /  \     /  \      3: joins 3 to 4; a right child, so R
 *      1    2   3    4     leaves: 1 l, 2 r, 3 l, 4 r; the tags are lL> rL< lR> r
 */
#include "tags/tags.h"

/* Columns of scores: two of words, then four of gaps. A tag of a word joins one of each. */
static const char *const columns[] = { "l", "r", "L<", "L>", "R<", "R>", NULL };

/* A gap: bits of its tag. */
enum { GAP_RIGHT_HEAD = 1, GAP_RIGHT_CHILD = 2 };

static const char *const gaps[] = { "L<", "L>", "R<", "R>", NULL };

/* Finds the first and the last word below each word, in `beneath[0]`. A word is handled when all below it
 * were: `place` counts the dependents that are still to come, and `order` is a queue of words that have none
 * left. O(n), without recursion. */
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
    /* The span of 0 is found too, but nothing uses it. */
    const int h = s->heads[s->order[q]];
    TagWord *head = &s->words[h];

    head->beneath[0][0] = MIN (head->beneath[0][0], word->beneath[0][0]);
    head->beneath[0][1] = MAX (head->beneath[0][1], word->beneath[0][1]);
    if (--head->place == 0 && h != 0)
      s->order[n_found++] = h;
  }
}

/* An arc from 0 has no node, so a root word counts as no right dependent. */
static gboolean
is_right_of_word (const TagSentence *s, int d)
{
  return s->heads[d] != 0 && sentence_is_right (s, d);
}

/* Finds the gap at which @d is joined to its head, a word; puts its tag at *@tag. The gap is at the inner end
 * of the words below @d: behind them if @d is on the left. The node is a right child if the next to be joined
 * to the head is a left dependent or, without a next one, if the head is a right dependent. */
static int
find_gap (const TagSentence *s, int d, int *tag)
{
  const int h = s->heads[d];
  const gboolean is_right = sentence_is_right (s, d), has_right = s->words[h].rightmost > h;
  /* True of a left dependent that is not the outermost: the next one is joined to the node from the left. */
  gboolean is_child = !is_right;

  /* The outermost left dependent is followed by right ones, if there are any, which join at the right. */
  if (sentence_is_outermost (s, d))
    is_child = (is_right || !has_right) && is_right_of_word (s, h);
  *tag = (is_child ? GAP_RIGHT_CHILD : 0) | (is_right ? 0 : GAP_RIGHT_HEAD);
  return is_right ? s->words[d].beneath[0][0] - 1 : s->words[d].beneath[0][1];
}

/* Each word but the root has a gap of its own: n - 1 words for n - 1 gaps. */
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

    /* A leaf is a right child if something is joined to its left first: a left dependent, or, without any
     * dependents, its head, if that is on the left. */
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

/* Opens a node at gap @d over the tree on top, which becomes its left child. A right child joins the open
 * node before it: both are one element, as they wait for the same last leaf. */
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
    /* A node > with a node < as its right child is another order of joining. */
    if (top == NULL || top->kind != OPEN
        || (is_canonical && s->words[top->first].plane != 0 && node->plane == 0))
      return FALSE;
    node->next = top->first;
  }
  *top = (TagOpen){ 0, d, OPEN };
  return TRUE;
}

/* Completes the tree on top by its last leaf, word @d. Heads are found from the lowest node up: of each node,
 * the head of one child depends on the head of the other. */
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

/* Shift-reduce over leaves: l begins a tree, r completes the one that waits; a gap opens a node over the last
 * whole tree. Well-formed tags end with one whole tree, whose head is the root. */
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
