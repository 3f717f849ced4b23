/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence, by arc or by attributes. */
#include <stdlib.h>

#include "all_commands.h"
#include "commands/commands.h"
#include "options/options.h"
#include "report/plot.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

/* Rows that are no groups, in --by; and the groups that are usual. */
static const char *const bys[] = {
  [TBK_CHOICES_OF_SENTENCES] = "sentence", [TBK_CHOICES_OF_LOST_ARCS] = "arc"
};
#define USUAL_KEYS "words:5"

static const char *const overs[] = { [TBK_OVER_LOSING] = "losing", [TBK_OVER_ALL] = "all", NULL };

typedef struct {
  CorpusGiven corpus;
  TbkChoicesOptions choices;
  TbkKeys *keys;
  const char *by, *plot;
  int over; /* TbkOver */
} ChoicesGiven;

static const Option entries[] = {
  { "by", TEXT, AT (ChoicesGiven, by), "WHAT",
    "A row for each value of up to three attributes of sentences ('tbk help attributes'): " USUAL_KEYS
    ", their lengths in bins (default), file, language, document, sent_id~REGEX. Or sentence: a row for each; arc: for each "
    "arc that some optimal tree loses" },
  { "over", CHOICE (overs), AT (ChoicesGiven, over), "TREES",
    "losing: median, maximum and mean count only trees that lose arcs (default); all: "
    "all trees, where a projective tree has one choice. The plot too. With --by=arc: rows for arcs that some optimal tree "
    "loses, or for all arcs" },
  { "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (ChoicesGiven, choices.level), "LEVEL",
    "Add lower and upper bounds (LEVEL % interval, default 95) after median and mean. Median: order statistics; mean: "
    "bootstrap over sentences, as in tbk stats. Sums and the maximum have none" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (ChoicesGiven, choices.seed), "N",
    "Seed of intervals (default 1)" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (ChoicesGiven, plot), "FILE",
    "Draw the number of choices by length, of --by=words:N, a line for each file, or each value of a further attribute of --by, more than 3 in a panel each. Points are medians, "
    "bands span the middle half of the trees. Bins of fewer than 20 trees are left out. FILE ends in .svg, .png or .pdf" },
  OPTION_END,
};

/* Adds a line to @plot: the median of each bin, with the middle half of its trees. Returns how many bins have too few trees. */
static int
add_line (Plot *plot, const PlotGroup *group, const ChoicesGiven *command)
{
  const int width = plot_words_width (command->keys);
  int n_bins, n_left_out = 0;
  g_autofree ChoicesBin *all = choices_bins (group->tally, command->choices.over, &n_bins);
  g_autoptr (GArray) bins = g_array_new (FALSE, FALSE, sizeof (PlotBin));

  for (int b = 0; b < n_bins; b++)
    plot_add_bin (bins, group, command->keys, all[b].key, &all[b]);
  plot_sort_bins (bins);
  plot_add_line (plot, group->name);
  for (guint b = 0; b < bins->len; b++) {
    const ChoicesBin *bin = plot_bin (bins, b)->row;
    const double middle = (double) plot_bin (bins, b)->first + (width - 1) / 2.0;

    n_left_out += bin->counted_trees > 0 && bin->counted_trees < LEAST_TREES_PLOTTED;
    if (bin->counted_trees >= LEAST_TREES_PLOTTED)
      plot_add_band (plot, middle, bin->log10_median, bin->log10_lower, bin->log10_upper);
  }
  return n_left_out;
}

static gboolean
draw_plot (const TbkTallies *tallies, const ChoicesGiven *command, GError **error)
{
  const gboolean over_all = command->choices.over == TBK_OVER_ALL;
  g_autoptr (Plot) plot =
      plot_new (command->corpus.title != NULL ? command->corpus.title
                : over_all                    ? "Optimal projectivizations of a tree, by length"
                                              : "Optimal projectivizations of a tree that loses arcs",
                "words in the sentence", "equally good trees (line: median; band: the middle half)");
  g_autoptr (PlotGroups) groups = plot_groups_new (&command->corpus, tallies, choices_layout (),
                                                   CHOICES_SECTION_OF_BINS, command->keys, FALSE);
  int n_left_out = 0;

  plot_set_powers_of_ten (plot);
  for (guint g = 0; g < groups->groups->len; g++)
    n_left_out += add_line (plot, &g_array_index (groups->groups, PlotGroup, g), command);
  return plot_end (plot, command->plot, "length bin", over_all ? "trees" : "trees that lose arcs", n_left_out,
                   error);
}

/* Writes the table by keys, and the plot. */
static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const ChoicesGiven *command = data;
  g_autofree const char **columns = tbk_choices_names (&command->choices);
  g_autoptr (TbkTable) table = table_new (&command->corpus.table, output, columns);

  return (command->plot == NULL || draw_plot (tallies, command, error))
         && tbk_choices_write (tallies, &command->choices, table, error) && table_end (table, error);
}

/* Writes rows for each sentence, as they come; and the plot. */
static gboolean
write_sentences (Corpus *corpus, ChoicesGiven *command, GError **error)
{
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_choices_job (&command->choices).layout, (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autofree char *option = g_strconcat ("--by=", command->by, NULL);
  g_autofree const char **columns = tbk_choices_names (&command->choices);
  TbkJob job;

  if (!counting_check_no_tally (&command->corpus, option, error)
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  command->choices.rows = table = table_new (&command->corpus.table, output, columns);
  job = tbk_choices_job (&command->choices);
  return corpus_run (corpus, &job, tallies, &left_out, error)
         && (command->plot == NULL || corpus_has_none (corpus, &left_out)
             || draw_plot (tallies, command, error))
         && table_end (table, error) && corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, ChoicesGiven *command, GError **error)
{
  const TbkJob job = tbk_choices_job (&command->choices);

  if (command->choices.rows_of != TBK_CHOICES_OF_LENGTHS)
    return write_sentences (corpus, command, error);
  return counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = command },
                       error);
}

/* Reads --by: rows that stand alone, or attributes of sentences. Without it the plot of these has its lengths. */
static gboolean
get_rows (ChoicesGiven *command, GError **error)
{
  static const char *const known[] = { "sentence", "arc", "words:5", "file", "language", "document", NULL };
  TbkChoicesOptions *choices = &command->choices;

  choices->rows_of = TBK_CHOICES_OF_LENGTHS;
  for (guint row = 0; command->by != NULL && row < G_N_ELEMENTS (bys); row++)
    if (g_str_equal (command->by, bys[row]))
      choices->rows_of = (TbkChoicesRows) row;
  command->keys = keys_read (
      "by", choices->rows_of != TBK_CHOICES_OF_LENGTHS || command->by == NULL ? USUAL_KEYS : command->by,
      known, TBK_TREES_DEPENDENCIES, error);
  choices->keys = command->keys;
  if (command->keys == NULL)
    return FALSE;
  if (tbk_keys_scope (command->keys) != TBK_SCOPE_SENTENCE)
    return options_refuse (error, "--by: found '%s', expected attributes of sentences", command->by);
  if (choices->rows_of == TBK_CHOICES_OF_LOST_ARCS && choices->over == TBK_OVER_ALL)
    choices->rows_of = TBK_CHOICES_OF_ARCS;
  if (command->plot != NULL && plot_words_width (command->keys) == 0)
    return options_refuse (error, "--plot: found a table by %s, expected one by words:N", command->by);
  return command->plot == NULL || plot_check_keys (&command->corpus, command->keys, command->by, error);
}

static gboolean
get_options (ChoicesGiven *command, const Options *options, GError **error)
{
  TbkChoicesOptions *choices = &command->choices;
  g_autofree const char **columns = NULL;

  choices->projectivize = command->corpus.projectivize;
  choices->over = (TbkOver) command->over;
  if (!get_rows (command, error) || !counting_check_plot (&command->corpus, command->plot, error))
    return FALSE;
  if (choices->level > 0 && choices->rows_of != TBK_CHOICES_OF_LENGTHS)
    return options_refuse (error, "--intervals: found --by=%s, expected a table by attributes", command->by);
  if (choices->rows_of == TBK_CHOICES_OF_SENTENCES && command->plot == NULL
      && options_given (options, "over") != NULL)
    return options_refuse (error, "--over: found --by=%s, expected a table by attributes or arc, or --plot",
                           command->by);
  columns = tbk_choices_names (choices);
  return table_check (&command->corpus, columns, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", label_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "label title", "plot" },
  { "seed", "intervals" },
  { NULL, NULL },
};

static gboolean
run_choices (gpointer values, const Source *source, GError **error)
{
  ChoicesGiven *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean done = corpus_init (&corpus, &command->corpus, source, FALSE, error)
                        && get_options (command, &source->options, error)
                        && corpus_find_files (&corpus, error)
                        && labels_check (&command->corpus, corpus.paths, error)
                        && corpus_check_files (&corpus, NULL, NULL, error) && run (&corpus, command, error);

  tbk_keys_free (command->keys);
  return done;
}

static const Form choices = {
  .groups = groups, .rules = rules, .size = sizeof (ChoicesGiven), .run = run_choices
};

const Command cmd_choices = { .name = "choices", .conllu = &choices };
