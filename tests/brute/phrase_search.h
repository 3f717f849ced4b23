/* phrase_search.h - the loss of a configuration by search through all computations, apart from the library.
 * */
#ifndef BRUTE_PHRASE_SEARCH_H
#define BRUTE_PHRASE_SEARCH_H

#include "tbk/transition.h"

enum { SEARCH_DEPTH = 40, SEARCH_GOLD = 24 };

/* A configuration without what is built: of that only the gold constituents left matter. All bytes count, so
 * that equal states are equal in memory. */
typedef struct {
  guint8 next, is_finished, depth, n_unary;
  gint8 label[SEARCH_DEPTH], left[SEARCH_DEPTH], right[SEARCH_DEPTH]; /* label -1: a word; right -1: open */
  guint8 is_left[SEARCH_GOLD];                                        /* whether it is in R */
} SearchState;

typedef struct {
  TbkPhraseStrategy strategy;
  int max_unary; /* 0: no cap */
  int n, n_gold, n_labels;
  const TbkConstituent *gold; /* equal ones are next to each other */
} Search;

typedef struct {
  TbkPhraseTransition transition;
  SearchState state;
  int cost; /* 1 if it builds what is not in R, else 0 */
} SearchStep;

void search_start (const Search *search, SearchState *state);

/* All steps that the definition allows in @state, into @steps, which has room. Returns their number. */
int search_steps (const Search *search, const SearchState *state, SearchStep *steps);

/* The least number of wrong constituents still to be built and gold ones never built. */
int search_loss (const Search *search, const SearchState *state);

#endif
