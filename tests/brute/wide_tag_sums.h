/* wide_tag_sums.h - sums over all derivations of a grammar in wide numbers, edge by edge: slower, without bounds. */
#ifndef BRUTE_WIDE_TAG_SUMS_H
#define BRUTE_WIDE_TAG_SUMS_H

#include "tabular/grammar.h"

/* The score of the weight of an edge, and where its share is added. */
typedef struct {
  gpointer data;
  double (*score) (gpointer data, const Edge *edge);
  void (*add_share) (gpointer data, const Edge *edge, double share);
} WideScores;

/* Returns log Z of a sentence of @n words. */
double wide_tag_sums (const Grammar *grammar, int n, const WideScores *scores);

#endif
