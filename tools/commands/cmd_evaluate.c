/* cmd_evaluate.c - tbk evaluate: how well the trees of a parser agree with gold trees.
 *
 * Contents
 *   1. differences: tbk evaluate: rows of confusions, and of words that differ
 *   2. aligning: tbk evaluate --align: files whose tokens and sentences may differ
 *   3. cmd_evaluate: tbk evaluate: how well the trees of a parser agree with gold trees
 */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/align.h"

/* 1. differences: tbk evaluate: rows of confusions, and of words that differ. */

const char *const differences_confusion_columns[] = { "gold", "system", "words", NULL };

const char *const differences_word_columns[] = { "file", "line",   "sent_id",     "word",          "form",
                                                 "head", "deprel", "system_head", "system_deprel", NULL };

gboolean
differences_write_confusions (const TbkEvaluation *evaluation, TbkGrouping grouping, TbkTable *table,
                              GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (evaluation, grouping, &n);

  for (int i = 0; i < n; i++) {
    const char *tab = strchr (groups[i].name, '\t');
    g_autofree char *gold = g_strndup (groups[i].name, (gsize) (tab - groups[i].name));

    tbk_table_string (table, gold);
    tbk_table_string (table, tab + 1);
    tbk_table_integer (table, groups[i].gold);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static void
write_piece (TbkTable *table, TbkPiece piece)
{
  g_autofree char *string = g_strndup (piece.bytes, piece.size);

  tbk_table_string (table, string != NULL ? string : ""); /* of no sent_id there are no bytes */
}

gboolean
differences_write_word (gpointer data, const TbkDifference *difference, GError **error)
{
  TbkTable *table = data;

  tbk_table_string (table, difference->file);
  tbk_table_integer (table, difference->line);
  write_piece (table, (TbkPiece){ difference->id, difference->id_length });
  tbk_table_integer (table, difference->word);
  write_piece (table, difference->form);
  tbk_table_integer (table, difference->head);
  write_piece (table, difference->deprel);
  tbk_table_integer (table, difference->system_head);
  write_piece (table, difference->system_deprel);
  return tbk_table_end_row (table, error);
}

/* 2. aligning: tbk evaluate --align: files whose tokens and sentences may differ. */

typedef struct {
  const TableOptions *table;
  const EvaluatingOptions *options;
  gboolean has_any_root;
} Align;

/* Per cent, rounded as the script of the shared task rounds. */
static void
write_share (TbkTable *table, gint64 right, gint64 of)
{
  tbk_table_decimal (table, of == 0 ? 0 : 100 * ((double) right / (double) of), 2);
}

static gboolean
write_measure (const Align *align, TbkTable *table, const TbkAlignedCounts *counts, const MeasureRow *row,
               GError **error)
{
  for (int other = 0; other < evaluating_n_rows (align->options); other++) {
    tbk_table_string (table, row->name);
    tbk_table_integer (table, counts->right);
    tbk_table_integer (table, counts->gold);
    tbk_table_integer (table, counts->system);
    if (counts->aligned < 0)
      tbk_table_nothing (table);
    else
      tbk_table_integer (table, counts->aligned);
    write_share (table, counts->right, counts->system);
    write_share (table, counts->right, counts->gold);
    write_share (table, 2 * counts->right, counts->gold + counts->system);
    if (!evaluating_end_row (align->options, table, row, other, error))
      return FALSE;
  }
  return TRUE;
}

static TbkShare
f1_of (const TbkAlignedEvaluation *evaluation, TbkAlignedMeasure measure)
{
  const TbkAlignedCounts counts = tbk_aligned_evaluation_counts (evaluation, measure);

  return (TbkShare){ 2 * counts.right, counts.gold + counts.system };
}

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
aligning_write_measures (const Align *align, TbkAlignedEvaluation *const *systems, TbkTable *table,
                         GError **error)
{
  const int n_others = align->options->n_others;
  const gboolean has_intervals = align->options->has_intervals;
  TbkShare low[TBK_N_ALIGNED], high[TBK_N_ALIGNED];
  g_autofree TbkShare *others = g_new (TbkShare, MAX (n_others, 1));
  g_autofree int *n_as_great = g_new (int, MAX (n_others, 1) * TBK_N_ALIGNED);
  g_autofree int *of_measure = g_new (int, MAX (n_others, 1));

  if (has_intervals)
    tbk_aligned_evaluation_intervals (systems[0], align->options->seed, low, high);
  for (int o = 0; o < n_others; o++)
    tbk_aligned_evaluation_test (systems[0], systems[o + 1], align->options->seed,
                                 n_as_great + o * TBK_N_ALIGNED);
  for (TbkAlignedMeasure m = 0; m < TBK_N_ALIGNED; m++) {
    const TbkAlignedCounts counts = tbk_aligned_evaluation_counts (systems[0], m);
    const MeasureRow row = { .name = tbk_aligned_measure_name (m),
                             .share = f1_of (systems[0], m),
                             .low = has_intervals ? &low[m] : NULL,
                             .high = has_intervals ? &high[m] : NULL,
                             .others = others,
                             .n_as_great = of_measure };

    for (int o = 0; o < n_others; o++) {
      others[o] = f1_of (systems[o + 1], m);
      of_measure[o] = n_as_great[o * TBK_N_ALIGNED + (int) m];
    }
    if (!write_measure (align, table, &counts, &row, error))
      return FALSE;
  }
  return TRUE;
}

/* Tells of ranges that one file alone has, which explain differences of tokens and words. */
static void
tell_ranges (const TbkAlignedEvaluation *evaluation)
{
  const TbkAlignedRanges ranges = tbk_aligned_evaluation_ranges (evaluation);
  const struct {
    gint64 n;
    const char *has, *lacks;
  } sides[] = { { ranges.gold, "gold", "system's" }, { ranges.system, "system's", "gold" } };

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    if (sides[s].n > ranges.both)
      tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                    " multiword ranges of the %s files are no ranges in the %s files",
                    sides[s].n - ranges.both, sides[s].n, sides[s].has, sides[s].lacks);
}

static const char *const share_columns[] = { "measure",   "right",  "gold", "system", "aligned",
                                             "precision", "recall", "f1",   NULL };

static gboolean
aligning_write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Align *align = data;
  g_autoptr (GPtrArray) systems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_aligned_evaluation_free);
  g_autofree const char **all = evaluating_columns (align->options, share_columns, "other_f1");
  g_autoptr (TbkTable) table = table_new (align->table, output, all);

  for (int other = 0; other <= align->options->n_others; other++)
    g_ptr_array_add (systems, tbk_aligned_evaluation_of (tallies, other));
  tell_ranges (systems->pdata[0]);
  return aligning_write_measures (align, (TbkAlignedEvaluation **) systems->pdata, table, error)
         && tbk_table_end (table, error);
}

static gboolean
aligning_count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other,
                TbkTally *tally, GError **error)
{
  g_autoptr (TbkAlignedEvaluation) evaluation =
      tbk_align_evaluate (gold, system, ((const Align *) data)->has_any_root, error);

  (void) selector;
  if (evaluation != NULL)
    tbk_aligned_evaluation_count (evaluation, other, tally);
  return evaluation != NULL;
}

gboolean
aligning_run (const EvaluatingOptions *options, gboolean has_any_root, const TableOptions *table,
              Corpus *corpus, GError **error)
{
  Align align = { .table = table, .options = options, .has_any_root = has_any_root };
  const Evaluating evaluating = { .options = options,
                                  .layout = tbk_aligned_evaluation_layout (),
                                  .count = aligning_count,
                                  .write = aligning_write_table,
                                  .data = &align };
  g_autofree const char **columns = evaluating_columns (options, share_columns, "other_f1");

  /* What belongs to some sentences is not known before all are aligned. */
  return selection_check_unused (&corpus->given->selection, "--align", error)
         && table_check_sort (table, (const char *const *) columns, error)
         && evaluating_run (&evaluating, corpus, error);
}

/* 3. cmd_evaluate: tbk evaluate: how well the trees of a parser agree with gold trees. */

typedef struct {
  CorpusGiven corpus;
  EvaluatingGiven evaluating;
  char *by, *of, *root;
  gboolean subtypes, align;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "measure: a row for each measure (default); or a row for each deprel, length of the "
    "sentence, or distance from head to dependent; confusion: a row for each pair of a gold value and "
    "the system's; word: a row for each word that differs",
    "WHAT" },
  { "of", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, of),
    "The values of --by=confusion: deprel (default), or upos-of-head, the parts of speech of the heads",
    "VALUE" },
  { "subtypes", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, subtypes),
    "Compare whole relations, not only up to ':'", NULL },
  { "align", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, align),
    "The files may have different tokens, words and sentences over the same text. Words are "
    "aligned by characters, and counted as by the script of the CoNLL 2018 shared task",
    NULL },
  { "root", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, root),
    "With --align: single: a sentence of several roots is an error (default); any: it counts, as by an option of that "
    "script",
    "ROOT" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry on_error_entries[] = {
  { "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, on_error),
    "Pairs of sentences whose words differ, or of which one is not well formed: stop (default); skip "
    "leaves them out, of all systems that are compared",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  const TbkConlluColumns *columns;
  TableOptions table;
  EvaluatingOptions evaluating;
  int of;
  int root;        /* 0: single, 1: any */
  gboolean skips;  /* sentences that are not well formed, or whose words differ */
  TbkTable *words; /* the rows of --by=word, NULL without them */
} Evaluate;

/* What --by can be; from BY_DEPREL to BY_DISTANCE the groupings of TbkGrouping. */
enum { BY_MEASURE, BY_DEPREL, BY_LENGTH, BY_DISTANCE, BY_CONFUSION, BY_WORD };

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

/* The columns of @command's table; to be freed with g_free(). */
static const char **
make_columns (const Evaluate *command)
{
  const int by = command->evaluating.by;

  if (by == BY_MEASURE)
    return evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");
  return g_memdup2 (by == BY_CONFUSION ? differences_confusion_columns : group_columns,
                    by == BY_CONFUSION ? sizeof (const char *) * 4 : sizeof group_columns);
}

/* Writes the rows of @systems[0], against those behind it. */
static gboolean
write_rows (const Evaluate *command, TbkEvaluation *const *systems, TbkTable *table, GError **error)
{
  switch (command->evaluating.by) {
  case BY_MEASURE:
    return write_measures (command, systems, table, error);
  case BY_CONFUSION:
    return differences_write_confusions (
        systems[0], command->of == 0 ? TBK_GROUP_CONFUSED_DEPREL : TBK_GROUP_CONFUSED_UPOS, table, error);
  default:
    return write_groups (systems[0], (TbkGrouping) (command->evaluating.by - BY_DEPREL), table, error);
  }
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluate *command = data;
  g_autoptr (GPtrArray) systems = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free);
  g_autofree const char **columns = make_columns (command);
  g_autoptr (TbkTable) table = table_new (&command->table, output, (const char *const *) columns);

  for (int other = 0; other <= command->evaluating.n_others; other++)
    g_ptr_array_add (systems, tbk_evaluation_of (tallies, other));
  tbk_evaluation_pair ((TbkEvaluation **) systems->pdata, (int) systems->len);
  evaluating_tell_none_selected (&command->given->corpus.selection,
                                 tbk_evaluation_share (systems->pdata[0], TBK_MEASURE_UAS));
  return write_rows (command, (TbkEvaluation **) systems->pdata, table, error)
         && tbk_table_end (table, error);
}

/* Returns TRUE. */
static gboolean
tell_skipped (const char *gold, const char *system, int n)
{
  if (n > 0)
    tool_message ("%s: %d sentence%s left out, not well formed or with other words in one of the files: %s",
                  gold, n, n == 1 ? "" : "s", system);
  return TRUE;
}

static gboolean
count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other, TbkTally *tally,
       GError **error)
{
  const Evaluate *command = data;
  const gboolean subtypes = command->given->subtypes;
  g_autoptr (TbkEvaluation) evaluation = NULL;
  int skipped = 0, *n_skipped = command->skips ? &skipped : NULL;

  if (command->words != NULL)
    return tbk_evaluate_words (gold, system, command->columns, subtypes, selector, n_skipped,
                               differences_write_word, command->words, error)
           && tell_skipped (gold, system, skipped);
  evaluation = (command->evaluating.by == BY_CONFUSION ? tbk_evaluate_confusions : tbk_evaluate) (
      gold, system, command->columns, subtypes, selector, n_skipped, error);
  if (evaluation == NULL)
    return FALSE;
  tell_skipped (gold, system, skipped);
  if (selector == NULL)
    evaluating_tell_empty (gold, tbk_evaluation_share (evaluation, TBK_MEASURE_UAS));
  tbk_evaluation_count (evaluation, other, tally);
  return TRUE;
}

static gboolean
check_sort (const Evaluate *command, GError **error)
{
  g_autofree const char **columns = make_columns (command);

  /* In other tables `gold` is a number. */
  return command->evaluating.by == BY_CONFUSION
             ? table_check_columns (&command->table, differences_confusion_columns, error)
                   && table_check_numbers (&command->table, differences_confusion_columns + 2, error)
             : table_check_sort (&command->table, (const char *const *) columns, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Given, evaluating),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,

  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", on_error_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

/* Whether @input, the value of --input or NULL, is a format other than CoNLL-U. */
static gboolean
is_other (const char *input)
{
  return input != NULL && !g_str_has_prefix ("conllu", input);
}

/* What --align does not look at. */
static gboolean
check_align (const Evaluate *command, GError **error)
{
  const Given *given = command->given;
  const char *excluded = command->evaluating.by > 0       ? "--by"
                         : given->subtypes                ? "--subtypes"
                         : given->corpus.columns != NULL  ? "--input-columns"
                         : given->corpus.on_error != NULL ? "--on-error"
                                                          : NULL;

  if (given->align && excluded == NULL && is_other (given->corpus.input)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--align reads CoNLL-U only: 'tbk convert --input=%s --to=conllu' makes it of these files",
                 given->corpus.input);
    return FALSE;
  }
  if (!given->align || excluded == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--align and %s exclude each other", excluded);
  return FALSE;
}

static gboolean
get_of (const Given *given, Evaluate *command, GError **error)
{
  static const char *const values[] = { "deprel", "upos-of-head", NULL };

  if (given->of == NULL || command->evaluating.by == BY_CONFUSION)
    return options_choose ("of", given->of, values, &command->of, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--of goes with --by=confusion only");
  return FALSE;
}

static const OptionRule rules[] = {
  { "intervals", "by= by=measure" },
  { "seed", "by= by=measure" },
  { "seed", "intervals= intervals=yes against" },
  { NULL, NULL },
};

static gboolean
get_root (const Given *given, Evaluate *command, GError **error)
{
  static const char *const values[] = { "single", "any", NULL };

  if (given->root == NULL || given->align)
    return options_choose ("root", given->root, values, &command->root, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--root goes with --align only");
  return FALSE;
}

static gboolean
evaluate_dependencies (gpointer values, const Source *source, GError **error)
{
  static const char *const groupings[] = { "measure",   "deprel", "length", "distance",
                                           "confusion", "word",   NULL };
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Evaluate command = { .given = given, .columns = &corpus.columns };
  const Evaluating evaluating = { .options = &command.evaluating,
                                  .layout = tbk_evaluation_layout (),
                                  .count = count,
                                  .write = write_table,
                                  .data = &command };
  gboolean done;

  if (!evaluating_get_options (&given->evaluating, given->by, groupings, &command.evaluating, error)
      || !get_of (given, &command, error) || !get_root (given, &command, error)
      || !check_align (&command, error) || !table_get_options (&given->corpus, &command.table, error)
      || (!given->align && command.evaluating.by != BY_WORD && !check_sort (&command, error))
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  command.skips = corpus.options.on_error == TBK_ON_ERROR_SKIP;
  if (given->align)
    return aligning_run (&command.evaluating, command.root == 1, &command.table, &corpus, error);
  done = command.evaluating.by == BY_WORD
             ? evaluating_run_rows (&evaluating, &corpus, &command.table, "--by=word",
                                    differences_word_columns, &command.words, error)
             : evaluating_run (&evaluating, &corpus, error);
  corpus_tell_recognized (&corpus);
  return done;
}

static const Form evaluate = { .groups = groups,
                               .rules = rules,
                               .size = sizeof (Given),
                               .operands = "GOLD SYSTEM",
                               .run = evaluate_dependencies };

const Command cmd_evaluate = { .name = "evaluate", .conllu = &evaluate, .brackets = &brackets_evaluate };
