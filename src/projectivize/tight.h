/* tight.h - what the optimal trees over few words are made of, as sets of bits.
 *
 * Items and products are those of optima.c, without a forest. The products of an item differ in one word,
 * their place: the last of the left part of a meeting, the dependent of the arc of a side or the goal. So
 * those that belong to an optimal tree are a set of words, and over all of them
 *
 *   (O6)  value(N) = SUM over the places k of N:  value(left part at k) * value of the arc * value(right part
 *         at k)
 *
 * is computed for a semiring by going through the items from the last to the first: each comes before its
 * parts.
 *
 * Cost      as in optima.c.
 */
#ifndef PROJECTIVIZE_TIGHT_H
#define PROJECTIVIZE_TIGHT_H

#include "projectivize/score.h"

enum {
  TIGHT_MOST_WORDS = 63,
  TIGHT_SIZE = TIGHT_MOST_WORDS + 1,
  TIGHT_NO_ARC = TIGHT_SIZE, /* the head in a meeting */
  TIGHT_MOST_SLOTS = 3 * TIGHT_SIZE * TIGHT_SIZE + 1,
  TIGHT_NO_ITEM = TIGHT_MOST_SLOTS, /* in the slot of an item over one word, which has no products */
};

/* An item's value stands in a slot; the parts of its product at place k in the slots left + k and right + k *
 * stride. */
typedef struct {
  guint64 places;
  guint16 slot, left, right;
  guint8 head; /* of the arc to the word at a place, or TIGHT_NO_ARC */
} TightItem;

typedef struct {
  int n, stride;
  int n_items;
  TightItem items[TIGHT_MOST_SLOTS]; /* the goal first, each before its parts */
  guint16 items_by_slot[TIGHT_MOST_SLOTS];
  gint64 values[TIGHT_MOST_SLOTS]; /* by slot, for those who go through the items */
} Tight;

/* Lists the items of the optimal trees over the words of a filled @score, at most TIGHT_MOST_WORDS. */
void tight_list (Tight *tight, Score *score, gboolean single);

/* Gives items over one word, which have no arcs, the value @one. */
void tight_begin_values (Tight *tight, gint64 one);

/* The number of optimal trees; FALSE if it does not fit. */
gboolean tight_count (Tight *tight, guint64 *count);

#endif
