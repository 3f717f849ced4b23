/* levels.h - how high each arc is drawn above the words.
 *
 * An arc spans the gaps between its ends. Its level is one more than the greatest of the shorter arcs (of
 * equal ones, those of earlier words) with which it shares a gap. So arcs that share a gap have different
 * levels, and lines cross only where arcs do. Arcs from 0 have none.
 *
 * Ports are where arcs meet a word: numbered from its middle, to the left and to the right, the longest
 * first.
 */
#ifndef DRAW_LEVELS_H
#define DRAW_LEVELS_H

#include <glib.h>

#include "base/memory.h"

typedef struct {
  int level;           /* from 1; 0 for a child of 0 */
  int head_port, port; /* of the arc into the word, at either end; from 1, without sign */
  int n_left, n_right; /* the word's ports */
} LevelsWord;

typedef struct {
  int n_levels;
  LevelsWord *words;
  int *order; /* the words, by the lengths of their arcs */
  int *starts;
  int *best, *covers; /* a tree of gaps: the greatest level in a part, and that given to all of it */
  int n_allocated[5];
} Levels;

void levels_clear (Levels *levels);

/* Cost: O(n log n). */
gboolean levels_assign (Levels *levels, const int *heads, int n, GError **error);

#endif
