/* arc_scores.h - random scores of arcs, and what their trees are worth by enumeration. */
#ifndef BRUTE_ARC_SCORES_H
#define BRUTE_ARC_SCORES_H

#include "brute/trees.h"
#include "tbk/decode.h"

/* Kinds of scores: few integers, so that there are ties; integers; all equal; many forbidden; high for the root; pairs of words that
 * attract each other; real numbers; far apart; masks in place of what is forbidden. */
typedef enum {
  SCORES_TIES,
  SCORES_INTEGERS,
  SCORES_EQUAL,
  SCORES_FORBIDDEN,
  SCORES_ROOT,
  SCORES_CYCLES,
  SCORES_REAL,
  SCORES_WIDE,
  SCORES_MASKED,
  N_SCORE_KINDS,
} ScoreKind;

enum { MOST_ENUMERATED = 7 };

/* Sentences of one type, (n + 1)^2 numbers each, by dependents; [0][h] and [d][d] are NaN. */
typedef struct {
  int n_sentences, *lengths, width;
  TbkReal real;
  gpointer *numbers;
  TbkArcPlace *places;
  TbkArcNumbers arcs;
  TbkArcScores scores;
} ScoreBatch;

/* @lengths: those of the sentences, or NULL: all @longest. */
ScoreBatch *score_batch_new (GRand *random, TbkReal real, ScoreKind kind, int n_sentences, int longest,
                             gboolean has_one_length);
void score_batch_free (ScoreBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScoreBatch, score_batch_free)

double score_batch_at (const ScoreBatch *batch, int sentence, int dependent, int head);

/* The score of a tree with heads[1..n], summed in double from word 1 on. */
double score_batch_tree (const ScoreBatch *batch, int sentence, const int *heads);

/* What the trees of a sentence of at most MOST_ENUMERATED words are worth. */
typedef struct {
  gsize n_trees, n_best; /* without forbidden arcs; of those, of greatest score */
  double best;
  long double log_z, entropy;
  double *sorted; /* the scores of trees, the greatest first */
  double marginals[MOST_ENUMERATED + 1][MOST_ENUMERATED + 1];
} TreeWorth;

void tree_worth_find (const ScoreBatch *batch, int sentence, gboolean is_nonprojective, gboolean has_any_root,
                      TreeWorth *worth);
void tree_worth_clear (TreeWorth *worth);

/* The forms of trees, 0 to 3: projective or any, with one child of 0 or any number. */
static inline TbkDecodeOptions
score_form_options (int form)
{
  return (TbkDecodeOptions){ .is_nonprojective = form & 1, .has_any_root = form >> 1, .allows_none = TRUE };
}

/* Rows for @n_trees trees of each sentence, and the heads[0..n] of one of them, until the next call. */
TbkTreeRows tree_rows_new (const ScoreBatch *batch, int n_trees);
void tree_rows_clear (TbkTreeRows *rows);
const int *tree_rows_heads (const TbkTreeRows *rows, int sentence, int tree, int n);

/* The marginals of a batch: rows as those of its scores, written by the library. */
typedef struct {
  int n_sentences;
  double **numbers;
  TbkArcPlace *places;
  TbkArcNumbers arcs;
} MarginalBatch;

MarginalBatch *marginal_batch_new (const ScoreBatch *batch);
void marginal_batch_free (MarginalBatch *marginals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MarginalBatch, marginal_batch_free)

#endif
