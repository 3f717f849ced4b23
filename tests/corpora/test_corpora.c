/* test_corpora.c - projectivization of real treebanks: figures, and the fast method against the tabular
 * one. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"

/* What a check of one sentence may need. */
typedef struct {
  TbkProjectivizer *fast, *tabular;
  TbkTree *tree;
  mpz_t count, count_tabular;
  int every, every_projective; /* one of so many trees is looked at; of the projective ones fewer */
  gint64 sentences, words, nonprojective_trees, nonprojective_arcs, max_length, lost_arcs;
} Check;

static void
check_init (Check *check, TbkRoot root, TbkTies ties)
{
  TbkProjectivizeOptions options = { .root = root, .ties = ties };

  memset (check, 0, sizeof (*check));
  check->fast = tbk_projectivizer_new (&options);
  options.method = TBK_PROJECTIVIZE_TABULAR;
  check->tabular = tbk_projectivizer_new (&options);
  check->tree = tbk_tree_new ();
  mpz_init (check->count);
  mpz_init (check->count_tabular);
}

static void
check_clear (Check *check)
{
  tbk_projectivizer_free (check->fast);
  tbk_projectivizer_free (check->tabular);
  tbk_tree_free (check->tree);
  mpz_clear (check->count);
  mpz_clear (check->count_tabular);
}

static void
add_figures (gpointer data, const TbkConlluSentence *sentence)
{
  Check *check = data;
  int lost_arcs, n_arcs;

  cr_assert (tbk_tree_set (check->tree, sentence->heads, sentence->n, NULL));
  n_arcs = tbk_tree_nonprojective_arcs (check->tree);
  check->sentences++;
  check->words += sentence->n;
  check->nonprojective_trees += n_arcs > 0;
  check->nonprojective_arcs += n_arcs;
  check->max_length = MAX (check->max_length, sentence->n);
  cr_assert (tbk_projectivize (check->fast, sentence->heads, sentence->n, NULL, &lost_arcs, NULL));
  cr_assert_eq (lost_arcs == 0, n_arcs == 0);
  check->lost_arcs += lost_arcs;
}

/* Arcs that no projective tree can keep. */
static const struct {
  const char *path;
  int lost_arcs;
} lost[] = {
  { "r2.2/el_gdt-ud-train.conllu.gz", 221 },      { "r2.2/cu_proiel-ud-train.conllu.gz", 1040 },
  { "r2.2/got_proiel-ud-train.conllu.gz", 1037 }, { "r2.2/hu_szeged-ud-train.conllu.gz", 377 },
  { "r2.2/la_perseus-ud-train.conllu.gz", 1220 }, { "r2.2/grc_proiel-ud-test.conllu.gz", 619 },
  { "r2.2/eu_bdt-ud-test.conllu.gz", 909 },       { "r2.2/de_gsd-ud-test.conllu.gz", 328 },
  { "r2.2/ja_gsd-ud-test.conllu.gz", 14 },
};

Test (corpora, figures_are_those_of_the_manifest)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  guint n_lost = 0;

  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_auto (GStrv) row = g_strsplit (rows[r], "\t", -1);
    g_autofree char *path = g_build_filename (folder, row[0], NULL);
    Check check;

    if (g_str_has_prefix (row[0], "dirty/"))
      continue;
    check_init (&check, TBK_ROOT_GOLD, TBK_TIES_LIFT);
    for_each_sentence (path, add_figures, &check);
    cr_assert_eq (check.sentences, g_ascii_strtoll (row[4], NULL, 10), "%s", row[0]);
    cr_assert_eq (check.words, g_ascii_strtoll (row[5], NULL, 10), "%s", row[0]);
    cr_assert_eq (check.nonprojective_trees, g_ascii_strtoll (row[6], NULL, 10), "%s", row[0]);
    cr_assert_eq (check.nonprojective_arcs, g_ascii_strtoll (row[7], NULL, 10), "%s", row[0]);
    cr_assert_eq (check.max_length, g_ascii_strtoll (row[8], NULL, 10), "%s", row[0]);
    for (guint l = 0; l < G_N_ELEMENTS (lost); l++)
      if (strcmp (lost[l].path, row[0]) == 0) {
        cr_assert_eq (check.lost_arcs, lost[l].lost_arcs, "%s", row[0]);
        n_lost++;
      }
    check_clear (&check);
  }
  cr_assert_eq (n_lost, G_N_ELEMENTS (lost));
}

/* Both methods give the same tree, arcs lost and number of optimal trees, and the tree is projective. */
static void
compare_methods (gpointer data, const TbkConlluSentence *sentence)
{
  Check *check = data;
  if (++check->sentences % (sentence->is_projective ? check->every_projective : check->every) != 0)
    return;

  int n = sentence->n, lost_arcs, lost_tabular, n_changed = 0;
  g_autofree int *heads = g_new (int, n + 1), *heads_tabular = g_new (int, n + 1);

  cr_assert (tbk_projectivize (check->fast, sentence->heads, n, heads, &lost_arcs, NULL));
  cr_assert (tbk_projectivize (check->tabular, sentence->heads, n, heads_tabular, &lost_tabular, NULL));
  cr_assert_eq (lost_arcs, lost_tabular);
  cr_assert_arr_eq (heads, heads_tabular, (n + 1) * sizeof (int));
  cr_assert (tbk_tree_set (check->tree, heads, n, NULL));
  cr_assert_eq (tbk_tree_nonprojective_arcs (check->tree), 0);
  for (int i = 1; i <= n; i++)
    n_changed += heads[i] != sentence->heads[i];
  cr_assert_eq (n_changed, lost_arcs);

  cr_assert (tbk_projectivize_count (check->fast, sentence->heads, n, check->count, NULL, NULL, NULL));
  cr_assert (
      tbk_projectivize_count (check->tabular, sentence->heads, n, check->count_tabular, NULL, NULL, NULL));
  cr_assert_eq (mpz_cmp (check->count, check->count_tabular), 0);
}

static void
compare_methods_on_all_files (TbkRoot root, TbkTies ties, int every_projective)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Check check;

  check_init (&check, root, ties);
  check.every = sampled (5);
  check.every_projective = check.every * every_projective;
  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_autofree char *path = g_build_filename (folder, rows[r], NULL);
    *strchr (path, '\t') = '\0';
    for_each_sentence (path, compare_methods, &check);
  }
  check_clear (&check);
}

Test (corpora, methods_agree_on_all_trees_gold_root_lift)
{
  compare_methods_on_all_files (TBK_ROOT_GOLD, TBK_TIES_LIFT, 1);
}

Test (corpora, methods_agree_on_nonprojective_trees_any_root_first)
{
  compare_methods_on_all_files (TBK_ROOT_ANY, TBK_TIES_FIRST, 10);
}

/* The greatest number of optimal trees of one sentence, with a single root and with any number. */
static const struct {
  const char *path, *single, *any;
} largest[] = {
  { "r2.2/el_gdt-ud-train.conllu.gz", "2800", "2800" },
  { "r2.2/cu_proiel-ud-train.conllu.gz", "2420", "6346" },
  { "r2.2/got_proiel-ud-train.conllu.gz", "11880", "13392" },
  { "r2.2/grc_proiel-ud-test.conllu.gz", "37920", "63840" },
  { "r2.2/eu_bdt-ud-test.conllu.gz", "96186", "161184" },
  { "r2.2/la_perseus-ud-train.conllu.gz", "306504", "306504" },
};

static void
find_largest (gpointer data, const TbkConlluSentence *sentence)
{
  Check *check = data;
  cr_assert (
      tbk_projectivize_count (check->fast, sentence->heads, sentence->n, check->count, NULL, NULL, NULL));
  if (mpz_cmp (check->count, check->count_tabular) > 0)
    mpz_set (check->count_tabular, check->count);
}

Test (corpora, largest_numbers_of_optimal_trees)
{
  g_autofree char *folder = NULL;
  G_GNUC_UNUSED g_auto (GStrv) rows = read_manifest (&folder);

  for (guint l = 0; l < G_N_ELEMENTS (largest); l++)
    for (int root = TBK_ROOT_SINGLE; root <= TBK_ROOT_ANY; root++) {
      g_autofree char *path = g_build_filename (folder, largest[l].path, NULL);
      g_autofree char *found = NULL;
      Check check;

      check_init (&check, root, TBK_TIES_LIFT);
      for_each_sentence (path, find_largest, &check);
      found = g_malloc (mpz_sizeinbase (check.count_tabular, 10) + 2);
      cr_assert_str_eq (mpz_get_str (found, 10, check.count_tabular),
                        root == TBK_ROOT_SINGLE ? largest[l].single : largest[l].any, "%s", path);
      check_clear (&check);
    }
}
