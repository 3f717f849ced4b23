/* test_lengths.c - lengths, crossings and their baselines against definitions: every order of every rooted tree
 * of up to 8 words, and sets of arcs for fluxes. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/tree.h"
#include "tree/tree.h"
#include "unit/time_limit.h"

enum { MOST = 40 };

static void
compute (const int *heads, int n, gint64 *lengths)
{
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();

  cr_assert (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, NULL));
}

static gint64
sum_of_lengths (const int *heads, int n)
{
  gint64 sum = 0;

  for (int d = 1; d <= n; d++)
    sum += heads[d] == 0 ? 0 : ABS (heads[d] - d);
  return sum;
}

static gboolean
cross (const int *heads, int d, int e)
{
  int a = MIN (d, heads[d]), b = MAX (d, heads[d]), c = MIN (e, heads[e]), f = MAX (e, heads[e]);

  return heads[d] != 0 && heads[e] != 0 && ((a < c && c < b && b < f) || (c < a && a < f && f < b));
}

static gint64
sum_of_crossings (const int *heads, int n)
{
  gint64 sum = 0;

  for (int d = 1; d <= n; d++)
    for (int e = 1; e < d; e++)
      sum += cross (heads, d, e);
  return sum;
}

/* Heads of the next rooted tree in the order of Beyer and Hedetniemi (1980), as depths in preorder; FALSE after the
 * last, the star. */
static gboolean
next_depths (int *depths, int n)
{
  int p = n, q;

  while (p > 1 && depths[p] == 2)
    p--;
  if (p <= 1)
    return FALSE;
  for (q = p - 1; depths[q] != depths[p] - 1; q--)
    ;
  for (int i = p; i <= n; i++)
    depths[i] = depths[i - (p - q)];
  return TRUE;
}

/* What all orders of a tree have. */
typedef struct {
  gint64 n_orders, sum, squares, crossings, crossings_squares, least;
  gint64 n_projective, sum_projective, least_projective, greatest_projective;
  gint64 n_planar, sum_planar, least_planar, greatest_planar;
} Orders;

static void
add_order (Orders *orders, const int *heads, int n)
{
  gint64 sum = sum_of_lengths (heads, n), crossings = sum_of_crossings (heads, n);

  orders->n_orders++;
  orders->sum += sum;
  orders->squares += sum * sum;
  orders->crossings += crossings;
  orders->crossings_squares += crossings * crossings;
  orders->least = MIN (orders->least, sum);
  if (crossings > 0)
    return;
  orders->n_planar++;
  orders->sum_planar += sum;
  orders->least_planar = MIN (orders->least_planar, sum);
  orders->greatest_planar = MAX (orders->greatest_planar, sum);
  if (count_nonprojective_arcs (heads, n) > 0)
    return;
  orders->n_projective++;
  orders->sum_projective += sum;
  orders->least_projective = MIN (orders->least_projective, sum);
  orders->greatest_projective = MAX (orders->greatest_projective, sum);
}

/* The next list of places; FALSE after the last. */
static gboolean
next_order (int *places, int n)
{
  int i = n - 1, j = n;

  while (i >= 1 && places[i] > places[i + 1])
    i--;
  if (i < 1)
    return FALSE;
  while (places[j] < places[i])
    j--;
  for (int swap = places[i]; swap != 0; swap = 0) {
    places[i] = places[j];
    places[j] = swap;
  }
  for (int a = i + 1, b = n; a < b; a++, b--) {
    int swap = places[a];
    places[a] = places[b];
    places[b] = swap;
  }
  return TRUE;
}

static void
assert_fraction (const gint64 *lengths, TbkLength length, int n, gint64 numerator, gint64 denominator)
{
  gint64 a, b;

  length_reduce (length, n, lengths[length], &a, &b);
  cr_assert_eq (a * denominator, numerator * b, "%s of %d words: %d/%d", tbk_length_name (length), n, (int) a,
                (int) b);
}

/* Compares all that is of the tree alone; the words stand in a random order. */
static void
check_orders (GRand *random, const int *heads, int n)
{
  Orders o = { .least = G_MAXINT, .least_projective = G_MAXINT, .least_planar = G_MAXINT };
  int places[MOST] = { 0 }, ordered[MOST];
  gint64 lengths[TBK_N_LENGTHS];

  for (int i = 1; i <= n; i++)
    places[i] = i;
  do {
    reorder_tree (heads, places, n, ordered);
    add_order (&o, ordered, n);
    if (g_rand_int_range (random, 0, (int) MIN (o.n_orders, 1000)) == 0)
      compute (ordered, n, lengths);
  } while (next_order (places, n));

  cr_assert_eq (lengths[TBK_LENGTH_LEAST], o.least);
  cr_assert_eq (lengths[TBK_LENGTH_LEAST_PLANAR], o.least_planar);
  cr_assert_eq (lengths[TBK_LENGTH_LEAST_PROJECTIVE], o.least_projective);
  cr_assert_eq (lengths[TBK_LENGTH_GREATEST_PROJECTIVE], o.greatest_projective);
  cr_assert_eq (lengths[TBK_LENGTH_GREATEST_PLANAR], o.greatest_planar);
  assert_fraction (lengths, TBK_LENGTH_MEAN, n, o.sum, o.n_orders);
  assert_fraction (lengths, TBK_LENGTH_MEAN_PROJECTIVE, n, o.sum_projective, o.n_projective);
  assert_fraction (lengths, TBK_LENGTH_MEAN_PLANAR, n, o.sum_planar, o.n_planar);
  assert_fraction (lengths, TBK_LENGTH_MEAN_CROSSINGS, n, o.crossings, o.n_orders);
  assert_fraction (lengths, TBK_LENGTH_VARIANCE, n, o.n_orders * o.squares - o.sum * o.sum,
                   o.n_orders * o.n_orders);
  assert_fraction (lengths, TBK_LENGTH_VARIANCE_CROSSINGS, n,
                   o.n_orders * o.crossings_squares - o.crossings * o.crossings, o.n_orders * o.n_orders);
}

Test (lengths, baselines_are_those_of_all_orders, .timeout = TIME_LIMIT)
{
  static const int n_rooted[] = { 0, 1, 1, 2, 4, 9, 20, 48, 115 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int n = 1; n <= 8; n++) {
    int depths[MOST], heads[MOST], n_trees = 0;
    for (int i = 1; i <= n; i++)
      depths[i] = i;
    do {
      heads[0] = -1;
      for (int i = 1; i <= n; i++)
        for (heads[i] = i - 1; heads[i] > 0 && depths[heads[i]] != depths[i] - 1;)
          heads[i]--;
      check_orders (random, heads, n);
      n_trees++;
    } while (next_depths (depths, n));
    cr_assert_eq (n_trees, n_rooted[n]);
  }
}

/* The most arcs into the words of @flux, a set, of which no two share a word. */
static int
weigh_flux (const int *heads, guint64 flux, guint64 taken)
{
  guint64 rest = flux & (flux - 1), pair;
  int d, without;

  if (flux == 0)
    return 0;
  d = __builtin_ctzll (flux);
  pair = (guint64) 1 << d | (guint64) 1 << heads[d];
  without = weigh_flux (heads, rest, taken);
  return (taken & pair) != 0 ? without : MAX (without, 1 + weigh_flux (heads, rest, taken | pair));
}

static void
check_fluxes (const int *heads, int n, const gint64 *lengths)
{
  gint64 sizes = 0, weights = 0, n_left = 0, n_right = 0;
  int most = 0, most_weight = 0;

  for (int gap = 1; gap < n; gap++) {
    guint64 flux = 0, left = 0, right = 0;
    int weight;
    for (int d = 1; d <= n; d++)
      if (heads[d] != 0 && MIN (d, heads[d]) <= gap && MAX (d, heads[d]) > gap) {
        flux |= (guint64) 1 << d;
        left |= (guint64) 1 << MIN (d, heads[d]);
        right |= (guint64) 1 << MAX (d, heads[d]);
      }
    weight = weigh_flux (heads, flux, 0);
    sizes += __builtin_popcountll (flux);
    weights += weight;
    n_left += __builtin_popcountll (left);
    n_right += __builtin_popcountll (right);
    most = MAX (most, __builtin_popcountll (flux));
    most_weight = MAX (most_weight, weight);
  }
  cr_assert_eq (sizes, lengths[TBK_LENGTH_TOTAL]);
  cr_assert_eq (lengths[TBK_LENGTH_GREATEST_FLUX], most);
  cr_assert_eq (lengths[TBK_LENGTH_FLUX_WEIGHTS], weights);
  cr_assert_eq (lengths[TBK_LENGTH_GREATEST_FLUX_WEIGHT], most_weight);
  cr_assert_eq (lengths[TBK_LENGTH_LEFT_SPANS], n_left);
  cr_assert_eq (lengths[TBK_LENGTH_RIGHT_SPANS], n_right);
}

/* All that depends on the order, whatever the number of roots. */
static void
check_order (const int *heads, int n)
{
  gint64 lengths[TBK_N_LENGTHS], longest = 0;
  int n_adjacent = 0, n_head_initial = 0, n_roots = count_roots (heads, n), root = 0;

  compute (heads, n, lengths);
  for (int d = 1; d <= n; d++) {
    if (heads[d] == 0) {
      root = d;
      continue;
    }
    longest = MAX (longest, ABS (heads[d] - d));
    n_adjacent += ABS (heads[d] - d) == 1;
    n_head_initial += heads[d] < d;
  }
  cr_assert_eq (lengths[TBK_LENGTH_TOTAL], sum_of_lengths (heads, n));
  cr_assert_eq (lengths[TBK_LENGTH_CROSSINGS], sum_of_crossings (heads, n));
  cr_assert_eq (lengths[TBK_LENGTH_ADJACENT], n_adjacent);
  cr_assert_eq (lengths[TBK_LENGTH_HEAD_INITIAL], n_head_initial);
  cr_assert_eq (lengths[TBK_LENGTH_LONGEST], longest);
  cr_assert_eq (lengths[TBK_LENGTH_ROOT], n_roots == 1 ? root : TBK_LENGTH_UNDEFINED);
  check_fluxes (heads, n, lengths);
  for (int length = TBK_LENGTH_DEPTHS; length < TBK_N_LENGTHS; length++)
    cr_assert_eq (lengths[length] == TBK_LENGTH_UNDEFINED, n_roots != 1, "%s", tbk_length_name (length));
}

Test (lengths, order_by_definition)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  int heads[MOST];

  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    for (gsize t = 0; t < trees->n_trees; t++)
      check_order (tree_at (trees, t), n);
  }
  for (int i = 0; i < 500; i++) {
    int n = 1 + i % 20;
    random_tree (random, n, 1 + i % 3, heads);
    check_order (heads, n);
  }
}

static int
depth_of (const int *heads, int word)
{
  int depth = 0;

  for (; heads[word] != 0; word = heads[word])
    depth++;
  return depth;
}

/* Arcs between two words: those to the lowest common ancestor. */
static int
distance (const int *heads, int a, int b)
{
  int steps = 0;

  for (; !is_ancestor (heads, a, b); a = heads[a])
    steps++;
  for (; b != a; b = heads[b])
    steps++;
  return steps;
}

static void
check_shape (const int *heads, int n)
{
  gint64 lengths[TBK_N_LENGTHS], depths = 0, k2 = 0, k3 = 0, o2 = 0, o3 = 0, n_disjoint = 0;
  int height = 0, diameter = 0, n_leaves = 0;

  compute (heads, n, lengths);
  for (int a = 1; a <= n; a++) {
    int o = 0, k;
    for (int b = 1; b <= n; b++) {
      o += heads[b] == a;
      diameter = MAX (diameter, distance (heads, a, b));
      n_disjoint +=
          a < b && heads[a] != 0 && heads[b] != 0 && heads[a] != heads[b] && heads[a] != b && heads[b] != a;
    }
    k = o + (heads[a] != 0);
    depths += depth_of (heads, a);
    height = MAX (height, depth_of (heads, a));
    n_leaves += o == 0;
    k2 += k * k;
    k3 += k * k * k;
    o2 += o * o;
    o3 += o * o * o;
  }
  cr_assert_eq (lengths[TBK_LENGTH_DEPTHS], depths);
  cr_assert_eq (lengths[TBK_LENGTH_HEIGHT], height);
  cr_assert_eq (lengths[TBK_LENGTH_DIAMETER], diameter);
  cr_assert_eq (lengths[TBK_LENGTH_LEAVES], n_leaves);
  cr_assert_eq (lengths[TBK_LENGTH_DEGREES_2], k2);
  cr_assert_eq (lengths[TBK_LENGTH_DEGREES_3], k3);
  cr_assert_eq (lengths[TBK_LENGTH_OUT_DEGREES_2], o2);
  cr_assert_eq (lengths[TBK_LENGTH_OUT_DEGREES_3], o3);
  cr_assert_eq (lengths[TBK_LENGTH_DISJOINT_PAIRS], n_disjoint);
}

Test (lengths, shape_by_definition)
{
  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    for (gsize t = 0; t < trees->n_trees; t++)
      if (count_roots (tree_at (trees, t), n) == 1)
        check_shape (tree_at (trees, t), n);
  }
}

Test (lengths, words_taken_out)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (int i = 0; i < 2000; i++) {
    int n = i % MOST, heads[MOST], left_heads[MOST], words[MOST], number[MOST] = { 0 }, n_left = 0;
    gboolean is_gone[MOST];

    random_tree (random, n, i % 3, heads);
    for (int d = 0; d <= n; d++) {
      is_gone[d] = g_rand_int_range (random, 0, 4) < i % 5;
      number[d] = d > 0 && !is_gone[d] ? ++n_left : 0;
    }
    cr_assert_eq (tbk_heads_without (heads, n, is_gone, left_heads, words), n_left);
    cr_assert (left_heads[0] == -1 && words[0] == 0);
    for (int d = 1; d <= n; d++) {
      int ancestor = heads[d];
      if (is_gone[d])
        continue;
      while (ancestor != 0 && is_gone[ancestor])
        ancestor = heads[ancestor];
      cr_assert_eq (words[number[d]], d);
      cr_assert_eq (left_heads[number[d]], number[ancestor]);
    }
  }
}

/* The part that gives a value. */
static guint
part_of (TbkLength length)
{
  switch (length) {
  case TBK_LENGTH_FLUX_WEIGHTS:
  case TBK_LENGTH_GREATEST_FLUX_WEIGHT:
    return TBK_LENGTHS_FLUX;
  case TBK_LENGTH_LEAST:
    return TBK_LENGTHS_LEAST;
  case TBK_LENGTH_LEAST_PLANAR:
  case TBK_LENGTH_LEAST_PROJECTIVE:
  case TBK_LENGTH_GREATEST_PROJECTIVE:
    return TBK_LENGTHS_EXTREMES;
  case TBK_LENGTH_GREATEST_PLANAR:
    return TBK_LENGTHS_GREATEST;
  case TBK_LENGTH_MEAN_PROJECTIVE:
  case TBK_LENGTH_MEAN_PLANAR:
    return TBK_LENGTHS_MEANS;
  case TBK_LENGTH_VARIANCE:
  case TBK_LENGTH_VARIANCE_CROSSINGS:
    return TBK_LENGTHS_VARIANCE;
  default:
    return length <= TBK_LENGTH_RIGHT_SPANS ? TBK_LENGTHS_ORDER : TBK_LENGTHS_SHAPE;
  }
}

/* Whatever is asked for, a part gives its values, and no others are there. */
Test (lengths, parts_give_their_values)
{
  static const int heads[] = { -1, 3, 0, 2, 2, 1, 4, 4 };
  const int n = G_N_ELEMENTS (heads) - 1;
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  gint64 all[TBK_N_LENGTHS], found[TBK_N_LENGTHS];

  compute (heads, n, all);
  for (guint what = 0; what <= TBK_LENGTHS_ALL; what++) {
    cr_assert (tbk_lengths_compute (meter, heads, n, what, found, NULL));
    for (TbkLength length = 0; length < TBK_N_LENGTHS; length++)
      cr_assert_eq (found[length], (what & part_of (length)) != 0 ? all[length] : TBK_LENGTH_UNDEFINED,
                    "%s of %u", tbk_length_name (length), what);
  }
}

Test (lengths, many_are_those_of_each)
{
  const int heads[] = { 0, 1, 2, 0, 3, 1, 0 }, bad[] = { 0, 1, 5 };
  const gint64 offsets[] = { 0, 3, 3, 6, 7 };
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  g_autoptr (GError) error = NULL;
  gint64 all[4][TBK_N_LENGTHS], one[TBK_N_LENGTHS];

  cr_assert (tbk_lengths_many (meter, heads, offsets, 4, TBK_LENGTHS_ALL, all[0], NULL));
  for (int i = 0; i < 4; i++) {
    int n = (int) (offsets[i + 1] - offsets[i]), own[4] = { -1 };
    for (int d = 1; d <= n; d++)
      own[d] = heads[offsets[i] + d - 1];
    compute (own, n, one);
    cr_assert_arr_eq (one, all[i], sizeof one);
  }
  /* Offsets that fall, or of more words than an int has. */
  for (int i = 0; i < 2; i++) {
    const gint64 wrong[][3] = { { 0, 2, 1 }, { 0, 1, G_MAXINT } };
    g_autoptr (GError) fault = NULL;

    cr_assert_not (tbk_lengths_many (meter, heads, wrong[i], 2, TBK_LENGTHS_ALL, all[0], &fault));
    cr_assert (g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)
               && g_str_has_prefix (fault->message, "sentences[1]: "));
  }
  cr_assert_not (tbk_lengths_many (meter, bad, offsets, 1, TBK_LENGTHS_ALL, all[0], &error));
  cr_assert_str_eq (error->message,
                    "sentences[0]: the head of word 3 is 5, expected another word or 0 (the last word is 3)");
}
