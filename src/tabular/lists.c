/* lists.c - lists of heads as numbers. The recursions go down the levels, at most ten.
 *
 * Joining two lists changes one block a level: in every part but the one with the arc, or the one in which
 * both have words, one of the lists is alone. Comparing two joined lists enters at most three parts a level:
 * the two of that kind and the first in which the lists differ; parts are equal if their numbers are. So both
 * are O(log n), with blocks found by hash.
 *
 * An example with words up to 4: one level, so a list is one block, whose part k is word k with its head plus
 * 1, or 0. The left list gives head 2 to word 1 and head 0 to word 2, the right one head 3 to word 4; they
 * are joined with an arc from 2 to 3:
 *
 *   word       0  1  2  3  4  5  6  7
 *   left       0  3  1  0  0  0  0  0
 *   right      0  0  0  0  4  0  0  0
 *   joined     0  3  1  3  4  0  0  0      the middle part is that of word 3
 *
 * With words up to 63 there are two levels: part k of the upper block is the number of the block of words 8 k
 * to 8 k + 7. If the arc leads to word 11, only part 1 is joined anew; parts 0 and 2 to 7 keep their numbers.
 */
#include "tabular/forest.h"

#include <string.h>

#include "base/base.h"

enum { LEAST_SLOTS = 64, PART_BITS = 3 };

G_STATIC_ASSERT ((int) LIST_PARTS == 1 << PART_BITS);

/* Frees the memory as well, unlike lists_begin(), which keeps it for lists to come. */
void
lists_clear (Lists *lists)
{
  g_free (lists->blocks);
  g_free (lists->slots);
  *lists = (Lists){ 0 };
}

/* Makes the table one of @n_slots free slots. Numbers of blocks are lost with it, so reserve() enters them
 * again. */
static gboolean
empty_slots (Lists *lists, gsize n_slots)
{
  if (!try_reserve (&lists->slots, &lists->n_slots_allocated, n_slots, sizeof (guint32)))
    return FALSE;
  lists->n_slots = n_slots;
  memset (lists->slots, 0, n_slots * sizeof (guint32));
  return TRUE;
}

gboolean
lists_begin (Lists *lists, int max_word)
{
  /* The least number of levels with 8^levels > max_word: three bits of a word's number choose the part of one
   * level. */
  lists->levels = ((int) g_bit_storage (max_word) + PART_BITS - 1) / PART_BITS;
  if (!empty_slots (lists, LEAST_SLOTS)
      || !try_reserve (&lists->blocks, &lists->n_allocated, LEAST_SLOTS, sizeof (ListBlock)))
    return FALSE;
  /* Block 0 is all zeros, so a part that is empty can be opened like any other, and gives empty parts. */
  lists->blocks[0] = (ListBlock){ { 0 } };
  lists->n_blocks = 1;
  lists->is_beyond_memory = FALSE;
  return TRUE;
}

/* The slot of @block: the one that holds its number, or the free one where that belongs. */
static guint32 *
find_slot (const Lists *lists, const ListBlock *block)
{
  gsize mask = lists->n_slots - 1;
  guint64 hash = 0;

  /* A product of odd numbers mixes upwards only, so the upper half of the hash is used. Collisions are
   * harmless: blocks are compared by content. */
  for (int k = 0; k < LIST_PARTS; k++)
    hash = (hash ^ block->parts[k]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  /* Half of the slots are free, so the search ends, after few steps as a rule. */
  for (gsize place = hash >> 32 & mask;; place = (place + 1) & mask) {
    guint32 *slot = &lists->slots[place];
    if (*slot == 0 || memcmp (&lists->blocks[*slot], block, sizeof (ListBlock)) == 0)
      return slot;
  }
}

/* Makes room for one block more, with half of the slots free.
 *
 * Slots hold numbers of blocks, and numbers do not change when the table grows. So only the slots are filled
 * again. */
static gboolean
reserve (Lists *lists)
{
  if (!try_reserve (&lists->blocks, &lists->n_allocated, (gsize) lists->n_blocks + 1, sizeof (ListBlock)))
    return FALSE;
  if (2 * (gsize) lists->n_blocks >= lists->n_slots) {
    if (!empty_slots (lists, 2 * lists->n_slots))
      return FALSE;
    for (guint32 number = 1; number < lists->n_blocks; number++)
      *find_slot (lists, &lists->blocks[number]) = number;
  }
  return TRUE;
}

/* The number of @block, a new one if there is no equal block. 0 without memory: the caller must look at
 * `is_beyond_memory` before it trusts a list. */
static guint32
number_of (Lists *lists, const ListBlock *block)
{
  guint32 *slot;

  if (!reserve (lists)) {
    lists->is_beyond_memory = TRUE;
    return 0;
  }
  slot = find_slot (lists, block);
  if (*slot == 0) {
    *slot = lists->n_blocks;
    lists->blocks[lists->n_blocks++] = *block;
  }
  return *slot;
}

/* Returns TRUE if at most one list is there, and no arc. */
static inline gboolean
is_one (const JoinedList *joined)
{
  return joined->dependent == 0 && (joined->left == 0 || joined->right == 0);
}

/* The number of the part for a single word. Without an arc one of the two numbers is 0, as no word has two
 * heads. */
static inline guint32
word_number (const JoinedList *joined)
{
  return joined->dependent != 0 ? (guint32) joined->head + 1 : joined->left | joined->right;
}

/* Where the two lists meet: the part, of those of that level, with the arc; without an arc the one in
 * which both have words, or -1. In all other parts is one of the lists alone. */
static inline int
middle_part (const Lists *lists, const JoinedList *joined, int level)
{
  const ListBlock *left = &lists->blocks[joined->left], *right = &lists->blocks[joined->right];
  int middle = -1;

  if (joined->dependent != 0)
    return joined->dependent >> (level - 1) * PART_BITS & (LIST_PARTS - 1);
  for (int k = 0; k < LIST_PARTS; k++)
    if (left->parts[k] != 0 && right->parts[k] != 0)
      middle = k;
  return middle;
}

/* Part @k of both lists of @joined. The arc belongs to the middle part alone. */
static inline JoinedList
part_of (const Lists *lists, const JoinedList *joined, int k, gboolean is_middle)
{
  return (JoinedList){ lists->blocks[joined->left].parts[k], lists->blocks[joined->right].parts[k],
                       joined->head, is_middle ? joined->dependent : 0 };
}

static guint32
join (Lists *lists, const JoinedList *joined, int level)
{
  ListBlock block;
  int middle;

  /* A list alone is joined already. */
  if (is_one (joined))
    return joined->left | joined->right;
  if (level == 0)
    return word_number (joined);
  /* In every part but the middle one of the lists is alone, and the other's number is 0. */
  for (int k = 0; k < LIST_PARTS; k++)
    block.parts[k] = lists->blocks[joined->left].parts[k] | lists->blocks[joined->right].parts[k];
  middle = middle_part (lists, joined, level);
  if (middle >= 0) {
    JoinedList part = part_of (lists, joined, middle, TRUE);
    block.parts[middle] = join (lists, &part, level - 1);
  }
  return number_of (lists, &block);
}

guint32
lists_join (Lists *lists, const JoinedList *joined)
{
  return join (lists, joined, lists->levels);
}

/* Where one of the lists is empty the other is the result as it is, so only what both have is entered. */
static guint32
unite (Lists *lists, guint32 a, guint32 b, int level)
{
  ListBlock block;

  if (a == 0 || b == 0 || level == 0)
    return a | b;
  for (int k = 0; k < LIST_PARTS; k++)
    block.parts[k] = unite (lists, lists->blocks[a].parts[k], lists->blocks[b].parts[k], level - 1);
  return number_of (lists, &block);
}

guint32
lists_unite (Lists *lists, guint32 a, guint32 b)
{
  return unite (lists, a, b, lists->levels);
}

static guint32
subtract (Lists *lists, guint32 a, guint32 b, int level)
{
  gboolean is_empty = TRUE;
  ListBlock block;

  if (a == 0 || b == 0)
    return a;
  if (a == b || level == 0)
    return 0;
  for (int k = 0; k < LIST_PARTS; k++) {
    block.parts[k] = subtract (lists, lists->blocks[a].parts[k], lists->blocks[b].parts[k], level - 1);
    is_empty = is_empty && block.parts[k] == 0;
  }
  return is_empty ? 0 : number_of (lists, &block);
}

guint32
lists_subtract (Lists *lists, guint32 a, guint32 b)
{
  return subtract (lists, a, b, lists->levels);
}

/* Less than 0, 0, or more, as @a comes before @b, is equal, or comes after. At each level at most three parts
 * are entered: the middles, and the one in which the lists first differ. */
static int
compare (const Lists *lists, const JoinedList *a, const JoinedList *b, int level)
{
  int middle_a, middle_b, order = 0;

  if (level == 0)
    return word_number (a) < word_number (b) ? -1 : word_number (a) > word_number (b);
  middle_a = middle_part (lists, a, level);
  middle_b = middle_part (lists, b, level);
  /* Words with small numbers count first. A part that is no middle of a or b is a list alone in both, so
   * equal numbers mean equal lists, and the part is passed over. If the numbers differ there, this is the
   * first difference: order is not 0 below, and the loop ends. */
  for (int k = 0; k < LIST_PARTS && order == 0; k++) {
    JoinedList part_a = part_of (lists, a, k, k == middle_a), part_b = part_of (lists, b, k, k == middle_b);
    if (k == middle_a || k == middle_b || (part_a.left | part_a.right) != (part_b.left | part_b.right))
      order = compare (lists, &part_a, &part_b, level - 1);
  }
  return order;
}

gboolean
lists_are_ordered (const Lists *lists, const JoinedList *a, const JoinedList *b)
{
  return compare (lists, a, b, lists->levels) < 0;
}

/* The number of a word is read off the path to it: three bits a level. */
static void
write_part (const Lists *lists, guint32 list, int level, int word, int *heads)
{
  if (list == 0)
    return;
  if (level == 0) {
    heads[word] = (int) list - 1;
    return;
  }
  for (int k = 0; k < LIST_PARTS; k++)
    write_part (lists, lists->blocks[list].parts[k], level - 1, word << PART_BITS | k, heads);
}

void
lists_write (const Lists *lists, guint32 list, int *heads)
{
  write_part (lists, list, lists->levels, 0, heads);
}
