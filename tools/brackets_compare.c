/* brackets_compare.c - tbk compare over phrase-structure treebanks: the published oracle against the exact
 * one. */
#include "brackets.h"
#include "corpus.h"
#include "options.h"
#include "tbk/constituency_compare.h"

static struct {
  char *system, *walk, *seed, *by;
} given;

static const GOptionEntry walk_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, &given.system,
    "Transition system: top-down (default), in-order, bottom-up", "SYSTEM" },
  { "walk", 0, 0, G_OPTION_ARG_STRING, &given.walk,
    "gold: the sequence that builds the gold tree (default); explore:P: instead, with probability P, a "
    "transition drawn from all that are allowed; random: always such a one",
    "WALK" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "Seed of random walks (default 1)", "N" },
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "file: a row a file, and TOTAL (default); distance: a row for each number of constituents lost so far, "
    "over all files",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

static const char *const columns[] = { "file",           "system",        "distance",    "trees",
                                       "configurations", "losses_differ", "sets_differ", "wrong_extra",
                                       "missing",        "empty",         "harm",        NULL };

typedef struct {
  const TbkPhraseSystem *system;
  TbkPhraseComparer *comparer;
  TbkTable *table;
  TbkVocabulary *labels;
  TbkPhraseTree tree;
  TbkPhraseAgreement file[TBK_PHRASE_DISTANCES], total[TBK_PHRASE_DISTANCES];
  guint64 place; /* of the next tree in its file */
  int n_files;
  gboolean is_by_distance;
} Compare;

static gboolean
write_row (Compare *compare, const char *name, const char *distance, const TbkPhraseAgreement *row,
           GError **error)
{
  const gint64 cells[] = { row->trees,       row->configurations, row->losses_differ, row->sets_differ,
                           row->wrong_extra, row->missing,        row->empty,         row->harm };

  tbk_table_string (compare->table, name);
  tbk_table_string (compare->table, compare->system->name);
  tbk_table_string (compare->table, distance);
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    tbk_table_integer (compare->table, cells[i]);
  return tbk_table_end_row (compare->table, error);
}

/* The rows of all distances as one. */
static gboolean
write_sum (Compare *compare, const char *name, const TbkPhraseAgreement *rows, GError **error)
{
  TbkPhraseAgreement sum = { 0 };

  for (int d = 0; d < TBK_PHRASE_DISTANCES; d++)
    tbk_phrase_agreement_add (&sum, &rows[d]);
  return write_row (compare, name, "all", &sum, error);
}

static gboolean
write_distances (Compare *compare, GError **error)
{
  static const char *const distances[TBK_PHRASE_DISTANCES] = { "0", "1", "2", "3", "4", "5+" };

  for (int d = 0; d < TBK_PHRASE_DISTANCES; d++)
    if (!write_row (compare, "TOTAL", distances[d], &compare->total[d], error))
      return FALSE;
  return TRUE;
}

static gboolean
take_tree (gpointer command, const TbkBracketTree *tree, GError **error)
{
  Compare *compare = command;

  compare->place++;
  return tree->n == 0
         || (tbk_phrase_tree_set_brackets (&compare->tree, tree, compare->labels, error)
             && tbk_phrase_comparer_walk (compare->comparer, &compare->tree,
                                          tbk_vocabulary_size (compare->labels), compare->place,
                                          compare->file, error));
}

static gboolean
end_file (gpointer command, const char *name, GError **error)
{
  Compare *compare = command;

  compare->n_files++;
  compare->place = 0;
  if (!compare->is_by_distance && !write_sum (compare, name, compare->file, error))
    return FALSE;
  for (int d = 0; d < TBK_PHRASE_DISTANCES; d++) {
    tbk_phrase_agreement_add (&compare->total[d], &compare->file[d]);
    compare->file[d] = (TbkPhraseAgreement){ 0 };
  }
  tbk_vocabulary_clear (compare->labels);
  return TRUE;
}

static gboolean
get_options (Compare *compare, TbkWalk *walk, GError **error)
{
  static const char *const by[] = { "file", "distance", NULL };
  gint64 seed = 1;
  int choice;

  compare->system = tbk_phrase_system_find (given.system == NULL ? "top-down" : given.system);
  if (compare->system == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--system=%s: found no system of phrase structure, expected "
                 "top-down, in-order or bottom-up",
                 given.system);
    return FALSE;
  }
  if (!tbk_walk_parse (given.walk == NULL ? "gold" : given.walk, walk, error)) {
    g_prefix_error (error, "--walk: ");
    return FALSE;
  }
  if (!options_number ("seed", given.seed, 0, G_MAXINT64, &seed, error)
      || !options_choose ("by", given.by, by, &choice, error))
    return FALSE;
  walk->seed = (guint64) seed;
  compare->is_by_distance = choice == 1;
  compare->comparer = tbk_phrase_comparer_new (compare->system, walk, error);
  return compare->comparer != NULL;
}

static gboolean
write_table (const TbkCorpusOptions *options, TbkTableFormat format, char **paths, GError **error)
{
  static const BracketsJob job = { .tree = take_tree, .end_file = end_file };
  Compare compare = { .labels = tbk_vocabulary_new () };
  TbkWalk walk;
  TbkOutput *output = get_options (&compare, &walk, error) ? tbk_output_open (options->output, error) : NULL;
  gboolean is_done = FALSE;

  if (output != NULL) {
    compare.table = tbk_table_new (output, format, columns);
    is_done = brackets_run (&job, &compare, paths, error)
              && (compare.is_by_distance
                      ? write_distances (&compare, error)
                      : compare.n_files < 2 || write_sum (&compare, "TOTAL", compare.total, error))
              && tbk_table_end (compare.table, error) && tbk_output_commit (g_steal_pointer (&output), error);
    tbk_table_free (compare.table);
  }
  if (output != NULL)
    tbk_output_discard (output);
  tbk_phrase_comparer_free (compare.comparer);
  tbk_phrase_tree_clear (&compare.tree);
  tbk_vocabulary_free (compare.labels);
  return is_done;
}

gboolean
brackets_compare (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Walks", walk_entries }, { "Input", brackets_entries }, { "Output", table_entries }, { NULL, NULL }
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  TbkCorpusOptions options;
  TbkTableFormat format;

  return paths != NULL && corpus_get_options (&options, FALSE, error) && table_get_format (&format, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && write_table (&options, format, paths, error);
}
