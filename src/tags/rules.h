/* rules.h - well-formed tags as a small grammar, for charts over the words of a sentence.
 *
 * A symbol covers words i..j; its number is the sum, or the best, of what its rules give, one derivation for each tree. A
 * tag depends on no arc, so that no symbol knows heads. Rules whose symbols are of the same words are in order: each uses
 * those before it alone.
 */
#ifndef TAGS_RULES_H
#define TAGS_RULES_H

#include "tabular/wide_number.h"
#include "tags/tags.h"

typedef enum {
  RULE_WORD,       /* A[i,i] = weight of i */
  RULE_BEHIND,     /* A[i,j] = B[i,j-1] weight of j */
  RULE_BEFORE,     /* A[i,j] = weight of i, B[i+1,j] */
  RULE_GAP_BEHIND, /* A[i,j] = B[i,j] weight of j: of the gap behind j */
  RULE_GAP_BEFORE, /* A[i,j] = B[i,j] weight of i-1: of the gap before i */
  RULE_COPY,       /* A[i,j] = B[i,j] */
  RULE_PRODUCT,    /* A[i,j] = sum over k of B[i,k] C[k+1,j] */
} RuleKind;

typedef struct {
  RuleKind kind;
  int to, left, right; /* A, B, C */
  int weight;
} Rule;

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

/* That of brackets in one plane over projective trees of up to @longest words, with these @tags alone; columns are their
 * numbers. NULL with @error set if one of them is no such tag. */
Rules *rules_new_brackets (const TbkPiece *tags, int n_tags, int longest, gboolean has_any_root,
                           GError **error);

void rules_free (Rules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rules, rules_free)

/* Charts. */

/* Where the scores of a sentence are: of word d, from 1, and column c at [(d - 1) * n_columns + c]. */
typedef struct {
  int n, n_columns;
  const double *scores, *root_scores; /* the second for words that depend on 0; may be the same */
  gsize memory;                       /* the most bytes that a chart may have */
} ChartScores;

/* The best derivation. */
typedef struct Chart Chart;

Chart *chart_best_new (void);
void chart_best_free (Chart *chart);

/* The same for up to so many sentences of the same length, side by side. */
enum { CHART_LANES = 8 };
Chart *chart_lanes_new (void);
void chart_lanes_free (Chart *chart);

/* Finds the best derivation of each sentence: its score at best[l], -infinity if there is none. If there is one, the columns that
 * word d has in it are put at chosen[l][2 * d] and chosen[l][2 * d + 1]: that of the word, and that of the gap behind it, -1 if
 * there is none. Of equally good derivations the first by the order of rules, then of the last word of the left part: the same
 * by both. */
gboolean chart_best_find (Chart *chart, const Rules *rules, const ChartScores *scores, int n_sentences,
                          double *best, int *const *chosen, GError **error);
gboolean chart_lanes_find (Chart *chart, const Rules *rules, const ChartScores *scores, int n_sentences,
                           double *best, int *const *chosen, GError **error);

/* Sums over all derivations: in numbers of the processor where they cannot get out of their bounds, else in wide ones. */
typedef struct SumChart SumChart;

SumChart *sum_chart_real_new (void);
void sum_chart_real_free (SumChart *chart);
SumChart *sum_chart_wide_new (void);
void sum_chart_wide_free (SumChart *chart);

/* What scores count from: the greatest of each word, and of the gap behind it. */
typedef struct {
  double word, gap;
} ChartOrigin;

/* Puts the logarithm of the sum of exp (score - origins) over all derivations at @log_z, and unless they are NULL the share
 * of those with a column in @marginals, in the order of scores; of words that depend on 0 in @root_marginals, which may be the
 * same. Both are zero before. @origins: by word, finite. The real one: no product of weights is out of bounds. */
gboolean sum_chart_real (SumChart *chart, const Rules *rules, const ChartScores *scores,
                         const ChartOrigin *origins, double *log_z, double *marginals, double *root_marginals,
                         GError **error);
gboolean sum_chart_wide (SumChart *chart, const Rules *rules, const ChartScores *scores,
                         const ChartOrigin *origins, double *log_z, double *marginals, double *root_marginals,
                         GError **error);

#endif
