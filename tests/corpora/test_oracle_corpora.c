/* test_oracle_corpora.c - the oracles on real treebanks: walks that take an optimal step, or one time in
 * five a random one, in which every method that exists gives the values of the tabular one.
 *
 * A sample of the sentences, as the tabular method is cubic; of those that are not projective too, for the
 * exact method.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "corpora/corpora.h"
#include "systems/systems.h"
#include "tbk/tree.h"

enum { MOST_WORDS = 40 };

typedef struct {
  const TbkSystem *system;
  int policy;
  int every;                         /* how many-th sentence is walked through */
  TbkOracle *oracles[TBK_N_METHODS]; /* NULL where there is no such method */
  TbkTree *tree;
  GRand *random;
  gint64 n_sentences, n_configurations;
} Walks;

/* Whether a method is exact for the gold tree in hand. */
static gboolean
is_exact (const Walks *walks, TbkMethod method)
{
  gboolean is_projective = tbk_tree_nonprojective_arcs (walks->tree) == 0;

  return walks->oracles[method] != NULL && (method == TBK_METHOD_EXACT || is_projective);
}

static void
check_configuration (Walks *walks, const TbkConfiguration *configuration, int *values)
{
  cr_assert (tbk_oracle_values (walks->oracles[TBK_METHOD_TABULAR], configuration, values, NULL));
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++) {
    int found[TBK_MAX_TRANSITIONS];

    if (!is_exact (walks, method))
      continue;
    cr_assert (tbk_oracle_values (walks->oracles[method], configuration, found, NULL));
    for (int t = 0; t < walks->system->n_transitions; t++)
      if (found[t] != values[t]) {
        g_autofree char *text =
            describe_case (tree_heads (walks->tree), configuration, walks->system, walks->policy);
        cr_assert_fail ("%s: %s is %d by the %s method, %d by the tabular one", text,
                        walks->system->transitions[t].key, found[t], tbk_method_name (method), values[t]);
      }
  }
  walks->n_configurations++;
}

static void
walk (Walks *walks, int n)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS];

  tbk_configuration_start (&configuration, walks->system, n, NULL);
  while (!tbk_configuration_is_final (&configuration)) {
    guint optimal;

    check_configuration (walks, &configuration, values);
    optimal = tbk_oracle_optimal (walks->oracles[TBK_METHOD_TABULAR], values);
    if (optimal != 0 && g_rand_int_range (walks->random, 0, 5) > 0)
      tbk_configuration_step (&configuration, &walks->system->transitions[g_bit_nth_lsf (optimal, -1)], NULL);
    else if (!random_step (walks->random, &configuration, walks->system))
      break;
  }
}

static void
visit (gpointer data, const TbkConlluSentence *sentence)
{
  Walks *walks = data;

  if (sentence->n > MOST_WORDS || walks->n_sentences++ % walks->every != 0)
    return;
  cr_assert (tbk_tree_set (walks->tree, sentence->heads, sentence->n, NULL));
  for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
    if (method == TBK_METHOD_TABULAR || is_exact (walks, method))
      cr_assert (tbk_oracle_set_gold (walks->oracles[method], sentence->heads, sentence->n, NULL));
  walk (walks, sentence->n);
}

static void
check_system (const TbkSystem *system, int every)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);

  for (int policy = next_policy (system, -1); policy >= 0; policy = next_policy (system, policy)) {
    Walks walks = { .system = system,
                    .policy = policy,
                    .every = SCALED (10) == 10 ? every : 10 * every,
                    .tree = tbk_tree_new (),
                    .random = g_rand_new_with_seed (policy) };

    for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
      walks.oracles[method] = tbk_oracle_new (system, policy, method, NULL);
    for (int r = 0; rows[r][0] != '\0'; r++) {
      g_autofree char *path = g_build_filename (folder, rows[r], NULL);
      *strchr (path, '\t') = '\0';
      if (g_str_has_prefix (rows[r], "r2.2/"))
        for_each_sentence (path, visit, &walks);
    }
    cr_assert_gt (walks.n_configurations, SCALED (3000));
    for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
      tbk_oracle_free (walks.oracles[method]);
    tbk_tree_free (walks.tree);
    g_rand_free (walks.random);
  }
}

Test (oracle_corpora, arc_standard)
{
  check_system (&record_arc_standard.system, 60);
}

Test (oracle_corpora, arc_eager_nederhof)
{
  check_system (&record_arc_eager_nederhof.system, 400);
}

Test (oracle_corpora, arc_eager_nederhof_uncorrected)
{
  check_system (&record_arc_eager_nederhof_uncorrected.system, 400);
}

Test (oracle_corpora, arc_eager_nederhof_normalized)
{
  check_system (&record_arc_eager_nederhof_normalized.system, 80);
}
