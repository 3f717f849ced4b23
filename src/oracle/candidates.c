/* candidates.c - the configurations after transitions. */
#include "oracle/candidates.h"

#include <string.h>

#include "transition/step.h"

void
candidates_clear (Candidates *candidates)
{
  tbk_configuration_clear (&candidates->after);
}

gboolean
candidates_reserve (Candidates *candidates, const TbkSystem *system, int n, GError **error)
{
  return n <= candidates->after.n_allocated || tbk_configuration_start (&candidates->after, system, n, error);
}

Candidate
candidates_step (Candidates *candidates, const TbkConfiguration *configuration, int transition)
{
  TbkConfiguration *after = &candidates->after;
  const TbkSystem *system = configuration->system;

  after->system = system;
  after->n = configuration->n;
  after->depth = configuration->depth;
  after->buffer = configuration->buffer;
  memcpy (after->stack, configuration->stack, (gsize) configuration->depth * sizeof (TbkStackElement));
  after->n_returned = configuration->n_returned;
  after->n_second = configuration->n_second;
  after->is_second_active = configuration->is_second_active;
  after->has_switched = configuration->has_switched;
  if (after->n_returned > 0)
    memcpy (after->returned, configuration->returned, (gsize) after->n_returned * sizeof (int));
  if (after->n_second > 0)
    memcpy (after->second, configuration->second, (gsize) after->n_second * sizeof (int));
  if ((system->features & TBK_HAS_HEADS) != 0)
    memcpy (after->heads, configuration->heads, ((gsize) after->n + 1) * sizeof (int));
  configuration_take (after, &system->transitions[transition]);
  return (Candidate){ transition, after };
}

void
candidates_values (Candidates *candidates, const TbkConfiguration *configuration, guint allowed,
                   const Gold *gold, CandidateScore score, gpointer solver, int *values)
{
  for (int t = 0; t < configuration->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (candidates, configuration, t);

      values[t] = candidate_value (gold, configuration, t, score (solver, gold, &candidate));
    }
}
