/* cmd_filter.c - tbk filter: the sentences, or trees in brackets, that meet conditions, or are shared out.
 *
 * Contents
 *   1. splitting: tbk filter --split: a run that meets the sentences, and one for each part
 *   2. cmd_filter: tbk filter: the sentences, or trees in brackets, that meet conditions
 */
#include "commands/commands.h"
#include "corpus/corpus.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"

/* 1. splitting: tbk filter --split: a run that meets the sentences, and one for each part.
 *
 *   1. Names and shares of the parts are read, and the files are looked at: size, time, and which.
 *   2. A run meets all sentences that are selected, and notes where each is.
 *   3. The split shares them out by the seed.
 *   4. A run for each part writes its sentences, byte for byte.
 *   5. If files have changed meanwhile, nothing is written; else all outputs get their names.
 *
 * So no sentence is kept in memory, and the files are read once more than there are parts.
 */

typedef struct {
  const char *split, *into; /* `into` is --output-dir */
  int by;                   /* BY_DOCUMENT and so on */
} Splitting;

static const Option splitting_entries[] = {
  { "split", TEXT, AT (Splitting, split), "PARTS",
    "Divide the sentences at random among files NAME in the folder of --output-dir, each in exactly one: by shares, "
    "train:8,dev:1,test:1, or by numbers of sentences, where one part has the rest: train:rest,dev:200,test:150; or among K files fold-1 and so on "
    "of equal shares: 5" },
  OPTION_END,
};

enum { BY_SENTENCE, BY_DOCUMENT };
static const char *const units[] = { [BY_SENTENCE] = "sentence", [BY_DOCUMENT] = "document", NULL };

static const Option splitting_document_entries[] = {
  { "by", CHOICE (units), AT (Splitting, by), "WHAT",
    "What --split shares out: sentence (default); document: the sentences of a document stay together; one begins "
    "at # newdoc, and with a file" },
  OPTION_END,
};

/* The names of the files, without folder and suffix, and their shares. */
typedef struct {
  GPtrArray *names;
  GArray *shares; /* of gint64 */
  int rest;       /* 1 + the part of which the share is `rest`; 0: none */
} Parts;

static void
parts_clear (Parts *parts)
{
  g_ptr_array_unref (parts->names);
  g_array_unref (parts->shares);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

/* Returns TRUE if one of the options was given. */
static gboolean
is_split (const Splitting *given)
{
  return given->split != NULL || given->by == BY_DOCUMENT;
}

/* Returns TRUE if @name can be that of a file in a folder, on any system. */
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
  const OptionType type = NUMBER (1, TBK_SPLIT_MOST_SHARE);
  gint64 share = 0;

  if (name == NULL || !is_file_name (name))
    return options_refuse (
        error,
        "--split: found '%s', expected NAME:SHARE, with letters, digits and . _ - in the name, or a number of equal shares",
        text);
  if (g_ptr_array_find_with_equal_func (parts->names, name, g_str_equal, NULL))
    return options_refuse (error, "--split: found the name '%s' twice", name);
  if (g_str_equal (colon + 1, "rest")) {
    if (parts->rest > 0)
      return options_refuse (error, "--split: found 'rest' twice, expected it for one part");
    share = 1;
    parts->rest = (int) parts->names->len + 1;
  } else if (!options_convert ("split", &type, colon + 1, &share, error)) {
    return FALSE;
  }
  g_ptr_array_add (parts->names, g_steal_pointer (&name));
  g_array_append_val (parts->shares, share);
  return TRUE;
}

/* Adds as many parts of equal shares as @text says, their numbers of the same width, so that the files are in
 * order. */
static gboolean
add_folds (Parts *parts, const char *text, GError **error)
{
  const OptionType type = NUMBER (2, TBK_SPLIT_MOST_PARTS);
  gint64 n_folds;

  if (!options_convert ("split", &type, text, &n_folds, error))
    return FALSE;
  for (gint64 fold = 1, share = 1; fold <= n_folds; fold++) {
    const int digits = n_folds >= 1000 ? 4 : n_folds >= 100 ? 3 : n_folds >= 10 ? 2 : 1;

    g_ptr_array_add (parts->names, g_strdup_printf ("fold-%0*d", digits, (int) fold));
    g_array_append_val (parts->shares, share);
  }
  return TRUE;
}

/* Shares that are no per cents may be meant as numbers of sentences. */
static void
tell_of_shares (const Parts *parts)
{
  gint64 sum = 0;

  for (guint part = 0; part < parts->shares->len; part++)
    sum += g_array_index (parts->shares, gint64, part);
  if (parts->rest == 0 && sum > 100)
    tool_message (
        "--split: the numbers are shares; beside a part with the rest, as other:rest, they are numbers of sentences");
}

static gboolean
get_parts (const Splitting *given, Parts *parts, GError **error)
{
  g_auto (GStrv) texts = NULL;

  if (given->split == NULL) /* --by=document alone */
    return TRUE;
  if (given->split[0] != '\0' && given->split[strspn (given->split, "0123456789")] == '\0')
    return add_folds (parts, given->split, error);
  texts = g_strsplit (given->split, ",", -1);
  if (g_strv_length (texts) > TBK_SPLIT_MOST_PARTS)
    return options_refuse (error, "--split: found more than %s parts", G_STRINGIFY (1000));
  for (char **text = texts; *text != NULL; text++)
    if (!add_part (parts, *text, error))
      return FALSE;
  tell_of_shares (parts);
  return parts->names->len > 0
         || options_refuse (error, "--split: found '%s', expected NAME:SHARE,... or a number", "");
}

/* Checks that each input is a file, since it is read again for each part. */
static gboolean
check_inputs (const Corpus *corpus, GError **error)
{
  for (char **path = corpus->paths; *path != NULL; path++)
    if (g_str_equal (*path, "-")
        || (g_file_test (*path, G_FILE_TEST_EXISTS) && !g_file_test (*path, G_FILE_TEST_IS_REGULAR)))
      return options_refuse (error, "%s: expected a file, because --split reads it several times",
                             g_str_equal (*path, "-") ? "standard input" : *path);
  return TRUE;
}

static char **
make_paths (const Splitting *given, const Parts *parts, const char *suffix)
{
  char **paths = g_new0 (char *, parts->names->len + 1);

  for (guint part = 0; part < parts->names->len; part++) {
    g_autofree char *name = g_strconcat (parts->names->pdata[part], suffix, NULL);
    paths[part] = g_build_filename (given->into, name, NULL);
  }
  return paths;
}

/* Returns the state of the files before they are read: size, time, and which. */
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

/* The job of a filter that counts the sentences that it writes: as many as the split has for that part. */
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

/* Writes part @part to @output. Messages about the files were written when the sentences were met. */
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

/* Opens the outputs of all parts, and writes them; they are completed once all are known to be right. */
static gboolean
write_parts (const Corpus *corpus, const TbkSplit *split, char **paths, GPtrArray *outputs, GError **error)
{
  files_allow (g_strv_length (paths));
  for (int part = 0; paths[part] != NULL; part++) {
    TbkOutput *output = tbk_output_open (paths[part], 0, error);

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
  tool_message ("--output-dir: no part was written");
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

/* Reports how many sentences each part got. */
static void
tell_sizes (const TbkSplit *split, const Parts *parts)
{
  g_autoptr (GString) sizes = g_string_new (NULL);

  for (guint part = 0; part < parts->names->len; part++)
    g_string_append_printf (sizes, "%s%s %" G_GINT64_FORMAT, part > 0 ? ", " : "",
                            (char *) parts->names->pdata[part], tbk_split_size (split, (int) part));
  tool_message ("sentences: %s", sizes->str);
}

/* Reports parts that got no document. */
static void
tell_of_empty (const TbkSplit *split, const Parts *parts)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint part = 0; part < parts->names->len; part++)
    if (tbk_split_size (split, (int) part) == 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", (char *) parts->names->pdata[part]);
  if (names->len > 0)
    tool_message ("--by=document: nothing is left for %s: a document begins at # newdoc, and with a file",
                  names->str);
}

/* Returns TRUE if @path is one of @paths, or the same file by another name. */
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
    tool_message ("--output-dir: %s holds %d other file%s, perhaps of an earlier run; the first: %s", folder,
                  n, n == 1 ? "" : "s", first);
}

/* Shares out the sentences that are selected, with @seed, into files of @suffix. */
static gboolean
split_files (const Splitting *given, Corpus *corpus, guint64 seed, const char *suffix, GError **error)
{
  g_auto (Parts)
      parts = { g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (gint64)), 0 };
  g_auto (GStrv) paths = NULL;
  g_autoptr (TbkSplit) split = NULL;
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_output_discard);
  TbkSplitOptions options = { .by_document = given->by == BY_DOCUMENT, .seed = seed };
  TbkSplitMeeting meeting;
  TbkJob job;

  if (given->into == NULL)
    return options_refuse (error, "--split needs --output-dir=DIR, the folder of the files");
  if (!get_parts (given, &parts, error) || !corpus_find_files (corpus, error)
      || !check_inputs (corpus, error))
    return FALSE;
  paths = make_paths (given, &parts, suffix);
  if (!make_folder (given->into, error)
      || !corpus_check_files (corpus, NULL, (const char *const *) paths, error))
    return FALSE;
  options.shares = (const gint64 *) parts.shares->data;
  options.n_parts = (int) parts.names->len;
  options.rest = parts.rest;
  split = tbk_split_new (&options);
  meeting = (TbkSplitMeeting){ .split = split, .selection = g_steal_pointer (&corpus->options.selection) };
  job = tbk_split_job (&meeting);
  if (!read_files (corpus, &job, split, paths, outputs, error))
    return FALSE;
  for (guint part = 0; part < outputs->len; part++)
    if (!tbk_output_commit (g_steal_pointer (&outputs->pdata[part]), error))
      return FALSE;
  tell_sizes (split, &parts);
  tell_of_others (given->into, suffix, paths, corpus->paths);
  if (given->by == BY_DOCUMENT)
    tell_of_empty (split, &parts);
  return TRUE;
}

/* 2. cmd_filter: tbk filter: the sentences, or trees in brackets, that meet conditions. */

typedef struct {
  CorpusGiven corpus;
  Splitting splitting;
  TbkFilterOptions filter;
  gint64 n_sampled, seed;
  int preset;
} Filter;

enum { PRESET_NONE, PRESET_PTB };

static const char *const presets[] = { "ptb", NULL };

static const Option sample_entries[] = {
  { "sample", NUMBER (1, G_MAXINT), AT (Filter, n_sampled), "N",
    "Write N of the sentences, drawn at random from all files, or all if there are fewer, in their order. "
    "Each set of N is equally likely" },
  { "seed", NUMBER_OR (1, G_MININT64, G_MAXINT64), AT (Filter, seed), "N",
    "Seed of --sample and --split (default 1)" },
  OPTION_END,
};

static const Option line_entries[] = {
  { "preset", CHOICE_FROM (PRESET_PTB, presets), AT (Filter, preset), "NAME",
    "ptb: the form of the Penn Treebank in which parsers are compared, one tree per line. Leaves tagged -NONE-, "
    "function tags and indices are removed; everything else is kept. With --keep-outer the outer bracket is TOP" },
  { "lines", FLAG, AT (Filter, filter.as_lines), NULL,
    "Write each tree normalized, on one line; the default is the bytes of the input" },
  OPTION_END,
};

/* Lines are no corpus in the format of the input, nor is what --preset writes. */
static gboolean
check_lines (const Filter *given, const TbkCorpusOptions *options, GError **error)
{
  const char *excluded = !given->filter.as_lines                  ? NULL
                         : is_split (&given->splitting)           ? "--split"
                         : options->output_dir != NULL            ? "--output-dir"
                         : options->on_error == TBK_ON_ERROR_PASS ? "--on-error=pass"
                                                                  : NULL;

  return excluded == NULL || options_refuse (error, "--lines and %s exclude each other", excluded);
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
  if (!left_out_fail (&left_out, (int) g_strv_length (corpus->paths), error)) {
    corpus_tell_withheld (corpus, error);
    if (filter->sample != NULL && corpus->options.output == NULL && corpus->paths[1] != NULL)
      tool_message ("nothing is written: a sample is drawn from whole files");
    return FALSE;
  }
  return (filter->sample == NULL || tbk_sample_write (filter->sample, output, error))
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
run (Filter *given, Corpus *corpus, GError **error)
{
  g_autoptr (TbkSample) sample = NULL;
  TbkFilterOptions *filter = &given->filter;
  TbkJob job;

  filter->format = corpus->options.format;
  if (!check_lines (given, &corpus->options, error))
    return FALSE;
  if (is_split (&given->splitting)) {
    given->splitting.into = corpus->options.output_dir;
    corpus->options.output_dir = NULL; /* no file is written for each input */
    return split_files (&given->splitting, corpus, (guint64) given->seed,
                        corpus->options.format == tbk_conllu_format () ? ".conllu" : ".brackets", error);
  }
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  if (given->n_sampled > 0)
    filter->sample = sample = tbk_sample_new (given->n_sampled, (guint64) given->seed);
  if (filter->as_lines || sample != NULL)
    return run_with_output (corpus, filter, error);
  job = tbk_filter_job (filter);
  return corpus_run (corpus, &job, NULL, NULL, error);
}

static const OptionGroup tree_groups[] = {
  SELECTION_GROUP,
  OPTION_GROUP ("Samples", sample_entries),

  OPTION_GROUP_AT ("Splits", splitting_entries, Filter, splitting),
  OPTION_GROUP ("Output", line_entries),
  OPTION_GROUP ("Output", corpus_output_entries),
  BRACKETS_INPUT_GROUPS (corpus_pass_on_error_entries),
  CORPUS_END_GROUPS,
};

/* Sets the rules of --preset, in place of those of the options. */
static void
take_preset (Filter *given, Corpus *corpus)
{
  if (given->preset == PRESET_NONE)
    return;
  given->filter.as_lines = TRUE;
  corpus->rules.rules = TBK_BRACKETS_DROP_EMPTY | TBK_BRACKETS_DROP_CHILDLESS | TBK_BRACKETS_CUT_LABELS
                        | TBK_BRACKETS_PENN | (given->corpus.brackets.keep_outer ? 0 : TBK_BRACKETS_ONE_ROOT);
}

/* Without lines trees are written as they came; their words are counted all the same. */
static const OptionRule rules[] = {
  { "seed", "sample split" },
  { "by", "split" },
  { "output skip-existing compression max part on-error=pass sample", "!split" },
  { "output-dir max on-error=pass", "!sample" },
  { "root method limit=core", "where" },
  { "labels forms keep-empty keep-markup", "!preset" },
  { "labels forms", "lines" },
  { "keep-empty keep-markup", "lines where split" },
  { "keep-outer", "lines preset" },
  { NULL, NULL },
};

static gboolean
filter (gpointer values, const Source *source, GError **error)
{
  Filter *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  if (!corpus_init (&corpus, &given->corpus, source, TRUE, error))
    return FALSE;
  take_preset (given, &corpus);
  return run (given, &corpus, error) && (!given->filter.as_lines || brackets_tell_losses (&corpus));
}

static const Form brackets = {
  .groups = tree_groups, .rules = rules, .size = sizeof (Filter), .is_of_brackets = TRUE, .run = filter
};

static const OptionGroup groups[] = {
  SELECTION_GROUP,
  OPTION_GROUP ("Samples", sample_entries),
  PROJECTIVIZATION_GROUP,
  OPTION_GROUP_AT ("Splits", splitting_entries, Filter, splitting),
  OPTION_GROUP_AT ("Splits", splitting_document_entries, Filter, splitting),
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static const Form conllu = { .groups = groups, .rules = rules, .size = sizeof (Filter), .run = filter };

const Command cmd_filter = { .name = "filter", .conllu = &conllu, .brackets = &brackets };
