/* spanning.h - the best tree that need not be projective. */
#ifndef DECODE_SPANNING_H
#define DECODE_SPANNING_H

#include "decode/decode.h"
#include "decode/scores.h"

/* DecodeScratch memory of a search among n words. */
typedef struct {
  double *rows; /* 2 n of them: words, then the nodes that cycles become; the first n are read and changed */
  int *numbers; /* SPANNING_NUMBERS (n) of them */
} Spanning;

#define SPANNING_NUMBERS(n) (12 * ((gsize) (n) + 1))

/* Finds the tree of least cost: @rows of words 1..n have the costs of the arcs from each head, infinite where
 * there is none and from the word itself. Writes heads[1..n]; FALSE if there is no tree. */
gboolean spanning_find (const Spanning *spanning, int n, gboolean has_any_root, int *heads);

/* Room for it in the worker's memory, and for @heads of n + 1 words. */
gboolean spanning_reserve (DecodeWorker *worker, int n, Spanning *spanning, int **heads, GError **error);

extern const DecodeTask spanning_task;

#endif
