/* cmd_compare_oracles.c - tbk compare-oracles: oracles on every configuration of walks over treebanks.
 *
 * In each configuration of a walk the values of all transitions by a reference, an exact oracle, are compared
 * with those by variants; sums over files, languages, lengths or distances are rows. The same sums serve the
 * table, the plot, and the three tables of a report: a run counts once.
 *
 * Contents
 *   1. compare: walks over treebanks, and their tables
 *   2. rows: what rows are for, and what goes with them
 *   3. report: all tables, and a page
 *   4. words: oracle variants
 *   5. phrases: the published oracle of phrase structure against the exact one
 *   6. cmd_compare_oracles: both kinds
 */
#include "base/base.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "statistics/statistics.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/draw.h"
#include "tbk/statistics.h"

/* 1. compare: walks over treebanks, and their tables. */

/* Sentences and trees of more words are left out unless --limit=words says otherwise. Walking one needs
 * quadratic time or more. No treebank we know has a sentence of more words, and every method accepts one
 * (TBK_ORACLE_MAX_TABULAR). */
enum { MOST_WORDS = 1000 };

/* The command, with what it found. */
typedef struct {
  CorpusGiven corpus;
  SystemGiven system;
  TbkAgreementOptions agreement;
  const char *reference, *walk, *report_folder, *by, *against, *plot;
  char **variant_names;
  gint64 seed;
  int level; /* of the intervals that the table has; `agreement` has that of the report too */

  gboolean of_configurations; /* rows are of these, and not of sums */

  const TbkTallies *tallies;
  Older older;

  /* For dependencies. */
  GArray *variants;   /* TbkVariant */
  TbkModel *parser;   /* (nullable): that the walks follow */
  char *checksum;     /* of the parser, or NULL */
  TbkOutput **report; /* its files, or NULL */
} Compare;

/* Returns what the table shows. */
static TbkAgreementOptions
find_shown (const Compare *command)
{
  TbkAgreementOptions shown = command->agreement;

  shown.level = command->level;
  return shown;
}

static const char **
configuration_columns (void)
{
  const TbkTableColumns *columns = differences_columns ();
  const char **names = g_new0 (const char *, columns->n_columns + 1);

  for (int c = 0; c < columns->n_columns; c++)
    names[c] = tbk_table_columns_name (columns, c);
  return names;
}

/* Returns the columns of the table. */
static const char **
find_columns (const Compare *command)
{
  const TbkAgreementOptions shown = find_shown (command);

  return command->of_configurations ? configuration_columns ()
         : command->against != NULL ? tbk_agreement_against_columns (&shown)
                                    : tbk_agreement_columns (&shown);
}

static gboolean
write_against (const Compare *command, TbkTable *table, GError **error)
{
  const TbkJob job = tbk_agreement_job (&command->agreement);
  g_autoptr (TbkTallies) old = older_count (&command->older, &job, error);

  return old != NULL
         && tbk_agreement_write_against (command->tallies, old, command->older.numbers, &command->agreement,
                                         table, error);
}

/* Returns TRUE if rows are by language; if not, they are by file or all in one. */
static gboolean
has_languages (const Compare *command)
{
  return command->agreement.groups == TBK_AGREEMENT_OF_LANGUAGES;
}

static char *
name_all (const char *path)
{
  (void) path;
  return g_strdup ("all files");
}

static gboolean
find_interval (gpointer data, const IntervalRow *row, int bin, double *value, double ends[2])
{
  const Compare *command = data;

  return agreement_interval (row->tally, row->series, bin, &command->agreement,
                             agreement_plotted (command->corpus.table.columns), value, ends);
}

static gint64
count_trees (gpointer data, const IntervalRow *row, int bin)
{
  const Compare *command = data;

  return agreement_in_bin (row->tally, bin, &command->agreement);
}

/* Draws a share or mean of each variant, with its intervals. */
static gboolean
draw_plot (Compare *command, GError **error)
{
  const TbkAgreementOptions *options = &command->agreement;
  const IntervalPlot drawn = {
    .path = command->plot,
    .column = agreement_plotted (command->corpus.table.columns),
    .given = &command->corpus,
    .by = options->width > 0        ? "length of sentence"
          : has_languages (command) ? "language"
                                    : "file",
    .level = command->level,
    .width = options->width,
    .find = find_interval,
    .count_trees = count_trees,
    .data = command,
  };
  const int n_variants = options->compare.phrases != NULL ? 1 : options->compare.n_variants;
  const TbkJob job = tbk_agreement_job (options);
  g_autoptr (GArray) labels = labels_group_by (command->tallies, job.layout, command->corpus.labels,
                                               options->groups == TBK_AGREEMENT_OF_ALL ? name_all
                                               : has_languages (command)               ? file_language
                                                                                       : file_short_name);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (IntervalRow));

  for (guint l = 0; l < labels->len; l++)
    /* A series for each label and variant, called by what there are several of. */
    for (int v = 0; v < n_variants; v++) {
      const FileLabel *label = &g_array_index (labels, FileLabel, l);
      g_autofree char *variant = agreement_variant (options, v);
      IntervalRow row = { .tally = label->tally, .series = v };

      g_ptr_array_add (names, n_variants == 1   ? g_strdup (label->name)
                              : labels->len > 1 ? g_strdup_printf ("%s, %s", label->name, variant)
                                                : g_strdup (variant));
      row.name = names->pdata[names->len - 1];
      g_array_append_val (rows, row);
    }
  return interval_plot_draw (&drawn, (const IntervalRow *) (gpointer) rows->data, rows->len, error);
}

/* 2. rows: what rows are for, and what goes with them. */

/* The keys of rows; of phrase structure there are none after the configuration. */
enum { BY_FILE, BY_LANGUAGE, BY_WORDS, BY_DISTANCE, BY_SENTENCE, BY_CONFIGURATION, BY_CONFUSION, BY_LENGTH };
static const char *const bys[] = {
  "file", "language", "words:N", "distance", "sentence", "configuration", "confusion", "configuration-length",
  NULL,
};
static const char *const phrase_bys[] = { "file",     "language",      "words:N", "distance",
                                          "sentence", "configuration", NULL };

#define BY_ENTRIES(more)                                                                                                          \
  {                                                                                                                               \
    "by", TEXT, AT (Compare, by), "WHAT",                                                                                         \
        "A row for each variant and file (default), language, or N numbers of words of sentences, as words:5; or distance: each " \
        "number of arcs or constituents that are lost for good so far. With a comma for each pair, as language,words:5. Or "      \
        "sentence: for each sentence; configuration: for each configuration in which a value differs, with stack, input and "     \
        "values, or drawings of these if --output ends in .html" more                                                             \
  }

#define CHANCE_ENTRIES                                                                                                             \
  { "against", PATH, AT (Compare, against), "OTHER",                                                                               \
    "Add the figures of OTHER, an older release, and the difference, as in 'tbk stats'" },                                         \
  {                                                                                                                                \
    "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (Compare, level), "LEVEL",                                         \
        "For each share and mean two columns, the ends of an interval of LEVEL per cent (default 95), by bootstrap over sentences" \
  }

/* Sets the width of "words" or "words:5". */
static gboolean
read_width (const char *key, int *width, GError **error)
{
  static const OptionType type = NUMBER (1, TBK_ORACLE_MAX_TABULAR);
  gint64 number = 1;

  if (strchr (key, ':') != NULL && !options_convert ("by", &type, strchr (key, ':') + 1, &number, error))
    return FALSE;
  *width = (int) number;
  return TRUE;
}

/* Sets what a key says. */
static gboolean
take_key (Compare *command, const char *key, const char *const *names, GError **error)
{
  const OptionType type = CHOICE (names);
  TbkAgreementOptions *options = &command->agreement;
  gint64 number = 0;

  if (g_str_equal (key, "words") || g_str_has_prefix (key, "words:"))
    return read_width (key, &options->width, error);
  if (!options_convert ("by", &type, key, &number, error))
    return FALSE;
  switch (number) {
  case BY_FILE:
  case BY_LANGUAGE:
    options->groups = number == BY_FILE ? TBK_AGREEMENT_OF_FILES : TBK_AGREEMENT_OF_LANGUAGES;
    break;
  case BY_CONFIGURATION:
    command->of_configurations = TRUE;
    break;
  default:
    options->rows_of = number == BY_DISTANCE    ? TBK_AGREEMENT_DISTANCES
                       : number == BY_SENTENCE  ? TBK_AGREEMENT_SENTENCES
                       : number == BY_CONFUSION ? TBK_AGREEMENT_CONFUSIONS
                                                : TBK_AGREEMENT_LENGTHS;
  }
  return TRUE;
}

/* Returns TRUE if the keys are one, or different ones of file or language, words and distance. */
static gboolean
are_keys (const Compare *command, guint n_keys)
{
  const TbkAgreementOptions *options = &command->agreement;
  const guint n = (options->groups != TBK_AGREEMENT_OF_ALL) + (options->width > 0)
                  + (options->rows_of == TBK_AGREEMENT_DISTANCES);

  return n_keys == 1 || n == n_keys;
}

/* Returns TRUE if rows are of files although no key says so. */
static gboolean
are_of_files (const Compare *command)
{
  const TbkAgreementRows rows_of = command->agreement.rows_of;

  return command->by == NULL || rows_of == TBK_AGREEMENT_CONFUSIONS || rows_of == TBK_AGREEMENT_LENGTHS;
}

/* Reads --by. */
static gboolean
get_rows (Compare *command, const char *const *names, GError **error)
{
  g_auto (GStrv) keys = g_strsplit (command->by != NULL ? command->by : "file", ",", -1);
  const guint n_keys = g_strv_length (keys);

  command->agreement.groups = TBK_AGREEMENT_OF_ALL;
  for (guint k = 0; k < MAX (n_keys, 1); k++)
    if (!take_key (command, n_keys == 0 ? "" : keys[k], names, error))
      return FALSE;
  if (!are_keys (command, n_keys))
    return options_refuse (
        error, "--by: found '%s', expected one key, or different ones of file or language, words:N, distance",
        command->by);
  if (are_of_files (command))
    command->agreement.groups = TBK_AGREEMENT_OF_FILES;
  return TRUE;
}

/* Returns TRUE if rows are sums over sentences that have intervals. */
static gboolean
can_have_intervals (const Compare *command)
{
  return command->agreement.rows_of == TBK_AGREEMENT_FIGURES && !command->of_configurations;
}

/* Returns the width that tallies which are merged were counted with; 0: none. */
static int
counted_width (const Source *source)
{
  const char *by = tbk_tallies_option (source->merging->head, "by"),
             *words = by == NULL ? NULL : strstr (by, "words");
  int width = 0;

  return words == NULL || !read_width (words, &width, NULL) ? 0 : width;
}

/* Returns TRUE if rows are written as they come. */
static gboolean
has_rows (const Compare *command)
{
  return command->of_configurations || command->agreement.rows_of == TBK_AGREEMENT_SENTENCES;
}

static const char *
option_of_rows (const Compare *command)
{
  return command->of_configurations ? "--by=configuration" : "--by=sentence";
}

/* Refuses options that the rows have no use for. */
static gboolean
check_rows (const Compare *command, const Source *source, GError **error)
{
  const TbkAgreementOptions *options = &command->agreement;
  const char *option = command->against != NULL ? "against" : command->plot != NULL ? "plot" : "intervals";

  if (command->report_folder != NULL && has_rows (command))
    return options_refuse (error, "--output-dir and %s exclude each other", option_of_rows (command));
  if (command->against == NULL && command->level == 0)
    return TRUE;
  if (!can_have_intervals (command) || (command->against != NULL && options->width > 0))
    return options_refuse (error, "--%s: found a table by %s, expected one by file%s language%s", option,
                           command->by != NULL ? command->by : "file", command->against != NULL ? " or" : ",",
                           command->against != NULL ? "" : " or words:N");
  if (source->merging != NULL && options->width > 0 && options->width != counted_width (source))
    return options_refuse (
        error,
        "--by: found '%s', expected file, language or the --by of the parts: of others the tallies have no intervals",
        command->by);
  if (command->plot != NULL && agreement_plotted (command->corpus.table.columns) == NULL)
    return options_refuse (error, "--plot: found no share or mean in --columns=%s, expected one",
                           command->corpus.table.columns);
  return TRUE;
}

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (Compare, plot), "FILE",
    "With --intervals: draw the first share or mean of --columns, or sets_differ_percent: a dot for each file or language, with "
    "its interval, in the order of the table; by words, a line with its band. Groups of fewer than 20 trees are left out. FILE ends in .svg, .png or .pdf" },
  OPTION_END,
};

static const Option longest_entries[] = {
  { "limit=words", NUMBER_OR (MOST_WORDS, 0, G_MAXINT), AT (Compare, agreement.max_words), "N",
    "Leave out sentences of more than N words, and count them (default 1000); 0: none" },
  OPTION_END,
};

/* 3. report: all tables, and a page. */

static const Option report_entries[] = {
  { "output-dir", OUTPUT_PATH, AT (Compare, report_folder), "DIR",
    "Write the tables by file, confusion and configuration-length, and a page that shows them, index.html, into DIR; with intervals of 95 "
    "per cent, or of --intervals" },
  OPTION_END,
};

/* Returns which sentences were used, in words; NULL for all. */
static char *
describe_sample (const Compare *command)
{
  const TbkAgreementOptions *agreement = &command->agreement;
  g_autoptr (TbkTally) total = tbk_tallies_total (command->tallies);
  TbkAgreementFigures figures;
  const char *description = command->corpus.selection.description;
  GString *sample = g_string_new (NULL);

  if (description != NULL)
    g_string_append_printf (sample, "sentences chosen by %s", description);
  tbk_agreement_get (total, 0, &figures);
  if (figures.left_out > 0 && agreement->max_words == MOST_WORDS)
    g_string_append_printf (sample, "%s of up to %d words", sample->len > 0 ? "," : "sentences", MOST_WORDS);
  return g_string_free (sample, sample->len == 0);
}

/* Returns what a report shows. Tallies of parts that were counted without intervals have none. */
static TbkAgreementOptions
find_reported (const Compare *command)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (command->tallies);
  TbkAgreementOptions options = command->agreement;
  double value, ends[2];

  options.groups = TBK_AGREEMENT_OF_FILES;
  options.width = 0;
  if (!agreement_interval (total, 0, -1, &options, agreement_plotted (NULL), &value, ends))
    options.level = 0;
  return options;
}

static gboolean
write_page (const Compare *command, TbkOutput *output, GError **error)
{
  g_autofree char *sample = describe_sample (command);
  const TbkAgreementOptions options = find_reported (command);
  const CompareReport report = { .options = &options, .tallies = command->tallies, .sample = sample };

  return compare_write_page (&report, output, error);
}

/* The files of a report: tables, and last the page. */
static const struct {
  const char *name;
  TbkAgreementRows rows_of;
} report_files[] = {
  { "file.tsv", TBK_AGREEMENT_FIGURES },
  { "confusion.tsv", TBK_AGREEMENT_CONFUSIONS },
  { "configuration-length.tsv", TBK_AGREEMENT_LENGTHS },
  { "index.html", TBK_AGREEMENT_N_ROWS },
};
enum { N_REPORT_FILES = G_N_ELEMENTS (report_files), N_REPORT_TABLES = N_REPORT_FILES - 1 };

/* Returns their paths; NULL-terminated. */
static char **
report_paths (const char *folder)
{
  char **paths = g_new0 (char *, N_REPORT_FILES + 1);

  for (int o = 0; o < N_REPORT_FILES; o++)
    paths[o] = g_build_filename (folder, report_files[o].name, NULL);
  return paths;
}

/* Writes a table by file of the report. */
static gboolean
write_report_table (const Compare *command, int number, GError **error)
{
  TbkAgreementOptions options = find_reported (command);
  g_autofree const char **columns = NULL;
  g_autoptr (TbkTable) table = NULL;

  options.rows_of = report_files[number].rows_of;
  columns = tbk_agreement_columns (&options);
  table = tbk_table_new (command->report[number], TBK_TABLE_TSV, columns);
  return tbk_agreement_write (command->tallies, &options, table, error) && tbk_table_end (table, error);
}

static gboolean
write_report_files (const Compare *command, GError **error)
{
  TbkOutput **outputs = command->report;

  for (int o = 0; o < N_REPORT_TABLES; o++)
    if (!write_report_table (command, o, error))
      return FALSE;
  if (!write_page (command, outputs[N_REPORT_TABLES], error))
    return FALSE;
  /* Completed last, so an error before leaves none of them. */
  for (int o = 0; o < N_REPORT_FILES; o++)
    if (!tbk_output_commit (g_steal_pointer (&outputs[o]), error))
      return FALSE;
  return TRUE;
}

/* Writes the table that was asked for, and the plot and the report if there is to be one. */
static gboolean
write_all (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Compare *command = data;
  const TbkAgreementOptions shown = find_shown (command);
  g_autofree const char **columns = find_columns (command);
  g_autoptr (TbkTable) table = table_new (&command->corpus.table, output, columns);

  command->tallies = tallies;
  return (command->plot == NULL || draw_plot (command, error))
         && (command->against != NULL ? write_against (command, table, error)
                                      : tbk_agreement_write (tallies, &shown, table, error))
         && table_end (table, error) && (command->report == NULL || write_report_files (command, error));
}

/* 4. words: oracle variants. */

static const Option oracle_entries[] = {
  { "reference", TEXT, AT (Compare, reference), "POLICY:METHOD",
    "The oracle that variants are compared with (default: the default policy of 'tbk oracle', "
    "exact). 'tbk help oracle' lists policies and methods" },
  { "variant", TEXTS, AT (Compare, variant_names), "VARIANT",
    "An oracle to compare; may be given several times (default: the policy of the reference, "
    "approximate, if the system has it). SYSTEM/POLICY:METHOD is an oracle of another system "
    "with the same configurations, for example arc-eager-nederhof for arc-eager. A form of a system "
    "has a name like arc-eager:complete=root" },
  OPTION_END,
};

static const Option walk_entries[] = {
  { "walk", TEXT, AT (Compare, walk), "WALK",
    "gold: follow optimal transitions of the reference (default); explore:P: a random one with "
    "probability P, else as gold; random: draw from all allowed transitions; parser:MODEL: "
    "follow a parser that tbk train made" },
  { "seed", NUMBER_OR (1, G_MININT64, G_MAXINT64), AT (Compare, seed), "N",
    "Seed of random walks and of intervals (default 1)" },
  OPTION_END,
};

static const Option compare_table_entries[] = {
  BY_ENTRIES (
      "; confusion: for each file and pair of different sets of optimal transitions; configuration-length: for each file "
      "and length of stack and remaining input"),
  CHANCE_ENTRIES,
  OPTION_END,
};

/* Tells what to do where trees are not what a method takes; the messages before name the files. */
static void
tell_of_projective (const Compare *command)
{
  const char *name = NULL;

  for (guint v = 0; v < command->variants->len && name == NULL; v++) {
    const TbkMethod method = g_array_index (command->variants, TbkVariant, v).method;

    if (method == TBK_METHOD_QUADRATIC || method == TBK_METHOD_LINEAR)
      name = tbk_method_name (method);
  }
  if (name != NULL)
    tool_message (
        "where a gold tree is not projective: the method %s accepts projective trees only; --where projective "
        "leaves the others out, the method tabular accepts all",
        name);
}

/* Takes the approximate method of the reference's policy, if there is one. */
static gboolean
get_default_variant (Compare *command, GError **error)
{
  const TbkVariant variant = { .policy = command->agreement.compare.reference.policy,
                               .method = TBK_METHOD_APPROXIMATE,
                               .system = command->agreement.compare.reference.system };
  const TbkSystem *system = variant.system != NULL ? variant.system : command->agreement.compare.system;
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, variant.policy, variant.method, error);

  if (oracle == NULL) {
    g_prefix_error (error, "--variant=POLICY:METHOD is needed to name the oracle to compare: ");
    return FALSE;
  }
  g_array_append_val (command->variants, variant);
  return TRUE;
}

static gboolean
get_variants (Compare *command, GError **error)
{
  const TbkSystem *system = command->agreement.compare.system;
  TbkVariant variant = { .method = TBK_METHOD_EXACT };

  command->agreement.compare.reference = variant;
  if (command->reference != NULL
      && !tbk_variant_parse (command->reference, system, &command->agreement.compare.reference, error)) {
    g_prefix_error (error, "--reference: ");
    return FALSE;
  }
  if (command->variant_names == NULL && !get_default_variant (command, error))
    return FALSE;
  for (int v = 0; command->variant_names != NULL && command->variant_names[v] != NULL; v++) {
    if (!tbk_variant_parse (command->variant_names[v], system, &variant, error)) {
      g_prefix_error (error, "--variant: ");
      return FALSE;
    }
    g_array_append_val (command->variants, variant);
    if (command->reference == NULL && variant.system == NULL && variant.method == TBK_METHOD_APPROXIMATE
        && variant.policy != command->agreement.compare.reference.policy)
      tool_message (
          "--variant=%s has another policy than the reference; --reference=%.*s:exact compares within its policy",
          command->variant_names[v], (int) strcspn (command->variant_names[v], ":"),
          command->variant_names[v]);
  }
  command->agreement.compare.variants = (const TbkVariant *) command->variants->data;
  command->agreement.compare.n_variants = command->variants->len;
  return TRUE;
}

/* Where tallies are merged no walk is taken, and the parser may be elsewhere. */
static gboolean
load_parser (Compare *command, TbkCompareOptions *options, gboolean is_merging, GError **error)
{
  if (is_merging)
    return TRUE;
  command->parser = tbk_model_load (options->parser_name, error);
  if (command->parser == NULL)
    return FALSE;
  options->guide = tbk_parser_guide (command->parser);
  command->checksum = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", tbk_model_checksum (command->parser));
  return TRUE;
}

static gboolean
get_walk (Compare *command, gboolean is_merging, GError **error)
{
  const char *walk = command->walk;
  TbkCompareOptions *options = &command->agreement.compare;

  if (walk != NULL && g_str_has_prefix (walk, "parser:")) {
    options->parser_name = walk + strlen ("parser:");
    return load_parser (command, options, is_merging, error);
  }
  if (walk == NULL || tbk_walk_parse (walk, &options->walk, NULL))
    return TRUE;
  return options_refuse (
      error, "--walk: found '%s', expected gold, random, explore:P with P from 0 to 1, or parser:MODEL",
      walk);
}

static gboolean
get_options (Compare *command, const Source *source, GError **error)
{
  TbkCompareOptions *options = &command->agreement.compare;

  options->system = system_get_with_oracle (&command->system, FALSE, error);
  if (options->system == NULL)
    return FALSE;
  if (command->system.system != NULL) { /* recorded by its own name */
    g_autofree char *name = g_strndup (options->system->name, strcspn (options->system->name, ":"));

    options_set (&source->options, "system", name);
  }
  return get_walk (command, source->merging != NULL, error) && get_variants (command, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Compare, system),
  OPTION_GROUP ("Which oracles", oracle_entries),
  OPTION_GROUP ("Which configurations", walk_entries),
  OPTION_GROUP ("Which configurations", longest_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Which table", compare_table_entries),
  OPTION_GROUP ("Output", report_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", label_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

/* 5. phrases: the published oracle of phrase structure against the exact one. */

static const Option phrase_walk_entries[] = {
  { "system", TEXT, AT (Compare, system.system), "SYSTEM", "Transition system: " BRACKETS_SYSTEMS },
  { "walk", TEXT, AT (Compare, walk), "WALK",
    "gold: follow the sequence that builds the gold tree (default); explore:P: a random transition "
    "with probability P, else as gold; random: draw from all allowed transitions" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Compare, seed), "N",
    "Seed of random walks and of intervals (default 1)" },
  OPTION_END,
};

static const Option phrase_table_entries[] = {
  BY_ENTRIES (""),
  CHANCE_ENTRIES,
  OPTION_END,
};

static gboolean
get_phrase_options (Compare *command, GError **error)
{
  TbkCompareOptions *options = &command->agreement.compare;

  options->phrases = brackets_get_system (command->system.system, error);
  if (options->phrases == NULL)
    return FALSE;
  if (command->walk == NULL || tbk_walk_parse (command->walk, &options->walk, error))
    return TRUE;
  g_prefix_error (error, "--walk: ");
  return FALSE;
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("Which configurations", phrase_walk_entries),
  OPTION_GROUP ("Which configurations", longest_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Which table", phrase_table_entries),
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", label_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  CORPUS_END_GROUPS,
};

/* 6. cmd_compare_oracles: both kinds. */

/* Returns TRUE if a page of configurations is asked for, by the name of the output. */
static gboolean
is_page (const Compare *command)
{
  const char *output = command->corpus.options.output;

  return command->of_configurations && output != NULL && tbk_file_has_suffix (output, html_suffixes);
}

/* Refuses options of tables beside a page. */
static gboolean
check_page (const Source *source, GError **error)
{
  static const char *const of_tables[] = { "format", "columns", "sort", "tidy" };

  for (guint o = 0; o < G_N_ELEMENTS (of_tables); o++)
    if (options_given (&source->options, of_tables[o]) != NULL)
      return options_refuse (error, "--%s and a page of HTML exclude each other", of_tables[o]);
  return TRUE;
}

static gboolean
run_job (Corpus *corpus, const TbkJob *job, TbkLeftOut *left_out, GError **error)
{
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job->layout, (const char *const *) corpus->paths, NULL);

  return corpus_run (corpus, job, tallies, left_out, error);
}

/* Writes rows of sentences or configurations as they come. */
static gboolean
write_rows (Corpus *corpus, Compare *command, GError **error)
{
  g_autofree const char **columns = find_columns (command);
  DifferencesOptions differences = { .agreement = command->agreement };
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (corpus->given, option_of_rows (command), error)
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  command->agreement.rows = differences.rows = table = table_new (&command->corpus.table, output, columns);
  job = command->of_configurations ? differences_job (&differences) : tbk_agreement_job (&command->agreement);
  return run_job (corpus, &job, &left_out, error) && table_end (table, error)
         && corpus_commit (corpus, &output, &left_out, error);
}

/* Draws the configurations on a page. */
static gboolean
write_drawings (Corpus *corpus, Compare *command, GError **error)
{
  static const TbkDrawOptions drawing = { .format = TBK_DRAW_HTML };
  static const char note[] =
      "Each drawing is a configuration in which oracles differ: stack, input, and what each transition is worth, the best "
      "ones with a star. Arcs above the words are made; gold arcs that are not yet made are below them.";
  DifferencesOptions differences = { .agreement = command->agreement };
  g_autoptr (TbkOutput) output = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (!counting_check_no_tally (corpus->given, "--by=configuration", error)
      || (output = differences.page = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  job = differences_job (&differences);
  return tbk_draw_begin (&drawing, "Where oracles differ", note, output, error)
         && run_job (corpus, &job, &left_out, error) && tbk_draw_end (&drawing, output, error)
         && corpus_commit (corpus, &output, &left_out, error);
}

static gboolean
run (Corpus *corpus, Compare *command, GError **error)
{
  const TbkJob job = tbk_agreement_job (&command->agreement);

  if (is_page (command))
    return write_drawings (corpus, command, error);
  if (has_rows (command))
    return write_rows (corpus, command, error);
  return counting_run (
      &(Counting){
          .corpus = corpus,
          .job = &job,
          .write = write_all,
          .data = command,
          .read = command->checksum,
      },
      error);
}

/* Opens the files of the report before the work, so that what cannot be written is known early. */
static gboolean
run_with_report (Corpus *corpus, Compare *command, GError **error)
{
  const char *folder = command->report_folder;
  TbkOutput *outputs[N_REPORT_FILES] = { NULL };
  g_auto (GStrv) names = report_paths (folder);
  gboolean is_new = g_mkdir (folder, 0777) == 0;
  gboolean done = is_new || errno == EEXIST;

  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  done = done && corpus_check_files (corpus, NULL, (const char *const *) names, error);
  for (int o = 0; done && o < N_REPORT_FILES; o++)
    done = (outputs[o] = tbk_output_open (names[o], 0, error)) != NULL;
  command->report = outputs;
  done = done && run (corpus, command, error);
  for (int o = 0; o < N_REPORT_FILES; o++)
    tbk_output_discard (outputs[o]);
  if (is_new)
    g_rmdir (folder); /* only if nothing is in it */
  return done;
}

/* Reads what the kind of trees decides, and what rows are for. */
static gboolean
get_all (Compare *command, Corpus *corpus, GError **error)
{
  const Source *source = corpus->source;
  TbkAgreementOptions *options = &command->agreement;
  g_autofree const char **columns = NULL;

  if (!(source->is_of_brackets ? get_phrase_options (command, error) : get_options (command, source, error))
      || !get_rows (command, source->is_of_brackets ? phrase_bys : bys, error)
      || !counting_check_plot (&command->corpus, command->plot, error)
      || !(is_page (command) ? check_page (source, error)
                             : table_get_options (&command->corpus, &command->corpus.table, error))
      || !check_rows (command, source, error))
    return FALSE;
  options->compare.walk.seed = options->seed = (guint64) command->seed;
  options->level = command->level > 0               ? command->level
                   : command->report_folder != NULL ? TBK_FIGURES_LEVEL
                                                    : 0;
  options->draws_by_id = command->against != NULL;
  columns = find_columns (command);
  if (command->against != NULL)
    older_expand_columns (&command->corpus.table, (const char *const *) columns);
  return has_rows (command) ? table_check_not_sorted (&command->corpus.table, option_of_rows (command),
                                                      (const char *const *) columns, error)
                            : table_check_sort (&command->corpus.table, (const char *const *) columns, error);
}

static gboolean
run_over (Corpus *corpus, Compare *command, GError **error)
{
  g_autoptr (TbkComparer) comparer = NULL;
  gboolean done;

  if (!get_all (command, corpus, error)
      || (comparer = tbk_comparer_new (&command->agreement.compare, error)) == NULL
      || !corpus_find_files (corpus, error) || !labels_check (&command->corpus, corpus->paths, error)
      || (command->against != NULL && !older_find (&command->older, command->against, corpus, error)))
    return FALSE;
  done = command->report_folder != NULL
             ? run_with_report (corpus, command, error)
             : corpus_check_files (corpus, (const char *const *) command->older.paths, NULL, error)
                   && run (corpus, command, error);
  if (!done && !corpus->source->is_of_brackets && error != NULL
      && g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA))
    tell_of_projective (command);
  return done && (!corpus->source->is_of_brackets || brackets_tell_losses (corpus));
}

static gboolean
compare (gpointer values, const Source *source, GError **error)
{
  Compare *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  gboolean done;

  command->variants = g_array_new (FALSE, FALSE, sizeof (TbkVariant));
  done = corpus_init (&corpus, &command->corpus, source, FALSE, error) && run_over (&corpus, command, error);
  g_array_unref (command->variants);
  tbk_model_free (command->parser);
  g_free (command->checksum);
  older_clear (&command->older);
  return done;
}

static const OptionRule rules[] = {
  { "seed", "walk=random walk=explore:* intervals report" },
  { "label title", "plot" },
  { "plot", "intervals" },
  { "plot part output-dir tally", "!against" },
  { NULL, NULL },
};

static const Form conllu = { .groups = groups, .rules = rules, .size = sizeof (Compare), .run = compare };

static const Form brackets = {
  .groups = phrase_groups, .rules = rules, .size = sizeof (Compare), .is_of_brackets = TRUE, .run = compare
};

const Command cmd_compare_oracles = { .name = "compare-oracles", .conllu = &conllu, .brackets = &brackets };
