/* cmd_filter.c - tbk filter: the sentences, or trees in brackets, that meet conditions. */
#include <string.h>

#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "lines.h"
#include "options.h"
#include "tbk/filter.h"
#include "tool.h"

static struct {
  char *min_words, *max_words, *min_lost, *min_gap_degree, *ids_from, *sample, *seed;
  char **ids;
  gboolean is_projective, is_nonprojective, is_ill_nested, is_inverted, as_lines;
} given;

static const GOptionEntry entries[] = {
  { "min-words", 0, 0, G_OPTION_ARG_STRING, &given.min_words, "At least N words", "N" },
  { "max-words", 0, 0, G_OPTION_ARG_STRING, &given.max_words, "At most N words", "N" },
  { "id", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.ids,
    "This sent_id, in brackets this ID; or one of several, if given several times", "ID" },
  { "ids-from", 0, 0, G_OPTION_ARG_FILENAME, &given.ids_from, "One of those that are the lines of FILE",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry tree_entries[] = {
  { "nonprojective", 0, 0, G_OPTION_ARG_NONE, &given.is_nonprojective, "A tree that is not projective",
    NULL },
  { "projective", 0, 0, G_OPTION_ARG_NONE, &given.is_projective, "One that is", NULL },
  { "ill-nested", 0, 0, G_OPTION_ARG_NONE, &given.is_ill_nested, "One with subtrees that interleave", NULL },
  { "min-gap-degree", 0, 0, G_OPTION_ARG_STRING, &given.min_gap_degree, "One of gap degree N or more", "N" },
  { "min-lost", 0, 0, G_OPTION_ARG_STRING, &given.min_lost,
    "One that loses N arcs or more when it is made projective", "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry choice_entries[] = {
  { "invert", 0, 0, G_OPTION_ARG_NONE, &given.is_inverted, "Write the others: those that miss some condition",
    NULL },
  { "sample", 0, 0, G_OPTION_ARG_STRING, &given.sample,
    "Write N of them, drawn from all files, each set of N equally likely; or all, if they are fewer", "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "Seed of --sample (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry line_entries[] = {
  { "lines", 0, 0, G_OPTION_ARG_NONE, &given.as_lines,
    "Write each tree as normalized, on a line of its own; without it, the bytes as they came", NULL },
  G_OPTION_ENTRY_NULL,
};

static gboolean
take_id (gpointer ids, const char *line, gsize length, GError **error)
{
  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--ids-from: found a line of more than %d bytes",
                 LINES_MAX);
    return FALSE;
  }
  if (length > 0 && line[length - 1] == '\r')
    length--;
  return length == 0 || tbk_vocabulary_add (ids, line, length, error) >= 0;
}

/* Adds the IDs that are asked for to @ids. */
static gboolean
get_ids (TbkVocabulary *ids, GError **error)
{
  static const LinesReader lines = { .take = take_id };

  for (int i = 0; given.ids != NULL && given.ids[i] != NULL; i++)
    if (tbk_vocabulary_add (ids, given.ids[i], strlen (given.ids[i]), error) < 0)
      return FALSE;
  return given.ids_from == NULL || lines_read (given.ids_from, &lines, ids, error);
}

static gboolean
get_conditions (TbkConditions *conditions, GError **error)
{
  conditions->is_projective = given.is_projective;
  conditions->is_nonprojective = given.is_nonprojective;
  conditions->is_ill_nested = given.is_ill_nested;
  conditions->is_inverted = given.is_inverted;
  return options_number ("min-words", given.min_words, 0, G_MAXINT, &conditions->min_words, error)
         && options_number ("max-words", given.max_words, 1, G_MAXINT, &conditions->max_words, error)
         && options_number ("min-lost", given.min_lost, 0, G_MAXINT, &conditions->min_lost, error)
         && options_number ("min-gap-degree", given.min_gap_degree, 0, G_MAXINT, &conditions->min_gap_degree,
                            error)
         && projectivize_get_options (&conditions->projectivize, error);
}

/* Options that only a corpus in the format of the input can have. */
static gboolean
check_corpus_options (const TbkCorpusOptions *options, GError **error)
{
  const char *option = given.sample != NULL ? "--sample" : given.as_lines ? "--lines" : NULL;
  const char *excluded = options->output_dir != NULL              ? "--output-dir"
                         : options->on_error == TBK_ON_ERROR_PASS ? "--on-error=pass"
                                                                  : NULL;

  if (option == NULL || excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s exclude each other", option, excluded);
  return FALSE;
}

/* Writes what is no corpus: lines, or a sample, once it is complete. */
static gboolean
run_with_output (const TbkCorpusOptions *options, TbkFilterOptions *filter, char **paths, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  const TbkJob job = tbk_filter_job (filter);
  g_auto (TbkLeftOut) left_out = { 0 };

  filter->output = output;
  return output != NULL && corpus_run (options, &job, paths, NULL, &left_out, error)
         && (filter->sample == NULL || tbk_sample_write (filter->sample, output, error))
         && tbk_left_out_fail (&left_out, (int) g_strv_length (paths), error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* @paths are the input; the file of the IDs is read too. */
static gboolean
check_files (const TbkCorpusOptions *options, char **paths, GError **error)
{
  const char *const no_outputs[] = { NULL };
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();

  for (int i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (inputs, paths[i]);
  g_ptr_array_add (inputs, given.ids_from);
  g_ptr_array_add (inputs, NULL);
  return corpus_check_files (options, options->output_dir != NULL ? paths : (char **) inputs->pdata,
                             no_outputs, error);
}

static gboolean
run (const TbkCorpusOptions *options, char **paths, GError **error)
{
  g_autoptr (TbkVocabulary) ids = tbk_vocabulary_new ();
  g_autoptr (TbkSample) sample = NULL;
  TbkFilterOptions filter = { .format = options->format, .as_lines = given.as_lines };
  gint64 size = 0, seed = 1;
  TbkJob job;

  if (!get_conditions (&filter.conditions, error)
      || !options_number ("sample", given.sample, 1, G_MAXINT, &size, error)
      || !options_number ("seed", given.seed, G_MININT64, G_MAXINT64, &seed, error)
      || !check_corpus_options (options, error) || !check_files (options, paths, error)
      || !get_ids (ids, error))
    return FALSE;
  if (given.ids != NULL || given.ids_from != NULL)
    filter.conditions.ids = ids;
  if (size > 0)
    filter.sample = sample = tbk_sample_new (size, (guint64) seed);
  if (given.as_lines || sample != NULL)
    return run_with_output (options, &filter, paths, error);
  job = tbk_filter_job (&filter);
  return corpus_run (options, &job, paths, NULL, NULL, error);
}

static const OptionGroup tree_groups[] = {
  { "Conditions", entries },
  { "Choice", choice_entries },
  { "Output", line_entries },
  { "Output", corpus_output_entries },
  { "Input", input_entries },
  { "Input", brackets_entries },
  { "Input", corpus_on_error_entries },
  { "Which files", files_entries },
  { "Which files", part_entries },
  { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
};

static gboolean
filter_brackets (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, tree_groups, "[FILE...]", error);
  TbkCorpusOptions options;

  return paths != NULL && brackets_get_options (&options, TRUE, error)
         && corpus_find_files (&options, &paths, error) && run (&options, paths, error)
         && (!given.as_lines || brackets_tell_forms ());
}

static const OptionGroup groups[] = {
  { "Conditions", entries },           { "Conditions", tree_entries },
  { "Choice", choice_entries },        { "Projectivization", projectivize_entries },
  { "Output", corpus_output_entries }, { "Input", input_entries },
  { "Input", corpus_input_entries },   { "Which files", files_entries },
  { "Which files", part_entries },     { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },        { NULL, NULL },
};

static gboolean
filter_sentences (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions options;

  return paths != NULL && corpus_get_options (&options, TRUE, error)
         && corpus_find_files (&options, &paths, error) && run (&options, paths, error);
}

gboolean
cmd_filter (int argc, char **argv, GError **error)
{
  return input_run (argc, argv, &(InputCommand){ groups, filter_sentences },
                    &(InputCommand){ tree_groups, filter_brackets }, error);
}
