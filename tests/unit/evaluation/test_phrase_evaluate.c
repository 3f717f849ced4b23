/* test_phrase_evaluate.c - evaluation of phrase structure: shares made by hand, tallies, pairs left out. */
#include "tbk/brackets.h"
#include "tbk/evaluate.h"
#include "unit/scratch.h"

static const TbkEvaluationOptions phrases = { .evaluated = TBK_EVALUATED_PHRASES };

TestSuite (phrase_evaluate, .init = make_folder, .fini = remove_folder);

static void
assert_share (const TbkEvaluationOptions *options, int measure, gint64 right, gint64 of)
{
  g_autofree char *gold = in_folder ("gold"), *system = in_folder ("system");
  g_autoptr (TbkEvaluation) evaluation = tbk_evaluate (gold, system, options, NULL);

  cr_assert_not_null (evaluation);
  TbkShare share = tbk_evaluation_share (evaluation, measure);
  cr_assert (share.right == right && share.of == of, "%s: %d of %d",
             tbk_evaluation_kind (TBK_EVALUATED_PHRASES)->measures[measure].name, (int) share.right,
             (int) share.of);
}

Test (phrase_evaluate, evaluation_counts_multisets)
{
  static const char *const deleted[] = { "TOP", ".", NULL }, *const equal[] = { "PRT", "ADVP", NULL };

  g_free (store_text ("gold", "(TOP (S (NP (NP (N a))) (VP (V b) (ADVP (R c)))) (. .))\n"));
  g_free (store_text ("system", "(TOP (S (NP (N a)) (VP (V b) (PRT (R c)) (X (. .)))))\n"));
  assert_share (&phrases, TBK_PHRASE_PRECISION, 2, 6);
  assert_share (&phrases, TBK_PHRASE_RECALL, 2, 6);
  assert_share (&phrases, TBK_PHRASE_F1, 4, 12);
  assert_share (&phrases, TBK_PHRASE_UNLABELLED_RECALL, 3, 6);
  assert_share (&phrases, TBK_PHRASE_WHOLE, 0, 1);
  assert_share (&(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_PHRASES, .no_root = TRUE }, TBK_PHRASE_F1,
                2, 10);
  assert_share (&(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_PHRASES, .no_unary = TRUE },
                TBK_PHRASE_RECALL, 0, 3);
  assert_share (&(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_PHRASES, .equal = equal }, TBK_PHRASE_F1,
                6, 12);
  assert_share (&(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_PHRASES, .deleted = deleted },
                TBK_PHRASE_F1, 6, 9);
}

/* One that is not well formed, one of other words; what comes after is in its place. */
Test (phrase_evaluate, evaluation_leaves_pairs_out)
{
  const TbkEvaluationOptions options = { .evaluated = TBK_EVALUATED_PHRASES, .skips = TRUE };
  g_autofree char *gold = store_text ("gold", "(S (N a))\n(S (N b))\n(S (NP (N c)))\n");
  g_autofree char *system = store_text ("system", "(S (N a) x)\n(S (N d))\n(S (NP (N c)))\n");
  g_autoptr (TbkEvaluation) evaluation = tbk_evaluate (gold, system, &options, NULL);

  cr_assert_not_null (evaluation);
  cr_assert (tbk_evaluation_remarks (evaluation).left_out == 2);
  cr_assert (tbk_evaluation_remarks (evaluation).skipped == 0);
  assert_share (&options, TBK_PHRASE_WHOLE, 1, 1);
  assert_share (&options, TBK_PHRASE_F1, 4, 4);
  cr_assert_null (tbk_evaluate (gold, system, &phrases, NULL));
}

/* Without rules nothing is set over a word alone, and its tree counts as one of no constituents, as in evalb. */
Test (phrase_evaluate, a_word_alone_has_no_constituents)
{
  const TbkBracketOptions no_rules = { 0 };
  const TbkEvaluationOptions options = { .evaluated = TBK_EVALUATED_PHRASES, .of_format = &no_rules };
  g_autofree char *gold = store_text ("gold", "(S (N a))\n(N b)\n");
  g_autoptr (TbkEvaluation) evaluation = tbk_evaluate (gold, gold, &options, NULL);

  cr_assert_not_null (evaluation);
  cr_assert (tbk_evaluation_share (evaluation, TBK_PHRASE_RECALL).of == 1);
  cr_assert (tbk_evaluation_share (evaluation, TBK_PHRASE_WHOLE).right == 2);
  cr_assert (tbk_evaluation_share (evaluation, TBK_PHRASE_TAGS).right == 2);
}
