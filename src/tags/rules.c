/* rules.c - the grammars of well-formed tags.
 *
 * Symbols over i..j cover the words between these positions (tabular/grammar.h): word m lies between m - 1 and m. s_m(x) is the score of
 * tag x for word m, r_m(x) that for a word that depends on 0. All are shown with the tree
 *
 *     2 <- 1   2 -> 4 -> 3   of the words 1 to 4, the root being 2
 *
 * Each grammar says in its equations what the reader of that encoding does with a stack. Its symbols are what
 * the stack can hold, so its derivations are the well-formed sequences of tags, and each tree has one
 * (hexatags-any aside). Then the best derivation is the best tree, and sums over derivations are sums over
 * trees. A rule costs O(1) for each i..j, or O(n) if it joins two parts: O(n^3) for a sentence.
 *
 * Contents
 *   1. making: of tables
 *   2. four bits
 *   3. four bits with arcs
 *   4. hierarchical brackets
 *   5. hexatags
 *   6. brackets
 */
#include "tags/rules.h"

/* 1. making: of tables. */

/* A list of scores of words that depend on 0 has so much more than the column, in tables. Tables are
 * constant, but the number of that list depends on the columns, and on whether there are such lists at all:
 * make() puts the right one. */
enum { ROOT = 1 << 20 };

/* Makes the grammar of a table over @n_columns tags, of which those from @first_gap on are of gaps; @n_more
 * further lists are of arcs. The lists are in this order:
 *
 *   0 .. n_columns - 1     one for each tag
 *   then as many more      with root lists: the same tags, of words on 0
 *   the last @n_more       arcs from 0
 */
static Grammar *
make (const GrammarTable *table, int n_columns, int first_gap, int n_more, const RulesForm *form)
{
  static const guint8 matrix_groups[] = { RULES_ARCS, RULES_ARCS };
  const int n_lists = (form->has_root_lists ? 2 : 1) * n_columns + n_more;
  g_autofree Rule *rules = g_memdup2 (table->rules, (gsize) table->n_rules * sizeof (Rule));
  g_autofree guint8 *groups = g_new0 (guint8, n_lists + 1);
  GrammarTable made = *table;

  /* Without root lists words on 0 have the scores of others: ROOT is removed, and nothing added. */
  for (int r = 0; r < table->n_rules; r++)
    if (rules[r].weight >= ROOT)
      rules[r].weight += (form->has_root_lists ? n_columns : 0) - ROOT;
  /* Slots: each word has one weight of a tag, each gap too, and each word one of an arc. */
  for (int l = 0; l < n_lists; l++)
    groups[l] = l >= n_lists - n_more ? RULES_ARCS : l % n_columns >= first_gap ? RULES_GAPS : RULES_WORDS;
  made.rules = rules;
  made.n_lists = n_lists;
  made.list_groups = groups;
  made.matrix_groups = matrix_groups;
  /* Groups are numbered in order, so the last one that is used says how many there are. */
  made.n_groups = table->n_matrices > 0   ? RULES_ARCS + 1
                  : first_gap < n_columns ? RULES_GAPS + 1
                                          : RULES_WORDS + 1;
  made.bits_per_word = 3; /* n words have fewer than 8^n derivations */
  return grammar_new (&made);
}

#define LENGTH(array) ((int) G_N_ELEMENTS (array))

/* 2. four bits, which are: the word is to the right of its head; the outermost dependent there; has left, has right ones.
 *
 * G: left dependents of one head, the first outermost, others not. H: right ones, the last outermost. V, Z: the same whose last, first
 * word has its right, left dependents still to come.
 *
 *   (TG1)  GG[i,j] = sum over k of G[i,k] G[k,j]; HH alike
 *   (TG2)  V_b[i,m] = s_m(010b) if i = m - 1; G[i,m-1] (s_m(011b) + s_m(000b)); GG[i,m-1] s_m(001b)
 *   (TG3)  G[i,j] = V_0[i,j] + sum over k of V_1[i,k] H[k,j]
 *   (TG4)  Z_b[i,j] = s_m(11b0) if j = m = i + 1; (s_m(11b1) + s_m(10b0)) H[m,j]; s_m(10b1) HH[m,j]
 *   (TG5)  H[i,j] = Z_0[i,j] + sum over k of G[i,k] Z_1[k,j]
 *   (TG6)  the root word, without (10b.); several: (TG4) and (TG5) once more, with those after them in place of H and HH's
 *          second: Q are the words from a root on, P its right dependents and these
 *
 * The tree: word 1 has 0100, 2 (on 0) 1111, 3 0100, 4 1110. G[0,1] by word 1, G[2,3] by word 3; Z_1[3,4] by word 4 before nothing, H[2,4] =
 * G[2,3] Z_1[3,4]; the root word 2 before H[2,4] is Q_1[1,4], and G[0,1] Q_1[1,4] is Q[0,4].
 */

enum { FOUR_G, FOUR_H, FOUR_GG, FOUR_HH, FOUR_V, FOUR_Z, FOUR_Q, FOUR_Q1, FOUR_P };

static const GrammarSymbol four_symbols[] = {
  { "G", ANYWHERE, FALSE },  { "H", ANYWHERE, FALSE },   { "GG", ANYWHERE, FALSE },
  { "HH", ANYWHERE, FALSE }, { "V_1", ANYWHERE, FALSE }, { "Z_1", ANYWHERE, FALSE },
  { "Q", TO_LAST, FALSE },   { "Q_1", TO_LAST, FALSE },  { "P", TO_LAST, FALSE },
};

#define FOUR_LEFT_WORD(to, b)                                                                                \
  RULE_OF_WORD (to, 4 | (b)), RULE_BEHIND (to, FOUR_G, 6 | (b)), RULE_BEHIND (to, FOUR_G, (b)),              \
      RULE_BEHIND (to, FOUR_GG, 2 | (b))
#define FOUR_RIGHT_WORD(to, b)                                                                               \
  RULE_OF_WORD (to, 12 | (b) << 1), RULE_BEFORE (to, FOUR_H, 13 | (b) << 1),                                 \
      RULE_BEFORE (to, FOUR_H, 8 | (b) << 1), RULE_BEFORE (to, FOUR_HH, 9 | (b) << 1)
#define FOUR_ROOT(to, b)                                                                                     \
  RULE_OF_WORD (to, ROOT + (12 | (b) << 1)), RULE_BEFORE (to, FOUR_H, ROOT + (13 | (b) << 1))
#define FOUR_ROOTS(to, b)                                                                                    \
  RULE_BEFORE (to, FOUR_Q, ROOT + (8 | (b) << 1)), RULE_BEFORE (to, FOUR_P, ROOT + (9 | (b) << 1))

static const Rule four_rules[] = {
  RULE_OF_PARTS (FOUR_GG, FOUR_G, FOUR_G), /* (TG1) */
  RULE_OF_PARTS (FOUR_HH, FOUR_H, FOUR_H), /* (TG1) */
  FOUR_LEFT_WORD (FOUR_V, 1),              /* (TG2) */
  FOUR_LEFT_WORD (FOUR_G, 0),              /* (TG2) */
  RULE_OF_PARTS (FOUR_G, FOUR_V, FOUR_H),  /* (TG3) */
  FOUR_RIGHT_WORD (FOUR_Z, 1),             /* (TG4) */
  FOUR_RIGHT_WORD (FOUR_H, 0),             /* (TG4) */
  RULE_OF_PARTS (FOUR_H, FOUR_G, FOUR_Z),  /* (TG5) */
  FOUR_ROOT (FOUR_Q1, 1),                  /* (TG6) */
  FOUR_ROOT (FOUR_Q, 0),
  RULE_OF_PARTS (FOUR_Q, FOUR_G, FOUR_Q1),
  FOUR_ROOTS (FOUR_Q1, 1), /* from here on several */
  FOUR_ROOTS (FOUR_Q, 0),
  RULE_OF_PARTS (FOUR_P, FOUR_H, FOUR_Q),
};

/* Rules (TG6) of several roots, the last ones of the table, are left out for one root; so is their symbol
 * P. */
enum { FOUR_COLUMNS = 16, FOUR_RULES_OF_SEVERAL = 5 };

static Grammar *
make_four (const RulesForm *form)
{
  const GrammarTable table = { .symbols = four_symbols,
                               .rules = four_rules,
                               .n_symbols = form->has_any_root ? LENGTH (four_symbols) : FOUR_P,
                               .n_rules =
                                   LENGTH (four_rules) - (form->has_any_root ? 0 : FOUR_RULES_OF_SEVERAL),
                               .goal = FOUR_Q };

  return make (&table, FOUR_COLUMNS, FOUR_COLUMNS, 0, form);
}

/* 3. four bits with arcs. A symbol over i..j that has right dependents is about those of word i, one that has left ones about those of
 * j + 1. N, M: right and left dependents without the outermost one; R, L: all of them. J: one, with its left dependents and those before
 * it; K: one, with its right dependents and those behind it. c: a word has further dependents on its other side, b: it is the outermost
 * one. J', K' are J and K without their arc.
 *
 *   (TA1)  J'_bc[i,j] = s_j(1b0c) with nothing or N[i,j-1], s_j(1b1c) with L[i,j-1] or NL[i,j-1];
 *          J_bc[i,j] = J'_bc[i,j] m[i][j]; NL[i,j] = sum over k of N[i,k] L[k,j]
 *   (TA2)  N = J_00 + sum of J_01 R;  R = J_10 + sum of J_11 R
 *   (TA3)  K'_bc[i,j] = s_i+1(0bc0) with nothing or M[i+1,j], s_i+1(0bc1) with R[i+1,j] or RM[i+1,j];
 *          K_bc[i,j] = K'_bc[i,j] m[j+1][i+1]; RM[i,j] = sum over k of R[i,k] M[k,j]
 *   (TA4)  M = K_00 + sum of L K_01;  L = K_10 + sum of L K_11
 *   (TA5)  one root: L, r_m(11bc), R, and the arc from 0 to m; several: R of 0, by (TA1) and (TA2) with r in place of s
 *
 * The tree: L[0,1] is K_10 by word 1; J_10[2,..]: word 4 with L[2,3] by word 3 is J_10[2,4], and so R[2,4]; L[0,1], the root word 2 and R[2,4]
 * are the whole.
 */

enum {
  ARC_N,
  ARC_R,
  ARC_M,
  ARC_L,
  ARC_NL,
  ARC_RM,
  ARC_J, /* J_bc at ARC_J + 2 b + c */
  ARC_K = ARC_J + 4,
  ARC_J_BEFORE = ARC_K + 4, /* the same of J' */
  ARC_K_BEFORE = ARC_J_BEFORE + 4,
  ARC_OF_ONE = ARC_K_BEFORE + 4, /* Q, W_c and W'_c, words on 0 */
  ARC_Q = ARC_OF_ONE,
  ARC_W,
  ARC_W_BEFORE = ARC_W + 2,
  ARC_END_OF_ONE = ARC_W_BEFORE + 2,
  ARC_OF_SEVERAL = ARC_OF_ONE, /* those of 0 */
  ARC_N0 = ARC_OF_SEVERAL,
  ARC_R0,
  ARC_NL0,
  ARC_J0,
  ARC_J0_BEFORE = ARC_J0 + 4,
  ARC_END_OF_SEVERAL = ARC_J0_BEFORE + 4,
};

/* Symbols of arcs know a head that is not among their words: it lies before i or behind j, so it must be
 * there. */
#define ARC_SYMBOL(name, places)                                                                             \
  {                                                                                                          \
    name, (SymbolPlaces) (places), FALSE                                                                     \
  }
#define ARC_FOUR(name, places)                                                                               \
  ARC_SYMBOL (name "_00", places), ARC_SYMBOL (name "_01", places), ARC_SYMBOL (name "_10", places),         \
      ARC_SYMBOL (name "_11", places)
#define ARC_SYMBOLS                                                                                          \
  ARC_SYMBOL ("N", AFTER_FIRST), ARC_SYMBOL ("R", AFTER_FIRST), ARC_SYMBOL ("M", BEFORE_LAST),               \
      ARC_SYMBOL ("L", BEFORE_LAST), ARC_SYMBOL ("NL", AFTER_FIRST | BEFORE_LAST),                           \
      ARC_SYMBOL ("RM", AFTER_FIRST | BEFORE_LAST), ARC_FOUR ("J", AFTER_FIRST),                             \
      ARC_FOUR ("K", BEFORE_LAST), ARC_FOUR ("J'", AFTER_FIRST), ARC_FOUR ("K'", BEFORE_LAST)

static const GrammarSymbol arc_symbols_of_one[] = {
  ARC_SYMBOLS,
  ARC_SYMBOL ("Q", TO_LAST),
  ARC_SYMBOL ("W_0", TO_LAST),
  ARC_SYMBOL ("W_1", TO_LAST),
  ARC_SYMBOL ("W'_0", TO_LAST),
  ARC_SYMBOL ("W'_1", TO_LAST),
};
/* Right dependents of 0 begin at position 0, as 0 itself lies before it. */
static const GrammarSymbol arc_symbols_of_several[] = {
  ARC_SYMBOLS,
  ARC_SYMBOL ("N0", FROM_FIRST),
  ARC_SYMBOL ("R0", FROM_FIRST),
  ARC_SYMBOL ("NL0", FROM_FIRST),
  ARC_FOUR ("J0", FROM_FIRST),
  ARC_FOUR ("J0'", FROM_FIRST),
};

G_STATIC_ASSERT (G_N_ELEMENTS (arc_symbols_of_one) == ARC_END_OF_ONE);
G_STATIC_ASSERT (G_N_ELEMENTS (arc_symbols_of_several) == ARC_END_OF_SEVERAL);

/* (TA1), with the symbols of words or of 0. */
#define ARC_RIGHT(J, J_before, N, NL, root, b, c)                                                            \
  RULE_OF_WORD ((J_before) + (2 * (b) + (c)), (root) + (8 | (b) << 2 | (c))),                                \
      RULE_BEHIND ((J_before) + (2 * (b) + (c)), N, (root) + (8 | (b) << 2 | (c))),                          \
      RULE_BEHIND ((J_before) + (2 * (b) + (c)), ARC_L, (root) + (10 | (b) << 2 | (c))),                     \
      RULE_BEHIND ((J_before) + (2 * (b) + (c)), NL, (root) + (10 | (b) << 2 | (c))),                        \
      RULE_ARC_RIGHT ((J) + (2 * (b) + (c)), (J_before) + (2 * (b) + (c)), 0)
/* (TA1) and (TA2) */
#define ARC_RIGHTS(J, J_before, N, R, NL, root)                                                              \
  ARC_RIGHT (J, J_before, N, NL, root, 0, 0), ARC_RIGHT (J, J_before, N, NL, root, 0, 1),                    \
      ARC_RIGHT (J, J_before, N, NL, root, 1, 0), ARC_RIGHT (J, J_before, N, NL, root, 1, 1),                \
      RULE_OF_PARTS (NL, N, ARC_L), RULE_COPY (N, J), RULE_OF_PARTS (N, (J) + 1, ARC_R),                     \
      RULE_COPY (R, (J) + 2), RULE_OF_PARTS (R, (J) + 3, ARC_R)
/* (TA3) */
#define ARC_LEFT(b, c)                                                                                       \
  RULE_OF_WORD (ARC_K_BEFORE + (2 * (b) + (c)), (b) << 2 | (c) << 1),                                        \
      RULE_BEFORE (ARC_K_BEFORE + (2 * (b) + (c)), ARC_M, (b) << 2 | (c) << 1),                              \
      RULE_BEFORE (ARC_K_BEFORE + (2 * (b) + (c)), ARC_R, (b) << 2 | (c) << 1 | 1),                          \
      RULE_BEFORE (ARC_K_BEFORE + (2 * (b) + (c)), ARC_RM, (b) << 2 | (c) << 1 | 1),                         \
      RULE_ARC_LEFT (ARC_K + (2 * (b) + (c)), ARC_K_BEFORE + (2 * (b) + (c)), 0)
#define ARC_RULES                                                                                            \
  ARC_RIGHTS (ARC_J, ARC_J_BEFORE, ARC_N, ARC_R, ARC_NL, 0), ARC_LEFT (0, 0), ARC_LEFT (0, 1),               \
      ARC_LEFT (1, 0), ARC_LEFT (1, 1), RULE_OF_PARTS (ARC_RM, ARC_R, ARC_M), RULE_COPY (ARC_M, ARC_K),      \
      RULE_OF_PARTS (ARC_M, ARC_L, ARC_K + 1), RULE_COPY (ARC_L, ARC_K + 2),                                 \
      RULE_OF_PARTS (ARC_L, ARC_L, ARC_K + 3)
/* (TA5), of one root; arcs from 0 are a list. */
#define ARC_ROOT(c, arcs)                                                                                    \
  RULE_OF_WORD (ARC_W_BEFORE + (c), ROOT + (12 | (c) << 1)),                                                 \
      RULE_BEFORE (ARC_W_BEFORE + (c), ARC_R, ROOT + (13 | (c) << 1)),                                       \
      RULE_OF_FIRST (ARC_W + (c), ARC_W_BEFORE + (c), arcs)

static const Rule arc_rules_of_several[] = { ARC_RULES, ARC_RIGHTS (ARC_J0, ARC_J0_BEFORE, ARC_N0, ARC_R0,
                                                                    ARC_NL0, ROOT) };

/* Arcs from 0 are the list behind those of all tags. */
int
rules_root_arcs (const RulesForm *form)
{
  return (form->has_root_lists ? 2 : 1) * FOUR_COLUMNS;
}

Grammar *
rules_new_arcs (const RulesForm *form)
{
  const int arcs = rules_root_arcs (form);
  /* The number of that list depends on the form, so this table is made here. */
  const Rule rules_of_one[] = { ARC_RULES, ARC_ROOT (0, arcs), ARC_ROOT (1, arcs), RULE_COPY (ARC_Q, ARC_W),
                                RULE_OF_PARTS (ARC_Q, ARC_L, ARC_W + 1) };
  const GrammarTable of_one = { .symbols = arc_symbols_of_one,
                                .rules = rules_of_one,
                                .n_symbols = ARC_END_OF_ONE,
                                .n_rules = LENGTH (rules_of_one),
                                .goal = ARC_Q,
                                .n_matrices = 1 };
  const GrammarTable of_several = { .symbols = arc_symbols_of_several,
                                    .rules = arc_rules_of_several,
                                    .n_symbols = ARC_END_OF_SEVERAL,
                                    .n_rules = LENGTH (arc_rules_of_several),
                                    .goal = ARC_R0,
                                    .n_matrices = 1 };

  return form->has_any_root ? make (&of_several, FOUR_COLUMNS, FOUR_COLUMNS, 0, form)
                            : make (&of_one, FOUR_COLUMNS, FOUR_COLUMNS, 1, form);
}

/* 4. hierarchical brackets. T_o: the words below a word with the bracket o of its own. Ls, La: left dependents, the first
 * structural, all auxiliary; Rs, Ra: right ones, the last structural, all auxiliary. D_o: the same as T_o with its right dependents still
 * to come.
 *
 *   (TH1)  T_o = sum over words m of left s_m right. Left of m: nothing or Ls, which its tag shows; for `>^` nothing or La.
 *          Right of m: nothing or Rs, which its tag shows; for `<^` nothing or Ra
 *   (TH2)  Ls = T_<^ + Ls T_<;  La = T_< + La T_<;  Rs = T_>^ + T_> Rs;  Ra = T_> + T_> Ra
 *   (TH3)  roots: `>^`, or Rs of them. Q: from a root on; Q_>: from the last root on; P: right dependents of a root and the roots after
 *          them; O: a root that is not the last, behind its left dependents
 *
 * The tree: the tags are `<`, `>^/`, `<`, `>^`. T_< by word 1 is La[0,1], T_< by word 3 La[2,3]; word 4
 * behind that is T_>^[2,4], and so Rs[2,4]; the root word 2 before it is Q_>[1,4], and La[0,1] Q_>[1,4] the
 * whole. Ls would need a `<^`, and only roots that are not the last may have it before them.
 */

/* The tags, in the order of the alphabet of ropes.c. CLOSE: with a \ before the own bracket, OPEN: with a /
 * behind. */
enum {
  LEFT_ROPE,
  CLOSE_LEFT_ROPE,
  LEFT_OWN,
  CLOSE_LEFT,
  LEFT_OPEN,
  CLOSE_LEFT_OPEN,
  RIGHT_ROPE,
  RIGHT_ROPE_OPEN,
  RIGHT_OWN,
  CLOSE_RIGHT,
  RIGHT_OPEN,
  CLOSE_RIGHT_OPEN,
  ROPE_COLUMNS,
};

/* D_o: a rule joins two parts at most, and T_o has up to three. */
enum {
  ROPE_LS,
  ROPE_LA,
  ROPE_RS,
  ROPE_RA,
  ROPE_T_LEFT_ROPE,
  ROPE_T_LEFT,
  ROPE_T_RIGHT_ROPE,
  ROPE_T_RIGHT,
  ROPE_D_LEFT_ROPE,
  ROPE_D_LEFT,
  ROPE_D_RIGHT_ROPE,
  ROPE_D_RIGHT,
  ROPE_Q,
  ROPE_Q_LAST,
  ROPE_P,
  ROPE_O,
};

static const GrammarSymbol rope_symbols[] = {
  { "Ls", ANYWHERE, FALSE },   { "La", ANYWHERE, FALSE },   { "Rs", ANYWHERE, FALSE },
  { "Ra", ANYWHERE, FALSE },   { "T_<^", ANYWHERE, FALSE }, { "T_<", ANYWHERE, FALSE },
  { "T_>^", ANYWHERE, FALSE }, { "T_>", ANYWHERE, FALSE },  { "D_<^", ANYWHERE, FALSE },
  { "D_<", ANYWHERE, FALSE },  { "D_>^", ANYWHERE, FALSE }, { "D_>", ANYWHERE, FALSE },
  { "Q", TO_LAST, FALSE },     { "Q_>", TO_LAST, FALSE },   { "P", TO_LAST, FALSE },
  { "O", TO_LAST, FALSE },
};

/* (TH1), with the tags of a word alone and of one behind its left dependents, both also before right ones. */
#define ROPE_SUBTREES(T, D, left, alone, behind, alone_before, between, right)                               \
  RULE_OF_WORD (T, alone), RULE_BEHIND (T, left, behind), RULE_OF_WORD (D, alone_before),                    \
      RULE_BEHIND (D, left, between), RULE_OF_PARTS (T, D, right)

static const Rule rope_rules[] = {
  ROPE_SUBTREES (ROPE_T_LEFT_ROPE, ROPE_D_LEFT_ROPE, ROPE_LS, LEFT_ROPE, CLOSE_LEFT_ROPE, LEFT_ROPE,
                 CLOSE_LEFT_ROPE, ROPE_RA),
  ROPE_SUBTREES (ROPE_T_LEFT, ROPE_D_LEFT, ROPE_LS, LEFT_OWN, CLOSE_LEFT, LEFT_OPEN, CLOSE_LEFT_OPEN,
                 ROPE_RS),
  ROPE_SUBTREES (ROPE_T_RIGHT_ROPE, ROPE_D_RIGHT_ROPE, ROPE_LA, RIGHT_ROPE, RIGHT_ROPE, RIGHT_ROPE_OPEN,
                 RIGHT_ROPE_OPEN, ROPE_RS),
  ROPE_SUBTREES (ROPE_T_RIGHT, ROPE_D_RIGHT, ROPE_LS, RIGHT_OWN, CLOSE_RIGHT, RIGHT_OPEN, CLOSE_RIGHT_OPEN,
                 ROPE_RS),
  RULE_COPY (ROPE_LS, ROPE_T_LEFT_ROPE), /* (TH2) */
  RULE_OF_PARTS (ROPE_LS, ROPE_LS, ROPE_T_LEFT),
  RULE_COPY (ROPE_LA, ROPE_T_LEFT),
  RULE_OF_PARTS (ROPE_LA, ROPE_LA, ROPE_T_LEFT),
  RULE_COPY (ROPE_RS, ROPE_T_RIGHT_ROPE),
  RULE_OF_PARTS (ROPE_RS, ROPE_T_RIGHT, ROPE_RS),
  RULE_COPY (ROPE_RA, ROPE_T_RIGHT),
  RULE_OF_PARTS (ROPE_RA, ROPE_T_RIGHT, ROPE_RA),
  RULE_OF_WORD (ROPE_Q_LAST, ROOT + RIGHT_ROPE), /* (TH3) */
  RULE_BEFORE (ROPE_Q_LAST, ROPE_RS, ROOT + RIGHT_ROPE_OPEN),
  RULE_COPY (ROPE_Q, ROPE_Q_LAST),
  RULE_OF_PARTS (ROPE_Q, ROPE_LA, ROPE_Q_LAST),
  RULE_BEFORE (ROPE_Q, ROPE_Q, ROOT + RIGHT_OWN), /* from here on several */
  RULE_BEFORE (ROPE_Q, ROPE_P, ROOT + RIGHT_OPEN),
  RULE_BEFORE (ROPE_O, ROPE_Q, ROOT + CLOSE_RIGHT),
  RULE_BEFORE (ROPE_O, ROPE_P, ROOT + CLOSE_RIGHT_OPEN),
  RULE_OF_PARTS (ROPE_P, ROPE_RS, ROPE_Q),
  RULE_OF_PARTS (ROPE_Q, ROPE_LS, ROPE_O),
};

enum { ROPE_RULES_OF_SEVERAL = 6 };

static Grammar *
make_hierarchical (const RulesForm *form)
{
  const GrammarTable table = { .symbols = rope_symbols,
                               .rules = rope_rules,
                               .n_symbols = form->has_any_root ? LENGTH (rope_symbols) : ROPE_P,
                               .n_rules =
                                   LENGTH (rope_rules) - (form->has_any_root ? 0 : ROPE_RULES_OF_SEVERAL),
                               .goal = ROPE_Q };

  return make (&table, ROPE_COLUMNS, ROPE_COLUMNS, 0, form);
}

/* 5. hexatags. T_l, T_r: the words below a left, a right dependent. D_x: T_l with the gap behind it, G_x: left dependents, each with the
 * gap behind it; E_y: T_r with the gap before it, H_y: right dependents, each with the gap before it. A: a word behind its left
 * dependents, before its right ones. g_m is the score of the gap behind word m.
 *
 *   (TX1)  A[i,m] = s_m(l) if i = m - 1; G_L[i,m-1] s_m(r)
 *   (TX2)  T_l[i,j] = A[i,j] + sum over k of A[i,k] H_L[k,j]
 *   (TX3)  T_r[i,j] = s_j(r) if i = j - 1; G_R[i,j-1] s_j(r); sum over k of A[i,k] H_R[k,j]
 *   (TX4)  D_x[i,j] = T_l[i,j] g_j(x>);  G_x = D_x, alone or before G_R;  E_y[i,j] = g_i(y<) T_r[i,j];  H_y = E_y, or E_L before H_y
 *   (TX5)  the root: as T_l, with r in place of s. W: the root word behind its left dependents
 *
 * The tree: the words have l r l r, the gaps L> L< R>. T_l[0,1] by word 1 with gap 1 is G_L[0,1]; T_l[2,3] by word 3 with gap 3 is G_R[2,3],
 * behind which word 4 makes T_r[2,4]; gap 2 before it is H_L[2,4]; the root word 2 between G_L[0,1] and H_L[2,4] is the whole.
 */

/* Columns, in the order of the alphabet of hexatags.c. */
enum { LEAF_L, LEAF_R, GAP_L_LEFT, GAP_L_RIGHT, GAP_R_LEFT, GAP_R_RIGHT, HEXATAG_COLUMNS };

enum {
  HEXA_A,
  HEXA_T_L,
  HEXA_T_R,
  HEXA_D_L,
  HEXA_D_R,
  HEXA_G_L,
  HEXA_G_R,
  HEXA_E_L,
  HEXA_E_R,
  HEXA_H_L,
  HEXA_H_R,
  HEXA_Q,
  HEXA_W
};

static const GrammarSymbol hexatag_symbols[] = {
  { "A", ANYWHERE, FALSE },   { "T_l", ANYWHERE, FALSE }, { "T_r", ANYWHERE, FALSE },
  { "D_L", ANYWHERE, FALSE }, { "D_R", ANYWHERE, FALSE }, { "G_L", ANYWHERE, FALSE },
  { "G_R", ANYWHERE, FALSE }, { "E_L", ANYWHERE, FALSE }, { "E_R", ANYWHERE, FALSE },
  { "H_L", ANYWHERE, FALSE }, { "H_R", ANYWHERE, FALSE }, { "Q", TO_LAST, FALSE },
  { "W", TO_LAST, FALSE },
};

static const Rule hexatag_rules[] = {
  RULE_OF_WORD (HEXA_A, LEAF_L), /* (TX1) */
  RULE_BEHIND (HEXA_A, HEXA_G_L, LEAF_R),
  RULE_COPY (HEXA_T_L, HEXA_A), /* (TX2) */
  RULE_OF_PARTS (HEXA_T_L, HEXA_A, HEXA_H_L),
  RULE_OF_WORD (HEXA_T_R, LEAF_R), /* (TX3) */
  RULE_BEHIND (HEXA_T_R, HEXA_G_R, LEAF_R),
  RULE_OF_PARTS (HEXA_T_R, HEXA_A, HEXA_H_R),
  RULE_GAP_BEHIND (HEXA_D_L, HEXA_T_L, GAP_L_RIGHT), /* (TX4) */
  RULE_GAP_BEHIND (HEXA_D_R, HEXA_T_L, GAP_R_RIGHT),
  RULE_COPY (HEXA_G_L, HEXA_D_L),
  RULE_COPY (HEXA_G_R, HEXA_D_R),
  RULE_OF_PARTS (HEXA_G_L, HEXA_D_L, HEXA_G_R),
  RULE_OF_PARTS (HEXA_G_R, HEXA_D_R, HEXA_G_R),
  RULE_GAP_BEFORE (HEXA_E_L, HEXA_T_R, GAP_L_LEFT),
  RULE_GAP_BEFORE (HEXA_E_R, HEXA_T_R, GAP_R_LEFT),
  RULE_COPY (HEXA_H_L, HEXA_E_L),
  RULE_COPY (HEXA_H_R, HEXA_E_R),
  RULE_OF_PARTS (HEXA_H_L, HEXA_E_L, HEXA_H_L),
  RULE_OF_PARTS (HEXA_H_R, HEXA_E_L, HEXA_H_R),
  RULE_OF_WORD (HEXA_Q, ROOT + LEAF_L), /* (TX5) */
  RULE_BEFORE (HEXA_Q, HEXA_H_L, ROOT + LEAF_L),
  RULE_OF_WORD (HEXA_W, ROOT + LEAF_R),
  RULE_BEFORE (HEXA_W, HEXA_H_L, ROOT + LEAF_R),
  RULE_OF_PARTS (HEXA_Q, HEXA_G_L, HEXA_W),
};

static Grammar *
make_hexatags (const RulesForm *form)
{
  const GrammarTable table = { .symbols = hexatag_symbols,
                               .rules = hexatag_rules,
                               .n_symbols = LENGTH (hexatag_symbols),
                               .n_rules = LENGTH (hexatag_rules),
                               .goal = HEXA_Q };

  return make (&table, HEXATAG_COLUMNS, GAP_L_LEFT, 0, form);
}

/* Over binary trees of any order of joining. T_a: words below a node that is a left, a right child. S_a: the same where the root
 * of the sentence is among them. B, C, E: such words with the gap behind them.
 *
 *   (TX6)  T_a[i,j] = s_j(a) if i = j - 1; sum over k of T_l[i,k] (g_k(a<) + g_k(a>)) T_r[k,j]
 *   (TX7)  S_a the same with r in place of s, S_l g_k(a<) T_r and T_l g_k(a>) S_r
 *
 * The tree has several derivations, one for each order of joining: word 2 with word 1 first, or with word 4.
 */

/* Symbols of a = 0, a left child, and a = 1, a right one, side by side. */
enum { ANY_T, ANY_S = ANY_T + 2, ANY_B = ANY_S + 2, ANY_C = ANY_B + 2, ANY_E = ANY_C + 2 };

static const GrammarSymbol any_hexatag_symbols[] = {
  { "T_l", ANYWHERE, FALSE }, { "T_r", ANYWHERE, FALSE }, { "S_l", ANYWHERE, FALSE },
  { "S_r", ANYWHERE, FALSE }, { "B_L", ANYWHERE, FALSE }, { "B_R", ANYWHERE, FALSE },
  { "C_L", ANYWHERE, FALSE }, { "C_R", ANYWHERE, FALSE }, { "E_L", ANYWHERE, FALSE },
  { "E_R", ANYWHERE, FALSE },
};

/* The rules of one a. B, C, E are words with the gap behind them: without the root, with it in the left part,
 * with it in the right part. The head of a sum with the root is on the root's side: so C has the gap < alone,
 * and E >. */
#define ANY_CHILD(a)                                                                                         \
  RULE_OF_WORD (ANY_T + (a), LEAF_L + (a)), RULE_OF_WORD (ANY_S + (a), ROOT + LEAF_L + (a)),                 \
      RULE_GAP_BEHIND (ANY_B + (a), ANY_T, GAP_L_LEFT + 2 * (a)),                                            \
      RULE_GAP_BEHIND (ANY_B + (a), ANY_T, GAP_L_RIGHT + 2 * (a)),                                           \
      RULE_OF_PARTS (ANY_T + (a), ANY_B + (a), ANY_T + 1),                                                   \
      RULE_GAP_BEHIND (ANY_C + (a), ANY_S, GAP_L_LEFT + 2 * (a)),                                            \
      RULE_OF_PARTS (ANY_S + (a), ANY_C + (a), ANY_T + 1),                                                   \
      RULE_GAP_BEHIND (ANY_E + (a), ANY_T, GAP_L_RIGHT + 2 * (a)),                                           \
      RULE_OF_PARTS (ANY_S + (a), ANY_E + (a), ANY_S + 1)

static const Rule any_hexatag_rules[] = { ANY_CHILD (0), ANY_CHILD (1) };

static Grammar *
make_any_hexatags (const RulesForm *form)
{
  const GrammarTable table = { .symbols = any_hexatag_symbols,
                               .rules = any_hexatag_rules,
                               .n_symbols = LENGTH (any_hexatag_symbols),
                               .n_rules = LENGTH (any_hexatag_rules),
                               .goal = ANY_S };

  return make (&table, HEXATAG_COLUMNS, GAP_L_LEFT, 0, form);
}

/* 6. brackets, in one plane. T_o: the words below a word with the bracket o of its own. G_k, H_k: k left, right dependents
 * in a row. O_oq: T_o before its q right dependents.
 *
 *   (TB1)  T_o = sum over tags \\^k o /^q and words m of G_k s_m H_q; G_0 and H_0 are nothing
 *   (TB2)  G_1 = T_<, G_k = T_< G_(k-1);  H_1 = T_>, H_q = T_> H_(q-1)
 *   (TB3)  roots, which have no bracket of their own: (TB1), and the roots after it. Q: from a root on; Q_k: the same behind k left
 *          dependents; P_q: q right dependents, and the roots after them
 *
 * The tree: the tags are `<`, `\\/`, `<`, `\\>`. G_1[0,1] is T_< by word 1, G_1[2,3] by word 3; word 4 behind this is T_>[2,4], so H_1[2,4]; the
 * root word 2 before it is Q_1[1,4], and G_1[0,1] Q_1[1,4] the whole.
 */

typedef struct {
  int n_left, n_right;
  char own; /* `<` or `>`; `.` for none */
} BracketTag;

/* Parses a tag. Only the order \ own / is accepted, which is the one that a tree is written in. */
static gboolean
parse_brackets (TbkPiece tag, BracketTag *parsed)
{
  const char *at = tag.bytes, *end = at + tag.size;

  *parsed = (BracketTag){ 0, 0, '.' };
  if (tag.size == 1 && *at == '.')
    return TRUE;
  for (; at < end && *at == '\\'; at++)
    parsed->n_left++;
  if (at < end && (*at == '<' || *at == '>'))
    parsed->own = *at++;
  for (; at < end && *at == '/'; at++)
    parsed->n_right++;
  return at == end && tag.size > 0;
}

/* The symbols T_<, T_>, Q, and of each number of dependents from 1 G_k, H_k, O_<q, O_>q, Q_k, P_q. */
enum { BRACKET_T_LEFT, BRACKET_T_RIGHT, BRACKET_Q, BRACKET_COUNTED };
enum { BRACKET_G, BRACKET_H, BRACKET_O_LEFT, BRACKET_O_RIGHT, BRACKET_Q_LEFT, BRACKET_P, BRACKET_KINDS };

static int
counted (int kind, int number)
{
  return BRACKET_COUNTED + (number - 1) * BRACKET_KINDS + kind;
}

static void
add_rule (GArray *rules, Rule rule)
{
  g_array_append_val (rules, rule);
}

#define ADD(rules, ...) add_rule (rules, (Rule) __VA_ARGS__)

/* (TB1) for one tag of a word that depends on another. A word with right dependents is O_oq first;
 * add_bracket_rows() joins these to it. */
static void
add_bracket_word (GArray *rules, const BracketTag *tag, int column)
{
  const gboolean is_right = tag->own == '>';
  const int to =
      tag->n_right == 0 ? BRACKET_T_LEFT + is_right : counted (BRACKET_O_LEFT + is_right, tag->n_right);

  if (tag->n_left == 0)
    ADD (rules, RULE_OF_WORD (to, column));
  else
    ADD (rules, RULE_BEHIND (to, counted (BRACKET_G, tag->n_left), column));
}

/* (TB3) for one tag of a root. Its right dependents are complete when it is met, as symbols of roots end at
 * n. */
static void
add_bracket_root (GArray *rules, const BracketTag *tag, int column, gboolean has_any_root)
{
  const int q = tag->n_right, to = tag->n_left == 0 ? BRACKET_Q : counted (BRACKET_Q_LEFT, tag->n_left);

  if (q == 0)
    ADD (rules, RULE_OF_WORD (to, ROOT + column));
  else
    ADD (rules, RULE_BEFORE (to, counted (BRACKET_H, q), ROOT + column));
  if (has_any_root)
    ADD (rules, RULE_BEFORE (to, q == 0 ? BRACKET_Q : counted (BRACKET_P, q), ROOT + column));
}

/* Rows of up to @most dependents: (TB1), (TB2), (TB3). */
static void
add_bracket_rows (GArray *rules, int most, gboolean has_any_root)
{
  for (int k = 1; k <= most; k++) {
    const int G = counted (BRACKET_G, k), H = counted (BRACKET_H, k);

    if (k == 1) {
      ADD (rules, RULE_COPY (G, BRACKET_T_LEFT));
      ADD (rules, RULE_COPY (H, BRACKET_T_RIGHT));
    } else {
      ADD (rules, RULE_OF_PARTS (G, BRACKET_T_LEFT, counted (BRACKET_G, k - 1)));
      ADD (rules, RULE_OF_PARTS (H, BRACKET_T_RIGHT, counted (BRACKET_H, k - 1)));
    }
    ADD (rules, RULE_OF_PARTS (BRACKET_T_LEFT, counted (BRACKET_O_LEFT, k), H));
    ADD (rules, RULE_OF_PARTS (BRACKET_T_RIGHT, counted (BRACKET_O_RIGHT, k), H));
    ADD (rules, RULE_OF_PARTS (BRACKET_Q, G, counted (BRACKET_Q_LEFT, k)));
    if (has_any_root)
      ADD (rules, RULE_OF_PARTS (counted (BRACKET_P, k), H, BRACKET_Q));
  }
}

static BracketTag *
parse_all_brackets (const TbkPiece *tags, int n_tags, GError **error)
{
  g_autofree BracketTag *parsed = g_new (BracketTag, n_tags + 1);

  for (int t = 0; t < n_tags; t++)
    if (!parse_brackets (tags[t], &parsed[t])) {
      g_autofree char *quoted = tbk_quote (tags[t].bytes, tags[t].size);

      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "tags[%d]: %s is not a tag of brackets", t, quoted);
      return NULL;
    }
  return g_steal_pointer (&parsed);
}

/* Steps:
 *
 *   1. The tags are parsed.
 *   2. Rows of dependents are as long as the longest that a tag needs and a sentence can have.
 *   3. Each tag that such rows can serve gives one to two rules.
 *   4. Rows are rules of their own, up to the longest.
 *
 * So a grammar has O(tags + most) rules, and its size depends on the tags given.
 */
Grammar *
rules_new_brackets (const TbkPiece *tags, int n_tags, int longest, const RulesForm *form, GError **error)
{
  g_autofree BracketTag *parsed = parse_all_brackets (tags, n_tags, error);
  g_autoptr (GArray) rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  g_autofree GrammarSymbol *symbols = NULL;
  GrammarTable table = { .goal = BRACKET_Q };
  int most = 0;

  if (parsed == NULL)
    return NULL;
  for (int t = 0; t < n_tags; t++)
    if (parsed[t].n_left < longest && parsed[t].n_right < longest) /* no word has more dependents */
      most = MAX (most, MAX (parsed[t].n_left, parsed[t].n_right));
  for (int t = 0; t < n_tags; t++)
    if (parsed[t].n_left <= most && parsed[t].n_right <= most) {
      if (parsed[t].own == '.')
        add_bracket_root (rules, &parsed[t], t, form->has_any_root);
      else
        add_bracket_word (rules, &parsed[t], t);
    }
  add_bracket_rows (rules, most, form->has_any_root);
  table.n_symbols = counted (0, most + 1);
  symbols = g_new (GrammarSymbol, table.n_symbols);
  for (int s = 0; s < table.n_symbols; s++) {
    const int kind = (s - BRACKET_COUNTED) % BRACKET_KINDS;
    /* Symbols of roots end at n, so they have a row of items, not a square. */
    const gboolean is_last = s == BRACKET_Q || (s >= BRACKET_COUNTED && kind >= BRACKET_Q_LEFT);

    symbols[s] = (GrammarSymbol){ "", is_last ? TO_LAST : ANYWHERE, FALSE };
  }
  table.symbols = symbols;
  table.rules = (const Rule *) (gconstpointer) rules->data;
  table.n_rules = (int) rules->len;
  return make (&table, n_tags, n_tags, 0, form);
}

Grammar *
rules_new (const TagCoder *coder, const RulesForm *form)
{
  return coder == &bits_four          ? make_four (form)
         : coder == &ropes_projective ? make_hierarchical (form)
         : coder == &hexatags_coder   ? make_hexatags (form)
         : coder == &hexatags_any     ? make_any_hexatags (form)
                                      : NULL;
}
