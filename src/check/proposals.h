/* proposals.h - of the best heads of a word, those that annotators most often mean. */
#ifndef CHECK_PROPOSALS_H
#define CHECK_PROPOSALS_H

#include "check/repairs.h"
#include "tbk/check.h"

enum { MOST_PROPOSALS = 1 + TBK_CHECK_MAX_ALTERNATIVES };

/* What the rules ask of words. Sets of relations are those of universal.h. */
typedef struct {
  const TbkCheckWord *words;
  const guint64 *relations; /* by word: a set of one, or of none */
  const Repairs *repairs;   /* in which the word was tried */
  int *left, *right;        /* scratch: n + 1 each */
  int heads[MOST_PROPOSALS];
  int n;
} Proposals;

/* Lists the heads for the word tried, the first the most likely; some one is always there. */
void proposals_find (Proposals *proposals);

#endif
