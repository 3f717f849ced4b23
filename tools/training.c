/* training.c - the options and the table of training. */
#include "training.h"

#include "corpus.h"
#include "options.h"
#include "selection.h"
#include "tbk/files.h"
#include "tool.h"

static struct {
  const char *output, *dev, *oracle, *explore, *oracle_epochs, *epochs, *seed;
} given;

const GOptionEntry training_output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, "Write the model to FILE, complete or not at all",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry training_entries[] = {
  { "dev", 0, 0, G_OPTION_ARG_FILENAME, &given.dev,
    "After each epoch parse this treebank, all of it; keep the epoch with the highest LAS or, over brackets, F1",
    "FILE" },
  { "oracle", 0, 0, G_OPTION_ARG_STRING, &given.oracle,
    "dynamic: what is best after any mistake (default but with a beam and for swap), or static: one sequence for each "
    "tree; over brackets also printed: dynamic by the published formula at its word, which is not exact",
    "ORACLE" },
  { "explore", 0, 0, G_OPTION_ARG_STRING, &given.explore,
    "What is followed, right or wrong, while learning from the dynamic oracle. best: the prediction (default); best:P, or "
    "P: in P per cent of the cases in which it is wrong, else what is right; second:P: the prediction, but in P per cent of "
    "all cases the second best; sample: one drawn by its likelihood; sample:A: by the A-th power of that",
    "POLICY" },
  { "oracle-epochs", 0, 0, G_OPTION_ARG_STRING, &given.oracle_epochs,
    "Follow what is right in the first N epochs (default 1)", "N" },
  { "epochs", 0, 0, G_OPTION_ARG_STRING, &given.epochs,
    "Go through the treebanks N times (default 10; networks: as often as makes 550,000 words, from 5 to 60)",
    "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of the order of sentences (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

const char *
training_output (void)
{
  return given.output;
}

const char *
training_dev (void)
{
  return given.dev;
}

gboolean
training_check_output (GError **error)
{
  if (given.output != NULL && !g_str_equal (given.output, "-")
      && tbk_compressed_suffix (given.output) == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--output: %s, expected a file for the model, not compressed",
               given.output == NULL ? "none given" : given.output);
  return FALSE;
}

gboolean
training_get_oracle (gboolean is_of_phrases, TrainingOracle *oracle, GError **error)
{
  static const char *const oracles[] = { "dynamic", "static", NULL };
  static const char *const of_phrases[] = { "dynamic", "static", "printed", NULL };
  int choice;

  if (given.oracle == NULL)
    return TRUE;
  if (!options_choose ("oracle", given.oracle, is_of_phrases ? of_phrases : oracles, &choice, error))
    return FALSE;
  *oracle = (TrainingOracle) choice;
  return TRUE;
}

gboolean
training_get_exploration (gboolean is_static, TbkExplore *explore, GError **error)
{
  if (is_static && (given.explore != NULL || given.oracle_epochs != NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs the dynamic oracle",
                 given.explore != NULL ? "explore" : "oracle-epochs");
    return FALSE;
  }
  if (given.explore == NULL || tbk_explore_parse (given.explore, explore, error))
    return TRUE;
  g_prefix_error (error, "--explore: ");
  return FALSE;
}

gboolean
training_get_numbers (int *oracle_epochs, int *epochs, guint64 *seed, GError **error)
{
  gint64 n_oracle_epochs = *oracle_epochs, n_epochs = *epochs, seed_number = (gint64) *seed;

  if (!options_number ("oracle-epochs", given.oracle_epochs, 0, 1000, &n_oracle_epochs, error)
      || !options_number ("epochs", given.epochs, 1, 1000, &n_epochs, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &seed_number, error))
    return FALSE;
  *oracle_epochs = (int) n_oracle_epochs;
  *epochs = (int) n_epochs;
  *seed = (guint64) seed_number;
  return TRUE;
}

gboolean
training_check_files (char **paths, const char *other, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  const char *const outputs[] = { given.output, "-", NULL };

  for (int i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (inputs, paths[i]);
  if (given.dev != NULL)
    g_ptr_array_add (inputs, (gpointer) given.dev);
  if (other != NULL)
    g_ptr_array_add (inputs, (gpointer) other);
  g_ptr_array_add (inputs, NULL);
  return tbk_files_check ((const char *const *) inputs->pdata, outputs, error)
         && corpus_check_lists (outputs, error) && tbk_output_check (given.output, 0, error)
         && selection_load (error);
}

gboolean
training_begin (Training *training, const char *const *columns, char **paths, GError **error)
{
  training->start = g_get_monotonic_time ();
  training->model = tbk_output_open (given.output, error);
  training->output = training->model != NULL ? tbk_output_open (NULL, error) : NULL;
  if (training->output == NULL)
    return FALSE;
  for (char **path = paths; *path != NULL; path++)
    corpus_announce (*path);
  training->table = tbk_table_new (training->output, TBK_TABLE_TSV, columns);
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
