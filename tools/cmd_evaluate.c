/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees. */
#include "aligning.h"
#include "brackets.h"
#include "commands.h"
#include "evaluating.h"
#include "tables.h"
#include "tool.h"

typedef struct {
  CorpusGiven corpus;
  EvaluatingGiven evaluating;
  char *by;
  gboolean subtypes, align;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "measure: a row for each measure (default); or a row for each deprel, length of the "
    "sentence, or distance from head to dependent",
    "WHAT" },
  { "subtypes", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, subtypes),
    "Compare whole relations, not only up to ':'", NULL },
  { "align", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, align),
    "The files may have different tokens, words and sentences over the same text. Words are "
    "aligned by characters, and counted as by the script of the CoNLL 2018 shared task",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  TableOptions table;
  EvaluatingOptions evaluating;
} Evaluate;

static const char *const group_columns[] = { "group", "gold",      "system", "right_heads", "right_both",
                                             "UAS",   "precision", "recall", "F1",          NULL };

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Evaluate *command, TbkEvaluation *const *systems, TbkTable *table, GError **error)
{
  const int n_others = command->evaluating.n_others;
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
    if (!evaluating_write_measure (&command->evaluating, table, &row, error))
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
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");
  g_autoptr (TbkTable) table =
      table_new (&command->table, output, by > 0 ? group_columns : (const char *const *) columns);

  for (int other = 0; other <= command->evaluating.n_others; other++)
    g_ptr_array_add (systems, tbk_evaluation_of (tallies, other));
  evaluating_tell_none_selected (&command->given->corpus.selection,
                                 tbk_evaluation_share (systems->pdata[0], TBK_MEASURE_UAS));
  return (by > 0 ? write_groups (systems->pdata[0], (TbkGrouping) (by - 1), table, error)
                 : write_measures (command, (TbkEvaluation **) systems->pdata, table, error))
         && tbk_table_end (table, error);
}

static gboolean
count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other, TbkTally *tally,
       GError **error)
{
  g_autoptr (TbkEvaluation) evaluation =
      tbk_evaluate (gold, system, ((const Evaluate *) data)->given->subtypes, selector, error);

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
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");

  return table_check_sort (&command->table,
                           command->evaluating.by > 0 ? group_columns : (const char *const *) columns, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Given, evaluating),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,

  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

/* What --align does not look at. */
static gboolean
check_align (const Evaluate *command, GError **error)
{
  const Given *given = command->given;
  const char *excluded = command->evaluating.by > 0 ? "--by" : given->subtypes ? "--subtypes" : NULL;

  if (!given->align || excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--align and %s exclude each other", excluded);
  return FALSE;
}

static gboolean
evaluate_dependencies (gpointer values, const Source *source, GError **error)
{
  static const char *const groupings[] = { "measure", "deprel", "length", "distance", NULL };
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Evaluate command = { .given = given };
  const Evaluating evaluating = { .options = &command.evaluating,
                                  .layout = tbk_evaluation_layout (),
                                  .count = count,
                                  .write = write_table,
                                  .data = &command };

  if (!evaluating_get_options (&given->evaluating, given->by, groupings, &command.evaluating, error)
      || !check_align (&command, error) || !table_get_options (&given->corpus, &command.table, error)
      || (!given->align && !check_sort (&command, error))
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  return given->align ? aligning_run (&command.evaluating, &command.table, &corpus, error)
                      : evaluating_run (&evaluating, &corpus, error);
}

static const Form evaluate = {
  .groups = groups, .size = sizeof (Given), .operands = "GOLD SYSTEM", .run = evaluate_dependencies
};

const Command cmd_evaluate = { .name = "evaluate", .conllu = &evaluate, .brackets = &brackets_evaluate };
