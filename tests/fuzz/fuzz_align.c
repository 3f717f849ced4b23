/* fuzz_align.c - two files in CoNLL-U, with a NUL between them: what they have in common is the same from either side, and a file has
 * all in common with itself. */
#include <string.h>

#include "fuzz.h"
#include "tbk/evaluate.h"

static const TbkEvaluationOptions aligned = { .evaluated = TBK_EVALUATED_ALIGNED };

static void
check_same (const char *path)
{
  g_autoptr (TbkEvaluation) same = tbk_evaluate (path, path, &aligned, NULL);

  FUZZ_CHECK (same != NULL);
  for (int m = 0; m < TBK_N_ALIGNED; m++) {
    const TbkAlignedCounts counts = tbk_evaluation_aligned (same, m);

    FUZZ_CHECK (counts.right == counts.gold && counts.gold == counts.system);
  }
}

static void
check_both (const TbkEvaluation *one, const TbkEvaluation *other)
{
  const TbkAlignedRanges ranges = tbk_evaluation_remarks (one).ranges,
                         turned = tbk_evaluation_remarks (other).ranges;

  FUZZ_CHECK (ranges.both == turned.both && ranges.gold == turned.system && ranges.system == turned.gold);
  for (int m = 0; m < TBK_N_ALIGNED; m++) {
    const TbkAlignedCounts a = tbk_evaluation_aligned (one, m), b = tbk_evaluation_aligned (other, m);

    /* Of the words that measures from CLAS on count, the gold relation tells which these are. */
    FUZZ_CHECK (a.right >= 0 && a.right <= MIN (a.gold, a.system) && a.aligned <= a.gold);
    FUZZ_CHECK (a.aligned <= a.system || m >= TBK_ALIGNED_CLAS);
    FUZZ_CHECK (a.aligned == b.aligned || m >= TBK_ALIGNED_CLAS);
    if (m <= TBK_ALIGNED_WORDS)
      FUZZ_CHECK (a.right == b.right && a.gold == b.system && a.system == b.gold);
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *end = size > 0 ? memchr (data, 0, size) : NULL;
  const gsize first = end != NULL ? (gsize) (end - data) : size;
  g_autoptr (GError) error = NULL, error_turned = NULL;
  g_autoptr (TbkEvaluation) one = NULL, other = NULL;
  const char *gold, *system;

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0;
  gold = fuzz_file (0, data, first);
  system = fuzz_file (1, end != NULL ? end + 1 : data, end != NULL ? size - first - 1 : size);
  one = tbk_evaluate (gold, system, &aligned, &error);
  other = tbk_evaluate (system, gold, &aligned, &error_turned);
  FUZZ_CHECK ((one == NULL) == (error != NULL) && (other == NULL) == (one == NULL));
  if (one == NULL)
    return 0;
  check_both (one, other);
  check_same (gold);
  check_same (system);
  return 0;
}
