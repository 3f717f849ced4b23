/* bench_constituency.c - how many configurations of phrase structure the exact oracles value in a second.
 *
 * Walks take the first optimal transition, and any of those valued one time in five; all are over the trees
 * of icepahc/ in the folder constituency/ of TBK_CORPORA. Times include steps, and what is done once a tree.
 */
#include "bench/bench.h"
#include "tbk/oracle.h"
#include "tbk/brackets.h"

enum { ONE_IN = 5, MOST_DRAWS = 20 };

static TbkPhraseTransition
choose (GRand *random, const TbkPhraseValues *values, gboolean draws)
{
  int v = 0;

  if (draws)
    v = g_rand_int_range (random, 0, values->n);
  else
    while (values->values[v].loss > values->loss)
      v++;
  if (values->values[v].transition.label < 0
      && (values->values[v].transition.act == TBK_PHRASE_OPEN || values->values[v].transition.n_children > 0))
    values->values[v].transition.label = 0;
  return values->values[v].transition;
}

/* Returns the number of configurations valued. */
static int
walk (TbkPhraseOracle *oracle, const TbkPhraseSystem *system, TbkPhraseConfiguration *c, GRand *random,
      const TbkPhraseTree *tree)
{
  int n = 0, n_draws = 0;

  tbk_phrase_oracle_set_gold (oracle, tree, NULL);
  tbk_phrase_configuration_start (c, system, tree->n);
  for (; !tbk_phrase_configuration_is_final (c); n++) {
    const gboolean draws = n_draws < MOST_DRAWS && g_rand_int_range (random, 0, ONE_IN) == 0;

    n_draws += draws;
    tbk_phrase_configuration_step (c, choose (random, tbk_phrase_oracle_values (oracle, c, NULL), draws),
                                   NULL);
  }
  return n;
}

/* Adds the trees of a file. */
static void
read_file (GArray *trees, TbkVocabulary *labels, const char *path)
{
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, NULL, NULL);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree brackets;

  while (reader != NULL && tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &brackets)) {
      TbkPhraseTree tree = TBK_PHRASE_TREE_INIT;

      if (brackets.problem == NULL && brackets.n > 0
          && tbk_phrase_tree_set_brackets (&tree, &brackets, labels, NULL))
        g_array_append_val (trees, tree);
    }
}

static void
bench_system (const TbkPhraseSystem *system, const GArray *trees)
{
  g_autoptr (TbkPhraseOracle) oracle = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, NULL);
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
  g_autofree char *name = g_strdup_printf ("phrase_values_%s", system->name);
  double rates[SLOW_ROUNDS];

  for (int round = 0; round < SLOW_ROUNDS; round++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (1);
    const double start = seconds ();
    gint64 n = 0;

    for (guint t = 0; t < trees->len; t++)
      n += walk (oracle, system, &c, random, &g_array_index (trees, TbkPhraseTree, t));
    rates[round] = (double) n / (seconds () - start);
  }
  report (name, median (rates, SLOW_ROUNDS), "1/s", ">= 200000");
}

void
bench_constituency (void)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  g_autofree char *folder =
      corpora == NULL ? NULL : g_build_filename (corpora, "constituency", "icepahc", NULL);
  g_autoptr (GDir) dir = folder == NULL ? NULL : g_dir_open (folder, 0, NULL);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autoptr (GArray) trees = g_array_new (FALSE, FALSE, sizeof (TbkPhraseTree));
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, file, NULL);
    read_file (trees, labels, path);
  }
  for (int s = 0; s < 4 && trees->len > 0; s++)
    bench_system (tbk_phrase_system_at (s == 3 ? 5 : s), trees);
  for (guint t = 0; t < trees->len; t++)
    tbk_phrase_tree_clear (&g_array_index (trees, TbkPhraseTree, t));
}
