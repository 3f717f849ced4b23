/* projectivizer.h - what projecting, counting and listing share: the steps from a sentence to its solution. */
#ifndef PROJECTIVIZE_PROJECTIVIZER_H
#define PROJECTIVIZE_PROJECTIVIZER_H

#include "projectivize/projectivize.h"
#include "tbk/tabular.h"

struct TbkProjectivizer {
  TbkProjectivizeOptions options;
  Reduced reduced;
  gboolean has_sets; /* whether the core, which is kept, has these */
  CoreSets sets;
  Score score;
  TbkTabular *any_root, *single_root; /* made when first used */
  TbkWeightedString string;
  TbkForest *forest;
  TbkTree *tree;

  /* The sentence in hand, and the words of the forest: all, or those that contraction left. */
  Extent extent; /* which words are kept */
  const int *gold;
  int n;
  gboolean single;                /* whether 0 must have a single child */
  gboolean is_solved;             /* without a forest: the gold tree is the answer */
  const int *forest_gold, *words; /* words is NULL if they are all */
  int n_words;
  int *forest_heads; /* a tree of the forest */
  Room room;
  gboolean has_list;  /* there are trees to return one by one */
  gboolean is_listed; /* the only one of them was returned */
};

#endif
