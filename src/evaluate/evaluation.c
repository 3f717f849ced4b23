/* evaluation.c - the shares of right words that were counted, and the names of measures. */
#include "evaluate/evaluation.h"

static const char *const measure_names[] = {
  [TBK_MEASURE_UAS] = "UAS",
  [TBK_MEASURE_LAS] = "LAS",
  [TBK_MEASURE_LA] = "LA",
  [TBK_MEASURE_CLAS] = "CLAS",
  [TBK_MEASURE_UAS_NO_PUNCT] = "UAS_no_punct",
  [TBK_MEASURE_LAS_NO_PUNCT] = "LAS_no_punct",
  [TBK_MEASURE_LA_NO_PUNCT] = "LA_no_punct",
  [TBK_MEASURE_NONPROJECTIVE_PRECISION] = "nonprojective_precision",
  [TBK_MEASURE_NONPROJECTIVE_RECALL] = "nonprojective_recall",
  [TBK_MEASURE_WHOLE_UNLABELLED] = "whole_unlabelled",
  [TBK_MEASURE_WHOLE_LABELLED] = "whole_labelled",
};

const char *
tbk_measure_name (TbkMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_MEASURES, NULL);

  return measure_names[measure];
}

TbkEvaluation *
evaluation_new (void)
{
  TbkEvaluation *evaluation = g_new0 (TbkEvaluation, 1);

  evaluation->sentences = g_array_new (FALSE, TRUE, sizeof (SentenceShares));
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++)
    evaluation->groups[g] = g_array_new (FALSE, TRUE, sizeof (TbkGroup));
  return evaluation;
}

void
tbk_evaluation_free (TbkEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++) {
    for (guint i = 0; i < evaluation->groups[g]->len; i++)
      g_free (g_array_index (evaluation->groups[g], TbkGroup, i).name);
    g_array_unref (evaluation->groups[g]);
  }
  g_array_unref (evaluation->sentences);
  g_free (evaluation);
}

/* A sentence that was skipped counts for no measure; each other one for this. */
static gboolean
is_skipped (const TbkEvaluation *evaluation, guint sentence)
{
  return g_array_index (evaluation->sentences, SentenceShares, sentence).of[TBK_MEASURE_WHOLE_UNLABELLED]
         == 0;
}

static void
leave_out (TbkEvaluation *evaluation, guint sentence)
{
  SentenceShares *shares = &g_array_index (evaluation->sentences, SentenceShares, sentence);

  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    evaluation->total[m].right -= shares->right[m];
    evaluation->total[m].of -= shares->of[m];
  }
  *shares = (SentenceShares){ 0 };
}

void
tbk_evaluation_pair (TbkEvaluation *const *systems, int n)
{
  for (int e = 1; e < n; e++)
    g_return_if_fail (systems[e]->sentences->len == systems[0]->sentences->len);

  for (guint s = 0; s < systems[0]->sentences->len; s++) {
    gboolean is_in_all = TRUE;

    for (int e = 0; e < n; e++)
      is_in_all = is_in_all && !is_skipped (systems[e], s);
    for (int e = 0; e < n && !is_in_all; e++)
      leave_out (systems[e], s);
  }
}

TbkShare
tbk_evaluation_share (const TbkEvaluation *evaluation, TbkMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_MEASURES, ((TbkShare){ 0, 0 }));

  return evaluation->total[measure];
}

const TbkGroup *
tbk_evaluation_groups (const TbkEvaluation *evaluation, TbkGrouping grouping, int *n_groups)
{
  g_return_val_if_fail (grouping < TBK_N_GROUPINGS, NULL);

  *n_groups = (int) evaluation->groups[grouping]->len;
  return (const TbkGroup *) (gconstpointer) evaluation->groups[grouping]->data;
}
