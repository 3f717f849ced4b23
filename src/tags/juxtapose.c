/* juxtapose.c - attach-juxtapose: each word is put into the tree of the words before it.
 *
 * The counter has the constituents on the right edge of that tree, which are numbered from the root, 0. A word goes into one
 * of them, and those below it are complete. So after a word put into T there are T + 1, and one more with a constituent of
 * its own; a new constituent over T has T's number.
 *
 * An example, (S (NP a letter) (VP came)), and one where every word is attached, (S Nobody (VP read (NP the
 * letter))):
 *
 *   a       a0/NP      (NP a)                                     1 on the edge
 *   letter  a0/        (NP a letter)                              1
 *   came    j0/VP/S    (S (NP a letter) (VP came))                2: S, VP
 *
 *   Nobody  a0/S       (S Nobody)                                 1
 *   read    a0/VP      (S Nobody (VP read))                       2: S, VP
 *   the     a1/NP      (S Nobody (VP read (NP the)))              3
 *   letter  a2/        (S Nobody (VP read (NP the letter)))       3
 */
#include "tags/phrase_tags.h"

/* Digits of a level: nine fit an int. More are no level. */
enum { LONGEST_LEVEL = 9 }; /* digits */

/* A move is the level and whether a constituent is over the word alone: 2 level, and one more with it. So a
 * and j are the same move. */
static void
set_part (PhraseSentence *s, int word, char letter, int level, TbkPiece own, TbkPiece made)
{
  *phrase_sentence_part (s, word, 0) = (PhrasePart){
    .move = 2 * level + (own.size > 0), .letter = letter, .level = level, .own = own, .made = made
  };
}

/* Word @i, with the constituents that enclose it on @stack; those that begin before it are up to @outer. One that begins
 * with it is its own if it is the innermost; the others have that one as their first child and are made later, when their
 * second child comes. */
static void
write_word (PhraseSentence *s, int i, const int *stack, int outer, int top)
{
  static const TbkPiece none = { NULL, 0 };
  const TbkPiece own = top > outer ? s->nodes[stack[top]].label : none;
  TagConstituent *into = outer < 0 ? NULL : &s->nodes[stack[outer]];
  int level = 0;

  /* If the first child of the innermost constituent that began before ends here, the constituent is made now,
   * over that child. */
  if (into != NULL && into->child >= 0 && into->child_end == i) {
    level = into->level = s->nodes[into->child].level;
    set_part (s, i, 'j', level, own, into->label);
  } else {
    level = into == NULL ? -1 : into->level;
    set_part (s, i, 'a', MAX (level, 0), own, none);
  }
  /* The word's own constituent, if there is one, is the next on the edge. */
  if (top > outer)
    s->nodes[stack[top]].level = level + 1;
}

/* One pass over words and constituents: the stack has those that enclose the word, from the outermost. */
static void
write_tags (PhraseSentence *s)
{
  int *stack = s->scratch[0], top = -1;

  for (int i = 0, k = 0; i < s->n; i++) {
    int outer;

    /* Those that ended before the word leave; those that begin with it come, from the outermost. */
    while (top >= 0 && s->nodes[stack[top]].right <= i)
      top--;
    for (outer = top; k < s->n_nodes && s->nodes[k].left == i; k++)
      stack[++top] = k;
    write_word (s, i, stack, outer, top);
  }
}

/* The constituents from @level down the right edge are complete. */
static void
complete (PhraseSentence *s, const int *edge, int level, int n_edge, int right)
{
  for (int l = level; l < n_edge; l++)
    s->nodes[edge[l]].right = right;
}

/* The edge has the constituents whose end is not known yet. Each word ends those below the one that it goes
 * into. */
static void
read_tags (PhraseSentence *s)
{
  int *edge = s->scratch[0], n_edge = 0;

  for (int i = 0; i < s->n; i++) {
    const PhrasePart *part = phrase_sentence_part (s, i, 0);

    /* The new constituent replaces T on the edge, and begins where T does; T itself ends before the word. */
    if (part->letter == 'j') {
      complete (s, edge, part->level, n_edge, i);
      edge[part->level] = phrase_sentence_add (s, s->nodes[edge[part->level]].left, 0, part->made);
      n_edge = part->level + 1;
    } else if (i > 0) {
      complete (s, edge, part->level + 1, n_edge, i);
      n_edge = part->level + 1;
    }
    if (part->own.size > 0)
      edge[n_edge++] = phrase_sentence_add (s, i, 0, part->own);
  }
  complete (s, edge, 0, n_edge, s->n);
}

/* Reads digits, without a zero before others, up to a slash; what is behind it. FALSE if there are none. */
static gboolean
read_level (TbkPiece *text, int *level)
{
  gsize n = 0;

  *level = 0;
  while (n < text->size && n < LONGEST_LEVEL && g_ascii_isdigit (text->bytes[n]))
    *level = 10 * *level + (text->bytes[n++] - '0');
  if (n == 0 || n == text->size || text->bytes[n] != '/' || (n > 1 && text->bytes[0] == '0'))
    return FALSE;
  *text = (TbkPiece){ text->bytes + n + 1, text->size - n - 1 };
  return TRUE;
}

/* Returns where a label ends: at a slash without a backslash before it, or with the text. A backslash at the
 * end of the text would step over it, hence MIN. */
static gsize
find_slash (TbkPiece text)
{
  gsize at = 0;

  while (at < text.size && text.bytes[at] != '/')
    at += text.bytes[at] == '\\' ? 2 : 1;
  return MIN (at, text.size);
}

/* a: level, label. j: level, label, /, label of the new constituent. The first may be empty. */
static void
read_part (TbkPiece text, int number, PhrasePart *part)
{
  TbkPiece rest, own, made = { NULL, 0 };
  char letter;
  int level;

  (void) number;
  *part = (PhrasePart){ .move = -1 };
  if (text.size == 0)
    return;
  letter = text.bytes[0];
  rest = (TbkPiece){ text.bytes + 1, text.size - 1 };
  if ((letter != 'a' && letter != 'j') || !read_level (&rest, &level))
    return;
  own = rest;
  if (letter == 'j') {
    own.size = find_slash (rest);
    if (own.size == rest.size)
      return;
    made = (TbkPiece){ rest.bytes + own.size + 1, rest.size - own.size - 1 };
  }
  if ((own.size > 0 && !part_is_label (own)) || (letter == 'j' && !part_is_label (made)))
    return;
  *part = (PhrasePart){ 2 * level + (own.size > 0), letter, level, own, made };
}

static void
write_part (const PhrasePart *part, GString *text)
{
  g_string_append_printf (text, "%c%d/", part->letter, part->level);
  g_string_append_len (text, part->own.bytes, (gssize) part->own.size);
  if (part->letter == 'a')
    return;
  g_string_append_c (text, '/');
  g_string_append_len (text, part->made.bytes, (gssize) part->made.size);
}

/* Returns TRUE unless it is the first word and its tag does not make the first constituent: later words need
 * one to go into. */
static gboolean
allows (const PhrasePart *part, int word, int n)
{
  (void) n;
  return word > 0 || (part->letter == 'a' && part->level == 0 && part->own.size > 0);
}

/* Keeps the letter where it can be kept, since a and j move alike; the first word cannot juxtapose. */
static void
change_part (PhrasePart *part, int move, int word, int n)
{
  static const TbkPiece none = { NULL, 0 };

  (void) n;
  if (part->letter == '\0' || word == 0) {
    part->letter = 'a';
    part->made = none;
  }
  part->move = move;
  part->level = move / 2;
  if (move % 2 == 0)
    part->own = none;
  else if (part->own.size == 0)
    part->own = part_made_up ();
}

/* After word 0 there is one constituent on the edge. Later the level must be on it; then its number plus one
 * are there, and one more with a constituent of its own. That does not depend on how many were there: the
 * counter is set, not changed. */
static CounterMove
find_move (int move, int word)
{
  const int level = move / 2;

  if (word == 0)
    return (CounterMove){ move == 1 ? 0 : COUNTER_NEVER, 1, 0 };
  return (CounterMove){ level + 1, level + 1 + move % 2, 0 };
}

static gboolean
has_move (int move, int number)
{
  (void) move;
  (void) number;
  return TRUE;
}

static int
count_moves (int n_levels)
{
  return 2 * n_levels;
}

/* After n words at most as many constituents are open as there are words, or one more than there are
 * levels. */
static int
most (int word, int number, int n, int n_moves)
{
  (void) number;
  (void) n;
  return MIN (word + 1, n_moves / 2 + 1);
}

static gboolean
is_end (int counter)
{
  return counter > 0;
}

const PhraseCoder juxtapose_coder = {
  .shown = { .name = "attach-juxtapose" },
  .write = write_tags,
  .read = read_tags,
  .read_part = read_part,
  .write_part = write_part,
  .allows = allows,
  .change_part = change_part,
  .find_move = find_move,
  .has_move = has_move,
  .count_moves = count_moves,
  .most = most,
  .is_end = is_end,
};
