/* test_constituency_compare.c - how often the published oracle is right, on random trees without repeated
 * labels. */
#include <criterion/criterion.h>

#include "base/base.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

enum { TREES = 4000, MOST_WORDS = 5 };

/* One in @per_cent hundredths. */
static gboolean
happens (TbkRandom *random, guint64 per_cent)
{
  return random_below (random, 100) < per_cent;
}

/* Draws a tree whose labels are 0, 1, 2 and so on in pre-order. */
static int
draw_tree (TbkRandom *random, TbkConstituent *list, int n_list, int left, int right)
{
  const gboolean is_word = right - left == 1;
  int n_chain = is_word && n_list > 0 ? happens (random, 20) : 1;

  n_chain += n_chain > 0 && happens (random, 10);
  for (; n_chain > 0; n_chain--, n_list++)
    list[n_list] = (TbkConstituent){ n_list, left, right };
  for (int at = left; !is_word && at < right;) {
    const int most = right - (at == left);
    int end = at + 1;

    while (end < most && happens (random, 30))
      end++;
    n_list = draw_tree (random, list, n_list, at, end);
    at = end;
  }
  return n_list;
}

/* Per cent of configurations, as in a row of the table. */
typedef struct {
  double value_equal, set_equal, wrong_extra, missing, empty;
} Shares;

static Shares
walk_trees (const char *system, TbkWalkKind kind, gint64 explore)
{
  const TbkAgreementOptions options = {
    .compare = { .phrases = tbk_phrase_system_find (system), .walk = { kind, explore, 1 } },
  };
  g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options.compare, NULL);
  g_autoptr (Agreement) agreement = agreement_new (&options);
  g_autoptr (TbkTally) tally = tbk_tally_new (agreement_layout ());
  gint64 first[AGREEMENT_N_FIGURES], all[AGREEMENT_N_FIGURES];
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  TbkRandom random;
  double unit;

  for (int t = 0; t < TREES; t++) {
    TbkConstituent list[64];
    int n, n_list;

    tbk_random_init (&random, 7, (guint64) t);
    n = 1 + (int) random_below (&random, MOST_WORDS);
    n_list = draw_tree (&random, list, 0, 0, n);
    cr_assert (tbk_phrase_tree_set (&tree, n, list, n_list, NULL));
    cr_assert (comparer_walk_tree (comparer, &tree, n_list, (guint64) t, agreement, NULL));
    agreement_end_sentence (agreement, NULL, n);
  }
  agreement_flush (agreement, tally);
  agreement_find (tally, (AgreementAsked){ .distance = 0 }, first);
  agreement_find (tally, (AgreementAsked){ .distance = -1 }, all);
  cr_assert (all[AGREEMENT_SENTENCES] == TREES
             && all[AGREEMENT_SETS_DIFFER] <= all[AGREEMENT_EXTRA] + all[AGREEMENT_MISSING]);
  cr_assert (kind != TBK_WALK_GOLD
             || (first[AGREEMENT_CONFIGURATIONS] == all[AGREEMENT_CONFIGURATIONS]
                 && all[AGREEMENT_CONFIGURATIONS] > 0));
  unit = 100.0 / (double) all[AGREEMENT_CONFIGURATIONS];
  return (Shares){ 100 - unit * (double) all[AGREEMENT_VALUES_DIFFER],
                   100 - unit * (double) all[AGREEMENT_SETS_DIFFER], unit * (double) all[AGREEMENT_EXTRA],
                   unit * (double) all[AGREEMENT_MISSING], unit * (double) all[AGREEMENT_EMPTY] };
}

static void
check_near (const char *system, double found, double expected, double most)
{
  cr_expect (ABS (found - expected) <= most, "%s: %.1f, expected %.1f", system, found, expected);
}

/* On the gold sequence: what was measured elsewhere, on other random trees. */
Test (constituency, printed_on_gold_path)
{
  static const struct {
    const char *system;
    Shares expected;
  } cases[] = {
    { "top-down", { 100, 91, 9, 0, 0 } },
    { "in-order", { 100, 77, 22, 2, 0 } },
    { "bottom-up", { 100, 65, 35, 0, 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Shares found = walk_trees (cases[i].system, TBK_WALK_GOLD, 0), *expected = &cases[i].expected;

    cr_expect (found.value_equal == 100 && found.empty == 0);
    check_near (cases[i].system, found.set_equal, expected->set_equal, 2);
    check_near (cases[i].system, found.wrong_extra, expected->wrong_extra, 2);
    check_near (cases[i].system, found.missing, expected->missing, 0.5);
  }
}

/* Beside it the value is wrong too, and the set more often; it can be empty. */
Test (constituency, printed_beside_gold_path)
{
  static const char *const systems[] = { "top-down", "in-order" };

  for (gsize i = 0; i < G_N_ELEMENTS (systems); i++) {
    const Shares gold = walk_trees (systems[i], TBK_WALK_GOLD, 0);
    const Shares explored = walk_trees (systems[i], TBK_WALK_EXPLORE, TBK_PROBABILITY_ONE / 5);
    const Shares random = walk_trees (systems[i], TBK_WALK_RANDOM, 0);

    cr_expect (explored.value_equal < 95 && explored.value_equal > random.value_equal);
    cr_expect (explored.set_equal < gold.set_equal && explored.set_equal > random.set_equal);
    cr_expect (explored.missing > 4 && random.missing > explored.missing);
    cr_expect (explored.empty > 2 && random.empty > explored.empty);
  }
}

/* With sets, a wrong constituent that is made twice counts once: bottom-up, nothing else goes wrong. */
Test (constituency, printed_bottom_up)
{
  const Shares random = walk_trees ("bottom-up", TBK_WALK_RANDOM, 0);

  cr_expect (random.missing == 0 && random.empty == 0 && random.wrong_extra > 40);
}
