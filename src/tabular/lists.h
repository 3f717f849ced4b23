/* lists.h - lists of heads that share what they have in common, to be joined and compared in O(log n)
 * expected.
 *
 * A list gives heads to some of the words, and has a number. The numbers of words, 0 to 8^levels - 1, are
 * parted into eight, each part again into eight, down to single words. Each part of the list has a number: 0
 * where no word has a head, for a single word its head plus 1, else the number of the block of its eight
 * parts. Equal blocks are stored once: so at one level, parts are equal if and only if their numbers are. At
 * two levels a block may mean two things.
 *
 * Memory    at most levels + 1 blocks of 32 bytes, and their slots, for each list joined.
 * Source    persistent segment trees, hash consing.
 */
#ifndef TABULAR_LISTS_H
#define TABULAR_LISTS_H

#include <glib.h>

enum { LIST_PARTS = 8 };

typedef struct {
  guint32 parts[LIST_PARTS];
} ListBlock;

typedef struct {
  int levels;
  ListBlock *blocks; /* by number; number 0 is the empty one */
  guint32 n_blocks;
  gsize n_allocated;
  guint32 *slots;                   /* by hash: the number of a block, or 0 */
  gsize n_slots, n_slots_allocated; /* n_slots is a power of 2 */
  gboolean is_beyond_memory;        /* since lists_begin(): some lists are wrong */
} Lists;

/* Two lists, for words before and after @dependent, and the arc to it; @dependent = 0 for no arc. */
typedef struct {
  guint32 left, right;
  int head, dependent;
} JoinedList;

void lists_clear (Lists *lists);

/* Forgets all lists; those to come are for words up to @max_word. FALSE if there is no memory: no list can
 * come then. */
gboolean lists_begin (Lists *lists, int max_word);

/* The number of the list that @joined is; a wrong one if memory runs out. */
guint32 lists_join (Lists *lists, const JoinedList *joined);

/* Whether @a comes before @b in the order of lists; they give heads to the same words. */
gboolean lists_are_ordered (const Lists *lists, const JoinedList *a, const JoinedList *b);

/* Writes the heads: @heads[d] for each word d that has one. */
void lists_write (const Lists *lists, guint32 list, int *heads);

#endif
