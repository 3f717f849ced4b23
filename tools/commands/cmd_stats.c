/* cmd_stats.c - tbk stats: the figures of treebanks, of their trees and of their arcs.
 *
 * Contents
 *   1. stats: tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag
 *   2. cmd_stats: tbk stats: the figures of treebanks, of their trees and of their arcs
 */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/plot.h"
#include "tbk/statistics.h"
#include "tbk/vocabulary.h"

/* 1. stats: tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag. */

typedef struct {
  CorpusGiven corpus;
  char *by;
} PhraseGiven;

static const GOptionEntry phrase_entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (PhraseGiven, by),
    "file: a row for each file (default); label: for each label of constituents; tag: for each tag of words",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
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
  return tbk_tallies_n_in (tallies) < 2 || write_row (total, "TOTAL", table, error);
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

/* The table asked for. */
typedef struct {
  TableOptions table;
  int by; /* section of the tallies */
} PhraseStats;

static gboolean
phrase_write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const PhraseStats *stats = data;
  g_autofree const char **columns = tbk_table_columns_names (tbk_phrase_figures_columns (stats->by), 2);
  g_autoptr (TbkTable) table = table_new (&stats->table, output, columns);

  return (stats->by == TBK_PHRASE_FIGURES_SUMS ? phrase_write_rows (tallies, table, error)
                                               : write_names (tallies, stats->by, table, error))
         && tbk_table_end (table, error);
}

static const OptionGroup phrase_groups[] = { OPTION_GROUP ("What to count", phrase_entries),
                                             SELECTION_GROUP,

                                             OPTION_GROUP ("Input", corpus_format_entries),
                                             OPTION_GROUP ("Input", brackets_entries),
                                             OPTION_GROUP ("Input", corpus_on_error_entries),
                                             OPTION_GROUP ("Output", table_entries),
                                             OPTION_GROUP ("Output", tally_entries),
                                             FILES_GROUP,
                                             PART_GROUP,
                                             OPTION_GROUP ("Running", corpus_jobs_entries),
                                             OPTION_GROUP ("Running", quiet_entries),
                                             OPTION_GROUPS_END };

static gboolean
phrase_check_sort (const PhraseStats *stats, GError **error)
{
  g_autofree const char **columns = tbk_table_columns_names (tbk_phrase_figures_columns (stats->by), 2);

  return table_check_sort (&stats->table, columns, error);
}

static gboolean
stats_of_trees (gpointer values, const Source *source, GError **error)
{
  static const char *const bys[] = { "file", "label", "tag", NULL };
  PhraseGiven *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  const TbkJob job = tbk_phrase_figures_job ();
  PhraseStats stats = { .by = 0 };

  return brackets_init (&corpus, &given->corpus, source, FALSE, error)
         && table_get_options (&given->corpus, &stats.table, error)
         && options_choose ("by", given->by, bys, &stats.by, error) && phrase_check_sort (&stats, error)
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && counting_run (&(Counting){ .corpus = &corpus,
                                       .layout = job.layout,
                                       .job = &job,
                                       .write = phrase_write_table,
                                       .data = &stats },
                          error)
         && brackets_tell_losses (&corpus);
}

const Form brackets_stats = { .groups = phrase_groups,
                              .size = sizeof (PhraseGiven),
                              .operands = "[FILE...]",
                              .is_of_brackets = TRUE,
                              .run = stats_of_trees };

/* 2. cmd_stats: tbk stats: the figures of treebanks, of their trees and of their arcs. */

typedef struct {
  CorpusGiven corpus;
  LabelsGiven labels;
  char *by, *bin, *skip_upos, *plot;
  gboolean lengths, classes;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "A row for each file (default), language, length or sentence, with figures of trees; or for "
    "each deprel, upos, direction or distance, with figures of arcs; or arc: each arc that is "
    "not projective or is lost, of all words of the chosen sentences. The names of files tell languages, as those of Universal "
    "Dependencies. upos is of the dependent; left, it stands before its head; distance 0, arcs "
    "of 0",
    "WHAT" },
  { "bin", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, bin),
    "Width of the bins of --by=length (default 5) or --by=distance (default 1)", "N" },
  { "lengths", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, lengths),
    "Further columns: lengths and crossings of arcs, beside those of random and of best orders "
    "of the same trees. Only trees with one root count. By deprel, upos, direction or distance: "
    "the mean length",
    NULL },
  { "classes", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, classes),
    "Further columns: how many trees are outside each class of restricted non-projectivity; "
    "greatest gap degree and edge degree",
    NULL },
  { "skip-upos", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, skip_upos),
    "Take out words with these UPOS first, such as PUNCT. Their dependents get their heads", "UPOS,..." },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry plot_entries[] = {
  { "plot", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, plot),
    "With --lengths --by=length: draw the mean total length by length of the sentence, a panel "
    "for each file. The lines are the text, random projective orders, the best projective orders "
    "and the best orders. FILE ends in .svg, .png or .pdf",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  TbkFiguresOptions figures;
  TableOptions table;
  TbkVocabulary *skipped_upos;
  gboolean *is_found; /* an element for each of them: a word has it */
} Stats;

static void
stats_clear (Stats *stats)
{
  tbk_vocabulary_free (stats->skipped_upos);
  g_free (stats->is_found);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stats, stats_clear)

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

static gboolean
draw_plot (const TbkTallies *tallies, const Stats *stats, GError **error)
{
  g_autoptr (TbkPlot) plot =
      tbk_plot_new ("Dependency lengths by length of sentence", "words", "mean sum of lengths");
  g_autoptr (GArray) labels = labels_group (&stats->given->labels, tallies, tbk_figures_layout ());
  const char *path = stats->given->plot;
  int n_left_out = 0;

  for (guint l = 0; l < labels->len; l++)
    n_left_out += add_panel (plot, &g_array_index (labels, Label, l), stats->figures.width);
  if (!tbk_plot_write (plot, path, error))
    return FALSE;
  if (tbk_plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no bin of lengths has %d trees with one root", path,
                  LEAST_TREES_OF_POINT);
  else if (n_left_out > 0)
    tool_message ("%s: %d bin%s of lengths with fewer than %d trees with one root left out of the plot", path,
                  n_left_out, n_left_out == 1 ? "" : "s", LEAST_TREES_OF_POINT);
  return TRUE;
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

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Stats *stats = data;
  g_autofree const char **columns = tbk_figures_columns (&stats->figures);
  g_autoptr (TbkTable) table = table_new (&stats->table, output, columns);

  if ((stats->given->plot != NULL && !draw_plot (tallies, stats, error))
      || !tbk_figures_write (tallies, &stats->figures, table, error) || !tbk_table_end (table, error))
    return FALSE;
  tell_limits (tallies, stats);
  return TRUE;
}

/* Writes rows of sentences or arcs as they come. */
static gboolean
write_rows (Corpus *corpus, Stats *stats, GError **error)
{
  g_autofree char *option = g_strdup_printf ("--by=%s", stats->given->by);
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
  stats->figures.rows = table = table_new (&stats->table, output, columns);
  job = tbk_figures_job (&stats->figures);
  if (!corpus_run (corpus, &job, tallies, &left_out, error) || !tbk_table_end (table, error))
    return FALSE;
  /* What is told takes memory, so the file is put in place after it. */
  tell_limits (tallies, stats);
  if (left_out.unread + left_out.faulty == 0)
    tell_absent_upos (stats);
  return corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, Stats *stats, GError **error)
{
  const TbkJob job = tbk_figures_job (&stats->figures);

  if (stats->figures.by == TBK_FIGURES_BY_SENTENCE || stats->figures.by == TBK_FIGURES_BY_ARC)
    return write_rows (corpus, stats, error);
  if (!counting_run (
          &(Counting){
              .corpus = corpus, .layout = job.layout, .job = &job, .write = write_table, .data = stats },
          error))
    return FALSE;
  if (corpus->source->merging == NULL)
    tell_absent_upos (stats);
  return TRUE;
}

/* Refuses options that the table has no use for. */
static gboolean
check_table (const Given *given, TbkFiguresBy by, GError **error)
{
  if (given->classes && by >= TBK_FIGURES_BY_ARC) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--classes: found a table by %s, expected one by file, language, length or sentence",
                 given->by);
    return FALSE;
  }
  if (given->lengths && by == TBK_FIGURES_BY_ARC) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--lengths: found a table by arc, expected another one");
    return FALSE;
  }
  if (given->plot != NULL && (by != TBK_FIGURES_BY_LENGTH || !given->lengths)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--plot: expected --lengths and --by=length beside it");
    return FALSE;
  }
  if (given->bin != NULL && by != TBK_FIGURES_BY_LENGTH && by != TBK_FIGURES_BY_DISTANCE) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--bin: found a table by %s, expected one by length or distance",
                 given->by != NULL ? given->by : "file");
    return FALSE;
  }
  return TRUE;
}

/* The names in --skip-upos. */
static gboolean
get_skipped (Stats *stats, const char *skip_upos, GError **error)
{
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
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--skip-upos: found '%s', expected names of parts of speech with commas between them",
               skip_upos);
  return FALSE;
}

/* Rows of sentences and arcs are written as they are found. */
static gboolean
check_sort (const Stats *stats, GError **error)
{
  const TbkFiguresOptions *figures = &stats->figures;
  g_autofree const char **names = tbk_figures_columns (figures);
  const char *const *columns = (const char *const *) names;

  if (figures->by == TBK_FIGURES_BY_SENTENCE || figures->by == TBK_FIGURES_BY_ARC)
    return table_check_not_sorted (
        &stats->table, figures->by == TBK_FIGURES_BY_ARC ? "--by=arc" : "--by=sentence", columns, error);
  return table_check_sort (&stats->table, columns, error);
}

static gboolean
get_options (Stats *stats, GError **error)
{
  static const char *const bys[] = {
    [TBK_FIGURES_BY_FILE] = "file",         [TBK_FIGURES_BY_LANGUAGE] = "language",
    [TBK_FIGURES_BY_LENGTH] = "length",     [TBK_FIGURES_BY_SENTENCE] = "sentence",
    [TBK_FIGURES_BY_ARC] = "arc",           [TBK_FIGURES_BY_DEPREL] = "deprel",
    [TBK_FIGURES_BY_UPOS] = "upos",         [TBK_FIGURES_BY_DIRECTION] = "direction",
    [TBK_FIGURES_BY_DISTANCE] = "distance", [TBK_FIGURES_N_BYS] = NULL,
  };
  const Given *given = stats->given;
  TbkFiguresOptions *figures = &stats->figures;
  gint64 width;
  int by;

  if (!projectivization_get_options (&given->corpus.projectivization, &figures->projectivize, error)
      || !options_choose ("by", given->by, bys, &by, error) || !check_table (given, by, error)
      || !counting_check_plot (&given->corpus, given->plot, error)
      || !table_get_options (&given->corpus, &stats->table, error))
    return FALSE;
  width = by == TBK_FIGURES_BY_LENGTH ? 5 : 1;
  if (!options_number ("bin", given->bin, 1, G_MAXINT, &width, error))
    return FALSE;
  figures->by = by;
  figures->width = (int) width;
  figures->lengths = given->lengths;
  figures->classes = given->classes;
  figures->values = by == TBK_FIGURES_BY_SENTENCE && stats->table.format == TBK_TABLE_JSONL;
  return get_skipped (stats, given->skip_upos, error) && check_sort (stats, error);
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
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = { { "label", "plot" }, { NULL, NULL } };

static gboolean
stats_of_sentences (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (Stats) stats = { .given = given };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && get_options (&stats, error)
         && corpus_find_files (&corpus, error) && labels_check (&given->labels, corpus.paths, error)
         && corpus_check_files (&corpus, NULL, NULL, error) && run (&corpus, &stats, error);
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = stats_of_sentences
};

const Command cmd_stats = { .name = "stats", .conllu = &form, .brackets = &brackets_stats };
