/* corpus_options.c - the options that commands over treebanks share. */
#include "corpus.h"
#include "tbk/conllu.h"

const GOptionEntry corpus_format_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "What FILEs hold, whatever their names: conllu; or brackets, phrase structure, which takes other options. Default: "
    "brackets if names end in .psd, .mrg or .brackets, else conllu",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_input_entries[] = {
  { "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, on_error),
    "A sentence that is not well formed: stop leaves out its file, from there on if all goes to one output (default); "
    "skip leaves out the sentence; pass writes it unchanged, in commands that write sentences. The other files are done; "
    "with stop the status is 1",
    "WHAT" },
  { "strict", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, strict),
    "What is worth a warning is an error", NULL },
  { "max-line", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, max_line),
    "The longest line taken (default 1048576)", "BYTES" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_on_error_entries[] = {
  { "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, on_error),
    "A tree that is not well formed: stop leaves out its file, from there on if all goes to one output (default); skip "
    "leaves out the tree; pass writes it unchanged, in commands that write trees. The other files are done; with stop "
    "the status is 1",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_jobs_entries[] = {
  { "jobs", 'j', 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, jobs),
    "Use N threads; 0: as many as there are cores (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry quiet_entries[] = {
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, quiet), "Tell no progress on the terminal",
    NULL },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry corpus_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE, complete or not at all; compressed if it ends in .gz, .xz or .zst (default: standard "
    "output)",
    "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output_dir),
    "Write a file for each input file, under its name (but .gz for .bz2), in DIR, which is made if need be; below a "
    "folder that was given its folders are kept",
    "DIR" },
  { "skip-existing", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, skip_existing),
    "With --output-dir: leave out files whose output is there, to take up a run that broke off", NULL },
  { "level", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, level),
    "How much a compressed output is compressed: .gz 1 to 9 (default 6), .xz 1 to 9 (6), .zst 1 to 19 (6)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
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
               "--level: nothing is compressed, expected --output with a name that ends in .gz, .xz or .zst, "
               "or --output-dir");
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
  return get_options (&corpus->options, given, writes_corpus, error)
         && get_projectivize (given, source, &projectivize, error)
         && selection_init (&corpus->selection, &given->selection, &projectivize, &corpus->options.selection,
                            error);
}
