/* tabular.h - sums over all derivations of a string by a split context-free grammar, in cubic time.
 *
 * A grammar has rules of four forms, over one set of symbols and one of terminals:
 *
 *   (B,C)  -> a            the word a: B begins its left children, C its right ones; one rule a terminal
 *   A      -> (B,C)        a word whose children are complete on both sides
 *   (B',_) -> A (B,_)      one more left child, outside those there are
 *   (_,C') -> (_,C) A      one more right child, outside those there are
 *
 * so each derivation is a projective dependency tree rooted in position 0, decorated with symbols. The
 * weight of a tree is the sum of those of its arcs. Each function here sums over the derivations in one
 * semiring: greatest weight, number, or greatest weight with the number that reach it. The engine is one
 * template, src/tabular/inside.template.h, where the equations stand.
 *
 * Positions  0..n-1 for a string of n terminals; 0 is the root, into which no arc may lead.
 * Units      a weight is an integer, higher is better; |weight| < 2^40, or TBK_IMPOSSIBLE_WEIGHT.
 * Cost       O(n^3) semiring operations for each rule that takes a child with each rule A -> (B,C)
 *            for that child; O(n^2) cells for each symbol and each pair of symbols that meet.
 * Errors     TBK_ERROR_DATA if n is over TBK_TABULAR_MAX_LENGTH, TBK_ERROR_RESOURCE if memory does not
 *            suffice for weights or chart; nothing else can fail. Without memory for the
 *            digits of a number the process ends, as by GMP.
 * Threads    a TbkTabular belongs to one thread at a time; grammars are constant and shared.
 * Source     Nederhof (2019), section 3 and Table 2, after Eisner and Satta (1999).
 * Since      0.1
 */
#ifndef TBK_TABULAR_H
#define TBK_TABULAR_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/forest.h"

TBK_BEGIN_DECLS

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

typedef struct {
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
typedef struct {
  int n;
  guint8 *terminals; /* n */
  gint64 *weights;   /* n * n: that of the arc from p to c at p * n + c; see tbk_weight() */
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
 * The same for each of @strings, much faster for many than for one at a time: those of about the same length
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

/* All derivations of greatest weight: makes @forest those of @string. Empty if there is none.
 * Positions of the string are the words of the forest. */
gboolean tbk_tabular_forest (TbkTabular *tabular, const TbkWeightedString *string, TbkForest *forest,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
