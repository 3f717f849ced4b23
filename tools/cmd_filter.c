/* cmd_filter.c - tbk filter: the sentences, or trees in brackets, that meet conditions. */
#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "selection.h"
#include "tbk/filter.h"
#include "tool.h"

static struct {
  char *sample, *seed;
  gboolean as_lines;
} given;

static const GOptionEntry sample_entries[] = {
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

/* Options that only a corpus in the format of the input can have. */
static gboolean
check_corpus_options (const TbkCorpusOptions *options, GError **error)
{
  const char *option = given.sample != NULL ? "--sample" : given.as_lines ? "--lines" : NULL;
  const char *excluded = options->output_dir != NULL                    ? "--output-dir"
                         : options->on_error == TBK_ON_ERROR_PASS       ? "--on-error=pass"
                         : given.sample != NULL && selection_has_max () ? "--max"
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

static gboolean
run (const TbkCorpusOptions *options, char **paths, GError **error)
{
  const char *const no_outputs[] = { NULL };
  g_autoptr (TbkSample) sample = NULL;
  TbkFilterOptions filter = { .format = options->format, .as_lines = given.as_lines };
  gint64 size = 0, seed = 1;
  TbkJob job;

  if (!options_number ("sample", given.sample, 1, G_MAXINT, &size, error)
      || !options_number ("seed", given.seed, G_MININT64, G_MAXINT64, &seed, error)
      || !check_corpus_options (options, error) || !corpus_check_files (options, paths, no_outputs, error))
    return FALSE;
  if (size > 0)
    filter.sample = sample = tbk_sample_new (size, (guint64) seed);
  if (given.as_lines || sample != NULL)
    return run_with_output (options, &filter, paths, error);
  job = tbk_filter_job (&filter);
  return corpus_run (options, &job, paths, NULL, NULL, error);
}

static const OptionGroup tree_groups[] = {
  { "Which sentences", selection_entries },
  { "Which sentences", sample_entries },

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
  { "Which sentences", selection_tree_entries },
  { "Which sentences", selection_entries },
  { "Which sentences", sample_entries },
  { "Projectivization", projectivize_entries },
  { "Output", corpus_output_entries },
  { "Input", input_entries },
  { "Input", corpus_input_entries },
  { "Which files", files_entries },
  { "Which files", part_entries },
  { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
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
