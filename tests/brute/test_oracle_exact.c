/* test_oracle_exact.c - the exact method against the tabular one, for any gold tree.
 *
 * One oracle goes through all configurations of all gold trees up to 4 words, and through random trees up to
 * 120 words along walks, and by jumps within and between sentences, so that values it keeps from one
 * configuration to the next would be found out if they were stale. TBK_TEST_SCALE multiplies the number of
 * random cases: see make check-long.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "systems/systems.h"

typedef struct {
  const TbkSystem *system;
  int policy;
  TbkOracle *exact, *tabular;
  gint64 n_configurations;
} MethodPair;

static void
set_gold (MethodPair *pair, const int *heads, int n)
{
  cr_assert (tbk_oracle_set_gold (pair->exact, heads, n, NULL));
  cr_assert (tbk_oracle_set_gold (pair->tabular, heads, n, NULL));
}

/* Returns the optimal transitions. */
static guint
check_configuration (MethodPair *pair, const int *heads, const TbkConfiguration *configuration)
{
  int exact[TBK_MAX_TRANSITIONS], tabular[TBK_MAX_TRANSITIONS];

  cr_assert (tbk_oracle_values (pair->exact, configuration, exact, NULL));
  cr_assert (tbk_oracle_values (pair->tabular, configuration, tabular, NULL));
  pair->n_configurations++;
  for (int t = 0; t < pair->system->n_transitions; t++)
    if (exact[t] != tabular[t]) {
      g_autofree char *text = describe_case (heads, configuration, pair->system, pair->policy);
      cr_assert_fail ("%s: %s is %d by the exact method, %d by the tabular one", text,
                      pair->system->transitions[t].key, exact[t], tabular[t]);
    }
  return tbk_oracle_optimal (pair->tabular, tabular);
}

static void
check_all_trees (MethodPair *pair, int n)
{
  g_autoptr (GArray) configurations = reachable_configurations (pair->system, n);
  const TreeList *trees = all_trees (n, FALSE);

  for (gsize tree = 0; tree < trees->n_trees; tree++) {
    set_gold (pair, tree_at (trees, tree), n);
    for (guint c = 0; c < configurations->len; c++)
      check_configuration (pair, tree_at (trees, tree), &g_array_index (configurations, TbkConfiguration, c));
  }
}

/* Follows a computation that takes optimal steps, and others one time in @one_in. */
static int
check_walk (MethodPair *pair, GRand *random, const int *heads, int n, int one_in)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int n_steps = 0;

  tbk_configuration_start (&configuration, pair->system, n, NULL);
  for (; !tbk_configuration_is_final (&configuration); n_steps++) {
    guint optimal = check_configuration (pair, heads, &configuration);
    if (optimal != 0 && g_rand_int_range (random, 0, one_in) > 0)
      tbk_configuration_step (&configuration, &pair->system->transitions[g_bit_nth_lsf (optimal, -1)], NULL);
    else if (!random_step (random, &configuration, pair->system))
      break;
  }
  return n_steps;
}

/* A tree in which all words hang on one, two or three of them, so that these have many children in the stack. */
static void
hub_tree (GRand *random, int n, int *heads)
{
  int hubs[3], n_hubs = g_rand_int_range (random, 1, 4);

  for (int h = 0; h < n_hubs; h++)
    hubs[h] = g_rand_int_range (random, 1, n + 1);
  heads[0] = -1;
  for (int word = 1; word <= n; word++)
    heads[word] = hubs[g_rand_int_range (random, 0, n_hubs)];
  for (int h = n_hubs - 1; h >= 0; h--)
    heads[hubs[h]] = hubs[h] == hubs[0] ? 0 : hubs[0];
}

/* At least @n_configurations, half of them on walks, half jumped to. */
static void
check_random (MethodPair *pair, guint seed, int n_configurations, int n_least, int n_most)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree int *heads = g_new (int, n_most + 1);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;

  while (n_configurations > 0) {
    int n = g_rand_int_range (random, n_least, n_most + 1), n_checked;

    if (g_rand_int_range (random, 0, 4) == 0)
      hub_tree (random, n, heads);
    else
      random_tree (random, n, g_rand_boolean (random) ? 0 : 3, heads);
    set_gold (pair, heads, n);
    n_checked = check_walk (pair, random, heads, n, g_rand_int_range (random, 2, 10));
    for (int i = 0; i < n_checked; i++) {
      random_configuration (random, &configuration, pair->system, n);
      check_configuration (pair, heads, &configuration);
    }
    n_configurations -= 2 * n_checked;
  }
}

static int
test_scale (void)
{
  const char *scale = g_getenv ("TBK_TEST_SCALE");

  return scale == NULL ? 1 : MAX (1, atoi (scale));
}

static void
check_system (const TbkSystem *system)
{
  for (int policy = next_policy (system, -1); policy >= 0; policy = next_policy (system, policy)) {
    MethodPair pair = { system, policy, tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL),
                        tbk_oracle_new (system, policy, TBK_METHOD_TABULAR, NULL), 0 };

    for (int n = 1; n <= (SCALED (10) == 10 ? 4 : 3); n++)
      check_all_trees (&pair, n);
    check_random (&pair, 17, SCALED (4000) * test_scale (), 1, 7);
    check_random (&pair, 19, SCALED (3000) * test_scale (), 8, 14);
    check_random (&pair, 23, SCALED (100) * test_scale (), 15, 40);
    check_random (&pair, 29, SCALED (100) * test_scale (), 80,
                  120); /* so long that states wait on the list of work */
    if (test_scale () > 1)
      fprintf (stderr, "%s, %s: %" G_GINT64_FORMAT " configurations\n", system->name,
               system->policies[policy].name, pair.n_configurations);
    tbk_oracle_free (pair.exact);
    tbk_oracle_free (pair.tabular);
  }
}

Test (oracle_exact, arc_standard)
{
  check_system (&record_arc_standard.system);
}

Test (oracle_exact, arc_eager_nederhof)
{
  check_system (&record_arc_eager_nederhof.system);
}

Test (oracle_exact, arc_eager_nederhof_uncorrected)
{
  check_system (&record_arc_eager_nederhof_uncorrected.system);
}

Test (oracle_exact, arc_eager)
{
  check_system (&record_arc_eager.system);
  check_system (&record_arc_eager_root.system);
  check_system (&record_arc_eager_noroot.system);
  check_system (&record_arc_eager_noroot_root.system);
}

Test (oracle_exact, arc_eager_unshift)
{
  check_system (&record_arc_eager_unshift.system);
  check_system (&record_arc_eager_unshift_noroot.system);
  check_system (&record_arc_eager_unshift_published.system);
}

Test (oracle_exact, arc_eager_nederhof_normalized)
{
  check_system (&record_arc_eager_nederhof_normalized.system);
}
