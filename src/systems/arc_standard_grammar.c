/* arc_standard_grammar.c - arc-standard parsing as a grammar: Nederhof (2019), Table 4.
 *
 * P ("prefix") stands for words of the stack under the top without children; S ("suffix") for words that
 * dominate the top or a word of the remaining input. A stack word gets a left child only once it is the
 * top, hence no rule has (S,P) on its right-hand side. The rules are put together from the prose of section
 * 4, which says what they must do; each is needed, and tests/brute/ compares them with the transition
 * system itself.
 */
#include "systems/arc_standard.h"
#include "tbk/tabular.h"

enum { P, S, N_SYMBOLS };
enum { p, s, N_TERMINALS };

static const TbkRule rules[] = {
  TBK_WORD (P, P, p),  /* 1: (P,P) -> p */
  TBK_WORD (S, S, s),  /* 2: (S,S) -> s */
  TBK_HEAD (P, P, P),  /* 3: P -> (P,P) */
  TBK_HEAD (S, P, S),  /* 4: S -> (P,S) */
  TBK_HEAD (S, S, S),  /* 5: S -> (S,S) */
  TBK_RIGHT (S, P, S), /* 6: (_,S) -> (_,P) S */
  TBK_RIGHT (S, S, S), /* 7: (_,S) -> (_,S) S */
  TBK_LEFT (S, P, P),  /* 8: (S,_) -> P (P,_) */
  TBK_LEFT (S, P, S),  /* 9: (S,_) -> P (S,_) */
  TBK_LEFT (S, S, S),  /* 10: (S,_) -> S (S,_) */
};

static const TbkGrammar grammar = {
  .name = "arc-standard",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules),
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = S,
};

Limits
arc_standard_limits (int policy, int transition, int k)
{
  Limits limits = { .first = 0, .last = -1, .top_takes_right = TRUE };

  switch (policy) {
  case ARC_STANDARD_STRICT_LEFT_FIRST:
    limits.last = transition == ARC_STANDARD_RA ? k : k - 1;
    break;
  case ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL:
    if (transition == ARC_STANDARD_RA)
      limits.first = limits.last = k;
    G_GNUC_FALLTHROUGH;
  case ARC_STANDARD_LEFT_FIRST:
    if (transition == ARC_STANDARD_SH)
      limits.first = limits.last = k - 1;
    break;
  case ARC_STANDARD_RIGHT_FIRST:
    limits.top_takes_right = transition != ARC_STANDARD_LA;
    break;
  default:
    break;
  }
  return limits;
}

/* The input p^k s^(m+1): 2019, section 4. */
static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  int k = candidate->after->depth - 1;
  Limits limits = arc_standard_limits (policy, candidate->transition, k);

  for (int i = 0; i < string->n; i++)
    string->terminals[i] = i < k ? p : s;
  for (int i = limits.first; i <= limits.last; i++)
    for (int c = 0; c < i; c++)
      tbk_weight_set (string, i, c, TBK_IMPOSSIBLE_WEIGHT);
  if (!limits.top_takes_right)
    for (int c = k + 1; c < string->n; c++)
      tbk_weight_set (string, k, c, TBK_IMPOSSIBLE_WEIGHT);
}

static const char *const symbols[] = { "P", "S" };
static const char *const terminals[] = { "p", "s" };

const Translation arc_standard_translation = { &grammar, translate, symbols, terminals };
