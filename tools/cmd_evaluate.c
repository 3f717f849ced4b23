/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees. */
#include "brackets.h"
#include "evaluating.h"
#include "files.h"
#include "options.h"
#include "tool.h"

static struct {
  const char *by;
  gboolean subtypes;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "A row for each measure (default), or for words in groups: deprel, length of the sentence, distance from "
    "head to dependent",
    "WHAT" },
  { "subtypes", 0, 0, G_OPTION_ARG_NONE, &given.subtypes, "Compare relations whole, not only up to ':'",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkTableFormat format;
  int by;
  guint64 seed;
} Evaluate;

static const char *const group_columns[] = { "group", "gold",      "system", "right_heads", "right_both",
                                             "UAS",   "precision", "recall", "F1",          NULL };

static gboolean
write_measures (const Evaluate *command, const TbkEvaluation *system, const TbkEvaluation *other,
                TbkTable *table, GError **error)
{
  TbkShare low[TBK_N_MEASURES], high[TBK_N_MEASURES];
  int n_as_great[TBK_N_MEASURES] = { 0 };

  tbk_evaluation_intervals (system, command->seed, low, high);
  if (other != NULL)
    tbk_evaluation_test (system, other, command->seed, n_as_great);
  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    MeasureRow row = { .name = tbk_measure_name (m),
                       .share = tbk_evaluation_share (system, m),
                       .low = low[m],
                       .high = high[m],
                       .n_as_great = n_as_great[m] };

    if (other != NULL)
      row.other = tbk_evaluation_share (other, m);
    if (!evaluating_write_row (table, &row, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_groups (const TbkEvaluation *system, TbkGrouping grouping, TbkTable *table, GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (system, grouping, &n);

  for (int i = 0; i < n; i++) {
    const TbkGroup *group = &groups[i];
    tbk_table_string (table, group->name);
    tbk_table_integer (table, group->gold);
    tbk_table_integer (table, group->system);
    tbk_table_integer (table, group->heads);
    tbk_table_integer (table, group->both);
    tbk_table_percent (table, group->heads, group->gold);
    tbk_table_percent (table, group->both, group->system);
    tbk_table_percent (table, group->both, group->gold);
    tbk_table_percent (table, 2 * group->both, group->gold + group->system);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluate *command = data;
  g_autoptr (TbkEvaluation) system = tbk_evaluation_of (tallies, FALSE);
  g_autoptr (TbkEvaluation) other = evaluating_against () == NULL ? NULL : tbk_evaluation_of (tallies, TRUE);
  g_autoptr (TbkTable) table = tbk_table_new (output, command->format,
                                              command->by > 0 ? group_columns
                                              : other != NULL ? evaluating_against_columns
                                                              : evaluating_columns);

  return (command->by > 0 ? write_groups (system, (TbkGrouping) (command->by - 1), table, error)
                          : write_measures (command, system, other, table, error))
         && tbk_table_end (table, error);
}

static gboolean
count (gpointer data, const char *gold, const char *system, gboolean is_other, TbkTally *tally,
       GError **error)
{
  g_autoptr (TbkEvaluation) evaluation = tbk_evaluate (gold, system, given.subtypes, error);

  (void) data;
  if (evaluation != NULL)
    tbk_evaluation_count (evaluation, is_other, tally);
  return evaluation != NULL;
}

static gboolean
evaluate_dependencies (int argc, char **argv, GError **error)
{
  static const char *const groupings[] = { "measure", "deprel", "length", "distance", NULL };
  static const OptionGroup groups[] = {
    { "Evaluation", entries },
    { "Evaluation", evaluating_entries },
    { "Output", table_entries },
    { "Output", tally_entries },
    { "Which files", part_entries },
    { "Running", quiet_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "GOLD SYSTEM", error);
  TbkCorpusOptions options;
  Evaluate command;
  const Evaluating evaluating = {
    .layout = tbk_evaluation_layout (), .count = count, .write = write_table, .data = &command
  };

  return paths != NULL && evaluating_get_options (given.by, groupings, &command.by, &command.seed, error)
         && table_get_format (&command.format, error) && corpus_get_options (&options, FALSE, error)
         && evaluating_run (&evaluating, &options, &paths, error);
}

gboolean
cmd_evaluate (int argc, char **argv, GError **error)
{
  return brackets_asked (argc, argv) ? brackets_evaluate (argc, argv, error)
                                     : evaluate_dependencies (argc, argv, error);
}
