/* test_phrase_evaluate.c - evaluation of phrase structure: shares made by hand, tallies, pairs left out. */
#include "tbk/phrase_evaluate.h"
#include "unit/scratch.h"

TestSuite (phrase_evaluate, .init = make_folder, .fini = remove_folder);

static void
assert_share (const TbkPhraseEvaluationOptions *options, TbkPhraseMeasure measure, gint64 right, gint64 of)
{
  g_autofree char *gold = in_folder ("gold"), *system = in_folder ("system");
  g_autoptr (TbkPhraseEvaluation) evaluation = tbk_phrase_evaluate (gold, system, options, NULL, NULL);

  cr_assert_not_null (evaluation);
  TbkShare share = tbk_phrase_evaluation_share (evaluation, measure);
  cr_assert (share.right == right && share.of == of, "%s: %d of %d", tbk_phrase_measure_name (measure),
             (int) share.right, (int) share.of);
}

Test (phrase_evaluate, evaluation_counts_multisets)
{
  static const char *const deleted[] = { "TOP", ".", NULL }, *const equal[] = { "PRT", "ADVP", NULL };

  g_free (store_text ("gold", "(TOP (S (NP (NP (N a))) (VP (V b) (ADVP (R c)))) (. .))\n"));
  g_free (store_text ("system", "(TOP (S (NP (N a)) (VP (V b) (PRT (R c)) (X (. .)))))\n"));
  assert_share (NULL, TBK_PHRASE_PRECISION, 2, 6);
  assert_share (NULL, TBK_PHRASE_RECALL, 2, 6);
  assert_share (NULL, TBK_PHRASE_F1, 4, 12);
  assert_share (NULL, TBK_PHRASE_UNLABELLED_RECALL, 3, 6);
  assert_share (NULL, TBK_PHRASE_WHOLE, 0, 1);
  assert_share (&(TbkPhraseEvaluationOptions){ .no_root = TRUE }, TBK_PHRASE_F1, 2, 10);
  assert_share (&(TbkPhraseEvaluationOptions){ .no_unary = TRUE }, TBK_PHRASE_RECALL, 0, 3);
  assert_share (&(TbkPhraseEvaluationOptions){ .equal = equal }, TBK_PHRASE_F1, 6, 12);
  assert_share (&(TbkPhraseEvaluationOptions){ .deleted = deleted }, TBK_PHRASE_F1, 6, 9);
}

/* Two files one after the other are what both are together. */
Test (phrase_evaluate, evaluations_come_back_from_tallies)
{
  static const char *const trees[] = { "(S (NP (N a)) (V b))\n", "(S (N a) (VP (V b)))\n",
                                       "(S (NP (N c) (N d)) (V e))\n", "(S (N c) (NP (N d) (V e)))\n" };
  g_autofree char *gold = in_folder ("gold"), *system = in_folder ("system");
  g_autofree char *all_gold = g_strconcat (trees[0], trees[2], NULL);
  g_autofree char *all_system = g_strconcat (trees[1], trees[3], NULL);
  g_autoptr (TbkTallies) tallies =
      tbk_tallies_new (tbk_phrase_evaluation_layout (), (const char *[]){ "x", "y", NULL }, NULL);
  g_autoptr (TbkPhraseEvaluation) merged = NULL, whole = NULL;
  TbkShare low[2][TBK_N_PHRASE_MEASURES], high[2][TBK_N_PHRASE_MEASURES];

  for (int f = 0; f < 2; f++) {
    TbkTally *tally = tbk_tally_new (tbk_phrase_evaluation_layout ());
    g_autoptr (TbkPhraseEvaluation) evaluation = NULL;

    g_free (store_text ("gold", trees[2 * f]));
    g_free (store_text ("system", trees[2 * f + 1]));
    evaluation = tbk_phrase_evaluate (gold, system, NULL, NULL, NULL);
    tbk_phrase_evaluation_count (evaluation, 0, tally);
    tbk_tallies_put (tallies, f, tally);
  }
  merged = tbk_phrase_evaluation_of (tallies, 0);
  g_free (store_text ("gold", all_gold));
  g_free (store_text ("system", all_system));
  whole = tbk_phrase_evaluate (gold, system, NULL, NULL, NULL);
  tbk_phrase_evaluation_intervals (merged, 1, low[0], high[0]);
  tbk_phrase_evaluation_intervals (whole, 1, low[1], high[1]);
  cr_assert (memcmp (low[0], low[1], sizeof low[0]) == 0 && memcmp (high[0], high[1], sizeof high[0]) == 0);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    const TbkShare x = tbk_phrase_evaluation_share (merged, m), y = tbk_phrase_evaluation_share (whole, m);
    cr_assert (x.right == y.right && x.of == y.of);
  }
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
    int n, n_whole;
    const TbkPhraseGroup *x = tbk_phrase_evaluation_groups (merged, g, &n);
    const TbkPhraseGroup *y = tbk_phrase_evaluation_groups (whole, g, &n_whole);

    cr_assert (n == n_whole);
    for (int i = 0; i < n; i++)
      cr_assert (strcmp (x[i].name, y[i].name) == 0 && x[i].gold == y[i].gold && x[i].system == y[i].system
                 && x[i].gold_right == y[i].gold_right && x[i].system_right == y[i].system_right);
  }
}

/* One that is not well formed, one of other words; what comes after is in its place. */
Test (phrase_evaluate, evaluation_leaves_pairs_out)
{
  const TbkPhraseEvaluationOptions options = { .skips = TRUE };
  g_autofree char *gold = store_text ("gold", "(S (N a))\n(S (N b))\n(S (NP (N c)))\n");
  g_autofree char *system = store_text ("system", "(S (N a) x)\n(S (N d))\n(S (NP (N c)))\n");
  g_autoptr (TbkPhraseEvaluation) evaluation = tbk_phrase_evaluate (gold, system, &options, NULL, NULL);
  const char *first;

  cr_assert_not_null (evaluation);
  cr_assert (tbk_phrase_evaluation_left_out (evaluation, &first) == 2);
  cr_assert_not_null (strstr (first, "system:1: "), "%s", first);
  assert_share (&options, TBK_PHRASE_WHOLE, 1, 1);
  assert_share (&options, TBK_PHRASE_F1, 4, 4);
  cr_assert_null (tbk_phrase_evaluate (gold, system, NULL, NULL, NULL));
}

/* Without rules nothing is set over a word alone, and its tree counts as one of no constituents, as in evalb. */
Test (phrase_evaluate, a_word_alone_has_no_constituents)
{
  const TbkBracketOptions no_rules = { 0 };
  const TbkPhraseEvaluationOptions options = { .brackets = &no_rules };
  g_autofree char *gold = store_text ("gold", "(S (N a))\n(N b)\n");
  g_autoptr (TbkPhraseEvaluation) evaluation = tbk_phrase_evaluate (gold, gold, &options, NULL, NULL);

  cr_assert_not_null (evaluation);
  cr_assert (tbk_phrase_evaluation_share (evaluation, TBK_PHRASE_RECALL).of == 1);
  cr_assert (tbk_phrase_evaluation_share (evaluation, TBK_PHRASE_WHOLE).right == 2);
  cr_assert (tbk_phrase_evaluation_share (evaluation, TBK_PHRASE_TAGS).right == 2);
}
