/* test_memory.c - a lack of memory for trees, values and lists is an error, after which one can go on. */
#include "statistics/statistics.h"
#include "tabular/tabular.h"
#include "unit/memory_limit.h"

#include <malloc.h>

#include "oracle/oracle.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"
#include "tbk/oracle.h"
#include "tbk/phrase_tags.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"
#include "tbk/tabular.h"
#include "tbk/tree.h"

enum { SOME = 900 };

/* Two chains, interleaved: every arc but two crosses another. */
static int *
crossing_heads (int n)
{
  int *heads = g_new (int, n + 1);

  heads[0] = -1;
  for (int i = 1; i <= n; i++)
    heads[i] = i == 1 ? 0 : i == 2 ? 1 : i - 2;
  return heads;
}

static int *
chain_heads (int n)
{
  int *heads = g_new (int, n + 1);

  for (int i = 0; i <= n; i++)
    heads[i] = i - 1;
  return heads;
}

Test (memory, projectivize)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME), *found = g_new (int, SOME + 1);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GError) error = NULL;
  int lost = -1;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_projectivize (projectivizer, many, MANY, NULL, &lost, &error), &error);
  assert_no_memory (tbk_projectivize (projectivizer, some, SOME, found, &lost, &error), &error);
  cr_assert_eq (lost, -1);
  allow (G_MAXSIZE);
  cr_assert (tbk_projectivize (projectivizer, some, SOME, found, &lost, &error));
}

Test (memory, pseudo_projective)
{
  g_autofree int *many = chain_heads (MANY), *found = g_new (int, MANY + 1);
  g_autofree TbkPiece *labels = g_new (TbkPiece, MANY + 1), *new_labels = g_new (TbkPiece, MANY + 1);
  g_autoptr (TbkPseudoProjective) pseudo = tbk_pseudo_projective_new (NULL);
  g_autoptr (GError) error = NULL;
  int moved = -1;

  for (int word = 0; word <= MANY; word++)
    labels[word] = (TbkPiece){ "x", 1 };
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (
      tbk_pseudo_projective_encode (pseudo, many, labels, MANY, found, new_labels, &moved, &error), &error);
  assert_no_memory (
      tbk_pseudo_projective_decode (pseudo, many, labels, MANY, found, new_labels, &moved, &error), &error);
  cr_assert_eq (moved, -1);
  allow (G_MAXSIZE);
  cr_assert (tbk_pseudo_projective_encode (pseudo, many, labels, MANY, found, new_labels, &moved, &error));
  cr_assert (tbk_pseudo_projective_decode (pseudo, many, labels, MANY, found, new_labels, &moved, &error));
  cr_assert_eq (moved, 0);
}

Test (memory, tabular)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (GError) error = NULL;
  gint64 best;

  cr_assert (tbk_weighted_string_resize (&string, 100, NULL));
  cr_assert (tabular_best_plain (tabular, &string, &best, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_weighted_string_resize (&string, 1000, &error), &error);
  cr_assert_eq (string.n, 100);
  cr_assert (tabular_best_plain (tabular, &string, &best, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_weighted_string_resize (&string, 1000, NULL));
  allow (MEGABYTE);
  assert_no_memory (tabular_best_plain (tabular, &string, &best, &error), &error);
  assert_no_memory (tbk_tabular_best (tabular, &string, &best, &error), &error);
}

/* Strings of which all, or one, of some 2^540 trees are allowed. The digits of 60,000 numbers need more than there is. */
enum { POSITIONS = 200 };

static void
set_string (TbkWeightedString *string, gboolean has_all)
{
#if defined M_MMAP_THRESHOLD && !defined TBK_SANITIZED
  /* What grows gets pages of its own, so that no memory that was freed before can serve it. */
  cr_assert (mallopt (M_MMAP_THRESHOLD, 4096));
#endif
  cr_assert (tbk_weighted_string_resize (string, POSITIONS, NULL));
  for (int head = 0; head < POSITIONS && !has_all; head++)
    for (int d = 1; d < POSITIONS; d++)
      if (head != d - 1)
        tbk_weight_set (string, head, d, TBK_IMPOSSIBLE_WEIGHT);
}

/* @count is the number of projective trees of n words, C(3n,n)/(2n+1). */
static void
check_count (const mpz_t count)
{
  enum { WORDS = POSITIONS - 1 };
  mpz_t expected;

  mpz_init (expected);
  mpz_bin_uiui (expected, 3 * WORDS, WORDS);
  mpz_divexact_ui (expected, expected, 2 * WORDS + 1);
  cr_assert_eq (mpz_cmp (count, expected), 0);
  mpz_clear (expected);
}

Test (memory, numbers_of_a_chart)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (GError) error = NULL;
  gint64 best;
  mpz_t count;

  mpz_init (count);
  set_string (&string, FALSE);
  cr_assert (tbk_tabular_best_count (tabular, &string, &best, count, NULL));
  cr_assert_eq (mpz_cmp_ui (count, 1), 0);
  set_string (&string, TRUE);
  if (allow (MEGABYTE))
    assert_no_memory (tbk_tabular_best_count (tabular, &string, &best, count, &error), &error);
  allow (G_MAXSIZE);
  cr_assert (tbk_tabular_best_count (tabular, &string, &best, count, &error));
  check_count (count);
  mpz_clear (count);
}

Test (memory, numbers_of_a_forest)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  g_autoptr (GError) error = NULL;
  mpz_t count;

  mpz_init (count);
  set_string (&string, TRUE);
  cr_assert (tbk_tabular_forest (tabular, &string, forest, NULL));
  if (allow (2 * MEGABYTE))
    assert_no_memory (tbk_forest_count (forest, count, &error), &error);
  allow (G_MAXSIZE);
  cr_assert (tbk_forest_count (forest, count, &error));
  check_count (count);
  mpz_clear (count);
}

Test (memory, many_strings)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autofree TbkWeightedString *strings = g_new0 (TbkWeightedString, MANY);
  g_autofree gint64 *best = g_new (gint64, MANY);
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_weighted_string_resize (&string, 1, NULL));
  for (int s = 0; s < MANY; s++)
    strings[s] = string;
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_tabular_best_many (tabular, strings, MANY, best, &error), &error);
  cr_assert (tbk_tabular_best_many (tabular, strings, SOME, best, NULL));
}

Test (memory, weights)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (GError) error = NULL;
  gint64 best;

  cr_assert (tbk_weighted_string_resize (&string, 10, NULL));
  cr_assert (tbk_tabular_best (tabular, &string, &best, NULL));
  cr_assert (tabular_best_plain (tabular, &string, &best, NULL));
  if (!allow (MEGABYTE))
    return;
  for (int k = 0; k < MANY; k++)
    tbk_weight_set (&string, 0, 1, k);
  assert_no_memory (tbk_tabular_best (tabular, &string, &best, &error), &error);
  assert_no_memory (tabular_best_plain (tabular, &string, &best, &error), &error);
  cr_assert (tbk_weighted_string_resize (&string, 10, NULL));
  cr_assert (tbk_tabular_best (tabular, &string, &best, NULL));
}

Test (memory, trees)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (GError) error = NULL;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_tree_set (tree, many, MANY, &error), &error);
  cr_assert_eq (tree_n (tree), -1);
  cr_assert (tbk_tree_set (tree, some, SOME, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_tree_set (tree, many, MANY, NULL));
}

Test (memory, classes)
{
  const int few[] = { -1, 0, 1, 1, 2 }, interleaved[] = { -1, 0, 1, 1, 2, 3 };
  g_autofree int *many = crossing_heads (MANY);
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  g_autoptr (GError) error = NULL;
  TbkClasses classes;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_tree_classes (classifier, many, MANY, TBK_CLASSES_ALL, &classes, &error), &error);
  cr_assert (tbk_tree_classes (classifier, few, 4, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert (tbk_tree_classes (classifier, interleaved, 5, TBK_CLASSES_ALL, &classes, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_tree_classes (classifier, many, MANY, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert_eq (classes.gap_degree, -1);
}

Test (memory, lengths)
{
  g_autofree int *many = chain_heads (MANY), *some = crossing_heads (SOME);
  const gint64 offsets[] = { 0, MANY };
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  g_autoptr (GError) error = NULL;
  gint64 lengths[TBK_N_LENGTHS];

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_lengths_compute (meter, many, MANY, TBK_LENGTHS_ALL, lengths, &error), &error);
  assert_no_memory (tbk_lengths_many (meter, many + 1, offsets, 1, TBK_LENGTHS_ALL, lengths, &error), &error);
  cr_assert (tbk_lengths_compute (meter, some, SOME, TBK_LENGTHS_ALL, lengths, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_lengths_compute (meter, many, MANY, TBK_LENGTHS_ALL, lengths, NULL));
  cr_assert_eq (lengths[TBK_LENGTH_TOTAL], MANY - 1);
}

/* A tree with very many projective ones that are equally good. */
static int *
random_heads (int n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree int *words = g_new (int, n);
  int *heads = g_new (int, n + 1);

  heads[0] = -1;
  for (int i = 0; i < n; i++) {
    int other = g_rand_int_range (random, 0, i + 1);

    words[i] = words[other];
    words[other] = i + 1;
    heads[i + 1] = 0;
  }
  for (int i = 1; i < n; i++)
    heads[words[i]] = words[g_rand_int_range (random, 0, i)];
  return heads;
}

/* Takes away all memory before tree number @n_before is asked for. */
static void
check_list (int n_before)
{
  g_autofree int *heads = random_heads (300), *found = g_new (int, 301);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GError) error = NULL;
  mpz_t count;
  int lost, n_told;

  mpz_init (count);
  cr_assert (tbk_projectivize_list (projectivizer, heads, 300, count, &lost, NULL));
  cr_assert_gt (mpz_cmp_ui (count, 1000000000), 0);
  for (int t = 1; t < n_before; t++)
    cr_assert_eq (tbk_projectivize_next (projectivizer, found, NULL), 1);
  if (allow (0)) {
    do
      n_told = tbk_projectivize_next (projectivizer, found, &error);
    while (n_told > 0);
    allow (G_MAXSIZE);
    cr_assert_eq (n_told, -1);
    assert_no_memory (FALSE, &error);
    cr_assert (tbk_projectivize (projectivizer, heads, 300, found, &lost, NULL));
  }
  mpz_clear (count);
}

Test (memory, list)
{
  check_list (1);
}

Test (memory, rest_of_list)
{
  check_list (300000);
}

Test (memory, ties)
{
  g_autofree int *heads = random_heads (SOME), *found = g_new (int, SOME + 1);
  TbkProjectivizeOptions options = { .ties = TBK_TIES_FIRST };
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (&options);
  g_autoptr (GError) error = NULL;
  int lost;

  cr_assert (tbk_projectivize (projectivizer, heads, SOME, NULL, &lost, NULL));
  for (gsize more = 0;; more += MEGABYTE / 8) {
    gboolean is_limited = allow (more), done;

    done = tbk_projectivize (projectivizer, heads, SOME, found, &lost, &error);
    allow (G_MAXSIZE);
    if (done || !is_limited) {
      cr_assert (more > 0 || !is_limited, "nothing was lacking");
      break;
    }
    assert_no_memory (FALSE, &error);
  }
}

Test (memory, gold_trees)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME);
  g_autoptr (TbkOracle) oracle =
      tbk_oracle_new (&record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_oracle_set_gold (oracle, many, MANY, &error), &error);
  cr_assert (tbk_oracle_set_gold (oracle, some, SOME, NULL));
}

/* Walks with more and more memory, until there is enough. Returns how often there was not, -1 if it cannot be taken
 * away. */
static int
walk_phrases (const TbkPhraseSystem *system, int n)
{
  const TbkAgreementOptions options = { .compare = { .phrases = system, .walk = { .kind = TBK_WALK_GOLD } } };
  const TbkConstituent all = { 0, 0, n };
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  gboolean done = FALSE;
  int n_refused = 0;

  cr_assert (tbk_phrase_tree_set (&tree, n, &all, 1, NULL));
  for (gsize more = 0; !done; more += MEGABYTE / 16) {
    g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options.compare, NULL);
    g_autoptr (Agreement) agreement = agreement_new (&options);
    g_autoptr (GError) error = NULL;

    if (comparer == NULL)
      return 0; /* the system has no exact oracle */
    if (!allow (more))
      return -1;
    done = comparer_walk_tree (comparer, &tree, 1, 0, agreement, &error);
    allow (G_MAXSIZE);
    n_refused += !done;
    if (!done)
      assert_no_memory (done, &error);
    cr_assert_null (error);
  }
  return n_refused;
}

Test (memory, phrase_walks)
{
  int n_refused = 0;

  for (int s = 0; tbk_phrase_system_at (s) != NULL; s++)
    n_refused += walk_phrases (tbk_phrase_system_at (s), SOME);
  cr_assert_neq (n_refused, 0, "nothing was lacking");
}

/* Sets the gold tree, then takes the memory away that valuing needs. Each in a test of its own, where no memory
 * was used and freed before. */
static void
check_values (const TbkSystem *system, int policy, TbkMethod method, int n)
{
  g_autofree int *heads = method == TBK_METHOD_LINEAR ? chain_heads (n) : crossing_heads (n);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, method, NULL);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS] = { 17 };

  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_oracle_values (oracle, &configuration, values, &error), &error);
  cr_assert_eq (values[0], 17);
  allow (G_MAXSIZE);
  cr_assert (tbk_oracle_values (oracle, &configuration, values, NULL));
}

Test (memory, values_arc_standard)
{
  check_values (&record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_normalized)
{
  check_values (&record_arc_eager_nederhof_normalized.system, NORMALIZED_BLOCK, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_arc_eager)
{
  check_values (&record_arc_eager_nederhof.system, ARC_EAGER_NONE, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_exact)
{
  check_values (&record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_EXACT, SOME);
}

Test (memory, values_open_arcs)
{
  check_values (&record_arc_eager_nederhof.system, ARC_EAGER_NONE, TBK_METHOD_EXACT, SOME);
}

Test (memory, values_tabular)
{
  check_values (&record_arc_standard.system, ARC_STANDARD_NONE, TBK_METHOD_TABULAR, SOME / 3);
}

/* The memo of the exact method grows from configuration to configuration. When it cannot, that configuration has no
 * values; later ones have the right ones. */
static void
check_memo (const TbkSystem *system, int policy, int n)
{
  g_autofree int *heads = crossing_heads (n);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) free_oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS], expected[TBK_MAX_TRANSITIONS];
  int n_limited = 0, n_refused = 0;

  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL)
             && tbk_oracle_set_gold (free_oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  cr_assert (tbk_oracle_values (oracle, &configuration, values, NULL));
  for (int step = 0; step < n; step++) {
    g_autoptr (GError) error = NULL;
    gboolean is_limited = step % 3 != 0 && allow (0), done;

    done = tbk_oracle_values (oracle, &configuration, values, &error);
    if (is_limited)
      allow (G_MAXSIZE);
    cr_assert (tbk_oracle_values (free_oracle, &configuration, expected, NULL));
    if (done)
      cr_assert (memcmp (values, expected, system->n_transitions * sizeof (int)) == 0, "step %d", step);
    else
      assert_no_memory (done, &error);
    n_limited += is_limited;
    n_refused += !done;
    if (!tbk_configuration_step (&configuration, &system->transitions[0], NULL))
      break;
  }
  cr_assert (n_limited == 0 || (n_refused > 0 && n_refused < n / 2), "%s: %d of %d refused", system->name,
             n_refused, n_limited);
}

Test (memory, memo)
{
#if defined M_MMAP_THRESHOLD && !defined TBK_SANITIZED
  /* What grows gets pages of its own, so that no memory that was freed before can serve it. */
  cr_assert (mallopt (M_MMAP_THRESHOLD, 4096));
#endif
  check_memo (&record_arc_standard.system, ARC_STANDARD_NONE, 300);
  check_memo (&record_arc_eager_nederhof_uncorrected.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, 300);
}

/* Valuing, after so many shifts, takes a search. */
static gboolean
search_values (TbkOracle *oracle, int n, int n_shifts, int *values, GError **error)
{
  const TbkSystem *system = oracle_system (oracle);
  const TbkTransition *shift = &system->transitions[tbk_transition_read (system, "SH", -1, NULL, NULL)];
  g_autofree int *heads = crossing_heads (n);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;

  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  for (int s = 0; s < n_shifts; s++)
    cr_assert (tbk_configuration_step (&configuration, shift, NULL));
  return tbk_oracle_values (oracle, &configuration, values, error);
}

Test (memory, search)
{
  const TbkSystem *system = tbk_system_find ("covington-projective");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) free_oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS] = { 17 }, expected[TBK_MAX_TRANSITIONS];

  tbk_oracles_set_search (1 << 20);
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (search_values (oracle, 20, 4, values, &error), &error);
  cr_assert_eq (values[0], 17);
  allow (G_MAXSIZE);
  cr_assert (search_values (oracle, 20, 4, values, NULL));
  cr_assert (search_values (free_oracle, 20, 4, expected, NULL));
  cr_assert_arr_eq (values, expected, system->n_transitions * sizeof (int));
}

/* Long configurations end a search before many of them are looked at. */
Test (memory, bounded_search)
{
  g_autoptr (TbkOracle) oracle =
      tbk_oracle_new (tbk_system_find ("covington-projective"), 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS], n_looked_at;

  tbk_oracles_set_search (1 << 15);
  cr_assert_not (search_values (oracle, 2700, 2100, values, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_eq (sscanf (error->message, "the value of SH was not found by looking at %d", &n_looked_at), 1);
  cr_assert (n_looked_at > 1000 && n_looked_at < 1 << 15, "%d", n_looked_at);
}

Test (memory, phrase_tags)
{
  const TbkConstituent flat = { 0, 0, MANY };
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autofree TbkPiece *tags = g_new0 (TbkPiece, MANY), *few = g_new0 (TbkPiece, SOME);

  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;

  cr_assert_eq (tbk_vocabulary_add (labels, "A", 1, NULL), 0);
  cr_assert (tbk_phrase_tree_set (&tree, MANY, &flat, 1, NULL));
  for (int i = 0; i < SOME; i++) /* deep, so that their chart is large */
    few[i] = (TbkPiece){ "a899/", 5 };
  for (int e = 0; tbk_phrase_encoding_at (e) != NULL; e++) {
    g_autoptr (TbkPhraseTags) handle = tbk_phrase_tags_new (tbk_phrase_encoding_at (e));
    g_autoptr (GError) error = NULL;
    const TbkConstituent *constituents;
    int n_constituents;

    if (!allow (MEGABYTE))
      return;
    assert_no_memory (tbk_phrase_tags_encode (handle, &tree, labels, tags, &error), &error);
    assert_no_memory (
        tbk_phrase_tags_decode (handle, tags, MANY, labels, &constituents, &n_constituents, NULL, &error),
        &error);
    assert_no_memory (
        tbk_phrase_tags_decode (handle, few, SOME, labels, &constituents, &n_constituents, NULL, &error),
        &error);
    allow (G_MAXSIZE);
    cr_assert (
        tbk_phrase_tags_decode (handle, few, SOME, labels, &constituents, &n_constituents, NULL, &error));
    cr_assert_gt (n_constituents, 0);
    cr_assert (tbk_phrase_tags_encode (handle, &tree, labels, tags, &error));
  }
}
