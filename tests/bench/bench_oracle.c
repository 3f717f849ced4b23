/* bench_oracle.c - microseconds for the values of all transitions of a configuration, by the words in its
 * stack and remaining input, in the manner of Nederhof (2019), Figure 9, and Nederhof (2021), Figure 4.
 *
 * Gold trees are random projective ones, for which every method is exact, and for the exact method random
 * ones of any kind too.
 */
#include "bench/bench.h"
#include "brute/oracle_cases.h"
#include "brute/trees.h"

enum { N_CASES = 24 };

/* A gold tree with a configuration of @length words. */
typedef struct {
  int n;
  int *gold;
  TbkConfiguration configuration;
} Case;

/* Makes a case by random steps from the initial configuration of a longer sentence. */
static void
case_init (Case *c, GRand *random, const TbkSystem *system, int length, gboolean is_projective)
{
  c->n = length + length / 2;
  c->gold = g_new (int, c->n + 1);
  c->configuration = (TbkConfiguration) TBK_CONFIGURATION_INIT;
  if (is_projective)
    random_projective_tree (random, c->n, c->gold);
  else
    random_tree (random, c->n, 3, c->gold);
  tbk_configuration_start (&c->configuration, system, c->n);
  while (c->configuration.depth + c->n - c->configuration.buffer > length)
    if (!random_step (random, &c->configuration, system))
      tbk_configuration_start (&c->configuration, system, c->n);
}

/* Microseconds for a configuration; the gold tree is set once for each. */
static double
time_cases (TbkOracle *oracle, const Case *cases, int n_cases)
{
  double start = seconds ();
  int values[TBK_MAX_TRANSITIONS], n_rounds = 0;

  do {
    for (int c = 0; c < n_cases; c++) {
      tbk_oracle_set_gold (oracle, cases[c].gold, cases[c].n, NULL);
      tbk_oracle_values (oracle, &cases[c].configuration, values, NULL);
    }
    n_rounds++;
  } while (seconds () - start < 0.02);
  return 1e6 * (seconds () - start) / n_rounds / n_cases;
}

static void
bench_length (const TbkSystem *system, TbkMethod method, int length, gboolean is_projective)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (length);
  g_autoptr (TbkOracle) oracle = NULL;
  g_autofree char *name = NULL;
  Case cases[N_CASES];
  int n_cases = length > 50 && method == TBK_METHOD_TABULAR ? 3 : N_CASES;
  TbkPolicy policy;

  tbk_policy_default (system, &policy);
  oracle = tbk_oracle_new (system, policy, method, NULL);
  if (oracle == NULL)
    return;
  for (int c = 0; c < n_cases; c++)
    case_init (&cases[c], random, system, length, is_projective);
  name = g_strdup_printf ("oracle_%s_%s_%s_%d", system->name, tbk_method_name (method),
                          is_projective ? "projective" : "any", length);
  report (name, time_cases (oracle, cases, n_cases), "us/configuration", "");
  for (int c = 0; c < n_cases; c++) {
    g_free (cases[c].gold);
    tbk_configuration_clear (&cases[c].configuration);
  }
}

void
bench_oracles (void)
{
  static const TbkSystem *const systems[] = { &tbk_shift_reduce, &tbk_arc_eager, &tbk_arc_eager_normalized };

  for (guint s = 0; s < G_N_ELEMENTS (systems); s++) {
    for (TbkMethod method = TBK_METHOD_TABULAR; method <= TBK_METHOD_LINEAR; method++)
      for (int length = 10; length <= 100; length += 10)
        bench_length (systems[s], method, length, TRUE);
    for (int length = 10; length <= 100; length += 10)
      bench_length (systems[s], TBK_METHOD_EXACT, length, FALSE);
  }
}
