/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees. */
#include "aligning.h"
#include "brackets.h"
#include "evaluating.h"
#include "files.h"
#include "options.h"
#include "selection.h"
#include "tool.h"

static struct {
  const char *by;
  gboolean subtypes, align;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "A row for each measure (default), or for words in groups: deprel, length of the sentence, distance from "
    "head to dependent",
    "WHAT" },
  { "subtypes", 0, 0, G_OPTION_ARG_NONE, &given.subtypes, "Compare relations whole, not only up to ':'",
    NULL },
  { "align", 0, 0, G_OPTION_ARG_NONE, &given.align,
    "Files with other tokens, words or sentences over the same text: words are aligned by its characters, and counted as by the "
    "script of the CoNLL 2018 shared task",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkTableFormat format;
  EvaluatingOptions evaluating;
} Evaluate;

static const char *const group_columns[] = { "group", "gold",      "system", "right_heads", "right_both",
                                             "UAS",   "precision", "recall", "F1",          NULL };

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Evaluate *command, TbkEvaluation *const *systems, TbkTable *table, GError **error)
{
  const int n_others = evaluating_n_others ();
  const gboolean has_intervals = command->evaluating.has_intervals;
  TbkShare low[TBK_N_MEASURES], high[TBK_N_MEASURES];
  g_autofree TbkShare *others = g_new (TbkShare, MAX (n_others, 1));
  g_autofree int *n_as_great = g_new (int, MAX (n_others, 1) * TBK_N_MEASURES),
                 *of_measure = g_new (int, MAX (n_others, 1));

  if (has_intervals)
    tbk_evaluation_intervals (systems[0], command->evaluating.seed, low, high);
  for (int o = 0; o < n_others; o++)
    tbk_evaluation_test (systems[0], systems[o + 1], command->evaluating.seed,
                         n_as_great + o * TBK_N_MEASURES);
  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    const MeasureRow row = { .name = tbk_measure_name (m),
                             .share = tbk_evaluation_share (systems[0], m),
                             .low = has_intervals ? &low[m] : NULL,
                             .high = has_intervals ? &high[m] : NULL,
                             .others = others,
                             .n_as_great = of_measure };

    for (int o = 0; o < n_others; o++) {
      others[o] = tbk_evaluation_share (systems[o + 1], m);
      of_measure[o] = n_as_great[o * TBK_N_MEASURES + (int) m];
    }
    if (!evaluating_write_measure (table, &row, error))
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
  const int by = command->evaluating.by;
  g_autoptr (GPtrArray) systems = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free);
  g_autofree const char **columns = evaluating_columns (evaluating_share_columns, "other_percent");
  g_autoptr (TbkTable) table =
      table_new (output, command->format, by > 0 ? group_columns : (const char *const *) columns);

  for (int other = 0; other <= evaluating_n_others (); other++)
    g_ptr_array_add (systems, tbk_evaluation_of (tallies, other));
  evaluating_tell_none_selected (tbk_evaluation_share (systems->pdata[0], TBK_MEASURE_UAS));
  return (by > 0 ? write_groups (systems->pdata[0], (TbkGrouping) (by - 1), table, error)
                 : write_measures (command, (TbkEvaluation **) systems->pdata, table, error))
         && tbk_table_end (table, error);
}

static gboolean
count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other, TbkTally *tally,
       GError **error)
{
  g_autoptr (TbkEvaluation) evaluation = tbk_evaluate (gold, system, given.subtypes, selector, error);

  (void) data;
  if (evaluation == NULL)
    return FALSE;
  if (selector == NULL)
    evaluating_tell_empty (gold, tbk_evaluation_share (evaluation, TBK_MEASURE_UAS));
  tbk_evaluation_count (evaluation, other, tally);
  return TRUE;
}

static gboolean
check_sort (const Evaluate *command, GError **error)
{
  g_autofree const char **columns = evaluating_columns (evaluating_share_columns, "other_percent");

  return table_check_sort (command->evaluating.by > 0 ? group_columns : (const char *const *) columns, error);
}

static const OptionGroup groups[] = {
  { "Evaluation", entries },
  { "Evaluation", evaluating_entries },
  { "Which sentences", selection_tree_entries },
  { "Which sentences", selection_entries },

  { "Input", input_entries },
  { "Output", table_entries },
  { "Output", tally_entries },
  { "Which files", part_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
};

/* What --align does not look at. */
static gboolean
check_align (const Evaluate *command, GError **error)
{
  const char *excluded = command->evaluating.by > 0 ? "--by" : given.subtypes ? "--subtypes" : NULL;

  if (!given.align || excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--align and %s exclude each other", excluded);
  return FALSE;
}

static gboolean
evaluate_dependencies (int argc, char **argv, GError **error)
{
  static const char *const groupings[] = { "measure", "deprel", "length", "distance", NULL };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "GOLD SYSTEM", error);
  TbkCorpusOptions options;
  Evaluate command;
  const Evaluating evaluating = {
    .layout = tbk_evaluation_layout (), .count = count, .write = write_table, .data = &command
  };

  if (paths == NULL || !evaluating_get_options (given.by, groupings, &command.evaluating, error)
      || !check_align (&command, error) || !table_get_format (&command.format, error)
      || (!given.align && !check_sort (&command, error)) || !corpus_get_options (&options, FALSE, error))
    return FALSE;
  return given.align ? aligning_run (&command.evaluating, command.format, &options, &paths, error)
                     : evaluating_run (&evaluating, &options, &paths, error);
}

gboolean
cmd_evaluate (int argc, char **argv, GError **error)
{
  return input_run (argc, argv, &(InputCommand){ groups, evaluate_dependencies }, &brackets_evaluate, error);
}
