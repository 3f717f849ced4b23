/* test_classes.c - classes of trees against their definitions, without contraction and without sets of bits: on all trees of
 * up to 6 words, where how many are in each is known too. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/oracle.h"
#include "tbk/tree.h"
#include "tree/tree.h"
#include "unit/time_limit.h"

enum { MOST = 12 };

static gboolean
arcs_cross (const int *heads, int d, int e)
{
  int a = MIN (d, heads[d]), b = MAX (d, heads[d]), c = MIN (e, heads[e]), f = MAX (e, heads[e]);

  return (a < c && c < b && b < f) || (c < a && a < f && f < b);
}

/* Whether the arcs of @colours with each value of a bit cross none of their own. */
static gboolean
is_coloured (const int *heads, int n, int colours, gboolean with_root)
{
  for (int d = 1; d <= n; d++)
    for (int e = 1; e < d; e++)
      if ((with_root || (heads[d] != 0 && heads[e] != 0)) && (colours >> d & 1) == (colours >> e & 1)
          && arcs_cross (heads, d, e))
        return FALSE;
  return TRUE;
}

static gboolean
is_2_planar (const int *heads, int n, gboolean with_root)
{
  for (int colours = 0; colours < 1 << (n + 1); colours += 2)
    if (is_coloured (heads, n, colours, with_root))
      return TRUE;
  return FALSE;
}

static gboolean
is_1_endpoint_crossing (const int *heads, int n, gboolean with_root)
{
  for (int d = 1; d <= n; d++) {
    gboolean has_common = FALSE;
    for (int end = 0; end <= n; end++) {
      gboolean is_common = TRUE;
      for (int e = 1; e <= n; e++)
        if (e != d && (with_root || (heads[d] != 0 && heads[e] != 0)) && arcs_cross (heads, d, e))
          is_common &= e == end || heads[e] == end;
      has_common |= is_common;
    }
    if (!has_common)
      return FALSE;
  }
  return TRUE;
}

/* A set of words, word w in bit w. */
static int
yield_of (const int *heads, int n, int word)
{
  int yield = 0;

  for (int w = 1; w <= n; w++)
    yield |= is_ancestor (heads, word, w) << w;
  return yield;
}

static int
count_gaps (int set, int n)
{
  int n_gaps = -1;

  for (int w = 1; w <= n; w++)
    n_gaps += (set >> w & 1) != 0 && (set >> (w - 1) & 1) == 0;
  return n_gaps;
}

static gboolean
is_well_nested (const int *heads, int n)
{
  for (int u = 1; u <= n; u++)
    for (int v = 1; v <= n; v++) {
      int y = yield_of (heads, n, u), z = yield_of (heads, n, v);
      if ((y & z) != 0)
        continue;
      for (int a = 1; a <= n; a++)
        for (int b = a + 1; b <= n; b++)
          for (int c = b + 1; c <= n; c++)
            for (int d = c + 1; d <= n; d++)
              if ((y >> a & y >> c & z >> b & z >> d & 1) != 0)
                return FALSE;
    }
  return TRUE;
}

static int
gap_degree (const int *heads, int n)
{
  int most = 0;

  for (int u = 1; u <= n; u++)
    most = MAX (most, count_gaps (yield_of (heads, n, u), n));
  return most;
}

/* The components are found by going up as long as that stays under the arc. */
static int
edge_degree (const int *heads, int n)
{
  int most = 0;

  for (int d = 1; d <= n; d++) {
    int low = MIN (d, heads[d]), high = MAX (d, heads[d]), roots = 0, n_roots = 0;
    for (int w = low + 1; w < high && heads[d] != 0; w++) {
      int root = w;
      while (heads[root] > low && heads[root] < high)
        root = heads[root];
      if (!is_ancestor (heads, heads[d], root))
        roots |= 1 << root;
    }
    for (int w = 1; w <= n; w++)
      n_roots += roots >> w & 1;
    most = MAX (most, n_roots);
  }
  return most;
}

static gboolean
inherits (const int *heads, int n, int most)
{
  if (gap_degree (heads, n) > 1 || !is_well_nested (heads, n))
    return FALSE;
  for (int u = 1; u <= n; u++) {
    int yield = yield_of (heads, n, u), gap = 0, n_heirs = 0;
    if (count_gaps (yield, n) == 0)
      continue;
    for (int w = 2; w < n && gap == 0; w++)
      if ((yield >> w & 1) == 0 && (yield & ((1 << w) - 1)) != 0)
        gap = w;
    for (int c = 1; c <= n; c++) {
      int below = yield_of (heads, n, c);
      n_heirs += heads[c] == u && (below & ((1 << gap) - 1)) != 0 && below >> gap != 0;
    }
    if (n_heirs > most)
      return FALSE;
  }
  return TRUE;
}

/* Whether the parts whose numbers are in @set can be put together. */
static gboolean
can_join (const int *parts, int set, int n)
{
  int whole = 0;

  for (int p = 0; set >> p != 0; p++)
    whole |= (set >> p & 1) != 0 ? parts[p] : 0;
  if (count_gaps (whole, n) > 1)
    return FALSE;
  if ((set & (set - 1)) == 0)
    return TRUE;
  for (int half = (set - 1) & set; half != 0; half = (half - 1) & set)
    if (can_join (parts, half, n) && can_join (parts, set ^ half, n))
      return TRUE;
  return FALSE;
}

static gboolean
is_mildly_ill_nested (const int *heads, int n)
{
  for (int u = 1; u <= n; u++) {
    int parts[MOST], n_parts = 0;
    parts[n_parts++] = 1 << u;
    for (int c = 1; c <= n; c++)
      if (heads[c] == u)
        parts[n_parts++] = yield_of (heads, n, c);
    if (!can_join (parts, (1 << n_parts) - 1, n))
      return FALSE;
  }
  return TRUE;
}

/* Items are sets of the places 0..n+1, at most four. */
static gboolean
is_multi_headed (const int *heads, int n)
{
  static gboolean has[1 << (MOST + 2)];
  int n_sets = 1 << (n + 2), n_found = 1;

  memset (has, 0, sizeof (gboolean) * (gsize) n_sets);
  for (int place = 0; place <= n; place++)
    has[3 << place] = TRUE;
  while (n_found > 0) {
    n_found = 0;
    for (int a = 1; a < n_sets; a++) {
      for (int b = 1; has[a] && b < n_sets; b++)
        if (has[b] && 1 << (31 - __builtin_clz ((guint) a)) == (b & -b) && !has[a | b]
            && __builtin_popcount ((guint) (a | b)) <= 4)
          n_found += has[a | b] = TRUE;
      for (int w = 1; has[a] && w <= n; w++)
        if ((a >> w & 1) != 0 && (a & ((1 << w) - 1)) != 0 && a >> (w + 1) != 0 && (a >> heads[w] & 1) != 0
            && !has[a ^ 1 << w])
          n_found += has[a ^ 1 << w] = TRUE;
    }
  }
  return has[1 | 1 << (n + 1)];
}

static gboolean
is_built (const int *heads, int n, int degree)
{
  static const char *const names[] = { "attardi-2", "attardi-3", "attardi-4" };
  static TbkStaticOracle *oracles[3];
  static TbkConfiguration c;
  const TbkSystem *system = tbk_system_find (names[degree - 2]);

  if (oracles[degree - 2] == NULL)
    oracles[degree - 2] = tbk_static_oracle_new (system, NULL, NULL);
  cr_assert (tbk_static_oracle_set_gold (oracles[degree - 2], heads, n, NULL));
  cr_assert (tbk_configuration_start (&c, system, n, NULL));
  while (tbk_static_oracle_step (oracles[degree - 2], &c) >= 0)
    continue;
  return tbk_configuration_is_final (&c);
}

/* The set of classes that the tree is in, by definition. */
static guint
find_classes (const int *heads, int n)
{
  const gboolean wn = is_well_nested (heads, n);
  const int gaps = gap_degree (heads, n), edges = edge_degree (heads, n);
  const gboolean is_in[TBK_N_CLASSES] = {
    [TBK_CLASS_PROJECTIVE] = count_nonprojective_arcs (heads, n) == 0,
    [TBK_CLASS_PLANAR] = is_coloured (heads, n, 0, FALSE),
    [TBK_CLASS_2_PLANAR] = is_2_planar (heads, n, FALSE),
    [TBK_CLASS_2_PLANAR_0] = is_2_planar (heads, n, TRUE),
    [TBK_CLASS_1_ENDPOINT_CROSSING] = is_1_endpoint_crossing (heads, n, FALSE),
    [TBK_CLASS_1_ENDPOINT_CROSSING_0] = is_1_endpoint_crossing (heads, n, TRUE),
    [TBK_CLASS_MULTI_HEADED_4] = is_multi_headed (heads, n),
    [TBK_CLASS_INHERIT_0] = inherits (heads, n, 0),
    [TBK_CLASS_INHERIT_1] = inherits (heads, n, 1),
    [TBK_CLASS_WELL_NESTED] = wn,
    [TBK_CLASS_GAP_1] = gaps <= 1,
    [TBK_CLASS_GAP_2] = gaps <= 2,
    [TBK_CLASS_WELL_NESTED_GAP_1] = wn && gaps <= 1,
    [TBK_CLASS_WELL_NESTED_GAP_2] = wn && gaps <= 2,
    [TBK_CLASS_MILDLY_ILL_NESTED] = is_mildly_ill_nested (heads, n),
    [TBK_CLASS_EDGE_1] = edges <= 1,
    [TBK_CLASS_EDGE_2] = edges <= 2,
    [TBK_CLASS_ATTARDI_2] = is_built (heads, n, 2),
    [TBK_CLASS_ATTARDI_3] = is_built (heads, n, 3),
    [TBK_CLASS_ATTARDI_4] = is_built (heads, n, 4),
  };
  guint set = 0;

  for (int class = 0; class < TBK_N_CLASSES; class ++)
    set |= is_in[class] ? TBK_CLASS_BIT (class) : 0;
  return set;
}

/* What has one root and is in the first class is in the second. */
static const TbkClass inclusions[][2] = {
  { TBK_CLASS_1_ENDPOINT_CROSSING_0, TBK_CLASS_1_ENDPOINT_CROSSING },
  { TBK_CLASS_1_ENDPOINT_CROSSING, TBK_CLASS_2_PLANAR },
  { TBK_CLASS_1_ENDPOINT_CROSSING_0, TBK_CLASS_2_PLANAR_0 },
  { TBK_CLASS_2_PLANAR_0, TBK_CLASS_2_PLANAR },
  { TBK_CLASS_PLANAR, TBK_CLASS_1_ENDPOINT_CROSSING },
  { TBK_CLASS_PLANAR, TBK_CLASS_2_PLANAR_0 },
  { TBK_CLASS_PLANAR, TBK_CLASS_INHERIT_1 },
  { TBK_CLASS_PLANAR, TBK_CLASS_EDGE_1 },
  { TBK_CLASS_INHERIT_0, TBK_CLASS_INHERIT_1 },
  { TBK_CLASS_INHERIT_1, TBK_CLASS_WELL_NESTED_GAP_1 },
  { TBK_CLASS_WELL_NESTED_GAP_1, TBK_CLASS_MILDLY_ILL_NESTED },
  { TBK_CLASS_MILDLY_ILL_NESTED, TBK_CLASS_GAP_1 },
  { TBK_CLASS_GAP_1, TBK_CLASS_GAP_2 },
  { TBK_CLASS_INHERIT_0, TBK_CLASS_2_PLANAR },
  { TBK_CLASS_WELL_NESTED_GAP_1, TBK_CLASS_WELL_NESTED_GAP_2 },
  { TBK_CLASS_WELL_NESTED_GAP_2, TBK_CLASS_WELL_NESTED },
  { TBK_CLASS_WELL_NESTED_GAP_2, TBK_CLASS_GAP_2 },
  { TBK_CLASS_MULTI_HEADED_4, TBK_CLASS_2_PLANAR_0 },
  { TBK_CLASS_EDGE_1, TBK_CLASS_EDGE_2 },
  { TBK_CLASS_ATTARDI_2, TBK_CLASS_ATTARDI_3 },
  { TBK_CLASS_ATTARDI_3, TBK_CLASS_ATTARDI_4 },
};

static void
check_inclusions (guint inside, const int *heads, int n)
{
  cr_assert ((inside & TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE)) == 0 || inside == TBK_CLASSES_ALL);
  for (guint i = 0; i < G_N_ELEMENTS (inclusions); i++)
    if ((inside & TBK_CLASS_BIT (inclusions[i][0])) != 0)
      cr_assert ((inside & TBK_CLASS_BIT (inclusions[i][1])) != 0, "%s without %s, %d words from %d",
                 tbk_class_name (inclusions[i][0]), tbk_class_name (inclusions[i][1]), n, heads[1]);
}

/* Trees with one root, by class; single-root trees of 4 to 7 words. */
static const int n_inside[TBK_N_CLASSES][4] = {
  [TBK_CLASS_PROJECTIVE] = { 30, 143, 728, 3876 },
  [TBK_CLASS_PLANAR] = { 48, 275, 1638, 9996 },
  [TBK_CLASS_2_PLANAR] = { 64, 625, 7452, 100597 },
  [TBK_CLASS_2_PLANAR_0] = { 64, 603, 6756, 84676 },
  [TBK_CLASS_1_ENDPOINT_CROSSING] = { 64, 625, 6624, 70168 },
  [TBK_CLASS_1_ENDPOINT_CROSSING_0] = { 64, 545, 4876, 44496 },
  [TBK_CLASS_MULTI_HEADED_4] = { 60, 485, 4328, 40834 },
  [TBK_CLASS_INHERIT_0] = { 56, 393, 2964, 23478 },
  [TBK_CLASS_INHERIT_1] = { 64, 569, 5628, 58886 },
  [TBK_CLASS_WELL_NESTED] = { 64, 605, 6996, 94556 },
  [TBK_CLASS_GAP_1] = { 64, 589, 6252, 72214 },
  [TBK_CLASS_GAP_2] = { 64, 625, 7776, 115921 },
  [TBK_CLASS_WELL_NESTED_GAP_1] = { 64, 569, 5652, 59774 },
  [TBK_CLASS_WELL_NESTED_GAP_2] = { 64, 605, 6996, 93212 },
  [TBK_CLASS_MILDLY_ILL_NESTED] = { 64, 589, 6252, 72214 },
  [TBK_CLASS_EDGE_1] = { 64, 590, 6344, 75328 },
  [TBK_CLASS_EDGE_2] = { 64, 625, 7712, 112747 },
};

Test (classes, all_small_trees_by_definition, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();

  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    int counts[TBK_N_CLASSES] = { 0 };
    for (gsize t = 0; t < trees->n_trees; t++) {
      const int *heads = tree_at (trees, t);
      guint inside = find_classes (heads, n);
      TbkClasses classes;
      cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, NULL));
      cr_assert_eq (classes.outside, TBK_CLASSES_ALL & ~inside, "tree %d of %d words: %x, expected %x",
                    (int) t, n, classes.outside, TBK_CLASSES_ALL & ~inside);
      cr_assert_eq (classes.undecided, 0);
      cr_assert_eq (classes.gap_degree, gap_degree (heads, n));
      cr_assert_eq (classes.edge_degree, edge_degree (heads, n));
      if (count_roots (heads, n) == 1)
        check_inclusions (inside, heads, n);
      for (int class = 0; class < TBK_N_CLASSES && count_roots (heads, n) == 1; class ++)
        counts[class] += (inside >> class & 1) != 0;
    }
    for (int class = 0; n >= 4 && class < TBK_CLASS_ATTARDI_2; class ++)
      cr_assert_eq (counts[class], n_inside[class][n - 4], "%s of %d words: %d", tbk_class_name (class), n,
                    counts[class]);
  }
}

/* All have been counted by definition once; here there is no time for that. */
Test (classes, trees_of_seven_words_are_counted, .timeout = TIME_LIMIT)
{
  enum { WORDS = 7 };
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  const TreeList *trees = all_trees (WORDS, FALSE);
  int counts[TBK_N_CLASSES] = { 0 };

  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);
    TbkClasses classes;
    if (count_roots (heads, WORDS) > 1)
      continue;
    cr_assert (tbk_tree_classes (classifier, heads, WORDS, TBK_CLASSES_ALL, &classes, NULL));
    check_inclusions (TBK_CLASSES_ALL & ~classes.outside, heads, WORDS);
    for (int class = 0; class < TBK_N_CLASSES; class ++)
      counts[class] += (classes.outside >> class & 1) == 0;
  }
  for (int class = 0; class < TBK_CLASS_ATTARDI_2; class ++)
    cr_assert_eq (counts[class], n_inside[class][WORDS - 4], "%s: %d", tbk_class_name (class), counts[class]);
}

Test (classes, random_trees_by_definition, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  int heads[MOST + 1];

  for (int i = 0; i < 600; i++) {
    int n = 7 + i % 4;
    TbkClasses classes;
    random_tree (random, n, i % 4, heads);
    cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, NULL));
    cr_assert_eq (classes.outside, TBK_CLASSES_ALL & ~find_classes (heads, n), "tree %d", i);
    for (int class = 0; class < TBK_N_CLASSES; class ++) { /* one at a time */
      guint outside = classes.outside & TBK_CLASS_BIT (class);
      TbkClasses one;
      cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASS_BIT (class), &one, NULL));
      cr_assert (one.outside == outside && one.undecided == 0);
      cr_assert (one.gap_degree == classes.gap_degree && one.edge_degree == classes.edge_degree);
    }
  }
}

/* The smallest tree found of gap degree 1 that is not mildly ill-nested. */
Test (classes, gaps_can_be_one_each_and_still_not_joined)
{
  const int heads[] = { -1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 6, 8 };
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  TbkClasses classes;

  cr_assert (tbk_tree_classes (classifier, heads, 11, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert_eq (classes.gap_degree, 1);
  cr_assert_neq (classes.outside & TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED), 0);
  cr_assert_eq (classes.outside & TBK_CLASS_BIT (TBK_CLASS_GAP_1), 0);
}

/* Two chains, interleaved, under 1: every arc but two crosses another, and nothing can be contracted. */
static void
make_chains (int *heads, int n)
{
  heads[0] = -1;
  for (int d = 1; d <= n; d++)
    heads[d] = d == 1 ? 0 : MAX (1, d - 2);
}

Test (classes, limits)
{
  enum { MANY = TBK_CLASSES_MAX_WORDS + 1 };
  const guint attardi = TBK_CLASS_BIT (TBK_CLASS_ATTARDI_2) | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_3)
                        | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_4);
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  int heads[MANY + 1];
  TbkClasses classes;

  for (int n = 10; n <= MANY; n++) {
    guint undecided = 0;
    make_chains (heads, n);
    cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, NULL));
    if (n == MANY)
      undecided = TBK_CLASSES_ALL & ~attardi & ~TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE);
    cr_assert_eq (classes.undecided, undecided, "%d words", n);
    cr_assert_eq (classes.gap_degree, n == MANY ? -1 : n / 2 - 1);
    cr_assert_eq (classes.outside & classes.undecided, 0);
    cr_assert_neq (classes.outside & TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE), 0);
  }

  /* Children of 1 whose subtrees interleave: 2 and 3 have the words at the end in turn. */
  for (int n_children = TBK_CLASSES_MAX_PARTS - 1; n_children <= TBK_CLASSES_MAX_PARTS; n_children++) {
    int n = 1 + 2 * n_children;
    heads[1] = 0;
    for (int d = 2; d <= n; d++)
      heads[d] = d <= n_children + 1 ? 1 : d - n_children;
    cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, NULL));
    cr_assert_eq (classes.undecided & TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED),
                  n_children == TBK_CLASSES_MAX_PARTS ? TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED) : 0);
  }
}

/* What the widest classes tell: all that the tree is outside of, and nothing twice. */
Test (classes, widest_tell_all)
{
  enum { WORDS = 6 };
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  const TreeList *trees = all_trees (WORDS, FALSE);

  for (gsize t = 0; t < trees->n_trees; t++) {
    TbkClasses classes;
    guint widest, told;
    cr_assert (tbk_tree_classes (classifier, tree_at (trees, t), WORDS, TBK_CLASSES_ALL, &classes, NULL));
    told = widest = classes_widest (classes.outside);
    cr_assert_eq (widest & ~classes.outside, 0);
    for (guint turn = 0; turn < TBK_N_CLASSES; turn++)
      for (guint i = 0; i < G_N_ELEMENTS (inclusions); i++)
        if ((told & TBK_CLASS_BIT (inclusions[i][1])) != 0) {
          cr_assert_eq (widest & TBK_CLASS_BIT (inclusions[i][0]), 0);
          told |= TBK_CLASS_BIT (inclusions[i][0]);
        }
    told |= widest == 0 ? 0 : TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE);
    if (count_roots (tree_at (trees, t), WORDS) == 1)
      cr_assert_eq (told, classes.outside);
    cr_assert_eq (classes.outside & ~told, 0);
  }
}

Test (classes, names)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    cr_assert_eq ((int) class_find (tbk_class_name (class)), class);
  cr_assert_eq (class_find ("projective"), TBK_N_CLASSES);
  cr_assert_null (tbk_class_name (TBK_N_CLASSES));
}
