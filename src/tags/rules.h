/* rules.h - well-formed tags as a small grammar, for charts over the words of a sentence.
 *
 * A symbol covers words i..j; its number is the sum, or the best, of what its rules give, one derivation for each tree. A
 * tag depends on no arc, so that no symbol knows heads. Rules whose symbols are of the same words are in order: each uses
 * those before it alone.
 */
#ifndef TAGS_RULES_H
#define TAGS_RULES_H

#include "tags/tags.h"

typedef enum {
  RULE_WORD,       /* A[i,i] = weight of i */
  RULE_BEHIND,     /* A[i,j] = B[i,j-1] weight of j */
  RULE_BEFORE,     /* A[i,j] = weight of i, B[i+1,j] */
  RULE_GAP_BEHIND, /* A[i,j] = B[i,j] weight of j: of the gap behind j */
  RULE_GAP_BEFORE, /* A[i,j] = B[i,j] weight of i-1: of the gap before i */
  RULE_COPY,       /* A[i,j] = B[i,j] */
  RULE_ARC_RIGHT,  /* A[i,j] = B[i,j] weight of the arc from i-1 to j */
  RULE_ARC_LEFT,   /* A[i,j] = B[i,j] weight of the arc from j+1 to i */
  RULE_ARC_ROOT,   /* A[i,j] = B[i,j] weight of the arc from 0 to i */
  RULE_PRODUCT,    /* A[i,j] = sum over k of B[i,k] C[k+1,j] */
} RuleKind;

typedef struct {
  RuleKind kind;
  int to, left, right; /* A, B, C */
  int weight;
  int root_weight; /* in its place for i = 1, plus 1; 0: the same */
} Rule;

static inline int
rule_weight (const Rule *rule, int i)
{
  return i == 1 && rule->root_weight > 0 ? rule->root_weight - 1 : rule->weight;
}

static inline gboolean
rule_has_arc (const Rule *rule)
{
  return rule->kind == RULE_ARC_RIGHT || rule->kind == RULE_ARC_LEFT || rule->kind == RULE_ARC_ROOT;
}

/* A weight of a word: that of some tags, which are columns of scores. */
typedef struct {
  int first, n;     /* of `columns` */
  gboolean is_root; /* scores of a word that depends on 0 */
  gboolean is_gap;  /* of the gap behind the word */
} RuleWeight;

typedef struct {
  GArray *symbols;  /* gboolean: it is needed up to the last word alone */
  GArray *rules;    /* Rule: all but products */
  GArray *products; /* Rule */
  GArray *weights;  /* RuleWeight */
  GArray *columns;  /* int */
  int goal;
  gboolean has_arcs;
} Rules;

static inline int
rules_length (const Rules *rules)
{
  return (int) rules->symbols->len;
}

/* A symbol of all spans, or of those that end at the last word. */
static inline gboolean
rules_is_last (const Rules *rules, int symbol)
{
  return g_array_index (rules->symbols, gboolean, symbol);
}

/* The grammar of an encoding by a chart, for trees with one root or any number; NULL if there is none. To be freed. */
Rules *rules_new (const TagCoder *coder, gboolean has_any_root);

/* That of four bits with symbols that know heads, so that arcs have weights too. */
Rules *rules_new_arcs (gboolean has_any_root);

/* That of brackets in one plane over projective trees of up to @longest words, with these @tags alone; columns are their
 * numbers. NULL with @error set if one of them is no such tag. */
Rules *rules_new_brackets (const TbkPiece *tags, int n_tags, int longest, gboolean has_any_root,
                           GError **error);

void rules_free (Rules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rules, rules_free)

/* Charts. */

/* Cells of a chart over @n words. */
gsize rules_count_cells (const Rules *rules, int n);

/* What scores count from: the greatest of each word, and of the gap behind it. */
typedef struct {
  double word, gap;
} ChartOrigin;

/* Where the scores of a sentence are: of word d, from 1, and column c at [(d - 1) * n_columns + c]. */
typedef struct {
  int n, n_columns;
  int n_word_columns;                /* those of words; then those of gaps */
  gconstpointer scores, root_scores; /* the second for words that depend on 0; may be the same */
  const ChartOrigin *origins;        /* n + 1, for sums */
  const double *arcs;                /* from head h to word d at [d * (n + 1) + h]; NULL: 0 */
  const double *arc_origins;         /* by word, for sums; NULL: 0 */
  gsize memory;                      /* the most bytes that a chart may have */
} ChartScores;

/* The best derivation. */
typedef struct Chart Chart;

/* So many sentences of the same length, side by side. */
enum { CHART_LANES = 8, CHART_LANES_FLOAT = 16, CHART_MOST_LANES = 16 };

/* A chart: of one sentence, or of up to so many. */
typedef struct {
  int n_lanes;
  gsize number_size;
  Chart *(*create) (void);
  void (*free) (Chart *chart);

  /* Finds the best derivation of each sentence: its score at best[l], -infinity if there is none. If there is one, the columns
   * that word d has in it are put at chosen[l][2 * d] and chosen[l][2 * d + 1]: that of the word, and that of the gap behind
   * it, -1 if there is none. Of equally good derivations the first by the order of rules, then of the last word of the left
   * part: the same by charts of one sentence and of several. */
  gboolean (*find) (Chart *chart, const Rules *rules, const ChartScores *scores, int n_sentences,
                    double *best, int *const *chosen, GError **error);
} TagChartKind;

/* Of scores that are doubles, and floats. */
extern const TagChartKind chart_best, chart_lanes, chart_best_float, chart_lanes_float;

/* Derivations of a sentence of doubles from the best on. Scores and rules are kept until the next beginning. */
typedef struct ChartLists ChartLists;

ChartLists *chart_lists_new (void);
void chart_lists_free (ChartLists *lists);
gboolean chart_lists_begin (ChartLists *lists, const Rules *rules, const ChartScores *scores, GError **error);

/* The next one, as by a chart; FALSE if there are no more. */
gboolean chart_lists_next (ChartLists *lists, int *chosen);
gsize chart_lists_memory (const ChartLists *lists);

/* After the beginning, in place of all else: how many derivations there are, or only the best ones. */
void chart_lists_count (ChartLists *lists, gboolean is_best, mpz_t count);

/* Sums over all derivations. Where marginals go, in the order of scores; of words that depend on 0, root_marginals, which may
 * be the same. Both are zero before. NULL: they are not asked for. */
typedef struct {
  double log_z; /* of exp (score - origins) */
  double *marginals, *root_marginals;
  double *arc_marginals; /* as arcs; NULL: not asked for. If rules have arcs alone */
  gboolean is_refused;   /* the numbers of the processor do not reach so far */
} ChartSum;

typedef struct SumChart SumChart;

typedef struct {
  int n_lanes;
  gsize number_size; /* of what a cell has, without marginals and with them */
  gsize with_marginals;
  SumChart *(*create) (void);
  void (*free) (SumChart *chart);
  gboolean (*sum) (SumChart *chart, const Rules *rules, const ChartScores *scores, int n_sentences,
                   ChartSum *sums, GError **error);
} SumChartKind;

/* In numbers of the processor, which may be too small for a sentence; and with exponents beside them, which never are. */
extern const SumChartKind sum_chart_real, sum_lanes_real, sum_chart_scaled, sum_lanes_scaled;

#endif
