/* columns.h - where the vertical lines of words with dependents run.
 *
 * Rows are the words 1..n, columns count from 1, next to the words. The line of a word runs from the first to
 * the last of the word and its dependents. It is farther from the words than the lines of its dependents. So
 * on every row the branch from a word's head ends before the word's own line begins. No two lines of a column
 * have a row in common. If the tree is projective the column of a word is its height, and no line crosses
 * another.
 *
 * Each column takes, of the words whose dependents have their lines, those that end first and are free of
 * each other. A word for which that gives none of the columns has no line: the column is 0.
 */
#ifndef DRAW_COLUMNS_H
#define DRAW_COLUMNS_H

#include <glib.h>

#include "base/memory.h"

typedef struct {
  int first, last;   /* rows of the line */
  int column;        /* 0: none */
  int n_waiting;     /* dependents that have yet to get their lines */
  gboolean has_line; /* there are dependents */
} BranchWord;

typedef struct {
  int n_columns; /* that are used */
  int n_left;    /* words whose lines have none of them */
  BranchWord *words;
  int *order; /* of words that wait, by their last rows */
  int *starts;
  int n_allocated[3];
} BranchColumns;

void columns_clear (BranchColumns *columns);

/* Assigns lines in at most @most columns. Cost: O(n @most). */
gboolean columns_assign (BranchColumns *columns, const int *heads, int n, int most, GError **error);

#endif
