/* tetratags.c - tetratags: words and gaps as left and right children in the binary tree.
 *
 * A constituent of the children C1 .. Ck is a node over C1 and a new node over C2 and so on to Ck. So every
 * new node is a right child, and the gap behind C1 is that of the constituent, while those behind C2 to Ck-1
 * are of new nodes.
 *
 * The counter has the trees that are begun: each but the last lacks its last word. A word begins a tree (l)
 * or completes the last one (r); a gap puts a node over the last one (L), or over it and into the one before
 * (R).
 *
 * An example, (S Nobody (VP read (NP the letter))), whose constituents have two children each:
 *
 *   tag     trees begun, _ the missing rest        counter
 *   l       Nobody                                 1
 *   L/S     (S Nobody _)                           1
 *   l       (S Nobody _)  read                     2
 *   R/VP    (S Nobody (VP read _))                 1
 *   l       (S Nobody (VP read _))  the            2
 *   R/NP    (S Nobody (VP read (NP the _)))        1
 *   r       complete                               1
 *
 * With a third child, as in (NP the new letter), the gap between new and letter is that of a new node: R
 * without a label.
 */
#include "tags/phrase_tags.h"

enum { WORD, GAP };
/* In this order, by which ties fall: of tags that nobody can read the tree is flat. */
enum { WORD_LEFT, WORD_RIGHT, GAP_RIGHT, GAP_LEFT, N_MOVES };

static const char letters[] = "lrRL";

static void
set_move (PhraseSentence *s, int word, int number, int move)
{
  PhrasePart *part = phrase_sentence_part (s, word, number);

  part->move = move;
  part->letter = letters[move];
}

/* A child is a right one if a constituent that encloses it ends where it does. These come before it in pre-order, so that
 * whether there was one is known: `is_end`. */
static void
write_tags (PhraseSentence *s)
{
  int *is_end = s->scratch[0];

  /* A gap that no constituent claims below is of a new node: a right child without a label. */
  for (int i = 0; i < s->n; i++) {
    is_end[i] = FALSE;
    set_move (s, i, GAP, GAP_RIGHT);
  }
  for (int k = 0; k < s->n_nodes; k++) {
    /* Nodes come in pre-order, so those that enclose this one were met before. A node over one word is its
     * label alone. */
    const TagConstituent *node = &s->nodes[k];
    const gboolean is_word = node->right - node->left == 1;

    phrase_sentence_part (s, is_word ? node->left : node->child_end - 1, is_word ? WORD : GAP)->own =
        node->label;
    if (is_word)
      continue;
    set_move (s, node->child_end - 1, GAP, is_end[node->right - 1] ? GAP_RIGHT : GAP_LEFT);
    is_end[node->right - 1] = TRUE;
  }
  for (int i = 0; i < s->n; i++)
    set_move (s, i, WORD, is_end[i] ? WORD_RIGHT : WORD_LEFT);
}

/* Makes the constituents. Trees begun are on a stack: the word that each begins with, and the gaps whose
 * nodes wait for its last word, as a list. A node begins where the tree did that became its left child.
 *
 *   begins[t]  first word of the t-th tree
 *   lists[t]   last gap whose node waits for its end; nexts[g] the gap before it, -1 the first
 *   starts[g]  first word of the node at gap g
 */
static void
read_tags (PhraseSentence *s)
{
  int *begins = s->scratch[0], *lists = s->scratch[1], *starts = s->scratch[2], *nexts = s->scratch[3];
  int top = -1;

  for (int i = 0; i < s->n; i++) {
    const PhrasePart *word = phrase_sentence_part (s, i, WORD), *gap = phrase_sentence_part (s, i, GAP);

    if (word->own.size > 0)
      phrase_sentence_add (s, i, i + 1, word->own);
    if (word->move == WORD_LEFT)
      begins[++top] = i;
    else
      /* The word ends every node of the list. From the lowest up, so that the outermost at a word is added
       * last. */
      for (int g = lists[top]; g >= 0; g = nexts[g])
        if (phrase_sentence_part (s, g, GAP)->own.size > 0)
          phrase_sentence_add (s, starts[g], i + 1, phrase_sentence_part (s, g, GAP)->own);
    /* The last word has no gap. */
    if (i == s->n - 1)
      break;
    starts[i] = begins[top];
    /* R: the node goes into the tree before; both wait for the same word. */
    top -= gap->move == GAP_RIGHT;
    nexts[i] = gap->move == GAP_RIGHT ? lists[top] : -1;
    lists[top] = i;
  }
}

/* Letters of a word are the first two, of a gap the others. L must have a label: a left child is a
 * constituent. */
static void
read_part (TbkPiece text, int number, PhrasePart *part)
{
  const char *found = text.size == 0 ? NULL : memchr (letters + 2 * number, text.bytes[0], 2);
  TbkPiece own = { NULL, 0 };

  *part = (PhrasePart){ .move = -1 };
  if (found == NULL || (text.size > 1 && text.bytes[1] != '/'))
    return;
  if (text.size > 1)
    own = (TbkPiece){ text.bytes + 2, text.size - 2 };
  if (text.size > 1 ? part_is_label (own) : found - letters != GAP_LEFT)
    *part = (PhrasePart){ .move = (int) (found - letters), .letter = *found, .own = own };
}

static void
write_part (const PhrasePart *part, GString *text)
{
  g_string_append_c (text, part->letter);
  if (part->own.size == 0)
    return;
  g_string_append_c (text, '/');
  g_string_append_len (text, part->own.bytes, (gssize) part->own.size);
}

/* A sentence of one word has a constituent over it. */
static gboolean
allows (const PhrasePart *part, int word, int n)
{
  (void) word;
  return n > 1 || part->own.size > 0;
}

static void
change_part (PhrasePart *part, int move, int word, int n)
{
  (void) word;
  part->move = move;
  part->letter = letters[move];
  if (part->own.size == 0 && (move == GAP_LEFT || n == 1))
    part->own = part_made_up ();
}

/* Least and change: l begins a tree, r needs one; R needs two and joins them, L needs one. See
 * CounterMove. */
static CounterMove
find_move (int move, int word)
{
  static const CounterMove moves[] = { { 0, -1, 1 }, { 1, -1, 0 }, { 2, -1, -1 }, { 1, -1, 0 } };

  (void) word;
  return moves[move];
}

static gboolean
has_move (int move, int number)
{
  return move / 2 == number;
}

static int
count_moves (int n_levels)
{
  (void) n_levels;
  return N_MOVES;
}

/* Returns the greatest counter from which the rest can come to one tree. Each word begins one tree at most,
 * so it is at most word + 1. Each gap that is left joins two trees at most, so the counter is at most one
 * more than the gaps that are left. */
static int
most (int word, int number, int n, int n_moves)
{
  (void) n_moves;
  return MIN (word + 1, n - word - (number == GAP));
}

static gboolean
is_end (int counter)
{
  return counter == 1;
}

const PhraseCoder tetratags_coder = {
  .shown = { .name = "tetratags", .has_gaps = TRUE },
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
