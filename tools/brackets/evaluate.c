/* evaluate.c - tbk evaluate over phrase-structure trees. */
#include "brackets.h"
#include "evalb.h"
#include "options/tool.h"
#include "runs/evaluating.h"
#include "runs/tables.h"

typedef struct {
  CorpusGiven corpus;
  EvaluatingGiven evaluating;
  char *by, *pair, *deleted, *equal, *equal_words, *uncounted, *parameters, *on_error;
  gboolean no_root, no_unary;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "measure: a row for each measure (default); or a row for each label, number of children, or "
    "length in words",
    "WHAT" },
  { "pair", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, pair),
    "tree: pair the trees that have words, in order (default); line: pair trees on lines of the "
    "same number, as evalb does. An empty line or (TOP ) is a tree without words",
    "HOW" },
  { "no-root", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, no_root), "Do not count the root", NULL },
  { "no-unary", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, no_unary),
    "Do not count constituents of one child", NULL },
  { "delete", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, deleted),
    "Do not count constituents with these labels, and take words with these tags out of each tree "
    "first, as evalb's DELETE_LABEL: TOP,.,: or, with a comma among them, 'TOP . : ,'",
    "LABELS" },
  { "equal", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, equal),
    "Labels and tags that count as equal, as evalb's EQ_LABEL: PRT=ADVP,X=Y", "LABELS" },
  { "equal-words", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, equal_words),
    "Words that count as equal, as evalb's EQ_WORD: This=this", "WORDS" },
  { "delete-for-length", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, uncounted),
    "Leave words with these tags in the gold tree out of the count of --max-words, as evalb's "
    "DELETE_LABEL_FOR_LENGTH",
    "TAGS" },
  { "parameters", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, parameters),
    "Read these lists, and QUOTE_LABEL, from a parameter file of evalb, such as COLLINS.prm; the "
    "rest of it has no effect. Trees are then read as by evalb: with all leaves, whole forms and the outer "
    "bracket, labels up to the first - or =, unless --labels or --forms is given",
    "FILE" },
  { "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, on_error),
    "Pairs of trees whose words differ, or of which one is not well formed: stop (default); skip "
    "leaves them out",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  TbkPhraseEvaluationOptions options;
  gboolean is_merging;
  TableOptions table;
  EvaluatingOptions evaluating;
} Evaluate;

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Evaluate *command, TbkPhraseEvaluation *const *systems, TbkTable *table, GError **error)
{
  const int n_others = command->evaluating.n_others;
  const gboolean has_intervals = command->evaluating.has_intervals;
  TbkShare low[TBK_N_PHRASE_MEASURES], high[TBK_N_PHRASE_MEASURES];
  g_autofree TbkShare *others = g_new (TbkShare, MAX (n_others, 1));
  g_autofree int *n_as_great = g_new (int, MAX (n_others, 1) * TBK_N_PHRASE_MEASURES),
                 *of_measure = g_new (int, MAX (n_others, 1));

  if (has_intervals)
    tbk_phrase_evaluation_intervals (systems[0], command->evaluating.seed, low, high);
  for (int o = 0; o < n_others; o++)
    tbk_phrase_evaluation_test (systems[0], systems[o + 1], command->evaluating.seed,
                                n_as_great + o * TBK_N_PHRASE_MEASURES);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    const MeasureRow row = { .name = tbk_phrase_measure_name (m),
                             .share = tbk_phrase_evaluation_share (systems[0], m),
                             .low = has_intervals ? &low[m] : NULL,
                             .high = has_intervals ? &high[m] : NULL,
                             .others = others,
                             .n_as_great = of_measure };

    for (int o = 0; o < n_others; o++) {
      others[o] = tbk_phrase_evaluation_share (systems[o + 1], m);
      of_measure[o] = n_as_great[o * TBK_N_PHRASE_MEASURES + (int) m];
    }
    if (!evaluating_write_measure (&command->evaluating, table, &row, error))
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
write_groups (const TbkPhraseEvaluation *system, TbkPhraseGrouping grouping, TbkTable *table, GError **error)
{
  int n;
  const TbkPhraseGroup *groups = tbk_phrase_evaluation_groups (system, grouping, &n);

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

/* Pairs of trees of which no word is left count nowhere. */
static void
tell_skipped (const TbkPhraseEvaluation *system)
{
  const int n = tbk_phrase_evaluation_skipped (system);

  if (n > 0)
    tool_message ("%d tree%s without words skipped", n, n == 1 ? "" : "s");
}

/* Parts told what they left out where they ran. */
static void
tell_left_out_by_parts (const TbkPhraseEvaluation *system)
{
  const char *first;
  const int n = tbk_phrase_evaluation_left_out (system, &first);

  if (n > 0)
    tool_message ("%d tree%s left out by the parts", n, n == 1 ? "" : "s");
}

static const char *const group_columns[] = { "group",     "gold",   "system", "gold_right", "system_right",
                                             "precision", "recall", "F1",     NULL };

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluate *command = data;
  const int by = command->evaluating.by;
  g_autoptr (GPtrArray) systems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_phrase_evaluation_free);
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");
  g_autoptr (TbkTable) table =
      table_new (&command->table, output, by > 0 ? group_columns : (const char *const *) columns);

  for (int other = 0; other <= command->evaluating.n_others; other++)
    g_ptr_array_add (systems, tbk_phrase_evaluation_of (tallies, other));
  if (command->is_merging)
    tell_left_out_by_parts (systems->pdata[0]);
  tell_skipped (systems->pdata[0]);
  evaluating_tell_none_selected (&command->given->corpus.selection,
                                 tbk_phrase_evaluation_share (systems->pdata[0], TBK_PHRASE_TAGS));
  return (by > 0 ? write_groups (systems->pdata[0], (TbkPhraseGrouping) (by - 1), table, error)
                 : write_measures (command, (TbkPhraseEvaluation **) systems->pdata, table, error))
         && tbk_table_end (table, error);
}

static gboolean
count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other, TbkTally *tally,
       GError **error)
{
  const Evaluate *command = data;
  g_autoptr (TbkPhraseEvaluation) evaluation =
      tbk_phrase_evaluate (gold, system, &command->options, selector, error);
  const char *first;
  int n;

  if (evaluation == NULL)
    return FALSE;
  if (selector == NULL && tbk_phrase_evaluation_skipped (evaluation) == 0)
    evaluating_tell_empty (gold, tbk_phrase_evaluation_share (evaluation, TBK_PHRASE_TAGS));
  tbk_phrase_evaluation_count (evaluation, other, tally);
  n = tbk_phrase_evaluation_left_out (evaluation, &first);
  if (n > 0)
    tool_message ("%s: %d tree%s left out; the first: %s", system, n, n == 1 ? "" : "s", first);
  return TRUE;
}

/* What is left out of one system's trees would have to be left out of the other's. */
static gboolean
get_on_error (Evaluate *command, const char *on_error, GError **error)
{
  TbkPhraseEvaluationOptions *options = &command->options;
  static const char *const whats[] = { "stop", "skip", NULL };

  if (!options_choose ("on-error", on_error, whats, &options->skips, error))
    return FALSE;
  if (!options->skips || command->evaluating.n_others == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--on-error=skip and --against exclude each other");
  return FALSE;
}

static gboolean
check_sort (const Evaluate *command, GError **error)
{
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");

  return table_check_sort (&command->table,
                           command->evaluating.by > 0 ? group_columns : (const char *const *) columns, error);
}

static gboolean
get_options (Evaluate *command, const Given *given, GError **error)
{
  static const char *const groupings[] = { "measure", "label", "children", "length", NULL };
  static const char *const pairs[] = { "tree", "line", NULL };

  if (!evaluating_get_options (&given->evaluating, given->by, groupings, &command->evaluating, error)
      || !options_choose ("pair", given->pair, pairs, &command->options.by_lines, error)
      || !table_get_options (&given->corpus, &command->table, error) || !check_sort (command, error)
      || !get_on_error (command, given->on_error, error))
    return FALSE;
  command->options.no_root = given->no_root;
  command->options.no_unary = given->no_unary;
  return TRUE;
}

/* @checksum: (out): of the lists, if a file names some. Parameters are not looked at where tallies are merged, which may
 * be where the file is not. */
static gboolean
get_lists (EvalbLists *lists, Evaluate *command, const Given *given, char **checksum, GError **error)
{
  evalb_add_items (lists->deleted, given->deleted);
  evalb_add_items (lists->uncounted, given->uncounted);
  if (!evalb_add_pairs (lists->equal, "--equal", given->equal, error)
      || !evalb_add_pairs (lists->equal_words, "--equal-words", given->equal_words, error)
      || (given->parameters != NULL && !command->is_merging && !evalb_read (given->parameters, lists, error)))
    return FALSE;
  *checksum = given->parameters == NULL ? NULL : evalb_checksum (lists);
  evalb_set_lists (lists, &command->options);
  return TRUE;
}

/* A limit is evalb's, which leaves words out of the count. */
static gboolean
get_max_words (TbkPhraseEvaluationOptions *options, Selection *selection, GError **error)
{
  gint64 max_words = 0;

  selection_take_max_words (selection, &max_words);
  options->max_words = (int) max_words;
  if (max_words > 0 || options->uncounted == NULL || !selection->given->is_inverted)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--invert and --delete-for-length exclude each other");
  return FALSE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Given, evaluating),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static const OptionRule rules[] = {
  { "intervals", "by= by=measure" },
  { "seed", "by= by=measure" },
  { "seed", "intervals= intervals=yes against" },
  { "delete-for-length", "max-words" },
  { NULL, NULL },
};

static gboolean
evaluate_trees (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (EvalbLists) lists = { .deleted = NULL };
  Evaluate command = { .given = given, .is_merging = source->merging != NULL };
  g_autofree char *checksum = NULL;
  Evaluating evaluating = {
    .options = &command.evaluating,
    .layout = tbk_phrase_evaluation_layout (),
    .count = count,
    .write = write_table,
    .data = &command,
  };

  evalb_lists_init (&lists);
  if (given->parameters != NULL && !command.is_merging && !given->corpus.quiet)
    tool_announce_terminal (given->parameters);
  if (!get_options (&command, given, error) || !get_lists (&lists, &command, given, &checksum, error)
      || !brackets_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  if (given->parameters != NULL)
    brackets_read_as_evalb (&corpus);
  command.options.brackets = corpus.options.format_options;
  evaluating.read = checksum;
  return get_max_words (&command.options, &corpus.selection, error)
         && evaluating_run (&evaluating, &corpus, error) && brackets_tell_losses (&corpus);
}

const Form brackets_evaluate = { .groups = groups,
                                 .rules = rules,
                                 .size = sizeof (Given),
                                 .operands = "GOLD SYSTEM",
                                 .is_of_brackets = TRUE,
                                 .run = evaluate_trees };
