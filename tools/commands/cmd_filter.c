/* cmd_filter.c - tbk filter: the sentences, or trees in brackets, that meet conditions, or are shared out.
 *
 * Contents
 *   1. splitting: tbk filter --split and --folds: a run that meets the sentences, and one for each part
 *   2. cmd_filter: tbk filter: the sentences, or trees in brackets, that meet conditions
 */
#include "commands/commands.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/filter.h"
#include "tbk/split.h"

/* 1. splitting: tbk filter --split and --folds: a run that meets the sentences, and one for each part. */

const GOptionEntry splitting_entries[] = {
  { "split", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SplittingGiven, split),
    "Share the sentences out at random into files NAME in the folder of --into, each in exactly one: train:80,dev:10,test:10; "
    "the numbers are shares of their sum",
    "NAME:SHARE,..." },
  { "folds", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SplittingGiven, folds),
    "The same with K equal shares, named fold-1 and so on", "K" },
  { "into", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (SplittingGiven, into),
    "With --split or --folds: the folder of the files, which is made if need be", "DIR" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry splitting_document_entries[] = {
  { "by-document", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (SplittingGiven, by_document),
    "With --split or --folds: keep the sentences of a document together; one begins at # newdoc, and with a file",
    NULL },
  G_OPTION_ENTRY_NULL,
};

/* What the files are called, without folder and suffix, and their shares. */
typedef struct {
  GPtrArray *names;
  GArray *shares; /* of gint64 */
} Parts;

static void
parts_clear (Parts *parts)
{
  g_ptr_array_unref (parts->names);
  g_array_unref (parts->shares);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

gboolean
splitting_is_given (const SplittingGiven *given)
{
  return given->split != NULL || given->folds != NULL || given->into != NULL || given->by_document;
}

static gboolean
fail_usage (GError **error, const char *format, const char *found)
{
  g_autofree char *message = g_strdup_printf (format, found);

  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, message);
  return FALSE;
}

/* Whether @name can be that of a file in a folder, on any system. */
static gboolean
is_file_name (const char *name)
{
  const gsize length = strlen (name);

  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("._-", *at) == NULL)
      return FALSE;
  return length >= 1 && length <= 100 && *name != '.' && *name != '-';
}

/* Adds a part NAME:SHARE. */
static gboolean
add_part (Parts *parts, const char *text, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *name = colon == NULL ? NULL : g_strndup (text, (gsize) (colon - text));
  gint64 share = 0;

  if (name == NULL || !is_file_name (name))
    return fail_usage (
        error, "--split: found '%s', expected NAME:SHARE, with letters, digits and . _ - in the name", text);
  if (g_ptr_array_find_with_equal_func (parts->names, name, g_str_equal, NULL))
    return fail_usage (error, "--split: found the name '%s' twice", name);
  if (!options_number ("split", colon + 1, 1, TBK_SPLIT_MOST_SHARE, &share, error))
    return FALSE;
  g_ptr_array_add (parts->names, g_steal_pointer (&name));
  g_array_append_val (parts->shares, share);
  return TRUE;
}

static gboolean
get_parts (const SplittingGiven *given, Parts *parts, GError **error)
{
  gint64 n_folds = 0;

  if (given->split != NULL) {
    g_auto (GStrv) texts = g_strsplit (given->split, ",", -1);
    if (g_strv_length (texts) > TBK_SPLIT_MOST_PARTS)
      return fail_usage (error, "--split: found more than %s parts", G_STRINGIFY (1000));
    for (char **text = texts; *text != NULL; text++)
      if (!add_part (parts, *text, error))
        return FALSE;
    return parts->names->len > 0 || fail_usage (error, "--split: found '%s', expected NAME:SHARE", "");
  }
  if (!options_number ("folds", given->folds, 2, TBK_SPLIT_MOST_PARTS, &n_folds, error))
    return FALSE;
  for (gint64 fold = 1, share = 1; fold <= n_folds; fold++) {
    /* As many digits as the last has, so that they stand in order. */
    int digits = n_folds >= 1000 ? 4 : n_folds >= 100 ? 3 : n_folds >= 10 ? 2 : 1;
    g_ptr_array_add (parts->names, g_strdup_printf ("fold-%0*d", digits, (int) fold));
    g_array_append_val (parts->shares, share);
  }
  return TRUE;
}

/* What does not go together. */
static gboolean
check_options (const SplittingGiven *given, const Corpus *corpus, GError **error)
{
  const CorpusGiven *other = corpus->given;
  const char *excluded = other->output != NULL                           ? "--output"
                         : other->output_dir != NULL                     ? "--output-dir"
                         : other->selection.max != NULL                  ? "--max"
                         : other->files.part != NULL                     ? "--part"
                         : corpus->options.on_error == TBK_ON_ERROR_PASS ? "--on-error=pass"
                                                                         : NULL;
  const char *option = given->split != NULL ? "--split" : "--folds";

  if (given->split != NULL && given->folds != NULL)
    return fail_usage (error, "%s and --folds exclude each other", "--split");
  if (given->split == NULL && given->folds == NULL)
    return fail_usage (error, "%s needs --split or --folds",
                       given->into != NULL ? "--into" : "--by-document");
  if (given->into == NULL)
    return fail_usage (error, "%s needs --into=DIR, the folder of the files", option);
  if (excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s exclude each other", option, excluded);
  return FALSE;
}

/* Files are read again for each part. */
static gboolean
check_inputs (const Corpus *corpus, GError **error)
{
  for (char **path = corpus->paths; *path != NULL; path++)
    if (g_str_equal (*path, "-")
        || (g_file_test (*path, G_FILE_TEST_EXISTS) && !g_file_test (*path, G_FILE_TEST_IS_REGULAR)))
      return fail_usage (error, "%s: expected a file, which --split and --folds read several times",
                         g_str_equal (*path, "-") ? "standard input" : *path);
  return TRUE;
}

static char **
make_paths (const SplittingGiven *given, const Parts *parts, const char *suffix)
{
  char **paths = g_new0 (char *, parts->names->len + 1);

  for (guint part = 0; part < parts->names->len; part++) {
    g_autofree char *name = g_strconcat (parts->names->pdata[part], suffix, NULL);
    paths[part] = g_build_filename (given->into, name, NULL);
  }
  return paths;
}

/* How the files were before they were read: size, time, and which. */
static GArray *
look_at_inputs (const Corpus *corpus)
{
  GArray *states = g_array_new (FALSE, TRUE, sizeof (struct stat));

  for (char **path = corpus->paths; *path != NULL; path++) {
    struct stat state = { 0 };

    (void) !stat (*path, &state); /* whoever opens it will tell */
    g_array_append_val (states, state);
  }
  return states;
}

static gboolean
is_equal (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size
         && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static gboolean
check_unchanged (const Corpus *corpus, const GArray *before, GError **error)
{
  g_autoptr (GArray) now = look_at_inputs (corpus);

  for (guint f = 0; f < now->len; f++)
    if (!is_equal (&g_array_index (before, struct stat, f), &g_array_index (now, struct stat, f))) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                   "%s: the file has changed while it was read, expected the same each time",
                   corpus->paths[f]);
      return FALSE;
    }
  return TRUE;
}

/* The job of a filter that counts the sentences it meets, as the split has counted them. */
typedef struct {
  TbkJob filter;
  GMutex counting; /* guards the next */
  gint64 n;
} Counted;

typedef struct {
  Counted *counted;
  gpointer inner;
  gint64 n;
} CountedWorker;

static gpointer
counted_new (gpointer data)
{
  CountedWorker *worker = g_new0 (CountedWorker, 1);

  worker->counted = data;
  worker->inner = worker->counted->filter.worker_new (worker->counted->filter.data);
  return worker;
}

static void
counted_free (gpointer data)
{
  CountedWorker *worker = data;
  Counted *counted = worker->counted;

  g_mutex_lock (&counted->counting);
  counted->n += worker->n;
  g_mutex_unlock (&counted->counting);
  counted->filter.worker_free (worker->inner);
  g_free (worker);
}

static gboolean
counted_work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  CountedWorker *worker = data;

  worker->n += entry->n_words > 0;
  return worker->counted->filter.work (worker->inner, entry, text, tally, error);
}

/* Writes part @part to @output. What is to be told of the files read was told when the sentences were met. */
static gboolean
write_part (const Corpus *corpus, const TbkSplit *split, int part, TbkOutput *output, GError **error)
{
  const TbkFilterOptions filter = { .format = corpus->options.format };
  const TbkSelection selection = { .split = split, .part = part };
  TbkCorpusOptions options = corpus->options;
  Counted counted = { .filter = tbk_filter_job (&filter) };
  TbkJob job = counted.filter;
  gboolean done;

  job.data = &counted;
  job.worker_new = counted_new;
  job.worker_free = counted_free;
  job.work = counted_work;
  options.selection = &selection;
  options.opened = output;
  g_mutex_init (&counted.counting);
  done = tbk_corpus_run (&options, &job, (const char *const *) corpus->paths, NULL, NULL, error);
  g_mutex_clear (&counted.counting);
  if (!done || counted.n == tbk_split_size (split, part))
    return done;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
               "found %" G_GINT64_FORMAT " sentences of a part, expected %" G_GINT64_FORMAT
               " as before: the files have changed while they were read",
               counted.n, tbk_split_size (split, part));
  return FALSE;
}

/* Each output has two descriptors. Where the system allows no more, opening them says so. */
static void
allow_files (guint n)
{
  enum { OTHERS = 200 };
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= 2 * n + OTHERS)
    return;
  limit.rlim_cur = MIN (limit.rlim_max, 2 * n + OTHERS);
  (void) !setrlimit (RLIMIT_NOFILE, &limit);
}

/* Opens the outputs of all parts, and writes them; they are completed once all are known to be right. */
static gboolean
write_parts (const Corpus *corpus, const TbkSplit *split, char **paths, GPtrArray *outputs, GError **error)
{
  allow_files (g_strv_length (paths));
  for (int part = 0; paths[part] != NULL; part++) {
    TbkOutput *output = tbk_output_open (paths[part], error);

    if (output == NULL)
      return FALSE;
    g_ptr_array_add (outputs, output);
  }
  for (guint part = 0; part < outputs->len; part++)
    if (!write_part (corpus, split, (int) part, outputs->pdata[part], error))
      return FALSE;
  return TRUE;
}

/* Meets the sentences of the files, shares them out and writes them to @outputs. */
static gboolean
read_files (Corpus *corpus, const TbkJob *meet, TbkSplit *split, char **paths, GPtrArray *outputs,
            GError **error)
{
  g_autoptr (GArray) before = look_at_inputs (corpus);

  if (corpus_run (corpus, meet, NULL, NULL, error) && tbk_split_decide (split, error)
      && write_parts (corpus, split, paths, outputs, error) && check_unchanged (corpus, before, error))
    return TRUE;
  tool_message ("--into: no part was written");
  return FALSE;
}

static gboolean
make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", path, g_strerror (errno));
  return FALSE;
}

/* Tells of parts that got no document. */
static void
tell_of_empty (const TbkSplit *split, const Parts *parts)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint part = 0; part < parts->names->len; part++)
    if (tbk_split_size (split, (int) part) == 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", (char *) parts->names->pdata[part]);
  if (names->len > 0)
    tool_message ("--by-document: nothing is left for %s: a document begins at # newdoc, and with a file",
                  names->str);
}

/* Whether @path is one of @paths, or the same file by another name. */
static gboolean
is_among (const char *path, char **paths)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);

  for (; *paths != NULL; paths++) {
    g_autofree char *other = g_canonicalize_filename (*paths, NULL);

    if (strcmp (full, other) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Tells of files in the folder that may be parts of an earlier run: of the same suffix, compressed or not. */
static void
tell_of_others (const char *folder, const char *suffix, char **written, char **read)
{
  const char *dot = strchr (suffix + 1, '.');
  g_autofree char *plain = dot == NULL ? g_strdup (suffix) : g_strndup (suffix, (gsize) (dot - suffix));
  g_autofree char *compressed = g_strconcat (plain, ".", NULL), *first = NULL;
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (!(g_str_has_suffix (name, plain) || strstr (name, compressed) != NULL) || is_among (path, written)
        || is_among (path, read) || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
      continue;
    n++;
    if (first == NULL || strcmp (path, first) < 0) {
      g_free (first);
      first = g_steal_pointer (&path);
    }
  }
  if (dir != NULL)
    g_dir_close (dir);
  if (n > 0)
    tool_message ("--into: %s holds %d other file%s, perhaps of an earlier run; the first: %s", folder, n,
                  n == 1 ? "" : "s", first);
}

gboolean
splitting_run (const SplittingGiven *given, Corpus *corpus, guint64 seed, const char *suffix, GError **error)
{
  g_auto (Parts)
      parts = { g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_auto (GStrv) paths = NULL;
  g_autoptr (TbkSplit) split = NULL;
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_output_discard);
  TbkSplitOptions options = { .by_document = given->by_document, .seed = seed };
  TbkSplitMeeting meeting;
  TbkJob job;

  if (!check_options (given, corpus, error) || !get_parts (given, &parts, error)
      || !corpus_find_files (corpus, error) || !check_inputs (corpus, error))
    return FALSE;
  paths = make_paths (given, &parts, suffix);
  if (!make_folder (given->into, error)
      || !corpus_check_files (corpus, NULL, (const char *const *) paths, error))
    return FALSE;
  options.shares = (const gint64 *) parts.shares->data;
  options.n_parts = (int) parts.names->len;
  split = tbk_split_new (&options);
  meeting = (TbkSplitMeeting){ .split = split, .selection = g_steal_pointer (&corpus->options.selection) };
  job = tbk_split_job (&meeting);
  if (!read_files (corpus, &job, split, paths, outputs, error))
    return FALSE;
  for (guint part = 0; part < outputs->len; part++)
    if (!tbk_output_commit (g_steal_pointer (&outputs->pdata[part]), error))
      return FALSE;
  tell_of_others (given->into, suffix, paths, corpus->paths);
  if (given->by_document)
    tell_of_empty (split, &parts);
  return TRUE;
}

/* 2. cmd_filter: tbk filter: the sentences, or trees in brackets, that meet conditions. */

typedef struct {
  CorpusGiven corpus;
  SplittingGiven splitting;
  char *sample, *seed, *preset;
  gboolean as_lines;
} Given;

static const GOptionEntry sample_entries[] = {
  { "sample", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, sample),
    "Write N of them, drawn at random from all files, or all if there are fewer. Each set of N "
    "is equally likely",
    "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, seed),
    "Seed of --sample, --split and --folds (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry line_entries[] = {
  { "preset", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, preset),
    "ptb: the Penn Treebank as parsers are compared on it, on lines. Leaves tagged -NONE- go, labels end before "
    "function tags and indices, all else stays. With --keep-outer the outer bracket is TOP",
    "NAME" },
  { "lines", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, as_lines),
    "Write each tree normalized, on one line; without this option the bytes of the input", NULL },
  G_OPTION_ENTRY_NULL,
};

/* Options that only a corpus in the format of the input can have. */
static gboolean
check_corpus_options (const Given *given, const TbkCorpusOptions *options, GError **error)
{
  const char *option = given->sample != NULL ? "--sample" : given->as_lines ? "--lines" : NULL;
  const gboolean splits = splitting_is_given (&given->splitting);
  const char *excluded = splits                                                         ? "--split or --folds"
                         : options->output_dir != NULL                                  ? "--output-dir"
                         : options->on_error == TBK_ON_ERROR_PASS                       ? "--on-error=pass"
                         : given->sample != NULL && given->corpus.selection.max != NULL ? "--max"
                                                                                        : NULL;

  if (option == NULL || excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s exclude each other", option, excluded);
  return FALSE;
}

/* Writes what is no corpus: lines, or a sample, once it is complete. */
static gboolean
run_with_output (Corpus *corpus, TbkFilterOptions *filter, GError **error)
{
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  const TbkJob job = tbk_filter_job (filter);
  g_auto (TbkLeftOut) left_out = { 0 };

  filter->output = output;
  if (output == NULL || !corpus_run (corpus, &job, NULL, &left_out, error))
    return FALSE;
  if (!tbk_left_out_fail (&left_out, (int) g_strv_length (corpus->paths), error)) {
    corpus_tell_withheld (corpus, error);
    if (filter->sample != NULL && corpus->options.output == NULL && corpus->paths[1] != NULL)
      tool_message ("nothing is written: a sample is drawn from whole files");
    return FALSE;
  }
  return (filter->sample == NULL || tbk_sample_write (filter->sample, output, error))
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
run (const Given *given, Corpus *corpus, GError **error)
{
  g_autoptr (TbkSample) sample = NULL;
  TbkFilterOptions filter = { .format = corpus->options.format, .as_lines = given->as_lines };
  gint64 size = 0, seed = 1;
  TbkJob job;

  if (!options_number ("sample", given->sample, 1, G_MAXINT, &size, error)
      || !options_number ("seed", given->seed, G_MININT64, G_MAXINT64, &seed, error)
      || !check_corpus_options (given, &corpus->options, error))
    return FALSE;
  if (splitting_is_given (&given->splitting))
    return splitting_run (&given->splitting, corpus, (guint64) seed,
                          corpus->options.format == tbk_conllu_format () ? ".conllu" : ".brackets", error);
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  if (size > 0)
    filter.sample = sample = tbk_sample_new (size, (guint64) seed);
  if (given->as_lines || sample != NULL)
    return run_with_output (corpus, &filter, error);
  job = tbk_filter_job (&filter);
  return corpus_run (corpus, &job, NULL, NULL, error);
}

static const OptionGroup tree_groups[] = {
  SELECTION_GROUP,
  OPTION_GROUP ("Which sentences", sample_entries),

  OPTION_GROUP_AT ("Splits", splitting_entries, Given, splitting),
  OPTION_GROUP ("Output", line_entries),
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_pass_on_error_entries),
  CORPUS_END_GROUPS,
};

/* The rules of --preset, in place of those of the options. */
static gboolean
take_preset (Given *given, Corpus *corpus, GError **error)
{
  static const char *const names[] = { "ptb", NULL };
  const CorpusGiven *other = &given->corpus;
  const char *excluded = other->brackets.labels != NULL  ? "--labels"
                         : other->brackets.forms != NULL ? "--forms"
                         : other->brackets.keep_empty    ? "--keep-empty"
                         : other->brackets.keep_markup   ? "--keep-markup"
                                                         : NULL;
  int preset;

  if (given->preset == NULL)
    return TRUE;
  if (!options_choose ("preset", given->preset, names, &preset, error))
    return FALSE;
  if (excluded != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--preset and %s exclude each other", excluded);
    return FALSE;
  }
  given->as_lines = TRUE;
  corpus->rules.rules = TBK_BRACKETS_DROP_EMPTY | TBK_BRACKETS_DROP_CHILDLESS | TBK_BRACKETS_CUT_LABELS
                        | TBK_BRACKETS_PENN | (other->brackets.keep_outer ? 0 : TBK_BRACKETS_ONE_ROOT);
  return TRUE;
}

/* Without lines trees are written as they came; their words are counted all the same. What a preset does not go with it tells. */
static const OptionRule tree_rules[] = {
  { "seed", "sample split folds" },
  { "labels", "lines ?preset" },
  { "forms", "lines ?preset" },
  { "keep-outer", "lines preset" },
  { "keep-empty", "lines ?preset min-words max-words split folds" },
  { "keep-markup", "lines ?preset min-words max-words split folds" },
  { NULL, NULL },
};

static gboolean
filter_brackets (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return brackets_init (&corpus, &given->corpus, source, TRUE, error) && take_preset (given, &corpus, error)
         && run (given, &corpus, error) && (!given->as_lines || brackets_tell_losses (&corpus));
}

static const Form brackets = { .groups = tree_groups,
                               .rules = tree_rules,
                               .size = sizeof (Given),
                               .operands = "[FILE...]",
                               .is_of_brackets = TRUE,
                               .run = filter_brackets };

static const OptionGroup groups[] = {
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Which sentences", sample_entries),
  PROJECTIVIZATION_GROUP,
  OPTION_GROUP_AT ("Splits", splitting_entries, Given, splitting),
  OPTION_GROUP_AT ("Splits", splitting_document_entries, Given, splitting),
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "seed", "sample split folds" }, { "root", "min-lost" }, { "method", "min-lost" },
  { "max-core", "min-lost" },       { NULL, NULL },
};

static gboolean
filter_sentences (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return corpus_init (&corpus, &given->corpus, source, TRUE, error) && run (given, &corpus, error);
}

static const Form conllu = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = filter_sentences
};

const Command cmd_filter = { .name = "filter", .conllu = &conllu, .brackets = &brackets };
