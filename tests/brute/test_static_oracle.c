/* test_static_oracle.c - static oracles: published sequences, and every projective tree rebuilt. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "brute/vectors.h"
#include "tbk/static_oracle.h"

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
    if (c.heads[i] != heads[i]) {
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

static void
check_variants (JsonObject *record)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n);
  g_autofree char *expected = join (json_object_get_array_member (record, "arc_hybrid"));
  g_autofree char *found = build ("arc-hybrid", NULL, heads, n);

  cr_assert_str_eq (found, expected);
}

Test (static_oracle, variants)
{
  cr_assert_eq (for_each_vector ("static_variants.jsonl.gz", check_variants), 600);
}

/* The systems build the projective trees, each in 2n steps, and no others. */
Test (static_oracle, all_trees_of_six_words)
{
  for (int n = 1; n <= 6; n++) {
    const TreeList *trees = all_trees (n, FALSE);

    for (gsize i = 0; i < trees->n_trees; i++) {
      const int *heads = tree_at (trees, i);
      g_autofree char *found = build ("arc-hybrid", NULL, heads, n);

      cr_assert_eq (found != NULL, count_nonprojective_arcs (heads, n) == 0);
      cr_assert (found == NULL || (int) strlen (found) == 6 * n - 1);
    }
  }
}
