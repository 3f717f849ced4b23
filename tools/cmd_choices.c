/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence or by length. */
#include "corpus.h"
#include "options.h"
#include "tbk/files.h"
#include "tbk/plot.h"
#include "tbk/statistics.h"
#include "tool.h"

static struct {
  char *by, *bin, *over, *plot;
  char **labels;
  gboolean per_file;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "length: a row for each bin of lengths (default); sentence: a row for each sentence", "WHAT" },
  { "bin", 0, 0, G_OPTION_ARG_STRING, &given.bin, "Words that a bin of lengths spans (default 5)", "N" },
  { "over", 0, 0, G_OPTION_ARG_STRING, &given.over,
    "losing: median, greatest number and mean are over the trees that lose arcs (default); all: over all trees, of "
    "which each that is kept whole has one choice. In the plot too",
    "TREES" },
  { "per-file", 0, 0, G_OPTION_ARG_NONE, &given.per_file,
    "Rows by length for each file, not for all input together", NULL },
  { "plot", 0, 0, G_OPTION_ARG_FILENAME, &given.plot,
    "Draw the number against length, a line for each file: geometric means (10 to the power of log10_choices_mean), "
    "bars for the middle half of the trees, larger points for more trees; FILE ends in .svg, .png or .pdf",
    "FILE" },
  { "label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.labels,
    "What the plot calls a file: once for each file, in order; files of one label share a line", "NAME" },
  G_OPTION_ENTRY_NULL,
};

enum { BY_LENGTH, BY_SENTENCE };

/* The command. */
typedef struct {
  TbkChoicesOptions choices;
  int by, over; /* BY_*, TbkOver */
  TbkTableFormat format;
} Command;

/* A line in a plot needs some trees at each of its points. */
enum { LEAST_TREES_OF_POINT = 3 };

/* The files of one label. */
typedef struct {
  char *label;
  TbkTally *tally;
} Group;

/* Writes a row for each bin that has trees; @file is NULL where the table is one over all input. */
static gboolean
write_bins (const TbkTally *tally, const Command *command, const char *file, TbkTable *table, GError **error)
{
  int n_bins;
  g_autofree TbkChoicesBin *bins = tbk_choices_bins (tally, command->choices.width, command->over, &n_bins);

  for (int b = 0; b < n_bins; b++) {
    const TbkChoicesBin *bin = &bins[b];

    if (file != NULL)
      tbk_table_string (table, file);
    tbk_table_integer (table, bin->words_from);
    tbk_table_integer (table, bin->words_to);
    tbk_table_integer (table, bin->trees);
    tbk_table_integer (table, bin->nonprojective_trees);
    tbk_table_integer (table, bin->lost_arcs);
    tbk_table_string (table, bin->median);
    tbk_table_string (table, bin->max);
    tbk_table_decimal (table, bin->log10_mean, 4);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* The same for each file that is in. */
static gboolean
write_bins_of_files (const TbkTallies *tallies, const Command *command, TbkTable *table, GError **error)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_bins (tally, command, tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  }
  return TRUE;
}

/* The group of a file. */
static Group *
find_group (GArray *groups, const TbkTallies *tallies, int file)
{
  g_autofree char *name = tbk_file_short_name (tbk_tallies_name (tallies, file));
  const char *label = given.labels != NULL ? given.labels[file] : name;
  Group group;

  for (guint g = 0; g < groups->len; g++)
    if (g_str_equal (g_array_index (groups, Group, g).label, label))
      return &g_array_index (groups, Group, g);
  group = (Group){ g_strdup (label), tbk_tally_new (tbk_choices_layout ()) };
  g_array_append_val (groups, group);
  return &g_array_index (groups, Group, groups->len - 1);
}

static void
group_clear (gpointer group)
{
  g_free (((Group *) group)->label);
  tbk_tally_free (((Group *) group)->tally);
}

/* The files by label, in the order in which labels occur. */
static GArray *
make_groups (const TbkTallies *tallies)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  g_array_set_clear_func (groups, group_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    tbk_tally_merge_copy (find_group (groups, tallies, f)->tally, tbk_tallies_get (tallies, f));
  return groups;
}

/* Adds a line to @plot: the mean logarithm of each bin, with the middle half of its trees. Line @number of @n_lines has
 * its points beside those of others, all within half a bin. */
static void
add_line (TbkPlot *plot, const Group *group, guint number, guint n_lines, const Command *command)
{
  const double shift = (number + 0.5) / n_lines / 2 - 0.25;
  int n_bins;
  g_autofree TbkChoicesBin *bins =
      tbk_choices_bins (group->tally, command->choices.width, command->over, &n_bins);

  tbk_plot_add_line (plot, group->label);
  for (int b = 0; b < n_bins; b++) {
    const double middle = (bins[b].words_from + bins[b].words_to) / 2.0;

    if (bins[b].counted_trees >= LEAST_TREES_OF_POINT)
      tbk_plot_add_spread (plot, middle + shift * command->choices.width, bins[b].log10_mean,
                           bins[b].log10_lower, bins[b].log10_upper, bins[b].counted_trees);
  }
}

static gboolean
draw_plot (const TbkTallies *tallies, const Command *command, GError **error)
{
  const gboolean over_all = command->over == TBK_OVER_ALL;
  g_autoptr (TbkPlot) plot =
      tbk_plot_new (over_all ? "Optimal projectivizations of a tree, by length"
                             : "Optimal projectivizations of a tree that loses arcs, by length",
                    "words in the sentence", "geometric mean; bar: middle half of the trees");
  g_autoptr (GArray) groups = make_groups (tallies);

  tbk_plot_set_powers_of_ten (plot);
  tbk_plot_set_observations (plot, "trees");
  for (guint g = 0; g < groups->len; g++)
    add_line (plot, &g_array_index (groups, Group, g), g, groups->len, command);
  if (!tbk_plot_write (plot, given.plot, error))
    return FALSE;
  if (tbk_plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no bin of lengths has %d trees%s", given.plot,
                  LEAST_TREES_OF_POINT, over_all ? "" : " that lose arcs");
  return TRUE;
}

/* Writes the table by length over all input. */
static gboolean
write_bins_of_all (const TbkTallies *tallies, const Command *command, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  return write_bins (total, command, NULL, table, error);
}

/* Writes the table over all @paths, and the plot; on failure, what the table has of the files before. */
static gboolean
write_table (const TbkCorpusOptions *options, Command *command, char **paths, GError **error)
{
#define LENGTH_COLUMNS                                                                                       \
  "words_from", "words_to", "trees", "nonprojective_trees", "lost_arcs", "choices_median", "choices_max",    \
      "log10_choices_mean", NULL
  static const char *const by_length[] = { LENGTH_COLUMNS };
  static const char *const by_length_per_file[] = { "file", LENGTH_COLUMNS };
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (tbk_choices_layout (), (const char *const *) paths, NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;
  const gboolean by_sentence = command->by == BY_SENTENCE;
  TbkJob job;
  gboolean done;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, command->format,
                         by_sentence      ? tbk_choices_columns ()
                         : given.per_file ? by_length_per_file
                                          : by_length);
  command->choices.rows = by_sentence ? table : NULL;
  job = tbk_choices_job (&command->choices);
  done = corpus_run (options, &job, paths, tallies, NULL, error);
  if (!by_sentence && given.per_file && !write_bins_of_files (tallies, command, table, done ? error : NULL))
    return FALSE;
  return done && (given.plot == NULL || draw_plot (tallies, command, error))
         && (by_sentence || given.per_file || write_bins_of_all (tallies, command, table, error))
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
get_options (Command *command, char **paths, GError **error)
{
  static const char *const bys[] = { "length", "sentence", NULL };
  static const char *const overs[] = { "losing", "all", NULL };
  gint64 width = 5;

  if (!projectivize_get_options (&command->choices.projectivize, error)
      || !options_choose ("by", given.by, bys, &command->by, error)
      || !options_choose ("over", given.over, overs, &command->over, error)
      || !table_get_format (&command->format, error)
      || !options_number ("bin", given.bin, 1, G_MAXINT, &width, error))
    return FALSE;
  command->choices.width = (int) width;
  if (given.labels != NULL && g_strv_length (given.labels) != g_strv_length (paths)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--label: found %u labels for %u files, expected one for each", g_strv_length (given.labels),
                 g_strv_length (paths));
    return FALSE;
  }
  return given.plot == NULL || tbk_plot_check_path (given.plot, error);
}

gboolean
cmd_choices (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Counting", entries },
    { "Projectivization", projectivize_entries },
    { "Output", table_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const further_outputs[] = { given.plot, NULL };
  TbkCorpusOptions options;
  Command command = { 0 };

  return paths != NULL && corpus_get_options (&options, FALSE, error) && get_options (&command, paths, error)
         && corpus_check_files (&options, paths, further_outputs, error)
         && write_table (&options, &command, paths, error);
}
