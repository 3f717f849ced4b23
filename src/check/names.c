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
