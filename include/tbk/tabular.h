/* tabular.h - core: the generic parser over split context-free grammars, and forests of its derivations.
 *
 * Contents
 *   1. forest: many trees in little room: the derivations of a chart, shared where they agree
 *   2. tabular: sums over all derivations of a string by a split context-free grammar, in cubic time
 */
#ifndef TBK_TABULAR_H
#define TBK_TABULAR_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"

TBK_BEGIN_DECLS

/* 1. forest: many trees in little room: the derivations of a chart, shared where they agree.
 *
 * A forest has nodes; a node stands for a set of partial trees and is a sum of products; a product is
 * at most two nodes with at most one arc. In every product the dependents that the left node gives
 * heads to come before the arc's dependent in the sentence, and the heads of the right node after it. So a
 * derivation, read in order, lists the heads of the words from left to right.
 *
 * Words     as in the chart the forest was made from; 0 is the root.
 * Cost      every operation is linear in the number of products where nothing else is said.
 * Memory    16 bytes a product, 16 a node; kept and reused from one sentence to the next.
 * Errors    TBK_ERROR_RESOURCE if memory runs out.
 * Threads   a forest belongs to one thread at a time.
 * Source    packed parse forests: Billot and Lang (1989).
 * Since     0.1
 */

typedef struct TbkForest TbkForest;

TbkForest *tbk_forest_new (void);
void tbk_forest_free (TbkForest *forest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkForest, tbk_forest_free)

#define TBK_FOREST_MAX_PRODUCTS (1 << 25)

/* Returns TRUE if @forest holds exactly one tree. */
gboolean tbk_forest_is_single (TbkForest *forest);

/* Writes the heads of the words of one tree, made of every node's first product: @heads[d] for
 * each word d that has a head in the forest, no others. The only tree, if it is single. */
void tbk_forest_heads (TbkForest *forest, int *heads);

/* The number of trees; @count is initialised by the caller. Cost: one product or sum of numbers for each
 * product, in 64 bits while they suffice. */
gboolean tbk_forest_count (TbkForest *forest, mpz_t count, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_forest_count_arcs:
 * @heads: n + 1 integers: of each word 1..n a head
 * @counts: (out): n + 1 initialised numbers; for each word 1..n, of the trees in which it has this head
 *
 * No dependent of the forest is greater than @n. Cost: as for tbk_forest_count(), and three products of
 * numbers for each product.
 * Since: 0.2
 */
gboolean tbk_forest_count_arcs (TbkForest *forest, const int *heads, int n, mpz_t *counts,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Draws one of the trees, each equally likely, and writes its heads as tbk_forest_heads() does. @forest is
 * not empty. Cost: as for tbk_forest_count() for the first draw, then one random number for each node of
 * the tree. */
gboolean tbk_forest_draw (TbkForest *forest, TbkRandom *random, int *heads,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_forest_list:
 *
 * Begins to list the trees in increasing order of their lists of heads, which tbk_forest_next() then returns
 * one by one. The forest must not be changed in between.
 */
gboolean tbk_forest_list (TbkForest *forest, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the heads of the next tree as tbk_forest_heads() does, and returns 1; 0 after the last; -1 with
 * @error set without memory, which ends the list. Trees are found
 * when asked for: the first few of very many do not wait for the rest. Cost: for a node from which k partial
 * trees were needed, O(k) comparisons for each product, each O(log n) expected as above. Memory: as many
 * partial trees are stored as the forest has products, and at least 32,768, some 50 bytes each. Then they are
 * forgotten. This needs a few MB, and up to eight times the forest's own memory, however many trees are
 * returned. Only of a forest with more than TBK_FOREST_MAX_PRODUCTS / 4 products all are kept. */
int tbk_forest_next (TbkForest *forest, int *heads, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. tabular: sums over all derivations of a string by a split context-free grammar, in cubic time.
 *
 * A grammar has rules of four forms, over one set of symbols and one of terminals:
 *
 *   (B,C)  -> a            the word a: B begins its left children, C its right ones; one rule a terminal
 *   A      -> (B,C)        a word whose children are complete on both sides
 *   (B',_) -> A (B,_)      one more left child, outside those there are
 *   (_,C') -> (_,C) A      one more right child, outside those there are
 *
 * so each derivation is a projective dependency tree rooted in position 0, decorated with symbols. The
 * weight of a tree is the sum of the weights of its arcs. Each function here sums over the derivations in one
 * semiring: greatest weight, number, or greatest weight with the number that reach it. The engine is one
 * template, src/tabular/inside.template.h, which has the equations.
 *
 * Positions  0..n-1 for a string of n terminals; 0 is the root, into which no arc may lead.
 * Units      a weight is an integer, higher is better; |weight| < 2^40, or TBK_IMPOSSIBLE_WEIGHT.
 * Cost       O(n^3) semiring operations for each rule that joins a child with each rule A -> (B,C)
 *            for that child; O(n^2) cells for each symbol and each pair of symbols that meet.
 * Errors     TBK_ERROR_DATA if n is over TBK_TABULAR_MAX_LENGTH, TBK_ERROR_RESOURCE if memory does not
 *            suffice for weights, chart or the digits of numbers; nothing else can fail.
 * Threads    a TbkTabular belongs to one thread at a time; grammars are constant and shared.
 * Source     Nederhof (2019), section 3 and Table 2, after Eisner and Satta (1999).
 * Since      0.1
 */

#define TBK_IMPOSSIBLE_WEIGHT  (-((gint64) 1 << 60))
#define TBK_TABULAR_MAX_LENGTH 4096
#define TBK_MAX_SYMBOLS        64

typedef enum {
  TBK_RULE_WORD,  /* (B,C) -> a */
  TBK_RULE_HEAD,  /* A -> (B,C) */
  TBK_RULE_LEFT,  /* (B',_) -> A (B,_) */
  TBK_RULE_RIGHT, /* (_,C') -> (_,C) A */
} TbkRuleForm;

/* A rule, its symbols in the order in which they are read; a terminal counts as a symbol here. */
typedef struct {
  TbkRuleForm form;
  guint8 symbols[3];
} TbkRule;

/* Rules as they are printed: TBK_WORD (B, C, a), TBK_HEAD (A, B, C), TBK_LEFT (B', A, B), TBK_RIGHT (C',
 * C, A). */
#define TBK_WORD(B, C, a)                                                                                    \
  {                                                                                                          \
    TBK_RULE_WORD,                                                                                           \
    {                                                                                                        \
      B, C, a                                                                                                \
    }                                                                                                        \
  }
#define TBK_HEAD(A, B, C)                                                                                    \
  {                                                                                                          \
    TBK_RULE_HEAD,                                                                                           \
    {                                                                                                        \
      A, B, C                                                                                                \
    }                                                                                                        \
  }
#define TBK_LEFT(B2, A, B)                                                                                   \
  {                                                                                                          \
    TBK_RULE_LEFT,                                                                                           \
    {                                                                                                        \
      B2, A, B                                                                                               \
    }                                                                                                        \
  }
#define TBK_RIGHT(C2, C, A)                                                                                  \
  {                                                                                                          \
    TBK_RULE_RIGHT,                                                                                          \
    {                                                                                                        \
      C2, C, A                                                                                               \
    }                                                                                                        \
  }

typedef struct TbkGrammar {
  const char *name;
  const TbkRule *rules;
  int n_rules;
  int n_symbols;   /* symbols are 0..n_symbols-1, at most TBK_MAX_SYMBOLS */
  int n_terminals; /* terminals are 0..n_terminals-1, likewise */
  int start;
} TbkGrammar;

/* The trees of Nederhof (2019), Table 3: every projective tree, one derivation each. Terminal 0. If @has_single_root
 * position 0 has exactly one child: terminal 1 at position 0, terminal 0 elsewhere. */
const TbkGrammar *tbk_grammar_projective (gboolean has_single_root);

typedef struct {
  gint64 weight;
  guint16 head, dependent;
} TbkArc;

/* A string and the weight of every arc between its positions. To be made with TBK_WEIGHTED_STRING_INIT. */
typedef struct TbkWeightedString {
  int n;
  guint8 *terminals; /* n */
  gint64 *weights;   /* n * n: the weight of the arc from p to c at p * n + c; see tbk_weight() */
  TbkArc *arcs;      /* the weights that were set, in that order: what is not among them weighs 0 */
  gsize n_arcs;
  gint64 greatest, least; /* of 0 and the weights that were set and are not forbidden */
  gsize n_weights_allocated, n_arcs_allocated;
  gboolean is_beyond_memory; /* a weight was not set */
} TbkWeightedString;

#define TBK_WEIGHTED_STRING_INIT TBK_ZERO_INIT

/* Makes @string n positions long, all terminals 0 and all weights 0. FALSE as in "Errors" above. */
gboolean tbk_weighted_string_resize (TbkWeightedString *string, int n,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_weighted_string_clear (TbkWeightedString *string);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkWeightedString, tbk_weighted_string_clear)

/* The weight of the arc from @head to @dependent. */
static inline gint64
tbk_weight (const TbkWeightedString *string, int head, int dependent)
{
  return string->weights[(gsize) head * string->n + dependent];
}

/* Sets it. The cost of a parse grows with the number of settings, a little. Without memory for a setting,
 * @string cannot be parsed until it is resized: that fails then. */
void tbk_weight_set (TbkWeightedString *string, int head, int dependent, gint64 weight);

typedef struct TbkTabular TbkTabular;

/* @grammar is not copied. A grammar that breaks the rules above is a programmer's error and aborts. */
TbkTabular *tbk_tabular_new (const TbkGrammar *grammar);
void tbk_tabular_free (TbkTabular *tabular);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTabular, tbk_tabular_free)

/* The greatest weight of a derivation of @string, TBK_IMPOSSIBLE_WEIGHT if there is none without forbidden
 * arcs. */
gboolean tbk_tabular_best (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_tabular_best_many:
 * @strings: (array length=n_strings): of any lengths and weights
 * @best: (out caller-allocates): n_strings integers
 *
 * The same for each of @strings, much faster for many than for one at a time: strings of about the same length
 * are valued together, up to 64. They should be of one kind, since a symbol is computed for each position
 * where any of them can have it.
 *
 * How fast depends on the weights of a string: cells are floats if (n - 1) (greatest - least) is below 2^24,
 * else doubles. The value is exact in any case.
 *
 * On failure @best is undefined: some of it may be set.
 */
gboolean tbk_tabular_best_many (TbkTabular *tabular, const TbkWeightedString *strings, int n_strings,
                                gint64 *best, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The greatest weight, and how many derivations have it (0 if there is none); @count is initialised by the caller. */
gboolean tbk_tabular_best_count (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best,
                                 mpz_t count, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* All derivations of greatest weight: fills @forest with the ones of @string. Empty if there is none.
 * Positions of the string are the words of the forest. */
gboolean tbk_tabular_forest (TbkTabular *tabular, const TbkWeightedString *string, TbkForest *forest,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
