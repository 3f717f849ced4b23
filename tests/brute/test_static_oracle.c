/* test_static_oracle.c - static oracles: published sequences, and every projective tree rebuilt. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "brute/vectors.h"
#include "oracle/oracle.h"
#include "systems/systems.h"
#include "tbk/oracle.h"
#include "tbk/tree.h"
#include "unit/refused.h"
#include "unit/time_limit.h"

/* The keys of the transitions by which @system builds the tree, with spaces between them; NULL if it does not.
 * To be freed. */
static char *
build (const char *system_name, const char *order, const int *heads, int n)
{
  const TbkSystem *system = tbk_system_find (system_name);
  g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, order, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  GString *keys = g_string_new (NULL);
  int t;

  cr_assert (tbk_static_oracle_set_gold (oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (&c, system, n, NULL));
  while ((t = tbk_static_oracle_step (oracle, &c)) >= 0)
    g_string_append_printf (keys, "%s%s", keys->len > 0 ? " " : "", system->transitions[t].key);
  for (int i = 1; i <= n; i++)
    if ((system->hangs_rest ? MAX (c.heads[i], 0) : c.heads[i]) != heads[i]) {
      g_string_free (keys, TRUE);
      return NULL;
    }
  cr_assert (tbk_configuration_is_final (&c));
  return g_string_free (keys, FALSE);
}

/* An array of strings with spaces between them; to be freed. */
static char *
join (JsonArray *array)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", json_array_get_string_element (array, i));
  return g_string_free (text, FALSE);
}

/* The sequence under @key is that of the system and its order. */
static void
check_sequence (JsonObject *record, const char *key, const char *system, const char *order)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n);
  g_autofree char *expected = join (json_object_get_array_member (record, key));
  g_autofree char *found = build (system, order, heads, n);

  cr_assert (found != NULL, "%s: %s is stuck", json_object_get_string_member (record, "id"), system);
  cr_assert_str_eq (found, expected, "%s: %s", system, found);
}

static void
check_variants (JsonObject *record)
{
  check_sequence (record, "arc_standard_lbr", "arc-standard", "left-first");
  check_sequence (record, "arc_standard_rbl", "arc-standard", "right-first");
  check_sequence (record, "arc_eager_reduce", "arc-eager", "reduce-before-shift");
  check_sequence (record, "arc_eager_shift", "arc-eager", "shift-before-reduce");
  check_sequence (record, "arc_hybrid", "arc-hybrid", NULL);
  check_sequence (record, "covington", "covington", NULL);
  check_sequence (record, "covington_projective", "covington-projective", NULL);
}

Test (static_oracle, variants)
{
  cr_assert_eq (for_each_vector ("static_variants.jsonl.gz", check_variants), 600);
}

static void
check_projective (JsonObject *record)
{
  check_sequence (record, "arc_standard", "arc-standard", NULL);
  check_sequence (record, "arc_eager", "arc-eager", NULL);
}

Test (static_oracle, projective)
{
  cr_assert_eq (for_each_vector ("static_projective.jsonl.gz", check_projective), 1000);
}

static void
check_swap (JsonObject *record)
{
  check_sequence (record, "eager", "swap", "eager");
  check_sequence (record, "lazy", "swap", "lazy");
}

Test (static_oracle, swap)
{
  cr_assert_eq (for_each_vector ("swap_static.jsonl.gz", check_swap), 1000);
}

/* A tree that the system cannot build leaves a stack from which no gold arc can be made. */
static void
check_attardi (JsonObject *record)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n);
  g_autofree char *name = g_strdup_printf ("attardi-%d", (int) json_object_get_int_member (record, "degree"));
  g_autofree char *found = build (name, NULL, heads, n);

  cr_assert_eq (found != NULL, json_object_get_boolean_member (record, "buildable"));
  if (found != NULL)
    check_sequence (record, "sequence", name, NULL);
}

Test (static_oracle, attardi)
{
  cr_assert_eq (for_each_vector ("attardi.jsonl.gz", check_attardi), 1000);
}

/* A system in one of its orders, NULL if they have no names. */
typedef struct {
  const TbkSystem *system;
  const char *order;
} Case;

/* Every system that has a static oracle, but for further forms of one, in each order: a new one is among them. */
static GArray *
list_cases (void)
{
  GArray *cases = g_array_new (FALSE, FALSE, sizeof (Case));
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++) {
    const StaticKind *kind = record_of (system)->static_oracle;
    int o = 0;

    if (kind == NULL || strchr (system->name, ':') != NULL)
      continue;
    do {
      Case added = { system, kind->orders != NULL ? kind->orders[o] : NULL };
      g_array_append_val (cases, added);
    } while (kind->orders != NULL && kind->orders[++o] != NULL);
  }
  return cases;
}

/* Whether @system builds every tree. */
static gboolean
builds_all (const TbkSystem *system)
{
  return g_str_has_prefix (system->name, "swap") || strcmp (system->name, "covington") == 0;
}

/* Each builds the projective trees, and no others unless its table does not say so; some build all trees. */
Test (static_oracle, all_trees_of_six_words)
{
  g_autoptr (GArray) cases = list_cases ();

  cr_assert_geq (cases->len, 16);
  for (guint s = 0; s < cases->len; s++) {
    const Case *one = &g_array_index (cases, Case, s);

    for (int n = 1; n <= 6; n++) {
      const TreeList *trees = all_trees (n, FALSE);

      for (gsize i = 0; i < trees->n_trees; i++) {
        const int *heads = tree_at (trees, i);
        g_autofree char *found = build (one->system->name, one->order, heads, n);

        if (builds_all (one->system) || count_nonprojective_arcs (heads, n) == 0)
          cr_assert_not_null (found, "%s %s", one->system->name, one->order);
        else if (one->system->builds_projective)
          cr_assert_null (found, "%s %s", one->system->name, one->order);
      }
    }
  }
}

/* What was started anew goes on as the first time, without another gold tree. */
Test (static_oracle, started_again)
{
  static const int projective[] = { -1, 2, 4, 2, 0, 6, 4 }, crossing[] = { -1, 3, 0, 2, 1, 2, 4 };

  g_autoptr (GArray) cases = list_cases ();

  for (guint s = 0; s < cases->len; s++) {
    const Case *one = &g_array_index (cases, Case, s);
    const TbkSystem *system = one->system;
    const int *heads = builds_all (system) ? crossing : projective;
    g_autofree char *first = build (system->name, one->order, heads, 6);
    g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, one->order, NULL);
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;

    cr_assert (tbk_static_oracle_set_gold (oracle, heads, 6, NULL));
    for (int start = 0; start < 4; start++) {
      g_autoptr (GString) keys = g_string_new (NULL);

      cr_assert (tbk_configuration_start (&c, system, 6, NULL));
      for (int t; (t = tbk_static_oracle_step (oracle, &c)) >= 0;) {
        g_string_append_printf (keys, "%s%s", keys->len > 0 ? " " : "", system->transitions[t].key);
        if (start == 1 && keys->len > 10)
          break; /* the next start comes in the middle */
      }
      cr_assert (start == 1 ? g_str_has_prefix (first, keys->str) : strcmp (first, keys->str) == 0,
                 "%s, start %d: %s, expected %s", system->name, start, keys->str, first);
    }
  }
}

/* After heads that are no tree there is no gold tree. */
Test (static_oracle, no_step_without_gold_tree)
{
  static const int good[] = { -1, 2, 0, 2 }, cycle[] = { -1, 2, 1, 0 }, wide[] = { -1, 2, 0, 9 };
  const TbkSystem *system = tbk_system_find ("arc-standard");
  const int *const bad[] = { cycle, wide };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, NULL, NULL);
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;

    cr_assert (tbk_configuration_start (&c, system, 3, NULL));
    cr_assert (tbk_static_oracle_set_gold (oracle, good, 3, NULL));
    cr_assert (tbk_static_oracle_step (oracle, &c) >= 0);
    cr_assert_not (tbk_static_oracle_set_gold (oracle, bad[i], 3, NULL));
    ASSERT_REFUSED (cr_assert_eq (tbk_static_oracle_step (oracle, &c), -1));
    cr_assert (tbk_static_oracle_set_gold (oracle, good, 3, NULL));
    cr_assert (tbk_static_oracle_step (oracle, &c) >= 0);
  }
}

/* The numbers of all transitions of the swap oracles over all trees of n words, and of swaps. */
Test (static_oracle, numbers_of_swaps)
{
  static const int eager[] = { 0, 0, 0, 4, 93, 1918, 41350 }, lazy[] = { 0, 0, 0, 4, 85, 1708, 36860 };

  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    int n_eager = 0, n_lazy = 0;

    for (gsize i = 0; i < trees->n_trees; i++) {
      g_autofree char *by_eager = build ("swap", "eager", tree_at (trees, i), n);
      g_autofree char *by_lazy = build ("swap", "lazy", tree_at (trees, i), n);

      /* 2n transitions and two for each swap, of two letters and a space each. */
      n_eager += ((int) strlen (by_eager) + 1 - 6 * n) / 6;
      n_lazy += ((int) strlen (by_lazy) + 1 - 6 * n) / 6;
    }
    cr_assert_eq (n_eager, eager[n]);
    cr_assert_eq (n_lazy, lazy[n]);
  }
}

/* Whether some two arcs of @heads cross, those of 0 not counted. */
static gboolean
is_planar (const int *heads, int n)
{
  for (int a = 1; a <= n; a++)
    for (int b = 1; b <= n && heads[a] > 0; b++)
      if (heads[b] > 0 && MIN (a, heads[a]) < MIN (b, heads[b]) && MIN (b, heads[b]) < MAX (a, heads[a])
          && MAX (a, heads[a]) < MAX (b, heads[b]))
        return FALSE;
  return TRUE;
}

/* The trees that the static oracles rebuild are those of the classes, of which few are missing. */
Test (static_oracle, planar_and_two_planar_trees)
{
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  int n_missing = 0, n_missing_with_one_root = 0;

  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);

    for (gsize i = 0; i < trees->n_trees; i++) {
      const int *heads = tree_at (trees, i);
      g_autofree char *planar = build ("planar", NULL, heads, n);
      g_autofree char *two_planar = build ("two-planar", NULL, heads, n);
      TbkClasses classes;
      int n_roots = 0;

      cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASS_BIT (TBK_CLASS_2_PLANAR), &classes, NULL));
      for (int word = 1; word <= n; word++)
        n_roots += heads[word] == 0;
      cr_assert_eq (planar != NULL, is_planar (heads, n));
      cr_assert_eq (two_planar != NULL, classes.outside == 0);
      n_missing += n == 6 && two_planar == NULL;
      n_missing_with_one_root += n == 6 && two_planar == NULL && n_roots == 1;
    }
  }
  cr_assert_eq (n_missing, 428);
  cr_assert_eq (n_missing_with_one_root, 324);
}

/* A step takes O(1) however deep the tree is that was made: no cycle is looked for. A million words would take a quarter of an hour. */
Test (static_oracle, deep_chains, .timeout = TIME_LIMIT)
{
  enum { N = 1000000 };
  static const char *const systems[] = { "planar", "covington" };
  g_autofree int *heads = g_new (int, N + 1);

  for (int i = 0; i <= N; i++)
    heads[i] = i - 1;
  for (gsize s = 0; s < G_N_ELEMENTS (systems); s++) {
    g_autofree char *keys = build (systems[s], NULL, heads, N);

    cr_assert_not_null (keys, "%s", systems[s]);
  }
}
