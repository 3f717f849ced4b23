/* phrase_evaluate.c - evaluations of phrase-structure trees.
 *
 * Contents
 *   1. phrase_evaluate: two files of trees read side by side, and their words compared
 *   2. phrase_evaluation: evaluations of phrase-structure trees: their figures, and what chance does to
 *      them
 */
#include "statistics/evaluation.h"

#include <string.h>

#include "base/base.h"

/* 1. phrase_evaluate: two files of trees read side by side, and their words compared. */

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  TbkSelector *selector; /* or NULL */
  TreeCursor gold, system;
  PhraseCounter *counter;
  KeptWords kept;
  TbkPhraseEvaluation *evaluation;
} TreeEvaluator;

/* Words. */

static gboolean
is_form (const TbkBracketNode *word, const char *form)
{
  return strlen (form) == (gsize) word->form_length
         && memcmp (form, word->form, (gsize) word->form_length) == 0;
}

/* Whether they are equal, or stand for one another. */
static gboolean
is_same_word (const TreeEvaluator *evaluator, const TbkBracketNode *x, const TbkBracketNode *y)
{
  const char *const *equal = evaluator->options->equal_words;

  if (x->form_length == y->form_length && memcmp (x->form, y->form, (gsize) x->form_length) == 0)
    return TRUE;
  for (; equal != NULL && equal[0] != NULL && equal[1] != NULL; equal += 2)
    if ((is_form (x, equal[0]) && is_form (y, equal[1])) || (is_form (x, equal[1]) && is_form (y, equal[0])))
      return TRUE;
  return FALSE;
}

static gboolean
fail_pair (const TreeEvaluator *evaluator, const char *found, const char *expected, const char *remark,
           GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s",
               tree_cursor_name (&evaluator->system), evaluator->system.tree.line, found, expected,
               tree_cursor_name (&evaluator->gold), evaluator->gold.tree.line, remark);
  return FALSE;
}

/* Words are taken out of the trees by tags that differ. */
static gboolean
fail_tag (const TreeEvaluator *evaluator, const TbkBracketNode *gold, const TbkBracketNode *system,
          gboolean is_kept, GError **error)
{
  g_autofree char *word = tbk_quote (system->form, (gsize) system->form_length);
  g_autofree char *tag = tbk_quote (system->label, (gsize) system->label_length);
  g_autofree char *gold_tag = tbk_quote (gold->label, (gsize) gold->label_length);
  g_autofree char *found = g_strdup_printf ("word %s with the tag %s", word, tag);
  g_autofree char *expected =
      g_strdup_printf ("one that is %s, %s,", is_kept ? "taken out" : "not taken out", gold_tag);

  return fail_pair (evaluator, found, expected, "", error);
}

/* Different numbers of words are kept. */
static gboolean
fail_numbers (const TreeEvaluator *evaluator, GError **error)
{
  const TbkBracketTree *gold = &evaluator->gold.tree, *system = &evaluator->system.tree;
  const KeptWords *kept = &evaluator->kept;
  const int n = gold->n != system->n ? system->n : kept->system.n;
  g_autofree char *found = NULL, *expected = NULL;
  int g = 0, s = 0;

  for (int word = 0; gold->n == system->n && word < gold->n; word++) {
    const TbkBracketNode *x = tree_cursor_word (&evaluator->gold, &g);
    const TbkBracketNode *y = tree_cursor_word (&evaluator->system, &s);

    if (!is_same_word (evaluator, x, y))
      break;
    if (kept->gold.copies[word] != kept->system.copies[word])
      return fail_tag (evaluator, x, y, kept->system.copies[word] > 0, error);
  }
  found = g_strdup_printf ("a tree of %d word%s", n, n == 1 ? "" : "s");
  expected = g_strdup_printf ("%d", gold->n != system->n ? gold->n : kept->gold.n);
  return fail_pair (evaluator, found, expected, "", error);
}

static gboolean
check_words (const TreeEvaluator *evaluator, GError **error)
{
  const KeptWords *kept = &evaluator->kept;

  if (kept->gold.n != kept->system.n)
    return fail_numbers (evaluator, error);
  for (int word = 0; word < kept->gold.n; word++) {
    const TbkBracketNode *x = kept->gold.words[word], *y = kept->system.words[word];

    if (!is_same_word (evaluator, x, y)) {
      g_autofree char *word_found = tbk_quote (y->form, (gsize) y->form_length);
      g_autofree char *found = g_strconcat ("word ", word_found, NULL);
      g_autofree char *expected = tbk_quote (x->form, (gsize) x->form_length);

      return fail_pair (evaluator, found, expected,
                        words_remark ((TbkPiece){ y->form, (gsize) y->form_length },
                                      (TbkPiece){ x->form, (gsize) x->form_length }),
                        error);
    }
  }
  return TRUE;
}

static gboolean
check_ends (const TreeEvaluator *evaluator, GError **error)
{
  const TreeCursor *shorter = evaluator->gold.is_at_end ? &evaluator->gold : &evaluator->system;
  const TreeCursor *longer = shorter == &evaluator->gold ? &evaluator->system : &evaluator->gold;
  const char *what = evaluator->options->by_lines ? "line" : "tree";

  if (longer->is_at_end)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: no more %ss found, expected one more as in %s:%" G_GINT64_FORMAT,
               tree_cursor_name (shorter), what, tree_cursor_name (longer), longer->tree.line);
  return FALSE;
}

/* Trees without words are skipped, and counted as such. */
static void
count_losses (const TreeCursor *cursor)
{
  if (cursor->tree.n > 0)
    tree_cursor_count (cursor);
}

/* Counts a pair of trees, if the gold one is asked for. */
static gboolean
count_pair (TreeEvaluator *evaluator, GError **error)
{
  gboolean is_selected;
  TbkEntry entry;

  if (!tree_cursor_check (&evaluator->gold, error))
    return FALSE;
  entry = tree_cursor_entry (&evaluator->gold);
  if (!tbk_selector_take (evaluator->selector, &entry, &is_selected, error))
    return FALSE;
  if (!is_selected)
    return TRUE;
  if (!tree_cursor_check (&evaluator->system, error))
    return FALSE;
  count_losses (&evaluator->gold);
  count_losses (&evaluator->system);
  if (!kept_words_find (&evaluator->kept, &evaluator->gold.tree, &evaluator->system.tree, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tree_cursor_name (&evaluator->system),
                    evaluator->system.tree.line);
    return FALSE;
  }
  if (evaluator->kept.system.n == 0) {
    phrase_counter_skip (evaluator->counter);
    return TRUE;
  }
  return check_words (evaluator, error) && phrase_counter_add (evaluator->counter, error);
}

/* Leaves a pair out for @fault, which is taken; or fails with it. */
static gboolean
leave_out (TreeEvaluator *evaluator, GError *fault, GError **error)
{
  TbkPhraseEvaluation *evaluation = evaluator->evaluation;

  if (!evaluator->options->skips || !g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, fault);
    return FALSE;
  }
  if (evaluation->n_left_out++ == 0)
    evaluation->first_left_out = g_strdup (fault->message);
  g_error_free (fault);
  return TRUE;
}

static gboolean
advance (const TreeEvaluator *evaluator, TreeCursor *cursor, GError **error)
{
  return evaluator->options->by_lines ? tree_cursor_advance_line (cursor, error)
                                      : tree_cursor_advance (cursor, error);
}

static gboolean
count_files (TreeEvaluator *evaluator, GError **error)
{
  while (tbk_selector_left (evaluator->selector) > 0) {
    GError *fault = NULL;

    if (!advance (evaluator, &evaluator->gold, error) || !advance (evaluator, &evaluator->system, error))
      return FALSE;
    if (evaluator->gold.is_at_end || evaluator->system.is_at_end)
      return check_ends (evaluator, error);
    if (!count_pair (evaluator, &fault) && !leave_out (evaluator, fault, error))
      return FALSE;
  }
  return TRUE;
}

TbkPhraseEvaluation *
tbk_phrase_evaluate (const char *gold, const char *system, const TbkPhraseEvaluationOptions *options,
                     TbkSelector *selector, GError **error)
{
  static const TbkPhraseEvaluationOptions defaults = { 0 };
  g_autoptr (TbkPhraseEvaluation) evaluation = phrase_evaluation_new ();
  TreeEvaluator evaluator = { .options = options != NULL ? options : &defaults,
                              .selector = selector,
                              .evaluation = evaluation };
  const TbkBracketOptions *brackets = evaluator.options->brackets;
  gboolean done;

  evaluator.kept.options = evaluator.options;
  evaluator.counter =
      phrase_counter_new (evaluator.options, &evaluator.gold, &evaluator.system, &evaluator.kept, evaluation);
  done = tree_cursor_open (&evaluator.gold, gold, brackets, error)
         && tree_cursor_open (&evaluator.system, system, brackets, error) && count_files (&evaluator, error);
  if (done)
    phrase_counter_finish (evaluator.counter);
  phrase_counter_free (evaluator.counter);
  kept_words_clear (&evaluator.kept);
  tree_cursor_clear (&evaluator.gold);
  tree_cursor_clear (&evaluator.system);
  return done ? g_steal_pointer (&evaluation) : NULL;
}

/* 2. phrase_evaluation: evaluations of phrase-structure trees: their figures, and what chance does to them. */

static const char *const names[] = {
  [TBK_PHRASE_PRECISION] = "precision",
  [TBK_PHRASE_RECALL] = "recall",
  [TBK_PHRASE_F1] = "F1",
  [TBK_PHRASE_UNLABELLED_PRECISION] = "unlabelled_precision",
  [TBK_PHRASE_UNLABELLED_RECALL] = "unlabelled_recall",
  [TBK_PHRASE_UNLABELLED_F1] = "unlabelled_F1",
  [TBK_PHRASE_WHOLE] = "exact",
  [TBK_PHRASE_WHOLE_UNLABELLED] = "exact_unlabelled",
  [TBK_PHRASE_NOT_CROSSING] = "not_crossing",
  [TBK_PHRASE_WHOLE_NOT_CROSSING] = "trees_not_crossing",
  [TBK_PHRASE_TAGS] = "tags",
};

const char *
tbk_phrase_measure_name (TbkPhraseMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_PHRASE_MEASURES, NULL);
  return names[measure];
}

TbkPhraseEvaluation *
phrase_evaluation_new (void)
{
  TbkPhraseEvaluation *evaluation = g_new0 (TbkPhraseEvaluation, 1);

  evaluation->sentences = g_array_new (FALSE, FALSE, sizeof (TreeShares));
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++)
    evaluation->groups[g] = g_array_new (FALSE, TRUE, sizeof (TbkPhraseGroup));
  return evaluation;
}

void
tbk_phrase_evaluation_free (TbkPhraseEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
    for (guint i = 0; i < evaluation->groups[g]->len; i++)
      g_free (g_array_index (evaluation->groups[g], TbkPhraseGroup, i).name);
    g_array_unref (evaluation->groups[g]);
  }
  g_array_unref (evaluation->sentences);
  g_free (evaluation->first_left_out);
  g_free (evaluation);
}

TbkShare
tbk_phrase_evaluation_share (const TbkPhraseEvaluation *evaluation, TbkPhraseMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_PHRASE_MEASURES, ((TbkShare){ 0, 0 }));
  return evaluation->total[measure];
}

int
tbk_phrase_evaluation_left_out (const TbkPhraseEvaluation *evaluation, const char **first)
{
  *first = evaluation->first_left_out;
  return evaluation->n_left_out;
}

/* A skipped pair has a row, so that those of two systems stand side by side; it is of no trees. */
int
tbk_phrase_evaluation_skipped (const TbkPhraseEvaluation *evaluation)
{
  return (int) evaluation->sentences->len - (int) evaluation->total[TBK_PHRASE_WHOLE].of;
}

const TbkPhraseGroup *
tbk_phrase_evaluation_groups (const TbkPhraseEvaluation *evaluation, TbkPhraseGrouping grouping,
                              int *n_groups)
{
  g_return_val_if_fail (grouping < TBK_N_PHRASE_GROUPINGS, NULL);
  *n_groups = (int) evaluation->groups[grouping]->len;
  return (const TbkPhraseGroup *) (gconstpointer) evaluation->groups[grouping]->data;
}

static ShareRows
rows_of (const TbkPhraseEvaluation *evaluation)
{
  return share_rows_of (evaluation->sentences, TBK_N_PHRASE_MEASURES, evaluation->total);
}

void
tbk_phrase_evaluation_intervals (const TbkPhraseEvaluation *evaluation, guint64 seed, TbkShare *low,
                                 TbkShare *high)
{
  const ShareRows rows = rows_of (evaluation);

  significance_find_intervals (&rows, seed, low, high);
}

void
tbk_phrase_evaluation_test (const TbkPhraseEvaluation *a, const TbkPhraseEvaluation *b, guint64 seed,
                            int *n_as_great)
{
  const ShareRows of_a = rows_of (a), of_b = rows_of (b);

  significance_test (&of_a, &of_b, seed, n_as_great);
}

/* Tallies. */

static const TbkTallyColumn sentence_columns[2 * TBK_N_PHRASE_MEASURES] = {
  SHARE_COLUMNS (TBK_PHRASE_PRECISION, "precision"),
  SHARE_COLUMNS (TBK_PHRASE_RECALL, "recall"),
  SHARE_COLUMNS (TBK_PHRASE_F1, "F1"),
  SHARE_COLUMNS (TBK_PHRASE_UNLABELLED_PRECISION, "unlabelled_precision"),
  SHARE_COLUMNS (TBK_PHRASE_UNLABELLED_RECALL, "unlabelled_recall"),
  SHARE_COLUMNS (TBK_PHRASE_UNLABELLED_F1, "unlabelled_F1"),
  SHARE_COLUMNS (TBK_PHRASE_WHOLE, "exact"),
  SHARE_COLUMNS (TBK_PHRASE_WHOLE_UNLABELLED, "exact_unlabelled"),
  SHARE_COLUMNS (TBK_PHRASE_NOT_CROSSING, "not_crossing"),
  SHARE_COLUMNS (TBK_PHRASE_WHOLE_NOT_CROSSING, "trees_not_crossing"),
  SHARE_COLUMNS (TBK_PHRASE_TAGS, "tags"),
};

enum { GOLD, SYSTEM, GOLD_RIGHT, SYSTEM_RIGHT };
static const TbkTallyColumn group_columns[SHARES_GROUP_COLUMNS] = {
  [GOLD] = { "gold", TBK_TALLY_SUM },
  [SYSTEM] = { "system", TBK_TALLY_SUM },
  [GOLD_RIGHT] = { "gold_right", TBK_TALLY_SUM },
  [SYSTEM_RIGHT] = { "system_right", TBK_TALLY_SUM },
};

static const TbkTallySection sections[] =
    SHARE_SECTIONS (sentence_columns, TBK_N_PHRASE_MEASURES, group_columns);

/* Constituents that agree are of one label and length, if not of one number of children. */
static gboolean
is_group (gint64 grouping, const gint64 *values)
{
  if (grouping != TBK_PHRASE_GROUP_CHILDREN && values[GOLD_RIGHT] != values[SYSTEM_RIGHT])
    return FALSE;
  return values[GOLD_RIGHT] <= values[GOLD] && values[SYSTEM_RIGHT] <= values[SYSTEM];
}

static const char *
find_fault (const TbkTally *tally)
{
  return shares_find_fault (tally, TBK_N_PHRASE_MEASURES, is_group);
}

static const TbkTallyLayout layout = { "phrase-evaluation", sections, SHARES_N_SECTIONS, find_fault };

const TbkTallyLayout *
tbk_phrase_evaluation_layout (void)
{
  return &layout;
}

void
tbk_phrase_evaluation_count (const TbkPhraseEvaluation *evaluation, int other, TbkTally *tally)
{
  const ShareRows rows = rows_of (evaluation);

  shares_count (&rows, other, tally);
  if (evaluation->n_left_out > 0)
    tbk_tally_add (tally, SHARES_LEFT_OUT, NULL, (const gint64[]){ evaluation->n_left_out });
  for (TbkPhraseGrouping g = 0; other == 0 && g < TBK_N_PHRASE_GROUPINGS; g++)
    for (guint i = 0; i < evaluation->groups[g]->len; i++) {
      const TbkPhraseGroup *group = &g_array_index (evaluation->groups[g], TbkPhraseGroup, i);
      const gint64 values[] = { group->gold, group->system, group->gold_right, group->system_right };
      g_autofree char *name = g_utf8_make_valid (group->name, -1);

      shares_count_group (tally, (int) g, g != TBK_PHRASE_GROUP_LABEL, name, values);
    }
}

static void
take_left_out (TbkPhraseEvaluation *evaluation, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_LEFT_OUT);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SHARES_LEFT_OUT, &n);

  if (n > 0)
    evaluation->n_left_out = (int) MIN (rows[0].values[0], G_MAXINT);
}

static void
take_groups (TbkPhraseEvaluation *evaluation, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_GROUPS);
  gsize n;
  g_autofree ShareGroup *groups = shares_groups (total, TBK_N_PHRASE_GROUPINGS, &n);

  for (gsize i = 0; i < n; i++) {
    const gint64 *values = groups[i].values;
    const TbkPhraseGroup group = { g_strdup (groups[i].name), values[0], values[1], values[2], values[3] };

    g_array_append_val (evaluation->groups[groups[i].grouping], group);
  }
}

TbkPhraseEvaluation *
tbk_phrase_evaluation_of (const TbkTallies *tallies, int other)
{
  TbkPhraseEvaluation *evaluation = phrase_evaluation_new ();

  shares_take (tallies, other, TBK_N_PHRASE_MEASURES, evaluation->sentences, evaluation->total);
  if (other == 0)
    take_groups (evaluation, tallies);
  take_left_out (evaluation, tallies);
  return evaluation;
}
