/* projectivizer.h - what projecting, counting and listing share: the steps from a sentence to its
 * solution. */
#ifndef PROJECTIVIZE_PROJECTIVIZER_H
#define PROJECTIVIZE_PROJECTIVIZER_H

#include "projectivize/core_sets.h"
#include "projectivize/reduce.h"
#include "projectivize/score.h"
#include "tbk/projectivize.h"
#include "tbk/tabular.h"
#include "tbk/tree.h"

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
  gsize n_allocated;
  gboolean has_list;  /* there are trees to return one by one */
  gboolean is_listed; /* the only one of them was returned */
};

/* Begins a sentence: contracts it, if it is not solved already. FALSE with @error set if its heads are no
 * tree. */
gboolean projectivizer_begin (TbkProjectivizer *p, const int *heads, int n, GError **error);

/* Keeps words of the sentence, which was contracted; of few words of a core, the sets too. */
gboolean projectivizer_keep (TbkProjectivizer *p, Extent extent, GError **error);

/* Solves for the words kept, by the fast recursion: the score, and the forest of optimal trees if it is
 * wanted. */
gboolean projectivizer_solve_kept (TbkProjectivizer *p, gboolean wants_forest, int *lost_arcs,
                                   GError **error);

/* Whether the tabular parser is to be used; without words there is nothing to parse. */
gboolean projectivizer_uses_tabular (const TbkProjectivizer *p);

/* The grammar's parser, and the sentence as its string: weight 1 for gold arcs, 0 for others. */
TbkTabular *projectivizer_prepare_tabular (TbkProjectivizer *p, GError **error);

/* Solves the sentence that was begun, with a forest of the optimal trees. */
gboolean projectivizer_solve_forest (TbkProjectivizer *p, int *lost_arcs, GError **error);

/* Puts the tree in forest_heads, or the gold tree, into the sentence. */
void projectivizer_write_heads (const TbkProjectivizer *p, int *projective);

#endif
