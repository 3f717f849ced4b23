/* openings.h - open elements by label and index, beside those of a gold tree, as a computation goes on.
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
#ifndef PHRASE_ORACLE_OPENINGS_H
#define PHRASE_ORACLE_OPENINGS_H

#include "tbk/constituency.h"

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
  gsize gold_allocated, followed_allocated, changes_allocated;
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

/* What (H11) grows by with one more element of @kind. */
int openings_growth (const Openings *openings, int kind);

#endif
