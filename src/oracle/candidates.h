/* candidates.h - values by the scores of candidates.
 *
 * A candidate is a transition with the configuration after it. Its score is the most gold arcs made from
 * there on; its value is the score with the arc that the transition makes itself.
 */
#ifndef ORACLE_CANDIDATES_H
#define ORACLE_CANDIDATES_H

#include "oracle/solver.h"

typedef struct {
  int transition;
  const TbkConfiguration *after; /* its heads are valid only if the system's preconditions need them */
} Candidate;

/* Scratch memory: the configuration after a transition. */
typedef struct {
  TbkConfiguration after;
} Candidates;

void candidates_clear (Candidates *candidates);

/* Makes room for sentences of @n words. */
gboolean candidates_reserve (Candidates *candidates, const TbkSystem *system, int n, GError **error);

/* Takes @transition, which is allowed. The result is valid until the next call. */
Candidate candidates_step (Candidates *candidates, const TbkConfiguration *configuration, int transition);

/* The score of a candidate, IMPOSSIBLE where no final configuration follows. */
typedef int (*CandidateScore) (gpointer solver, const Gold *gold, const Candidate *candidate);

/* Sets values[t] for each transition t in @allowed. */
void candidates_values (Candidates *candidates, const TbkConfiguration *configuration, guint allowed,
                        const Gold *gold, CandidateScore score, gpointer solver, int *values);

/* The value that a score amounts to. */
static inline int
candidate_value (const Gold *gold, const TbkConfiguration *configuration, int transition, int score)
{
  int head, dependent;

  if (score > IMPOSSIBLE / 2
      && tbk_configuration_arc (configuration, &configuration->system->transitions[transition], &head,
                                &dependent))
    score += gold_has_arc (gold, head, dependent);
  return score;
}

#endif
