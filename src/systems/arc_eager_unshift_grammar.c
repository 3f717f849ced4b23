/* arc_eager_unshift_grammar.c - arc-eager parsing with unshift as a grammar.
 *
 * Rules 1 to 17 are arc-eager parsing without correction: every word of label L becomes a left child of a
 * word of the input, every word of label R is the first right child of the word under it. X is a word that
 * returns to the input in the end: it takes words without head to its left as late left children (21, 22),
 * and is then the last right child of its parent (29, 30, 32, 33, after which there is no further right
 * child). Y is a word with a head whose right side ends in such an X. U is a word that has returned. A word
 * of the input never needs to be an X: the same tree is made by right_arc.
 *
 * With 0 in the stack the tree's root is 0, an R or a Y. Without, it is an N or an X, and hangs on the
 * virtual position 0 alone (rules z); as published it must not be an X that has taken all that was left.
 */
#include "systems/systems.h"
#include "tbk/tabular.h"

enum { R, R1, Rf, Rt, L, L1, Lf, Lx, N, U, X, X0, Y, Z, Z1, S, N_SYMBOLS };
enum { r, l, n, u, z, N_TERMINALS };

#define RULES                                                                                                \
  TBK_WORD (R, R, r),        /* 1: (R,R) -> r */                                                             \
      TBK_RIGHT (R1, R, R),  /* 2: (_,R1) -> (_,R) R */                                                      \
      TBK_RIGHT (R, R, N),   /* 3: (_,R) -> (_,R) N */                                                       \
      TBK_RIGHT (R1, R1, N), /* 4: (_,R1) -> (_,R1) N */                                                     \
      TBK_HEAD (R, R, R),    /* 5: R -> (R,R) */                                                             \
      TBK_HEAD (R, R, R1),   /* 6: R -> (R,R1) */                                                            \
      TBK_WORD (L, L, l),    /* 7: (L,L) -> l */                                                             \
      TBK_RIGHT (L1, L, R),  /* 8: (_,L1) -> (_,L) R */                                                      \
      TBK_RIGHT (L, L, N),   /* 9: (_,L) -> (_,L) N */                                                       \
      TBK_RIGHT (L1, L1, N), /* 10: (_,L1) -> (_,L1) N */                                                    \
      TBK_HEAD (L, L, L),    /* 11: L -> (L,L) */                                                            \
      TBK_HEAD (L, L, L1),   /* 12: L -> (L,L1) */                                                           \
      TBK_WORD (N, N, n),    /* 13: (N,N) -> n */                                                            \
      TBK_RIGHT (N, N, N),   /* 14: (_,N) -> (_,N) N */                                                      \
      TBK_LEFT (N, N, N),    /* 15: (N,_) -> N (N,_) */                                                      \
      TBK_LEFT (N, L, N),    /* 16: (N,_) -> L (N,_) */                                                      \
      TBK_HEAD (N, N, N),    /* 17: N -> (N,N) */                                                            \
      TBK_WORD (U, U, u),    /* 18: (U,U) -> u */                                                            \
      TBK_LEFT (U, L, U),    /* 19: (U,_) -> L (U,_) */                                                      \
      TBK_HEAD (X, U, U),    /* 20: X -> (U,U) */                                                            \
      TBK_LEFT (Lx, L, L),   /* 21: (Lx,_) -> L (L,_) */                                                     \
      TBK_LEFT (Lx, L, Lx),  /* 22: (Lx,_) -> L (Lx,_) */                                                    \
      TBK_HEAD (X, L, L),    /* 23: X -> (L,L) */                                                            \
      TBK_HEAD (X, L, L1),   /* 24: X -> (L,L1) */                                                           \
      TBK_HEAD (X, L, Lf),   /* 25: X -> (L,Lf) */                                                           \
      TBK_HEAD (X, Lx, L),   /* 26: X -> (Lx,L) */                                                           \
      TBK_HEAD (X, Lx, L1),  /* 27: X -> (Lx,L1) */                                                          \
      TBK_HEAD (X, Lx, Lf),  /* 28: X -> (Lx,Lf) */                                                          \
      TBK_RIGHT (Lf, L, X),  /* 29: (_,Lf) -> (_,L) X */                                                     \
      TBK_RIGHT (Lf, L1, X), /* 30: (_,Lf) -> (_,L1) X */                                                    \
      TBK_RIGHT (Lf, L, Y),  /* 31: (_,Lf) -> (_,L) Y */                                                     \
      TBK_RIGHT (Rf, R, X),  /* 32: (_,Rf) -> (_,R) X */                                                     \
      TBK_RIGHT (Rf, R1, X), /* 33: (_,Rf) -> (_,R1) X */                                                    \
      TBK_RIGHT (Rf, R, Y),  /* 34: (_,Rf) -> (_,R) Y */                                                     \
      TBK_HEAD (Y, R, Rf),   /* 35: Y -> (R,Rf) */                                                           \
      TBK_WORD (Z, Z, z)     /* z: (Z,Z) -> z */

/* 0 is an R or a Y. */
static const TbkRule rules[] = {
  RULES, TBK_HEAD (Rt, R, R), /* Rt -> (R,R) */
  TBK_HEAD (Rt, R, R1),       /* Rt -> (R,R1) */
  TBK_HEAD (Rt, R, Rf),       /* Rt -> (R,Rf) */
};

static const TbkRule noroot_rules[] = {
  RULES, TBK_RIGHT (Z1, Z, N), /* (_,Z1) -> (_,Z) N */
  TBK_RIGHT (Z1, Z, X),        /* (_,Z1) -> (_,Z) X */
  TBK_HEAD (S, Z, Z1),         /* S -> (Z,Z1) */
};

static const TbkRule published_rules[] = {
  RULES,
  TBK_RIGHT (Z1, Z, N),  /* (_,Z1) -> (_,Z) N */
  TBK_RIGHT (Z1, Z, X0), /* (_,Z1) -> (_,Z) X0 */
  TBK_HEAD (S, Z, Z1),   /* S -> (Z,Z1) */
  TBK_HEAD (X0, L, L),   /* X0 -> (L,L) */
  TBK_HEAD (X0, L, L1),  /* X0 -> (L,L1) */
  TBK_HEAD (X0, L, Lf),  /* X0 -> (L,Lf) */
};

#define GRAMMAR(NAME, RULES_OF, START)                                                                       \
  {                                                                                                          \
    .name = NAME, .rules = RULES_OF, .n_rules = G_N_ELEMENTS (RULES_OF), .n_symbols = N_SYMBOLS,             \
    .n_terminals = N_TERMINALS, .start = START                                                               \
  }

static const TbkGrammar grammar = GRAMMAR ("arc-eager-unshift", rules, Rt);
static const TbkGrammar noroot_grammar = GRAMMAR ("arc-eager-unshift noroot", noroot_rules, S);
static const TbkGrammar published_grammar = GRAMMAR ("arc-eager-unshift published", published_rules, S);

/* No arc from a virtual 0 is made. */
static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  const TbkConfiguration *after = candidate->after;
  int first = translation_first_of_stack (after);

  (void) policy;
  for (int i = 0; i < string->n; i++) {
    gboolean is_stack = i >= first && i < translation_first_of_input (after);

    string->terminals[i] = i < first                                      ? z
                           : !is_stack                                    ? (after->n_returned > 0 ? u : n)
                           : after->stack[i - first].label == TBK_LABEL_L ? l
                                                                          : r;
    if (first > 0 && i > 0)
      tbk_weight_set (string, 0, i, 0);
  }
  arc_eager_forget_made (candidate, string);
}

static const char *const symbols[] = { "R", "R1", "Rf", "Rt", "L", "L1", "Lf", "Lx",
                                       "N", "U",  "X",  "X0", "Y", "Z",  "Z1", "S" };
static const char *const terminals[] = { "r", "l", "n", "u", "z" };

const Translation arc_eager_unshift_translation = { &grammar, translate, symbols, terminals };
const Translation arc_eager_unshift_noroot_translation = { &noroot_grammar, translate, symbols, terminals };
const Translation arc_eager_unshift_published_translation = { &published_grammar, translate, symbols,
                                                              terminals };
