/* tabular.h - values by the generic tabular parser and a published grammar: the method TABULAR.
 *
 * A computation from the configuration after a candidate ends in a tree over its words. The trees that
 * can be reached are those that a small split context-free grammar derives from a string with a terminal
 * for each of these words; a translation makes the string. Weights are 1 for gold arcs and 0 for others,
 * and so the greatest weight of a derivation is the score of the candidate.
 *
 * Cost      O((k + m)^3) for k words in the stack and m in the input, all candidates in one batch.
 */
#ifndef ORACLE_TABULAR_H
#define ORACLE_TABULAR_H

#include "oracle/candidates.h"
#include "tbk/tabular.h"

/* The length of the stack and the input together; and the word at each position of them. */
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

/* The parameters of this kind of solver. @translate sets the terminals and forbids arcs; the string has a
 * position for each of the candidate's, and its weights are 1 for gold arcs and 0 for others. */
typedef struct {
  const TbkGrammar *grammar;
  void (*translate) (const Candidate *candidate, int policy, TbkWeightedString *string);
} Translation;

extern const SolverKind solver_tabular;

#endif
