/* training.c - the options and the table of training. */
#include "training.h"

#include <unistd.h>

#include "options/input.h"
#include "options/tool.h"
#include "tbk/files.h"

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
