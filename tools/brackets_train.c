/* brackets_train.c - tbk train over phrase-structure treebanks. */
#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "selection.h"
#include "tbk/phrase_parser.h"
#include "tool.h"
#include "training.h"

static struct {
  char *system, *learner;
} given;

static const GOptionEntry entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, &given.system,
    "Transition system: in-order (default), top-down, bottom-up", "SYSTEM" },
  { "learner", 0, 0, G_OPTION_ARG_STRING, &given.learner,
    "What gives transitions their scores: linear, sums of weights; there are no networks over brackets",
    "KIND" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
report (const TbkPhraseEpoch *epoch, gpointer data, GError **error)
{
  Training *training = data;

  if (epoch->epoch == 1 && epoch->too_large > 0)
    tool_message ("%" G_GINT64_FORMAT " tree%s of more than %" G_GINT64_FORMAT " words or %" G_GINT64_FORMAT
                  " constituents left out; --max-words=0 takes all",
                  epoch->too_large, epoch->too_large == 1 ? "" : "s", training->max_words,
                  TBK_BRACKETS_CONSTITUENTS_A_WORD * training->max_words);
  training_begin_row (training, epoch->epoch, epoch->wrong, epoch->steps);
  tbk_table_percent (training->table, 2 * epoch->dev.both, epoch->dev.gold + epoch->dev.found);
  return training_end_row (training, error);
}

static gboolean
train (const TbkPhraseTrainingOptions *options, char **paths, GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_F1", "seconds", NULL };
  g_auto (Training) training = { .max_words = options->max_words };
  g_autoptr (TbkPhraseModel) model = NULL;

  if (!training_begin (&training, columns, paths, error))
    return FALSE;
  model = tbk_phrase_train (options, (const char *const *) paths, training_dev (), report, &training, error);
  if (model != NULL)
    selection_tell_absent ();
  return model != NULL && tbk_phrase_model_write (model, training.model, error)
         && training_commit (&training, error);
}

static gboolean
get_options (TbkPhraseTrainingOptions *options, GError **error)
{
  static const char *const learners[] = { "linear", NULL };
  TrainingOracle oracle = TRAINING_DYNAMIC;
  int learner;

  tbk_phrase_training_options_init (options);
  options->system = brackets_get_system (given.system == NULL ? "in-order" : given.system, error);
  if (options->system == NULL || !training_check_output (error)
      || !options_choose ("learner", given.learner, learners, &learner, error)
      || !training_get_numbers (&options->oracle_epochs, &options->epochs, &options->seed, error)
      || !training_get_oracle (TRUE, &oracle, error))
    return FALSE;
  options->is_static = oracle == TRAINING_STATIC;
  options->method = oracle == TRAINING_PRINTED ? TBK_PHRASE_PRINTED : TBK_PHRASE_EXACT;
  return training_get_exploration (options->is_static, &options->explore, error);
}

static const OptionGroup groups[] = {
  { "Model", training_output_entries },     { "Model", entries },         { "Learning", training_entries },
  { "Which sentences", selection_entries }, { "Input", input_entries },   { "Input", brackets_entries },
  { "Which files", files_entries },         { "Running", quiet_entries }, { NULL, NULL },
};

static gboolean
train_on_trees (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions corpus;
  TbkPhraseTrainingOptions options;

  if (paths == NULL || !get_options (&options, error) || !brackets_get_options (&corpus, FALSE, error)
      || !files_find (&paths, brackets_suffixes, error) || !training_check_files (paths, NULL, error))
    return FALSE;
  options.brackets = corpus.format_options;
  options.selection = corpus.selection;
  if (selection_has_max_words ()) /* what is asked for is not told */
    options.max_words = 0;
  return train (&options, paths, error) && brackets_tell_forms ();
}

const InputCommand brackets_train = { groups, train_on_trees };
