/* arc_eager_nederhof_normalized_grammar.c - normalized arc-eager parsing as a grammar: Nederhof (2021), Table 9.
 *
 * R and L are words of the stack by label, Rt and Lt the same when they are, or have become, the top;
 * Lb the top that has just become L and must stay a left child; N the words of the remaining input, and
 * the top without decision. The start symbol, which the paper leaves unsaid, is Rt. Rule 7 is never of
 * use.
 */
#include "systems/systems.h"
#include "tbk/tabular.h"

enum { R, Rt, L, Lt, Lb, N, N_SYMBOLS };
enum { r, rt, l, lt, lb, n, N_TERMINALS };

static const TbkRule rules[] = {
  TBK_WORD (R, R, r),    /* 1: (R,R) -> r */
  TBK_WORD (Rt, Rt, rt), /* 2: (Rt,Rt) -> rt */
  TBK_RIGHT (Rt, R, Rt), /* 3: (_,Rt) -> (_,R) Rt */
  TBK_RIGHT (Rt, R, Lt), /* 4: (_,Rt) -> (_,R) Lt */
  TBK_RIGHT (Rt, R, N),  /* 5: (_,Rt) -> (_,R) N */
  TBK_RIGHT (Rt, Rt, N), /* 6: (_,Rt) -> (_,Rt) N */
  TBK_HEAD (R, R, R),    /* 7: R -> (R,R) */
  TBK_HEAD (Rt, R, Rt),  /* 8: Rt -> (R,Rt) */
  TBK_HEAD (Rt, Rt, Rt), /* 9: Rt -> (Rt,Rt) */
  TBK_WORD (L, L, l),    /* 10: (L,L) -> l */
  TBK_WORD (Lt, Lt, lt), /* 11: (Lt,Lt) -> lt */
  TBK_RIGHT (Lt, L, Rt), /* 12: (_,Lt) -> (_,L) Rt */
  TBK_RIGHT (Lt, L, Lt), /* 13: (_,Lt) -> (_,L) Lt */
  TBK_RIGHT (Lt, L, N),  /* 14: (_,Lt) -> (_,L) N */
  TBK_RIGHT (Lt, Lt, N), /* 15: (_,Lt) -> (_,Lt) N */
  TBK_HEAD (L, L, L),    /* 16: L -> (L,L) */
  TBK_HEAD (Lt, L, Lt),  /* 17: Lt -> (L,Lt) */
  TBK_HEAD (Lt, Lt, Lt), /* 18: Lt -> (Lt,Lt) */
  TBK_WORD (N, N, n),    /* 19: (N,N) -> n */
  TBK_RIGHT (N, N, N),   /* 20: (_,N) -> (_,N) N */
  TBK_LEFT (N, N, N),    /* 21: (N,_) -> N (N,_) */
  TBK_LEFT (N, L, N),    /* 22: (N,_) -> L (N,_) */
  TBK_LEFT (N, Lt, N),   /* 23: (N,_) -> Lt (N,_) */
  TBK_LEFT (N, Lb, N),   /* 24: (N,_) -> Lb (N,_) */
  TBK_HEAD (N, N, N),    /* 25: N -> (N,N) */
  TBK_WORD (Lb, Lb, lb), /* 26: (Lb,Lb) -> lb */
  TBK_RIGHT (Lb, Lb, N), /* 27: (_,Lb) -> (_,Lb) N */
  TBK_HEAD (Lb, Lb, Lb), /* 28: Lb -> (Lb,Lb) */
};

static const TbkGrammar grammar = {
  .name = "arc-eager-nederhof-normalized",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules),
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = Rt,
};

static int
top_terminal (TbkLabel label, gboolean is_blocked)
{
  if (label == TBK_LABEL_N)
    return n;
  if (label == TBK_LABEL_R)
    return rt;
  return is_blocked ? lb : lt;
}

/* The caption of Table 9. */
static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  const TbkConfiguration *after = candidate->after;
  int top = after->depth - 1;
  gboolean is_blocked = candidate->transition == NORMALIZED_LC && policy == NORMALIZED_BLOCK;

  for (int i = 0; i < top; i++)
    string->terminals[i] = after->stack[i].label == TBK_LABEL_R ? r : l;
  string->terminals[top] = top_terminal (after->stack[top].label, is_blocked);
  for (int i = top + 1; i < string->n; i++)
    string->terminals[i] = n;
}

static const char *const symbols[] = { "R", "Rt", "L", "Lt", "Lb", "N" };
static const char *const terminals[] = { "r", "rt", "l", "lt", "lb", "n" };

const Translation arc_eager_nederhof_normalized_translation = { &grammar, translate, symbols, terminals };
