/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence, by arc or by length. */
#include "all_commands.h"
#include "commands/commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

enum { BY_LENGTH, BY_SENTENCE, BY_ARC };

static const char *const bys[] = { "length", "sentence", "arc", NULL };
static const char *const overs[] = { "losing", "all", NULL };

typedef struct {
  CorpusGiven corpus;
  TbkChoicesOptions choices;
  int by, over; /* BY_*, TbkOver */
  const char *plot;
  gboolean all_arcs, per_file;

  const char **names;         /* of the columns */
  const char *const *columns; /* where they begin: without "file" if the table is one over all input */
} Choices;

static const Option entries[] = {
  { "by", CHOICE (bys), AT (Choices, by), "WHAT",
    "length: a row for each bin of lengths (default); sentence: for each sentence; arc: for each "
    "arc that some optimal tree loses" },
  { "all-arcs", FLAG, AT (Choices, all_arcs), NULL, "With --by=arc: rows for all other arcs too" },
  { "bin", NUMBER_OR (5, 1, G_MAXINT), AT (Choices, choices.width), "N",
    "Width of the bins of lengths (default 5)" },
  { "over", CHOICE (overs), AT (Choices, over), "TREES",
    "losing: median, greatest number and mean count only trees that lose arcs (default); all: "
    "all trees, where a projective tree has one choice. The plot too" },
  { "per-file", FLAG, AT (Choices, per_file), NULL, "Rows for each file, not for all files together" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (Choices, plot), "FILE",
    "Draw the number of choices by length, a line for each file. Points are geometric means (10 "
    "to the power of log10_choices_mean), larger for more trees; bars span the middle half of "
    "the trees. Bins of fewer than 3 trees are left out. FILE ends in .svg, .png or .pdf" },
  OPTION_END,
};

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
  const char *path = command->plot;
  const gboolean over_all = command->over == TBK_OVER_ALL;
  g_autoptr (TbkPlot) plot =
      tbk_plot_new (over_all ? "Optimal projectivizations of a tree, by length (bar: the middle half)"
                             : "Optimal projectivizations of a tree that loses arcs (bar: the middle half)",
                    "words in the sentence", "equally good trees (geometric mean)");
  g_autoptr (GArray) labels =
      labels_group (&command->corpus, tallies, tbk_choices_job (&command->choices).layout);
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
  g_autoptr (TbkTable) table = table_new (&command->corpus.table, output, command->columns);

  return (command->plot == NULL || draw_plot (tallies, command, error))
         && (command->per_file ? write_bins_of_files : write_bins_of_all) (tallies, command, table, error)
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
      tbk_tallies_new (tbk_choices_job (&command->choices).layout, (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (&command->corpus, option_by (command), error)
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  command->choices.rows = table = table_new (&command->corpus.table, output, command->columns);
  job = tbk_choices_job (&command->choices);
  return corpus_run (corpus, &job, tallies, &left_out, error)
         && (command->plot == NULL || corpus_has_none (corpus, &left_out)
             || draw_plot (tallies, command, error))
         && tbk_table_end (table, error) && corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, Choices *command, GError **error)
{
  const TbkJob job = tbk_choices_job (&command->choices);

  if (command->by != BY_LENGTH)
    return write_sentences (corpus, command, error);
  return counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = command },
                       error);
}

static gboolean
get_options (Choices *command, GError **error)
{
  command->choices.projectivize = command->corpus.projectivize;
  if (!counting_check_plot (&command->corpus, command->plot, error))
    return FALSE;
  command->choices.rows_of = command->by == BY_LENGTH     ? TBK_CHOICES_OF_LENGTHS
                             : command->by == BY_SENTENCE ? TBK_CHOICES_OF_SENTENCES
                             : command->all_arcs          ? TBK_CHOICES_OF_ARCS
                                                          : TBK_CHOICES_OF_LOST_ARCS;
  command->names = tbk_table_columns_names (tbk_choices_columns (command->choices.rows_of), 1);
  command->columns = command->names + (command->by == BY_LENGTH && !command->per_file);
  if (command->all_arcs && command->by != BY_ARC)
    return options_refuse (
        error,
        "--all-arcs: found --by=%s, expected --by=arc; all optimal trees are written by tbk projectivize --all",
        bys[command->by]);
  return table_check (&command->corpus, command->columns, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  PROJECTIVIZATION_GROUP,
  TREE_SELECTION_GROUPS,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", label_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_input_entries),
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
  Choices *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean done = corpus_init (&corpus, &command->corpus, source, FALSE, error)
                        && get_options (command, error) && corpus_find_files (&corpus, error)
                        && labels_check (&command->corpus, corpus.paths, error)
                        && corpus_check_files (&corpus, NULL, NULL, error) && run (&corpus, command, error);

  g_free (command->names);
  return done;
}

static const Form choices = {
  .groups = groups, .rules = rules, .size = sizeof (Choices), .run = run_choices
};

const Command cmd_choices = { .name = "choices", .conllu = &choices };
