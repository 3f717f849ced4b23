/* cmd_train.c - tbk train: a parser learned from treebanks. */
#include "commands/commands.h"

#include <string.h>
#include <unistd.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/files.h"
#include "tbk/parser.h"

typedef struct {
  CorpusGiven corpus;
  MarksGiven marks;
  char *output, *dev, *oracle, *explore, *oracle_epochs, *epochs, *seed, *system, *learner;
  /* Of dependencies alone. */
  char *policy, *static_order, *trees, *mark, *stages, *beam, *feature_columns, *features, *update, *ensemble,
      *search;
} Given;

static const GOptionEntry model_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, output), "Write the model to FILE", "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry training_entries[] = {
  { "dev", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, dev),
    "After each epoch parse this whole treebank; keep the epoch with the highest LAS or, over brackets, F1",
    "FILE" },
  { "oracle", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, oracle),
    "dynamic: learn what is best after any mistake (default); static: learn one sequence for "
    "each tree (default with a beam and for swap). Over brackets also printed: dynamic by the "
    "published formula, which is not exact",
    "ORACLE" },
  { "explore", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, explore),
    "Which transition to follow while learning from the dynamic oracle. best: the predicted one "
    "(default); best:P, or P: a wrong prediction in P per cent of cases, else a right one; "
    "second:P: the predicted one, but in P per cent of cases the second best; sample: one drawn "
    "by its probability; sample:A: by the A-th power of its probability",
    "POLICY" },
  { "oracle-epochs", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, oracle_epochs),
    "Follow only right transitions in the first N epochs (default 1)", "N" },
  { "epochs", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, epochs),
    "Go through the treebanks N times (default 10; networks: 550,000 words in all, but 5 to 60 times)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, seed), "Seed of the order of sentences (default 1)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry phrase_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system),
    "Transition system: in-order (default), top-down, bottom-up", "SYSTEM" },
  { "learner", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, learner),
    "linear: sums of weights; there are no networks over brackets", "KIND" },
  G_OPTION_ENTRY_NULL,
};

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

/* Options. */

static gboolean
is_of_brackets (const TbkTrainingOptions *options)
{
  return options->phrase_system != NULL;
}

static gboolean
check_output (const Given *given, GError **error)
{
  if (given->output != NULL && !g_str_equal (given->output, "-")
      && tbk_compressed_suffix (given->output) == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--output: %s, expected a file for the model, not compressed",
               given->output == NULL ? "none given" : given->output);
  return FALSE;
}

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
  gint64 beam = 1, ensemble = 1, oracle_epochs = options->oracle_epochs, epochs = options->epochs,
         seed = (gint64) options->seed;

  if (!options_number ("beam", given->beam, 1, TBK_PARSER_MAX_WIDTH, &beam, error)
      || !options_number ("ensemble", given->ensemble, 1, 100, &ensemble, error)
      || !options_number ("oracle-epochs", given->oracle_epochs, 0, 1000, &oracle_epochs, error)
      || !options_number ("epochs", given->epochs, 1, 1000, &epochs, error)
      || !options_number ("seed", given->seed, 0, G_MAXINT64, &seed, error))
    return FALSE;
  options->beam = (int) beam;
  options->ensemble = (int) ensemble;
  options->oracle_epochs = (int) oracle_epochs;
  options->epochs = (int) epochs;
  options->seed = (guint64) seed;
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

/* The oracle. A beam needs the static one, which needs trees that can be built. */
static gboolean
find_oracle (TbkTrainingOptions *options, const Given *given, GError **error)
{
  static const char *const oracles[] = { "dynamic", "static", NULL };
  static const char *const of_phrases[] = { "dynamic", "static", "printed", NULL };
  enum { DYNAMIC, STATIC, PRINTED };
  int oracle =
      !is_of_brackets (options)
              && (options->beam > 1 || options->system->prefers_static || options->system->n_policies == 0)
          ? STATIC
          : DYNAMIC;
  const char *dynamic_only = given->explore != NULL         ? "explore"
                             : given->oracle_epochs != NULL ? "oracle-epochs"
                             : given->policy != NULL        ? "policy"
                             : given->search != NULL        ? "search"
                                                            : NULL;

  if (given->oracle != NULL
      && !options_choose ("oracle", given->oracle, is_of_brackets (options) ? of_phrases : oracles, &oracle,
                          error))
    return FALSE;
  options->is_static = oracle == STATIC;
  options->method = oracle == PRINTED ? TBK_PHRASE_PRINTED : TBK_PHRASE_EXACT;
  if (options->is_static && dynamic_only != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs the dynamic oracle", dynamic_only);
    return FALSE;
  }
  if (given->explore == NULL || tbk_explore_parse (given->explore, &options->explore, error))
    return TRUE;
  g_prefix_error (error, "--explore: ");
  return FALSE;
}

static gboolean
find_choices (TbkTrainingOptions *options, const Given *given, GError **error)
{
  static const char *const trees[] = { "all", "projectivized", "projective", NULL };
  static const char *const learners[] = { "linear", "feedforward", "bilstm", NULL };
  static const char *const of_phrases[] = { "linear", NULL };
  static const char *const stages[] = { "1", "2", NULL };
  static const char *const updates[] = { "max-violation", "early", NULL };
  int choice, learner;

  if (!options_choose ("learner", given->learner, is_of_brackets (options) ? of_phrases : learners, &learner,
                       error)
      || !find_oracle (options, given, error)
      || !options_choose ("update", given->update, updates, &options->early_update, error)
      || !options_choose ("stages", given->stages, stages, &options->has_stages, error)
      || !options_choose ("trees", given->trees, trees, &choice, error))
    return FALSE;
  options->model = (TbkModelKind) learner;
  options->trees = given->trees != NULL ? (TbkTrees) choice
                   : options->is_static ? TBK_TREES_PROJECTIVIZED
                                        : TBK_TREES_ALL;
  options->order = given->static_order;
  if (given->update == NULL || options->beam > 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--update needs --beam");
  return FALSE;
}

static gboolean
get_options (TbkTrainingOptions *options, const Given *given, gboolean of_brackets, char **table,
             GError **error)
{
  g_autoptr (GError) problem = NULL;

  tbk_training_options_init (options);
  if (of_brackets)
    options->phrase_system = brackets_get_system (given->system == NULL ? "in-order" : given->system, error);
  if (!(of_brackets ? options->phrase_system != NULL : get_system (options, given, error))
      || !check_output (given, error) || !find_columns (&options->columns, given->feature_columns, error)
      || !find_numbers (options, given, error) || !find_choices (options, given, error)
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

/* A training under way: the file of the model, and a table with a row for each epoch. */

typedef struct {
  const TbkTrainingOptions *options;
  TbkOutput *model, *output;
  TbkTable *table;
  gint64 start;
} Training;

/* Opens the file of the model first, so that what cannot be written is known before the training. */
static gboolean
begin (Training *training, const Given *given, const Corpus *corpus, GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_UAS", "dev_LAS", "seconds", NULL };
  static const char *const of_phrases[] = { "epoch", "loss", "dev_F1", "seconds", NULL };

  training->start = g_get_monotonic_time ();
  training->model = tbk_output_open (given->output, error);
  training->output = training->model != NULL ? tbk_output_open (NULL, error) : NULL;
  if (training->output == NULL)
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++)
    corpus_announce (corpus, *path);
  training->table = tbk_table_new (training->output, TBK_TABLE_TSV,
                                   is_of_brackets (training->options) ? of_phrases : columns);
  if (isatty (STDOUT_FILENO))
    tbk_table_align (training->table, 1); /* each row comes as it is made */
  return TRUE;
}

static void
training_clear (Training *training)
{
  g_clear_pointer (&training->table, tbk_table_free);
  g_clear_pointer (&training->model, tbk_output_discard);
  g_clear_pointer (&training->output, tbk_output_discard);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

static void
tell_too_long (const Training *training, gint64 n)
{
  if (is_of_brackets (training->options))
    tool_message ("%" G_GINT64_FORMAT " tree%s of more than %" G_GINT64_FORMAT " words or %" G_GINT64_FORMAT
                  " constituents left out; --max-words=0 takes all",
                  n, n == 1 ? "" : "s", training->options->max_words,
                  TBK_BRACKETS_CONSTITUENTS_A_WORD * training->options->max_words);
  else
    tool_message ("%" G_GINT64_FORMAT " sentence%s of more than %" G_GINT64_FORMAT
                  " words left out; --max-words=0 takes all",
                  n, n == 1 ? "" : "s", training->options->max_words);
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
  TbkTable *table = training->table;

  if (epoch->epoch == 1 && epoch->too_long > 0)
    tell_too_long (training, epoch->too_long);
  if (epoch->epoch == 1 && epoch->left_out > 0)
    tell_left_out (epoch);
  if (epoch->unvalued > 0)
    tool_message (
        "epoch %d: the oracle's search gave up in %" G_GINT64_FORMAT
        " sentence%s, which %s learned only in part; --search=N looks at more, --oracle=static needs no search",
        epoch->epoch, epoch->unvalued, epoch->unvalued == 1 ? "" : "s",
        epoch->unvalued == 1 ? "was" : "were");
  tbk_table_integer (table, epoch->epoch);
  tbk_table_percent (table, epoch->wrong, epoch->steps);
  if (is_of_brackets (training->options)) {
    tbk_table_percent (table, 2 * epoch->dev_both, epoch->dev_gold + epoch->dev_found);
  } else {
    tbk_table_percent (table, epoch->dev_heads, epoch->dev_words);
    tbk_table_percent (table, epoch->dev_both, epoch->dev_words);
  }
  tbk_table_decimal (table, (double) (g_get_monotonic_time () - training->start) / G_USEC_PER_SEC, 1);
  return tbk_table_end_row (table, error) && tbk_output_flush (training->output, error);
}

/* Tells that the model was not written, where one file of several is wrong. */
static void
tell_withheld (const Given *given, const Corpus *corpus, GError **error)
{
  if (error != NULL && corpus->paths[1] != NULL
      && (g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA)
          || g_error_matches (*error, TBK_ERROR, TBK_ERROR_IO)))
    tool_message ("%s was not written", given->output);
}

static gboolean
train (const TbkTrainingOptions *options, const Given *given, const Corpus *corpus, GError **error)
{
  g_auto (Training) training = { .options = options };
  g_autoptr (TbkModel) model = NULL;

  if (!begin (&training, given, corpus, error))
    return FALSE;
  model = tbk_train (options, (const char *const *) corpus->paths, given->dev, report, &training, error);
  corpus_tell_recognized (corpus);
  if (model != NULL)
    selection_tell (&corpus->selection);
  else
    tell_withheld (given, corpus, error);
  return model != NULL && tbk_model_write (model, training.model, error)
         && tbk_output_commit (g_steal_pointer (&training.model), error)
         && tbk_output_commit (g_steal_pointer (&training.output), error)
         && (!is_of_brackets (options) || brackets_tell_losses (corpus));
}

/* Finds the files of @corpus, and checks all that are read and written; and reads the IDs of sentences that are asked for. */
static gboolean
find_files (const Given *given, Corpus *corpus, GError **error)
{
  const char *const outputs[] = { given->output, "-", NULL };

  corpus->paths = files_find (&corpus->given->files, corpus->source,
                              input_suffixes (corpus->options.format, corpus->given->input), error);
  return corpus->paths != NULL && files_check (corpus->source, corpus->paths, outputs, error)
         && tbk_output_check (given->output, 0, error) && corpus_load_selection (corpus, error);
}

static gboolean
run (Given *given, const Source *source, gboolean of_brackets, GError **error)
{
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_autofree char *table = NULL;
  TbkTrainingOptions options;

  if (!get_options (&options, given, of_brackets, &table, error)
      || !(of_brackets ? brackets_init (&corpus, &given->corpus, source, FALSE, error)
                       : corpus_init (&corpus, &given->corpus, source, FALSE, error))
      || !find_files (given, &corpus, error))
    return FALSE;
  options.brackets = &corpus.rules;
  options.conllu_columns = &corpus.columns;
  options.selection = corpus.options.selection;
  if (given->corpus.selection.max_words != NULL) /* what is asked for is not told */
    options.max_words = 0;
  return train (&options, given, &corpus, error);
}

static gboolean
train_on_trees (gpointer values, const Source *source, GError **error)
{
  return run (values, source, TRUE, error);
}

static gboolean
train_dependencies (gpointer values, const Source *source, GError **error)
{
  return run (values, source, FALSE, error);
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("What to learn", model_output_entries),
  OPTION_GROUP ("What to learn", phrase_entries),
  OPTION_GROUP ("How to learn", training_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  FILES_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to learn", model_output_entries),
  OPTION_GROUP ("What to learn", model_entries),
  OPTION_GROUP ("How to learn", training_entries),
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

static const Form of_brackets = { .groups = phrase_groups,
                                  .size = sizeof (Given),
                                  .operands = "[FILE...]",
                                  .is_of_brackets = TRUE,
                                  .run = train_on_trees };

static const Form form = {
  .groups = groups, .size = sizeof (Given), .operands = "[FILE...]", .run = train_dependencies
};

const Command cmd_train = { .name = "train", .conllu = &form, .brackets = &of_brackets };
