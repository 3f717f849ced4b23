/* subtree.h - the part of a sentence that a word dominates, as a sentence to draw. */
#ifndef CORPUS_SUBTREE_H
#define CORPUS_SUBTREE_H

#include "tbk/draw.h"

/* Scratch. */
typedef struct {
  int *numbers, *heads;
  int n_allocated[2];
} Subtree;

void subtree_clear (Subtree *subtree);

/* Leaves in @sentence only word @node, as a child of 0, and what it dominates. @rows are those of @sentence:
 * rows that stay move to the front, and of ranges those stay that hold no other word. The new heads belong to
 * @subtree. */
gboolean subtree_take (Subtree *subtree, int node, TbkDrawnRow *rows, TbkDrawnSentence *sentence,
                       GError **error);

#endif
