/* layout.h - where SVG puts words and arcs.
 *
 * Letters are not measured: a cell of a terminal is taken for so many pixels, a little more than it is with
 * common letters. Words stand side by side with room for the labels of arcs between them. Where that is wider
 * than asked for, they are broken into lines, a range never. An arc between two lines goes from each of its
 * ends to an edge, where its label stands in a zone of its own, and the number of the word at its other end.
 * All words then have their numbers, beside their tags.
 *
 * Heights of arcs in a line are the ranks of the levels that there are (draw/levels.h). So in one line they
 * are the levels themselves, and in all lines arcs cross only where they do in one.
 */
#ifndef DRAW_LAYOUT_H
#define DRAW_LAYOUT_H

#include "draw/drawer.h"

/* In pixels. */
enum {
  LAYOUT_SIDE = 12,  /* at both ends */
  LAYOUT_STEP = 18,  /* from height to height */
  LAYOUT_FOOT = 6,   /* the first height is so much more from the words */
  LAYOUT_ROUND = 6,  /* of corners, at most */
  LAYOUT_WORDS = 44, /* the height of form and tag */
  LAYOUT_RANGES = 28,
};

typedef struct {
  int width, height;
  int zone, mark; /* the width of a zone at an edge, with the number in it; 0 in one line */
  gboolean has_ranges;
  gboolean has_numbers; /* beside tags: where lines are broken, for the numbers at edges */
} Layout;

/* Finds the places of the drawer's rows and lines, from @top on, for the pictures of its sides. */
gboolean layout_find (TbkDrawer *drawer, int top, Layout *layout, GError **error);

/* How far from the middle of its word an end of the arc into @word is: that at its head, or at itself. */
int layout_port (const DrawnSide *side, int word, gboolean is_head);

#endif
