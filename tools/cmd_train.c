/* cmd_train.c - tbk train: a parser learned from treebanks. */
#include <string.h>

#include "corpus.h"
#include "files.h"
#include "marks.h"
#include "options.h"
#include "tbk/files.h"
#include "tbk/parser.h"
#include "tool.h"

static struct {
  const char *output, *dev, *system, *oracle, *policy, *order, *trees, *mark, *labels, *beam, *explore,
      *oracle_epochs, *epochs, *seed, *columns, *features, *update, *model, *ensemble;
} given;

static const GOptionEntry model_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write the model to MODEL, complete or not at all", "MODEL" },
  { "model", 0, 0, G_OPTION_ARG_STRING, &given.model,
    "What gives transitions their scores: linear (default): sums of weights, fast and equal on every machine; bilstm: a "
    "network that first reads the sentence in both directions, more accurate; feedforward: a small network. Networks need "
    "OpenBLAS",
    "KIND" },
  { "ensemble", 0, 0, G_OPTION_ARG_STRING, &given.ensemble,
    "Train N networks that decide together (default 1)", "N" },
  { "system", 0, 0, G_OPTION_ARG_STRING, &given.system, "The transition system (default arc-eager)",
    "SYSTEM" },
  { "beam", 0, 0, G_OPTION_ARG_STRING, &given.beam,
    "Learn and parse with a beam of K sequences, by the static oracle (default 1: greedy)", "K" },
  { "labels", 0, 0, G_OPTION_ARG_STRING, &given.labels,
    "joint: choose transition and relation together (default); two-stage: the transition, then its relation, with a "
    "smaller model, which is faster and less accurate",
    "HOW" },
  { "columns", 0, 0, G_OPTION_ARG_STRING, &given.columns,
    "The columns that features may read (default form,lemma,upos,xpos,feats)", "LIST" },
  { "features", 0, 0, G_OPTION_ARG_FILENAME, &given.features, "Read the table of features from FILE",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry learning_entries[] = {
  { "dev", 0, 0, G_OPTION_ARG_FILENAME, &given.dev,
    "After each epoch parse this treebank; keep the epoch with the highest LAS", "FILE" },
  { "oracle", 0, 0, G_OPTION_ARG_STRING, &given.oracle,
    "dynamic: what is best after any mistake (default but with a beam), or static: one sequence for each tree",
    "ORACLE" },
  { "policy", 0, 0, G_OPTION_ARG_STRING, &given.policy, "The policy of the dynamic oracle, as in tbk oracle",
    "POLICY" },
  { "order", 0, 0, G_OPTION_ARG_STRING, &given.order, "The order of the static oracle, as in tbk transitions",
    "ORDER" },
  { "trees", 0, 0, G_OPTION_ARG_STRING, &given.trees,
    "What becomes of trees that the system cannot build: all, learned from as they are (default with the dynamic "
    "oracle); projectivized first (default with the static one); projective, left out",
    "TREES" },
  { "mark", 0, 0, G_OPTION_ARG_STRING, &given.mark,
    "First make each tree projective and tell in the relations where lifted words came from, as tbk projectivize "
    "--mark does: head, path, headpath; tbk parse decodes what it parsed",
    "MARK" },
  { "explore", 0, 0, G_OPTION_ARG_STRING, &given.explore,
    "What is followed, right or wrong, while learning from the dynamic oracle. best: the prediction (default); best:P, or "
    "P: in P per cent of the cases in which it is wrong, else what is right; second:P: the prediction, but in P per cent of "
    "all cases the second best; sample: one drawn by its likelihood; sample:A: by the A-th power of that",
    "POLICY" },
  { "oracle-epochs", 0, 0, G_OPTION_ARG_STRING, &given.oracle_epochs,
    "Follow what is right in the first N epochs (default 1)", "N" },
  { "update", 0, 0, G_OPTION_ARG_STRING, &given.update,
    "With a beam, where the gold sequence is compared with the best: max-violation, where it is most behind (default), or "
    "early, where it leaves the beam",
    "WHERE" },
  { "epochs", 0, 0, G_OPTION_ARG_STRING, &given.epochs,
    "Go through the treebanks N times (default 10; networks: as often as makes 550,000 words, from 5 to 60)",
    "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of the order of sentences (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
find_system (TbkTrainingOptions *options, GError **error)
{
  const char *name = given.system != NULL ? given.system : "arc-eager";

  options->system = tbk_system_find (name);
  if (options->system == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--system: found '%s', expected the name of a transition system", name);
    return FALSE;
  }
  options->policy = given.policy == NULL ? 0 : tbk_system_policy (options->system, given.policy);
  if (options->policy >= 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--policy: found '%s', which %s does not have",
               given.policy, name);
  return FALSE;
}

static gboolean
find_columns (guint *columns, GError **error)
{
  static const char *const names[] = { "form", "lemma", "upos", "xpos", "feats", NULL };
  g_auto (GStrv) list = NULL;
  int column;

  if (given.columns == NULL)
    return TRUE;
  *columns = 0;
  list = g_strsplit (given.columns, ",", -1);
  for (int i = 0; list[i] != NULL; i++) {
    if (!options_choose ("columns", list[i], names, &column, error))
      return FALSE;
    *columns |= 1u << column;
  }
  return TRUE;
}

static gboolean
find_numbers (TbkTrainingOptions *options, GError **error)
{
  gint64 beam = 1, oracle_epochs = options->oracle_epochs, epochs = options->epochs;
  gint64 seed = (gint64) options->seed, ensemble = 1;

  if (!options_number ("beam", given.beam, 1, TBK_PARSER_MAX_WIDTH, &beam, error)
      || !options_number ("oracle-epochs", given.oracle_epochs, 0, 1000, &oracle_epochs, error)
      || !options_number ("epochs", given.epochs, 1, 1000, &epochs, error)
      || !options_number ("ensemble", given.ensemble, 1, 100, &ensemble, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &seed, error))
    return FALSE;
  options->beam = (int) beam;
  options->ensemble = (int) ensemble;
  options->oracle_epochs = (int) oracle_epochs;
  options->epochs = (int) epochs;
  options->seed = (guint64) seed;
  return TRUE;
}

/* A policy of exploration is for the dynamic oracle. */
static gboolean
find_exploration (TbkTrainingOptions *options, GError **error)
{
  if (options->is_static && (given.explore != NULL || given.oracle_epochs != NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs the dynamic oracle",
                 given.explore != NULL ? "explore" : "oracle-epochs");
    return FALSE;
  }
  if (given.explore == NULL || tbk_explore_parse (given.explore, &options->explore, error))
    return TRUE;
  g_prefix_error (error, "--explore: ");
  return FALSE;
}

static gboolean
find_marks (TbkTrainingOptions *options, GError **error)
{
  TbkPseudoProjectiveOptions marks = { 0 };
  int scheme;

  if (given.mark == NULL)
    return marks_check_unused (error);
  if (!options_choose ("mark", given.mark, marks_schemes, &scheme, error)
      || !marks_get_options (&marks, error))
    return FALSE;
  options->is_marked = TRUE;
  options->mark = (TbkScheme) scheme;
  options->lift = marks.lift;
  return TRUE;
}

/* A beam needs the static oracle, and that trees that can be built. */
static gboolean
find_choices (TbkTrainingOptions *options, GError **error)
{
  static const char *const oracles[] = { "dynamic", "static", NULL };
  static const char *const trees[] = { "all", "projectivized", "projective", NULL };
  static const char *const models[] = { "linear", "feedforward", "bilstm", NULL };
  static const char *const labels[] = { "joint", "two-stage", NULL };
  static const char *const updates[] = { "max-violation", "early", NULL };
  int is_static, choice, model;

  if (!options_choose ("model", given.model, models, &model, error)
      || !options_choose ("oracle", given.oracle, oracles, &is_static, error)
      || !options_choose ("update", given.update, updates, &options->early_update, error)
      || !options_choose ("labels", given.labels, labels, &options->has_stages, error)
      || !options_choose ("trees", given.trees, trees, &choice, error))
    return FALSE;
  options->model = (TbkModelKind) model;
  options->is_static = given.oracle != NULL ? is_static : options->beam > 1;
  options->trees = given.trees != NULL  ? (TbkTrees) choice
                   : options->is_static ? TBK_TREES_PROJECTIVIZED
                                        : TBK_TREES_ALL;
  options->order = given.order;
  return TRUE;
}

static gboolean
get_options (TbkTrainingOptions *options, char **table, GError **error)
{
  g_autoptr (GError) problem = NULL;

  tbk_training_options_init (options);
  if (given.output == NULL || g_str_equal (given.output, "-")
      || tbk_compressed_suffix (given.output) != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--output: %s, expected a file for the model, not compressed",
                 given.output == NULL ? "none given" : given.output);
    return FALSE;
  }
  if (!find_system (options, error) || !find_columns (&options->columns, error)
      || !find_numbers (options, error) || !find_choices (options, error)
      || !find_exploration (options, error) || !find_marks (options, error))
    return FALSE;
  if (given.features != NULL && !g_file_get_contents (given.features, table, NULL, &problem)) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_IO, problem->message);
    return FALSE;
  }
  options->features = *table;
  options->features_name = given.features;
  return TRUE;
}

typedef struct {
  TbkOutput *output;
  TbkTable *table;
  gint64 start;
} Report;

static double
percent (gint64 part, gint64 whole)
{
  return whole > 0 ? 100.0 * (double) part / (double) whole : 0;
}

static gboolean
report (const TbkEpoch *epoch, gpointer data, GError **error)
{
  Report *r = data;

  if (epoch->epoch == 1 && epoch->left_out > 0)
    tool_message ("%" G_GINT64_FORMAT " sentence%s left out, learning from %" G_GINT64_FORMAT,
                  epoch->left_out, epoch->left_out == 1 ? "" : "s", epoch->sentences);
  if (epoch->unvalued > 0)
    tool_message ("epoch %d: %" G_GINT64_FORMAT
                  " sentence%s learned from only in part: the oracle's search gave up; "
                  "--oracle=static needs none",
                  epoch->epoch, epoch->unvalued, epoch->unvalued == 1 ? "" : "s");
  tbk_table_integer (r->table, epoch->epoch);
  tbk_table_decimal (r->table, percent (epoch->wrong, epoch->steps), 2);
  if (epoch->dev_words > 0) {
    tbk_table_decimal (r->table, percent (epoch->dev_heads, epoch->dev_words), 2);
    tbk_table_decimal (r->table, percent (epoch->dev_both, epoch->dev_words), 2);
  } else {
    tbk_table_string (r->table, "");
    tbk_table_string (r->table, "");
  }
  tbk_table_decimal (r->table, (double) (g_get_monotonic_time () - r->start) / G_USEC_PER_SEC, 1);
  return tbk_table_end_row (r->table, error) && tbk_output_flush (r->output, error);
}

static gboolean
check_files (char **paths, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  const char *const outputs[] = { given.output, "-", NULL };

  for (int i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (inputs, paths[i]);
  if (given.dev != NULL)
    g_ptr_array_add (inputs, (gpointer) given.dev);
  if (given.features != NULL)
    g_ptr_array_add (inputs, (gpointer) given.features);
  g_ptr_array_add (inputs, NULL);
  if (!tbk_files_check ((const char *const *) inputs->pdata, outputs, error)
      || !tbk_output_check (given.output, 0, error))
    return FALSE;
  tbk_output_remove_stale (outputs);
  return TRUE;
}

/* Opens the file of the model first, so that what cannot be written is known before the training. */
static gboolean
train (const TbkTrainingOptions *options, char **paths, GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_UAS", "dev_LAS", "seconds", NULL };
  g_autoptr (TbkOutput) file = tbk_output_open (given.output, error);
  g_autoptr (TbkOutput) output = file != NULL ? tbk_output_open (NULL, error) : NULL;
  g_autoptr (TbkTable) table = NULL;
  g_autoptr (TbkModel) model = NULL;
  Report r = { .start = g_get_monotonic_time () };

  if (output == NULL)
    return FALSE;
  for (char **path = paths; *path != NULL; path++)
    tool_announce_terminal (*path);
  r.output = output;
  r.table = table = tbk_table_new (output, TBK_TABLE_TSV, columns);
  model = tbk_train (options, (const char *const *) paths, given.dev, report, &r, error);
  return model != NULL && tbk_model_write (model, file, error)
         && tbk_output_commit (g_steal_pointer (&file), error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
cmd_train (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Model", model_entries },
    { "Learning", learning_entries },
    { "Learning", marks_lift_entries },
    { "Files", files_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  g_autofree char *table = NULL;
  TbkTrainingOptions options;

  return paths != NULL && get_options (&options, &table, error)
         && files_find (&paths, files_conllu_suffixes, error) && check_files (paths, error)
         && train (&options, paths, error);
}
