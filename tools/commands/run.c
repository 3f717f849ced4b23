/* run.c - runs over treebanks: their options, progress, messages.
 *
 * The order in which a command over files does things, by the functions below:
 *
 *   corpus_init()          options are checked, the format and the conditions are set
 *   corpus_find_files()    operands, folders and lists become paths; --part chooses among them
 *   corpus_check_files()   no output is an input; lists of IDs are read
 *   corpus_run()           the job over all sentences, with progress, and messages behind it
 *   corpus_commit()        the output gets its name, or is absent; files that were left out are an error
 *
 * Contents
 *   1. progress: the line on the terminal that reports how far the run is
 *   2. corpus_options: the options that commands over treebanks share
 *   3. corpus: runs over treebanks, with messages and progress to standard error
 *   4. brackets: the options of commands over phrase-structure treebanks
 */
#include "base/base.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "io/io.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "options/options.h"
#include "tbk/conllu.h"

/* 1. progress: the line on the terminal that tells how far the run is. */

enum { INTERVAL = G_USEC_PER_SEC / 10, USUAL_WIDTH = 80 };

typedef struct {
  gboolean is_shown;
  int n_drawn;              /* columns of the line that stands there */
  gint64 began_at, told_at; /* times, in microseconds */
} Progress;

/* Draws only if standard error is a terminal and not @quiet. */
static Progress *
progress_new (gboolean quiet)
{
  Progress *progress = g_new0 (Progress, 1);

  progress->is_shown = !quiet && isatty (STDERR_FILENO);
  progress->began_at = progress->told_at = g_get_monotonic_time ();
  return progress;
}

/* Appends a number of bytes and what stands behind it. The space that GLib writes is none of ASCII. */
static void
append_size (GString *line, gint64 n, const char *rest)
{
  g_autofree char *size = g_format_size ((guint64) n);

  g_string_append_printf (line, "%s%s", size, rest);
  g_string_replace (line, "\302\240", " ", 0);
}

/* Appends a time as users read it, minutes and seconds, with hours if there are any. */
static void
append_time (GString *line, gint64 seconds)
{
  if (seconds >= 3600)
    g_string_append_printf (line, "%d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60),
                            (int) (seconds % 60));
  else
    g_string_append_printf (line, "%d:%02d", (int) (seconds / 60), (int) (seconds % 60));
}

/* Makes the line of progress, @elapsed microseconds after the beginning. */
static GString *
make_line (const TbkProgress *state, gint64 elapsed)
{
  GString *line = g_string_new (NULL);
  /* Bytes are counted, and not sentences, since their number is not known before. */
  const gint64 rate = state->bytes * 1000 / MAX (elapsed / 1000, 1); /* bytes a second */
  const gboolean has_size = state->n_streams == 0 && state->n_bytes > 0;

  if (has_size) {
    g_string_append_printf (line, "%d%% of ",
                            (int) (MIN (state->bytes, state->n_bytes) * 100 / state->n_bytes));
    append_size (line, state->n_bytes, "");
  } else {
    append_size (line, state->bytes, " read");
  }
  if (state->n_files > 1)
    g_string_append_printf (line, ", file %d of %d", MIN (state->files + 1, state->n_files), state->n_files);
  g_string_append (line, ", ");
  append_size (line, rate, "/s");
  if (has_size && rate > 0) {
    g_string_append (line, ", ");
    append_time (line, MAX (state->n_bytes - state->bytes, 0) / rate);
    g_string_append (line, " left");
  }
  return line;
}

/* Returns the columns that a line may have for the cursor to stay in it: in the last column it would move to
 * the next line. */
static int
find_width (void)
{
  struct winsize size;

  return (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_WIDTH) - 1;
}

/* Draws @line, which is ASCII, over the one that stands there. */
static void
draw (Progress *progress, const char *line)
{
  const int n = MIN ((int) strlen (line), find_width ());

  fprintf (stderr, "\r%.*s%*s", n, line, MAX (progress->n_drawn - n, 0), "");
  fflush (stderr);
  progress->n_drawn = MAX (progress->n_drawn, n);
}

/* Reports how far the run is: share of the input, file, rate, time left; of input without a size, as a pipe,
 * the amount and the rate. Ten times a second at most, as a run calls this for each batch. */
static void
progress_at (Progress *progress, const TbkProgress *state)
{
  g_autoptr (GString) line = NULL;
  gint64 now;

  if (!progress->is_shown)
    return;
  now = g_get_monotonic_time ();
  if (now - progress->told_at < INTERVAL)
    return;
  progress->told_at = now;
  line = make_line (state, now - progress->began_at);
  draw (progress, line->str);
}

/* Wipes the line, for a message to stand there. */
static void
progress_wipe (Progress *progress)
{
  if (progress->n_drawn > 0)
    fprintf (stderr, "\r%*s\r", progress->n_drawn, "");
  progress->n_drawn = 0;
}

static void
progress_free (Progress *progress)
{
  if (progress == NULL)
    return;
  progress_wipe (progress);
  g_free (progress);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Progress, progress_free)

/* 2. corpus_options: the options that commands over treebanks share. */

static const char *const all_inputs[] = { "conllu", "conllx", "conll09", "heads", "brackets", NULL };
static const char *const conll_inputs[] = { "conllu", "conllx", "conll09", "heads", NULL };

const Option corpus_format_entries[] = {
  { "input", NAME (all_inputs), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009), heads (a head vector a line), or "
    "brackets for phrase structure, which has other options. Default: by names in .psd, .mrg, .brackets and .heads, "
    "else by the first sentence; conllu if unclear" },
  OPTION_END,
};

const Option corpus_conll_entries[] = {
  { "input", NAME (conll_inputs), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009) or heads (a head vector a line). Default: "
    "by names in .heads, else by the first sentence; conllu if unclear" },
  OPTION_END,
};

const Option corpus_columns_entries[] = {
  { "input-columns", TEXT, AT (CorpusGiven, columns), "ID,FORM,...",
    "The columns of FILEs in order, by the names of CoNLL-U, ID and HEAD among them; columns of other names, of "
    "the name _, and those behind the last name are kept as they are" },
  OPTION_END,
};

const char *const corpus_on_error[] = { "stop", "skip", "pass", NULL };

/* The values of --on-error, of commands that write sentences and of others. */
#define ON_ERROR(text)                                                                                       \
  {                                                                                                          \
    "on-error", CHOICE (corpus_on_error), AT (CorpusGiven, options.on_error), "WHAT", text                   \
  }
#define PASS                                                                                                 \
  "Bad sentences: stop leaves out their file (default); skip leaves them out; pass writes them unchanged"
#define CHECKED "Bad sentences are findings, with either value"
#define NO_PASS "Bad sentences: stop leaves out their file (default); skip leaves out the sentences alone"

/* Options for how lines of CoNLL-U are read. */
#define LINES                                                                                                \
  { "strict", FLAG, AT (CorpusGiven, options.strict), NULL, "Treat every warning as an error" },             \
  {                                                                                                          \
    "limit=line", NUMBER (1, 1 << 25), AT (CorpusGiven, options.max_line), "BYTES",                          \
        "The longest line (default 1048576)"                                                                 \
  }

const Option corpus_lines_entries[] = { LINES, OPTION_END };
const Option corpus_input_entries[] = { ON_ERROR (NO_PASS), LINES, OPTION_END };
const Option corpus_pass_input_entries[] = { ON_ERROR (PASS), LINES, OPTION_END };
const Option corpus_check_input_entries[] = { ON_ERROR (CHECKED), LINES, OPTION_END };
const Option corpus_on_error_entries[] = { ON_ERROR (NO_PASS), OPTION_END };
const Option corpus_pass_on_error_entries[] = { ON_ERROR (PASS), OPTION_END };

const Option corpus_jobs_entries[] = {
  { "jobs", NUMBER_OR (1, 0, 1024), AT (CorpusGiven, options.n_threads), "N",
    "Use N threads (default 1); 0: one for each core", 'j' },
  OPTION_END,
};

const Option quiet_entries[] = {
  { "quiet", FLAG, AT (CorpusGiven, quiet), NULL, "Show no progress on the terminal", 'q' },
  OPTION_END,
};

const Option corpus_output_entries[] = {
  { "output", OUTPUT_PATH, AT (CorpusGiven, options.output), "FILE",
    "Write to FILE (default: standard output), compressed if its name ends in .gz, .xz or .zst", 'o' },
  { "output-dir", OUTPUT_PATH, AT (CorpusGiven, options.output_dir), "DIR",
    "Write a file for each input file into DIR, under the same name (but .gz for .bz2). Folders "
    "below a folder that was given are kept" },
  { "skip-existing", FLAG, AT (CorpusGiven, skip_existing), NULL,
    "With --output-dir: skip files whose output exists, to resume an interrupted run" },
  { "compression", NUMBER (1, 19), AT (CorpusGiven, options.level), "N",
    "Level of compression: .gz 1 to 9 (default 6), .xz 1 to 9 (6), .zst 1 to 19 (6)" },
  OPTION_END,
};

const Option output_entries[] = {
  { "output", OUTPUT_PATH, AT (CorpusGiven, options.output), "FILE",
    "Write to FILE (default: standard output)", 'o' },
  OPTION_END,
};

/* Checks and completes what was given. Here are the conditions on values; those on other options are
 * rules. */
static gboolean
get_options (TbkCorpusOptions *options, const CorpusGiven *given, gboolean writes_corpus, GError **error)
{
  const gboolean is_compressed = options->output != NULL && compressed_suffix (options->output) != NULL;
  const char *problem = NULL;

  if (options->output_dir != NULL && options->output_dir[0] == '\0')
    problem = "--output-dir: found no name, expected the name of a folder";
  else if (options->output != NULL && options->output_dir != NULL)
    problem = "--output and --output-dir exclude each other";
  else if (given->skip_existing && options->output_dir == NULL)
    problem = "--skip-existing needs --output-dir";
  else if (options->level > 0 && options->output_dir == NULL && !is_compressed)
    problem =
        "--compression: nothing is compressed, expected --output with a name that ends in .gz, .xz or .zst, "
        "or --output-dir";
  else if (options->on_error == TBK_ON_ERROR_PASS && !writes_corpus)
    problem = "--on-error: found 'pass', expected stop or skip: no sentences are written";
  if (problem != NULL)
    options_refuse (error, "%s", problem);
  if (options->n_threads == 0)
    options->n_threads = (int) g_get_num_processors ();
  return problem == NULL;
}

/* Reads the columns from --input and --input-columns. Of brackets there are none. */
static gboolean
get_columns (Corpus *corpus, GError **error)
{
  const CorpusGiven *given = corpus->given;

  corpus->columns.n_recognized = corpus->n_recognized;
  if (given->columns != NULL && given->input != NULL)
    return options_refuse (error, "--input-columns and --input exclude each other");
  if (given->columns != NULL) {
    g_auto (GStrv) names = g_strsplit (given->columns, ",", -1);
    g_autofree char *joined = g_strjoinv (" ", names);

    if (g_strv_contains ((const char *const *) names, ""))
      return options_refuse (error,
                             "--input-columns: an empty name found, expected _ for a column without a name");

    /* Lines may have more than is named. */
    corpus->names = g_str_has_suffix (joined, "...") ? g_strdup (joined) : g_strconcat (joined, " ...", NULL);
  } else if (!corpus->source->is_of_brackets) {
    corpus->names = g_strdup (given->input);
  }
  corpus->columns.names = corpus->names;
  if (given->columns == NULL || tbk_conllu_columns_check (corpus->names, error))
    return TRUE;
  g_prefix_error (error, "--input-columns: ");
  return FALSE;
}

/* Sets the rules of brackets. Those that make a treebank comparable hold by default, and each option of the
 * kind --keep removes one. */
static void
set_rules (Corpus *corpus)
{
  const CorpusGiven *given = corpus->given;
  guint left_out = 0;

  if (given->brackets.labels == BRACKETS_FULL)
    left_out |= TBK_BRACKETS_CUT_LABELS;
  if (given->brackets.forms == BRACKETS_FULL)
    left_out |= TBK_BRACKETS_CUT_FORMS;
  if (given->brackets.keep_markup)
    left_out |= TBK_BRACKETS_DROP_MARKUP;
  if (given->brackets.keep_empty)
    left_out |= TBK_BRACKETS_DROP_EMPTY;
  if (given->brackets.keep_outer)
    left_out |= TBK_BRACKETS_ONE_ROOT;
  corpus->rules = (TbkBracketOptions){ .rules = TBK_BRACKETS_NORMALIZED & ~left_out,
                                       .losses = tbk_bracket_losses_new () };
  if (given->brackets.forms == BRACKETS_DETECT)
    corpus->rules.rules |= TBK_BRACKETS_DETECT_FORMS;
  corpus->options.format = tbk_brackets_format ();
  corpus->options.format_options = &corpus->rules;
  if (given->input == NULL)
    options_set (&corpus->source->options, "input", "brackets"); /* so it is recorded, whatever told */
}

gboolean
output_check_name (const char *option, const char *path, const char *const *written, const char *names,
                   GError **error)
{
  static const char *const known[] = { ".tsv",    ".jsonl",   ".ndjson",  ".json",    ".csv",   ".xlsx",
                                       ".xls",    ".ods",     ".svg",     ".png",     ".pdf",   ".eps",
                                       ".jpg",    ".html",    ".htm",     ".xml",     ".tex",   ".md",
                                       ".dot",    ".parquet", ".feather", ".rds",     ".yaml",  ".docx",
                                       ".conllu", ".conllup", ".conllx",  ".conll09", ".heads", ".mrg",
                                       ".psd",    ".brackets" };
  g_autofree char *lower = path == NULL ? NULL : g_ascii_strdown (path, -1);

  for (guint k = 0; lower != NULL && k < G_N_ELEMENTS (known); k++)
    if (tbk_file_has_suffix (lower, (const char *const[]){ known[k], NULL })
        && !g_strv_contains (written, known[k]))
      return options_refuse (error, "--%s: found '%s', expected %s", option, path, names);
  return TRUE;
}

gboolean
output_check_kind (const char *option, const char *path, OutputKind kind, GError **error)
{
  static const struct {
    const char *suffixes[6], *names;
  } kinds[] = {
    [OUTPUT_COLUMNS] = { { ".conllu", ".conllup", ".conllx", ".conll", ".conll09" },
                         "a name in .conllu: a treebank is written" },
    [OUTPUT_BRACKETS] = { { ".mrg", ".psd", ".brackets" }, "a name in .mrg: trees are written in brackets" },
    [OUTPUT_RECORDS] = { { ".jsonl", ".ndjson" }, "a name in .jsonl: JSON lines are written" },
    [OUTPUT_TALLY] = { { ".jsonl", ".ndjson", ".json" }, "a name in .jsonl: a tally is written" },
    [OUTPUT_MODEL] = { { NULL }, "a name of its own, such as en.model: a model is written" },
  };

  return output_check_name (option, path, kinds[kind].suffixes, kinds[kind].names, error);
}

/* The format of columns that a name tells; NULL if it tells none. */
static const char *
columns_of_name (const char *name)
{
  static const struct {
    const char *format, *suffixes[3];
  } formats[] = { { "conllu", { ".conllu", ".conllup" } },
                  { "conllx", { ".conllx" } },
                  { "conll09", { ".conll09" } } };

  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    if (tbk_file_has_suffix (name, formats[f].suffixes))
      return formats[f].format;
  return NULL;
}

/* Refuses a name of the output that is not one of a treebank, or of one in another format than the input: sentences are
 * written in the format in which they are read. */
static gboolean
check_output (const Corpus *corpus, GError **error)
{
  const char *output = corpus->options.output, *input = corpus->given->input, *of_output;
  char **operands = corpus->source->operands;

  if (!output_check_kind ("output", output, corpus->source->is_of_brackets ? OUTPUT_BRACKETS : OUTPUT_COLUMNS,
                          error))
    return FALSE;
  of_output = output == NULL || corpus->given->columns != NULL ? NULL : columns_of_name (output);
  for (int i = 0; input == NULL && operands != NULL && operands[i] != NULL; i++)
    input = columns_of_name (operands[i]);
  if (g_strcmp0 (input, "heads") == 0)
    input = "conllu"; /* which is what sentences of head vectors are written in */
  if (of_output == NULL || input == NULL || g_str_equal (input, of_output))
    return TRUE;
  return options_refuse (
      error,
      "--output: found '%s', expected a name in .%s, the format of the input; tbk convert writes others",
      output, input);
}

gboolean
corpus_init (Corpus *corpus, CorpusGiven *given, const Source *source, gboolean writes_corpus, GError **error)
{
  const Options *options = &source->options;

  /* A number of words is told with the option that changes it, where the command has that. */
  given->projectivize.max_core_name = options_have (options, "limit=core") ? "--limit=core" : NULL;
  *corpus = (Corpus){ .given = given, .source = source, .options = given->options };
  corpus->options.format = tbk_conllu_format ();
  corpus->options.format_options = &corpus->columns;
  input_set_standard_name (given->files.stdin_name);
  tool_offer_skip (options_have (options, "on-error") && given->options.on_error == TBK_ON_ERROR_STOP
                   && !g_str_equal (source->command, "check"));
  if (!get_options (&corpus->options, given, writes_corpus, error) || !get_columns (corpus, error)
      || !output_check_kind ("tally", given->tally, OUTPUT_TALLY, error)
      || (writes_corpus && !check_output (corpus, error))
      || !selection_init (&corpus->selection, &given->selection, options,
                          source->is_of_brackets ? TBK_TREES_BRACKETS : TBK_TREES_DEPENDENCIES,
                          &given->projectivize, &corpus->options.selection, error))
    return FALSE;
  if (source->is_of_brackets)
    set_rules (corpus);
  return TRUE;
}

gboolean
corpus_add_where (Corpus *corpus, const char *expression, GError **error)
{
  TbkSelection *chosen = &corpus->selection.chosen;

  if (chosen->conditions == NULL)
    chosen->conditions =
        tbk_conditions_new (corpus->source->is_of_brackets ? TBK_TREES_BRACKETS : TBK_TREES_DEPENDENCIES);
  corpus->options.selection = chosen;
  return tbk_conditions_add_where (chosen->conditions, expression, error);
}

/* 3. corpus: runs over treebanks, with messages and progress to standard error. */

/* Files that this process works on, with their names in the folder for outputs. */
typedef struct {
  GPtrArray *paths, *names; /* NULL-terminated; names: or NULL */
  TbkCorpusOptions options; /* with these names */
} Taken;

/* Sets those of @paths that this process works on: all, or those of its part without outputs that exist. */
static void
taken_init (Taken *taken, const Corpus *corpus, char **paths)
{
  const gboolean has_names = corpus->options.output_dir != NULL;

  taken->paths = g_ptr_array_new ();
  taken->names = g_ptr_array_new ();
  for (int f = 0; paths[f] != NULL; f++)
    if (files_is_taken (&corpus->files, f)) {
      g_ptr_array_add (taken->paths, paths[f]);
      g_ptr_array_add (taken->names, has_names ? (gpointer) files_name (&corpus->files, f) : NULL);
    }
  g_ptr_array_add (taken->paths, NULL);
  g_ptr_array_add (taken->names, NULL);
  taken->options = corpus->options;
  if (has_names)
    taken->options.names = (const char *const *) taken->names->pdata;
}

static void
taken_clear (Taken *taken)
{
  g_ptr_array_unref (taken->paths);
  g_ptr_array_unref (taken->names);
}

void
corpus_clear (Corpus *corpus)
{
  selection_clear (&corpus->selection);
  files_clear (&corpus->files);
  g_clear_pointer (&corpus->paths, g_strfreev);
  g_clear_pointer (&corpus->names, g_free);
  g_clear_pointer (&corpus->rules.losses, tbk_bracket_losses_free);
}

void
corpus_announce (const Corpus *corpus, const char *path)
{
  if (!corpus->given->quiet)
    tool_announce_terminal (path);
}

/* Returns the files of merged tallies, none of which is opened. */
static char **
merged_paths (const TbkTallies *head)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **paths;

  for (int f = 0; f < tbk_tallies_n_files (head); f++)
    g_strv_builder_add (builder, tbk_tallies_path (head, f));
  paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return paths;
}

gboolean
corpus_find_files (Corpus *corpus, GError **error)
{
  if (corpus->source->merging != NULL) {
    corpus->paths = merged_paths (corpus->source->merging->head);
    return TRUE;
  }
  corpus->files = (Files){ .given = &corpus->given->files,
                           .output_dir = corpus->options.output_dir,
                           .output_suffixes = corpus->output_suffixes,
                           .skips_existing = corpus->given->skip_existing };
  if (!files_take (&corpus->files, corpus->source,
                   input_suffixes (corpus->options.format, corpus->given->input),
                   corpus->given->selection.chosen.max > 0, error))
    return FALSE;
  corpus->paths = g_strdupv ((char **) corpus->files.list->paths->pdata);
  return TRUE;
}

gboolean
corpus_load_selection (Corpus *corpus, GError **error)
{
  return selection_load (&corpus->selection, error);
}

static void
add_paths (GPtrArray *all, const char *const *paths)
{
  for (; paths != NULL && *paths != NULL; paths++)
    g_ptr_array_add (all, (gpointer) *paths);
}

/* Inputs and outputs of all kinds, also of other options: none may be written while it is read. */
gboolean
corpus_check_files (Corpus *corpus, const char *const *further_inputs, const char *const *further_outputs,
                    GError **error)
{
  const Merging *merging = corpus->source->merging;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new (), outputs = g_ptr_array_new ();
  Taken taken;
  gboolean done;

  add_paths (inputs, further_inputs);
  options_add_files (&corpus->source->options, FALSE, inputs);
  g_ptr_array_add (inputs, NULL);
  add_paths (outputs, further_outputs);
  options_add_files (&corpus->source->options, TRUE, outputs);
  g_ptr_array_add (outputs, NULL);
  taken_init (&taken, corpus, merging != NULL ? merging->tallies : corpus->paths);
  done = corpus_check (&taken.options, (const char *const *) taken.paths->pdata,
                       (const char *const *) inputs->pdata, (const char *const *) outputs->pdata, error)
         && (merging != NULL || corpus_load_selection (corpus, error));
  taken_clear (&taken);
  return done;
}

static void
tell (gpointer progress, const char *message)
{
  progress_wipe (progress);
  tool_message ("%s", message);
}

static void
show_progress (gpointer progress, const TbkProgress *state)
{
  progress_at (progress, state);
}

/* Returns TRUE if what comes out of the run comes to the terminal while it runs: there a line of progress
 * would be in the way. */
static gboolean
writes_to_terminal (const TbkCorpusOptions *options, const TbkJob *job)
{
  return (job->writes_corpus || job->write != NULL) && options->output == NULL && options->output_dir == NULL
         && isatty (STDOUT_FILENO);
}

/* Moves the tallies of files that were run to their places among all. Files of other parts keep the state of
 * being in no tally. */
static void
move_tallies (const Files *files, TbkTallies *taken, TbkTallies *tallies)
{
  for (int f = 0, t = 0; f < tbk_tallies_n_files (tallies); f++)
    if (files_is_taken (files, f))
      tallies_move (taken, t++, tallies, f);
}

static gboolean
run_taken (const Corpus *corpus, const Taken *taken, const TbkJob *job, TbkTallies *tallies,
           TbkLeftOut *left_out, GError **error)
{
  const char *const *paths = (const char *const *) taken->paths->pdata;
  g_autoptr (TbkTallies) own = tallies == NULL ? NULL : tbk_tallies_new (job->layout, paths, NULL);
  TbkCorpusOptions options = taken->options;
  g_autoptr (Progress) progress = progress_new (corpus->given->quiet || writes_to_terminal (&options, job));
  gboolean done;

  options.tell = tell;
  options.progress = show_progress;
  options.data = progress;
  done = tbk_corpus_run (&options, job, paths, own, left_out, error);
  if (tallies != NULL)
    move_tallies (&corpus->files, own, tallies);
  return done;
}

gboolean
corpus_tell_recognized (const Corpus *corpus)
{
  static const char *const names[] = { "CoNLL-X", "CoNLL 2009" };

  for (guint f = 0; f < G_N_ELEMENTS (names); f++) {
    const int n = g_atomic_int_get (&corpus->n_recognized[f]);

    if (n > 0)
      tool_message ("%d file%s read as %s, by the first sentence; --input=conllu reads CoNLL-U", n,
                    n == 1 ? " is" : "s are", names[f]);
  }
  return TRUE;
}

TbkOutput *
corpus_open_output (const Corpus *corpus, GError **error)
{
  return tbk_output_open (corpus->options.output, corpus->options.level, error);
}

static int
n_taken (const Corpus *corpus)
{
  int n = 0;

  for (int f = 0; corpus->paths[f] != NULL; f++)
    n += files_is_taken (&corpus->files, f);
  return n;
}

static int
n_left_out (const TbkLeftOut *left_out)
{
  return left_out->unread + left_out->faulty;
}

gboolean
corpus_has_none (const Corpus *corpus, const TbkLeftOut *left_out)
{
  return n_left_out (left_out) > 0 && n_left_out (left_out) == n_taken (corpus);
}

/* If an error kept an output from being written, that is said: else an old file of that name could be
 * mistaken for it. */
void
corpus_tell_withheld (const Corpus *corpus, GError **error)
{
  const TbkCorpusOptions *options = &corpus->options;
  const gboolean is_data = error != NULL && g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA);
  const Options *given = &corpus->source->options;
  const char *advice = is_data && options->on_error == TBK_ON_ERROR_STOP && options_have (given, "on-error")
                           ? "; where sentences are bad, --on-error=skip leaves them out"
                           : "";

  if (error == NULL || corpus->paths[0] == NULL
      || !(is_data || g_error_matches (*error, TBK_ERROR, TBK_ERROR_IO)))
    return;
  if (options->output_dir != NULL)
    tool_message ("%s: files that are left out were not written%s", options->output_dir, advice);
  else if (options->output != NULL && !g_str_equal (options->output, "-"))
    tool_message ("%s was not written%s", options->output, advice);
}

void
corpus_tell_lacking (const Corpus *corpus, const TbkLeftOut *left_out, gboolean is_written,
                     gboolean is_direct)
{
  const int n = n_left_out (left_out), n_files = n_taken (corpus);

  if (n == 0 || corpus->paths[1] == NULL)
    return;
  if (!is_written)
    tool_message ("nothing is written: no file is left");
  else
    tool_message ("the output does not contain %d of %d files%s", n, n_files,
                  is_direct ? ", from their first error on" : "");
}

/* An output without any file is not completed: it stays absent. */
static gboolean
commit (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, gboolean is_direct,
        GError **error)
{
  const gboolean is_written = !corpus_has_none (corpus, left_out);

  corpus_tell_lacking (corpus, left_out, is_written, is_direct);
  return (!is_written || tbk_output_commit (g_steal_pointer (output), error))
         && left_out_fail (left_out, (int) g_strv_length (corpus->paths), error);
}

gboolean
corpus_commit (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, GError **error)
{
  const gboolean is_sorted = corpus->given->table.sort != NULL; /* then rows wait for one another */

  return commit (corpus, output, left_out, tbk_output_is_direct (*output) && !is_sorted, error);
}

gboolean
corpus_commit_late (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, GError **error)
{
  return commit (corpus, output, left_out, FALSE, error);
}

/* Steps: terminals are announced; the run, over the files of this process; then messages, of which those on
 * conditions are true only if all files were read; at last files that were left out are an error, here or by
 * the caller. */
gboolean
corpus_run (Corpus *corpus, const TbkJob *job, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const int n_paths = (int) g_strv_length (corpus->paths);
  g_auto (TbkLeftOut) own = { 0 };
  TbkLeftOut *counts = left_out != NULL ? left_out : &own;
  g_autoptr (GError) fault = NULL;
  Taken taken;
  gboolean done;

  for (char **path = corpus->paths; *path != NULL; path++)
    corpus_announce (corpus, *path);
  taken_init (&taken, corpus, corpus->paths);
  done = run_taken (corpus, &taken, job, tallies, counts, error);
  corpus_tell_recognized (corpus);
  if (done && (int) taken.paths->len == n_paths + 1 && n_left_out (counts) == 0)
    selection_tell (&corpus->selection);
  taken_clear (&taken);
  if (!done || left_out_fail (counts, n_paths, &fault))
    return done;
  if (job->writes_corpus)
    corpus_tell_withheld (corpus, &fault);
  if (left_out != NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

/* 4. brackets: the options of commands over phrase-structure treebanks. */

static const char *const extents[] = { "cut", "full", NULL };

const Option brackets_entries[] = {
  { "labels", CHOICE (extents), AT (CorpusGiven, brackets.labels), "LABELS",
    "cut: labels of phrases end before the first -, = or | (default); full: whole labels" },
  { "forms", CHOICE_OR (BRACKETS_DETECT, extents), AT (CorpusGiven, brackets.forms), "FORMS",
    "cut: forms end before the last -, followed by the lemma; full: whole forms. "
    "Default: cut in files whose first words look like FORM-LEMMA, with a message; full in others" },
  { "keep-markup", FLAG, AT (CorpusGiven, brackets.keep_markup), NULL,
    "Keep leaves tagged ID, CODE or METADATA as words" },
  { "keep-empty", FLAG, AT (CorpusGiven, brackets.keep_empty), NULL,
    "Keep traces as words: leaves tagged -NONE-, and those like (C 0), (NP *T*-1), (TO *)" },
  { "keep-outer", FLAG, AT (CorpusGiven, brackets.keep_outer), NULL,
    "Keep the bracket without label around a tree as a constituent" },
  OPTION_END,
};

void
brackets_read_as_evalb (Corpus *corpus)
{
  guint *rules = &corpus->rules.rules;

  *rules &= ~(guint) (TBK_BRACKETS_DROP_MARKUP | TBK_BRACKETS_DROP_EMPTY | TBK_BRACKETS_ONE_ROOT);
  *rules |= TBK_BRACKETS_EVALB_LABELS | TBK_BRACKETS_JOIN_LINES;
  if (corpus->given->brackets.forms == BRACKETS_DETECT)
    *rules &= ~(guint) (TBK_BRACKETS_CUT_FORMS | TBK_BRACKETS_DETECT_FORMS);
}

/* Reports a kind of loss, if there was any. @keeping: (nullable): the option that keeps it. */
static void
tell_loss (const Corpus *corpus, TbkBracketLossKind kind, const char *one, const char *many,
           const char *keeping)
{
  TbkBracketLoss loss;
  g_autofree char *first = NULL;

  tbk_bracket_losses_get (corpus->rules.losses, kind, &loss);
  if (loss.n == 0)
    return;
  first = loss.what == NULL ? g_strdup_printf ("in %s:%" G_GINT64_FORMAT, loss.file, loss.line)
                            : g_strdup_printf ("%s in %s:%" G_GINT64_FORMAT, loss.what, loss.file, loss.line);
  tool_message ("left out %" G_GINT64_FORMAT " %s, the first %s%s%s", loss.n, loss.n == 1 ? one : many, first,
                keeping == NULL ? "" : "; ", keeping == NULL ? "" : keeping);
}

gboolean
brackets_tell_losses (const Corpus *corpus)
{
  const gboolean is_preset = (corpus->rules.rules & TBK_BRACKETS_PENN) != 0;
  TbkBracketLoss cut;

  if (corpus->rules.losses == NULL)
    return TRUE;
  tell_loss (corpus, TBK_BRACKETS_TRACES, "trace", "traces",
             is_preset ? NULL : "--keep-empty keeps them as words");
  tell_loss (corpus, TBK_BRACKETS_MARKUP, "leaf of markup", "leaves of markup",
             "--keep-markup keeps them as words");
  tell_loss (corpus, TBK_BRACKETS_CHILDLESS, "node without words", "nodes without words", NULL);
  tell_loss (corpus, TBK_BRACKETS_WORDLESS, "tree without words", "trees without words", NULL);
  tbk_bracket_losses_get (corpus->rules.losses, TBK_BRACKETS_CUT_FILES, &cut);
  if (cut.n == 1)
    tool_message ("%s: lemmas (form-lemma) were cut off; --forms=full keeps them", cut.file);
  else if (cut.n > 1)
    tool_message ("lemmas (form-lemma) were cut off in %" G_GINT64_FORMAT
                  " files, the first %s; --forms=full keeps them",
                  cut.n, cut.file);
  return TRUE;
}

const TbkPhraseSystem *
brackets_get_system (const char *name, GError **error)
{
  static const char *const names[] = { BRACKETS_SYSTEM, "top-down", "bottom-up", NULL };
  const TbkPhraseSystem *system = tbk_phrase_system_find (name == NULL ? BRACKETS_SYSTEM : name);

  if (system == NULL)
    options_fail_choice ("system", name, " with phrase structure", names, error);
  return system;
}
