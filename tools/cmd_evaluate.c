/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees. */
#include "corpus.h"
#include "options.h"
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
  TbkEvaluation *system, *other; /* other: or NULL */
  guint64 seed;
  TbkTable *table;
} Evaluate;

static const char *const measure_columns[] = { "measure", "right", "of", "percent", "low", "high", NULL };
static const char *const against_columns[] = { "measure", "right",         "of",         "percent", "low",
                                               "high",    "other_percent", "difference", "p",       NULL };
static const char *const group_columns[] = { "group", "gold",      "system", "right_heads", "right_both",
                                             "UAS",   "precision", "recall", "F1",          NULL };

static double
percent (gint64 right, gint64 of)
{
  return of > 0 ? 100.0 * (double) right / (double) of : 0;
}

static void
write_difference (TbkTable *table, TbkShare share, TbkShare other, int n_as_great)
{
  tbk_table_percent (table, other.right, other.of);
  if (share.of == 0 || other.of == 0) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (table, percent (share.right, share.of) - percent (other.right, other.of), 2);
  tbk_table_decimal (table, (n_as_great + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

static gboolean
write_measures (const Evaluate *command, GError **error)
{
  TbkShare low[TBK_N_MEASURES], high[TBK_N_MEASURES];
  int n_as_great[TBK_N_MEASURES];

  tbk_evaluation_intervals (command->system, command->seed, low, high);
  if (command->other != NULL)
    tbk_evaluation_test (command->system, command->other, command->seed, n_as_great);
  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    TbkShare share = tbk_evaluation_share (command->system, m);
    tbk_table_string (command->table, tbk_measure_name (m));
    tbk_table_integer (command->table, share.right);
    tbk_table_integer (command->table, share.of);
    tbk_table_percent (command->table, share.right, share.of);
    tbk_table_percent (command->table, low[m].right, share.of > 0 ? MAX (low[m].of, 1) : 0);
    tbk_table_percent (command->table, high[m].right, share.of > 0 ? MAX (high[m].of, 1) : 0);
    if (command->other != NULL)
      write_difference (command->table, share, tbk_evaluation_share (command->other, m), n_as_great[m]);
    if (!tbk_table_end_row (command->table, error))
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
write_table (Evaluate *command, const TbkCorpusOptions *options, TbkTableFormat format, int by,
             GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format,
                         by > 0                   ? group_columns
                         : command->other != NULL ? against_columns
                                                  : measure_columns);
  command->table = table;
  return (by > 0 ? write_groups (command, by - 1, error) : write_measures (command, error))
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
check_operands (char **paths, int by, GError **error)
{
  if (g_strv_length (paths) != 2) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %u operands, expected two: GOLD SYSTEM",
                 g_strv_length (paths));
    return FALSE;
  }
  if ((strcmp (paths[0], "-") == 0) + (strcmp (paths[1], "-") == 0)
          + (given.against != NULL && strcmp (given.against, "-") == 0)
      > 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "standard input can be only one of the files");
    return FALSE;
  }
  if (by > 0 && given.against != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_files (const TbkCorpusOptions *options, char **paths, GError **error)
{
  const char *inputs[] = { paths[0], paths[1], given.against, NULL };
  const char *const no_outputs[] = { NULL };

  return corpus_check_files (options, (char **) inputs, no_outputs, error);
}

static gboolean
evaluate (char **paths, Evaluate *command, GError **error)
{
  command->system = tbk_evaluate (paths[0], paths[1], given.subtypes, error);
  if (command->system == NULL || given.against == NULL)
    return command->system != NULL;
  command->other = tbk_evaluate (paths[0], given.against, given.subtypes, error);
  return command->other != NULL;
}

gboolean
cmd_evaluate (int argc, char **argv, GError **error)
{
  static const char *const groupings[] = { "measure", "deprel", "length", "distance", NULL };
  static const OptionGroup groups[] = {
    { "Evaluation", entries },
    { "Output", table_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "GOLD SYSTEM", error);
  TbkCorpusOptions options;
  Evaluate command = { 0 };
  TbkTableFormat format;
  gint64 seed = 1;
  int by;
  gboolean done;

  done = paths != NULL && options_choose ("by", given.by, groupings, &by, error)
         && options_number ("seed", given.seed, 0, G_MAXINT64, &seed, error)
         && check_operands (paths, by, error) && corpus_get_options (&options, FALSE, error)
         && table_get_format (&format, error) && check_files (&options, paths, error);
  command.seed = (guint64) seed;
  done = done && evaluate (paths, &command, error) && write_table (&command, &options, format, by, error);
  tbk_evaluation_free (command.system);
  tbk_evaluation_free (command.other);
  return done;
}
