/* cmd_stats.c - tbk stats: the figures of treebanks, a row a file. */
#include "brackets.h"
#include "counting.h"
#include "files.h"
#include "options.h"
#include "tbk/statistics.h"
#include "tool.h"

static struct {
  gboolean measures;
} given;

static const GOptionEntry entries[] = {
  { "measures", 0, 0, G_OPTION_ARG_NONE, &given.measures,
    "Further columns: trees that are not planar, ill-nested, of gap "
    "degree or edge degree over 1; the greatest degrees; trees that "
    "no system attardi-2, attardi-3, attardi-4 builds",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkFiguresOptions figures;
  TbkTableFormat format;
} Stats;

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Stats *stats = data;
  const gboolean measures = stats->figures.measures;
  g_autoptr (TbkTable) table = tbk_table_new (output, stats->format, figures_columns (measures));

  return figures_write (tallies, measures, table, error) && tbk_table_end (table, error);
}

static gboolean
stats_of_sentences (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Figures", entries },
    { "Projectivization", projectivize_entries },
    { "Output", table_entries },
    { "Output", tally_entries },
    { "Input", corpus_input_entries },
    { "Files", files_entries },
    { "Files", part_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions options;
  Stats stats = { .figures = { .measures = given.measures } };
  const TbkJob job = tbk_figures_job (&stats.figures);

  return paths != NULL && corpus_get_options (&options, FALSE, error)
         && projectivize_get_options (&stats.figures.projectivize, error)
         && table_get_format (&stats.format, error) && corpus_find_files (&options, &paths, error)
         && counting_check_files (&options, paths, NULL, error)
         && counting_run (&(Counting){ .options = &options,
                                       .layout = job.layout,
                                       .job = &job,
                                       .write = write_table,
                                       .data = &stats },
                          paths, error);
}

gboolean
cmd_stats (int argc, char **argv, GError **error)
{
  return brackets_asked (argc, argv) ? brackets_stats (argc, argv, error)
                                     : stats_of_sentences (argc, argv, error);
}
