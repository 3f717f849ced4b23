/* oracle.h - what the oracles of this room share: translations to grammars, and scores of candidates.
 *
 * A candidate is a transition with the configuration after it. Its score is the most gold arcs made
 * from there on; its value is the score with the arc that the transition makes itself.
 */
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include "tree/gold.h"
#include "tbk/oracle.h"
#include "tbk/tabular.h"

typedef struct {
  int transition;
  const TbkConfiguration *after;
} Candidate;

/* The length of the stack and the remaining input together; and the word at each position of them. */
static inline int
n_positions (const TbkConfiguration *configuration)
{
  return configuration->depth + configuration->n + 1 - configuration->buffer;
}

static inline int
word_at_position (const TbkConfiguration *configuration, int position)
{
  if (position < configuration->depth)
    return configuration->stack[position].word;
  return configuration->buffer + position - configuration->depth;
}

/* A published grammar, and how a candidate becomes a string that it reads: @translate sets the terminals
 * and forbids arcs; the string has a position for each of the candidate's, and its weights are 1 for gold
 * arcs and 0 for others. */
typedef struct {
  const TbkGrammar *grammar;
  void (*translate) (const Candidate *candidate, TbkPolicy policy, TbkWeightedString *string);
} Translation;

extern const Translation translation_shift_reduce, translation_arc_eager, translation_arc_eager_uncorrected,
    translation_normalized;

/* The translation for @system, or NULL. */
const Translation *translation_find (const TbkSystem *system);

/* cubic.c: scores by a grammar, of all candidates of a configuration at once: cubic_add() for each after
 * cubic_begin(); then cubic_scores() sets scores[transition] of each. */
typedef struct Cubic Cubic;

Cubic *cubic_new (const Translation *translation, TbkPolicy policy);
void cubic_free (Cubic *cubic);
void cubic_begin (Cubic *cubic);
gboolean cubic_add (Cubic *cubic, const Gold *gold, const Candidate *candidate, GError **error);
gboolean cubic_scores (Cubic *cubic, int *scores, GError **error);

/* projective.c: scores for projective gold trees by the algorithms of 2019, quadratic or linear. */
typedef struct Projective Projective;

Projective *projective_new (const TbkSystem *system, TbkPolicy policy, gboolean is_linear);
void projective_free (Projective *projective);
int projective_score (Projective *projective, const Gold *gold, const Candidate *candidate);

/* linear_arc_eager.c: scores for projective gold trees by the formulas of 2021. */
typedef struct ArcEager ArcEager;

ArcEager *arc_eager_new (TbkPolicy policy);
void arc_eager_free (ArcEager *arc_eager);
int arc_eager_score (ArcEager *arc_eager, const Gold *gold, const Candidate *candidate);

/* sparse.c: values of all transitions at once, any gold tree, by recursions over gold arcs. They cover all
 * configurations that a computation can reach. */
typedef struct Sparse Sparse;
typedef struct Recursion Recursion;

/* NULL where there is none. */
const Recursion *sparse_recursion (const TbkSystem *system);
Sparse *sparse_new (const TbkSystem *system, TbkPolicy policy);
void sparse_free (Sparse *sparse);
void sparse_set_gold (Sparse *sparse, const Gold *gold);
gboolean sparse_covers (const TbkConfiguration *configuration);
gboolean sparse_values (Sparse *sparse, const TbkConfiguration *configuration, int *values, GError **error);

/* What a policy of shift-reduce parsing forbids after a transition: left children to the stack
 * positions first..last (none if first > last), right children to the top. Positions are those of the
 * stack after the transition, whose top is k. */
typedef struct {
  int first, last;
  gboolean top_takes_right;
} Limits;

Limits shift_reduce_limits (TbkPolicy policy, int transition, int k);

#endif
