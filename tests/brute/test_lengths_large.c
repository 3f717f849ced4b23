/* test_lengths_large.c - lengths of trees whose orders are too many to list: the least by sets of words, what
 * holds of all trees, and closed forms at the limits. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/tree.h"
#include "unit/time_limit.h"

enum { MOST = 40 };

static void
compute (const int *heads, int n, gint64 *lengths)
{
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();

  cr_assert (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, NULL));
}

/* A random tree with one root. */
static void
random_rooted_tree (GRand *random, int n, int locality, int *heads)
{
  int root = 0;

  random_tree (random, n, locality, heads);
  for (int d = 1; d <= n && root == 0; d++)
    root = heads[d] == 0 ? d : 0;
  for (int d = 1; d <= n; d++)
    if (heads[d] == 0 && d != root)
      heads[d] = root;
}

/* The least sum of lengths of any order, over sets S of words: f(S) = min f(S - v) + arcs from S to the others. */
static int
least_by_sets (const int *heads, int n)
{
  gsize n_sets = (gsize) 1 << n;
  g_autofree int *least = g_new (int, n_sets);

  least[0] = 0;
  for (gsize set = 1; set < n_sets; set++) {
    int n_leaving = 0;
    least[set] = G_MAXINT;
    for (int d = 1; d <= n; d++) {
      if (heads[d] != 0)
        n_leaving += (set >> (d - 1) & 1) != (set >> (heads[d] - 1) & 1);
      if ((set >> (d - 1) & 1) != 0)
        least[set] = MIN (least[set], least[set ^ (gsize) 1 << (d - 1)]);
    }
    least[set] += n_leaving;
  }
  return least[n_sets - 1];
}

/* A tree with one root in which no word has more than @most dependents. Crossings shorten such trees most often. */
static void
random_bounded_tree (GRand *random, int n, int most, int *heads)
{
  int n_dependents[MOST] = { 0 };

  heads[0] = -1;
  heads[1] = 0;
  for (int d = 2; d <= n; d++) {
    do
      heads[d] = g_rand_int_range (random, 1, d);
    while (n_dependents[heads[d]] == most);
    n_dependents[heads[d]]++;
  }
}

/* A word with chains of @length words hanging on it. */
static void
make_spider (int n, int length, int *heads)
{
  heads[0] = -1;
  heads[1] = 0;
  for (int d = 2; d <= n; d++)
    heads[d] = (d - 2) % length == 0 ? 1 : d - 1;
}

/* Trees whose least length has a crossing, by B of least.c. */
enum { CROSSING = 18 };

static const int crossing[][CROSSING + 1] = {
  { -1, 0, 1, 1, 3, 2, 4, 3, 4, 5, 6, 7, 7, 6, 11, 8, 15, 2, 12 },
  { -1, 0, 1, 1, 3, 3, 1, 5, 7, 4, 2, 8, 11, 2, 4, 14, 8, 9, 11 },
  { -1, 0, 1, 1, 3, 3, 2, 4, 5, 8, 6, 9, 4, 6, 9, 5, 15, 12, 7 },
  { -1, 0, 1, 2, 1, 3, 2, 6, 3, 8, 4, 7, 7, 11, 13, 4, 10, 5, 13 },
};

Test (lengths, least_by_sets_of_words, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  int heads[MOST];
  gint64 lengths[TBK_N_LENGTHS];

  for (guint e = 0; e < G_N_ELEMENTS (crossing); e++) {
    compute (crossing[e], CROSSING, lengths);
    cr_assert_eq (lengths[TBK_LENGTH_LEAST], least_by_sets (crossing[e], CROSSING));
    cr_assert_eq (lengths[TBK_LENGTH_LEAST_PLANAR], lengths[TBK_LENGTH_LEAST] + 1);
  }
  for (int i = 0; i < 400; i++) {
    int n = 12 + i % 6;
    if (i % 10 == 0)
      make_spider (n, 3 + i / 6 % 3, heads);
    else if (i % 10 == 1)
      random_rooted_tree (random, n, i % 3, heads);
    else
      random_bounded_tree (random, n, 2 + i / 6 % 2, heads);
    compute (heads, n, lengths);
    cr_assert_eq (lengths[TBK_LENGTH_LEAST], least_by_sets (heads, n), "tree %d", i);
  }
}

/* Those that the header promises of all trees. */
Test (lengths, inequalities_and_invariants, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int i = 0; i < 3000; i++) {
    enum { LARGE = 300 };
    int n = 2 + i % (i % 10 == 0 ? LARGE - 2 : 40), heads[LARGE], mirrored[LARGE], places[LARGE],
        shuffled[LARGE];
    gint64 l[TBK_N_LENGTHS], m[TBK_N_LENGTHS], s[TBK_N_LENGTHS];

    random_rooted_tree (random, n, i % 4, heads);
    places[0] = mirrored[0] = 0;
    for (int d = 1; d <= n; d++) {
      int other = g_rand_int_range (random, 1, d + 1);
      places[d] = n + 1 - d;
      shuffled[d] = shuffled[other];
      shuffled[other] = d;
    }
    reorder_tree (heads, places, n, mirrored);
    compute (heads, n, l);
    compute (mirrored, n, m);
    memcpy (places, shuffled, sizeof places);
    reorder_tree (heads, places, n, shuffled);
    compute (shuffled, n, s);

    cr_assert_leq (l[TBK_LENGTH_LEAST], l[TBK_LENGTH_LEAST_PLANAR]);
    cr_assert_leq (l[TBK_LENGTH_LEAST], l[TBK_LENGTH_TOTAL]);
    cr_assert_leq (l[TBK_LENGTH_LEAST_PLANAR], l[TBK_LENGTH_LEAST_PROJECTIVE]);
    cr_assert_leq (6 * l[TBK_LENGTH_LEAST_PROJECTIVE], l[TBK_LENGTH_MEAN_PROJECTIVE]);
    cr_assert_leq (l[TBK_LENGTH_MEAN_PROJECTIVE], 6 * l[TBK_LENGTH_GREATEST_PROJECTIVE]);
    cr_assert_leq (l[TBK_LENGTH_GREATEST_PROJECTIVE], l[TBK_LENGTH_GREATEST_PLANAR]);
    cr_assert_leq (l[TBK_LENGTH_CROSSINGS], l[TBK_LENGTH_DISJOINT_PAIRS]);
    if (count_nonprojective_arcs (heads, n) == 0)
      cr_assert (l[TBK_LENGTH_TOTAL] >= l[TBK_LENGTH_LEAST_PROJECTIVE]
                 && l[TBK_LENGTH_TOTAL] <= l[TBK_LENGTH_GREATEST_PROJECTIVE]);

    cr_assert_eq (m[TBK_LENGTH_ROOT], n + 1 - l[TBK_LENGTH_ROOT]);
    cr_assert_eq (m[TBK_LENGTH_HEAD_INITIAL], n - 1 - l[TBK_LENGTH_HEAD_INITIAL]);
    cr_assert_eq (m[TBK_LENGTH_LEFT_SPANS], l[TBK_LENGTH_RIGHT_SPANS]);
    cr_assert_eq (m[TBK_LENGTH_RIGHT_SPANS], l[TBK_LENGTH_LEFT_SPANS]);
    for (int k = 0; k < TBK_N_LENGTHS; k++) {
      if (k != TBK_LENGTH_ROOT && k != TBK_LENGTH_HEAD_INITIAL && k != TBK_LENGTH_LEFT_SPANS
          && k != TBK_LENGTH_RIGHT_SPANS)
        cr_assert_eq (m[k], l[k], "%s", tbk_length_name (k));
      if (k >= TBK_LENGTH_DEPTHS)
        cr_assert_eq (s[k], l[k], "%s", tbk_length_name (k));
    }
  }
}

/* Weights of fluxes of more than 64 words are those of pieces of the sentence that no arc joins. */
Test (lengths, long_sentences_have_the_fluxes_of_their_parts)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();

  for (int i = 0; i < 50; i++) {
    enum { PARTS = 5, WORDS = 64 };
    int whole[PARTS * WORDS + 1] = { -1 };
    gint64 sum = 0, most = 0, l[TBK_N_LENGTHS];
    for (int p = 0; p < PARTS; p++) {
      int part[WORDS + 1];
      random_tree (random, WORDS, i % 4, part);
      compute (part, WORDS, l);
      sum += l[TBK_LENGTH_FLUX_WEIGHTS];
      most = MAX (most, l[TBK_LENGTH_GREATEST_FLUX_WEIGHT]);
      for (int d = 1; d <= WORDS; d++)
        whole[p * WORDS + d] = part[d] == 0 ? 0 : p * WORDS + part[d];
    }
    cr_assert (tbk_lengths_compute (meter, whole, PARTS * WORDS, TBK_LENGTHS_FLUX, l, NULL));
    cr_assert (l[TBK_LENGTH_FLUX_WEIGHTS] == sum && l[TBK_LENGTH_GREATEST_FLUX_WEIGHT] == most);
    cr_assert_eq (l[TBK_LENGTH_TOTAL], TBK_LENGTH_UNDEFINED);
  }
}

/* Closed forms of chains and stars, at the limits. */
Test (lengths, chains_and_stars_at_the_limits, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  g_autofree int *heads = g_new (int, TBK_LENGTHS_MAX_WORDS + 2);
  gint64 l[TBK_N_LENGTHS], n = TBK_LENGTHS_MAX_WORDS;

  for (int d = 0; d <= n + 1; d++)
    heads[d] = d - 1;
  cr_assert (tbk_lengths_compute (meter, heads, (int) n, TBK_LENGTHS_ALL, l, NULL));
  cr_assert_eq (l[TBK_LENGTH_LEAST], TBK_LENGTH_UNDEFINED);
  cr_assert_eq (l[TBK_LENGTH_LEAST_PROJECTIVE], n - 1);
  cr_assert_eq (l[TBK_LENGTH_DEPTHS], n * (n - 1) / 2);
  cr_assert (l[TBK_LENGTH_VARIANCE] > 0 && l[TBK_LENGTH_VARIANCE_CROSSINGS] > 0);
  cr_assert (tbk_lengths_compute (meter, heads, (int) n + 1, TBK_LENGTHS_ALL, l, NULL));
  cr_assert (l[TBK_LENGTH_TOTAL] == n && l[TBK_LENGTH_MEAN] == TBK_LENGTH_UNDEFINED);

  for (int d = 2; d <= n; d++)
    heads[d] = 1;
  cr_assert (tbk_lengths_compute (meter, heads, (int) n, TBK_LENGTHS_ALL, l, NULL));
  cr_assert_eq (l[TBK_LENGTH_VARIANCE], n * n * n * n - 5 * n * n + 4);
  cr_assert_eq (l[TBK_LENGTH_GREATEST_PLANAR], n * (n - 1) / 2);
  cr_assert_eq (l[TBK_LENGTH_LEAST_PLANAR], n * n / 4);
  n = TBK_LENGTHS_LEAST_MAX_WORDS;
  for (int d = 2; d <= n; d++) {
    cr_assert (tbk_lengths_compute (meter, heads, d, TBK_LENGTHS_LEAST, l, NULL));
    cr_assert_eq (l[TBK_LENGTH_LEAST], d * d / 4);
  }
  for (int length = 1; length < 12; length++) { /* long legs and many of them take most time */
    make_spider ((int) n, length, heads);
    cr_assert (tbk_lengths_compute (meter, heads, (int) n, TBK_LENGTHS_LEAST, l, NULL));
    cr_assert_leq (l[TBK_LENGTH_LEAST], n * n / 4);
  }
}
