/* test_corpora_oracle.c - the exact oracles against the tabular ones on a sample of real treebanks.
 *
 * Of each treebank of ud/r2.2 in the folder that TBK_CORPORA names, the first sentences that are not projective.
 */
#include <criterion/criterion.h>

#include "brute/oracle_cases.h"
#include "tbk/conllu.h"
#include "tbk/tree.h"

enum { SENTENCES = 2, MOST_WORDS = 30 };

typedef struct {
  const TbkSystem *system;
  TbkPolicy policy;
  TbkOracle *exact, *tabular;
} Pair;

/* One walk through a sentence: optimal steps, and random ones one time in four. */
static void
check_sentence (Pair *pair, GRand *random, const int *heads, int n)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int exact[TBK_MAX_TRANSITIONS], tabular[TBK_MAX_TRANSITIONS];
  guint optimal;

  cr_assert (tbk_oracle_set_gold (pair->exact, heads, n, NULL));
  cr_assert (tbk_oracle_set_gold (pair->tabular, heads, n, NULL));
  tbk_configuration_start (&c, pair->system, n);
  while (!tbk_configuration_is_final (&c)) {
    cr_assert (tbk_oracle_values (pair->exact, &c, exact, NULL));
    cr_assert (tbk_oracle_values (pair->tabular, &c, tabular, NULL));
    for (int t = 0; t < pair->system->n_transitions; t++)
      if (exact[t] != tabular[t]) {
        g_autofree char *text = describe_case (heads, &c, pair->system, pair->policy);
        cr_assert_fail ("%s: %s is %d by the exact method, %d by the tabular one", text,
                        pair->system->transitions[t].key, exact[t], tabular[t]);
      }
    optimal = tbk_oracle_optimal (pair->exact, exact);
    if (optimal != 0 && g_rand_int_range (random, 0, 4) > 0)
      tbk_configuration_step (&c, &pair->system->transitions[g_bit_nth_lsf (optimal, -1)], NULL);
    else if (!random_step (random, &c, pair->system))
      break;
  }
}

static void
check_file (Pair *pair, GRand *random, const char *path)
{
  g_autoptr (TbkReader) reader = tbk_reader_open (path, NULL, NULL);
  g_autoptr (TbkBatch) batch = tbk_batch_new ();
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  TbkSentence sentence;
  int n_left = SENTENCES;

  cr_assert_not_null (reader, "%s cannot be read", path);
  while (n_left > 0 && tbk_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (n_left > 0 && tbk_batch_next (batch, &sentence)) {
      if (sentence.problem != NULL || sentence.n < 1 || sentence.n > MOST_WORDS
          || !tbk_tree_set (tree, sentence.heads, sentence.n) || tbk_tree_nonprojective_arcs (tree) == 0)
        continue;
      check_sentence (pair, random, sentence.heads, sentence.n);
      n_left--;
    }
}

static void
check_system (const TbkSystem *system)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  g_autofree char *folder = corpora == NULL ? NULL : g_build_filename (corpora, "ud", "r2.2", NULL);
  g_autoptr (GDir) directory = folder == NULL ? NULL : g_dir_open (folder, 0, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (29);
  const char *name;

  if (directory == NULL)
    cr_skip_test ("TBK_CORPORA names no folder with ud/r2.2");
  for (int policy = next_policy (system, -1); policy >= 0; policy = next_policy (system, policy)) {
    Pair pair = { system, policy, tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL),
                  tbk_oracle_new (system, policy, TBK_METHOD_TABULAR, NULL) };

    g_dir_rewind (directory);
    while ((name = g_dir_read_name (directory)) != NULL)
      if (g_str_has_suffix (name, ".conllu.gz")) {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        check_file (&pair, random, path);
      }
    tbk_oracle_free (pair.exact);
    tbk_oracle_free (pair.tabular);
  }
}

Test (corpora_oracle, shift_reduce)
{
  check_system (&tbk_shift_reduce);
}

Test (corpora_oracle, arc_eager)
{
  check_system (&tbk_arc_eager);
}

Test (corpora_oracle, arc_eager_uncorrected)
{
  check_system (&tbk_arc_eager_uncorrected);
}
