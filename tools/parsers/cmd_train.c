/* cmd_train.c - tbk train: a parser learned from treebanks. */
#include <string.h>

#include "brackets/brackets.h"
#include "commands.h"
#include "options/system_options.h"
#include "options/tool.h"
#include "runs/marks.h"
#include "runs/training.h"
#include "tbk/parser.h"

typedef struct {
  CorpusGiven corpus;
  TrainingGiven training;
  MarksGiven marks;
  char *system, *policy, *static_order, *trees, *mark, *stages, *beam, *feature_columns, *features, *update,
      *learner, *ensemble, *search;
} Given;

static const GOptionEntry model_entries[] = {
  { "learner", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, learner),
    "linear: sums of weights, fast and equal on every machine (default); bilstm: a network that "
    "first reads the sentence in both directions, more accurate; feedforward: a small network. "
    "Networks need OpenBLAS",
    "KIND" },
  { "ensemble", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, ensemble),
    "Train N networks that add up their scores (default 1)", "N" },
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system),
    "Transition system (default arc-eager); 'tbk help systems' explains them", "SYSTEM" },
  { "beam", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, beam),
    "Learn and parse with a beam of K sequences, by the static oracle (default 1: greedy)", "K" },
  { "stages", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, stages),
    "1: choose transition and relation together (default); 2: choose the transition, then its "
    "relation, which is faster and less accurate",
    "N" },
  { "feature-columns", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, feature_columns),
    "The columns that features may read (default form,lemma,upos,xpos,feats)", "LIST" },
  { "features", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, features),
    "Read the table of features from FILE", "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry learning_entries[] = {
  { "policy", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, policy),
    "Policy of the dynamic oracle, as in 'tbk oracle'", "POLICY" },
  { "search", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, search), SEARCH_HELP, "N" },
  { "static-order", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, static_order),
    "Order of the static oracle, as in 'tbk transitions'", "ORDER" },
  { "trees", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, trees),
    "Trees that the system cannot build: all, learn from them (default with the dynamic oracle); "
    "projectivized, make them projective first (default with the static oracle, which leaves out those whose root "
    "moves by it); projective, leave them out",
    "TREES" },
  { "mark", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, mark),
    "head, path, headpath: make each tree projective first, and write to the relations where "
    "lifted words came from, as 'tbk projectivize' does. 'tbk parse' decodes these marks",
    "MARK" },
  { "update", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, update),
    "With a beam: learn where the gold sequence is most behind the best, max-violation "
    "(default), or where it leaves the beam, early",
    "WHERE" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
get_system (TbkTrainingOptions *options, const Given *given, GError **error)
{
  options->system = system_find (given->system != NULL ? given->system : "arc-eager", error);
  if (options->system == NULL || !system_check_oracle (options->system, TRUE, error)
      || !system_take_search (given->search, error))
    return FALSE;
  options->policy = given->policy != NULL ? system_get_policy (options->system, given->policy, error) : 0;
  return options->policy >= 0;
}

static gboolean
find_columns (guint *columns, const char *feature_columns, GError **error)
{
  static const char *const names[] = { "form", "lemma", "upos", "xpos", "feats", NULL };
  g_auto (GStrv) list = NULL;
  int column;

  if (feature_columns == NULL)
    return TRUE;
  *columns = 0;
  list = g_strsplit (feature_columns, ",", -1);
  for (int i = 0; list[i] != NULL; i++) {
    if (!options_choose ("feature-columns", list[i], names, &column, error))
      return FALSE;
    *columns |= 1u << column;
  }
  return TRUE;
}

static gboolean
find_numbers (TbkTrainingOptions *options, const Given *given, GError **error)
{
  gint64 beam = 1, ensemble = 1;

  if (!options_number ("beam", given->beam, 1, TBK_PARSER_MAX_WIDTH, &beam, error)
      || !options_number ("ensemble", given->ensemble, 1, 100, &ensemble, error)
      || !training_get_numbers (&given->training, &options->oracle_epochs, &options->epochs, &options->seed,
                                error))
    return FALSE;
  options->beam = (int) beam;
  options->ensemble = (int) ensemble;
  return TRUE;
}

static gboolean
find_marks (TbkTrainingOptions *options, const Given *given, GError **error)
{
  TbkPseudoProjectiveOptions marks = { 0 };
  int scheme;

  if (given->mark == NULL)
    return marks_check_unused (&given->marks, error);
  if (!options_choose ("mark", given->mark, marks_schemes, &scheme, error)
      || !marks_get_options (&given->marks, &marks, error))
    return FALSE;
  options->is_marked = TRUE;
  options->mark = (TbkScheme) scheme;
  options->lift = marks.lift;
  return TRUE;
}

/* A beam needs the static oracle, which needs trees that can be built. */
static gboolean
find_choices (TbkTrainingOptions *options, const Given *given, GError **error)
{
  static const char *const trees[] = { "all", "projectivized", "projective", NULL };
  static const char *const learners[] = { "linear", "feedforward", "bilstm", NULL };
  static const char *const stages[] = { "1", "2", NULL };
  static const char *const updates[] = { "max-violation", "early", NULL };
  TrainingOracle oracle =
      options->beam > 1 || options->system->prefers_static || options->system->n_policies == 0
          ? TRAINING_STATIC
          : TRAINING_DYNAMIC;
  int choice, learner;

  if (!options_choose ("learner", given->learner, learners, &learner, error)
      || !training_get_oracle (&given->training, FALSE, &oracle, error)
      || !options_choose ("update", given->update, updates, &options->early_update, error)
      || !options_choose ("stages", given->stages, stages, &options->has_stages, error)
      || !options_choose ("trees", given->trees, trees, &choice, error))
    return FALSE;
  options->is_static = oracle == TRAINING_STATIC;
  options->model = (TbkModelKind) learner;
  options->trees = given->trees != NULL ? (TbkTrees) choice
                   : options->is_static ? TBK_TREES_PROJECTIVIZED
                                        : TBK_TREES_ALL;
  options->order = given->static_order;
  if (options->is_static && (given->policy != NULL || given->search != NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs the dynamic oracle",
                 given->policy != NULL ? "policy" : "search");
    return FALSE;
  }
  if (given->update != NULL && options->beam <= 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--update needs --beam");
    return FALSE;
  }
  return TRUE;
}

static gboolean
get_options (TbkTrainingOptions *options, const Given *given, char **table, GError **error)
{
  g_autoptr (GError) problem = NULL;

  tbk_training_options_init (options);
  if (!training_check_output (&given->training, error) || !get_system (options, given, error)
      || !find_columns (&options->columns, given->feature_columns, error)
      || !find_numbers (options, given, error) || !find_choices (options, given, error)
      || !training_get_exploration (&given->training, options->is_static, &options->explore, error)
      || !find_marks (options, given, error))
    return FALSE;
  if (given->features != NULL && !g_file_get_contents (given->features, table, NULL, &problem)) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_IO, problem->message);
    return FALSE;
  }
  options->features = *table;
  options->features_name = given->features;
  return TRUE;
}

/* Tells of trees that cannot be learned from, and of those that could before they were made projective. */
static void
tell_left_out (const TbkEpoch *epoch)
{
  g_autofree char *moved =
      g_strdup_printf (" (%" G_GINT64_FORMAT " whose root moves when made projective)", epoch->root_moved);

  tool_message ("%" G_GINT64_FORMAT " sentence%s left out%s, learning from %" G_GINT64_FORMAT,
                epoch->left_out, epoch->left_out == 1 ? "" : "s", epoch->root_moved > 0 ? moved : "",
                epoch->sentences);
}

static gboolean
report (const TbkEpoch *epoch, gpointer data, GError **error)
{
  Training *training = data;

  if (epoch->epoch == 1 && epoch->too_long > 0)
    tool_message ("%" G_GINT64_FORMAT " sentence%s of more than %" G_GINT64_FORMAT
                  " words left out; --max-words=0 takes all",
                  epoch->too_long, epoch->too_long == 1 ? "" : "s", training->max_words);
  if (epoch->epoch == 1 && epoch->left_out > 0)
    tell_left_out (epoch);
  if (epoch->unvalued > 0)
    tool_message (
        "epoch %d: the oracle's search gave up in %" G_GINT64_FORMAT
        " sentence%s, which %s learned only in part; --search=N looks at more, --oracle=static needs no search",
        epoch->epoch, epoch->unvalued, epoch->unvalued == 1 ? "" : "s",
        epoch->unvalued == 1 ? "was" : "were");
  training_begin_row (training, epoch->epoch, epoch->wrong, epoch->steps);
  tbk_table_percent (training->table, epoch->dev_heads, epoch->dev_words);
  tbk_table_percent (training->table, epoch->dev_both, epoch->dev_words);
  return training_end_row (training, error);
}

static gboolean
train (const TbkTrainingOptions *options, const TrainingGiven *given, const Corpus *corpus, GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_UAS", "dev_LAS", "seconds", NULL };
  g_auto (Training) training = { .max_words = options->max_words };
  g_autoptr (TbkModel) model = NULL;

  if (!training_begin (&training, given, corpus, columns, error))
    return FALSE;
  model = tbk_train (options, (const char *const *) corpus->paths, given->dev, report, &training, error);
  corpus_tell_recognized (corpus);
  if (model != NULL)
    selection_tell (&corpus->selection);
  else
    training_tell_withheld (given, corpus, error);
  return model != NULL && tbk_model_write (model, training.model, error)
         && training_commit (&training, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("What to learn", training_output_entries, Given, training),
  OPTION_GROUP ("What to learn", model_entries),
  OPTION_GROUP_AT ("How to learn", training_entries, Given, training),
  OPTION_GROUP ("How to learn", learning_entries),
  OPTION_GROUP_AT ("How to learn", marks_lift_entries, Given, marks),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  FILES_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static gboolean
train_dependencies (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_autofree char *table = NULL;
  TbkTrainingOptions options;

  if (!get_options (&options, given, &table, error)
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error)
      || !training_find_files (&given->training, &corpus, error))
    return FALSE;
  options.selection = corpus.options.selection;
  options.conllu_columns = &corpus.columns;
  if (given->corpus.selection.max_words != NULL) /* what is asked for is not told */
    options.max_words = 0;
  return train (&options, &given->training, &corpus, error);
}

static const Form form = {
  .groups = groups, .size = sizeof (Given), .operands = "[FILE...]", .run = train_dependencies
};

const Command cmd_train = { .name = "train", .conllu = &form, .brackets = &brackets_train };
