/* counting.c - commands that print tables of tallies.
 *
 * Contents
 *   1. tables: the options of commands that write tables
 *   2. counting: commands that print tables of tallies: over files, or over what parts of a run wrote
 */
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "report/plot.h"
#include "report/report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "options/options.h"
#include "tbk/base.h"
#include "tbk/report.h"

/* 1. tables: the options of commands that write tables. */

/* Rows of a table on a terminal that are aligned together. */
enum { BLOCK = 200 };

#define ROWS_ENTRIES                                                                                                    \
  {                                                                                                                     \
    "columns", TEXT, AT (CorpusGiven, table.columns), "NAME,...",                                                       \
    "Show these columns of the table, in this order; mdd* means all whose names begin so; 'tbk help tables' lists them" \
  },                                                                                                                    \
      { "sort", TEXT, AT (CorpusGiven, table.sort), "COLUMN",                                                           \
        "Sort rows by the numbers in COLUMN, the largest first; with -COLUMN the smallest first. TOTAL "                \
        "stays last. COLUMN need not be shown" },                                                                       \
  {                                                                                                                     \
    "tidy", FLAG, AT (CorpusGiven, table.is_tidy), NULL,                                                                \
        "A table for programs: no row TOTAL; where rows have a file, the columns language, treebank and "               \
        "split have the parts of its name (hu_szeged-ud-dev: hu, szeged, dev)"                                          \
  }

const char *const table_suffixes[] = { ".tsv", ".csv", ".jsonl", ".ndjson", NULL };
const char *const html_suffixes[] = { ".html", ".htm", NULL };

/* Those of each format; the first is what messages propose. */
static const char *const suffixes_of[TBK_TABLE_N_FORMATS][3] = {
  [TBK_TABLE_TSV] = { ".tsv", NULL },
  [TBK_TABLE_JSONL] = { ".jsonl", ".ndjson", NULL },
  [TBK_TABLE_CSV] = { ".csv", NULL },
};

/* For CHOICE_AT, from 0. */
static const char *
table_format_at (int format)
{
  return tbk_table_format_name ((TbkTableFormat) format);
}

const Option table_rows_entries[] = { ROWS_ENTRIES, OPTION_END };

const Option table_entries[] = {
  { "format", CHOICE_AT (1, table_format_at), AT (CorpusGiven, table.given_format), "FORMAT",
    TABLE_FORMAT_HELP },
  ROWS_ENTRIES,
  { "output", OUTPUT_PATH, AT (CorpusGiven, options.output), "FILE",
    "Write to FILE (default: standard output). Its name says the format, as x.csv or x.jsonl.gz", 'o' },
  OPTION_END,
};

const Option tally_entries[] = {
  { "tally", WRITTEN_PATH, AT (CorpusGiven, tally), "FILE",
    "Also write the integers behind the table. 'tbk merge' makes one table from several such files" },
  OPTION_END,
};

gboolean
table_is_for_terminal (const CorpusGiven *given)
{
  return given->options.output == NULL && isatty (STDOUT_FILENO);
}

gboolean
table_check_output (const CorpusGiven *given, const char *const *written, const char *names, GError **error)
{
  return output_check_name ("output", given->options.output, written, names, error);
}

gboolean
table_find_format (const char *option, const char *path, int given, TbkTableFormat *format, GError **error)
{
  static const char *const spreadsheets[] = { ".xlsx", ".xls", ".ods", NULL };
  g_autofree char *lower = g_ascii_strdown (path != NULL ? path : "", -1), *names = NULL;

  *format = given > 0 ? (TbkTableFormat) (given - 1) : TBK_TABLE_TSV;
  for (int f = 0; given == 0 && f < TBK_TABLE_N_FORMATS; f++)
    if (tbk_file_has_suffix (lower, suffixes_of[f]))
      *format = (TbkTableFormat) f;
  if (given > 0)
    names = g_strdup_printf ("a name in %s, as --format=%s writes it", suffixes_of[*format][0],
                             tbk_table_format_name (*format));
  else
    names = g_strdup (tbk_file_has_suffix (lower, spreadsheets)
                          ? "a name in .tsv, .jsonl or .csv, which Excel opens"
                          : "a name in .tsv, .csv or .jsonl");
  return output_check_name (option, path, suffixes_of[*format], names, error);
}

gboolean
table_get_options (const CorpusGiven *given, TableOptions *options, GError **error)
{
  *options = given->table;
  options->is_aligned = table_is_for_terminal (given);
  return table_find_format ("output", given->options.output, options->given_format, &options->format, error);
}

/* Returns TRUE if a column has names, which have no order here: these, and all attributes that are no
 * numbers. */
static gboolean
has_names (const char *column)
{
  static const char *const names[] = { "label",    "tag",     "variant", "reference_set", "variant_set",
                                       "group",    "measure", "against", "system",        "test",
                                       "level",    "student", "side",    "relation_1",    "relation_2",
                                       "encoding", NULL };
  g_autoptr (TbkAttribute) attribute = tbk_attribute_new (TBK_TREES_DEPENDENCIES, column, NULL);

  return g_strv_contains (names, column)
         || (attribute != NULL && tbk_attribute_type (attribute) != TBK_TYPE_NUMBER);
}

/* Returns the name that --sort gives, without its sign. */
static const char *
sort_column (const TableOptions *options)
{
  return options->sort + (options->sort[0] == '-');
}

/* Counts the columns that say what a row is about, before the others. */
static guint
count_keys (const char *const *columns)
{
  static const char *const numbers[] = { "sentence", "line", "id", NULL };
  guint n = 0;

  while (columns[n] != NULL
         && (has_names (columns[n]) || g_strv_contains (numbers, columns[n])
             || g_str_has_suffix (columns[n], "_from") || g_str_has_suffix (columns[n], "_to")))
    n++;
  return n;
}

/* Returns all columns of a table to which commands give @given; to be freed. */
static const char **
find_columns (const TableOptions *options, const char *const *given)
{
  return options->is_tidy ? tbk_table_tidy_columns (given)
                          : g_memdup2 (given, (g_strv_length ((char **) given) + 1) * sizeof *given);
}

/* Returns the columns of @given that --columns names, each once; NULL with @error set if a name matches none.
 * They are in the order of --columns, and those of one pattern in the order of the table. */
static GArray *
find_shown (const TableOptions *options, const char *const *given, GError **error)
{
  g_autofree const char **columns = find_columns (options, given);
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) names = g_strsplit (options->columns, ",", -1);

  for (int n = 0; n == 0 || names[n] != NULL; n++) {
    const char *name = names[n] != NULL ? names[n] : "";
    gboolean is_found = FALSE;

    for (guint c = 0; columns[c] != NULL; c++) {
      gboolean is_new = g_pattern_match_simple (name, columns[c]);

      is_found |= is_new;
      for (guint s = 0; s < shown->len; s++)
        is_new = is_new && g_array_index (shown, guint, s) != c;
      if (is_new)
        g_array_append_val (shown, c);
    }
    if (!is_found) {
      options_fail_choice ("columns", name, "", (const char *const *) columns, error);
      return NULL;
    }
  }
  return g_steal_pointer (&shown);
}

gboolean
table_check_columns (const TableOptions *options, const char *const *columns, GError **error)
{
  g_autoptr (GArray) shown = options->columns == NULL ? NULL : find_shown (options, columns, error);

  return options->columns == NULL || shown != NULL;
}

gboolean
table_check_numbers (const TableOptions *options, const char *const *columns, GError **error)
{
  g_autoptr (GPtrArray) numbers = g_ptr_array_new ();
  OptionType type = CHOICE (NULL);
  gint64 choice;

  for (; *columns != NULL; columns++)
    if (!has_names (*columns))
      g_ptr_array_add (numbers, (gpointer) *columns);
  g_ptr_array_add (numbers, NULL);
  type.names = (const char *const *) numbers->pdata;
  return options->sort == NULL || options_convert ("sort", &type, sort_column (options), &choice, error);
}

gboolean
table_check (CorpusGiven *given, const char *const *columns, GError **error)
{
  return table_get_options (given, &given->table, error) && table_check_sort (&given->table, columns, error);
}

gboolean
table_check_sort (const TableOptions *options, const char *const *columns, GError **error)
{
  return table_check_columns (options, columns, error) && table_check_numbers (options, columns, error);
}

gboolean
table_check_not_sorted (const TableOptions *options, const char *rows, const char *const *columns,
                        GError **error)
{
  if ((options->columns != NULL || options->is_tidy) && columns == NULL)
    return options_refuse (error, "--%s and %s exclude each other: no table is written",
                           options->columns != NULL ? "columns" : "tidy", rows);
  if (options->sort == NULL)
    return columns == NULL || table_check_columns (options, columns, error);
  return options_refuse (
      error, "--sort and %s exclude each other: these rows stay as they come; leave out --sort", rows);
}

/* Lets lines fit the terminal. What options have asked for is shown first. */
static void
fit_terminal (TbkTable *table, const TableOptions *options, int width, guint n_keys)
{
  tbk_table_fit (table, width, n_keys, options->n_usual > n_keys ? options->n_usual - n_keys : 0);
}

/* Rows may be sorted by a column that is not shown, so it is looked for among all. */
TbkTable *
table_new (const TableOptions *options, TbkOutput *output, const char *const *given)
{
  TbkTable *table = tbk_table_new (output, options->format, given);
  g_autofree const char **columns = find_columns (options, given);
  g_autoptr (GArray) shown = options->columns == NULL ? NULL : find_shown (options, given, NULL);
  struct winsize size;

  if (options->is_tidy)
    tbk_table_tidy (table);
  if (shown != NULL)
    tbk_table_show (table, (const guint *) (gpointer) shown->data, shown->len);
  for (guint c = 0; options->sort != NULL && columns[c] != NULL; c++)
    if (g_str_equal (columns[c], sort_column (options)))
      tbk_table_sort (table, c, options->sort[0] == '-');
  if (options->is_aligned)
    tbk_table_align (table, BLOCK);
  /* Who names columns wants them. */
  if (options->is_aligned && options->columns == NULL && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    fit_terminal (table, options, size.ws_col, count_keys ((const char *const *) columns));
  return table;
}

gboolean
table_end (TbkTable *table, GError **error)
{
  enum { MOST_NAMED = 8 }; /* of the columns that are left out */
  g_autofree const char **left_out = NULL;
  g_autofree char *names = NULL;
  guint n;

  if (!tbk_table_end (table, error))
    return FALSE;
  left_out = table_left_out (table);
  n = g_strv_length ((char **) left_out);
  if (n > MOST_NAMED)
    left_out[MOST_NAMED] = NULL;
  names = g_strjoinv (", ", (char **) left_out);
  if (n > 0)
    tool_message (
        "the terminal is too narrow for %u column%s, %s%s; --columns=NAME,... shows others, -o FILE writes all",
        n, n == 1 ? "" : "s", names, n > MOST_NAMED ? ", ..." : "");
  return TRUE;
}

/* 2. counting: commands that print tables of tallies: over files, or over what parts of a run wrote. */

gboolean
counting_check_plot (const CorpusGiven *given, const char *plot, GError **error)
{
  if (plot == NULL && given->options.output != NULL && plot_check_path (given->options.output, NULL))
    return options_refuse (
        error, "--output: found '%s', expected a file for the table; a plot is drawn by --plot=%s",
        given->options.output, given->options.output);
  return plot == NULL || plot_check_path (plot, error);
}

gboolean
counting_check_no_tally (const CorpusGiven *given, const char *option, GError **error)
{
  if (given->tally == NULL)
    return TRUE;
  return options_refuse (error, "--tally and %s exclude each other: rows of sentences cannot be added up",
                         option);
}

/* Adds what the file at @path holds to @tallies, which are made if there are none. */
static gboolean
add_tallies (TbkTallies **tallies, const TbkTallyLayout *layout, const char *path, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  g_autoptr (TbkTallies) more = input == NULL ? NULL : tbk_tallies_read (layout, input, error);

  if (more == NULL)
    return FALSE;
  if (*tallies == NULL)
    *tallies = g_steal_pointer (&more);
  else if (!tbk_tallies_merge (*tallies, more, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  return TRUE;
}

/* Reports files that no part has. Without --partial that is an error, since a part may have been
 * forgotten. */
static gboolean
check_all_known (const Merging *merging, const TbkTallies *tallies, GError **error)
{
  const int n = tallies_n_of_state (tallies, FILE_OUT), n_files = tbk_tallies_n_files (tallies);
  int first = 0;

  if (n == 0)
    return TRUE;
  while (tallies_state (tallies, first) != FILE_OUT)
    first++;
  if (merging->takes_partial) {
    tool_message ("%d of %d files are in no tally, the first: %s", n, n_files,
                  tbk_tallies_path (tallies, first));
    return TRUE;
  }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "found %d of %d files in no tally, expected all, the first: %s; --partial prints the table without them",
      n, n_files, tbk_tallies_path (tallies, first));
  return FALSE;
}

static void
tell_left_out (const TbkTallies *tallies)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const FileState state = tallies_state (tallies, f);

    if (state == FILE_UNREAD || state == FILE_FAULTY)
      tool_message ("%s: left out by its part: it %s", tbk_tallies_path (tallies, f),
                    state == FILE_UNREAD ? "could not be read" : "has wrong data");
  }
}

/* Returns the tallies of all parts together. Each was made with the same options, which merging checks. */
static TbkTallies *
merge_tallies (const Merging *merging, const TbkTallyLayout *layout, TbkLeftOut *left_out, GError **error)
{
  g_autoptr (TbkTallies) tallies = NULL;

  for (char **path = merging->tallies; *path != NULL; path++)
    if (!add_tallies (&tallies, layout, *path, error))
      return NULL;
  left_out->unread = tallies_n_of_state (tallies, FILE_UNREAD);
  left_out->faulty = tallies_n_of_state (tallies, FILE_FAULTY);
  tell_left_out (tallies);
  if (!check_all_known (merging, tallies, error)
      || (merging->needs_complete && !left_out_fail (left_out, tbk_tallies_n_files (tallies), error)))
    return NULL;
  return g_steal_pointer (&tallies);
}

/* Returns the options on which the tallies depend, with what was read for them: a checksum says if two parts
 * read the same. */
static char **
record_options (const Counting *counting)
{
  const Source *source = counting->corpus->source;
  const char *selection = counting->corpus->selection.checksum;
  g_auto (GStrv) options = options_recorded (&source->options, source->command);
  GStrvBuilder *recorded = g_strv_builder_new ();
  char **result;

  g_strv_builder_addv (recorded, (const char **) options);
  if (counting->read != NULL || selection != NULL) {
    g_autofree char *read = g_strdup_printf ("%s%s", counting->read != NULL ? counting->read : "",
                                             selection != NULL ? selection : "");

    g_strv_builder_add_many (recorded, OPTIONS_READ, read, NULL);
  }
  result = g_strv_builder_end (recorded);
  g_strv_builder_unref (recorded);
  return result;
}

/* Returns the tallies of the files: counted, or merged. */
static TbkTallies *
get_tallies (const Counting *counting, TbkLeftOut *left_out, GError **error)
{
  const TbkTallyLayout *layout = counting->job->layout;
  Corpus *corpus = counting->corpus;
  g_auto (GStrv) options = NULL;
  g_autoptr (TbkTallies) tallies = NULL;

  if (corpus->source->merging != NULL)
    return merge_tallies (corpus->source->merging, layout, left_out, error);
  options = record_options (counting);
  tallies = tbk_tallies_new (layout, (const char *const *) corpus->paths, (const char *const *) options);
  if (!corpus_run (corpus, counting->job, tallies, left_out, error))
    return NULL;
  return g_steal_pointer (&tallies);
}

/* Outputs are opened before the run, so that a name that cannot be written is an error at once. The table is
 * completed first, then the tally; if all files were left out, there is no table. */
gboolean
counting_run (const Counting *counting, GError **error)
{
  const char *tally_path = counting->corpus->given->tally;
  g_autoptr (TbkOutput) output = corpus_open_output (counting->corpus, error);
  g_autoptr (TbkOutput) tally =
      output == NULL || tally_path == NULL ? NULL : tbk_output_open (tally_path, 0, error);
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autoptr (TbkTallies) tallies = NULL;

  if (output == NULL || (tally_path != NULL && tally == NULL))
    return FALSE;
  tallies = get_tallies (counting, &left_out, error);
  if (tallies == NULL)
    return FALSE;
  corpus_tell_lacking (counting->corpus, &left_out, tallies_n_of_state (tallies, FILE_IN) > 0, FALSE);
  if (tallies_n_of_state (tallies, FILE_IN) > 0 || left_out.unread + left_out.faulty == 0)
    if (!counting->write (counting->data, tallies, output, error)
        || !tbk_output_commit (g_steal_pointer (&output), error))
      return FALSE;
  if (tally != NULL
      && (!tbk_tallies_write (tallies, tally, error) || !tbk_output_commit (g_steal_pointer (&tally), error)))
    return FALSE;
  return left_out_fail (&left_out, tbk_tallies_n_files (tallies), error);
}
