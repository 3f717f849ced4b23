/* oracle.c - the public face of the oracles: names, the choice of a method, values from scores. */
#include "tbk/oracle.h"

#include <string.h>

#include "base/memory.h"
#include "oracle/oracle.h"

struct TbkOracle {
  const TbkSystem *system;
  TbkPolicy policy;
  TbkMethod method;
  Gold gold;
  gboolean has_gold;
  TbkConfiguration after; /* that of the candidate; its heads are not kept */

  /* Made when first used; NULL for ever where a method does not exist. */
  Cubic *cubic;
  Projective *projective;
  ArcEager *arc_eager;
  Sparse *sparse;
};

static const char *const policy_names[TBK_N_POLICIES] = {
  [TBK_POLICY_NONE] = "none",
  [TBK_POLICY_LEFT_BEFORE_RIGHT] = "left-before-right",
  [TBK_POLICY_STRICT_LEFT_BEFORE_RIGHT] = "strict-left-before-right",
  [TBK_POLICY_STRICT_LEFT_BEFORE_RIGHT_LITERAL] = "strict-left-before-right-literal",
  [TBK_POLICY_RIGHT_BEFORE_LEFT] = "right-before-left",
  [TBK_POLICY_FREE] = "free",
  [TBK_POLICY_SHIFT_BEFORE_REDUCE] = "shift-before-reduce",
  [TBK_POLICY_REDUCE_BEFORE_SHIFT] = "reduce-before-shift",
  [TBK_POLICY_STRICT_REDUCE_BEFORE_SHIFT] = "strict-reduce-before-shift",
  [TBK_POLICY_BLOCK] = "block",
};

static const char *const method_names[TBK_N_METHODS] = {
  [TBK_METHOD_EXACT] = "exact",
  [TBK_METHOD_TABULAR] = "tabular",
  [TBK_METHOD_QUADRATIC] = "quadratic",
  [TBK_METHOD_LINEAR] = "linear",
  [TBK_METHOD_APPROXIMATE] = "approximate",
};

#define BIT(policy) (1u << TBK_POLICY_##policy)

/* What there is for a system, as sets of policies. */
typedef struct {
  const TbkSystem *system;
  TbkPolicy first_choice;
  guint policies, quadratic, linear;
} Offer;

#define SHIFT_REDUCE                                                                                         \
  (BIT (NONE) | BIT (LEFT_BEFORE_RIGHT) | BIT (STRICT_LEFT_BEFORE_RIGHT)                                     \
   | BIT (STRICT_LEFT_BEFORE_RIGHT_LITERAL) | BIT (RIGHT_BEFORE_LEFT))
#define ARC_EAGER  (BIT (FREE) | BIT (NONE) | BIT (SHIFT_BEFORE_REDUCE) | BIT (REDUCE_BEFORE_SHIFT))
#define NORMALIZED (BIT (NONE) | BIT (BLOCK))

static const Offer offers[] = {
  { &tbk_shift_reduce, TBK_POLICY_LEFT_BEFORE_RIGHT, SHIFT_REDUCE, SHIFT_REDUCE, SHIFT_REDUCE },
  { &tbk_arc_eager, TBK_POLICY_SHIFT_BEFORE_REDUCE, ARC_EAGER | BIT (STRICT_REDUCE_BEFORE_SHIFT), 0,
    ARC_EAGER },
  { &tbk_arc_eager_uncorrected, TBK_POLICY_SHIFT_BEFORE_REDUCE, ARC_EAGER | BIT (STRICT_REDUCE_BEFORE_SHIFT),
    0, 0 },
  { &tbk_arc_eager_normalized, TBK_POLICY_BLOCK, NORMALIZED, NORMALIZED, NORMALIZED },
};

static const Offer *
find_offer (const TbkSystem *system)
{
  for (gsize o = 0; o < G_N_ELEMENTS (offers); o++)
    if (offers[o].system == system)
      return &offers[o];
  return NULL;
}

/* The index of @name in @names, where '_' is as good as '-'; -1 if it is not there. */
static int
find_name (const char *const *names, int n_names, const char *name)
{
  g_autofree char *hyphens = g_strdelimit (g_strdup (name), "_", '-');

  for (int i = 0; i < n_names; i++)
    if (strcmp (names[i], hyphens) == 0)
      return i;
  return -1;
}

const char *
tbk_policy_name (TbkPolicy policy)
{
  g_return_val_if_fail ((guint) policy < TBK_N_POLICIES, NULL);

  return policy_names[policy];
}

gboolean
tbk_policy_find (const char *name, TbkPolicy *policy)
{
  int found = find_name (policy_names, TBK_N_POLICIES, name);

  if (found >= 0)
    *policy = found;
  return found >= 0;
}

const char *
tbk_method_name (TbkMethod method)
{
  g_return_val_if_fail ((guint) method < TBK_N_METHODS, NULL);

  return method_names[method];
}

gboolean
tbk_method_find (const char *name, TbkMethod *method)
{
  int found = find_name (method_names, TBK_N_METHODS, name);

  if (found >= 0)
    *method = found;
  return found >= 0;
}

gboolean
tbk_policy_applies (TbkPolicy policy, const TbkSystem *system)
{
  const Offer *offer = find_offer (system);

  g_return_val_if_fail ((guint) policy < TBK_N_POLICIES, FALSE);
  return offer != NULL && (offer->policies >> policy & 1) != 0;
}

gboolean
tbk_policy_default (const TbkSystem *system, TbkPolicy *policy)
{
  const Offer *offer = find_offer (system);

  if (offer != NULL)
    *policy = offer->first_choice;
  return offer != NULL;
}

/* The policies for which @method exists. */
static guint
policies_of_method (const Offer *offer, TbkMethod method)
{
  switch (method) {
  case TBK_METHOD_QUADRATIC:
    return offer->quadratic;
  case TBK_METHOD_LINEAR:
  case TBK_METHOD_APPROXIMATE:
    return offer->linear;
  default:
    return offer->policies;
  }
}

static gboolean
check_offer (const TbkSystem *system, TbkPolicy policy, TbkMethod method, GError **error)
{
  const Offer *offer = find_offer (system);

  if (offer == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no oracle", system->name);
    return FALSE;
  }
  if (!tbk_policy_applies (policy, system)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no policy %s", system->name,
                 policy_names[policy]);
    return FALSE;
  }
  if ((policies_of_method (offer, method) >> policy & 1) == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "there is no %s method for %s with policy %s",
                 method_names[method], system->name, policy_names[policy]);
    return FALSE;
  }
  return TRUE;
}

TbkOracle *
tbk_oracle_new (const TbkSystem *system, TbkPolicy policy, TbkMethod method, GError **error)
{
  TbkOracle *oracle;

  g_return_val_if_fail (system != NULL && (guint) policy < TBK_N_POLICIES && (guint) method < TBK_N_METHODS,
                        NULL);
  if (!check_offer (system, policy, method, error))
    return NULL;
  oracle = g_new0 (TbkOracle, 1);
  oracle->system = system;
  oracle->policy = policy;
  oracle->method = method;
  return oracle;
}

void
tbk_oracle_free (TbkOracle *oracle)
{
  if (oracle == NULL)
    return;
  gold_clear (&oracle->gold);
  g_free (oracle->after.stack);
  cubic_free (oracle->cubic);
  projective_free (oracle->projective);
  arc_eager_free (oracle->arc_eager);
  sparse_free (oracle->sparse);
  g_free (oracle);
}

const TbkSystem *
tbk_oracle_system (const TbkOracle *oracle)
{
  return oracle->system;
}

/* Whether EXACT goes by the sparse recursion, whose tables grow with the square of the length. */
static gboolean
uses_sparse (const TbkOracle *oracle)
{
  return oracle->method == TBK_METHOD_EXACT && oracle->gold.n <= TBK_ORACLE_MAX_SPARSE
         && sparse_recursion (oracle->system) != NULL;
}

gboolean
tbk_oracle_set_gold (TbkOracle *oracle, const int *heads, int n, GError **error)
{
  gboolean needs_projective;

  g_return_val_if_fail (oracle != NULL && heads != NULL && n >= 0 && n < G_MAXINT - 2, FALSE);
  needs_projective = oracle->method == TBK_METHOD_QUADRATIC || oracle->method == TBK_METHOD_LINEAR;
  oracle->has_gold = FALSE;
  if (!gold_set (&oracle->gold, heads, n, error))
    return FALSE;
  if (needs_projective && !oracle->gold.is_projective) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the gold tree is not projective: the %s method is for projective ones",
                 method_names[oracle->method]);
    return FALSE;
  }
  if (oracle->after.stack == NULL || n > oracle->after.n_allocated) {
    if (!TRY_RENEW (oracle->after.stack, (gsize) n + 1))
      return memory_fail (error, "a stack of %d words", n);
    oracle->after.n_allocated = n;
  }
  if (uses_sparse (oracle)) {
    if (oracle->sparse == NULL)
      oracle->sparse = sparse_new (oracle->system, oracle->policy);
    if (!sparse_set_gold (oracle->sparse, &oracle->gold, error))
      return FALSE;
  }
  oracle->has_gold = TRUE;
  return TRUE;
}

/* What a method stands for where the sparse recursion is not used. */
static TbkMethod
method_in_use (const TbkOracle *oracle)
{
  gboolean has_linear = (find_offer (oracle->system)->linear >> oracle->policy & 1) != 0;

  if (oracle->method != TBK_METHOD_EXACT)
    return oracle->method;
  return has_linear && oracle->gold.is_projective ? TBK_METHOD_LINEAR : TBK_METHOD_TABULAR;
}

/* Makes what @method needs, with room for the words of the gold tree. */
static gboolean
prepare (TbkOracle *oracle, TbkMethod method, GError **error)
{
  if (method == TBK_METHOD_TABULAR) {
    if (oracle->cubic == NULL)
      oracle->cubic = cubic_new (translation_find (oracle->system), oracle->policy);
    cubic_begin (oracle->cubic);
    return TRUE;
  }
  if (oracle->system == &tbk_arc_eager) {
    if (oracle->arc_eager == NULL)
      oracle->arc_eager = arc_eager_new (oracle->policy);
    return arc_eager_reserve (oracle->arc_eager, oracle->gold.n, error);
  }
  if (oracle->projective == NULL)
    oracle->projective = projective_new (oracle->system, oracle->policy, method != TBK_METHOD_QUADRATIC);
  return projective_reserve (oracle->projective, oracle->gold.n, error);
}

static int
fast_score (TbkOracle *oracle, const Candidate *candidate)
{
  if (oracle->system == &tbk_arc_eager)
    return arc_eager_score (oracle->arc_eager, &oracle->gold, candidate);
  return projective_score (oracle->projective, &oracle->gold, candidate);
}

/* Makes oracle->after the configuration after a transition, which is allowed. */
static void
step (TbkOracle *oracle, const TbkConfiguration *configuration, const TbkTransition *transition)
{
  TbkConfiguration *after = &oracle->after;

  after->n = configuration->n;
  after->depth = configuration->depth;
  after->buffer = configuration->buffer;
  memcpy (after->stack, configuration->stack, configuration->depth * sizeof (TbkStackElement));
  tbk_configuration_step (after, transition, NULL);
}

/* The values of the transitions that are allowed, each by the score of the configuration after it. */
static gboolean
score_transitions (TbkOracle *oracle, const TbkConfiguration *configuration, int *values, GError **error)
{
  TbkMethod method = method_in_use (oracle);

  if (!prepare (oracle, method, error))
    return FALSE;
  for (int t = 0; t < oracle->system->n_transitions; t++) {
    const TbkTransition *transition = &oracle->system->transitions[t];
    Candidate candidate = { t, &oracle->after };

    values[t] = TBK_IMPOSSIBLE;
    if (tbk_configuration_obstacle (configuration, transition) != NULL)
      continue;
    step (oracle, configuration, transition);
    if (method != TBK_METHOD_TABULAR)
      values[t] = fast_score (oracle, &candidate);
    else if (!cubic_add (oracle->cubic, &oracle->gold, &candidate, error))
      return FALSE;
  }
  if (method == TBK_METHOD_TABULAR && !cubic_scores (oracle->cubic, values, error))
    return FALSE;
  for (int t = 0; t < oracle->system->n_transitions; t++) {
    int head, dependent;

    if (values[t] != TBK_IMPOSSIBLE
        && tbk_configuration_arc (configuration, &oracle->system->transitions[t], &head, &dependent))
      values[t] += gold_has_arc (&oracle->gold, head, dependent);
  }
  return TRUE;
}

gboolean
tbk_oracle_values (TbkOracle *oracle, const TbkConfiguration *configuration, int *values, GError **error)
{
  int found[TBK_MAX_TRANSITIONS];
  gboolean is_done;

  g_return_val_if_fail (oracle->has_gold && configuration->n == oracle->gold.n, FALSE);
  g_return_val_if_fail (configuration->depth >= 1 && configuration->depth <= configuration->n + 1, FALSE);
  g_return_val_if_fail (configuration->buffer >= 1 && configuration->buffer <= configuration->n + 1, FALSE);

  is_done = uses_sparse (oracle) && sparse_covers (configuration)
                ? sparse_values (oracle->sparse, configuration, found, error)
                : score_transitions (oracle, configuration, found, error);
  if (is_done)
    memcpy (values, found, oracle->system->n_transitions * sizeof (int));
  return is_done;
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
