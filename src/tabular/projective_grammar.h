/* projective_grammar.h - the grammar of projective trees.
 *
 * R over i..j has the right dependents of word i and all below them, L over i..j the left ones of word j + 1; either can be
 * without words, where there are no dependents. Z is what stands between a head and its dependent: right dependents of the
 * one and left ones of the other. With the arc from i to j, Z over i..j-1 and the word j make A; with that from j + 1
 * to i + 1, the word i + 1 and Z over i+1..j make B. m[h][d] is the weight of an arc, w[d] that from 0.
 *
 *   (GP1)  A[i,j] = Z[i,j-1] m[i][j]
 *   (GP2)  B[i,j] = Z[i+1,j] m[j+1][i+1]
 *   (GP3)  R[i,j] = sum over i<k<=j   of A[i,k] R[k,j],   R[i,i] = 1
 *   (GP4)  L[i,j] = sum over i<=k<j   of L[i,k] B[k,j],   L[i,i] = 1
 *   (GP5)  Z[i,j] = sum over i<=k<=j  of R[i,k] L[k,j]
 *   (GP6)  any number of words on 0:  R[0,n];   one:  S = sum over d of w[d] (L[0,d-1] R[d,n])
 *
 * Each tree has one derivation. Words that are their own heads' ends are shared by both halves, so that the bilexical
 * rules need n^3 products.
 *
 * Source    Eisner and Satta (1999), section 4; as a context-free grammar, Johnson (2007)
 */
#ifndef TABULAR_PROJECTIVE_GRAMMAR_H
#define TABULAR_PROJECTIVE_GRAMMAR_H

#include "tabular/grammar.h"

enum {
  PROJECTIVE_A,
  PROJECTIVE_B,
  PROJECTIVE_R,
  PROJECTIVE_L,
  PROJECTIVE_Z,
  PROJECTIVE_S,
  PROJECTIVE_SYMBOLS
};

/* The uses of a symbol depend on whether 0 is a head as others. */
#define PROJECTIVE_TABLE(after_first)                                                                        \
  {                                                                                                          \
    [PROJECTIVE_A] = { "A", after_first, FALSE }, [PROJECTIVE_B] = { "B", BEFORE_LAST, FALSE },              \
    [PROJECTIVE_R] = { "R", after_first, TRUE }, [PROJECTIVE_L] = { "L", BEFORE_LAST, TRUE },                \
    [PROJECTIVE_Z] = { "Z", (SymbolPlaces) (BEFORE_LAST | after_first), TRUE },                              \
    [PROJECTIVE_S] = { "S", OF_ALL, FALSE },                                                                 \
  }

static const GrammarSymbol projective_symbols[] = PROJECTIVE_TABLE (ANYWHERE);
static const GrammarSymbol projective_single_symbols[] = PROJECTIVE_TABLE (AFTER_FIRST);

static const Rule projective_rules[] = {
  RULE_ARC_BEHIND (PROJECTIVE_A, PROJECTIVE_Z, 0),                /* (GP1) */
  RULE_ARC_BEFORE (PROJECTIVE_B, PROJECTIVE_Z, 0),                /* (GP2) */
  RULE_OF_PARTS (PROJECTIVE_R, PROJECTIVE_A, PROJECTIVE_R),       /* (GP3) */
  RULE_OF_PARTS (PROJECTIVE_L, PROJECTIVE_L, PROJECTIVE_B),       /* (GP4) */
  RULE_OF_PARTS (PROJECTIVE_Z, PROJECTIVE_R, PROJECTIVE_L),       /* (GP5) */
  RULE_AROUND_WORD (PROJECTIVE_S, PROJECTIVE_L, 0, PROJECTIVE_R), /* (GP6) */
};

/* n words have fewer than 6.75^n trees. */
#define PROJECTIVE_BITS 2.76

/* With any number of words on 0, and with one. */
static const GrammarTable projective_table = { .symbols = projective_symbols,
                                               .rules = projective_rules,
                                               .n_symbols = PROJECTIVE_SYMBOLS - 1,
                                               .n_rules = G_N_ELEMENTS (projective_rules) - 1,
                                               .goal = PROJECTIVE_R,
                                               .n_matrices = 1,
                                               .n_groups = 1,
                                               .bits_per_word = PROJECTIVE_BITS,
                                               .has_inner_slots = TRUE };
static const GrammarTable projective_single_table = { .symbols = projective_single_symbols,
                                                      .rules = projective_rules,
                                                      .n_symbols = PROJECTIVE_SYMBOLS,
                                                      .n_rules = G_N_ELEMENTS (projective_rules),
                                                      .goal = PROJECTIVE_S,
                                                      .n_lists = 1,
                                                      .n_matrices = 1,
                                                      .n_groups = 1,
                                                      .bits_per_word = PROJECTIVE_BITS,
                                                      .has_inner_slots = TRUE };

#endif
