/* oracle.c - the public face of the oracles: which solver is asked, and what its answers mean. */
#include "tbk/oracle.h"

#include <string.h>

#include "oracle/solver.h"
#include "transition/configuration.h"

/* A solver that may be asked, made when first used. */
typedef struct {
  const Solver *offer;
  gboolean needs_projective;
  gpointer solver;
  gboolean has_gold; /* the one of the oracle */
  gboolean passes;   /* for this gold tree */
} Asked;

/* EXACT asks a fast solver first, then one for projective gold trees, then the grammar. A solver that passes,
 * because the sentence is too long or the tree or configuration is not of its kind, leaves the answer to the
 * next. */
enum { MOST_ASKED = 8 };

struct TbkOracle {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  Gold gold;
  gboolean has_gold;
  Asked asked[MOST_ASKED]; /* in this order */
  int n_asked;
};

static const char *const method_names[TBK_N_METHODS] = {
  [TBK_METHOD_EXACT] = "exact",
  [TBK_METHOD_TABULAR] = "tabular",
  [TBK_METHOD_QUADRATIC] = "quadratic",
  [TBK_METHOD_LINEAR] = "linear",
  [TBK_METHOD_APPROXIMATE] = "approximate",
};

const char *
tbk_method_name (TbkMethod method)
{
  g_return_val_if_fail ((guint) method < TBK_N_METHODS, NULL);

  return method_names[method];
}

gboolean
tbk_method_find (const char *name, TbkMethod *method)
{
  for (int m = 0; m < TBK_N_METHODS; m++)
    if (strcmp (method_names[m], name) == 0) {
      *method = m;
      return TRUE;
    }
  return FALSE;
}

/* Adds the solvers that the system offers by @method for the policy. */
static void
add_solvers (TbkOracle *oracle, TbkMethod method, gboolean needs_projective)
{
  const Record *record = record_of (oracle->system);

  for (int s = 0; s < record->n_solvers; s++) {
    const Solver *offer = &record->solvers[s];

    if (offer->method == method && (offer->policies >> oracle->policy & 1) != 0) {
      g_assert (oracle->n_asked < MOST_ASKED);
      oracle->asked[oracle->n_asked++] = (Asked){ .offer = offer, .needs_projective = needs_projective };
    }
  }
}

static void
choose_solvers (TbkOracle *oracle)
{
  switch (oracle->method) {
  case TBK_METHOD_EXACT:
    add_solvers (oracle, TBK_METHOD_EXACT, FALSE);
    add_solvers (oracle, TBK_METHOD_LINEAR, TRUE);
    add_solvers (oracle, TBK_METHOD_TABULAR, FALSE);
    break;
  case TBK_METHOD_APPROXIMATE:
    add_solvers (oracle, TBK_METHOD_APPROXIMATE, FALSE);
    add_solvers (oracle, TBK_METHOD_LINEAR, FALSE);
    break;
  default:
    add_solvers (oracle, oracle->method, oracle->method != TBK_METHOD_TABULAR);
    break;
  }
}

/* Sets @error to which methods there are, since @oracle's is not among them. */
static void
fail_method (TbkOracle *oracle, GError **error)
{
  const TbkMethod asked = oracle->method;
  g_autoptr (GString) others = g_string_new (NULL);

  for (oracle->method = 0; oracle->method < TBK_N_METHODS; oracle->method++) {
    oracle->n_asked = 0;
    choose_solvers (oracle);
    if (oracle->n_asked > 0)
      g_string_append_printf (others, "%s%s", others->len > 0 ? ", " : "", method_names[oracle->method]);
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "there is no %s method for %s with policy %s, only: %s",
               method_names[asked], oracle->system->name, oracle->system->policies[oracle->policy].name,
               others->str);
}

TbkOracle *
tbk_oracle_new (const TbkSystem *system, int policy, TbkMethod method, GError **error)
{
  g_autoptr (TbkOracle) oracle = NULL;

  g_return_val_if_fail (system != NULL && policy >= 0 && policy < MAX (system->n_policies, 1), NULL);
  g_return_val_if_fail ((guint) method < TBK_N_METHODS, NULL);
  if (system->n_policies == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no oracle", system->name);
    return NULL;
  }
  oracle = g_new0 (TbkOracle, 1);
  oracle->system = system;
  oracle->policy = policy;
  oracle->method = method;
  choose_solvers (oracle);
  if (oracle->n_asked == 0) {
    fail_method (oracle, error);
    return NULL;
  }
  return g_steal_pointer (&oracle);
}

void
tbk_oracle_free (TbkOracle *oracle)
{
  if (oracle == NULL)
    return;
  gold_clear (&oracle->gold);
  for (int a = 0; a < oracle->n_asked; a++)
    if (oracle->asked[a].solver != NULL)
      oracle->asked[a].offer->kind->free (oracle->asked[a].solver);
  g_free (oracle);
}

const TbkSystem *
tbk_oracle_system (const TbkOracle *oracle)
{
  return oracle->system;
}

gboolean
tbk_oracle_set_gold (TbkOracle *oracle, const int *heads, int n, GError **error)
{
  g_return_val_if_fail (oracle != NULL && heads != NULL && n >= 0 && n < G_MAXINT - 2, FALSE);
  oracle->has_gold = FALSE;
  if (!gold_set (&oracle->gold, heads, n, error))
    return FALSE;
  if ((oracle->method == TBK_METHOD_QUADRATIC || oracle->method == TBK_METHOD_LINEAR)
      && !oracle->gold.is_projective) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the gold tree is not projective: the %s method is for projective ones",
                 method_names[oracle->method]);
    return FALSE;
  }
  for (int a = 0; a < oracle->n_asked; a++) {
    oracle->asked[a].has_gold = FALSE;
    oracle->asked[a].passes = oracle->asked[a].needs_projective && !oracle->gold.is_projective;
  }
  oracle->has_gold = TRUE;
  return TRUE;
}

/* Gives the gold tree to a solver that has not got it yet. */
static SolverAnswer
give_gold (const TbkOracle *oracle, Asked *asked, GError **error)
{
  const Solver *offer = asked->offer;
  SolverAnswer answer;

  if (asked->solver == NULL)
    asked->solver = offer->kind->make (oracle->system, oracle->policy, offer->parameters);
  answer = offer->kind->set_gold (asked->solver, &oracle->gold, error);
  asked->has_gold = answer == SOLVER_DONE;
  asked->passes = answer == SOLVER_PASSES;
  return answer;
}

/* Asks one solver after the other until one has the answer. */
static gboolean
find_values (TbkOracle *oracle, const TbkConfiguration *configuration, guint allowed, int *values,
             GError **error)
{
  for (int a = 0; a < oracle->n_asked; a++) {
    Asked *asked = &oracle->asked[a];
    SolverAnswer answer = asked->passes     ? SOLVER_PASSES
                          : asked->has_gold ? SOLVER_DONE
                                            : give_gold (oracle, asked, error);

    if (answer == SOLVER_DONE)
      answer = asked->offer->kind->values (asked->solver, configuration, allowed, values, error);
    if (answer != SOLVER_PASSES)
      return answer == SOLVER_DONE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "no method of the system %s takes a sentence of %d words like this one", oracle->system->name,
               oracle->gold.n);
  return FALSE;
}

gboolean
tbk_oracle_values (TbkOracle *oracle, const TbkConfiguration *configuration, int *values, GError **error)
{
  int found[TBK_MAX_TRANSITIONS];
  guint allowed;

  g_return_val_if_fail (oracle->has_gold && configuration->n == oracle->gold.n, FALSE);
  g_return_val_if_fail (configuration->system == oracle->system && configuration_is_sized (configuration),
                        FALSE);

  allowed = tbk_configuration_allowed (configuration);
  if (!find_values (oracle, configuration, allowed, found, error))
    return FALSE;
  for (int t = 0; t < oracle->system->n_transitions; t++)
    values[t] = (allowed >> t & 1) != 0 && found[t] > IMPOSSIBLE / 2 ? found[t] : TBK_IMPOSSIBLE;
  return TRUE;
}

guint
tbk_oracle_optimal (const TbkOracle *oracle, const int *values)
{
  int best = TBK_IMPOSSIBLE;
  guint optimal = 0;

  for (int t = 0; t < oracle->system->n_transitions; t++)
    best = MAX (best, values[t]);
  for (int t = 0; t < oracle->system->n_transitions; t++)
    if (best != TBK_IMPOSSIBLE && values[t] == best)
      optimal |= 1u << t;
  return optimal;
}
