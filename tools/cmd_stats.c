/* cmd_stats.c - tbk stats: the figures of treebanks, of their trees and of their arcs. */
#include "brackets.h"
#include "counting.h"
#include "files.h"
#include "options.h"
#include "selection.h"
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

typedef struct {
  TbkFiguresOptions figures;
  TbkTableFormat format;
} Stats;

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Stats *stats = data;
  g_autoptr (TbkTable) table = table_new (output, stats->format, figures_columns (&stats->figures));

  return figures_write (tallies, &stats->figures, table, error) && tbk_table_end (table, error);
}

/* Writes rows of sentences or arcs as they come. */
static gboolean
write_rows (const TbkCorpusOptions *options, Stats *stats, char **paths, GError **error)
{
  g_autofree char *option = g_strdup_printf ("--by=%s", given.by);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (tbk_figures_layout (), (const char *const *) paths, NULL);
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (option, error) || (output = tbk_output_open (options->output, error)) == NULL)
    return FALSE;
  stats->figures.rows = table = tbk_table_new (output, stats->format, figures_columns (&stats->figures));
  job = tbk_figures_job (&stats->figures);
  return corpus_run (options, &job, paths, tallies, &left_out, error) && tbk_table_end (table, error)
         && tbk_left_out_fail (&left_out, tbk_tallies_n_files (tallies), error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
run (const TbkCorpusOptions *options, Stats *stats, char **paths, GError **error)
{
  const TbkJob job = tbk_figures_job (&stats->figures);

  if (stats->figures.by == TBK_FIGURES_BY_SENTENCE || stats->figures.by == TBK_FIGURES_BY_ARC)
    return write_rows (options, stats, paths, error);
  return counting_run (
      &(Counting){
          .options = options, .layout = job.layout, .job = &job, .write = write_table, .data = stats },
      paths, error);
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
  if (by == TBK_FIGURES_BY_SENTENCE || by == TBK_FIGURES_BY_ARC)
    return table_check_not_sorted (by == TBK_FIGURES_BY_ARC ? "--by=arc" : "--by=sentence", error);
  return table_check_sort (figures_columns (figures), error);
}

static const OptionGroup groups[] = {
  { "Figures", entries },
  { "Projectivization", projectivize_entries },
  { "Which sentences", selection_tree_entries },
  { "Which sentences", selection_entries },

  { "Output", table_entries },
  { "Output", tally_entries },
  { "Input", input_entries },
  { "Input", corpus_input_entries },
  { "Which files", files_entries },
  { "Which files", part_entries },
  { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
};

static gboolean
stats_of_sentences (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions options;
  Stats stats = { .format = 0 };

  return paths != NULL && corpus_get_options (&options, FALSE, error) && get_options (&stats.figures, error)
         && table_get_format (&stats.format, error) && corpus_find_files (&options, &paths, error)
         && counting_check_files (&options, paths, NULL, NULL, error) && run (&options, &stats, paths, error);
}

gboolean
cmd_stats (int argc, char **argv, GError **error)
{
  return input_run (argc, argv, &(InputCommand){ groups, stats_of_sentences }, &brackets_stats, error);
}
