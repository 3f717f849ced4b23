/* test_explore.c - policies of exploration: what they follow, and how often. */
#include <criterion/criterion.h>
#include <math.h>

#include "learn/learn.h"

/* Possible are the classes 1, 3, 4 and 7; 3 is the best, 7 is right. */
static const int possible[] = { 1, 3, 4, 7 };
static const gint32 scores[] = { 900, -200, 900, 300, 100, 900, 900, 0 };
enum { N_CLASSES = G_N_ELEMENTS (possible), UNIT = 100, DRAWS = 100000 };

/* How often each class is followed. */
static void
follow (const char *policy, int best, int right, int counts[8])
{
  Exploration e = { possible, N_CLASSES, scores, UNIT, best, right };
  TbkExplore explore;
  TbkRandom random;

  cr_assert (tbk_explore_parse (policy, &explore, NULL), "%s", policy);
  tbk_random_init (&random, 5, 5);
  for (int c = 0; c < 8; c++)
    counts[c] = 0;
  for (int i = 0; i < DRAWS; i++)
    counts[explore_choose (&explore, &e, &random)]++;
}

/* Within five standard deviations. */
static void
assert_share (int count, double share)
{
  double deviation = sqrt (DRAWS * share * (1 - share));

  cr_assert (fabs (count - DRAWS * share) <= 5 * deviation + 1e-6, "%d of %d, expected %g", count, DRAWS,
             share);
}

Test (explore, best_and_right)
{
  int counts[8];

  follow ("explore:0.3", 3, 7, counts);
  assert_share (counts[3], 0.3);
  assert_share (counts[7], 0.7);
  follow ("explore:0.3", 3, 3, counts);
  assert_share (counts[3], 1);
  follow ("best", 3, 7, counts);
  assert_share (counts[3], 1);
}

Test (explore, second)
{
  Exploration only = { possible + 1, 1, scores, UNIT, 3, 3 };
  TbkRandom random;
  TbkExplore explore;
  int counts[8];

  follow ("second:0.25", 3, 7, counts);
  assert_share (counts[3], 0.75);
  assert_share (counts[4], 0.25);
  cr_assert (tbk_explore_parse ("second:1", &explore, NULL));
  tbk_random_init (&random, 1, 1);
  cr_assert (explore_choose (&explore, &only, &random) == 3);
}

Test (explore, samples)
{
  static const struct {
    const char *policy;
    double alpha;
  } cases[] = { { "sample", 1 }, { "sample:0.5", 0.5 }, { "sample:0", 0 }, { "sample:2.125", 2.125 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    double sum = 0;
    int counts[8];
    for (int k = 0; k < N_CLASSES; k++)
      sum += exp (cases[i].alpha * scores[possible[k]] / UNIT);
    follow (cases[i].policy, 3, 7, counts);
    for (int k = 0; k < N_CLASSES; k++)
      assert_share (counts[possible[k]], exp (cases[i].alpha * scores[possible[k]] / UNIT) / sum);
  }
}

/* Scores that are as far apart as can be, with the greatest alpha. */
Test (explore, extreme_scores)
{
  static const gint32 extremes[] = { G_MAXINT32, G_MININT32 };
  static const int both[] = { 0, 1 };
  const TbkExplore explore = { .kind = TBK_EXPLORE_SAMPLE, .alpha = 100 * TBK_EXPLORE_ALPHA_UNIT };
  const Exploration e = { both, 2, extremes, 1, 0, 0 };
  TbkRandom random;

  tbk_random_init (&random, 2, 2);
  for (int i = 0; i < 1000; i++)
    cr_assert (explore_choose (&explore, &e, &random) == 0);
}

Test (explore, powers)
{
  cr_assert (explore_exp (0) == (guint64) 1 << 32);
  for (gint64 x = 1; x < (gint64) 40 << 16; x += x / 1000 + 1) {
    double expected = exp (-(double) x / 65536) * 4294967296.0;
    cr_assert (fabs ((double) explore_exp (x) - expected) <= 21 + expected * 1e-8, "exp of %" G_GINT64_FORMAT,
               x);
  }
}

Test (explore, names)
{
  static const char *const bad[] = {
    "",           "x",           "best:",        "best:0.5",      "explore",    "explore:",
    "explore:30", "explore:1.5", "explore:-0.1", "explore:.5",    "second",     "second:",
    "second:25",  "sample:x",    "sample:.5",    "sample:1.0000", "sample:101", "sample:100.001",
    "samples",    "-1",          "101",          "0.5",           "golden"
  };
  TbkExplore explore = { .probability = 77 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    cr_assert_not (tbk_explore_parse (bad[i], &explore, &error), "%s", bad[i]);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE) && explore.probability == 77);
  }
  cr_assert (tbk_explore_parse ("explore:0.4", &explore, NULL));
  cr_assert (explore.kind == TBK_EXPLORE_BEST && explore.probability == TBK_PROBABILITY_ONE / 10 * 4);
  cr_assert (tbk_explore_parse ("gold", &explore, NULL));
  cr_assert (explore.kind == TBK_EXPLORE_BEST && explore.probability == 0);
  cr_assert (tbk_explore_parse ("best", &explore, NULL));
  cr_assert (explore.kind == TBK_EXPLORE_BEST && explore.probability == TBK_PROBABILITY_ONE);
  cr_assert (tbk_explore_parse ("sample:12.05", &explore, NULL));
  cr_assert (explore.kind == TBK_EXPLORE_SAMPLE && explore.alpha == 12050);
}
