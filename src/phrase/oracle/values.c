/* values.c - the values of the transitions that are allowed in a configuration. */
#include "base/memory.h"
#include "phrase/oracle/solver.h"

gboolean
values_add (TbkPhraseValues *values, TbkPhraseAct act, int label, int n_children, int loss, GError **error)
{
  if (!try_reserve (&values->values, &values->n_allocated, (gsize) values->n + 1, sizeof *values->values))
    return memory_fail (error, "%d values of transitions", values->n + 1);
  values->values[values->n++] = (TbkPhraseValue){ { act, label, n_children }, loss };
  return TRUE;
}

int
tbk_phrase_values_loss (const TbkPhraseValues *values, TbkPhraseTransition transition)
{
  int loss = -1;

  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition *other = &values->values[v].transition;

    if (other->act != transition.act || other->n_children != transition.n_children)
      continue;
    if (other->label == transition.label)
      return values->values[v].loss;
    if (other->label == -1)
      loss = values->values[v].loss;
  }
  return loss;
}
