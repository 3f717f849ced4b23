/* test_oracle_methods.c - the fast oracles against the tabular one, on projective gold trees.
 *
 * All projective trees up to 5 words, and random ones up to 60; for every system and policy that has fast
 * methods. On other gold trees the exact method must equal the tabular one, and the approximation end.
 */
#include <criterion/criterion.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "systems/systems.h"

typedef struct {
  const TbkSystem *system;
  int policy;
  TbkOracle *oracles[TBK_N_METHODS]; /* NULL where there is no such method */
} Methods;

static void
methods_init (Methods *methods, const TbkSystem *system, int policy)
{
  methods->system = system;
  methods->policy = policy;
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
    methods->oracles[method] = tbk_oracle_new (system, policy, method, NULL);
}

static void
methods_clear (Methods *methods)
{
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
    tbk_oracle_free (methods->oracles[method]);
}

static void
set_gold (Methods *methods, const int *heads, int n)
{
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
    if (methods->oracles[method] != NULL)
      cr_assert (tbk_oracle_set_gold (methods->oracles[method], heads, n, NULL));
}

/* All methods there are but those of the set @except give the values of @reference, which are written
 * to @values. */
static void
check_configuration (Methods *methods, const int *heads, const TbkConfiguration *configuration,
                     TbkMethod reference, guint except, int *values)
{
  cr_assert (tbk_oracle_values (methods->oracles[reference], configuration, values, NULL));
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++) {
    int found[TBK_MAX_TRANSITIONS];

    if (methods->oracles[method] == NULL || (except >> method & 1) != 0)
      continue;
    cr_assert (tbk_oracle_values (methods->oracles[method], configuration, found, NULL));
    for (int t = 0; t < methods->system->n_transitions; t++)
      if (found[t] != values[t]) {
        g_autofree char *text = describe_case (heads, configuration, methods->system, methods->policy);
        cr_assert_fail ("%s: %s is %d by the %s method, %d by the %s one", text,
                        methods->system->transitions[t].key, found[t], tbk_method_name (method), values[t],
                        tbk_method_name (reference));
      }
  }
}

/* Of the configurations of n words, every how many-th is tried. */
static const int shares[] = { 1, 1, 1, 1, SCALED (10) == 10 ? 1 : 7, SCALED (10) == 10 ? 3 : 101 };

static void
check_all_trees (Methods *methods, int n)
{
  g_autoptr (GArray) configurations = reachable_configurations (methods->system, n);
  const TreeList *trees = all_trees (n, TRUE);
  int values[TBK_MAX_TRANSITIONS];
  guint c = 0;

  for (gsize tree = 0; tree < trees->n_trees; tree++) {
    const int *heads = tree_at (trees, tree);

    set_gold (methods, heads, n);
    for (; c < configurations->len; c += shares[n])
      check_configuration (methods, heads, &g_array_index (configurations, TbkConfiguration, c),
                           TBK_METHOD_TABULAR, 0, values);
    c -= configurations->len;
  }
}

/* Follows a computation that takes optimal steps, and others one time in @one_in. */
static int
check_walk (Methods *methods, GRand *random, const int *heads, int n, int one_in, TbkMethod reference,
            guint except)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS], n_steps = 0;

  tbk_configuration_start (&configuration, methods->system, n, NULL);
  for (; !tbk_configuration_is_final (&configuration); n_steps++) {
    guint optimal;

    check_configuration (methods, heads, &configuration, reference, except, values);
    optimal = tbk_oracle_optimal (methods->oracles[reference], values);
    if (optimal != 0 && g_rand_int_range (random, 0, one_in) > 0)
      tbk_configuration_step (&configuration, &methods->system->transitions[g_bit_nth_lsf (optimal, -1)],
                              NULL);
    else if (!random_step (random, &configuration, methods->system))
      break;
  }
  return n_steps;
}

/* At least @n_configurations on walks through random projective trees of n_least..n_most words. */
static void
check_projective (Methods *methods, int n_configurations, int n_least, int n_most, TbkMethod reference,
                  guint except)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autofree int *heads = g_new (int, n_most + 1);

  while (n_configurations > 0) {
    int n = g_rand_int_range (random, n_least, n_most + 1);

    random_projective_tree (random, n, heads);
    set_gold (methods, heads, n);
    n_configurations -=
        check_walk (methods, random, heads, n, g_rand_int_range (random, 1, 10), reference, except);
  }
}

/* Exact is exact, and the approximation comes to an end without accident, for any gold tree. */
static void
check_any (Methods *methods, int n_configurations)
{
  const guint fast = 1 << TBK_METHOD_QUADRATIC | 1 << TBK_METHOD_LINEAR | 1 << TBK_METHOD_APPROXIMATE;
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  int heads[61], values[TBK_MAX_TRANSITIONS];

  while (n_configurations > 0) {
    g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
    int n = g_rand_int_range (random, 3, 12);

    random_tree (random, n, 0, heads);
    for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
      if (methods->oracles[method] != NULL)
        tbk_oracle_set_gold (methods->oracles[method], heads, n, NULL);
    n_configurations -= check_walk (methods, random, heads, n, 5, TBK_METHOD_EXACT, fast);

    n = g_rand_int_range (random, 1, 61);
    random_tree (random, n, 0, heads);
    random_configuration (random, &configuration, methods->system, n);
    if (methods->oracles[TBK_METHOD_APPROXIMATE] == NULL)
      continue;
    cr_assert (tbk_oracle_set_gold (methods->oracles[TBK_METHOD_APPROXIMATE], heads, n, NULL));
    cr_assert (tbk_oracle_values (methods->oracles[TBK_METHOD_APPROXIMATE], &configuration, values, NULL));
  }
}

static void
check_system (const TbkSystem *system)
{
  for (int policy = next_policy (system, -1); policy >= 0; policy = next_policy (system, policy)) {
    Methods methods;

    methods_init (&methods, system, policy);
    if (methods.oracles[TBK_METHOD_LINEAR] != NULL) {
      for (int n = 1; n <= 5; n++)
        check_all_trees (&methods, n);
      check_projective (&methods, SCALED (10000), 6, 15, TBK_METHOD_TABULAR, 0);
      /* Up to 60 words, or 24 under the sanitizers. */
      check_projective (&methods, SCALED (400), 16, SCALED (40) + 20, TBK_METHOD_TABULAR, 0);
      check_projective (&methods, SCALED (40000), 16, 200, TBK_METHOD_LINEAR, 1 << TBK_METHOD_TABULAR);
    }
    check_any (&methods, SCALED (2000));
    methods_clear (&methods);
  }
}

Test (oracle_methods, arc_standard)
{
  check_system (&record_arc_standard.system);
}

Test (oracle_methods, arc_eager_nederhof)
{
  check_system (&record_arc_eager_nederhof.system);
}

Test (oracle_methods, arc_eager_nederhof_uncorrected)
{
  check_system (&record_arc_eager_nederhof_uncorrected.system);
}

Test (oracle_methods, arc_eager_nederhof_normalized)
{
  check_system (&record_arc_eager_nederhof_normalized.system);
}
