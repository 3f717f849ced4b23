/* check_tally.c - the layout of what is found in treebanks. */
#include "statistics/statistics.h"
#include "tbk/draw.h"

#include "corpus/corpus.h"

enum { FIGURES, TESTS };
enum { FOUND, SENTENCES, N_TEST_COLUMNS };

static const TbkTallyColumn figure_columns[TBK_N_CHECKS_FIGURES] = {
  [TBK_CHECKS_SENTENCES] = { "sentences", .most = TBK_TALLY_MOST },
  [TBK_CHECKS_WORDS] = { "words", .most = TBK_TALLY_MOST },
  [TBK_CHECKS_NONPROJECTIVE_TREES] = { "nonprojective_trees", .part_of = TBK_CHECKS_SENTENCES + 1 },
  [TBK_CHECKS_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", .part_of = TBK_CHECKS_WORDS + 1 },
  [TBK_CHECKS_LOST_ARCS] = { "at_least", .part_of = TBK_CHECKS_WORDS + 1 },
  [TBK_CHECKS_CUT] = { "cut_sentences" },
  [TBK_CHECKS_LEFT] = { "left_sentences" },
  [TBK_CHECKS_BAD] = { "bad_sentences", .part_of = TBK_CHECKS_SENTENCES + 1 },
};

static const TbkTallyKey test_keys[] = { { "test", TBK_TALLY_TEXT } };

static const TbkTallyColumn test_columns[N_TEST_COLUMNS] = {
  [FOUND] = { "found", .most = TBK_TALLY_MOST },
  [SENTENCES] = { "sentences", .part_of = FOUND + 1 },
};

static const TbkTallySection sections[] = {
  [FIGURES] = { "figures", NULL, 0, figure_columns, TBK_N_CHECKS_FIGURES },
  [TESTS] = { "tests", test_keys, 1, test_columns, N_TEST_COLUMNS, TBK_TALLY_EACH, SENTENCES, FIGURES,
              TBK_CHECKS_SENTENCES },
};

static const char excess[] = "found more sentences, trees or arcs of a kind than there are";

/* Tests must be known, and sentences that are trees have words. */
static const char *
find_fault (const TbkTally *tally)
{
  const gint64 *figures = tbk_checks_figures (tally);
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, TESTS, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    if (tbk_check_test_find (rows[r].key[0]) == TBK_N_CHECK_TESTS)
      return "found a test that is not known, expected the tests of tbk check";
  return figures[TBK_CHECKS_SENTENCES] - figures[TBK_CHECKS_BAD] > figures[TBK_CHECKS_WORDS] ? excess : NULL;
}

const TbkTallyLayout *
tbk_checks_layout (void)
{
  static const TbkTallyLayout layout = {
    "check", sections, G_N_ELEMENTS (sections), find_fault, excess,
  };

  return &layout;
}

const gint64 *
tbk_checks_figures (const TbkTally *tally)
{
  static const gint64 none[TBK_N_CHECKS_FIGURES];
  const gint64 *figures = tbk_tally_get (tally, FIGURES, NULL);

  return figures != NULL ? figures : none;
}

gint64
tbk_checks_found (const TbkTally *tally, TbkCheckTest test, gint64 *n_sentences)
{
  const char *const key[] = { tbk_check_test_name (test) };
  const gint64 *values = tbk_tally_get (tally, TESTS, key);

  if (n_sentences != NULL)
    *n_sentences = values != NULL ? values[SENTENCES] : 0;
  return values != NULL ? values[FOUND] : 0;
}

void
checks_count (TbkTally *tally, const gint64 *figures, const gint64 *found, const gint64 *sentences)
{
  tbk_tally_add (tally, FIGURES, NULL, figures);
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    if (found[test] > 0)
      tbk_tally_add (tally, TESTS, (const char *[]){ tbk_check_test_name (test) },
                     (gint64[N_TEST_COLUMNS]){ found[test], sentences[test] });
}
