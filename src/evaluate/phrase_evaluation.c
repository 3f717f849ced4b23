/* phrase_evaluation.c - evaluations of phrase-structure trees: their figures, and what chance does to
 * them. */
#include "evaluate/phrase_evaluation.h"

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
