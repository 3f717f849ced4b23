/* cmd_stats.c - tbk stats: the figures of treebanks, of their trees and of their arcs.
 *
 * Contents
 *   1. stats: tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag
 *   2. cmd_stats: tbk stats: the figures of treebanks, of their trees and of their arcs
 *   3. against: the same of another release beside them
 *   4. options: which table, and what goes with it
 */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
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

/* A row for each file, and one for their sum. */
static gboolean
phrase_write_rows (const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_row (tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  return tbk_tallies_n_of_state (tallies, TBK_FILE_IN) < 2 || write_row (total, "TOTAL", table, error);
}

/* A row for each label or tag, over all input. */
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
  gboolean has_word_order;
  TbkWordOrderOptions word_order;
  const char *by, *skip_upos, *plot, *against;
  Older older;
  TbkVocabulary *skipped_upos;
  gboolean *is_found; /* an element for each of them: a word has it */
  StatsTagsGiven tags;
} Stats;

static const char *const bys[] = {
  [TBK_FIGURES_BY_FILE] = "file",         [TBK_FIGURES_BY_LANGUAGE] = "language",
  [TBK_FIGURES_BY_LENGTH] = "length",     [TBK_FIGURES_BY_SENTENCE] = "sentence",
  [TBK_FIGURES_BY_ARC] = "arc",           [TBK_FIGURES_BY_DEPREL] = "deprel",
  [TBK_FIGURES_BY_UPOS] = "upos",         [TBK_FIGURES_BY_DIRECTION] = "direction",
  [TBK_FIGURES_BY_DISTANCE] = "distance", [TBK_FIGURES_N_BYS] = NULL,
};

static gboolean
has_key (const Stats *stats, TbkFiguresBy by)
{
  return stats->figures.by == by || (stats->figures.has_second && stats->figures.second == by);
}

static const Option entries[] = {
  { "by", TEXT, AT (Stats, by), "WHAT",
    "A row for each file (default), language, length or sentence, with figures of trees; or for "
    "each deprel, upos, direction or distance, with figures of arcs; or arc: each arc that is "
    "not projective or is lost. Two keys with a comma, as language,length or upos,deprel: a row for each pair. The language "
    "is read from the name of the file (hu_szeged-ud-dev: hu). upos is of the dependent; left: it precedes its head; distance 0: "
    "the arc from the root" },
  { "bin", NUMBER (1, G_MAXINT), AT (Stats, figures.width), "N",
    "Width of the bins of lengths (default 5), or of distances (default 1) where there are no lengths" },
  { "lengths", FLAG, AT (Stats, figures.lengths), NULL,
    "Further columns: lengths and crossings of arcs, beside the ones of random and of best orders "
    "of the same trees. Only trees with one root count. By deprel, upos, direction or distance: "
    "the mean length" },
  { "classes", FLAG, AT (Stats, figures.classes), NULL,
    "Further columns: how many trees are outside each class of restricted non-projectivity; "
    "greatest gap degree and edge degree" },
  { "word-order", FLAG, AT (Stats, has_word_order), NULL,
    "Instead: how free the order is of dependents and heads, and of sisters, in bits; a row for each file, or --by "
    "language, or up to three of head-upos, deprel and upos, or sisters, beside file or language" },
  { "skip-upos", TEXT, AT (Stats, skip_upos), "UPOS,...",
    "Remove words with these UPOS first, such as PUNCT. Their dependents get their heads" },
  { "against", PATH, AT (Stats, against), "OTHER",
    "The figures of OTHER, an older release, beside the new ones, and the difference: a file, or a folder whose files have the "
    "same names. With --intervals also the interval of the difference and its p; sentences are paired by sent_id" },
  { "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (Stats, figures.level), "LEVEL",
    "For each share and mean, with --word-order also for entropies and freedom, two columns, the ends of an interval of "
    "LEVEL per cent (default 95), by bootstrap over sentences. That needs up to three times the time; by length more, the more bins" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Stats, figures.seed), "N", "Seed of intervals (default 1)" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (Stats, plot), "FILE",
    "With --lengths --by=length: draw the mean total length by length of the sentence, a panel "
    "for each file. The lines are the text, random projective orders, the best projective orders "
    "and the best orders. With --intervals: draw the first share or mean of --columns, or mdd, or without --lengths "
    "nonprojective_arcs_percent: a dot for each file or language, with its interval, the greatest first; by length, a line "
    "with its band, or more than 6 a panel each. "
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
  { "random projective order", TBK_LENGTH_FIGURE_MEAN_PROJECTIVE, TBK_LENGTH_FIGURE_TREES, 6 },
  { "least of a projective order", TBK_LENGTH_FIGURE_LEAST_PROJECTIVE, TBK_LENGTH_FIGURE_TREES, 1 },
  { "least of any order", TBK_LENGTH_FIGURE_LEAST, TBK_LENGTH_FIGURE_LEAST_TREES, 1 },
};

/* A point needs some trees. */
enum { LEAST_TREES_OF_POINT = 3 };

/* Adds the panel of the files of a label. Returns how many bins have too few trees for a point. */
static int
add_panel (TbkPlot *plot, const Label *label, int width)
{
  int n_left_out = 0;
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (
      label->tally, tbk_figures_section (TBK_FIGURES_OF_LENGTHS, TBK_FIGURES_BY_LENGTH), &n_rows);

  tbk_plot_add_panel (plot, label->name);
  for (guint l = 0; l < G_N_ELEMENTS (plot_lines); l++) {
    tbk_plot_add_line (plot, plot_lines[l].name);
    for (gsize r = 0; r < n_rows; r++) {
      const double bin = (double) g_ascii_strtoll (rows[r].key[0], NULL, 10);
      const gint64 trees = rows[r].values[plot_lines[l].trees];

      n_left_out += l == 0 && trees > 0 && trees < LEAST_TREES_OF_POINT;
      if (trees >= LEAST_TREES_OF_POINT)
        tbk_plot_add_point (plot, bin * width + (width + 1) / 2.0,
                            (double) rows[r].values[plot_lines[l].figure] / plot_lines[l].divisor
                                / (double) trees);
    }
  }
  return n_left_out;
}

static gint64
count_trees (gpointer data, const IntervalRow *row, int bin)
{
  gsize n;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (row->tally, tbk_figures_section (TBK_FIGURES_OF_TREES, TBK_FIGURES_BY_LENGTH), &n);

  (void) data;
  for (gsize r = 0; r < n; r++) {
    const gint64 number = g_ascii_strtoll (rows[r].key[0], NULL, 10);

    if (number >= bin)
      return number == bin ? rows[r].values[TBK_FIGURE_SENTENCES] : 0;
  }
  return -1;
}

static gboolean
find_interval (gpointer data, const IntervalRow *row, int bin, double *value, double ends[2])
{
  const Stats *stats = data;
  g_autofree char *number = g_strdup_printf ("%d", bin);
  const char *const key[] = { number };

  return tbk_figures_interval (row->tally, bin < 0 ? NULL : key, &stats->figures,
                               tbk_figures_plotted (&stats->figures, stats->corpus.table.columns), value,
                               ends);
}

/* Draws a share or mean with its intervals: dots of files or languages, or their lines by length. */
static gboolean
draw_intervals (const TbkTallies *tallies, Stats *stats, GError **error)
{
  const gboolean has_languages = has_key (stats, TBK_FIGURES_BY_LANGUAGE);
  const gboolean has_lengths = has_key (stats, TBK_FIGURES_BY_LENGTH);
  const IntervalPlot drawn = {
    .path = stats->plot,
    .column = tbk_figures_plotted (&stats->figures, stats->corpus.table.columns),
    .by = has_lengths     ? "length of sentence"
          : has_languages ? "language"
                          : "file",
    .level = stats->figures.level,
    .width = has_lengths ? stats->figures.width : 0,
    .find = find_interval,
    .count_trees = count_trees,
    .data = stats,
  };
  g_autoptr (GArray) labels = labels_group_by (tallies, tbk_figures_layout (), stats->corpus.labels,
                                               has_languages ? tbk_file_language : tbk_file_short_name);
  g_autofree IntervalRow *rows = g_new0 (IntervalRow, labels->len + 1);

  for (guint l = 0; l < labels->len; l++)
    rows[l] = (IntervalRow){ .name = g_array_index (labels, Label, l).name,
                             .tally = g_array_index (labels, Label, l).tally };
  return interval_plot_draw (&drawn, rows, labels->len, error);
}

static gboolean
draw_lengths (const TbkTallies *tallies, const Stats *stats, GError **error)
{
  g_autoptr (TbkPlot) plot =
      tbk_plot_new ("Dependency lengths by length of sentence", "words", "mean sum of lengths");
  g_autoptr (GArray) labels = labels_group (&stats->corpus, tallies, tbk_figures_layout ());
  const char *path = stats->plot;
  int n_left_out = 0;

  for (guint l = 0; l < labels->len; l++)
    n_left_out += add_panel (plot, &g_array_index (labels, Label, l), stats->figures.width);
  if (!tbk_plot_write (plot, path, error))
    return FALSE;
  if (tbk_plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no bin of lengths has %d trees with one root", path,
                  LEAST_TREES_OF_POINT);
  else if (n_left_out > 0)
    tool_message ("%s: not plotted: %d length bin%s with fewer than %d single-rooted trees", path, n_left_out,
                  n_left_out == 1 ? "" : "s", LEAST_TREES_OF_POINT);
  return TRUE;
}

static gboolean
draw_plot (const TbkTallies *tallies, Stats *stats, GError **error)
{
  return stats->figures.level > 0 ? draw_intervals (tallies, stats, error)
                                  : draw_lengths (tallies, stats, error);
}

/* Tells which parts of speech no word had, after all files were read. */
static void
tell_absent_upos (const Stats *stats)
{
  for (int i = 0; stats->is_found != NULL && i < tbk_vocabulary_size (stats->skipped_upos); i++)
    if (!stats->is_found[i])
      tool_message ("--skip-upos: no word has UPOS '%s'", tbk_vocabulary_name (stats->skipped_upos, i));
}

/* Tells what the tables do not: which trees have no lengths, or no least length, or are too tangled for some class. */
static void
tell_limits (const TbkTallies *tallies, const Stats *stats)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *lengths = tbk_figures_get (total, TBK_FIGURES_OF_LENGTHS);
  const gint64 n_long = lengths[TBK_LENGTH_FIGURE_TREES] - lengths[TBK_LENGTH_FIGURE_LEAST_TREES];
  const gint64 n_out = lengths[TBK_LENGTH_FIGURE_TREES_LEFT_OUT];
  const gint64 n_tangled = tbk_figures_get (total, TBK_FIGURES_OF_CLASSES)[TBK_CLASS_FIGURE_UNDECIDED];

  if (stats->figures.lengths && n_out > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " tree%s without lengths: several roots, no word left, or more than %d words",
                  n_out, n_out == 1 ? "" : "s", TBK_LENGTHS_MAX_WORDS);
  if (stats->figures.classes && n_tangled > 0)
    tool_message ("%" G_GINT64_FORMAT " tree%s too tangled for some class, where it counts as inside",
                  n_tangled, n_tangled == 1 ? "" : "s");

  if (stats->figures.lengths && n_long > 0)
    tool_message ("%" G_GINT64_FORMAT " tree%s of more than %d words: not in mdd_least (dmin) and omega",
                  n_long, n_long == 1 ? "" : "s", TBK_LENGTHS_LEAST_MAX_WORDS);
}

/* The columns of the table. */
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
  /* What is told takes memory, so the file is put in place after it. */
  tell_limits (tallies, stats);
  if (left_out.unread + left_out.faulty == 0)
    tell_absent_upos (stats);
  return corpus_commit (corpus, &output, &left_out, error);
}

/* Has intervals drawn only of the columns that are shown; but tallies may be shown otherwise later. */
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
  tbk_figures_want (&stats->figures, columns);
}

static gboolean
run (Corpus *corpus, Stats *stats, GError **error)
{
  const TbkJob job = tbk_figures_job (&stats->figures);

  if (stats->has_word_order) {
    if (!freedom_run (corpus, &stats->word_order, error))
      return FALSE;
    if (corpus->source->merging == NULL)
      tell_absent_upos (stats);
    return TRUE;
  }
  want_columns (corpus, stats);
  if (stats->figures.by == TBK_FIGURES_BY_SENTENCE || stats->figures.by == TBK_FIGURES_BY_ARC)
    return write_rows (corpus, stats, error);
  if (!counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = stats },
                     error))
    return FALSE;
  if (corpus->source->merging == NULL)
    tell_absent_upos (stats);
  return TRUE;
}

/* 4. options: which table, and what goes with it. */

/* Intervals are of files or lengths of sentences, two releases of whole files. */
static gboolean
check_chance (const Stats *stats, GError **error)
{
  const TbkFiguresOptions *figures = &stats->figures;
  const char *option = stats->against != NULL ? "against" : "intervals";

  if (stats->against == NULL && figures->level == 0)
    return TRUE;
  if (tbk_figures_are_of_arcs (figures) || figures->by == TBK_FIGURES_BY_SENTENCE
      || figures->by == TBK_FIGURES_BY_ARC
      || (stats->against != NULL && has_key (stats, TBK_FIGURES_BY_LENGTH)))
    return options_refuse (error, "--%s: found a table by %s, expected one by file%s language%s", option,
                           stats->by, stats->against != NULL ? " or" : ",",
                           stats->against != NULL ? "" : " or length");
  return stats->against == NULL || stats->corpus.tally == NULL
         || options_refuse (error, "--tally and --against exclude each other");
}

/* Refuses options that the table has no use for. */
static gboolean
check_table (const Stats *stats, const Options *options, GError **error)
{
  const TbkFiguresBy by = stats->figures.by;
  const gboolean is_of_arcs = by == TBK_FIGURES_BY_ARC || tbk_figures_are_of_arcs (&stats->figures);
  const gboolean has_lengths = has_key (stats, TBK_FIGURES_BY_LENGTH);

  if (!tbk_figures_can_have_keys (&stats->figures))
    return options_refuse (
        error,
        "--by: found '%s', expected two different keys, one of them at most of file and language, and "
        "none of sentence and arc",
        stats->by);
  if (stats->figures.classes && is_of_arcs)
    return options_refuse (
        error, "--classes: found a table by %s, expected one by file, language, length or sentence",
        stats->by);
  if (stats->figures.lengths && by == TBK_FIGURES_BY_ARC)
    return options_refuse (error, "--lengths: found a table by arc, expected another one");
  if (stats->plot != NULL && stats->figures.level == 0
      && (!has_lengths || is_of_arcs || !stats->figures.lengths))
    return options_refuse (error, "--plot: expected --lengths and --by=length beside it, or --intervals");
  if (stats->plot != NULL && stats->figures.level > 0
      && tbk_figures_plotted (&stats->figures, stats->corpus.table.columns) == NULL)
    return options_refuse (error, "--plot: found no share or mean in --columns=%s, expected one",
                           stats->corpus.table.columns);
  if (options_given (options, "bin") != NULL && !has_lengths && !has_key (stats, TBK_FIGURES_BY_DISTANCE))
    return options_refuse (error, "--bin: found a table by %s, expected one by length or distance",
                           stats->by != NULL ? stats->by : bys[0]);
  return check_chance (stats, error);
}

/* The names in --skip-upos. */
static gboolean
get_skipped (Stats *stats, GError **error)
{
  const char *skip_upos = stats->skip_upos;
  g_auto (GStrv) names = skip_upos == NULL ? NULL : g_strsplit (skip_upos, ",", -1);

  if (names == NULL)
    return TRUE;
  stats->figures.skipped_upos = stats->skipped_upos = tbk_vocabulary_new ();
  for (char **name = names; *name != NULL; name++)
    if (**name != '\0' && tbk_vocabulary_add (stats->skipped_upos, *name, strlen (*name), error) < 0)
      return FALSE;
  stats->figures.is_found = stats->is_found =
      g_new0 (gboolean, MAX (tbk_vocabulary_size (stats->skipped_upos), 1));
  if (names[0] != NULL && !g_strv_contains ((const char *const *) names, ""))
    return TRUE;
  return options_refuse (
      error, "--skip-upos: found '%s', expected names of parts of speech with commas between them",
      skip_upos);
}

/* The same for --word-order. */
static gboolean
get_word_order (Stats *stats, GError **error)
{
  stats->word_order.level = stats->figures.level;
  stats->word_order.seed = stats->figures.seed;
  if (!freedom_check (&stats->corpus, stats->by, &stats->word_order, error) || !get_skipped (stats, error))
    return FALSE;
  stats->word_order.skipped_upos = stats->figures.skipped_upos;
  stats->word_order.is_found = stats->figures.is_found;
  return TRUE;
}

static gboolean
get_options (Stats *stats, const Options *options, GError **error)
{
  TbkFiguresOptions *figures = &stats->figures;
  g_autofree const char **names = NULL;
  int first, second;

  if (stats->has_word_order)
    return get_word_order (stats, error);
  if (!table_get_keys (stats->by, bys, &first, &second, error)
      || !counting_check_plot (&stats->corpus, stats->plot, error)
      || !table_get_options (&stats->corpus, &stats->corpus.table, error))
    return FALSE;
  figures->by = (TbkFiguresBy) first;
  figures->has_second = second >= 0;
  figures->second = (TbkFiguresBy) MAX (second, 0);
  if (figures->width == 0)
    figures->width = has_key (stats, TBK_FIGURES_BY_LENGTH) ? 5 : 1;
  if (!check_table (stats, options, error))
    return FALSE;
  figures->values = figures->by == TBK_FIGURES_BY_SENTENCE && stats->corpus.table.format == TBK_TABLE_JSONL
                    && !stats->corpus.table.is_tidy; /* some are fractions */
  names = find_columns (stats);
  if (stats->against != NULL)
    older_expand_columns (&stats->corpus.table, (const char *const *) names);
  figures->draws_by_id = stats->against != NULL;
  figures->projectivize = stats->corpus.projectivize;
  return get_skipped (stats, error)
         && table_check_sort (&stats->corpus.table, (const char *const *) names, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  OPTION_GROUP_AT ("What to count", stats_tags_entries, Stats, tags),
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
  { "label", "plot" },
  { "seed", "intervals" },
  { "part", "!against" },
  { "bin", "!word-order" },
  { "lengths", "!word-order" },
  { "classes", "!word-order" },
  { "plot", "!word-order" },
  { "root", "!word-order" },
  { "method", "!word-order" },
  { "against", "!word-order" },
  { "plot", "!against" },
  { "by", "!tags" },
  { "word-order", "!tags" },
  { "bin", "!tags" },
  { "lengths", "!tags" },
  { "classes", "!tags" },
  { "skip-upos", "!tags" },
  { "plot", "!tags" },
  { "intervals", "!tags" },
  { "against", "!tags" },
  { "seen", "tags" },
  { "mark", "tags" },
  { NULL, NULL },
};

static gboolean
stats_of_sentences (gpointer values, const Source *source, GError **error)
{
  Stats *stats = values;
  g_auto (Corpus) corpus = { .given = &stats->corpus };
  gboolean done;

  if (stats->tags.encodings != NULL)
    return corpus_init (&corpus, &stats->corpus, source, FALSE, error)
           && stats_tags_run (&corpus, &stats->corpus, &stats->tags, error);
  done = corpus_init (&corpus, &stats->corpus, source, FALSE, error)
         && get_options (stats, &source->options, error) && corpus_find_files (&corpus, error)
         && labels_check (&stats->corpus, corpus.paths, error)
         && (stats->against == NULL || older_find (&stats->older, stats->against, &corpus, error))
         && corpus_check_files (&corpus, (const char *const *) stats->older.paths, NULL, error)
         && run (&corpus, stats, error);

  tbk_vocabulary_free (stats->skipped_upos);
  g_free (stats->is_found);
  older_clear (&stats->older);
  return done;
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Stats), .run = stats_of_sentences
};

const Command cmd_stats = { .name = "stats", .conllu = &form, .brackets = &brackets_stats };
