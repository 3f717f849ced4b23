/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence, by arc or by length. */
#include <math.h>

#include "all_commands.h"
#include "commands/commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

enum { BY_LENGTH, BY_SENTENCE, BY_ARC, BY_FILE, BY_LANGUAGE, NO_KEY = -1 };

static const char *const bys[] = { "length", "sentence", "arc", "file", "language", NULL };
static const char *const overs[] = { "losing", "all", NULL };

typedef struct {
  CorpusGiven corpus;
  TbkChoicesOptions choices;
  const char *given_by;
  int by, second, over; /* BY_*, and NO_KEY; TbkOver */
  const char *plot;
  gboolean all_arcs;
  int level; /* of intervals; 0: none */

  const char **columns;
} Choices;

static const Option entries[] = {
  { "by", TEXT, AT (Choices, given_by), "WHAT",
    "length: a row for each bin of lengths (default); file,length or language,length: the same for each file or language; "
    "sentence: for each sentence; arc: for each arc that some optimal tree loses" },
  { "all-arcs", FLAG, AT (Choices, all_arcs), NULL, "With --by=arc: rows for all other arcs too" },
  { "bin", NUMBER_OR (5, 1, G_MAXINT), AT (Choices, choices.width), "N",
    "Width of the bins of lengths (default 5)" },
  { "over", CHOICE (overs), AT (Choices, over), "TREES",
    "losing: median, greatest number and mean count only trees that lose arcs (default); all: "
    "all trees, where a projective tree has one choice. The plot too" },
  { "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (Choices, level), "LEVEL",
    "Behind median and mean the ends of an interval of LEVEL per cent (default 95). Ranks give the ends for the median; "
    "sentences are drawn for the mean, as in tbk stats. Sums and the greatest number have none" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Choices, choices.seed), "N", "Seed of intervals (default 1)" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (Choices, plot), "FILE",
    "Draw the number of choices by length, a line for each file. Points are medians, "
    "larger for more trees; bars span the middle half of the trees. Bins of fewer than 3 trees are left out. FILE ends in .svg, .png or .pdf" },
  OPTION_END,
};

/* A line in a plot needs some trees at each of its points. */
enum { LEAST_TREES_OF_POINT = 3 };

/* A row: a bin of lengths, of the files of a group, which has no name where the table is one over all input. */
typedef struct {
  const char *group;
  const TbkChoicesBin *bin;
  const TbkChoicesInterval *interval; /* or NULL */
} Row;

static void
write_key (const Row *row, int key, TbkTable *table)
{
  if (key == BY_LENGTH) {
    tbk_table_integer (table, row->bin->words_from);
    tbk_table_integer (table, row->bin->words_to);
  } else if (key != NO_KEY) {
    tbk_table_string (table, row->group);
  }
}

/* @text: NULL if there is none. */
static void
write_text (const char *text, TbkTable *table)
{
  if (text == NULL)
    tbk_table_nothing (table);
  else
    tbk_table_string (table, text);
}

static void
write_mean (double mean, TbkTable *table)
{
  if (isnan (mean))
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, mean, 4);
}

static gboolean
write_row (const Row *row, const Choices *command, TbkTable *table, GError **error)
{
  const TbkChoicesBin *bin = row->bin;

  write_key (row, command->by, table);
  write_key (row, command->second, table);
  tbk_table_integer (table, bin->trees);
  tbk_table_integer (table, bin->nonprojective_trees);
  tbk_table_integer (table, bin->lost_arcs);
  tbk_table_string (table, bin->median);
  if (row->interval != NULL) {
    write_text (row->interval->median_low, table);
    write_text (row->interval->median_high, table);
  }
  tbk_table_string (table, bin->max);
  write_mean (bin->log10_mean, table);
  if (row->interval != NULL) {
    write_mean (row->interval->log10_mean_low, table);
    write_mean (row->interval->log10_mean_high, table);
  }
  return tbk_table_end_row (table, error);
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const gint64 x = ((const Row *) a)->bin->words_from, y = ((const Row *) b)->bin->words_from;

  return x < y ? -1 : x > y;
}

/* The name of the group of all files. */
static char *
no_name (const char *path)
{
  (void) path;
  return g_strdup ("");
}

/* Writes a row for each bin that has trees: of each group of files, which come in their order; if lengths are the first
 * key, of each length those of all groups. */
static gboolean
write_bins (const TbkTallies *tallies, const Choices *command, TbkTable *table, GError **error)
{
  const int key = command->by == BY_LENGTH ? command->second : command->by;
  g_autoptr (GArray) groups = labels_group_by (tallies, tbk_choices_job (&command->choices).layout, NULL,
                                               key == BY_FILE       ? (char *(*) (const char *) ) g_strdup
                                               : key == BY_LANGUAGE ? tbk_file_language
                                                                    : no_name);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);

  for (guint g = 0; g < groups->len; g++) {
    const Label *group = &g_array_index (groups, Label, g);
    int n_bins;
    TbkChoicesBin *bins = tbk_choices_bins (group->tally, command->choices.width, command->over, &n_bins);

    TbkChoicesInterval *intervals =
        command->level == 0 ? NULL : tbk_choices_intervals (group->tally, command->over, command->level);

    g_ptr_array_add (owned, bins);
    g_ptr_array_add (owned, intervals);
    for (int b = 0; b < n_bins; b++) {
      const Row row = { group->name, &bins[b], intervals == NULL ? NULL : &intervals[b] };

      g_array_append_val (rows, row);
    }
  }
  if (command->by == BY_LENGTH)
    g_array_sort (rows, compare_lengths);
  for (guint r = 0; r < rows->len; r++)
    if (!write_row (&g_array_index (rows, Row, r), command, table, error))
      return FALSE;
  return TRUE;
}

/* Adds a line to @plot: the median of each bin, with the middle half of its trees. Line @number of @n_lines has
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
      tbk_plot_add_spread (plot, middle + shift * command->choices.width, bins[b].log10_median,
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
      tbk_plot_new (over_all ? "Optimal projectivizations of a tree, by length"
                             : "Optimal projectivizations of a tree that loses arcs",
                    "words in the sentence", "equally good trees (median; bar: the middle half)");
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
    tool_message ("%s: not plotted: %d length bin%s with fewer than %d trees%s", path, n_left_out,
                  n_left_out == 1 ? "" : "s", LEAST_TREES_OF_POINT, over_all ? "" : " that lose arcs");
  return TRUE;
}

/* Writes the table by length, and the plot. */
static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Choices *command = data;
  g_autoptr (TbkTable) table =
      table_new (&command->corpus.table, output, (const char *const *) command->columns);

  return (command->plot == NULL || draw_plot (tallies, command, error))
         && write_bins (tallies, command, table, error) && table_end (table, error);
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
  command->choices.rows = table =
      table_new (&command->corpus.table, output, (const char *const *) command->columns);
  job = tbk_choices_job (&command->choices);
  return corpus_run (corpus, &job, tallies, &left_out, error)
         && (command->plot == NULL || corpus_has_none (corpus, &left_out)
             || draw_plot (tallies, command, error))
         && table_end (table, error) && corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, Choices *command, GError **error)
{
  const TbkJob job = tbk_choices_job (&command->choices);

  if (command->choices.rows_of != TBK_CHOICES_OF_LENGTHS)
    return write_sentences (corpus, command, error);
  return counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = command },
                       error);
}

/* Reads --by: a key of rows that stand alone; or lengths, maybe beside files or languages. */
static gboolean
get_keys (Choices *command, GError **error)
{
  if (!table_get_keys (command->given_by, bys, &command->by, &command->second, error))
    return FALSE;
  if (command->second == NO_KEY ? command->by <= BY_ARC
                                : (command->by == BY_LENGTH && command->second >= BY_FILE)
                                      || (command->by >= BY_FILE && command->second == BY_LENGTH))
    return TRUE;
  return options_refuse (error,
                         "--by: found '%s', expected length, sentence, arc, file,length or language,length",
                         command->given_by);
}

/* Appends the names of the columns of a key. */
static void
add_key (GPtrArray *names, int key)
{
  if (key == BY_LENGTH) {
    g_ptr_array_add (names, (gpointer) "words_from");
    g_ptr_array_add (names, (gpointer) "words_to");
  } else if (key != NO_KEY) {
    g_ptr_array_add (names, (gpointer) bys[key]);
  }
}

/* The columns, to be freed. The library's table of lengths begins with a file and the lengths: the keys take their place. */
static const char **
find_columns (const Choices *command)
{
  const TbkTableColumns *columns =
      tbk_choices_columns (command->level > 0 ? TBK_CHOICES_OF_INTERVALS : command->choices.rows_of);
  GPtrArray *names;

  if (command->choices.rows_of != TBK_CHOICES_OF_LENGTHS)
    return tbk_table_columns_names (columns, 1);
  names = g_ptr_array_new ();
  add_key (names, command->by);
  add_key (names, command->second);
  for (int c = 3; c < columns->n_columns; c++)
    g_ptr_array_add (names, (gpointer) tbk_table_columns_name (columns, c));
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

/* Refuses options that rows of sentences or arcs have no use for. */
static gboolean
check_unused (const Choices *command, const Options *options, GError **error)
{
  static const char *const of_lengths[] = { "bin", "over" };

  for (guint o = 0; o < G_N_ELEMENTS (of_lengths); o++)
    if (command->choices.rows_of != TBK_CHOICES_OF_LENGTHS && command->plot == NULL
        && options_given (options, of_lengths[o]) != NULL)
      return options_refuse (error, "--%s needs --by=length or --plot", of_lengths[o]);
  return TRUE;
}

static gboolean
get_options (Choices *command, const Options *options, GError **error)
{
  command->choices.projectivize = command->corpus.projectivize;
  if (!get_keys (command, error) || !counting_check_plot (&command->corpus, command->plot, error))
    return FALSE;
  command->choices.rows_of = command->by == BY_SENTENCE ? TBK_CHOICES_OF_SENTENCES
                             : command->by != BY_ARC    ? TBK_CHOICES_OF_LENGTHS
                             : command->all_arcs        ? TBK_CHOICES_OF_ARCS
                                                        : TBK_CHOICES_OF_LOST_ARCS;
  if (command->level > 0 && command->choices.rows_of != TBK_CHOICES_OF_LENGTHS)
    return options_refuse (error, "--intervals: found --by=%s, expected a table by length",
                           command->given_by);
  command->choices.has_rounds = command->level > 0;
  command->columns = find_columns (command);
  if (command->all_arcs && command->by != BY_ARC)
    return options_refuse (
        error,
        "--all-arcs: found --by=%s, expected --by=arc; all optimal trees are written by tbk projectivize --all",
        command->given_by != NULL ? command->given_by : bys[0]);
  return check_unused (command, options, error)
         && table_check (&command->corpus, (const char *const *) command->columns, error);
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
  { "label", "plot" },
  { "seed", "intervals" },
  { NULL, NULL },
};

static gboolean
run_choices (gpointer values, const Source *source, GError **error)
{
  Choices *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean done = corpus_init (&corpus, &command->corpus, source, FALSE, error)
                        && get_options (command, &source->options, error)
                        && corpus_find_files (&corpus, error)
                        && labels_check (&command->corpus, corpus.paths, error)
                        && corpus_check_files (&corpus, NULL, NULL, error) && run (&corpus, command, error);

  g_free (command->columns);
  return done;
}

static const Form choices = {
  .groups = groups, .rules = rules, .size = sizeof (Choices), .run = run_choices
};

const Command cmd_choices = { .name = "choices", .conllu = &choices };
