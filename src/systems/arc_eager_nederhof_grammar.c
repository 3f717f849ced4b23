/* arc_eager_nederhof_grammar.c - unnormalized arc-eager parsing as a grammar: Nederhof (2021), Table 10.
 *
 * R and L are words of the stack by label; R1 and L1 the same with their one right child from within
 * the stack; Rp and Lp words that the policy keeps from becoming a right child unless they get a right
 * child first; Lb a word just shifted, which must become a left child; N words of the remaining input;
 * Np the first of them where the policy keeps it from becoming a left child unless it takes a left
 * child first. The start symbol, which the paper leaves unsaid, is R. Rule 16 is never of use.
 */
#include "systems/systems.h"
#include "tbk/tabular.h"

enum { R, Rp, R1, L, Lp, L1, Lb, N, Np, N_SYMBOLS };
enum { r, rp, l, lp, lb, n, np, N_TERMINALS };

static const TbkRule rules[] = {
  TBK_WORD (R, R, r),     /* 1: (R,R) -> r */
  TBK_WORD (Rp, Rp, rp),  /* 2: (Rp,Rp) -> rp */
  TBK_RIGHT (R, R, N),    /* 3: (_,R) -> (_,R) N */
  TBK_RIGHT (R, R, Np),   /* 4: (_,R) -> (_,R) Np */
  TBK_RIGHT (R1, R, R),   /* 5: (_,R1) -> (_,R) R */
  TBK_RIGHT (R, Rp, N),   /* 7: (_,R) -> (_,Rp) N */
  TBK_RIGHT (R1, Rp, R),  /* 8: (_,R1) -> (_,Rp) R */
  TBK_RIGHT (R1, R1, N),  /* 10: (_,R1) -> (_,R1) N */
  TBK_RIGHT (R1, R1, Np), /* 11: (_,R1) -> (_,R1) Np */
  TBK_HEAD (R, R, R),     /* 12: R -> (R,R) */
  TBK_HEAD (R, R, R1),    /* 13: R -> (R,R1) */
  TBK_HEAD (R, Rp, R),    /* 14: R -> (Rp,R) */
  TBK_HEAD (R, Rp, R1),   /* 15: R -> (Rp,R1) */
  TBK_HEAD (Rp, Rp, Rp),  /* 16: Rp -> (Rp,Rp) */
  TBK_WORD (L, L, l),     /* 17: (L,L) -> l */
  TBK_WORD (Lp, Lp, lp),  /* 18: (Lp,Lp) -> lp */
  TBK_RIGHT (L, L, N),    /* 19: (_,L) -> (_,L) N */
  TBK_RIGHT (L, L, Np),   /* 20: (_,L) -> (_,L) Np */
  TBK_RIGHT (L1, L, R),   /* 21: (_,L1) -> (_,L) R */
  TBK_RIGHT (L, Lp, N),   /* 23: (_,L) -> (_,Lp) N */
  TBK_RIGHT (L1, Lp, R),  /* 24: (_,L1) -> (_,Lp) R */
  TBK_RIGHT (L1, L1, N),  /* 26: (_,L1) -> (_,L1) N */
  TBK_RIGHT (L1, L1, Np), /* 27: (_,L1) -> (_,L1) Np */
  TBK_HEAD (L, L, L),     /* 28: L -> (L,L) */
  TBK_HEAD (L, L, L1),    /* 29: L -> (L,L1) */
  TBK_HEAD (L, Lp, L),    /* 30: L -> (Lp,L) */
  TBK_HEAD (L, Lp, L1),   /* 31: L -> (Lp,L1) */
  TBK_HEAD (Lp, Lp, Lp),  /* 32: Lp -> (Lp,Lp) */
  TBK_WORD (N, N, n),     /* 33: (N,N) -> n */
  TBK_WORD (Np, Np, np),  /* 34: (Np,Np) -> np */
  TBK_RIGHT (N, N, N),    /* 35: (_,N) -> (_,N) N */
  TBK_RIGHT (Np, Np, N),  /* 36: (_,Np) -> (_,Np) N */
  TBK_LEFT (N, N, N),     /* 37: (N,_) -> N (N,_) */
  TBK_LEFT (N, L, N),     /* 38: (N,_) -> L (N,_) */
  TBK_LEFT (N, L, Np),    /* 39: (N,_) -> L (Np,_) */
  TBK_LEFT (N, Lp, N),    /* 40: (N,_) -> Lp (N,_) */
  TBK_LEFT (N, Lb, N),    /* 41: (N,_) -> Lb (N,_) */
  TBK_HEAD (N, N, N),     /* 42: N -> (N,N) */
  TBK_HEAD (N, N, Np),    /* 43: N -> (N,Np) */
  TBK_HEAD (Np, Np, Np),  /* 44: Np -> (Np,Np) */
  TBK_WORD (Lb, Lb, lb),  /* 45: (Lb,Lb) -> lb */
  TBK_RIGHT (Lb, Lb, N),  /* 46: (_,Lb) -> (_,Lb) N */
  TBK_HEAD (Lb, Lb, Lb),  /* 47: Lb -> (Lb,Lb) */

  /* Words with label L that become right children: not in the uncorrected system, whose grammar ends
   * here. */
  TBK_RIGHT (R1, R, L),  /* 6: (_,R1) -> (_,R) L */
  TBK_RIGHT (R1, Rp, L), /* 9: (_,R1) -> (_,Rp) L */
  TBK_RIGHT (L1, L, L),  /* 22: (_,L1) -> (_,L) L */
  TBK_RIGHT (L1, Lp, L), /* 25: (_,L1) -> (_,Lp) L */
};

#define N_CORRECTIONS 4

const TbkGrammar arc_eager_nederhof_grammar = {
  .name = "arc-eager-nederhof",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules),
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = R,
};

static const TbkGrammar uncorrected = {
  .name = "arc-eager-nederhof-uncorrected",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules) - N_CORRECTIONS,
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = R,
};

/* Puts _p on the terminal of a stack position, which is never that of word 0. */
static void
mark_policy (TbkWeightedString *string, int i)
{
  if (i > 0)
    string->terminals[i] = string->terminals[i] == r ? rp : lp;
}

/* Reduce before shift, in the stack 0..top after the candidate. */
static void
mark_reduce_before_shift (int transition, gboolean is_strict, int top, TbkWeightedString *string)
{
  gboolean is_shift = transition == ARC_EAGER_SH;
  gboolean is_left_arc = transition == ARC_EAGER_LA;

  if (is_strict)
    for (int i = 1; i <= top - 2; i++)
      mark_policy (string, i);
  if (is_shift || (is_strict && (is_left_arc || transition == ARC_EAGER_RE)))
    mark_policy (string, top - 1);
  if (is_strict && is_left_arc)
    mark_policy (string, top);
}

/* The caption of Table 10. A word just shifted becomes lb under every policy but FREE, which lets it be
 * reduced in spite of that; the paper does not have that policy. */
static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  const TbkConfiguration *after = candidate->after;
  int top = after->depth - 1;

  for (int i = 0; i <= top; i++)
    string->terminals[i] = after->stack[i].label == TBK_LABEL_R ? r : l;
  for (int i = top + 1; i < string->n; i++)
    string->terminals[i] = n;
  if (candidate->transition == ARC_EAGER_SH && policy != ARC_EAGER_FREE)
    string->terminals[top] = lb;
  if (policy == ARC_EAGER_REDUCE_BEFORE_SHIFT)
    mark_reduce_before_shift (candidate->transition, FALSE, top, string);
  if (policy == ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT)
    mark_reduce_before_shift (candidate->transition, TRUE, top, string);
  if (policy == ARC_EAGER_SHIFT_BEFORE_REDUCE && candidate->transition == ARC_EAGER_RE && top + 1 < string->n)
    string->terminals[top + 1] = np;
}

const char *const arc_eager_nederhof_symbols[] = { "R", "Rp", "R1", "L", "Lp", "L1", "Lb", "N", "Np" };
const char *const arc_eager_nederhof_terminals[] = { "r", "rp", "l", "lp", "lb", "n", "np" };

const Translation arc_eager_nederhof_translation = { &arc_eager_nederhof_grammar, translate,
                                                     arc_eager_nederhof_symbols,
                                                     arc_eager_nederhof_terminals };
const Translation arc_eager_nederhof_uncorrected_translation = { &uncorrected, translate,
                                                                 arc_eager_nederhof_symbols,
                                                                 arc_eager_nederhof_terminals };
