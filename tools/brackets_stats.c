/* brackets_stats.c - tbk stats over phrase-structure treebanks: a row a file. */
#include "brackets.h"
#include "counting.h"
#include "files.h"
#include "options.h"
#include "tbk/statistics.h"

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

static gboolean
write_row (const TbkTally *tally, const char *name, TbkTable *table, GError **error)
{
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (tally, &counts);
  tbk_table_string (table, name);
  const gint64 cells[] = {
    counts.trees,      counts.words,     counts.constituents,           counts.labels,
    counts.tags,       counts.unary,     counts.unary_over_constituent, counts.max_chain,
    counts.max_height, counts.max_words, counts.max_children,           counts.displaced_trees,
    counts.displaced
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    tbk_table_integer (table, cells[i]);
  return tbk_table_end_row (table, error);
}

/* A row for each file, and one for their sum. */
static gboolean
write_rows (const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_row (tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  return tbk_tallies_n_in (tallies) < 2 || write_row (total, "TOTAL", table, error);
}

static gboolean
write_table (gpointer format, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  g_autoptr (TbkTable) table = tbk_table_new (output, *(const TbkTableFormat *) format, columns);

  return write_rows (tallies, table, error) && tbk_table_end (table, error);
}

gboolean
brackets_stats (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = { { "Input", brackets_entries },
                                        { "Input", corpus_on_error_entries },
                                        { "Output", table_entries },
                                        { "Output", tally_entries },
                                        { "Files", files_entries },
                                        { "Files", part_entries },
                                        { "Running", corpus_running_entries },
                                        { NULL, NULL } };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const TbkJob job = tbk_phrase_figures_job ();
  TbkCorpusOptions options;
  TbkTableFormat format;

  return paths != NULL && brackets_get_options (&options, FALSE, error) && table_get_format (&format, error)
         && corpus_find_files (&options, &paths, error) && counting_check_files (&options, paths, NULL, error)
         && counting_run (&(Counting){ .options = &options,
                                       .layout = job.layout,
                                       .job = &job,
                                       .write = write_table,
                                       .data = &format },
                          paths, error);
}
