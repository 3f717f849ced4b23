/* grammar.h - grammars as data: symbols that cover words in a row, and rules for what they are made of.
 *
 * The chart of a grammar is filled, read backwards, listed, counted and drawn from by the files chart*.c, which know
 * no grammar. Who has a grammar writes a table of rules, in the order and with the labels of its paper, and gives
 * numbers to the words and arcs; docs/design/tabular.md fills in one by hand.
 *
 * Positions 0 to n are the gaps between n words: word d lies between d - 1 and d. A symbol A over i..j covers the words
 * i + 1 to j, and A[i,j] is the sum, or the best, over all that its rules make of it. For words 1 to 3:
 *
 *   position   0     1     2     3
 *   word          1     2     3
 *                   |---A----|          A[1,3]: words 2 and 3
 *
 * Contents
 *   1. tables: symbols and rules, as a paper has them
 *   2. grammar: a table, checked, and what charts look up in it
 *   3. edges: the ways to make an item
 */
#ifndef TABULAR_GRAMMAR_H
#define TABULAR_GRAMMAR_H

#include <glib.h>

/* 1. tables: symbols and rules, as a paper has them. */

/* Where a symbol can be: anywhere, or at some positions alone, which saves time. Symbols that begin at 0, or end at n,
 * have one item for each position, and only such symbols are made of them; those that do both are goals. */
typedef enum {
  ANYWHERE = 0,
  FROM_FIRST = 1,  /* i = 0 */
  AFTER_FIRST = 2, /* i > 0 */
  TO_LAST = 4,     /* j = n */
  BEFORE_LAST = 8, /* j < n */
  OF_ALL = FROM_FIRST | TO_LAST,
} SymbolPlaces;

typedef struct {
  const char *name;
  SymbolPlaces places;
  gboolean has_empty; /* A[i,i] = 1, which no rule makes; else it is 0 */
} GrammarSymbol;

/* The weights of rules. A list has one for each position 1..n, such as the scores of one tag by word; a matrix has one
 * for each two positions, such as the scores of arcs, [head][dependent]. */
typedef enum {
  NO_WEIGHT,
  WEIGHT_AT_FIRST, /* of a list at i + first */
  WEIGHT_AT_LAST,  /* of a list at j + last; around a word, at that word */
  WEIGHT_FORWARD,  /* of a matrix at [i + first][j + last] */
  WEIGHT_BACKWARD, /* of a matrix at [j + last][i + first] */
} WeightKind;

typedef enum {
  RULE_WORD,    /* A[i,i+1] = weight */
  RULE_UNARY,   /* A[i,j] = B[i+skip_first,j-skip_last] weight; it skips at most one word */
  RULE_PRODUCT, /* A[i,j] = sum over i<=k<=j of B[i,k] C[k,j] */
  RULE_AROUND,  /* A[0,n] = sum over words d of weight (B[0,d-1] C[d,n]), of a goal */
} RuleKind;

typedef struct {
  RuleKind kind;
  int to, left, right;       /* A, B, C; of a unary rule B is left */
  int skip_first, skip_last; /* words between the ends of A and those of B */
  WeightKind weight_kind;
  int weight;      /* of the lists, or of the matrices */
  int first, last; /* where it is */
} Rule;

/* The rules of today's grammars by name. w is a list, m a matrix. */
#define LIST_RULE(A, B, skip_first, skip_last, kind, w, at)                                                  \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, skip_first, skip_last, kind, w, at, 0                                              \
  }
/* A[i,i+1] = w[i+1] */
#define RULE_OF_WORD(A, w)                                                                                   \
  {                                                                                                          \
    RULE_WORD, A, -1, -1, 0, 0, WEIGHT_AT_FIRST, w, 1, 0                                                     \
  }
/* A[i,j] = B[i,j-1] w[j], a word behind; w[i+1] B[i+1,j], a word before */
#define RULE_BEHIND(A, B, w) LIST_RULE (A, B, 0, 1, WEIGHT_AT_LAST, w, 0)
#define RULE_BEFORE(A, B, w) LIST_RULE (A, B, 1, 0, WEIGHT_AT_FIRST, w, 1)
/* A[i,j] = B[i,j] w[j], of the gap behind; w[i] B[i,j], of the gap before; w[i+1] B[i,j], of the first word */
#define RULE_GAP_BEHIND(A, B, w) LIST_RULE (A, B, 0, 0, WEIGHT_AT_LAST, w, 0)
#define RULE_GAP_BEFORE(A, B, w) LIST_RULE (A, B, 0, 0, WEIGHT_AT_FIRST, w, 0)
#define RULE_OF_FIRST(A, B, w)   LIST_RULE (A, B, 0, 0, WEIGHT_AT_FIRST, w, 1)
/* A[i,j] = B[i,j] */
#define RULE_COPY(A, B) LIST_RULE (A, B, 0, 0, NO_WEIGHT, 0, 0)
/* A[i,j] = B[i,j] m[i][j], an arc from word i to j over what is below j; B[i,j] m[j+1][i+1], from j + 1 to i + 1 */
#define RULE_ARC_RIGHT(A, B, m)                                                                              \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, 0, 0, WEIGHT_FORWARD, m, 0, 0                                                      \
  }
#define RULE_ARC_LEFT(A, B, m)                                                                               \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, 0, 0, WEIGHT_BACKWARD, m, 1, 1                                                     \
  }
/* An arc, where the dependent is not yet among the words of B: B[i,j-1] m[i][j]; B[i+1,j] m[j+1][i+1] */
#define RULE_ARC_BEHIND(A, B, m)                                                                             \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, 0, 1, WEIGHT_FORWARD, m, 0, 0                                                      \
  }
#define RULE_ARC_BEFORE(A, B, m)                                                                             \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, 1, 0, WEIGHT_BACKWARD, m, 1, 1                                                     \
  }
/* A[i,j] = B[i,j] m[j][i] */
#define RULE_WEIGHED_BACKWARD(A, B, m)                                                                       \
  {                                                                                                          \
    RULE_UNARY, A, B, -1, 0, 0, WEIGHT_BACKWARD, m, 0, 0                                                     \
  }
#define RULE_OF_PARTS(A, B, C)                                                                               \
  {                                                                                                          \
    RULE_PRODUCT, A, B, C, 0, 0, NO_WEIGHT, 0, 0, 0                                                          \
  }
#define RULE_AROUND_WORD(A, B, w, C)                                                                         \
  {                                                                                                          \
    RULE_AROUND, A, B, C, 0, 0, WEIGHT_AT_LAST, w, 0, 0                                                      \
  }

/* Slots: each derivation of n words has one weight of each slot, or none of it has. So a factor common to all weights of
 * a slot changes all derivations alike, and sums may count from any number there. A list has a slot for each position, a
 * matrix for each column; what has the same group has the same slots. */
typedef struct {
  const GrammarSymbol *symbols;
  const Rule *rules;
  int n_symbols, n_rules;
  int goal;
  int n_lists, n_matrices;
  const guint8 *list_groups; /* of slots, by list; NULL: all 0 */
  const guint8
      *matrix_groups; /* by matrix, two each: that of [a][b], a < b, and that of a > b; NULL: all 0 */
  int n_groups;
  const guint8 *uses;   /* by symbol, what rules do with it; grammar_new() finds that */
  double bits_per_word; /* n words have at most 2^(bits_per_word n) derivations */
  gboolean
      has_inner_slots; /* an item over i..j has a weight of the slot of each word between, and no other */
} GrammarTable;

/* 2. grammar: a table, checked, and what charts look up in it. */

/* The grammars that charts are compiled for (known_grammars.h). */
typedef enum { NOT_KNOWN, KNOWN_projective, KNOWN_stacks } KnownGrammar;

/* Uses that rules make of a symbol with a matrix: it is a part of a product, made by a product, a part of a
 * rule that skips a word, or a part of one for a symbol that begins at 0 or ends at n. */
enum { IS_LEFT = 1, IS_RIGHT = 2, IS_PRODUCT = 4, IS_SKIPPED = 8, IS_OF_LINE = 16 };

typedef struct {
  GrammarTable
      table; /* a copy whose rules are in order: those of a symbol together, behind those of the symbols that it
                       * uses over the same words; the n_chart_rules of symbols with a matrix come first */
  int n_chart_rules, n_products;
  int *
      lines; /* n_lines symbols that begin at 0 or end at n, but for those that do both, in the order of rules */
  int n_lines;
  int *first_rules; /* by symbol, of n rules */
  int *n_rules_of;
  guint8 *uses;            /* the same as in the table */
  gboolean has_one_length; /* a symbol ends at n, so that all sentences in a chart have one length */
  KnownGrammar known;
} Grammar;

/* A symbol has a matrix of items, or one for each position if it begins at 0 or ends at n. */
static inline gboolean
grammar_has_matrix (const Grammar *grammar, int symbol)
{
  return (grammar->table.symbols[symbol].places & OF_ALL) == 0;
}

/* Traits of a rule that filling asks for, in one number; it begins with the places of the symbol that it
 * makes. */
enum {
  TRAIT_FIRST = 16, /* of the rules of its symbol */
  TRAIT_LAST = 32,
  TRAIT_PRODUCT = 64,
  TRAIT_WORD = 128,
  TRAIT_SKIPS = 256,       /* a word */
  TRAIT_WEIGHT = 512,      /* has one */
  TRAIT_BACK = 1024,       /* WEIGHT_AT_LAST or WEIGHT_BACKWARD */
  TRAIT_LIST = 2048,       /* WEIGHT_AT_LAST or WEIGHT_AT_FIRST */
  TRAIT_LEFT_EMPTY = 4096, /* parts of a product that can be empty */
  TRAIT_RIGHT_EMPTY = 8192,
  TRAIT_ROW = 16384,    /* items of the symbol are needed by rows */
  TRAIT_COLUMN = 32768, /* by columns; the same of the left part */
  TRAIT_LEFT_COLUMN = 65536,
};

/* Inlined everywhere, so that it is a constant where the table is one. */
static inline __attribute__ ((always_inline)) guint
grammar_traits (const GrammarTable *table, int n_rules, int r)
{
  const Rule *rule = &table->rules[r];
  guint traits = (guint) table->symbols[rule->to].places;

  if (r == 0 || table->rules[r - 1].to != rule->to)
    traits |= TRAIT_FIRST;
  if (r + 1 == n_rules || table->rules[r + 1].to != rule->to)
    traits |= TRAIT_LAST;
  if (rule->kind == RULE_WORD)
    traits |= TRAIT_WORD;
  if (rule->skip_first + rule->skip_last > 0)
    traits |= TRAIT_SKIPS;
  if (rule->weight_kind != NO_WEIGHT)
    traits |= TRAIT_WEIGHT;
  if (rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST)
    traits |= TRAIT_LIST;
  if (rule->weight_kind == WEIGHT_AT_LAST || rule->weight_kind == WEIGHT_BACKWARD)
    traits |= TRAIT_BACK;
  if ((table->uses[rule->to] & IS_RIGHT) != 0)
    traits |= TRAIT_COLUMN;
  if ((traits & TRAIT_COLUMN) == 0 || (table->uses[rule->to] & IS_LEFT) != 0)
    traits |= TRAIT_ROW;
  if (rule->kind != RULE_WORD && (table->uses[rule->left] & IS_RIGHT) != 0)
    traits |= TRAIT_LEFT_COLUMN;
  if (rule->kind != RULE_PRODUCT)
    return traits;
  return traits | TRAIT_PRODUCT | (table->symbols[rule->left].has_empty ? TRAIT_LEFT_EMPTY : 0)
         | (table->symbols[rule->right].has_empty ? TRAIT_RIGHT_EMPTY : 0);
}

/* Aborts if a rule is not of the form above, or symbols over the same words use one another in a circle. */
Grammar *grammar_new (const GrammarTable *table);
void grammar_free (Grammar *grammar);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Grammar, grammar_free)

/* 3. edges: the ways to make an item. */

typedef struct {
  int symbol, i, j;
} ChartItem;

/* A rule, and of products where the left part ends, of rules around a word the word; else k is i. Its parts, and where its weight is:
 * [a] of a list, [a][b] of a matrix. */
typedef struct {
  const Rule *rule;
  int k;
  ChartItem parts[2];
  int n_parts;
  int a, b;
} Edge;

/* The number of edges that a rule has for an item; @k gets that of the first, and the others follow. Parts without words are such as
 * can be empty. */
int grammar_find_range (const Grammar *grammar, const Rule *rule, const ChartItem *item, int *k);

/* Where the weight of a rule is, for words i + 1 to j, or around word d = j. */
static inline void
grammar_set_weight (const Rule *rule, int i, int j, Edge *edge)
{
  const gboolean is_at_first = rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_FORWARD;

  edge->a = is_at_first ? i + rule->first : j + rule->last;
  edge->b = is_at_first ? j + rule->last : i + rule->first;
}

/* Sets the parts and the place of the weight, by the rule and k. */
static inline void
grammar_set_parts (const ChartItem *item, Edge *edge)
{
  const Rule *rule = edge->rule;
  const int i = item->i, j = item->j, k = edge->k;

  switch (rule->kind) {
  case RULE_WORD:
    edge->n_parts = 0;
    break;
  case RULE_UNARY:
    edge->n_parts = 1;
    edge->parts[0] = (ChartItem){ rule->left, i + rule->skip_first, j - rule->skip_last };
    break;
  default:
    edge->n_parts = 2;
    edge->parts[0] = (ChartItem){ rule->left, i, rule->kind == RULE_AROUND ? k - 1 : k };
    edge->parts[1] = (ChartItem){ rule->right, k, j };
  }
  grammar_set_weight (rule, i, rule->kind == RULE_AROUND ? k : j, edge);
}

#endif
