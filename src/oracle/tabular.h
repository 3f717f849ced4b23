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

/* Of the stack, with 0 under it where the system starts without, and the input: the number of positions, the
 * position of the first element of the stack, that of the first word of the input, and the word at each. */
static inline int
translation_first_of_stack (const TbkConfiguration *configuration)
{
  return configuration->system->starts_empty ? 1 : 0;
}

static inline int
translation_first_of_input (const TbkConfiguration *configuration)
{
  return translation_first_of_stack (configuration) + configuration->depth;
}

static inline int
translation_n_positions (const TbkConfiguration *configuration)
{
  return translation_first_of_input (configuration) + tbk_configuration_n_input (configuration);
}

static inline int
translation_word_at (const TbkConfiguration *configuration, int position)
{
  int element = position - translation_first_of_stack (configuration);
  int input = element - configuration->depth;

  if (element < 0)
    return 0;
  if (input < 0)
    return configuration->stack[element].word;
  if (input < configuration->n_returned)
    return configuration->returned[configuration->n_returned - 1 - input];
  return configuration->buffer + input - configuration->n_returned;
}

/* The parameters of this kind of solver. @translate sets the terminals and forbids arcs; the string has a
 * position for each of the candidate's, and its weights are 1 for gold arcs and 0 for others. */
typedef struct {
  const TbkGrammar *grammar;
  void (*translate) (const Candidate *candidate, int policy, TbkWeightedString *string);
} Translation;

extern const SolverKind solver_tabular;

#endif
