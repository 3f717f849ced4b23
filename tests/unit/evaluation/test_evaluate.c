/* test_evaluate.c - shares, groups, intervals and tests of two small files, against figures made by hand. */
#include "tbk/evaluate.h"
#include "unit/scratch.h"

TestSuite (evaluate, .init = make_folder, .fini = remove_folder);

/* The arc from 3 to 1 of the second sentence is not projective, nor is that from 2 to 4 of the first in the system's
 * file. */
static const char gold_text[] = "1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t3\tnsubj:pass\t_\t_\n"
                                "3\tc\t_\t_\t_\t_\t0\troot\t_\t_\n4\t.\t_\t_\t_\t_\t3\tpunct\t_\t_\n\n"
                                "1\td\t_\t_\t_\t_\t3\tobl\t_\t_\n2\te\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                "3\tf\t_\t_\t_\t_\t2\tadvcl\t_\t_\n\n";
static const char system_text[] = "1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t3\tnsubj\t_\t_\n"
                                  "3\tc\t_\t_\t_\t_\t0\troot\t_\t_\n4\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n"
                                  "1\td\t_\t_\t_\t_\t2\tobl\t_\t_\n2\te\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                  "3\tf\t_\t_\t_\t_\t2\tacl\t_\t_\n\n";

static TbkEvaluation *
evaluate (const char *system, gboolean subtypes)
{
  g_autofree char *gold_path = store_text ("gold", gold_text), *system_path = store_text ("system", system);
  g_autoptr (GError) error = NULL;
  TbkEvaluation *evaluation =
      tbk_evaluate (gold_path, system_path, &(TbkEvaluationOptions){ .subtypes = subtypes }, &error);

  cr_assert (evaluation != NULL, "%s", error != NULL ? error->message : "no error");
  return evaluation;
}

static void
check_shares (const TbkEvaluation *evaluation, const TbkShare expected[TBK_N_MEASURES])
{
  for (int m = 0; m < TBK_N_MEASURES; m++) {
    TbkShare found = tbk_evaluation_share (evaluation, m);
    cr_assert (found.right == expected[m].right && found.of == expected[m].of,
               "%s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
               tbk_evaluation_kind (TBK_EVALUATED_DEPENDENCIES)->measures[m].name, found.right, found.of);
  }
}

Test (evaluate, shares)
{
  static const TbkShare universal[TBK_N_MEASURES] = { { 5, 7 }, { 4, 7 }, { 6, 7 }, { 6, 10 },
                                                      { 5, 6 }, { 4, 6 }, { 5, 6 }, { 0, 1 },
                                                      { 0, 1 }, { 0, 2 }, { 0, 2 } };
  static const TbkShare whole[TBK_N_MEASURES] = { { 5, 7 }, { 3, 7 }, { 5, 7 }, { 4, 10 }, { 5, 6 }, { 3, 6 },
                                                  { 4, 6 }, { 0, 1 }, { 0, 1 }, { 0, 2 },  { 0, 2 } };
  static const TbkShare perfect[TBK_N_MEASURES] = { { 7, 7 }, { 7, 7 }, { 7, 7 }, { 10, 10 },
                                                    { 6, 6 }, { 6, 6 }, { 6, 6 }, { 1, 1 },
                                                    { 1, 1 }, { 2, 2 }, { 2, 2 } };
  g_autoptr (TbkEvaluation) plain = evaluate (system_text, FALSE);
  g_autoptr (TbkEvaluation) with_subtypes = evaluate (system_text, TRUE);
  g_autoptr (TbkEvaluation) of_gold = evaluate (gold_text, TRUE);

  check_shares (plain, universal);
  check_shares (with_subtypes, whole);
  check_shares (of_gold, perfect);
}

/* Of two sentences, each is drawn twice in a quarter of the rounds: the interval ends at their own shares. */
Test (evaluate, intervals)
{
  g_autoptr (TbkEvaluation) evaluation = evaluate (system_text, FALSE);
  TbkShare low[TBK_N_MEASURES], high[TBK_N_MEASURES];

  tbk_evaluation_intervals (evaluation, 95, 1, low, high);
  cr_assert (3 * low[TBK_MEASURE_UAS].right == 2 * low[TBK_MEASURE_UAS].of);
  cr_assert (4 * high[TBK_MEASURE_UAS].right == 3 * high[TBK_MEASURE_UAS].of);
  cr_assert (3 * low[TBK_MEASURE_LAS].right == low[TBK_MEASURE_LAS].of);
  cr_assert (4 * high[TBK_MEASURE_LAS].right == 3 * high[TBK_MEASURE_LAS].of);
}

/* If one system is right throughout, the difference is as great where both sentences change places or none does: in half
 * of the rounds, here within five standard deviations. For equal systems it always is. */
Test (evaluate, permutations)
{
  g_autoptr (TbkEvaluation) a = evaluate (gold_text, FALSE);
  g_autoptr (TbkEvaluation) b = evaluate (system_text, FALSE);
  int n_as_great[TBK_N_MEASURES], n_again[TBK_N_MEASURES];

  tbk_evaluation_test (a, b, 1, n_as_great);
  cr_assert (ABS (n_as_great[TBK_MEASURE_UAS] - TBK_PERMUTATION_ROUNDS / 2) <= 250);
  cr_assert (ABS (n_as_great[TBK_MEASURE_LAS] - TBK_PERMUTATION_ROUNDS / 2) <= 250);
  tbk_evaluation_test (b, a, 1, n_again);
  cr_assert_arr_eq (n_again, n_as_great, sizeof n_again);
  tbk_evaluation_test (b, b, 1, n_as_great);
  for (int m = 0; m < TBK_N_MEASURES; m++)
    cr_assert (n_as_great[m] == TBK_PERMUTATION_ROUNDS);
}

static void
assert_refused (const char *system, TbkError code, const char *place)
{
  g_autofree char *gold_path = store_text ("gold", gold_text), *system_path = in_folder ("system");
  g_autoptr (GError) error = NULL;

  if (system != NULL)
    store (system_path, system, strlen (system));
  cr_assert_null (
      tbk_evaluate (gold_path, system_path, &(TbkEvaluationOptions){ .subtypes = FALSE }, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, (int) code));
  cr_assert (strstr (error->message, place) != NULL, "%s", error->message);
}

Test (evaluate, files_that_do_not_fit)
{
  g_autoptr (GString) other = g_string_new (system_text);
  g_autofree char *fewer = g_strndup (system_text, (gsize) (strstr (system_text, "\n\n") + 2 - system_text));
  g_autofree char *shorter = g_strndup (system_text, (gsize) (strstr (system_text, "4\t.") - system_text));

  assert_refused (NULL, TBK_ERROR_IO, "system");
  g_string_replace (other, "\te\t", "\tx\t", 0);
  assert_refused (other->str, TBK_ERROR_DATA, "system:7: word 'x' found, expected 'e'");
  g_string_replace (other, "\t0\t", "\t1\t", 0);
  assert_refused (other->str, TBK_ERROR_DATA, "system:");
  assert_refused (fewer, TBK_ERROR_DATA, "found the end of the file");
  assert_refused (shorter, TBK_ERROR_DATA, "sentence of 3 words found, expected 4");
}
