/* test_wrong_heads.c - heads that are no tree, given to every function that takes heads: each fails, says which
 * word is wrong and leaves its outputs alone; and a tree without words, which is one. */
#include <criterion/criterion.h>
#include <string.h>

#include "oracle/oracle.h"
#include "projectivize/projectivize.h"
#include "statistics/statistics.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"
#include "tbk/tree.h"

enum { MANY = 70, N_ORACLES = 6, UNTOUCHED = 77 };

static TbkProjectivizer *projectivizers[3 * 3 * 2];
static TbkPseudoProjective *pseudo[3];
static TbkOracle *oracles[N_ORACLES];
static TbkTree *tree;
static TbkLengthMeter *meter;
static TbkClassifier *classifier;
static TbkComparer *comparer;
static Agreement *agreement;
static mpz_t count;

static void
set_up (void)
{
  static const struct {
    const TbkSystem *system;
    int policy;
    TbkMethod method;
  } cases[N_ORACLES] = {
    { &record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_EXACT },
    { &record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_TABULAR },
    { &record_arc_standard.system, ARC_STANDARD_LEFT_FIRST, TBK_METHOD_QUADRATIC },
    { &record_arc_eager_nederhof.system, ARC_EAGER_FREE, TBK_METHOD_APPROXIMATE },
    { &record_arc_eager_nederhof_uncorrected.system, ARC_EAGER_NONE, TBK_METHOD_EXACT },
    { &record_arc_eager_nederhof_normalized.system, NORMALIZED_BLOCK, TBK_METHOD_LINEAR },
  };
  static const TbkAgreementOptions options = {
    .compare = { .system = &record_arc_eager_nederhof.system,
                 .reference = { .policy = ARC_EAGER_FREE, .method = TBK_METHOD_EXACT } },
  };
  int p = 0;

  for (int root = TBK_ROOT_GOLD; root <= TBK_ROOT_ANY; root++)
    for (int ties = TBK_TIES_LIFT; ties <= TBK_TIES_SHORT; ties++)
      for (int method = TBK_PROJECTIVIZE_CONTRACTION; method <= TBK_PROJECTIVIZE_TABULAR; method++) {
        TbkProjectivizeOptions given = { .root = root, .ties = ties, .method = method };
        projectivizers[p++] = tbk_projectivizer_new (&given);
      }
  for (int lift = TBK_LIFT_OPTIMAL; lift <= TBK_LIFT_MALT; lift++)
    pseudo[lift] = tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .lift = lift });
  for (int o = 0; o < N_ORACLES; o++)
    oracles[o] = tbk_oracle_new (cases[o].system, cases[o].policy, cases[o].method, NULL);
  tree = tbk_tree_new ();
  meter = tbk_length_meter_new ();
  classifier = tbk_classifier_new ();
  comparer = tbk_comparer_new (&options.compare, NULL);
  agreement = agreement_new (&options);
  mpz_init (count);
}

static void
tear_down (void)
{
  for (guint p = 0; p < G_N_ELEMENTS (projectivizers); p++)
    tbk_projectivizer_free (projectivizers[p]);
  for (guint p = 0; p < G_N_ELEMENTS (pseudo); p++)
    tbk_pseudo_projective_free (pseudo[p]);
  for (int o = 0; o < N_ORACLES; o++)
    tbk_oracle_free (oracles[o]);
  tbk_tree_free (tree);
  tbk_length_meter_free (meter);
  tbk_classifier_free (classifier);
  tbk_comparer_free (comparer);
  agreement_free (agreement);
  mpz_clear (count);
}

TestSuite (wrong_heads, .init = set_up, .fini = tear_down);

/* By definition. */
static gboolean
is_tree (const int *heads, int n)
{
  if (heads[0] != -1)
    return FALSE;
  for (int word = 1; word <= n; word++) {
    int reached = word;
    for (int steps = 0; steps < n && reached != 0; steps++) {
      reached = heads[reached];
      if (reached < 0 || reached > n)
        return FALSE;
    }
    if (reached != 0)
      return FALSE;
  }
  return TRUE;
}

/* A call with heads that are a tree, or none, has said so. */
static void
check_call (gboolean result, gboolean expected, GError **error)
{
  cr_assert_eq (result, expected);
  cr_assert_eq (*error == NULL, expected);
  if (!expected) {
    cr_assert (g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert_not_null (strstr ((*error)->message, "word"), "%s", (*error)->message);
  }
  g_clear_error (error);
}

static void
check_projectivizer (TbkProjectivizer *p, const int *heads, int n, gboolean expected)
{
  GError *error = NULL;
  TbkRandom random;
  int projective[MANY + 1], lost = UNTOUCHED;

  projective[0] = UNTOUCHED;
  mpz_set_ui (count, UNTOUCHED);
  tbk_random_init (&random, 1, 1);
  check_call (tbk_projectivize (p, heads, n, NULL, &lost, &error), expected, &error);
  check_call (tbk_projectivize (p, heads, n, projective, &lost, &error), expected, &error);
  check_call (tbk_projectivize_draw (p, heads, n, &random, projective, &lost, &error), expected, &error);
  check_call (tbk_projectivize_count (p, heads, n, count, NULL, &lost, &error), expected, &error);
  check_call (tbk_projectivize_list (p, heads, n, count, &lost, &error), expected, &error);
  if (!expected) {
    cr_assert (projective[0] == UNTOUCHED && lost == UNTOUCHED);
    cr_assert_eq (mpz_cmp_ui (count, UNTOUCHED), 0);
  }
}

static void
check_pseudo (TbkPseudoProjective *p, const int *heads, int n, gboolean expected)
{
  GError *error = NULL;
  int found[MANY + 1], moved = UNTOUCHED;
  TbkPiece labels[MANY + 1], new_labels[MANY + 1];
  gboolean is_path[MANY + 1];

  for (int word = 0; word <= n; word++)
    labels[word] = (TbkPiece){ "x", 1 };
  found[0] = is_path[0] = UNTOUCHED;
  new_labels[0].size = UNTOUCHED;
  check_call (pseudo_projective_lift (p, heads, n, found, is_path, &moved, &error), expected, &error);
  check_call (tbk_pseudo_projective_encode (p, heads, labels, n, found, new_labels, &moved, &error), expected,
              &error);
  check_call (tbk_pseudo_projective_decode (p, heads, labels, n, found, new_labels, &moved, &error), expected,
              &error);
  if (!expected) {
    cr_assert (found[0] == UNTOUCHED && is_path[0] == UNTOUCHED && moved == UNTOUCHED);
    cr_assert_eq (new_labels[0].size, UNTOUCHED);
  }
}

static void
check_measures (const int *heads, int n, gboolean expected)
{
  GError *error = NULL;
  gint64 lengths[TBK_N_LENGTHS] = { UNTOUCHED };
  TbkClasses classes = { .outside = UNTOUCHED };

  check_call (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, &error), expected, &error);
  check_call (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, &error), expected, &error);
  if (!expected)
    cr_assert (lengths[0] == UNTOUCHED && classes.outside == UNTOUCHED);
}

/* Gives @heads to every function. Whether the gold tree is projective, which some oracles need, is not the
 * question here. */
static void
check_heads (const int *heads, int n)
{
  gboolean expected = is_tree (heads, n);
  GError *error = NULL;

  for (guint p = 0; p < G_N_ELEMENTS (projectivizers); p++)
    check_projectivizer (projectivizers[p], heads, n, expected);
  for (guint p = 0; p < G_N_ELEMENTS (pseudo); p++)
    check_pseudo (pseudo[p], heads, n, expected);
  check_measures (heads, n, expected);
  check_call (tbk_tree_set (tree, heads, n, &error), expected, &error);
  cr_assert_eq (tree_n (tree), expected ? n : -1);
  check_call (comparer_walk (comparer, heads, n, 1, agreement, &error), expected, &error);
  for (int o = 0; o < N_ORACLES; o++)
    if (!expected || tbk_tree_nonprojective_arcs (tree) == 0)
      check_call (tbk_oracle_set_gold (oracles[o], heads, n, &error), expected, &error);
}

/* The next list of heads from @least to @most each, and of heads[0] 0 and -1; FALSE after the last. */
static gboolean
advance (int *heads, int n, int least, int most)
{
  for (int word = 1; word <= n; word++) {
    if (++heads[word] <= most)
      return TRUE;
    heads[word] = least;
  }
  return --heads[0] == -1;
}

/* All lists of heads of few words, good and bad. */
Test (wrong_heads, of_few_words)
{
  for (int n = 0; n <= 3; n++) {
    int heads[4] = { 0, -2, -2, -2 };
    do
      check_heads (heads, n);
    while (advance (heads, n, -2, n + 2));
  }
}

/* The same at the end of a sentence of more words than one set of bits can hold; the others are a chain. */
Test (wrong_heads, of_many_words)
{
  enum { FEW = 2, BEFORE = MANY - FEW };
  int few[FEW + 1] = { 0, -2, -2 };
  int heads[MANY + 1];

  for (int word = 1; word <= BEFORE; word++)
    heads[word] = word - 1;
  do {
    heads[0] = few[0];
    for (int word = 1; word <= FEW; word++)
      heads[BEFORE + word] = few[word] <= 0 ? few[word] : BEFORE + few[word];
    check_heads (heads, MANY);
  } while (advance (few, FEW, -2, FEW + 2));
}

/* Of words of which half cross, so that something remains to be solved besides the cycle. */
Test (wrong_heads, that_cross)
{
  int heads[MANY + 1];

  for (int n = 4; n <= MANY; n += 3) {
    heads[0] = -1;
    for (int word = 1; word <= n; word++)
      heads[word] = MAX (word - 2, 0);
    check_heads (heads, n);
    heads[n / 2] = n; /* a cycle, if n and n / 2 are both odd or even; else another tree */
    check_heads (heads, n);
    heads[n / 2] = n / 2;
    check_heads (heads, n);
  }
}

Test (wrong_heads, are_told)
{
  static const struct {
    int heads[4];
    int n;
    const char *message;
  } cases[] = {
    { { 0, 0 }, 1, "the head of word 0 is 0, expected -1" },
    { { 0 }, 0, "the head of word 0 is 0, expected -1" },
    { { -1, 0, 3 }, 2, "the head of word 2 is 3, expected another word or 0 (the last word is 2)" },
    { { -1, 0, -1 }, 2, "the head of word 2 is -1, expected another word or 0 (the last word is 2)" },
    { { -1, 0, 2 }, 2, "the head of word 2 is 2, expected another word or 0 (the last word is 2)" },
    { { -1, G_MAXINT },
      1,
      "the head of word 1 is 2147483647, expected another word or 0 (the last word is 1)" },
    { { -1, G_MININT },
      1,
      "the head of word 1 is -2147483648, expected another word or 0 (the last word is 1)" },
    { { -1, 2, 3, 2 }, 3, "the words 2, 3 form a cycle, expected a tree" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autoptr (GError) error = NULL, of_tree = NULL, of_oracle = NULL;
    const int *heads = cases[c].heads;

    cr_assert_not (tbk_projectivize (projectivizers[0], heads, cases[c].n, NULL, NULL, &error));
    cr_assert_str_eq (error->message, cases[c].message);
    cr_assert_not (tbk_tree_set (tree, heads, cases[c].n, &of_tree));
    cr_assert_str_eq (of_tree->message, cases[c].message);
    cr_assert_not (tbk_oracle_set_gold (oracles[0], heads, cases[c].n, &of_oracle));
    cr_assert_str_eq (of_oracle->message, cases[c].message);
  }
}

/* After a failure a handle is as good as before. */
Test (wrong_heads, harm_no_later_call)
{
  const int bad[] = { -1, 2, 1 }, good[] = { -1, 3, 4, 0, 3 };
  int projective[5], lost = UNTOUCHED;

  for (guint p = 0; p < G_N_ELEMENTS (projectivizers); p++) {
    cr_assert_not (tbk_projectivize_list (projectivizers[p], bad, 2, count, NULL, NULL));
    cr_assert (tbk_projectivize_list (projectivizers[p], good, 4, count, &lost, NULL));
    cr_assert_eq (lost, 1);
    cr_assert_eq (tbk_projectivize_next (projectivizers[p], projective, NULL), 1);
    cr_assert_eq (projective[3], 0);
  }
}

/* No words are a tree, and nothing can be lost of it. */
Test (wrong_heads, no_words)
{
  const int heads[] = { -1 };
  gint64 lengths[TBK_N_LENGTHS];
  TbkClasses classes;
  TbkRandom random;

  tbk_random_init (&random, 1, 1);
  for (guint p = 0; p < G_N_ELEMENTS (projectivizers); p++) {
    int projective[1] = { UNTOUCHED }, lost = UNTOUCHED;

    cr_assert (tbk_projectivize (projectivizers[p], heads, 0, projective, &lost, NULL));
    cr_assert (projective[0] == -1 && lost == 0);
    cr_assert (tbk_projectivize_draw (projectivizers[p], heads, 0, &random, projective, &lost, NULL));
    cr_assert (projective[0] == -1 && lost == 0);
    cr_assert (tbk_projectivize_count (projectivizers[p], heads, 0, count, NULL, &lost, NULL));
    cr_assert (mpz_cmp_ui (count, 1) == 0 && lost == 0);
    cr_assert (tbk_projectivize_list (projectivizers[p], heads, 0, count, &lost, NULL));
    cr_assert (mpz_cmp_ui (count, 1) == 0 && lost == 0);
    cr_assert_eq (tbk_projectivize_next (projectivizers[p], projective, NULL), 1);
    cr_assert_eq (tbk_projectivize_next (projectivizers[p], projective, NULL), 0);
  }
  cr_assert (tbk_lengths_compute (meter, heads, 0, TBK_LENGTHS_ALL, lengths, NULL));
  cr_assert (lengths[TBK_LENGTH_TOTAL] == 0 && lengths[TBK_LENGTH_MEAN] == TBK_LENGTH_UNDEFINED);
  cr_assert (tbk_tree_classes (classifier, heads, 0, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert (classes.outside == 0 && classes.undecided == 0);
  cr_assert (tbk_tree_set (tree, heads, 0, NULL));
  cr_assert_eq (tbk_tree_nonprojective_arcs (tree), 0);
  for (int o = 0; o < N_ORACLES; o++) {
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
    int values[TBK_MAX_TRANSITIONS];

    cr_assert (tbk_oracle_set_gold (oracles[o], heads, 0, NULL));
    cr_assert (tbk_configuration_start (&c, oracle_system (oracles[o]), 0, NULL));
    cr_assert (tbk_configuration_is_final (&c));
    cr_assert (tbk_oracle_values (oracles[o], &c, values, NULL));
    cr_assert_eq (tbk_oracle_optimal (oracles[o], values), 0);
  }
}
