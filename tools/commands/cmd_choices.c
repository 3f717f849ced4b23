/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence, by arc or by length. */
#include "all_commands.h"
#include "commands/commands.h"
#include "options/options.h"
#include "tbk/files.h"
#include "tbk/plot.h"
#include "tbk/statistics.h"

typedef struct {
  CorpusGiven corpus;
  LabelsGiven labels;
  char *by, *bin, *over, *plot;
  gboolean all_arcs, per_file;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "length: a row for each bin of lengths (default); sentence: for each sentence; arc: for each "
    "arc that some optimal tree loses",
    "WHAT" },
  { "all-arcs", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, all_arcs),
    "With --by=arc: rows for all other arcs too", NULL },
  { "bin", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, bin), "Width of the bins of lengths (default 5)",
    "N" },
  { "over", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, over),
    "losing: median, greatest number and mean count only trees that lose arcs (default); all: "
    "all trees, where a projective tree has one choice. The plot too",
    "TREES" },
  { "per-file", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, per_file),
    "Rows for each file, not for all files together", NULL },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry plot_entries[] = {
  { "plot", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, plot),
    "Draw the number of choices by length, a line for each file. Points are geometric means (10 "
    "to the power of log10_choices_mean), larger for more trees; bars span the middle half of "
    "the trees. Bins of fewer than 3 trees are left out. FILE ends in .svg, .png or .pdf",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

enum { BY_LENGTH, BY_SENTENCE, BY_ARC };

static const char *const bys[] = { "length", "sentence", "arc", NULL };

/* The command. */
typedef struct {
  const Given *given;
  TbkChoicesOptions choices;
  int by, over; /* BY_*, TbkOver */
  TableOptions table;
  const char **names;         /* of the columns */
  const char *const *columns; /* where they begin: without "file" if the table is one over all input */
} Choices;

static void
choices_clear (Choices *command)
{
  g_free (command->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Choices, choices_clear)

/* A line in a plot needs some trees at each of its points. */
enum { LEAST_TREES_OF_POINT = 3 };

/* Writes a row for each bin that has trees; @file is NULL where the table is one over all input. */
static gboolean
write_bins (const TbkTally *tally, const Choices *command, const char *file, TbkTable *table, GError **error)
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
write_bins_of_files (const TbkTallies *tallies, const Choices *command, TbkTable *table, GError **error)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_bins (tally, command, tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  }
  return TRUE;
}

/* Adds a line to @plot: the mean logarithm of each bin, with the middle half of its trees. Line @number of @n_lines has
 * its points beside those of others, all within half a bin. Returns how many bins have too few trees for a point. */
static int
add_line (TbkPlot *plot, const Label *label, guint number, guint n_lines, const Choices *command)
{
  const double shift = (number + 0.5) / n_lines / 2 - 0.25;
  int n_bins, n_left_out = 0;
  g_autofree TbkChoicesBin *bins =
      tbk_choices_bins (label->tally, command->choices.width, command->over, &n_bins);

  tbk_plot_add_line (plot, label->name);
  for (int b = 0; b < n_bins; b++) {
    const double middle = (bins[b].words_from + bins[b].words_to) / 2.0;

    n_left_out += bins[b].counted_trees > 0 && bins[b].counted_trees < LEAST_TREES_OF_POINT;
    if (bins[b].counted_trees >= LEAST_TREES_OF_POINT)
      tbk_plot_add_spread (plot, middle + shift * command->choices.width, bins[b].log10_mean,
                           bins[b].log10_lower, bins[b].log10_upper, bins[b].counted_trees);
  }
  return n_left_out;
}

static gboolean
draw_plot (const TbkTallies *tallies, const Choices *command, GError **error)
{
  const char *path = command->given->plot;
  const gboolean over_all = command->over == TBK_OVER_ALL;
  g_autoptr (TbkPlot) plot =
      tbk_plot_new (over_all ? "Optimal projectivizations of a tree, by length (bar: the middle half)"
                             : "Optimal projectivizations of a tree that loses arcs (bar: the middle half)",
                    "words in the sentence", "equally good trees (geometric mean)");
  g_autoptr (GArray) labels = labels_group (&command->given->labels, tallies, tbk_choices_layout ());
  int n_left_out = 0;

  tbk_plot_set_powers_of_ten (plot);
  tbk_plot_set_observations (plot, "trees");
  for (guint l = 0; l < labels->len; l++)
    n_left_out += add_line (plot, &g_array_index (labels, Label, l), l, labels->len, command);
  if (!tbk_plot_write (plot, path, error))
    return FALSE;
  if (tbk_plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no bin of lengths has %d trees%s", path, LEAST_TREES_OF_POINT,
                  over_all ? "" : " that lose arcs");
  else if (n_left_out > 0)
    tool_message ("%s: %d bin%s of lengths with fewer than %d trees%s left out of the plot", path, n_left_out,
                  n_left_out == 1 ? "" : "s", LEAST_TREES_OF_POINT, over_all ? "" : " that lose arcs");
  return TRUE;
}

/* Writes the table by length over all input. */
static gboolean
write_bins_of_all (const TbkTallies *tallies, const Choices *command, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  return write_bins (total, command, NULL, table, error);
}

/* Writes the table by length, and the plot. */
static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Choices *command = data;
  g_autoptr (TbkTable) table = table_new (&command->table, output, command->columns);

  return (command->given->plot == NULL || draw_plot (tallies, command, error))
         && (command->given->per_file ? write_bins_of_files : write_bins_of_all) (tallies, command, table,
                                                                                  error)
         && tbk_table_end (table, error);
}

/* What a message calls a table with rows as they come. */
static const char *
option_by (const Choices *command)
{
  return command->by == BY_ARC ? "--by=arc" : "--by=sentence";
}

/* Writes rows for each sentence, as they come; and the plot. */
static gboolean
write_sentences (Corpus *corpus, Choices *command, GError **error)
{
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_choices_layout (), (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (&command->given->corpus, option_by (command), error)
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  command->choices.rows = table = table_new (&command->table, output, command->columns);
  job = tbk_choices_job (&command->choices);
  return corpus_run (corpus, &job, tallies, &left_out, error)
         && (command->given->plot == NULL || corpus_has_none (corpus, &left_out)
             || draw_plot (tallies, command, error))
         && tbk_table_end (table, error) && corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, Choices *command, GError **error)
{
  const TbkJob job = tbk_choices_job (&command->choices);

  if (command->by != BY_LENGTH)
    return write_sentences (corpus, command, error);
  return counting_run (
      &(Counting){
          .corpus = corpus, .layout = job.layout, .job = &job, .write = write_table, .data = command },
      error);
}

static gboolean
get_options (Choices *command, GError **error)
{
  const Given *given = command->given;
  static const char *const overs[] = { "losing", "all", NULL };
  gint64 width = 5;

  if (!projectivization_get_options (&given->corpus.projectivization, &command->choices.projectivize, error)
      || !options_choose ("by", given->by, bys, &command->by, error)
      || !options_choose ("over", given->over, overs, &command->over, error)
      || !counting_check_plot (&given->corpus, given->plot, error)
      || !table_get_options (&given->corpus, &command->table, error)
      || !options_number ("bin", given->bin, 1, G_MAXINT, &width, error))
    return FALSE;
  command->choices.width = (int) width;
  command->choices.rows_of = command->by == BY_LENGTH     ? TBK_CHOICES_OF_LENGTHS
                             : command->by == BY_SENTENCE ? TBK_CHOICES_OF_SENTENCES
                             : given->all_arcs            ? TBK_CHOICES_OF_ARCS
                                                          : TBK_CHOICES_OF_LOST_ARCS;
  command->names = tbk_table_columns_names (tbk_choices_columns (command->choices.rows_of), 1);
  command->columns = command->names + (command->by == BY_LENGTH && !given->per_file);
  if (given->all_arcs && command->by != BY_ARC) {
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_USAGE,
        "--all-arcs: found --by=%s, expected --by=arc; all optimal trees are written by tbk projectivize --all",
        bys[command->by]);
    return FALSE;
  }
  return command->by != BY_LENGTH
             ? table_check_not_sorted (&command->table, option_by (command), command->columns, error)
             : table_check_sort (&command->table, command->columns, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  PROJECTIVIZATION_GROUP,
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", plot_entries),
  LABELS_GROUP (Given, labels),
  OPTION_GROUP ("Output", tally_entries),
  OPTION_GROUP ("Input", corpus_conll_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "bin", "by= by=length plot" },
  { "over", "by= by=length plot" },
  { "per-file", "by= by=length" },
  { "label", "plot" },
  { NULL, NULL },
};

static gboolean
run_choices (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (Choices) command = { .given = given };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && get_options (&command, error)
         && corpus_find_files (&corpus, error) && labels_check (&given->labels, corpus.paths, error)
         && corpus_check_files (&corpus, NULL, NULL, error) && run (&corpus, &command, error);
}

static const Form choices = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = run_choices
};

const Command cmd_choices = { .name = "choices", .conllu = &choices };
