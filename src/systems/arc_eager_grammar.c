/* arc_eager_grammar.c - arc-eager parsing with any final stack as a grammar.
 *
 * After the arc-eager grammars of Nederhof (2021), for a final configuration with any stack. Z is position
 * 0, the artificial root, or a virtual one under the stack where there is none; what hangs on it, besides
 * real children, are the words that stay in the stack without a head, and then those of the input that do
 * (Z2). R and L are words of the stack with and without a head; R1, L1 and Z1 have taken the word above
 * them; N are the words of the input. A word of label L becomes a left child of an N, or stays.
 */
#include "systems/systems.h"
#include "tbk/tabular.h"

enum { S, Z, Z1, Z2, R, R1, L, L1, N, N_SYMBOLS };
enum { z, r, l, n, N_TERMINALS };

static const TbkRule rules[] = {
  TBK_WORD (Z, Z, z),    /* (Z,Z) -> z */
  TBK_WORD (R, R, r),    /* (R,R) -> r */
  TBK_WORD (L, L, l),    /* (L,L) -> l */
  TBK_WORD (N, N, n),    /* (N,N) -> n */
  TBK_HEAD (S, Z, Z),    /* S -> (Z,Z) */
  TBK_HEAD (S, Z, Z1),   /* S -> (Z,Z1) */
  TBK_HEAD (S, Z, Z2),   /* S -> (Z,Z2) */
  TBK_RIGHT (R1, R, R),  /* (_,R1) -> (_,R) R */
  TBK_RIGHT (R, R, N),   /* (_,R) -> (_,R) N */
  TBK_RIGHT (R1, R1, N), /* (_,R1) -> (_,R1) N */
  TBK_HEAD (R, R, R),    /* R -> (R,R) */
  TBK_HEAD (R, R, R1),   /* R -> (R,R1) */
  TBK_RIGHT (L1, L, R),  /* (_,L1) -> (_,L) R */
  TBK_RIGHT (L, L, N),   /* (_,L) -> (_,L) N */
  TBK_RIGHT (L1, L1, N), /* (_,L1) -> (_,L1) N */
  TBK_HEAD (L, L, L),    /* L -> (L,L) */
  TBK_HEAD (L, L, L1),   /* L -> (L,L1) */
  TBK_RIGHT (N, N, N),   /* (_,N) -> (_,N) N */
  TBK_LEFT (N, N, N),    /* (N,_) -> N (N,_) */
  TBK_LEFT (N, L, N),    /* (N,_) -> L (N,_) */
  TBK_HEAD (N, N, N),    /* N -> (N,N) */
  TBK_RIGHT (Z1, Z, R),  /* (_,Z1) -> (_,Z) R */
  TBK_RIGHT (Z, Z, N),   /* (_,Z) -> (_,Z) N */
  TBK_RIGHT (Z1, Z1, N), /* (_,Z1) -> (_,Z1) N */
  TBK_RIGHT (Z2, Z, L),  /* (_,Z2) -> (_,Z) L */
  TBK_RIGHT (Z2, Z1, L), /* (_,Z2) -> (_,Z1) L */
  TBK_RIGHT (Z2, Z2, L), /* (_,Z2) -> (_,Z2) L */

  /* Where words of the input may stay without a head besides those of the stack. */
  TBK_RIGHT (Z2, Z2, N), /* (_,Z2) -> (_,Z2) N */
};

static const TbkGrammar grammar = {
  .name = "arc-eager",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules) - 1,
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = S,
};

static const TbkGrammar grammar_with_rest = {
  .name = "arc-eager with rest",
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules),
  .n_symbols = N_SYMBOLS,
  .n_terminals = N_TERMINALS,
  .start = S,
};

void
arc_eager_forget_made (const Candidate *candidate, TbkWeightedString *string)
{
  const TbkConfiguration *after = candidate->after;
  int first = translation_first_of_stack (after);

  for (int i = MAX (first, 1); i < translation_first_of_input (after); i++)
    if (after->stack[i - first].label == TBK_LABEL_R)
      tbk_weight_set (string, i - 1, i, 0);
}

/* Sets the weights of a candidate. A word on 0 without an arc of a transition counts only if it is completed
 * so. */
static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  const TbkConfiguration *after = candidate->after;
  const TbkSystem *system = after->system;
  int first = translation_first_of_stack (after);

  (void) policy;
  string->terminals[0] = z;
  for (int i = 1; i < string->n; i++) {
    gboolean is_stack = i < translation_first_of_input (after);
    gboolean is_headless = is_stack && after->stack[i - first].label == TBK_LABEL_L;

    string->terminals[i] = !is_stack ? n : is_headless ? l : r;
    if (!system->hangs_rest && (is_headless || system->starts_empty))
      tbk_weight_set (string, 0, i, 0);
  }
  arc_eager_forget_made (candidate, string);
}

static const char *const symbols[] = { "S", "Z", "Z1", "Z2", "R", "R1", "L", "L1", "N" };
static const char *const terminals[] = { "z", "r", "l", "n" };

const Translation arc_eager_translation = { &grammar, translate, symbols, terminals };
const Translation arc_eager_translation_with_rest = { &grammar_with_rest, translate, symbols, terminals };
