/* evaluation_tally.c - evaluations as tallies. */
#include "evaluate/evaluation.h"
#include "evaluate/shares.h"

static const TbkTallyColumn sentence_columns[2 * TBK_N_MEASURES] = {
  SHARE_COLUMNS (TBK_MEASURE_UAS, "UAS"),
  SHARE_COLUMNS (TBK_MEASURE_LAS, "LAS"),
  SHARE_COLUMNS (TBK_MEASURE_LA, "LA"),
  SHARE_COLUMNS (TBK_MEASURE_CLAS, "CLAS"),
  SHARE_COLUMNS (TBK_MEASURE_UAS_NO_PUNCT, "UAS_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_LAS_NO_PUNCT, "LAS_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_LA_NO_PUNCT, "LA_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_NONPROJECTIVE_PRECISION, "nonprojective_precision"),
  SHARE_COLUMNS (TBK_MEASURE_NONPROJECTIVE_RECALL, "nonprojective_recall"),
  SHARE_COLUMNS (TBK_MEASURE_WHOLE_UNLABELLED, "whole_unlabelled"),
  SHARE_COLUMNS (TBK_MEASURE_WHOLE_LABELLED, "whole_labelled"),
};

enum { GOLD, SYSTEM, HEADS, BOTH };
static const TbkTallyColumn group_columns[SHARES_GROUP_COLUMNS] = {
  [GOLD] = { "gold", TBK_TALLY_SUM },
  [SYSTEM] = { "system", TBK_TALLY_SUM },
  [HEADS] = { "right_heads", TBK_TALLY_SUM },
  [BOTH] = { "right_both", TBK_TALLY_SUM },
};

static const TbkTallySection sections[] = SHARE_SECTIONS (sentence_columns, TBK_N_MEASURES, group_columns);

static gboolean
is_group (gint64 grouping, const gint64 *values)
{
  (void) grouping;
  return values[HEADS] <= values[GOLD] && values[BOTH] <= MIN (values[HEADS], values[SYSTEM]);
}

static const char *
find_fault (const TbkTally *tally)
{
  return shares_find_fault (tally, TBK_N_MEASURES, is_group);
}

static const TbkTallyLayout layout = { "evaluation", sections, SHARES_N_SECTIONS, find_fault };

const TbkTallyLayout *
tbk_evaluation_layout (void)
{
  return &layout;
}

void
tbk_evaluation_count (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  const ShareRows rows = share_rows_of (evaluation->sentences, TBK_N_MEASURES, evaluation->total);

  shares_count (&rows, other, tally);
  for (TbkGrouping g = 0; other == 0 && g < TBK_N_GROUPINGS; g++)
    for (guint i = 0; i < evaluation->groups[g]->len; i++) {
      const TbkGroup *group = &g_array_index (evaluation->groups[g], TbkGroup, i);
      const gint64 values[] = { group->gold, group->system, group->heads, group->both };

      shares_count_group (tally, (int) g, g == TBK_GROUP_LENGTH || g == TBK_GROUP_DISTANCE, group->name,
                          values);
    }
}

static void
take_groups (TbkEvaluation *evaluation, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_GROUPS);
  gsize n;
  g_autofree ShareGroup *groups = shares_groups (total, TBK_N_GROUPINGS, &n);

  for (gsize i = 0; i < n; i++) {
    const gint64 *values = groups[i].values;
    const TbkGroup group = { g_strdup (groups[i].name), values[0], values[1], values[2], values[3] };

    g_array_append_val (evaluation->groups[groups[i].grouping], group);
  }
}

TbkEvaluation *
tbk_evaluation_of (const TbkTallies *tallies, int other)
{
  TbkEvaluation *evaluation = evaluation_new ();

  shares_take (tallies, other, TBK_N_MEASURES, evaluation->sentences, evaluation->total);
  if (other == 0)
    take_groups (evaluation, tallies);
  return evaluation;
}
