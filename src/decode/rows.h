/* rows.h - trees into the caller's rows. */
#ifndef DECODE_ROWS_H
#define DECODE_ROWS_H

#include "decode/decode.h"

typedef struct {
  const int *heads;    /* [1..n]; NULL: there is no tree */
  const int *labels;   /* of words 1..n, from 0; NULL: the best */
  const double *score; /* NULL: that of its arcs */
} FoundTree;

/* Puts the t-th tree of a sentence into the rows. */
void rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree);

/* Puts the trees of a sentence, which are all there, in order of their scores. */
gboolean rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

#endif
