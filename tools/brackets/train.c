/* train.c - tbk train over phrase-structure treebanks. */
#include "brackets.h"
#include "options/tool.h"
#include "runs/training.h"
#include "tbk/phrase_parser.h"

typedef struct {
  CorpusGiven corpus;
  TrainingGiven training;
  char *system, *learner;
} Given;

static const GOptionEntry entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system),
    "Transition system: in-order (default), top-down, bottom-up", "SYSTEM" },
  { "learner", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, learner),
    "linear: sums of weights; there are no networks over brackets", "KIND" },
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
train (const TbkPhraseTrainingOptions *options, const TrainingGiven *given, const Corpus *corpus,
       GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_F1", "seconds", NULL };
  g_auto (Training) training = { .max_words = options->max_words };
  g_autoptr (TbkPhraseModel) model = NULL;

  if (!training_begin (&training, given, corpus, columns, error))
    return FALSE;
  model =
      tbk_phrase_train (options, (const char *const *) corpus->paths, given->dev, report, &training, error);
  if (model != NULL)
    selection_tell (&corpus->selection);
  else
    training_tell_withheld (given, corpus, error);
  return model != NULL && tbk_phrase_model_write (model, training.model, error)
         && training_commit (&training, error);
}

static gboolean
get_options (TbkPhraseTrainingOptions *options, const Given *given, GError **error)
{
  static const char *const learners[] = { "linear", NULL };
  TrainingOracle oracle = TRAINING_DYNAMIC;
  int learner;

  tbk_phrase_training_options_init (options);
  options->system = brackets_get_system (given->system == NULL ? "in-order" : given->system, error);
  if (options->system == NULL || !training_check_output (&given->training, error)
      || !options_choose ("learner", given->learner, learners, &learner, error)
      || !training_get_numbers (&given->training, &options->oracle_epochs, &options->epochs, &options->seed,
                                error)
      || !training_get_oracle (&given->training, TRUE, &oracle, error))
    return FALSE;
  options->is_static = oracle == TRAINING_STATIC;
  options->method = oracle == TRAINING_PRINTED ? TBK_PHRASE_PRINTED : TBK_PHRASE_EXACT;
  return training_get_exploration (&given->training, options->is_static, &options->explore, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("What to learn", training_output_entries, Given, training),
  OPTION_GROUP ("What to learn", entries),
  OPTION_GROUP_AT ("How to learn", training_entries, Given, training),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  FILES_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static gboolean
train_on_trees (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  TbkPhraseTrainingOptions options;

  if (!get_options (&options, given, error) || !brackets_init (&corpus, &given->corpus, source, FALSE, error)
      || !training_find_files (&given->training, &corpus, error))
    return FALSE;
  options.brackets = corpus.options.format_options;
  options.selection = corpus.options.selection;
  if (given->corpus.selection.max_words != NULL) /* what is asked for is not told */
    options.max_words = 0;
  return train (&options, &given->training, &corpus, error) && brackets_tell_losses (&corpus);
}

const Form brackets_train = { .groups = groups,
                              .size = sizeof (Given),
                              .operands = "[FILE...]",
                              .is_of_brackets = TRUE,
                              .run = train_on_trees };
