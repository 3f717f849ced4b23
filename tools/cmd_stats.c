/* cmd_stats.c - tbk stats: the figures of treebanks, of their trees and of their arcs. */
#include "brackets.h"
#include "corpus.h"
#include "options.h"
#include "tbk/statistics.h"
#include "tool.h"

static struct {
  char *by, *bin;
  gboolean measures;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "A row for each file (default), language (as file names of Universal Dependencies tell), length or sentence: "
    "their trees; or for each deprel, upos (of the dependent), direction (left: the dependent stands before its "
    "head) or distance (0: arcs of 0): their arcs; or for each arc that is not projective or is lost",
    "WHAT" },
  { "bin", 0, 0, G_OPTION_ARG_STRING, &given.bin,
    "Words that a bin of lengths spans (default 5), or distances (default 1)", "N" },
  { "measures", 0, 0, G_OPTION_ARG_NONE, &given.measures,
    "Further columns: trees that are not planar, ill-nested, of gap "
    "degree or edge degree over 1; the greatest degrees; trees that "
    "no system attardi-2, attardi-3, attardi-4 builds",
    NULL },
  G_OPTION_ENTRY_NULL,
};

/* Writes the table of all @paths; on failure, of those before it. */
static gboolean
write_table (const TbkCorpusOptions *options, TbkFiguresOptions *figures, TbkTableFormat format, char **paths,
             GError **error)
{
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (tbk_figures_layout (), (const char *const *) paths, NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;
  TbkJob job;
  gboolean done;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format, figures_columns (figures));
  if (figures->by == TBK_FIGURES_BY_SENTENCE || figures->by == TBK_FIGURES_BY_ARC)
    figures->rows = table;
  job = tbk_figures_job (figures);
  done = corpus_run (options, &job, paths, tallies, NULL, error);
  return figures_write (tallies, figures, done, table, done ? error : NULL) && done
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Refuses options that the table has no use for. */
static gboolean
check_table (TbkFiguresBy by, GError **error)
{
  if (given.measures && by >= TBK_FIGURES_BY_ARC) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--measures: found a table by %s, expected one by file, language, length or sentence",
                 given.by);
    return FALSE;
  }
  if (given.bin != NULL && by != TBK_FIGURES_BY_LENGTH && by != TBK_FIGURES_BY_DISTANCE) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--bin: found a table by %s, expected one by length or distance",
                 given.by != NULL ? given.by : "file");
    return FALSE;
  }
  return TRUE;
}

static gboolean
get_options (TbkFiguresOptions *figures, GError **error)
{
  static const char *const bys[] = {
    [TBK_FIGURES_BY_FILE] = "file",         [TBK_FIGURES_BY_LANGUAGE] = "language",
    [TBK_FIGURES_BY_LENGTH] = "length",     [TBK_FIGURES_BY_SENTENCE] = "sentence",
    [TBK_FIGURES_BY_ARC] = "arc",           [TBK_FIGURES_BY_DEPREL] = "deprel",
    [TBK_FIGURES_BY_UPOS] = "upos",         [TBK_FIGURES_BY_DIRECTION] = "direction",
    [TBK_FIGURES_BY_DISTANCE] = "distance", [TBK_FIGURES_N_BYS] = NULL,
  };
  gint64 width;
  int by;

  if (!projectivize_get_options (&figures->projectivize, error)
      || !options_choose ("by", given.by, bys, &by, error) || !check_table (by, error))
    return FALSE;
  width = by == TBK_FIGURES_BY_LENGTH ? 5 : 1;
  if (!options_number ("bin", given.bin, 1, G_MAXINT, &width, error))
    return FALSE;
  figures->by = by;
  figures->width = (int) width;
  figures->measures = given.measures;
  return TRUE;
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
  TbkFiguresOptions figures = { 0 };
  TbkTableFormat format;

  return paths != NULL && corpus_get_options (&options, FALSE, error) && get_options (&figures, error)
         && table_get_format (&format, error) && corpus_check_files (&options, paths, no_outputs, error)
         && write_table (&options, &figures, format, paths, error);
}

gboolean
cmd_stats (int argc, char **argv, GError **error)
{
  return brackets_asked (argc, argv) ? brackets_stats (argc, argv, error)
                                     : stats_of_sentences (argc, argv, error);
}
