/* cmd_train.c - tbk train: a parser learned from treebanks.
 *
 * Contents
 *   1. training: the options and the table of training
 *   2. train: tbk train over phrase-structure treebanks
 *   3. cmd_train: tbk train: a parser learned from treebanks
 */
#include "commands/commands.h"

#include <string.h>
#include <unistd.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/files.h"
#include "tbk/parser.h"
#include "tbk/phrase_parser.h"

/* 1. training: the options and the table of training. */

const GOptionEntry training_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (TrainingGiven, output), "Write the model to FILE",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry training_entries[] = {
  { "dev", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (TrainingGiven, dev),
    "After each epoch parse this whole treebank; keep the epoch with the highest LAS or, over brackets, F1",
    "FILE" },
  { "oracle", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (TrainingGiven, oracle),
    "dynamic: learn what is best after any mistake (default); static: learn one sequence for "
    "each tree (default with a beam and for swap). Over brackets also printed: dynamic by the "
    "published formula, which is not exact",
    "ORACLE" },
  { "explore", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (TrainingGiven, explore),
    "Which transition to follow while learning from the dynamic oracle. best: the predicted one "
    "(default); best:P, or P: a wrong prediction in P per cent of cases, else a right one; "
    "second:P: the predicted one, but in P per cent of cases the second best; sample: one drawn "
    "by its probability; sample:A: by the A-th power of its probability",
    "POLICY" },
  { "oracle-epochs", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (TrainingGiven, oracle_epochs),
    "Follow only right transitions in the first N epochs (default 1)", "N" },
  { "epochs", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (TrainingGiven, epochs),
    "Go through the treebanks N times (default 10; networks: 550,000 words in all, but 5 to 60 times)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (TrainingGiven, seed),
    "Seed of the order of sentences (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

gboolean
training_check_output (const TrainingGiven *given, GError **error)
{
  if (given->output != NULL && !g_str_equal (given->output, "-")
      && tbk_compressed_suffix (given->output) == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--output: %s, expected a file for the model, not compressed",
               given->output == NULL ? "none given" : given->output);
  return FALSE;
}

gboolean
training_get_oracle (const TrainingGiven *given, gboolean is_of_phrases, TrainingOracle *oracle,
                     GError **error)
{
  static const char *const oracles[] = { "dynamic", "static", NULL };
  static const char *const of_phrases[] = { "dynamic", "static", "printed", NULL };
  int choice;

  if (given->oracle == NULL)
    return TRUE;
  if (!options_choose ("oracle", given->oracle, is_of_phrases ? of_phrases : oracles, &choice, error))
    return FALSE;
  *oracle = (TrainingOracle) choice;
  return TRUE;
}

gboolean
training_get_exploration (const TrainingGiven *given, gboolean is_static, TbkExplore *explore, GError **error)
{
  if (is_static && (given->explore != NULL || given->oracle_epochs != NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs the dynamic oracle",
                 given->explore != NULL ? "explore" : "oracle-epochs");
    return FALSE;
  }
  if (given->explore == NULL || tbk_explore_parse (given->explore, explore, error))
    return TRUE;
  g_prefix_error (error, "--explore: ");
  return FALSE;
}

gboolean
training_get_numbers (const TrainingGiven *given, int *oracle_epochs, int *epochs, guint64 *seed,
                      GError **error)
{
  gint64 n_oracle_epochs = *oracle_epochs, n_epochs = *epochs, seed_number = (gint64) *seed;

  if (!options_number ("oracle-epochs", given->oracle_epochs, 0, 1000, &n_oracle_epochs, error)
      || !options_number ("epochs", given->epochs, 1, 1000, &n_epochs, error)
      || !options_number ("seed", given->seed, 0, G_MAXINT64, &seed_number, error))
    return FALSE;
  *oracle_epochs = (int) n_oracle_epochs;
  *epochs = (int) n_epochs;
  *seed = (guint64) seed_number;
  return TRUE;
}

gboolean
training_find_files (const TrainingGiven *given, Corpus *corpus, GError **error)
{
  const char *const outputs[] = { given->output, "-", NULL };

  corpus->paths = files_find (&corpus->given->files, corpus->source,
                              input_suffixes (corpus->options.format, corpus->given->input), error);
  return corpus->paths != NULL && files_check (corpus->source, corpus->paths, outputs, error)
         && tbk_output_check (given->output, 0, error) && corpus_load_selection (corpus, error);
}

gboolean
training_begin (Training *training, const TrainingGiven *given, const Corpus *corpus,
                const char *const *columns, GError **error)
{
  training->start = g_get_monotonic_time ();
  training->model = tbk_output_open (given->output, error);
  training->output = training->model != NULL ? tbk_output_open (NULL, error) : NULL;
  if (training->output == NULL)
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++)
    corpus_announce (corpus, *path);
  training->table = tbk_table_new (training->output, TBK_TABLE_TSV, columns);
  if (isatty (STDOUT_FILENO))
    tbk_table_align (training->table, 1); /* each row comes as it is made */
  return TRUE;
}

void
training_begin_row (Training *training, int epoch, gint64 wrong, gint64 steps)
{
  tbk_table_integer (training->table, epoch);
  tbk_table_percent (training->table, wrong, steps);
}

gboolean
training_end_row (Training *training, GError **error)
{
  tbk_table_decimal (training->table, (double) (g_get_monotonic_time () - training->start) / G_USEC_PER_SEC,
                     1);
  return tbk_table_end_row (training->table, error) && tbk_output_flush (training->output, error);
}

void
training_tell_withheld (const TrainingGiven *given, const Corpus *corpus, GError **error)
{
  if (error != NULL && corpus->paths[1] != NULL
      && (g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA)
          || g_error_matches (*error, TBK_ERROR, TBK_ERROR_IO)))
    tool_message ("%s was not written", given->output);
}

gboolean
training_commit (Training *training, GError **error)
{
  return tbk_output_commit (g_steal_pointer (&training->model), error)
         && tbk_output_commit (g_steal_pointer (&training->output), error);
}

void
training_clear (Training *training)
{
  g_clear_pointer (&training->table, tbk_table_free);
  g_clear_pointer (&training->model, tbk_output_discard);
  g_clear_pointer (&training->output, tbk_output_discard);
}

/* 2. train: tbk train over phrase-structure treebanks. */

typedef struct {
  CorpusGiven corpus;
  TrainingGiven training;
  char *system, *learner;
} PhraseGiven;

static const GOptionEntry entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (PhraseGiven, system),
    "Transition system: in-order (default), top-down, bottom-up", "SYSTEM" },
  { "learner", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (PhraseGiven, learner),
    "linear: sums of weights; there are no networks over brackets", "KIND" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
phrase_report (const TbkPhraseEpoch *epoch, gpointer data, GError **error)
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
phrase_train (const TbkPhraseTrainingOptions *options, const TrainingGiven *given, const Corpus *corpus,
              GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_F1", "seconds", NULL };
  g_auto (Training) training = { .max_words = options->max_words };
  g_autoptr (TbkPhraseModel) model = NULL;

  if (!training_begin (&training, given, corpus, columns, error))
    return FALSE;
  model = tbk_phrase_train (options, (const char *const *) corpus->paths, given->dev, phrase_report,
                            &training, error);
  if (model != NULL)
    selection_tell (&corpus->selection);
  else
    training_tell_withheld (given, corpus, error);
  return model != NULL && tbk_phrase_model_write (model, training.model, error)
         && training_commit (&training, error);
}

static gboolean
phrase_get_options (TbkPhraseTrainingOptions *options, const PhraseGiven *given, GError **error)
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

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP_AT ("What to learn", training_output_entries, PhraseGiven, training),
  OPTION_GROUP ("What to learn", entries),
  OPTION_GROUP_AT ("How to learn", training_entries, PhraseGiven, training),
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
  PhraseGiven *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  TbkPhraseTrainingOptions options;

  if (!phrase_get_options (&options, given, error)
      || !brackets_init (&corpus, &given->corpus, source, FALSE, error)
      || !training_find_files (&given->training, &corpus, error))
    return FALSE;
  options.brackets = corpus.options.format_options;
  options.selection = corpus.options.selection;
  if (given->corpus.selection.max_words != NULL) /* what is asked for is not told */
    options.max_words = 0;
  return phrase_train (&options, &given->training, &corpus, error) && brackets_tell_losses (&corpus);
}

const Form brackets_train = { .groups = phrase_groups,
                              .size = sizeof (PhraseGiven),
                              .operands = "[FILE...]",
                              .is_of_brackets = TRUE,
                              .run = train_on_trees };

/* 3. cmd_train: tbk train: a parser learned from treebanks. */

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
