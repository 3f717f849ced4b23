/* cmd_stats.c - tbk stats: the figures of treebanks, of their trees and of their arcs.
 *
 * Contents
 *   1. stats: tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag
 *   2. cmd_stats: tbk stats: the figures of treebanks, of their trees and of their arcs
 *   3. against: the same of another release beside them
 *   4. options: which table, and what goes with it
 */
#include "base/base.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "report/plot.h"
#include "statistics/statistics.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

/* 1. stats: tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag. */

typedef struct {
  CorpusGiven corpus;
  int by; /* BY_FILE and so on */
} PhraseStats;

static const char *const phrase_bys[] = { "file", "label", "tag", NULL };

static const Option phrase_entries[] = {
  { "by", CHOICE (phrase_bys), AT (PhraseStats, by), "WHAT",
    "file: a row for each file (default); label: for each label of constituents; tag: for each tag of words" },
  OPTION_END,
};

static gboolean
write_row (const TbkTally *tally, const char *name, TbkTable *table, GError **error)
{
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (tally, &counts);
  tbk_table_string (table, name);
  tbk_table_cells (table, &tbk_phrase_figures_columns (TBK_PHRASE_FIGURES_SUMS)[1], &counts.brackets);
  return tbk_table_end_row (table, error);
}

/* Writes a row for each file, and one for their sum. */
static gboolean
phrase_write_rows (const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_row (tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  return tallies_n_of_state (tallies, FILE_IN) < 2 || write_row (total, "TOTAL", table, error);
}

/* Writes a row for each label or tag, over all input. */
static gboolean
write_names (const TbkTallies *tallies, int by, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, by, &n_rows);
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (total, &counts);
  for (gsize r = 0; r < n_rows; r++) {
    tbk_table_string (table, rows[r].key[0]);
    tbk_table_cells (table, &tbk_phrase_figures_columns (by)[1],
                     (const gint64[]){ rows[r].values[0], by == TBK_PHRASE_FIGURES_LABELS
                                                              ? counts.constituents
                                                              : counts.words });
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
phrase_write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const PhraseStats *stats = data;
  g_autofree const char **columns = tbk_table_columns_names (tbk_phrase_figures_columns (stats->by), 2);
  g_autoptr (TbkTable) table = table_new (&stats->corpus.table, output, columns);

  return (stats->by == TBK_PHRASE_FIGURES_SUMS ? phrase_write_rows (tallies, table, error)
                                               : write_names (tallies, stats->by, table, error))
         && table_end (table, error);
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("What to count", phrase_entries),  SELECTION_GROUP,
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries), OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),          CORPUS_END_GROUPS,
};

static gboolean
stats_of_trees (gpointer values, const Source *source, GError **error)
{
  PhraseStats *stats = values;
  g_auto (Corpus) corpus = { .given = &stats->corpus };
  const TbkJob job = tbk_phrase_figures_job ();
  g_autofree const char **columns = tbk_table_columns_names (tbk_phrase_figures_columns (stats->by), 2);

  return corpus_init (&corpus, &stats->corpus, source, FALSE, error)
         && table_check (&stats->corpus, columns, error) && corpus_find_files (&corpus, error)
         && corpus_check_files (&corpus, NULL, NULL, error)
         && counting_run (
             &(Counting){ .corpus = &corpus, .job = &job, .write = phrase_write_table, .data = stats }, error)
         && brackets_tell_losses (&corpus);
}

const Form brackets_stats = {
  .groups = phrase_groups, .size = sizeof (PhraseStats), .is_of_brackets = TRUE, .run = stats_of_trees
};

/* 2. cmd_stats: tbk stats: the figures of treebanks, of their trees and of their arcs. */

typedef struct {
  CorpusGiven corpus;
  TbkFiguresOptions figures;
  const char *by, *plot, *against, *system;
  char **without, **words;
  Older older;
  TbkKeys *keys;
} Stats;

/* Rows that are no groups, in --by. */
static const char *const bys[] = {
  [TBK_FIGURES_BY_KEYS] = "file",
  [TBK_FIGURES_BY_SENTENCE] = "sentence",
  [TBK_FIGURES_BY_ARC] = "arc",
};

/* Returns the place of a key, or -1. */
static int
find_key (const Stats *stats, const char *name)
{
  for (int k = 0; k < tbk_keys_count (stats->keys); k++)
    if (g_str_equal (tbk_attribute_name (tbk_keys_attribute (stats->keys, k)), name))
      return k;
  return -1;
}

static gboolean
is_by_words (const Stats *stats)
{
  return plot_words_width (stats->keys) > 0;
}

static const Option entries[] = {
  { "by", TEXT, AT (Stats, by), "WHAT",
    "A row for each file (default), or for each value of up to three attributes ('tbk help attributes'): of sentences, as "
    "language or document, with figures of trees; of words, as deprel or feats.Case, with figures of words and their arcs. "
    "words:5, distance:2: a number in bins; sent_id~REGEX: a part of a text. Or sentence: a row for each; arc: for each arc "
    "that is not projective or is lost" },
  { "words", TEXTS, AT (Stats, words), "EXPRESSION",
    "Only words that meet EXPRESSION count, and the arcs to their heads: --words deprel=nsubj" },
  { "without", TEXTS, AT (Stats, without), "EXPRESSION",
    "Remove words that meet EXPRESSION first: --without upos=PUNCT. Their dependents get their heads" },
  { "lengths", FLAG, AT (Stats, figures.lengths), NULL,
    "Add columns: dependency lengths and crossings, compared with random and optimal orders "
    "of the same trees. Only trees with one root count. With --words, or by attributes of words: "
    "mean length, neighbours, direction" },
  { "classes", FLAG, AT (Stats, figures.classes), NULL,
    "Further columns: how many trees are outside each class of restricted non-projectivity; "
    "maximum gap degree and edge degree" },
  { "system", TEXT, AT (Stats, system), "SYSTEM",
    "Further columns: how many sequences of transitions of SYSTEM build a tree. SYSTEM is arc-standard, "
    "arc-standard-left-first, arc-eager or arc-hybrid, in any form; the number is its spurious ambiguity" },
  { "projectivized", FLAG, AT (Stats, figures.of_projectivized), NULL,
    "With --system: of trees made projective first" },
  { "against", PATH, AT (Stats, against), "OTHER",
    "Add the figures of OTHER, an older release, and the difference: a file, or a folder whose files have the "
    "same names. With --intervals also the interval of the difference and its p; sentences are paired by sent_id" },
  { "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (Stats, figures.level), "LEVEL",
    "Add lower and upper bounds (LEVEL % interval, default 95, by bootstrap over sentences) after each proportion and mean. That needs up to three times the time; with --by more, the more rows" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Stats, figures.seed), "N", "Seed of intervals (default 1)" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (Stats, plot), "FILE",
    "With --lengths --by=words:N: draw the mean total length by length of the sentence, a panel "
    "for each file, or each value of a further attribute of --by. The lines are the text, random projective orders, the best "
    "projective orders and the best orders. With --intervals: draw the first share or mean of --columns, or mdd (mean_length "
    "with --words), or without --lengths nonprojective_arcs_percent: a dot for each row of one attribute, with its interval, "
    "in the order of the table; by words:N, a line with its band, more than 3 in a panel each. Numbers, as years, are an "
    "axis. Groups of fewer than 20 trees, with --words words, are left out. "
    "FILE ends in .svg, .png or .pdf" },
  OPTION_END,
};

/* The lines of a panel: sums over trees, and what they are to be divided by beside the number of trees. */
static const struct {
  const char *name;
  TbkLengthFigure figure, trees;
  int divisor;
} plot_lines[] = {
  { "text", TBK_LENGTH_FIGURE_TOTAL, TBK_LENGTH_FIGURE_TREES, 1 },
  { "random projective", TBK_LENGTH_FIGURE_MEAN_PROJECTIVE, TBK_LENGTH_FIGURE_TREES, 6 },
  { "least projective", TBK_LENGTH_FIGURE_LEAST_PROJECTIVE, TBK_LENGTH_FIGURE_TREES, 1 },
  { "least", TBK_LENGTH_FIGURE_LEAST, TBK_LENGTH_FIGURE_LEAST_TREES, 1 },
};

/* Adds the panel of a group. Returns how many bins have too few trees for a point. */
static int
add_panel (Plot *plot, const PlotGroup *group, const Stats *stats)
{
  const int width = plot_words_width (stats->keys);
  int n_left_out = 0;
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (group->tally, figures_section (TBK_FIGURES_OF_LENGTHS, TRUE), &n_rows);
  g_autoptr (GArray) bins = g_array_new (FALSE, FALSE, sizeof (PlotBin));

  for (gsize r = 0; r < n_rows; r++)
    plot_add_bin (bins, group, stats->keys, rows[r].key, &rows[r]);
  plot_sort_bins (bins);
  plot_add_panel (plot, group->name);
  for (guint l = 0; l < G_N_ELEMENTS (plot_lines); l++) {
    plot_add_line (plot, plot_lines[l].name);
    for (guint b = 0; b < bins->len; b++) {
      const gint64 *values = ((const TbkTallyRow *) plot_bin (bins, b)->row)->values;
      const gint64 trees = values[plot_lines[l].trees];

      n_left_out += l == 0 && trees > 0 && trees < LEAST_TREES_PLOTTED;
      if (trees >= LEAST_TREES_PLOTTED)
        plot_add_point (plot, (double) plot_bin (bins, b)->first + (width - 1) / 2.0,
                        (double) values[plot_lines[l].figure] / plot_lines[l].divisor / (double) trees);
    }
  }
  return n_left_out;
}

/* The groups of a plot, and what they are of. */
typedef struct {
  const Stats *stats;
  const PlotGroups *groups;
  gboolean is_of_arcs;
} Drawing;

/* Returns the figures of the row of a bin, which begins behind @bin times its width; of bin -1 those of the group. @parts:
 * (out): of its key, NULL for all of a tally. @number: (out): for these */
static const gint64 *
find_figures (const Drawing *drawing, const IntervalRow *row, int bin, char number[static 24],
              const char *parts[static TBK_KEYS_MOST], const char *const **key)
{
  const Stats *stats = drawing->stats;
  const PlotGroup *group = &g_array_index (drawing->groups->groups, PlotGroup, row->series);

  g_snprintf (number, 24, "%" G_GINT64_FORMAT,
              bin < 0 ? 0 : (gint64) bin * plot_words_width (stats->keys) + 1);
  plot_group_key (group, stats->keys, number, parts);
  *key = drawing->is_of_arcs || bin >= 0 || group->value != NULL ? parts : NULL;
  return figure_keys_row (group->tally, *key,
                          drawing->is_of_arcs ? TBK_FIGURES_OF_ARCS : TBK_FIGURES_OF_TREES);
}

/* Returns the first number of the last bin of a group. */
static gint64
last_bin (const Drawing *drawing, const PlotGroup *group)
{
  gint64 last = -1;
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (
      group->tally, figures_section (drawing->is_of_arcs ? TBK_FIGURES_OF_ARCS : TBK_FIGURES_OF_TREES, TRUE),
      &n);
  g_autoptr (GArray) bins = g_array_new (FALSE, FALSE, sizeof (PlotBin));

  for (gsize r = 0; r < n; r++)
    plot_add_bin (bins, group, drawing->stats->keys, rows[r].key, &rows[r]);
  for (guint b = 0; b < bins->len; b++)
    last = MAX (last, plot_bin (bins, b)->first);
  return last;
}

/* Counts the trees, or words, of a bin; -1 if that and all that follow have none. Bin -1 is all. */
static gint64
count_trees (gpointer data, const IntervalRow *row, int bin)
{
  const Drawing *drawing = data;
  const char *parts[TBK_KEYS_MOST], *const *key;
  char number[24];
  const gint64 *figures = find_figures (drawing, row, bin, number, parts, &key);
  const gint64 n = figures[drawing->is_of_arcs ? (int) TBK_ARC_FIGURE_WORDS : (int) TBK_FIGURE_SENTENCES];

  if (n > 0 || bin < 0)
    return n;
  return (gint64) bin * plot_words_width (drawing->stats->keys)
                 < last_bin (drawing, &g_array_index (drawing->groups->groups, PlotGroup, row->series))
             ? 0
             : -1;
}

static gboolean
find_interval (gpointer data, const IntervalRow *row, int bin, double *value, double ends[2])
{
  const Drawing *drawing = data;
  const Stats *stats = drawing->stats;
  const char *parts[TBK_KEYS_MOST], *const *key;
  char number[24];

  (void) find_figures (drawing, row, bin, number, parts, &key);
  return figures_interval (row->tally, key, &stats->figures,
                           figures_plotted (&stats->figures, stats->corpus.table.columns), value, ends);
}

/* Draws a share or mean with its intervals: dots of groups; or lines, with a point for each bin, if a key is words:N. */
static gboolean
draw_intervals (const TbkTallies *tallies, Stats *stats, GError **error)
{
  const gboolean has_lengths = is_by_words (stats), is_of_arcs = tbk_figures_are_of_arcs (&stats->figures);
  g_autoptr (PlotGroups) groups = plot_groups_new (
      &stats->corpus, tallies, tbk_figures_layout (),
      figures_section (is_of_arcs ? TBK_FIGURES_OF_ARCS : TBK_FIGURES_OF_TREES, TRUE), stats->keys, TRUE);
  Drawing drawing = { stats, groups, is_of_arcs };
  const IntervalPlot drawn = {
    .path = stats->plot,
    .column = figures_plotted (&stats->figures, stats->corpus.table.columns),
    .given = &stats->corpus,
    .by = has_lengths ? "length of sentence" : plot_grouped_by (stats->keys),
    .unit = is_of_arcs ? "words" : NULL,
    .has_values = groups->files != NULL,
    .value_width = stats->keys != NULL ? tbk_keys_width (stats->keys, 0) : 0,
    .level = stats->figures.level,
    .width = has_lengths ? plot_words_width (stats->keys) : 0,
    .find = find_interval,
    .count_trees = count_trees,
    .data = &drawing,
  };
  g_autofree IntervalRow *rows = g_new0 (IntervalRow, groups->groups->len + 1);

  for (guint g = 0; g < groups->groups->len; g++)
    rows[g] = (IntervalRow){ .name = g_array_index (groups->groups, PlotGroup, g).name,
                             .tally = g_array_index (groups->groups, PlotGroup, g).tally,
                             .series = (int) g };
  return interval_plot_draw (&drawn, rows, groups->groups->len, error);
}

static gboolean
draw_lengths (const TbkTallies *tallies, const Stats *stats, GError **error)
{
  g_autoptr (Plot) plot = plot_new (stats->corpus.title != NULL ? stats->corpus.title
                                                                : "Dependency lengths by length of sentence",
                                    "words in the sentence", "sum of the lengths of its arcs, mean");
  g_autoptr (PlotGroups) groups =
      plot_groups_new (&stats->corpus, tallies, tbk_figures_layout (),
                       figures_section (TBK_FIGURES_OF_LENGTHS, TRUE), stats->keys, FALSE);
  int n_left_out = 0;

  for (guint g = 0; g < groups->groups->len; g++)
    n_left_out += add_panel (plot, &g_array_index (groups->groups, PlotGroup, g), stats);
  return plot_end (plot, stats->plot, "length bin", "trees with one root", n_left_out, error);
}

static gboolean
draw_plot (const TbkTallies *tallies, Stats *stats, GError **error)
{
  return stats->figures.level > 0 ? draw_intervals (tallies, stats, error)
                                  : draw_lengths (tallies, stats, error);
}

/* Reports values that no word had, after all files were read. */
static void
tell_absent (const Stats *stats)
{
  query_tell_absent (stats->figures.without);
  query_tell_absent (stats->figures.words);
}

/* Tells what the tables do not: which trees have no lengths, or no least length, or are too tangled for some class. */
static void
tell_limits (const TbkTallies *tallies, const Stats *stats)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *lengths = tbk_figures_get (total, TBK_FIGURES_OF_LENGTHS);
  const gint64 n_long = lengths[TBK_LENGTH_FIGURE_TREES] - lengths[TBK_LENGTH_FIGURE_LEAST_TREES];
  const gint64 n_out = lengths[TBK_LENGTH_FIGURE_TREES_LEFT_OUT];
  const gint64 n_unbuilt =
      tbk_figures_get (total, TBK_FIGURES_OF_SEQUENCES)[TBK_SEQUENCE_FIGURE_TREES_LEFT_OUT];
  const gint64 n_tangled = tbk_figures_get (total, TBK_FIGURES_OF_CLASSES)[TBK_CLASS_FIGURE_UNDECIDED];

  if (tbk_figures_are_of_arcs (&stats->figures))
    return;
  if (stats->figures.lengths && n_out > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " tree%s without lengths: several roots, no word left, or more than %d words",
                  n_out, n_out == 1 ? "" : "s", TBK_LENGTHS_MAX_WORDS);
  if (n_unbuilt > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " tree%s without sequences, not projective; --projectivized makes trees projective first",
                  n_unbuilt, n_unbuilt == 1 ? "" : "s");
  if (stats->figures.classes && n_tangled > 0)
    tool_message ("%" G_GINT64_FORMAT " tree%s too tangled for some class, where it counts as inside",
                  n_tangled, n_tangled == 1 ? "" : "s");

  if (stats->figures.lengths && n_long > 0)
    tool_message ("%" G_GINT64_FORMAT " tree%s of more than %d words: not in mdd_least (dmin) and omega",
                  n_long, n_long == 1 ? "" : "s", TBK_LENGTHS_LEAST_MAX_WORDS);
}

/* Reports that --max ended the run before the last files, if rows are of files. */
static void
tell_unread (const TbkTallies *tallies, const Stats *stats)
{
  const int n_files = tbk_tallies_n_files (tallies);
  gint64 n_found = 0;
  int last = 0;

  if (stats->corpus.selection.chosen.max == 0 || keys_in_files (stats->keys))
    return;
  for (int f = 0; f < n_files; f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    const gint64 n = tally == NULL ? 0 : tbk_figures_get (tally, TBK_FIGURES_OF_TREES)[TBK_FIGURE_SENTENCES];

    n_found += n;
    last = n > 0 ? f + 1 : last;
  }
  if (n_found < stats->corpus.selection.chosen.max)
    return;
  if (last < n_files)
    tool_message ("--max: %d of %d files were not read; --every=N uses sentences of each file",
                  n_files - last, n_files);
}

/* Returns the columns of the table. */
static const char **
find_columns (const Stats *stats)
{
  return stats->against != NULL ? tbk_figures_against_columns (&stats->figures)
                                : tbk_figures_columns (&stats->figures);
}

/* 3. against: the same of another release beside them. */

static gboolean
write_against (Stats *stats, const TbkTallies *tallies, TbkTable *table, GError **error)
{
  const TbkJob job = tbk_figures_job (&stats->figures);
  g_autoptr (TbkTallies) old = older_count (&stats->older, &job, error);

  return old != NULL
         && tbk_figures_write_against (tallies, old, stats->older.numbers, &stats->figures, table, error);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Stats *stats = data;
  g_autofree const char **columns = find_columns (stats);
  g_autoptr (TbkTable) table = table_new (&stats->corpus.table, output, columns);

  if ((stats->plot != NULL && !draw_plot (tallies, stats, error))
      || !(stats->against != NULL ? write_against (stats, tallies, table, error)
                                  : tbk_figures_write (tallies, &stats->figures, table, error))
      || !table_end (table, error))
    return FALSE;
  tell_limits (tallies, stats);
  tell_unread (tallies, stats);
  return TRUE;
}

/* Writes rows of sentences or arcs as they come. */
static gboolean
write_rows (Corpus *corpus, Stats *stats, GError **error)
{
  g_autofree char *option = g_strdup_printf ("--by=%s", bys[stats->figures.by]);
  g_autofree const char **columns = NULL;
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_figures_layout (), (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (corpus->given, option, error)
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  columns = tbk_figures_columns (&stats->figures);
  stats->figures.rows = table = table_new (&stats->corpus.table, output, columns);
  job = tbk_figures_job (&stats->figures);
  if (!corpus_run (corpus, &job, tallies, &left_out, error) || !table_end (table, error))
    return FALSE;
  /* Messages need memory, so the file is put in place after it. */
  tell_limits (tallies, stats);
  if (left_out.unread + left_out.faulty == 0)
    tell_absent (stats);
  return corpus_commit (corpus, &output, &left_out, error);
}

/* Draws intervals only of the columns that are shown, which is faster; but tallies may be shown otherwise
 * later. */
static void
want_columns (const Corpus *corpus, Stats *stats)
{
  const TableOptions *table = &stats->corpus.table;
  g_autofree char *columns = NULL;

  if (stats->figures.level == 0 || table->columns == NULL || stats->corpus.tally != NULL
      || corpus->source->merging != NULL)
    return;
  columns =
      g_strconcat (table->columns, ",", table->sort == NULL ? "" : table->sort + (*table->sort == '-'), NULL);
  figure_rounds_want (&stats->figures, columns);
}

static gboolean
run (Corpus *corpus, Stats *stats, GError **error)
{
  const TbkJob job = tbk_figures_job (&stats->figures);

  want_columns (corpus, stats);
  if (stats->figures.by == TBK_FIGURES_BY_SENTENCE || stats->figures.by == TBK_FIGURES_BY_ARC)
    return write_rows (corpus, stats, error);
  if (!counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = stats },
                     error))
    return FALSE;
  if (corpus->source->merging == NULL)
    tell_absent (stats);
  return TRUE;
}

/* 4. options: which table, and what goes with it. */

/* Intervals are of groups, two releases of whole files. */
static gboolean
check_chance (const Stats *stats, GError **error)
{
  const TbkFiguresOptions *figures = &stats->figures;
  const char *option = stats->against != NULL ? "against" : "intervals";
  const gboolean is_of_files =
      stats->keys == NULL || (tbk_keys_count (stats->keys) == 1 && find_key (stats, "language") == 0);

  if (stats->against == NULL && figures->level == 0)
    return TRUE;
  if (figures->by != TBK_FIGURES_BY_KEYS)
    return options_refuse (error, "--%s: found a table by %s, expected one by file or attributes", option,
                           stats->by);
  if (stats->against != NULL && (!is_of_files || figures->words != NULL))
    return options_refuse (
        error, "--against: found a table %s%s, expected one of all words, by file or language",
        figures->words != NULL ? "of some words" : "by ", figures->words != NULL ? "" : stats->by);
  return TRUE;
}

/* Refuses options that the table has no use for. */
static gboolean
check_table (const Stats *stats, GError **error)
{
  const gboolean is_by_arc = stats->figures.by == TBK_FIGURES_BY_ARC,
                 is_of_arcs = is_by_arc || tbk_figures_are_of_arcs (&stats->figures);

  if (stats->figures.classes && is_of_arcs)
    return options_refuse (error, "--classes: found a table of %s, expected one of trees",
                           is_by_arc ? "arcs" : "words");
  if (stats->figures.system != NULL && is_of_arcs)
    return options_refuse (error, "--system: found a table of %s, expected one of trees",
                           is_by_arc ? "arcs" : "words");
  if (stats->figures.lengths && is_by_arc)
    return options_refuse (error, "--lengths: found a table by arc, expected another one");
  if (stats->plot != NULL && stats->figures.level == 0
      && (!is_by_words (stats) || is_of_arcs || !stats->figures.lengths))
    return options_refuse (error, "--plot: expected --intervals, or --lengths with --by=words:5");
  if (stats->plot != NULL && !plot_check_keys (&stats->corpus, stats->keys, stats->by, error))
    return FALSE;
  if (stats->plot != NULL && stats->figures.level > 0
      && figures_plotted (&stats->figures, stats->corpus.table.columns) == NULL)
    return options_refuse (error, "--plot: found no share or mean in --columns=%s, expected one",
                           stats->corpus.table.columns);
  return check_chance (stats, error);
}

/* Counts the columns that the table has without further ones that were asked for; 0 if none were. */
static guint
count_usual (const Stats *stats)
{
  TbkFiguresOptions usual = stats->figures;
  g_autofree const char **columns = NULL;

  if (!usual.lengths && !usual.classes && usual.system == NULL)
    return 0;
  usual.lengths = usual.classes = FALSE;
  usual.system = NULL;
  columns = tbk_figures_columns (&usual);
  return g_strv_length ((char **) columns);
}

/* Compiles --without and --words. */
static gboolean
get_words (Stats *stats, GError **error)
{
  return query_read (stats->without, "without", "or", TBK_TREES_DEPENDENCIES, &stats->figures.without, error)
         && query_read (stats->words, "words", "and", TBK_TREES_DEPENDENCIES, &stats->figures.words, error);
}

/* Finds what rows are. */
static gboolean
get_rows (Stats *stats, GError **error)
{
  static const char *const known[] = { "file",   "sentence", "arc",       "language", "words:5",
                                       "deprel", "upos",     "direction", "distance", NULL };
  const char *by = stats->by != NULL ? stats->by : bys[TBK_FIGURES_BY_KEYS];

  for (int row = 0; row < (int) G_N_ELEMENTS (bys); row++)
    if (g_str_equal (by, bys[row])) {
      stats->figures.by = (TbkFiguresBy) row;
      return TRUE;
    }
  stats->figures.by = TBK_FIGURES_BY_KEYS;
  stats->figures.keys = stats->keys = keys_read ("by", by, known, TBK_TREES_DEPENDENCIES, error);
  return stats->keys != NULL;
}

/* Finds the system whose sequences are counted, if there is one. */
static gboolean
get_system (Stats *stats, GError **error)
{
  g_autoptr (TbkSequenceCounter) counter = NULL;

  if (stats->system == NULL)
    return TRUE;
  stats->figures.system = system_find (stats->system, error);
  if (stats->figures.system == NULL)
    return FALSE;
  counter = tbk_sequence_counter_new (stats->figures.system, error);
  return counter != NULL;
}

/* Checks --columns and --sort. Some columns of sentences are in JSON alone, as they may be fractions. */
static gboolean
check_columns (const Stats *stats, const char *const *names, GError **error)
{
  TbkFiguresOptions of_json = stats->figures;
  g_autofree const char **others = NULL;

  if (table_check_sort (&stats->corpus.table, names, error))
    return TRUE;
  of_json.values = TRUE;
  others = tbk_figures_columns (&of_json);
  if (stats->figures.by != TBK_FIGURES_BY_SENTENCE || !stats->figures.lengths
      || !table_check_sort (&stats->corpus.table, (const char *const *) others, NULL))
    return FALSE;
  g_clear_error (error);
  return options_refuse (error, "--columns=%s: found a column that only --format=jsonl without --tidy has",
                         stats->corpus.table.columns);
}

static gboolean
get_options (Stats *stats, GError **error)
{
  TbkFiguresOptions *figures = &stats->figures;
  g_autofree const char **names = NULL;

  if (!get_rows (stats, error) || !get_words (stats, error) || !get_system (stats, error)
      || !counting_check_plot (&stats->corpus, stats->plot, error)
      || !table_get_options (&stats->corpus, &stats->corpus.table, error) || !check_table (stats, error))
    return FALSE;
  figures->values = figures->by == TBK_FIGURES_BY_SENTENCE && stats->corpus.table.format == TBK_TABLE_JSONL
                    && !stats->corpus.table.is_tidy; /* some are fractions */
  names = find_columns (stats);
  stats->corpus.table.n_usual = stats->against != NULL ? 0 : count_usual (stats);
  if (stats->against != NULL)
    older_expand_columns (&stats->corpus.table, (const char *const *) names);
  figures->draws_by_id = stats->against != NULL;
  figures->projectivize = stats->corpus.projectivize;
  return check_columns (stats, (const char *const *) names, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", label_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "label title", "plot" },     { "seed", "intervals" }, { "part plot tally", "!against" },
  { "projectivized", "system" }, { NULL, NULL },
};

static gboolean
stats_of_sentences (gpointer values, const Source *source, GError **error)
{
  Stats *stats = values;
  g_auto (Corpus) corpus = { .given = &stats->corpus };
  gboolean done;

  done = corpus_init (&corpus, &stats->corpus, source, FALSE, error) && get_options (stats, error)
         && corpus_find_files (&corpus, error) && labels_check (&stats->corpus, corpus.paths, error)
         && (stats->against == NULL || older_find (&stats->older, stats->against, &corpus, error))
         && corpus_check_files (&corpus, (const char *const *) stats->older.paths, NULL, error)
         && run (&corpus, stats, error);

  if (stats->words == NULL)
    selection_tell_words (&stats->corpus.selection);
  tbk_keys_free (stats->keys);
  tbk_query_free (stats->figures.without);
  tbk_query_free (stats->figures.words);
  older_clear (&stats->older);
  return done;
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Stats), .run = stats_of_sentences
};

const Command cmd_stats = { .name = "stats", .conllu = &form, .brackets = &brackets_stats };
