/* brackets_evaluate.c - tbk evaluate over phrase-structure trees. */
#include <string.h>

#include "brackets.h"
#include "corpus.h"
#include "options.h"
#include "shares.h"
#include "tbk/files.h"
#include "tbk/phrase_evaluate.h"
#include "tool.h"

static struct {
  char *by, *against, *seed, *deleted, *equal;
  gboolean no_root, no_unary;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "A row for each measure (default), or for constituents in groups: label, children (their number), length (words)",
    "GROUPING" },
  { "against", 0, 0, G_OPTION_ARG_FILENAME, &given.against,
    "Compare with another system's trees: difference, and p by a paired permutation test over sentences",
    "OTHER" },
  { "delete", 0, 0, G_OPTION_ARG_STRING, &given.deleted,
    "Constituents with these labels do not count, words with these tags in the gold tree are taken out first, as evalb's "
    "DELETE_LABEL: TOP,.,:",
    "LABELS" },
  { "equal", 0, 0, G_OPTION_ARG_STRING, &given.equal,
    "Labels that count as others, as evalb's EQ_LABEL: PRT=ADVP,X=Y", "LABELS" },
  { "no-root", 0, 0, G_OPTION_ARG_NONE, &given.no_root, "The root does not count", NULL },
  { "no-unary", 0, 0, G_OPTION_ARG_NONE, &given.no_unary, "Constituents of one child do not count", NULL },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of all that is drawn at random (default 1)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkPhraseEvaluationOptions options;
  TbkTableFormat format;
  const char *output; /* NULL: standard output */
  int by;
  gint64 seed;
  TbkPhraseEvaluation *system, *other; /* other: or NULL */
} Evaluate;

static gboolean
write_measures (const Evaluate *command, TbkTable *table, GError **error)
{
  TbkShare low[TBK_N_PHRASE_MEASURES], high[TBK_N_PHRASE_MEASURES];
  int n_as_great[TBK_N_PHRASE_MEASURES] = { 0 };

  tbk_phrase_evaluation_intervals (command->system, (guint64) command->seed, low, high);
  if (command->other != NULL)
    tbk_phrase_evaluation_test (command->system, command->other, (guint64) command->seed, n_as_great);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    const TbkShare share = tbk_phrase_evaluation_share (command->system, m);
    TbkShare other = { 0, 0 };

    if (command->other != NULL)
      other = tbk_phrase_evaluation_share (command->other, m);
    if (!shares_write_row (table, tbk_phrase_measure_name (m), share, low[m], high[m],
                           command->other != NULL ? &other : NULL, n_as_great[m], error))
      return FALSE;
  }
  return TRUE;
}

/* The harmonic mean of precision and recall, in per cent. */
static double
f1 (const TbkPhraseGroup *group)
{
  const double precision = (double) group->system_right / (double) MAX (group->system, 1);
  const double recall = (double) group->gold_right / (double) MAX (group->gold, 1);

  return precision + recall > 0 ? 200.0 * precision * recall / (precision + recall) : 0;
}

static gboolean
write_groups (const Evaluate *command, TbkTable *table, GError **error)
{
  int n;
  const TbkPhraseGroup *groups =
      tbk_phrase_evaluation_groups (command->system, (TbkPhraseGrouping) (command->by - 1), &n);

  for (int i = 0; i < n; i++) {
    const TbkPhraseGroup *group = &groups[i];

    tbk_table_string (table, group->name);
    tbk_table_integer (table, group->gold);
    tbk_table_integer (table, group->system);
    tbk_table_integer (table, group->gold_right);
    tbk_table_integer (table, group->system_right);
    tbk_table_percent (table, group->system_right, group->system);
    tbk_table_percent (table, group->gold_right, group->gold);
    tbk_table_decimal (table, f1 (group), 2);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_table (const Evaluate *command, GError **error)
{
  static const char *const group_columns[] = { "group",     "gold",   "system", "gold_right", "system_right",
                                               "precision", "recall", "F1",     NULL };
  g_autoptr (TbkOutput) output = tbk_output_open (command->output, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, command->format,
                         command->by > 0          ? group_columns
                         : command->other != NULL ? shares_against_columns
                                                  : shares_columns);
  return (command->by > 0 ? write_groups (command, table, error) : write_measures (command, table, error))
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

/* The labels of --equal, two after two. To be freed. */
static gboolean
find_equal (char ***equal, GError **error)
{
  g_auto (GStrv) pairs = g_strsplit (given.equal != NULL ? given.equal : "", ",", -1);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; pairs[i] != NULL; i++) {
    const char *equals = strchr (pairs[i], '=');

    if (equals == NULL || equals == pairs[i] || equals[1] == '\0') {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--equal: found '%s', expected LABEL=LABEL", pairs[i]);
      return FALSE;
    }
    g_ptr_array_add (labels, g_strndup (pairs[i], (gsize) (equals - pairs[i])));
    g_ptr_array_add (labels, g_strdup (equals + 1));
  }
  g_ptr_array_add (labels, NULL);
  *equal = (char **) g_ptr_array_steal (labels, NULL);
  return TRUE;
}

static gboolean
get_options (Evaluate *command, GError **error)
{
  static const char *const groupings[] = { "measure", "label", "children", "length", NULL };

  if (!options_choose ("by", given.by, groupings, &command->by, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &command->seed, error)
      || !table_get_format (&command->format, error))
    return FALSE;
  command->options.no_root = given.no_root;
  command->options.no_unary = given.no_unary;
  if (command->by == 0 || given.against == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
  return FALSE;
}

static TbkPhraseEvaluation *
evaluate (const Evaluate *command, const char *gold, const char *system, GError **error)
{
  tool_announce_terminal (gold);
  tool_announce_terminal (system);
  return tbk_phrase_evaluate (gold, system, &command->options, error);
}

static gboolean
check_files (const Evaluate *command, char **paths, GError **error)
{
  const char *const inputs[] = { paths[0], paths[1], given.against, NULL }, *const outputs[] = {
    command->output, NULL
  };

  return tbk_files_check (inputs, outputs, error);
}

static gboolean
run (Evaluate *command, char **paths, GError **error)
{
  g_autoptr (TbkPhraseEvaluation) system = evaluate (command, paths[0], paths[1], error);
  g_autoptr (TbkPhraseEvaluation) other = NULL;

  if (system != NULL && given.against != NULL)
    other = evaluate (command, paths[0], given.against, error);
  command->system = system;
  command->other = other;
  return system != NULL && (other != NULL || given.against == NULL) && write_table (command, error);
}

gboolean
brackets_evaluate (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Evaluation", entries },
    { "Input", brackets_entries },
    { "Output", table_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "GOLD SYSTEM", error);
  g_auto (GStrv) deleted = g_strsplit (given.deleted != NULL ? given.deleted : "", ",", -1), equal = NULL;
  TbkCorpusOptions corpus;
  Evaluate command = { .seed = 1 };

  if (paths == NULL || !get_options (&command, error) || !find_equal (&equal, error)
      || !brackets_get_options (&corpus, FALSE, error)
      || !shares_check_operands (paths, given.against, error))
    return FALSE;
  command.options.deleted = (const char *const *) deleted;
  command.options.equal = (const char *const *) equal;
  command.options.brackets = corpus.format_options;
  command.output = corpus.output;
  return check_files (&command, paths, error) && run (&command, paths, error);
}
