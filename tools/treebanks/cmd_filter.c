/* cmd_filter.c - tbk filter: the sentences, or trees in brackets, that meet conditions. */
#include "brackets/brackets.h"
#include "commands.h"
#include "options/tool.h"
#include "splitting.h"
#include "tbk/conllu.h"
#include "tbk/filter.h"

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
