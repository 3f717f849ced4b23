/* cmd_stats.c - tbk stats: the figures of treebanks, a row a file. */
#include "brackets.h"
#include "corpus.h"
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

/* Writes the table of all @paths; on failure, of those before it. */
static gboolean
write_table (const TbkCorpusOptions *options, const TbkFiguresOptions *figures, TbkTableFormat format,
             char **paths, GError **error)
{
  const TbkJob job = tbk_figures_job (figures);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, (const char *const *) paths, NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;
  gboolean done;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format, figures_columns (figures->measures));
  done = corpus_run (options, &job, paths, tallies, NULL, error);
  return figures_write (tallies, figures->measures, done, table, done ? error : NULL) && done
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
stats_of_sentences (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Figures", entries },
    { "Projectivization", projectivize_entries },
    { "Output", table_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  TbkCorpusOptions options;
  TbkFiguresOptions figures = { .measures = given.measures };
  TbkTableFormat format;

  return paths != NULL && corpus_get_options (&options, FALSE, error)
         && projectivize_get_options (&figures.projectivize, error) && table_get_format (&format, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && write_table (&options, &figures, format, paths, error);
}

gboolean
cmd_stats (int argc, char **argv, GError **error)
{
  return brackets_asked (argc, argv) ? brackets_stats (argc, argv, error)
                                     : stats_of_sentences (argc, argv, error);
}
