/* known_grammars.h - the grammars that charts are compiled for: their rules for symbols with a matrix.
 *
 * All others are done by loops that look their rules up, which takes twice as long for each rule. A grammar is known if its rules
 * are those of a table here, in the order of grammar_new(), and its symbols have the same numbers and places; which of them are
 * AFTER_FIRST is looked up. A new one is a table and a line of KNOWN_GRAMMARS.
 */
#ifndef TABULAR_KNOWN_GRAMMARS_H
#define TABULAR_KNOWN_GRAMMARS_H

#include "tabular/projective_grammar.h"

/* The sequences of transitions of systems with two pops, each of which goes with one push, by (TS1) to (TS3). */
enum { STACKS_S, STACKS_V, STACKS_W, STACKS_U, STACKS_T, STACKS_SYMBOLS };

static const GrammarSymbol stacks_symbols[] = {
  [STACKS_S] = { "S", ANYWHERE, TRUE },  [STACKS_V] = { "V", ANYWHERE, FALSE },
  [STACKS_W] = { "V", ANYWHERE, FALSE }, [STACKS_U] = { "U", ANYWHERE, FALSE },
  [STACKS_T] = { "U", ANYWHERE, FALSE },
};

static const Rule stacks_rules[] = {
  RULE_ARC_BEHIND (STACKS_U, STACKS_S, 0),       /* (TS1) */
  RULE_ARC_BEHIND (STACKS_T, STACKS_S, 1),       /* the other push */
  RULE_GAP_BEHIND (STACKS_S, STACKS_U, 0),       /* (TS3) */
  RULE_OF_PARTS (STACKS_S, STACKS_U, STACKS_V),  /* its sum */
  RULE_GAP_BEHIND (STACKS_S, STACKS_T, 1),       /* the other pop */
  RULE_OF_PARTS (STACKS_S, STACKS_T, STACKS_W),  /* its sum */
  RULE_WEIGHED_BACKWARD (STACKS_V, STACKS_S, 0), /* (TS2) */
  RULE_WEIGHED_BACKWARD (STACKS_W, STACKS_S, 1), /* the other pop */
};

/* Which symbols are parts of products, on the left or right. */
static const guint8 projective_uses[] = {
  [PROJECTIVE_A] = IS_LEFT,
  [PROJECTIVE_B] = IS_RIGHT,
  [PROJECTIVE_R] = IS_LEFT | IS_RIGHT,
  [PROJECTIVE_L] = IS_LEFT | IS_RIGHT,
  [PROJECTIVE_Z] = 0,
};
static const guint8 stacks_uses[] = {
  [STACKS_V] = IS_RIGHT,
  [STACKS_W] = IS_RIGHT,
  [STACKS_U] = IS_LEFT,
  [STACKS_T] = IS_LEFT,
};

#define KNOWN_TABLE(of, n)                                                                                   \
  {                                                                                                          \
    .symbols = of##_symbols, .rules = of##_rules, .uses = of##_uses, .n_symbols = G_N_ELEMENTS (of##_uses),  \
    .n_rules = n                                                                                             \
  }

static const GrammarTable known_projective = KNOWN_TABLE (projective, 5),
                          known_stacks = KNOWN_TABLE (stacks, 8);

#define KNOWN_GRAMMARS(DO) DO (projective) DO (stacks)

/* Upper bounds for all of them. */
enum { KNOWN_RULES = 8, KNOWN_PRODUCTS = 3, KNOWN_SYMBOLS = 5 };

#endif
