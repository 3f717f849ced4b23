/* brackets_stats.c - tbk stats over phrase-structure treebanks: a row a file. */
#include "brackets.h"
#include "corpus.h"
#include "options.h"
#include "tbk/constituency_figures.h"

static const char *const columns[] = { "file",
                                       "trees",
                                       "words",
                                       "constituents",
                                       "labels",
                                       "tags",
                                       "unary",
                                       "unary_over_constituent",
                                       "max_chain",
                                       "max_height",
                                       "max_words",
                                       "max_children",
                                       "displaced_trees",
                                       "displaced",
                                       NULL };

typedef struct {
  TbkTable *table;
  TbkPhraseFigures *file, *total;
  int n_files;
} Stats;

static gboolean
write_row (Stats *stats, const char *name, const TbkPhraseFigures *figures, GError **error)
{
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (figures, &counts);
  tbk_table_string (stats->table, name);
  const gint64 cells[] = {
    counts.trees,      counts.words,     counts.constituents,           counts.labels,
    counts.tags,       counts.unary,     counts.unary_over_constituent, counts.max_chain,
    counts.max_height, counts.max_words, counts.max_children,           counts.displaced_trees,
    counts.displaced
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    tbk_table_integer (stats->table, cells[i]);
  return tbk_table_end_row (stats->table, error);
}

static gboolean
take_tree (gpointer command, const TbkBracketTree *tree, GError **error)
{
  return tbk_phrase_figures_add (((Stats *) command)->file, tree, error);
}

static gboolean
end_file (gpointer command, const char *name, GError **error)
{
  Stats *stats = command;

  stats->n_files++;
  if (!write_row (stats, name, stats->file, error)
      || !tbk_phrase_figures_merge (stats->total, stats->file, error))
    return FALSE;
  tbk_phrase_figures_clear (stats->file);
  return TRUE;
}

static gboolean
write_table (const TbkCorpusOptions *options, TbkTableFormat format, char **paths, GError **error)
{
  static const BracketsJob job = { .tree = take_tree, .end_file = end_file };
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = output == NULL ? NULL : tbk_table_new (output, format, columns);
  g_autoptr (TbkPhraseFigures) file = tbk_phrase_figures_new (), total = tbk_phrase_figures_new ();
  Stats stats = { table, file, total, 0 };

  return output != NULL && brackets_run (&job, &stats, paths, error)
         && (stats.n_files < 2 || write_row (&stats, "TOTAL", total, error)) && tbk_table_end (table, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
brackets_stats (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = { { "Input", brackets_entries },
                                        { "Output", table_entries },
                                        { NULL, NULL } };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  TbkCorpusOptions options;
  TbkTableFormat format;

  return paths != NULL && corpus_get_options (&options, FALSE, error) && table_get_format (&format, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && write_table (&options, format, paths, error);
}
