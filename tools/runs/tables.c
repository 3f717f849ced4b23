/* tables.c - the options of commands that write tables. */
#include "tables.h"

#include <unistd.h>

#include "tbk/error.h"
#include "tbk/files.h"

/* Rows of a table on a terminal that are aligned together. */
enum { BLOCK = 200 };

#define SORT_ENTRY                                                                                           \
  {                                                                                                          \
    "sort", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, table.sort),                                 \
        "Sort rows by the numbers in COLUMN, the greatest first; with -COLUMN the least first. TOTAL "       \
        "stays last. Rows of single sentences and arcs are not sorted",                                      \
        "COLUMN"                                                                                             \
  }

const GOptionEntry sort_entries[] = { SORT_ENTRY, G_OPTION_ENTRY_NULL };

const GOptionEntry table_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, table.format),
    "tsv: tab-separated values (default); jsonl: JSON lines", "FORMAT" },
  SORT_ENTRY,
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry tally_entries[] = {
  { "tally", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, table.tally),
    "Also write the integers behind the table. 'tbk merge' makes one table from several such files", "FILE" },
  G_OPTION_ENTRY_NULL,
};

gboolean
table_is_for_terminal (const CorpusGiven *given)
{
  return given->output == NULL && isatty (STDOUT_FILENO);
}

gboolean
table_check_name (const char *option, const char *path, const char *const *written, const char *names,
                  GError **error)
{
  static const char *const known[] = { ".tsv", ".jsonl", ".ndjson", ".json",    ".csv", ".xlsx",  ".xls",
                                       ".ods", ".svg",   ".png",    ".pdf",     ".eps", ".html",  ".htm",
                                       ".xml", ".tex",   ".md",     ".parquet", ".dot", ".conllu" };
  g_autofree char *lower = path == NULL ? NULL : g_ascii_strdown (path, -1);

  for (guint k = 0; lower != NULL && k < G_N_ELEMENTS (known); k++)
    if (tbk_file_has_suffix (lower, (const char *const[]){ known[k], NULL })
        && !g_strv_contains (written, known[k])) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s', expected %s", option, path, names);
      return FALSE;
    }
  return TRUE;
}

gboolean
table_check_output (const CorpusGiven *given, const char *const *written, const char *names, GError **error)
{
  return table_check_name ("output", given->output, written, names, error);
}

gboolean
table_check_output_of (const CorpusGiven *given, TbkTableFormat format, GError **error)
{
  static const char *const tsv[] = { ".tsv", NULL }, *const jsonl[] = { ".jsonl", ".ndjson", ".json", NULL };

  return format == TBK_TABLE_TSV ? table_check_output (
             given, tsv, "a name in .tsv (spreadsheets open it), or --format=jsonl and one in .jsonl", error)
                                 : table_check_output (
                                     given, jsonl, "a name in .jsonl, as --format=jsonl writes it", error);
}

gboolean
table_get_options (const CorpusGiven *given, TableOptions *options, GError **error)
{
  static const char *const formats[] = { "tsv", "jsonl", NULL };
  int choice;

  if (!options_choose ("format", given->table.format, formats, &choice, error)
      || !table_check_output_of (given, choice, error))
    return FALSE;
  *options = (TableOptions){ .format = choice,
                             .sort = given->table.sort,
                             .is_aligned = table_is_for_terminal (given) };
  return TRUE;
}

/* Columns of names, which have no order here. */
static gboolean
has_names (const char *column)
{
  static const char *const names[] = { "file",  "language", "deprel",  "upos",          "direction",
                                       "label", "tag",      "variant", "reference_set", "variant_set",
                                       "group", "measure",  "against", "system",        "test",
                                       "level", NULL };

  return g_strv_contains (names, column);
}

/* The name that --sort gives, without its sign. */
static const char *
sort_column (const TableOptions *options)
{
  return options->sort + (options->sort[0] == '-');
}

gboolean
table_check_sort (const TableOptions *options, const char *const *columns, GError **error)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  g_auto (GStrv) numbers = NULL;
  int choice;

  for (; *columns != NULL; columns++)
    if (!has_names (*columns))
      g_strv_builder_add (builder, *columns);
  numbers = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return options->sort == NULL
         || options_choose ("sort", sort_column (options), (const char *const *) numbers, &choice, error);
}

gboolean
table_check_not_sorted (const TableOptions *options, const char *rows, GError **error)
{
  if (options->sort == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--sort and %s exclude each other: these rows stay as they come; leave out --sort", rows);
  return FALSE;
}

TbkTable *
table_new (const TableOptions *options, TbkOutput *output, const char *const *columns)
{
  TbkTable *table = tbk_table_new (output, options->format, columns);

  for (guint c = 0; options->sort != NULL && columns[c] != NULL; c++)
    if (g_str_equal (columns[c], sort_column (options)))
      tbk_table_sort (table, c, options->sort[0] == '-');
  if (options->is_aligned)
    tbk_table_align (table, BLOCK);
  return table;
}
