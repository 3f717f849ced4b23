/* oracle.c - the public face of the oracles, and computations by static ones.
 *
 * Contents
 *   1. candidates: the configurations after transitions
 *   2. oracle: the public face of the oracles: which solver is asked, and what its answers mean
 *   3. static_oracle: computations by a system's static oracle
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "tbk/oracle.h"

/* 1. candidates: the configurations after transitions.
 *
 * The value of a transition = 1 if it makes a gold arc + the score of the configuration after it. So a
 * method that scores configurations needs no knowledge of transitions: candidates_values() makes the step,
 * asks for the score, and adds the arc.
 *
 * For instance arc-eager-nederhof, with the gold arcs 0 -> 2 and 2 -> 1, the stack 0 1 and the front 2. left_arc
 * makes 2 -> 1, and after it the stack 0 with the front 2 scores 1, by 0 -> 2: the value is 2. After reduce
 * the same configuration scores 1, but the arc that it made, 0 -> 1, is not gold: the value is 1.
 */

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

/* Copies less than tbk_configuration_copy(): of heads only what preconditions of later steps ask for. This
 * is done for each transition of each configuration, in memory that was reserved once. */
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

/* 2. oracle: the public face of the oracles: which solver is asked, and what its answers mean.
 *
 * A system's record offers solvers, each for a method and a set of policies. For the method that the user
 * names an oracle has a list of solvers, and asks one after the other:
 *
 *   exact         the exact ones; then, if the gold tree is projective, the linear ones; then the tabular one
 *   approximate   the approximate ones, then the linear ones for any gold tree
 *   others        those of that name; quadratic and linear refuse gold trees that are not projective
 *
 * For example arc-eager-nederhof with `exact` asks the memo of exact.c. Sentences above TBK_ORACLE_MAX_EXACT words
 * are passed: a projective gold tree goes to the linear method, any other to the tabular one, which has a
 * limit of its own.
 *
 * An answer is one of three. SOLVER_DONE ends the search. SOLVER_FAILED too: lack of memory, or a search
 * that gave up, is not made good by another solver. SOLVER_PASSES means that the solver is not for this
 * tree or this configuration; only then the next one is asked, and if none is left, that is the error.
 *
 * A solver is made when it is asked for the first time, and gets a gold tree when it is asked for the first
 * time since that was set. So an oracle pays only for the solvers that answer.
 */

/* A solver that may be asked, made when first used. */
typedef struct {
  const Solver *offer;
  gboolean needs_projective; /* it is asked only where the gold tree is projective */
  gpointer solver;           /* NULL until it is asked */
  gboolean has_gold;         /* the one of the oracle */
  gboolean passes;           /* it has said that this gold tree is not for it */
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

/* Lists the solvers for the oracle's method. */
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

/* Sets @error to which methods there are, since @oracle's is not among them. Each method is tried on
 * @oracle, which is of no use afterwards. */
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

/* Systems without policies have only a static oracle. A method that no solver has is an error here already,
 * so that it is reported before any input is read. */
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

/* Solvers that nobody asked were never made. */
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
oracle_system (const TbkOracle *oracle)
{
  return oracle->system;
}

gboolean
tbk_oracle_set_gold (TbkOracle *oracle, const int *heads, int n, GError **error)
{
  g_return_val_if_fail (oracle != NULL && heads != NULL && n >= 0 && n < G_MAXINT - 2, FALSE);
  /* After a failure the oracle has no gold tree: values of the one before would be taken for those of this
   * one. */
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

/* Asks one solver after the other until one has the answer. A solver passes for a gold tree, and is not asked
 * again before the next one; or for one configuration only. */
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
               "no method of the system %s accepts a sentence of %d words like this one",
               oracle->system->name, oracle->gold.n);
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
  /* Solvers add to IMPOSSIBLE without looking, so all that is far below any value is impossible. What is not
   * allowed was perhaps not set. */
  for (int t = 0; t < oracle->system->n_transitions; t++)
    values[t] = (allowed >> t & 1) != 0 && found[t] > IMPOSSIBLE / 2 ? found[t] : TBK_IMPOSSIBLE;
  return TRUE;
}

/* Where no final configuration follows, all values are impossible and none is optimal. */
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

/* 3. static_oracle: computations by a system's static oracle.
 *
 * A static oracle knows one computation for a gold tree. What all systems share is kept here: `pending`
 * counts the gold children of each word that have no head yet, and goes down with each arc. A word with
 * pending 0 can go to its head. What is special is in choose() of the system's StaticKind.
 *
 * With the gold arcs 0 -> 2, 2 -> 1, 2 -> 3 `pending` begins as 1 0 2 0 for the words 0 1 2 3. Arc-standard
 * goes SH SH LA (2 takes 1: pending of 2 is 1) SH RA (2 takes 3: 0) RA (0 takes 2). It may not take RA in
 * the stack 0 2 before, as 2 still has a pending child.
 */

/* Returns the number of @order among those of the system; -1 with @error set if there is none. Where none is named, the order
 * that bears the name of the default policy, so that no transition of it costs anything by that; or else the first. */
static int
find_order (const TbkSystem *system, const char *order, GError **error)
{
  const char *const *orders = record_of (system)->static_oracle->orders;
  const char *name = order != NULL ? order : system->n_policies > 0 ? system->policies[0].name : "";

  for (int o = 0; orders != NULL && orders[o] != NULL; o++)
    if (strcmp (orders[o], name) == 0)
      return o;
  if (order == NULL)
    return 0;
  if (orders == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the static oracle of %s has no orders, found '%s'",
                 system->name, order);
  else {
    g_autofree char *what = g_strdup_printf ("the static oracle of %s has no order", system->name);

    nearest_fail (what, order, orders, error);
  }
  return -1;
}

TbkStaticOracle *
tbk_static_oracle_new (const TbkSystem *system, const char *order, GError **error)
{
  TbkStaticOracle *oracle;
  int number;

  g_return_val_if_fail (system != NULL, NULL);
  if (record_of (system)->static_oracle == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no static oracle", system->name);
    return NULL;
  }
  number = find_order (system, order, error);
  if (number < 0)
    return NULL;
  oracle = g_new0 (TbkStaticOracle, 1);
  oracle->system = system;
  oracle->order = number;
  return oracle;
}

void
tbk_static_oracle_free (TbkStaticOracle *oracle)
{
  if (oracle == NULL)
    return;
  gold_clear (&oracle->gold);
  g_free (oracle->pending);
  g_free (oracle);
}

/* The arrays are one piece of memory: pending, first_child, and what the system prepares. */
static gboolean
reserve (TbkStaticOracle *oracle, int n, GError **error)
{
  gsize n_words = (gsize) n + 1;

  if (!reserve_words (&oracle->pending, &oracle->n_allocated, n,
                      (2 + G_N_ELEMENTS (oracle->scratch)) * sizeof (int), error))
    return FALSE;
  oracle->first_child = oracle->pending + n_words;
  for (guint a = 0; a < G_N_ELEMENTS (oracle->scratch); a++)
    oracle->scratch[a] = oracle->pending + (2 + a) * n_words;
  return TRUE;
}

/* No word has its head yet. */
static void
begin (TbkStaticOracle *oracle)
{
  memset (oracle->pending, 0, ((gsize) oracle->gold.n + 1) * sizeof (int));
  for (int i = 1; i <= oracle->gold.n; i++)
    oracle->pending[oracle->gold.heads[i]]++;
}

gboolean
tbk_static_oracle_set_gold (TbkStaticOracle *oracle, const int *heads, int n, GError **error)
{
  oracle->has_gold = FALSE;
  if (!gold_set (&oracle->gold, heads, n, error) || !reserve (oracle, n, error))
    return FALSE;
  /* Words go from the last to the first, so that the first child of a head is the one that stays. */
  memset (oracle->first_child, 0, ((gsize) n + 1) * sizeof (int));
  for (int i = n; i >= 1; i--)
    oracle->first_child[heads[i]] = i;
  begin (oracle);
  if (record_of (oracle->system)->static_oracle->prepare != NULL)
    record_of (oracle->system)->static_oracle->prepare (oracle);
  oracle->has_gold = TRUE;
  return TRUE;
}

/* TRUE if @c is as tbk_configuration_start() made it. No computation comes back there: a transition shifts a
 * word, or takes 0 off the first list. */
static gboolean
is_initial (const TbkConfiguration *c)
{
  return c->buffer == 1 && c->n_returned == 0 && c->depth == (c->system->starts_empty ? 0 : 1);
}

/* O(1), but for what choose() of the system takes. */
int
tbk_static_oracle_step (TbkStaticOracle *oracle, TbkConfiguration *configuration)
{
  const TbkTransition *transition;
  int t, head, dependent;

  g_return_val_if_fail (oracle->has_gold, -1);
  g_return_val_if_fail (configuration->system == oracle->system && configuration->n == oracle->gold.n, -1);
  if (is_initial (configuration))
    begin (oracle);
  /* Where the gold tree cannot be built the choice may not be allowed: the computation is stuck there. */
  t = record_of (oracle->system)->static_oracle->choose (oracle, configuration);
  if (t < 0)
    return -1;
  transition = &oracle->system->transitions[t];
  /* All arcs are gold ones: a test against cycles would take the depth of the tree. */
  if (!configuration_allows_in_tree (configuration, transition))
    return -1;
  if (tbk_configuration_arc (configuration, transition, &head, &dependent))
    oracle->pending[head]--;
  configuration_take (configuration, transition);
  return t;
}
