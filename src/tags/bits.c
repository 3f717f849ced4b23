/* bits.c - tags of four and of seven bits.
 *
 * Both say of a word on which side its head is, whether it is the outermost dependent there, and whether it
 * has dependents on each side. That is enough to read the tree with stacks: a head waits on a stack until its
 * outermost right dependent, left dependents wait as one list until their head. The first tree of tags.c in
 * four bits; a list is in brackets, a word that waits for right dependents has a >:
 *
 *   word  bits   step                                     stack, its top last
 *                                                         0>
 *   1     0100   left, outermost: a new list waits        0> [1]
 *   2     1111   its left ones are [1]; right of 0, the   2>
 *                outermost; waits for right ones
 *   3     0100   a new list                               2> [3]
 *   4     1110   its left ones are [3]; right of 2, the
 *                outermost                                empty: a tree
 *
 * One stack suffices for projective trees, since what was begun last is needed first. Seven bits share arcs
 * out to two planes, and each plane has a stack for right and one for left arcs.
 *
 * Contents
 *   1. four bits
 *   2. seven bits
 */
#include "tags/tags.h"

/* 1. four bits. */
/* Kinds of elements on the stack of the 4-bit machine: a word that waits for right dependents, or left
 * dependents of one head. */
enum { WAITS_RIGHT, WAITS_HEAD };

/* Bits from the left: 8 a right dependent, 4 the outermost one, 2 has left dependents, 1 has right ones. Read
 * as a number, they are the place of a tag in the alphabet. */
static const char *const four_alphabet[] = { "0000", "0001", "0010", "0011", "0100", "0101",
                                             "0110", "0111", "1000", "1001", "1010", "1011",
                                             "1100", "1101", "1110", "1111", NULL };

static void
append_bits (TagSentence *s, int d, int n_bits, int bits)
{
  char text[8];

  for (int b = 0; b < n_bits; b++)
    text[b] = (char) ('0' + (bits >> (n_bits - 1 - b) & 1));
  g_string_append_len (s->text, text, n_bits);
  sentence_end_tag (s, d);
}

/* The number that a tag of so many bits writes; -1 if it is none. */
static int
read_bits (TbkPiece tag, gsize n_bits)
{
  int bits = 0;

  if (tag.size != n_bits)
    return -1;
  for (gsize b = 0; b < n_bits; b++) {
    if (tag.bytes[b] != '0' && tag.bytes[b] != '1')
      return -1;
    bits = bits << 1 | (tag.bytes[b] - '0');
  }
  return bits;
}

/* Words on 0 are right dependents of 0, and the last of them is the outermost. */
static gboolean
write_four (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++)
    append_bits (s, d, 4,
                 sentence_is_right (s, d) << 3 | sentence_is_outermost (s, d) << 2
                     | (s->words[d].leftmost < d) << 1 | (s->words[d].rightmost > d));
  return TRUE;
}

/* The step of a word: its left dependents are popped, then it is attached or waits, then it may wait for right ones. FALSE
 * if the stack does not allow it. */
static gboolean
step_four (TagSentence *s, int d, int bits)
{
  const gboolean is_outermost = (bits & 4) != 0;
  TagOpen *top = sentence_top (s);

  /* Left dependents: they are one list, which must be on top. */
  if ((bits & 2) != 0) {
    if (top == NULL || top->kind != WAITS_HEAD)
      return FALSE;
    sentence_attach_list (s, top->first, d);
    sentence_pop (s);
    top = sentence_top (s);
  }
  /* Its own arc. The head leaves the stack with its outermost dependent. */
  if ((bits & 8) != 0) {
    if (top == NULL || top->kind != WAITS_RIGHT)
      return FALSE;
    s->heads[d] = top->word;
    if (is_outermost)
      sentence_pop (s);
    /* The list of left dependents begins with the outermost, as that comes first from the left; it is on the
   * stack, and later ones are put before it. */
  } else if (is_outermost) {
    s->words[d].next = 0;
    sentence_push (s, 0, d, WAITS_HEAD);
  } else {
    if (top == NULL || top->kind != WAITS_HEAD)
      return FALSE;
    s->words[d].next = top->first;
    top->first = d;
  }
  if ((bits & 1) != 0)
    sentence_push (s, d, 0, WAITS_RIGHT);
  return TRUE;
}

/* A tree leaves nothing on the stack: 0 itself leaves with the last root. Without words 0 is still there. */
static gboolean
read_four (TagSentence *s)
{
  g_array_set_size (s->stack, 0);
  sentence_push (s, 0, 0, WAITS_RIGHT);
  for (int d = 1; d <= s->n; d++) {
    const int bits = read_bits (s->in[d], 4);

    if (bits < 0 || !step_four (s, d, bits))
      return FALSE;
  }
  return s->stack->len == (s->n == 0 ? 1 : 0);
}

/* 2. seven bits. From the left: 64 a right dependent, 32 in plane 2, 16 the outermost one in its plane; 8, 4
 * has left, right dependents in plane 1; 2, 1 has them in plane 2. */
/* Sides as numbers: those of stacks, and of bits in `place`. */
enum { RIGHT, LEFT };

static int
side_bit (int plane, int side)
{
  return 1 << (2 * (plane - 1) + side);
}

/* Notes that the head of @d has a dependent like it. Returns TRUE if it is the first one noted. */
static gboolean
note_dependent (TagSentence *s, int d, int side)
{
  int *seen = &s->words[s->heads[d]].place;
  const int bit = side_bit (s->words[d].plane, side);
  const gboolean is_first = (*seen & bit) == 0;

  *seen |= bit;
  return is_first;
}

/* A dependent is the outermost if it is the first on its side and in its plane that is met from outside: left
 * ones are met from left to right, right ones from right to left. `order` keeps that, a gboolean each. */
static gboolean
write_seven (TagSentence *s)
{
  if (!planes_find (s, TRUE))
    return FALSE;
  for (int d = 0; d <= s->n; d++)
    s->words[d].place = 0;
  for (int d = 1; d <= s->n; d++)
    if (!sentence_is_right (s, d))
      s->order[d] = note_dependent (s, d, LEFT);
  for (int d = s->n; d >= 1; d--)
    if (sentence_is_right (s, d))
      s->order[d] = note_dependent (s, d, RIGHT);
  /* LEFT is 1 and RIGHT is 0: of each plane left dependents have the higher bit. */
  for (int d = 1; d <= s->n; d++) {
    int bits = sentence_is_right (s, d) << 2 | (s->words[d].plane == 2) << 1 | s->order[d];

    for (int plane = 1; plane <= 2; plane++)
      for (int side = LEFT; side >= RIGHT; side--)
        bits = bits << 1 | ((s->words[d].place & side_bit (plane, side)) != 0);
    append_bits (s, d, 7, bits);
  }
  return TRUE;
}

/* The tops of the four stacks; -1: empty. */
typedef int Tops[2][2];

static void
push (TagSentence *s, Tops tops, int plane, int side, int d)
{
  s->words[d].beneath[plane][side] = tops[plane][side];
  tops[plane][side] = d;
}

static void
pop (const TagSentence *s, Tops tops, int plane, int side)
{
  tops[plane][side] = s->words[tops[plane][side]].beneath[plane][side];
}

/* Attaches word @d to its head, or to those that wait for one. `beneath` links the stacks through words, so
 * that a word can be on each of them: as a head on the right ones, as the first of a list on the left one of
 * its plane. */
static gboolean
attach_seven (TagSentence *s, Tops tops, int d, int bits)
{
  const int plane = bits >> 5 & 1, side = (bits & 64) != 0 ? RIGHT : LEFT, top = tops[plane][side];
  const gboolean is_outermost = (bits & 16) != 0;

  s->words[d].next = 0;
  if (side == LEFT && is_outermost) {
    push (s, tops, plane, LEFT, d);
  } else if (top < 0) {
    return FALSE;
  } else if (side == LEFT) { /* behind the first of the list, which is what the stack holds */
    s->words[d].next = s->words[top].next;
    s->words[top].next = d;
  } else {
    s->heads[d] = top;
    if (is_outermost)
      pop (s, tops, plane, RIGHT);
  }
  return TRUE;
}

static gboolean
step_seven (TagSentence *s, Tops tops, int d, int bits)
{
  gboolean is_good = TRUE;

  /* Left dependents in either plane are complete at their head. */
  for (int plane = 0; plane < 2; plane++)
    if ((bits & (plane == 0 ? 8 : 2)) != 0) {
      if (tops[plane][LEFT] < 0) {
        is_good = FALSE;
      } else {
        sentence_attach_list (s, tops[plane][LEFT], d);
        pop (s, tops, plane, LEFT);
      }
    }
  is_good &= attach_seven (s, tops, d, bits);
  for (int plane = 0; plane < 2; plane++)
    if ((bits & (plane == 0 ? 4 : 1)) != 0)
      push (s, tops, plane, RIGHT, d);
  return is_good;
}

/* A plane has a stack for each side, so that only arcs of one direction keep one another apart. Reading goes
 * on behind a tag that does not fit, since any head that can be read helps to repair the tree. At the end
 * nothing may wait; 0 has left with its last root. */
static gboolean
read_seven (TagSentence *s)
{
  Tops tops = { { -1, -1 }, { -1, -1 } };
  gboolean is_good = TRUE;

  push (s, tops, 0, RIGHT, 0);
  for (int d = 1; d <= s->n; d++) {
    const int bits = read_bits (s->in[d], 7);

    is_good &= bits >= 0 && step_seven (s, tops, d, bits);
  }
  return is_good && (s->n == 0 || tops[0][RIGHT] < 0) && tops[0][LEFT] < 0 && tops[1][RIGHT] < 0
         && tops[1][LEFT] < 0;
}

const TagCoder bits_four = {
  { .name = "4-bit", .trees = "projective trees", .is_projective = TRUE, .alphabet = four_alphabet },
  write_four,
  read_four,
  TRUE,
};

const TagCoder bits_seven = {
  { .name = "7-bit", .trees = "trees of two planes" },
  write_seven,
  read_seven,
  FALSE,
};
