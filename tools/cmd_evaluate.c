/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees. */
#include <string.h>

#include "brackets.h"
#include "counting.h"
#include "files.h"
#include "options.h"
#include "shares.h"
#include "tbk/evaluate.h"
#include "tbk/table.h"
#include "tool.h"

static struct {
  const char *by, *against, *seed;
  gboolean subtypes;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "A row for each measure (default), or for words in groups: deprel, length of the sentence, distance from "
    "head to dependent",
    "GROUPING" },
  { "subtypes", 0, 0, G_OPTION_ARG_NONE, &given.subtypes, "Compare relations whole, not only up to ':'",
    NULL },
  { "against", 0, 0, G_OPTION_ARG_FILENAME, &given.against,
    "Compare with another system's trees: difference, and p by a paired permutation test over sentences",
    "OTHER" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of all that is drawn at random (default 1)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  char *system_path;
  TbkTableFormat format;
  int by;
  gint64 seed;
  TbkEvaluation *system, *other; /* other: or NULL */
  TbkTable *table;
} Evaluate;

static const char *const group_columns[] = { "group", "gold",      "system", "right_heads", "right_both",
                                             "UAS",   "precision", "recall", "F1",          NULL };

static gboolean
write_measures (const Evaluate *command, GError **error)
{
  TbkShare low[TBK_N_MEASURES], high[TBK_N_MEASURES];
  int n_as_great[TBK_N_MEASURES] = { 0 };

  tbk_evaluation_intervals (command->system, (guint64) command->seed, low, high);
  if (command->other != NULL)
    tbk_evaluation_test (command->system, command->other, (guint64) command->seed, n_as_great);
  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    TbkShare other = { 0, 0 };

    if (command->other != NULL)
      other = tbk_evaluation_share (command->other, m);
    if (!shares_write_row (command->table, tbk_measure_name (m), tbk_evaluation_share (command->system, m),
                           low[m], high[m], command->other != NULL ? &other : NULL, n_as_great[m], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_groups (const Evaluate *command, TbkGrouping grouping, GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (command->system, grouping, &n);

  for (int i = 0; i < n; i++) {
    const TbkGroup *group = &groups[i];
    tbk_table_string (command->table, group->name);
    tbk_table_integer (command->table, group->gold);
    tbk_table_integer (command->table, group->system);
    tbk_table_integer (command->table, group->heads);
    tbk_table_integer (command->table, group->both);
    tbk_table_percent (command->table, group->heads, group->gold);
    tbk_table_percent (command->table, group->both, group->system);
    tbk_table_percent (command->table, group->both, group->gold);
    tbk_table_percent (command->table, 2 * group->both, group->gold + group->system);
    if (!tbk_table_end_row (command->table, error))
      return FALSE;
  }
  return tbk_table_end (command->table, error);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Evaluate *command = data;
  g_autoptr (TbkEvaluation) system = NULL;
  g_autoptr (TbkEvaluation) other = given.against == NULL ? NULL : tbk_evaluation_of (tallies, TRUE);
  g_autoptr (TbkTable) table = tbk_table_new (output, command->format,
                                              command->by > 0 ? group_columns
                                              : other != NULL ? shares_against_columns
                                                              : shares_columns);

  if (!tbk_evaluation_check_systems (tallies, error))
    return FALSE;
  command->system = system = tbk_evaluation_of (tallies, FALSE);
  command->other = other;
  command->table = table;
  return command->by > 0 ? write_groups (command, command->by - 1, error) : write_measures (command, error);
}

static gboolean
is_folder (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* What stands beside gold file @number: @path itself, or what has its name in the folder @path. To be freed. */
static char *
counterpart (const char *path, int number)
{
  return is_folder (path) ? g_build_filename (path, files_name (number), NULL) : g_strdup (path);
}

/* Counts how @system, or the other system if @is_other, agrees with @gold. */
static gboolean
count_pair (const char *gold, const char *system, gboolean is_other, TbkTally *tally, GError **error)
{
  g_autoptr (TbkEvaluation) evaluation = NULL;

  tool_announce_terminal (gold);
  tool_announce_terminal (system);
  evaluation = tbk_evaluate (gold, system, given.subtypes, error);
  if (evaluation != NULL)
    tbk_evaluation_count (evaluation, is_other, tally);
  return evaluation != NULL;
}

static TbkTally *
count_file (const Evaluate *command, const char *gold, int number, GError **error)
{
  g_autofree char *system = counterpart (command->system_path, number);
  g_autofree char *other = given.against == NULL ? NULL : counterpart (given.against, number);
  g_autoptr (TbkTally) tally = tbk_tally_new (tbk_evaluation_layout ());

  if (!count_pair (gold, system, FALSE, tally, error)
      || (other != NULL && !count_pair (gold, other, TRUE, tally, error)))
    return NULL;
  tbk_evaluation_name_system (tally, command->system_path);
  return g_steal_pointer (&tally);
}

static gboolean
count (gpointer command, char **paths, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const guint n = g_strv_length (paths);

  for (guint f = 0; f < n; f++) {
    g_autoptr (GError) fault = NULL;
    TbkTally *tally = files_is_taken ((int) f) ? count_file (command, paths[f], (int) f, &fault) : NULL;

    if (tally != NULL)
      tbk_tallies_put (tallies, (int) f, tally);
    else if (fault != NULL && !counting_leave_out (tallies, (int) f, &fault, left_out, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_operands (char **paths, GError **error)
{
  if (!shares_check_operands (paths, given.against, error))
    return FALSE;
  if (is_folder (paths[0])
      && (!is_folder (paths[1]) || (given.against != NULL && !is_folder (given.against)))) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s is a folder, expected folders to compare it with",
                 paths[0]);
    return FALSE;
  }
  return TRUE;
}

/* @paths: what is compared, and gets the gold files alone. Where tallies are merged there are none. */
static gboolean
find_files (Evaluate *command, TbkCorpusOptions *options, char ***paths, GError **error)
{
  const gboolean is_merging = counting_merged_head () != NULL;

  if (!is_merging && !check_operands (*paths, error))
    return FALSE;
  if (!is_merging)
    command->system_path = g_steal_pointer (&(*paths)[1]);
  return corpus_find_files (options, paths, error);
}

/* All files that are read are checked. */
static gboolean
check_files (const Evaluate *command, const TbkCorpusOptions *options, char **paths, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  const int n = counting_merged_head () != NULL ? 0 : (int) g_strv_length (paths);

  for (int f = 0; f < n; f++)
    g_ptr_array_add (inputs, g_strdup (paths[f]));
  for (int f = 0; f < n; f++) {
    g_ptr_array_add (inputs, counterpart (command->system_path, f));
    if (given.against != NULL)
      g_ptr_array_add (inputs, counterpart (given.against, f));
  }
  g_ptr_array_add (inputs, NULL);
  return counting_check_files (options, (char **) inputs->pdata, NULL, error);
}

static gboolean
get_options (Evaluate *command, GError **error)
{
  static const char *const groupings[] = { "measure", "deprel", "length", "distance", NULL };

  if (!options_choose ("by", given.by, groupings, &command->by, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &command->seed, error)
      || !table_get_format (&command->format, error))
    return FALSE;
  if (command->by > 0 && given.against != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
    return FALSE;
  }
  return TRUE;
}

static gboolean
evaluate_dependencies (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Evaluation", entries },
    { "Output", table_entries },
    { "Output", tally_entries },
    { "Files", part_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "GOLD SYSTEM", error);
  TbkCorpusOptions options;
  Evaluate command = { .seed = 1 };
  const Counting counting = { .options = &options,
                              .layout = tbk_evaluation_layout (),
                              .count = count,
                              .write = write_table,
                              .data = &command };
  gboolean done;

  done = paths != NULL && get_options (&command, error) && corpus_get_options (&options, FALSE, error)
         && find_files (&command, &options, &paths, error) && check_files (&command, &options, paths, error)
         && counting_run (&counting, paths, error);
  g_free (command.system_path);
  return done;
}

gboolean
cmd_evaluate (int argc, char **argv, GError **error)
{
  return brackets_asked (argc, argv) ? brackets_evaluate (argc, argv, error)
                                     : evaluate_dependencies (argc, argv, error);
}
