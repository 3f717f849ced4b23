/* names.c - what tests are called, and how sure they are. */
#include <string.h>

#include "tbk/check.h"

static const struct {
  const char *name;
  TbkCheckLevel level;
} tests[TBK_N_CHECK_TESTS] = {
  [TBK_CHECK_PUNCT_IS_NONPROJ] = { "punct-is-nonproj", TBK_CHECK_ERROR },
  [TBK_CHECK_PUNCT_CAUSES_NONPROJ] = { "punct-causes-nonproj", TBK_CHECK_ERROR },
  [TBK_CHECK_FUNCTION_HEAD_NONPROJ] = { "function-head-nonproj", TBK_CHECK_WARNING },
  [TBK_CHECK_CC_NONPROJ] = { "cc-nonproj", TBK_CHECK_WARNING },
  [TBK_CHECK_IS_NONPROJ] = { "is-nonproj", TBK_CHECK_NOTE },
  [TBK_CHECK_CAUSES_NONPROJ] = { "causes-nonproj", TBK_CHECK_NOTE },
  [TBK_CHECK_LEAF_MARK_CASE] = { "leaf-mark-case", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_AUX_COP] = { "leaf-aux-cop", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_DET] = { "leaf-det", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_CLF] = { "leaf-clf", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_CC] = { "leaf-cc", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_FIXED] = { "leaf-fixed", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_GOESWITH] = { "leaf-goeswith", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_PUNCT] = { "leaf-punct", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_CONJ] = { "right-to-left-conj", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_FIXED] = { "right-to-left-fixed", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_FLAT] = { "right-to-left-flat", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_GOESWITH] = { "right-to-left-goeswith", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_APPOS] = { "right-to-left-appos", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_MANY_SUBJECTS] = { "too-many-subjects", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_MANY_OBJECTS] = { "too-many-objects", TBK_CHECK_ERROR },
  [TBK_CHECK_OBL_SHOULD_BE_NMOD] = { "obl-should-be-nmod", TBK_CHECK_ERROR },
  [TBK_CHECK_ORPHAN_PARENT] = { "orphan-parent", TBK_CHECK_WARNING },
  [TBK_CHECK_FIXED_GAP] = { "fixed-gap", TBK_CHECK_WARNING },
  [TBK_CHECK_GOESWITH_GAP] = { "goeswith-gap", TBK_CHECK_ERROR },
  [TBK_CHECK_0_IS_NOT_ROOT] = { "0-is-not-root", TBK_CHECK_ERROR },
  [TBK_CHECK_ROOT_IS_NOT_0] = { "root-is-not-0", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_HEAD] = { "invalid-head", TBK_CHECK_ERROR },
  [TBK_CHECK_UNKNOWN_HEAD] = { "unknown-head", TBK_CHECK_ERROR },
  [TBK_CHECK_HEAD_SELF_LOOP] = { "head-self-loop", TBK_CHECK_ERROR },
  [TBK_CHECK_MULTIPLE_ROOTS] = { "multiple-roots", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_TREE] = { "non-tree", TBK_CHECK_ERROR },
  [TBK_CHECK_NUMBER_OF_COLUMNS] = { "number-of-columns", TBK_CHECK_ERROR },
  [TBK_CHECK_EMPTY_COLUMN] = { "empty-column", TBK_CHECK_ERROR },
  [TBK_CHECK_PSEUDO_EMPTY_LINE] = { "pseudo-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_COMMENT] = { "misplaced-comment", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_UNIX_NEWLINE] = { "non-unix-newline", TBK_CHECK_ERROR },
  [TBK_CHECK_WORD_ID_SEQUENCE] = { "word-id-sequence", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_WORD_ID] = { "invalid-word-id", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_WORD_INTERVAL] = { "invalid-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_REVERSED_WORD_INTERVAL] = { "reversed-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_OVERLAPPING_WORD_INTERVALS] = { "overlapping-word-intervals", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_WORD_INTERVAL] = { "misplaced-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_WORD_INTERVAL_OUT] = { "word-interval-out", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_EMPTY_NODE] = { "misplaced-empty-node", TBK_CHECK_ERROR },
  [TBK_CHECK_EMPTY_SENTENCE] = { "empty-sentence", TBK_CHECK_ERROR },
  [TBK_CHECK_BYTE_ORDER_MARK] = { "byte-order-mark", TBK_CHECK_ERROR },
  [TBK_CHECK_MISSING_EMPTY_LINE] = { "missing-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_EXTRA_EMPTY_LINE] = { "extra-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_MISSING_SENT_ID] = { "missing-sent-id", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_UNIQUE_SENT_ID] = { "non-unique-sent-id", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_LINE] = { "invalid-line", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_FILE] = { "invalid-file", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_TANGLED] = { "too-tangled", TBK_CHECK_ERROR },
};

const char *
tbk_check_test_name (TbkCheckTest test)
{
  g_return_val_if_fail ((guint) test <= TBK_N_CHECK_TESTS, NULL);
  return test == TBK_N_CHECK_TESTS ? NULL : tests[test].name;
}

TbkCheckTest
tbk_check_test_find (const char *name)
{
  int test = 0;

  g_return_val_if_fail (name != NULL, TBK_N_CHECK_TESTS);
  while (test < TBK_N_CHECK_TESTS && strcmp (tests[test].name, name) != 0)
    test++;
  return test;
}

TbkCheckLevel
tbk_check_test_level (TbkCheckTest test)
{
  g_return_val_if_fail ((guint) test < TBK_N_CHECK_TESTS, TBK_CHECK_NOTE);
  return tests[test].level;
}

const char *
tbk_check_level_name (TbkCheckLevel level)
{
  static const char *const names[] = { "note", "warning", "error", NULL };

  g_return_val_if_fail ((guint) level < G_N_ELEMENTS (names), NULL);
  return names[level];
}

gboolean
tbk_check_test_is_in (TbkCheckTest test, guint set)
{
  return test >= TBK_N_INCIDENT_TESTS || (set >> test & 1) != 0;
}

TbkCheckTest
tbk_check_test_by_suspicion (int number)
{
  int n_passed = 0;

  g_return_val_if_fail (number >= 0 && number < TBK_N_CHECK_TESTS, 0);
  for (int level = TBK_CHECK_ERROR; level >= TBK_CHECK_NOTE; level--)
    for (int i = 0; i < TBK_N_CHECK_TESTS; i++) {
      const int test = (TBK_CHECK_INVALID_HEAD + i) % TBK_N_CHECK_TESTS; /* those of form first */

      if ((int) tests[test].level == level && n_passed++ == number)
        return test;
    }
  g_assert_not_reached ();
}
