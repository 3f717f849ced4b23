/* test_orders.c - orders of words against definitions: every order of every rooted tree of up to 8 words, least lengths
 * of random trees, and all orders that draws can give. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/tree.h"

enum { MOST = 300 };

static gboolean
is_order (const int *places, int n)
{
  gboolean is_taken[MOST + 1] = { FALSE };

  for (int word = 0; word <= n; word++) {
    if (places[word] < 0 || places[word] > n || is_taken[places[word]] || (places[word] == 0) != (word == 0))
      return FALSE;
    is_taken[places[word]] = TRUE;
  }
  return TRUE;
}

static void
find (TbkOrderer *orderer, const int *heads, int n, TbkOrder order, guint64 seed, int *places)
{
  const TbkOrderOptions options = { .seed = seed, .place = 7 };

  cr_assert (tbk_order_find (orderer, heads, n, order, &options, places, NULL));
  cr_assert (is_order (places, n), "%s of %d words", tbk_order_name (order), n);
}

static gint64
length_of (const int *heads, const int *places, int n)
{
  gint64 sum = 0;

  for (int word = 1; word <= n; word++)
    sum += heads[word] == 0 ? 0 : ABS (places[word] - places[heads[word]]);
  return sum;
}

static gboolean
is_projective (const int *heads, const int *places, int n)
{
  int ordered[MOST + 1];

  reorder_tree (heads, places, n, ordered);
  return count_nonprojective_arcs (ordered, n) == 0;
}

/* The least sums of all orders, by trying them. GCC 14 would put it into itself some times, and complain of words that there are not. */
static __attribute__ ((noinline)) void
try_orders (const int *heads, int n, int *places, int word, gint64 *least, gint64 *least_projective)
{
  gint64 length;

  if (word > n) {
    length = length_of (heads, places, n);
    *least = MIN (*least, length);
    if (length < *least_projective && is_projective (heads, places, n))
      *least_projective = length;
    return;
  }
  for (int other = word; other >= 1; other--) {
    for (int i = word; i > other; i--)
      places[i] = places[i - 1];
    places[other] = word;
    /* Here places are words by place, which gives all orders as well. */
    try_orders (heads, n, places, word + 1, least, least_projective);
    for (int i = other; i < word; i++)
      places[i] = places[i + 1];
  }
}

/* Every tree and forest of up to 6 words, in any order of their numbers; and by what lengths.c says of them. */
Test (orders, least)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  int places[MOST + 1], tried[MOST + 1];

  for (int n = 1; n <= 6; n++) {
    const TreeList *list = all_trees (n, FALSE);
    for (gsize i = 0; i < list->n_trees; i += n == 6 ? 13 : 1) {
      const int *heads = tree_at (list, i);
      gint64 least = G_MAXINT64, least_projective = G_MAXINT64;
      try_orders (heads, n, tried, 1, &least, &least_projective);
      find (orderer, heads, n, TBK_ORDER_LEAST, 1, places);
      cr_assert_eq (length_of (heads, places, n), least);
      find (orderer, heads, n, TBK_ORDER_LEAST_PROJECTIVE, 1, places);
      cr_assert_eq (length_of (heads, places, n), least_projective);
      cr_assert (is_projective (heads, places, n));
    }
  }
}

/* A tree for which B of least.c is the better choice in many places: stars of chains and of stars. */
static void
tree_of_parts (GRand *random, int n, int *heads)
{
  heads[0] = -1;
  for (int word = 1; word <= n; word++)
    switch (word == 1 ? 0 : g_rand_int_range (random, 1, 4)) {
    case 0:
      heads[word] = 0;
      break;
    case 1:
      heads[word] = word - 1;
      break;
    case 2:
      heads[word] = MAX (1, heads[word - 1]);
      break;
    default:
      heads[word] = g_rand_int_range (random, 1, MIN (word, 5));
    }
}

/* Lengths of orders are those that section lengths gives, which tests hold against all orders. */
Test (orders, least_of_longer_trees)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  GRand *random = g_rand_new_with_seed (3);
  gint64 lengths[TBK_N_LENGTHS];
  int heads[MOST + 1], places[MOST + 1];

  for (int i = 0; i < 3000; i++) {
    int n = i % 100 == 0 ? MOST : g_rand_int_range (random, 1, 60);
    if (i % 2 == 0)
      tree_of_parts (random, n, heads);
    else
      random_tree (random, n, i % 3 * 4, heads);
    cr_assert (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, NULL));
    if (lengths[TBK_LENGTH_LEAST] == TBK_LENGTH_UNDEFINED)
      continue;
    find (orderer, heads, n, TBK_ORDER_LEAST, 1, places);
    cr_assert_eq (length_of (heads, places, n), lengths[TBK_LENGTH_LEAST]);
    find (orderer, heads, n, TBK_ORDER_LEAST_PROJECTIVE, 1, places);
    cr_assert_eq (length_of (heads, places, n), lengths[TBK_LENGTH_LEAST_PROJECTIVE]);
  }
  g_rand_free (random);
}

Test (orders, mirror)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  const int heads[] = { -1, 2, 0, 2, 3 };
  int places[5];

  find (orderer, heads, 4, TBK_ORDER_MIRROR, 1, places);
  for (int word = 1; word <= 4; word++)
    cr_assert_eq (places[word], 5 - word);
}

/* The number of an order among all. */
static int
rank (const int *places, int n)
{
  int number = 0;

  for (int word = 1; word <= n; word++) {
    int n_smaller = 0;
    for (int other = word + 1; other <= n; other++)
      n_smaller += places[other] < places[word];
    number = number * (n + 1 - word) + n_smaller;
  }
  return number;
}

/* Chi-square of draws of orders of @heads, which are to be uniform over all orders or all projective ones. Beyond the
 * bound it comes by chance once in a thousand cases; the seeds are fixed. */
static void
check_uniform (const int *heads, int n, TbkOrder order, int n_expected, double bound)
{
  enum { DRAWS_EACH = 200, ORDERS = 120 };
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  int counts[ORDERS] = { 0 }, places[6], n_found = 0;
  double chi_square = 0;

  for (int draw = 0; draw < DRAWS_EACH * n_expected; draw++) {
    find (orderer, heads, n, order, (guint64) draw, places);
    cr_assert (order == TBK_ORDER_RANDOM || is_projective (heads, places, n));
    counts[rank (places, n)]++;
  }
  for (int i = 0; i < ORDERS; i++) {
    const double difference = counts[i] - DRAWS_EACH;
    n_found += counts[i] > 0;
    chi_square += counts[i] > 0 ? difference * difference / DRAWS_EACH : 0;
  }
  cr_assert_eq (n_found, n_expected);
  cr_assert_lt (chi_square, bound);
}

/* Bounds: chi-square of 119, 47, 11 and 23 degrees of freedom, p = 0.001. */
Test (orders, draws_are_uniform)
{
  const int chain[] = { -1, 2, 3, 4, 5, 0 }, star[] = { -1, 0, 1, 1, 1 }, forest[] = { -1, 0, 0, 2, 2 },
            fork[] = { -1, 2, 0, 2, 3, 3 };

  check_uniform (chain, 5, TBK_ORDER_RANDOM, 120, 173.6);
  check_uniform (fork, 5, TBK_ORDER_RANDOM, 120, 173.6);
  check_uniform (fork, 5, TBK_ORDER_RANDOM_PROJECTIVE, 36, 66.6);
  check_uniform (star, 4, TBK_ORDER_RANDOM_PROJECTIVE, 24, 49.7);
  check_uniform (forest, 4, TBK_ORDER_RANDOM_PROJECTIVE, 12, 31.3);
}

/* Means over draws are those that section lengths computes. */
Test (orders, means)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  GRand *random = g_rand_new_with_seed (5);
  gint64 lengths[TBK_N_LENGTHS];
  int heads[MOST + 1], places[MOST + 1];
  enum { DRAWS = 20000, N = 12 };

  for (int tree = 0; tree < 5; tree++) {
    double all = 0, projective = 0, squares = 0, mean, mean_projective;
    do
      random_tree (random, N, 0, heads);
    while (count_roots (heads, N) != 1);
    for (int draw = 0; draw < DRAWS; draw++) {
      gint64 length;
      find (orderer, heads, N, TBK_ORDER_RANDOM, (guint64) draw, places);
      all += (double) length_of (heads, places, N);
      find (orderer, heads, N, TBK_ORDER_RANDOM_PROJECTIVE, (guint64) draw, places);
      length = length_of (heads, places, N);
      projective += (double) length;
      squares += (double) (length * length);
    }
    cr_assert (tbk_lengths_compute (meter, heads, N, TBK_LENGTHS_ALL, lengths, NULL));
    mean = (double) lengths[TBK_LENGTH_MEAN] / 3;
    mean_projective = (double) lengths[TBK_LENGTH_MEAN_PROJECTIVE] / 6;
    /* Four standard errors. */
    cr_assert_float_eq (all / DRAWS, mean, 4 * sqrt ((double) lengths[TBK_LENGTH_VARIANCE] / 180 / DRAWS));
    squares = squares / DRAWS - mean_projective * mean_projective;
    cr_assert_float_eq (projective / DRAWS, mean_projective, 4 * sqrt (squares / DRAWS));
  }
  g_rand_free (random);
}

/* The same order for the same head and relation everywhere, whatever the sentence; all orders of a head and two
 * relations come, each as often. */
Test (orders, grammar)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  const TbkPiece upos[] = { { "", 0 },     { "VERB", 4 }, { "NOUN", 4 }, { "NOUN", 4 },
                            { "VERB", 4 }, { "NOUN", 4 }, { "NOUN", 4 }, { "ADJ", 3 } };
  const TbkPiece deprels[] = { { "", 0 },     { "root", 4 }, { "subj", 4 }, { "obj", 3 },
                               { "comp", 4 }, { "obj", 3 },  { "subj", 4 }, { "amod", 4 } };
  const int heads[] = { -1, 0, 1, 1, 1, 4, 4, 6 };
  int counts[6] = { 0 }, places[8];
  double chi_square = 0;

  for (int seed = 0; seed < 1200; seed++) {
    const TbkOrderOptions options = { .seed = (guint64) seed, .upos = upos, .deprels = deprels };
    cr_assert (tbk_order_find (orderer, heads, 7, TBK_ORDER_GRAMMAR, &options, places, NULL));
    cr_assert (is_order (places, 7) && is_projective (heads, places, 7));
    cr_assert_eq (places[2] < places[1], places[6] < places[4]);
    cr_assert_eq (places[3] < places[1], places[5] < places[4]);
    cr_assert_eq (places[2] < places[3], places[6] < places[5]);
    const int ends[] = { 0, places[1], places[2], places[3] };
    counts[rank (ends, 3)]++;
  }
  for (int i = 0; i < 6; i++)
    chi_square += (counts[i] - 200) * (counts[i] - 200) / 200.0;
  cr_assert_lt (chi_square, 20.5); /* 5 degrees of freedom, p = 0.001 */
}

/* Words of one relation stay in their order, with all they have below them. */
Test (orders, grammar_keeps_sisters)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  const TbkPiece upos[] = { { "", 0 }, { "X", 1 }, { "X", 1 }, { "X", 1 }, { "X", 1 } };
  const int heads[] = { -1, 3, 3, 0, 3 };
  int places[5];

  for (guint64 seed = 0; seed < 20; seed++) {
    const TbkOrderOptions options = { .seed = seed, .upos = upos, .deprels = upos };
    cr_assert (tbk_order_find (orderer, heads, 4, TBK_ORDER_GRAMMAR, &options, places, NULL));
    cr_assert (places[1] < places[2] && places[2] < places[4]);
  }
}

Test (orders, refused)
{
  g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
  const TbkOrderOptions options = { .seed = 1 };
  const int cycle[] = { -1, 2, 1 };
  g_autofree int *heads = g_new0 (int, 1102), *places = g_new0 (int, 1102);

  heads[0] = -1;
  for (int word = 2; word <= 1100; word++)
    heads[word] = word / 2;
  for (int order = 0; order < TBK_N_ORDERS; order++) {
    g_autoptr (GError) error = NULL;
    cr_assert (!tbk_order_find (orderer, cycle, 2, (TbkOrder) order, &options, places, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  }
  cr_assert (!tbk_order_find (orderer, heads, 1100, TBK_ORDER_LEAST, &options, places, NULL));
  cr_assert (tbk_order_find (orderer, heads, 1000, TBK_ORDER_LEAST, &options, places, NULL));
  cr_assert (tbk_order_find (orderer, heads, 0, TBK_ORDER_LEAST, &options, places, NULL));
}
