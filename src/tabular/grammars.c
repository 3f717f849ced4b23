/* grammars.c - the grammars of projective trees. */
#include "tbk/tabular.h"

enum { S, Z, Y };
enum { s, z };

/* Nederhof (2019), Table 3. */
static const TbkRule projective[] = {
  TBK_WORD (S, S, s),
  TBK_HEAD (S, S, S),
  TBK_RIGHT (S, S, S),
  TBK_LEFT (S, S, S),
};

const TbkGrammar *
tbk_grammar_projective (void)
{
  static const TbkGrammar grammar = {
    .name = "projective",
    .rules = projective,
    .n_rules = G_N_ELEMENTS (projective),
    .n_symbols = 1,
    .n_terminals = 1,
    .start = S,
  };

  return &grammar;
}

/* The root, of terminal z, takes one right child and then no more: no rule goes on from Y. */
static const TbkRule projective_single[] = {
  TBK_WORD (S, S, s), TBK_HEAD (S, S, S), TBK_RIGHT (S, S, S), TBK_LEFT (S, S, S),
  TBK_WORD (Z, Z, z), TBK_HEAD (Z, Z, Y), TBK_RIGHT (Y, Z, S),
};

const TbkGrammar *
tbk_grammar_projective_single (void)
{
  static const TbkGrammar grammar = {
    .name = "projective, single root",
    .rules = projective_single,
    .n_rules = G_N_ELEMENTS (projective_single),
    .n_symbols = 3,
    .n_terminals = 2,
    .start = Z,
  };

  return &grammar;
}
