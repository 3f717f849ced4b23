/* corpus_options.c - the options that commands over treebanks share. */
#include "corpus.h"
#include "tbk/conllu.h"

const GOptionEntry corpus_format_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009), or brackets for phrase "
    "structure, which takes other options. Default: brackets for names that end in .psd, .mrg or .brackets, "
    "conllx and conll09 where the first sentence leaves no doubt, else conllu",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_conll_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006) or conll09 (CoNLL 2009). Default: the last two where the "
    "first sentence leaves no doubt, else conllu",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_columns_entries[] = {
  { "columns", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, columns),
    "The columns of FILEs in order, by the names of CoNLL-U, ID and HEAD among them; columns of other names, of "
    "the name _, and those behind the last name are kept as they are",
    "ID,FORM,..." },
  G_OPTION_ENTRY_NULL,
};

/* The values of --on-error, of commands that write sentences and of others. */
#define ON_ERROR(text)                                                                                       \
  {                                                                                                          \
    "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, on_error), text, "WHAT"                  \
  }
#define PASS                                                                                                 \
  "Bad sentences: stop leaves out their file (default); skip leaves them out; pass writes them unchanged"
#define CHECKED                                                                                                           \
  "With --write, bad sentences: stop leaves out their file (default); skip leaves them out; pass writes them unchanged. " \
  "Without --write they are findings"
#define NO_PASS "Bad sentences: stop leaves out their file (default); skip leaves out the sentences alone"

/* How lines of CoNLL-U are read. */
#define LINES                                                                                                \
  { "strict", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, strict), "Take every warning for an error",  \
    NULL },                                                                                                  \
  {                                                                                                          \
    "max-line", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, max_line),                               \
        "The longest line (default 1048576)", "BYTES"                                                        \
  }

const GOptionEntry corpus_input_entries[] = { ON_ERROR (NO_PASS), LINES, G_OPTION_ENTRY_NULL };
const GOptionEntry corpus_pass_input_entries[] = { ON_ERROR (PASS), LINES, G_OPTION_ENTRY_NULL };
const GOptionEntry corpus_check_input_entries[] = { ON_ERROR (CHECKED), LINES, G_OPTION_ENTRY_NULL };
const GOptionEntry corpus_on_error_entries[] = { ON_ERROR (NO_PASS), G_OPTION_ENTRY_NULL };
const GOptionEntry corpus_pass_on_error_entries[] = { ON_ERROR (PASS), G_OPTION_ENTRY_NULL };

const GOptionEntry corpus_jobs_entries[] = {
  { "jobs", 'j', 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, jobs),
    "Use N threads (default 1); 0: one for each core", "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry quiet_entries[] = {
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, quiet), "Show no progress on the terminal",
    NULL },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE (default: standard output), compressed if its name ends in .gz, .xz or .zst", "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output_dir),
    "Write a file for each input file into DIR, under the same name (but .gz for .bz2). Folders "
    "below a folder that was given are kept",
    "DIR" },
  { "skip-existing", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, skip_existing),
    "With --output-dir: skip files whose output exists, to go on with a run that broke off", NULL },
  { "level", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, level),
    "Level of compression: .gz 1 to 9 (default 6), .xz 1 to 9 (6), .zst 1 to 19 (6)", "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

/* A level that no output has is a mistake. */
static gboolean
check_level (const CorpusGiven *given, GError **error)
{
  if (given->level == NULL || given->output_dir != NULL
      || (given->output != NULL && tbk_compressed_suffix (given->output) != NULL))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--level: nothing is compressed, expected --output with a name that ends in .gz, .xz or "
               ".zst, or --output-dir");
  return FALSE;
}

static gboolean
get_options (TbkCorpusOptions *options, const CorpusGiven *given, gboolean writes_corpus, GError **error)
{
  static const char *const on_error[] = { "stop", "skip", "pass", NULL };
  gint64 jobs = 1, max_line = 0, level = 0;
  int choice;

  if (given->output_dir != NULL && given->output_dir[0] == '\0') {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--output-dir: found no name, expected that of a folder");
    return FALSE;
  }
  if (given->output != NULL && given->output_dir != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--output and --output-dir exclude each other");
    return FALSE;
  }
  if (given->skip_existing && given->output_dir == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--skip-existing needs --output-dir");
    return FALSE;
  }
  if (!options_choose ("on-error", given->on_error, on_error, &choice, error)
      || !options_number ("jobs", given->jobs, 0, 1024, &jobs, error)
      || !options_number ("max-line", given->max_line, 1, 1 << 25, &max_line, error)
      || !options_number ("level", given->level, 1, 19, &level, error) || !check_level (given, error))
    return FALSE;
  if (choice == TBK_ON_ERROR_PASS && !writes_corpus) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--on-error: found 'pass', expected stop or skip: no sentences are written");
    return FALSE;
  }
  *options = (TbkCorpusOptions){
    .format = tbk_conllu_format (),
    .format_options = options->format_options,
    .n_threads = jobs > 0 ? (int) jobs : (int) g_get_num_processors (),
    .strict = given->strict,
    .max_line = max_line,
    .on_error = choice,
    .output = given->output,
    .output_dir = given->output_dir,
    .level = (int) level,
  };
  return TRUE;
}

/* What --input and --columns say of columns. */
static gboolean
get_columns (Corpus *corpus, GError **error)
{
  static const char *const inputs[] = { "conllu", "conllx", "conll09", NULL };
  const CorpusGiven *given = corpus->given;
  int choice;

  corpus->columns.n_recognized = corpus->n_recognized;
  if (given->columns != NULL && given->input != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--columns and --input exclude each other");
    return FALSE;
  }
  if (given->columns != NULL) {
    g_auto (GStrv) names = g_strsplit (given->columns, ",", -1);
    g_autofree char *joined = g_strjoinv (" ", names);

    if (g_strv_contains ((const char *const *) names, "")) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                   "--columns: an empty name found, expected _ for a column without a name");
      return FALSE;
    }

    /* Lines may have more than is named. */
    corpus->names = g_str_has_suffix (joined, "...") ? g_strdup (joined) : g_strconcat (joined, " ...", NULL);
  } else if (given->input != NULL && !options_have (&corpus->source->options, "labels")) {
    if (!options_choose ("input", given->input, inputs, &choice, error))
      return FALSE;
    corpus->names = g_strdup (inputs[choice]);
  }
  corpus->columns.names = corpus->names;
  if (given->columns == NULL || tbk_conllu_columns_check (corpus->names, error))
    return TRUE;
  g_prefix_error (error, "--columns: ");
  return FALSE;
}

/* A number of words is told with the option that changes it, where the command has that. */
static gboolean
get_projectivize (const CorpusGiven *given, const Source *source, TbkProjectivizeOptions *options,
                  GError **error)
{
  if (!projectivization_get_options (&given->projectivization, options, error))
    return FALSE;
  if (!options_have (&source->options, "max-core"))
    options->max_core_name = NULL;
  return TRUE;
}

gboolean
corpus_init (Corpus *corpus, const CorpusGiven *given, const Source *source, gboolean writes_corpus,
             GError **error)
{
  TbkProjectivizeOptions projectivize = { 0 };

  *corpus = (Corpus){ .given = given, .source = source };
  corpus->options.format_options = &corpus->columns;
  return get_options (&corpus->options, given, writes_corpus, error) && get_columns (corpus, error)
         && get_projectivize (given, source, &projectivize, error)
         && selection_init (&corpus->selection, &given->selection, &projectivize, &corpus->options.selection,
                            error);
}
