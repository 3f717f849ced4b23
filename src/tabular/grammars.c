/* grammars.c - the grammars of projective trees. */
#include "tbk/tabular.h"

enum { S, Z, Y };
enum { s, z };

/* Nederhof (2019), Table 3: one symbol S for words, for their sides and for whole subtrees. A word takes
 * children on either side at any time, but the two sides are items of their own. So the order between left
 * and right children is no choice, and each tree has one derivation. */
static const TbkRule projective[] = {
  TBK_WORD (S, S, s),
  TBK_HEAD (S, S, S),
  TBK_RIGHT (S, S, S),
  TBK_LEFT (S, S, S),
};

/* The root, of terminal z, takes one right child and then no more: its right side is Z before and Y after
 * that, and no rule goes on from Y. The start symbol Z needs a right side Y, so a root without a child is no
 * tree either. Its left side stays Z: there is nothing to the left of position 0. */
static const TbkRule projective_single[] = {
  TBK_WORD (S, S, s), TBK_HEAD (S, S, S), TBK_RIGHT (S, S, S), TBK_LEFT (S, S, S),
  TBK_WORD (Z, Z, z), TBK_HEAD (Z, Z, Y), TBK_RIGHT (Y, Z, S),
};

const TbkGrammar *
tbk_grammar_projective (gboolean has_single_root)
{
  static const TbkGrammar any = {
    .name = "projective",
    .rules = projective,
    .n_rules = G_N_ELEMENTS (projective),
    .n_symbols = 1,
    .n_terminals = 1,
    .start = S,
  };
  static const TbkGrammar single = {
    .name = "projective, single root",
    .rules = projective_single,
    .n_rules = G_N_ELEMENTS (projective_single),
    .n_symbols = 3,
    .n_terminals = 2,
    .start = Z,
  };

  return has_single_root ? &single : &any;
}
