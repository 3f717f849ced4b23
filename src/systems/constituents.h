/* constituents.h - open elements beside those of a gold tree: what exact losses of phrase structure share.
 *
 * Contents
 *   1. openings: open elements by label and index, beside those of a gold tree, as a computation goes on
 *   2. matching: which open elements can become gold constituents, kept as elements are opened and
 *      completed
 */
#ifndef SYSTEMS_CONSTITUENTS_H
#define SYSTEMS_CONSTITUENTS_H

#include "base/room.h"
#include "oracle/phrases.h"
#include "tbk/transition.h"

/* 1. openings: open elements by label and index, beside those of a gold tree, as a computation goes on.
 *
 * An opening is a label with an index; printed.c tells what the index is. Each gold constituent has one, with
 * a place in the gold sequence. The open elements of a stack, from the bottom, are a sequence of openings.
 * What they cost is
 *
 *   (H11)  the number of different ones that are no gold opening + the number of those that are one
 *          - the longest sequence of these whose places increase
 *
 * Where several gold constituents have one opening, an element stands for any of their places, for one at a
 * time. So the places of an element are tried from the last to the first: then no two of them get into one
 * sequence. For each length the least last place of a sequence of that length is kept, with what it was
 * before each element.
 *
 * Cost      O(places of its opening), with a search in the least last places for each, for an element that
 *           comes or goes; for one that is no gold opening O(elements of its index).
 */

/* The opening of a gold constituent. */
typedef struct {
  int label, index;
  gint64 place; /* only order counts */
} GoldOpening;

/* Equal ones together. */
typedef struct {
  int label, index;
  int begin, end; /* in `gold`, from the last place to the first */
  int n_open;     /* elements */
  int cost;       /* for printed.c */
} OpeningKind;

typedef struct {
  int label, index;
  int kind;          /* -1 if it is no gold opening */
  gboolean is_again; /* no gold opening, and an equal element is below it */
  gsize n_changes;   /* before it */
  int length;        /* of the longest sequence, before it */
} FollowedOpening;

/* A least last place that an element made less. */
typedef struct {
  int length;
  gint64 before;
} TailChange;

typedef struct {
  GoldOpening *gold; /* by index, then label, then from the last place to the first */
  int n_gold;
  OpeningKind *kinds; /* by index, then label */
  int n_kinds;
  FollowedOpening *followed;                /* from the bottom */
  int n_followed, n_followed_gold, n_other; /* in all; gold openings; different others */
  gint64 *tails;                            /* of each length, less 1: the least last place */
  int length;                               /* of the longest sequence */
  TailChange *changes;
  gsize n_changes;
  Room gold_room;
  gsize followed_allocated, changes_allocated;
} Openings;

/* Makes room for @n gold openings, which the caller then writes to @openings->gold, in any order. */
gboolean openings_reserve (Openings *openings, int n, GError **error);

/* Takes them in. */
void openings_set_gold (Openings *openings);
void openings_clear (Openings *openings);

/* The kind with that label and index, -1 for none; the first kind of that index or a greater one. */
int openings_find (const Openings *openings, int label, int index);
int openings_first (const Openings *openings, int index);

/* Takes in the open elements of @configuration; those that are as in the last call stay. */
gboolean openings_follow (Openings *openings, const TbkPhraseConfiguration *configuration, GError **error);

/* (H11) */
static inline int
openings_cost (const Openings *openings)
{
  return openings->n_other + openings->n_followed_gold - openings->length;
}

/* Returns by how much (H11) grows with one more element of @kind. */
int openings_growth (const Openings *openings, int kind);

/* 2. matching: which open elements can become gold constituents, kept as elements are opened and completed.
 *
 * Top-down, the open elements that begin at one word are a group. The gold constituents that begin there fall
 * into classes of equal ends. Class 1 is that of the longest spans. An element is matched with a gold
 * constituent of its label, and no element with a shorter span than one above it. So the elements from the
 * bottom are cut into runs, a run for each class from class 1 on, and a run matches its class label by label.
 * Elements are numbered from 0, the lowest.
 *
 *   g_j(k,i)  the elements k..i-1 matched with class j: the sum over labels X of
 *             min (number of X among them, number of X in class j)
 *   f(i,j)    the most of the elements 0..i-1 that are matched with classes 1..j
 *
 *   (H8)   f(i,j) = max over k <= i of v_j(k), where v_j(k) = f(k,j-1) + g_j(k,i); f(i,0) = 0
 *
 * Of v_j only its records matter: for each value v from 1 to f(i,j) the greatest k with v_j(k) >= v. The
 * highest f(i,j-1) records are i, because v_j(i) = f(i,j-1). The set E_j has the others.
 *
 *   (H9)   Element i, of label X, is added. If X is in class j, let p be the greatest k such that the
 *          elements k..i-1 have as many X as class j. Then v_j(k) grows by 1 for each k > p: the greatest
 *          record <= p goes, and i comes. If there is none <= p, f(i+1,j) is greater than f(i,j). At last k =
 *          i+1 comes with the value f(i+1,j-1), and takes the place of so many of the highest records.
 *
 * So (H9) changes one or two members of E_j, and passes on whether f(i+1,j) > f(i,j). Elements that begin at
 * the next word are worth 2 for a match in a class above the last class used, and 1 in that:
 *
 *   (H10)  the gain of a fresh group = max over j of max over k <= i of 2 f(k,j-1) + g_j(k,i) - (gold
 *          constituents of classes 1..j-1)
 *
 * The records of (H10) are kept in the same way, in D_j; there the highest 2 f(i,j-1) are i.
 *
 * What is built, and so missing in a class, ends at the next word. Only the topmost group can have lost it,
 * and there only in the last class that is not passed. For this class (H8) is computed anew, in time linear
 * in the group.
 *
 * Cost      O(classes + elements + gold constituents) of its group for each element that comes, O(classes)
 *           for each that goes; O(groups + elements of the topmost one) for each gain.
 * Memory    O(gold), and a bit for each element and class of a group.
 */

typedef struct {
  int right;
  int begin, end; /* in the gold constituents of the remainder */
  int size;       /* with equal ones */
  int slot;       /* where its records are */
  int n_records, n_doubles;
} SpanClass;

/* A gold constituent among those of its left end: by label, then from the longest span down. */
typedef struct {
  int label, left, right;
  int gold, class;
} LabelledSpan;

typedef struct {
  int label, left;
  int number; /* of the label among those of the gold tree, -1 if it is none */
  gsize row;  /* in rows: bit j tells whether f(i+1,j) > f(i,j) */
} OpenElement;

typedef struct {
  int left;
  int first, n; /* elements */
  int first_class, n_classes;
  int n_admitted;    /* the classes that ended late enough when that was asked last */
  gsize sums;        /* in sums: f(n,0), f(n,1) and so on */
  gboolean is_whole; /* no element was taken off, so that others can be added */
} OpenGroup;

typedef struct {
  const Remainder *remainder;
  int *labels; /* of the gold tree, increasing */
  int n_labels;
  SpanClass *classes; /* by left end, then from the longest down */
  int *class_begin;   /* by left end 0..n: the first class that begins there or later */
  LabelledSpan *spans;
  int *numbers;           /* of each gold constituent: that of its label */
  int *limits;            /* of each gold constituent: p of (H9) in the group as it is, -1 for none */
  int *records, *doubles; /* E_j and D_j, increasing, from the slot of the class on */
  int *caps;              /* of each label: what is left in the class in hand; else 0 */
  guint8 *is_wanted;      /* of each label: what matching_mark() found */

  OpenElement *elements; /* from the bottom of the stack */
  int n_elements;
  OpenGroup *groups;
  int n_groups;
  guint64 *rows;
  int *sums;
  int *last; /* of the elements of one label: the last one, the last but one, and so on */

  /* For arrays by gold constituent, by word, by element, and the others. */
  Room gold_room, words_room, elements_room, groups_room, rows_room, sums_room;
} Matching;

/* Makes @remainder's gold tree that of @matching, which reads it from then on. */
gboolean matching_set_gold (Matching *matching, const Remainder *remainder, GError **error);
void matching_clear (Matching *matching);

/* Takes in the open elements of @configuration, which @matching->remainder follows. What is below the first
 * difference from those of the last call stays. */
gboolean matching_follow (Matching *matching, const TbkPhraseConfiguration *configuration, GError **error);

/* Gains, in bottom_up.c. */

/* The greatest number of elements matched with spans that end at the next word or later; if @closes, without
 * the topmost element. */
int matching_at_next (Matching *matching, gboolean closes);

/* Returns the gain with spans that end after the next word; if @is_old, without elements that begin at the
 * next word. */
int matching_after_next (Matching *matching, gboolean is_old);

/* (H10): the gain of the elements that begin at the next word; 0 if there are none. */
int matching_fresh_gain (const Matching *matching);

/* Sets is_wanted[l] for the labels, by number, with which one more element at the next word would gain
 * more. */
void matching_mark (Matching *matching);

/* Returns TRUE if elements begin at the next word. */
static inline gboolean
matching_has_fresh (const Matching *matching)
{
  return matching->n_groups > 0 && matching->groups[matching->n_groups - 1].left == matching->remainder->next;
}

/* Bit @bit of the row of an element. */
static inline gboolean
matching_has_bit (const Matching *m, gsize row, int bit)
{
  return (m->rows[row + (gsize) bit / 64] >> (bit % 64) & 1) != 0;
}

#endif
