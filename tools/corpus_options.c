/* corpus_options.c - the options that commands over treebanks share. */
#include "corpus.h"
#include "options.h"
#include "selection.h"
#include "tool.h"

static struct {
  gboolean quiet, strict, skip_existing;
  char *jobs, *max_line, *on_error, *output, *output_dir, *level, *format, *sort, *root, *method, *max_core;
} given;

const GOptionEntry corpus_input_entries[] = {
  { "on-error", 0, 0, G_OPTION_ARG_STRING, &given.on_error,
    "A sentence that is not well formed: stop leaves out its file, from there on if all goes to one output (default); "
    "skip leaves out the sentence; pass writes it unchanged, in commands that write sentences. The other files are done; "
    "with stop the status is 1",
    "WHAT" },
  { "strict", 0, 0, G_OPTION_ARG_NONE, &given.strict, "What is worth a warning is an error", NULL },
  { "max-line", 0, 0, G_OPTION_ARG_STRING, &given.max_line, "The longest line taken (default 1048576)",
    "BYTES" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_on_error_entries[] = {
  { "on-error", 0, 0, G_OPTION_ARG_STRING, &given.on_error,
    "A tree that is not well formed: stop leaves out its file, from there on if all goes to one output (default); skip "
    "leaves out the tree; pass writes it unchanged, in commands that write trees. The other files are done; with stop "
    "the status is 1",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_jobs_entries[] = {
  { "jobs", 'j', 0, G_OPTION_ARG_STRING, &given.jobs,
    "Use N threads; 0: as many as there are cores (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry quiet_entries[] = {
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &given.quiet, "Tell no progress on the terminal", NULL },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all; compressed if it ends in .gz, .xz or .zst (default: standard "
    "output)",
    "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, &given.output_dir,
    "Write a file for each input file, under its name (but .gz for .bz2), in DIR, which is made if need be; below a "
    "folder that was given its folders are kept",
    "DIR" },
  { "skip-existing", 0, 0, G_OPTION_ARG_NONE, &given.skip_existing,
    "With --output-dir: leave out files whose output is there, to take up a run that broke off", NULL },
  { "level", 0, 0, G_OPTION_ARG_STRING, &given.level,
    "How much a compressed output is compressed: .gz 1 to 9 (default 6), .xz 1 to 9 (6), .zst 1 to 19 (6)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry table_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, &given.format,
    "tsv, tab-separated values (default), or jsonl, JSON lines", "FORMAT" },
  { "sort", 0, 0, G_OPTION_ARG_STRING, &given.sort,
    "Rows in the order of the numbers in COLUMN, the greatest first, or with -COLUMN the least; TOTAL stays last. Rows of "
    "single sentences, words and arcs stay as they come",
    "COLUMN" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry projectivize_entries[] = {
  { "root", 0, 0, G_OPTION_ARG_STRING, &given.root,
    "How many children 0 has in the projective tree: gold, one if the gold tree has one, else any number "
    "(default); single, one; any, any number",
    "ROOT" },
  { "method", 0, 0, G_OPTION_ARG_STRING, &given.method,
    "contraction (default), or tabular, the generic parser that checks it; the answer is the same",
    "METHOD" },
  { "max-core", 0, 0, G_OPTION_ARG_STRING, &given.max_core,
    "The most words to solve in cubic time, those of projective parts left out (default 1000)", "N" },
  G_OPTION_ENTRY_NULL,
};

/* A level that no output has is a mistake. */
static gboolean
check_level (GError **error)
{
  if (given.level == NULL || given.output_dir != NULL
      || (given.output != NULL && tbk_compressed_suffix (given.output) != NULL))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--level: nothing is compressed, expected --output with a name that ends in .gz, .xz or .zst, "
               "or --output-dir");
  return FALSE;
}

gboolean
corpus_get_options (TbkCorpusOptions *options, gboolean writes_corpus, GError **error)
{
  static const char *const on_error[] = { "stop", "skip", "pass", NULL };
  gint64 jobs = 1, max_line = 0, level = 0;
  int choice;

  if (given.output_dir != NULL && given.output_dir[0] == '\0') {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--output-dir: found no name, expected that of a folder");
    return FALSE;
  }
  if (given.output != NULL && given.output_dir != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--output and --output-dir exclude each other");
    return FALSE;
  }
  if (given.skip_existing && given.output_dir == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--skip-existing needs --output-dir");
    return FALSE;
  }
  if (!options_choose ("on-error", given.on_error, on_error, &choice, error)
      || !options_number ("jobs", given.jobs, 0, 1024, &jobs, error)
      || !options_number ("max-line", given.max_line, 1, 1 << 25, &max_line, error)
      || !options_number ("level", given.level, 1, 19, &level, error) || !check_level (error))
    return FALSE;
  if (choice == TBK_ON_ERROR_PASS && !writes_corpus) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--on-error: found 'pass', expected stop or skip: no sentences are written");
    return FALSE;
  }
  *options = (TbkCorpusOptions){
    .format = tbk_conllu_format (),
    .n_threads = jobs > 0 ? (int) jobs : (int) g_get_num_processors (),
    .strict = given.strict,
    .max_line = max_line,
    .on_error = choice,
    .output = given.output,
    .output_dir = given.output_dir,
    .level = (int) level,
  };
  return selection_get (&options->selection, error);
}

gboolean
corpus_skips_existing (void)
{
  return given.skip_existing;
}

gboolean
corpus_is_quiet (void)
{
  return given.quiet;
}

void
corpus_announce (const char *path)
{
  if (!given.quiet)
    tool_announce_terminal (path);
}

gboolean
table_get_format (TbkTableFormat *format, GError **error)
{
  static const char *const formats[] = { "tsv", "jsonl", NULL };
  int choice;

  if (!options_choose ("format", given.format, formats, &choice, error))
    return FALSE;
  *format = choice;
  return TRUE;
}

/* Columns of names, which have no order here. */
static gboolean
has_names (const char *column)
{
  static const char *const names[] = { "file",  "language", "deprel",  "upos",          "direction",
                                       "label", "tag",      "variant", "reference_set", "variant_set",
                                       "group", "measure",  "against", "system",        NULL };

  return g_strv_contains (names, column);
}

/* The name that --sort gives, without its sign. */
static const char *
sort_column (void)
{
  return given.sort + (given.sort[0] == '-');
}

gboolean
table_check_sort (const char *const *columns, GError **error)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  g_auto (GStrv) numbers = NULL;
  int choice;

  for (; *columns != NULL; columns++)
    if (!has_names (*columns))
      g_strv_builder_add (builder, *columns);
  numbers = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return given.sort == NULL
         || options_choose ("sort", sort_column (), (const char *const *) numbers, &choice, error);
}

gboolean
table_check_not_sorted (const char *rows, GError **error)
{
  if (given.sort == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--sort and %s exclude each other: these rows stay as they come", rows);
  return FALSE;
}

TbkTable *
table_new (TbkOutput *output, TbkTableFormat format, const char *const *columns)
{
  TbkTable *table = tbk_table_new (output, format, columns);

  for (guint c = 0; given.sort != NULL && columns[c] != NULL; c++)
    if (g_str_equal (columns[c], sort_column ()))
      tbk_table_sort (table, c, given.sort[0] == '-');
  return table;
}

gboolean
projectivize_get_options (TbkProjectivizeOptions *options, GError **error)
{
  static const char *const roots[] = { "gold", "single", "any", NULL };
  static const char *const methods[] = { "contraction", "tabular", NULL };
  gint64 max_core = 0;
  int root, method;

  if (!options_choose ("root", given.root, roots, &root, error)
      || !options_choose ("method", given.method, methods, &method, error)
      || !options_number ("max-core", given.max_core, 1, 4095, &max_core, error))
    return FALSE;
  options->root = root;
  options->method = method;
  options->max_core = (int) max_core;
  options->max_core_name = options_have ("max-core") ? "--max-core" : NULL;
  return TRUE;
}
