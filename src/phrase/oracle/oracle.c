/* oracle.c - dynamic oracles of phrase-structure parsing: which solver answers for which system. */
#include <string.h>

#include "phrase/oracle/solver.h"

static const char *const method_names[] = { "exact", "printed" };

struct TbkPhraseOracle {
  const TbkPhraseSystem *system;
  const PhraseSolver *kind;
  gpointer solver;
  int n; /* words of the gold tree, 0 if there is none */
  TbkPhraseValues values;
};

const char *
tbk_phrase_method_name (TbkPhraseMethod method)
{
  g_return_val_if_fail (method < TBK_N_PHRASE_METHODS, NULL);
  return method_names[method];
}

gboolean
tbk_phrase_method_find (const char *name, TbkPhraseMethod *method)
{
  for (int m = 0; m < TBK_N_PHRASE_METHODS; m++)
    if (strcmp (method_names[m], name) == 0) {
      *method = (TbkPhraseMethod) m;
      return TRUE;
    }
  return FALSE;
}

TbkPhraseOracle *
tbk_phrase_oracle_new (const TbkPhraseSystem *system, TbkPhraseMethod method, GError **error)
{
  const PhraseSolver *kind;
  TbkPhraseOracle *oracle;

  g_return_val_if_fail (system != NULL && method < TBK_N_PHRASE_METHODS, NULL);
  kind = ((const PhraseRecord *) system)->solvers[method];
  if (kind == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no method %s", system->name,
                 tbk_phrase_method_name (method));
    return NULL;
  }
  oracle = g_new0 (TbkPhraseOracle, 1);
  oracle->system = system;
  oracle->kind = kind;
  oracle->solver = kind->make (system);
  return oracle;
}

void
tbk_phrase_oracle_free (TbkPhraseOracle *oracle)
{
  if (oracle == NULL)
    return;
  oracle->kind->free (oracle->solver);
  g_free (oracle->values.values);
  g_free (oracle);
}

gboolean
tbk_phrase_oracle_set_gold (TbkPhraseOracle *oracle, const TbkPhraseTree *gold, GError **error)
{
  g_return_val_if_fail (gold->n > 0, FALSE);
  oracle->n = 0;
  if (!oracle->kind->set_gold (oracle->solver, gold, error))
    return FALSE;
  oracle->n = gold->n;
  return TRUE;
}

int
tbk_phrase_oracle_loss (TbkPhraseOracle *oracle, const TbkPhraseConfiguration *c, GError **error)
{
  g_return_val_if_fail (c->system == oracle->system && c->n == oracle->n, -1);
  return oracle->kind->loss (oracle->solver, c, error);
}

const TbkPhraseValues *
tbk_phrase_oracle_values (TbkPhraseOracle *oracle, const TbkPhraseConfiguration *c, GError **error)
{
  TbkPhraseValues *values = &oracle->values;

  g_return_val_if_fail (c->system == oracle->system && c->n == oracle->n, NULL);
  values->n = 0;
  if (tbk_phrase_configuration_is_final (c)) {
    values->loss = oracle->kind->loss (oracle->solver, c, error);
    return values->loss >= 0 ? values : NULL;
  }
  return oracle->kind->values (oracle->solver, c, values, error) ? values : NULL;
}
