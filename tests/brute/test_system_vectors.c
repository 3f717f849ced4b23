/* test_system_vectors.c - published values of the systems beyond the two papers, by every method that applies.
 *
 * A record brings the transitions taken so far, which lead to its configuration, and for each transition that
 * is allowed the most gold arcs of a final configuration after it, arcs already made included, all found by
 * an independent search.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "oracle/oracle.h"
#include "tbk/oracle.h"

/* Makes @c the configuration after the transitions of the record. */
static void
follow_prefix (TbkConfiguration *c, const TbkSystem *system, int n, JsonObject *record)
{
  JsonArray *prefix = json_object_get_array_member (record, "prefix");

  cr_assert (tbk_configuration_start (c, system, n, NULL));
  for (guint i = 0; i < json_array_get_length (prefix); i++) {
    int t = tbk_transition_read (system, json_array_get_string_element (prefix, i), -1, NULL, NULL);

    cr_assert (t >= 0 && tbk_configuration_step (c, &system->transitions[t], NULL), "%s: step %u of %s",
               system->name, i, json_object_get_string_member_with_default (record, "id", ""));
  }
}

/* Which gold arcs made before are in the scores of a record. */
typedef enum { MADE_NONE, MADE_OF_WORDS, MADE_ALL } Made;

/* The gold arcs made; of words whose head is 0 at the end of the computation, none but with MADE_ALL. */
static int
count_made (const TbkConfiguration *c, const int *heads, Made made)
{
  int n_made = 0;

  for (int i = 1; i <= c->n; i++)
    n_made += c->heads[i] == heads[i] && (made == MADE_ALL || (made == MADE_OF_WORDS && heads[i] > 0));
  return n_made;
}

/* Every method gives the "scores" of the record; a score that is null is impossible. */
static void
check_scores (const TbkSystem *system, JsonObject *record, Made made)
{
  int n, n_methods = 0;
  g_autofree int *heads = vector_heads (record, &n);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  JsonObject *scores = json_object_get_object_member (record, "scores");

  follow_prefix (&c, system, n, record);
  cr_assert (tbk_configuration_check (&c, NULL));
  for (TbkMethod method = 0; method < TBK_METHOD_APPROXIMATE; method++) {
    g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, method, NULL);
    int values[TBK_MAX_TRANSITIONS];

    if (oracle == NULL || !tbk_oracle_set_gold (oracle, heads, n, NULL))
      continue;
    n_methods++;
    cr_assert (tbk_oracle_values (oracle, &c, values, NULL));
    for (int t = 0; t < system->n_transitions; t++) {
      const char *key = system->transitions[t].key;
      gboolean is_allowed = (tbk_configuration_allowed (&c) >> t & 1) != 0;
      int expected = TBK_IMPOSSIBLE;

      cr_assert_eq (is_allowed, json_object_has_member (scores, key), "%s %s", system->name, key);
      if (is_allowed && !json_object_get_null_member (scores, key))
        expected = json_object_get_int_member (scores, key) - count_made (&c, heads, made);
      cr_assert (values[t] == expected, "%s, %s: %s is %d, expected %d (%s)", system->name,
                 tbk_method_name (method), key, values[t], expected,
                 json_object_get_string_member (record, "id"));
    }
  }
  cr_assert (n_methods > 0);
}

static const TbkSystem *
find_system (const char *name, const char *options)
{
  g_autofree char *whole = *options == '\0' ? g_strdup (name) : g_strdup_printf ("%s:%s", name, options);
  const TbkSystem *system = tbk_system_find (whole);

  cr_assert (system != NULL, "there is no system %s", whole);
  return system;
}

static void
check_nivre (JsonObject *record)
{
  gboolean is_empty = strcmp (json_object_get_string_member (record, "start"), "noroot") == 0;
  gboolean is_root = strcmp (json_object_get_string_member (record, "complete"), "root") == 0;
  const char *options = is_empty && is_root ? "start=noroot,complete=root"
                        : is_empty          ? "start=noroot"
                        : is_root           ? "complete=root"
                                            : "";

  check_scores (find_system ("arc-eager", options), record, is_empty ? MADE_OF_WORDS : MADE_ALL);
}

Test (system_vectors, arc_eager)
{
  cr_assert_eq (for_each_vector ("arc_eager_nivre.jsonl.gz", check_nivre), 1200);
}

static void
check_unshift (JsonObject *record)
{
  const char *mode = json_object_get_string_member (record, "mode");
  const char *options = strcmp (mode, "root0") == 0    ? ""
                        : strcmp (mode, "noroot") == 0 ? "start=noroot"
                                                       : "start=noroot-published";

  check_scores (find_system ("arc-eager-unshift", options), record,
                *options == '\0' ? MADE_ALL : MADE_OF_WORDS);
}

Test (system_vectors, arc_eager_unshift)
{
  cr_assert_eq (for_each_vector ("arc_eager_unshift.jsonl.gz", check_unshift), 1000);
}

static void
check_hybrid (JsonObject *record)
{
  check_scores (find_system ("arc-hybrid", ""), record, MADE_NONE);
}

Test (system_vectors, arc_hybrid)
{
  cr_assert_eq (for_each_vector ("arc_hybrid.jsonl.gz", check_hybrid), 800);
}

/* The "next_loss" of the record, by the method @method: the gold arcs that are lost in the end. */
static void
check_losses (const TbkSystem *system, TbkMethod method, JsonObject *record)
{
  int n, values[TBK_MAX_TRANSITIONS];
  g_autofree int *heads = vector_heads (record, &n);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, method, NULL);
  JsonObject *losses = json_object_get_object_member (record, "next_loss");
  int n_made;

  follow_prefix (&c, system, n, record);
  cr_assert (tbk_configuration_check (&c, NULL));
  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  cr_assert (tbk_oracle_values (oracle, &c, values, NULL));
  n_made = count_made (&c, heads, MADE_ALL);
  for (int t = 0; t < system->n_transitions; t++) {
    const char *key = system->transitions[t].key;
    gboolean is_allowed = (tbk_configuration_allowed (&c) >> t & 1) != 0;

    cr_assert_eq (is_allowed, json_object_has_member (losses, key), "%s: %s", key,
                  json_object_get_string_member (record, "id"));
    cr_assert (!is_allowed || n - n_made - values[t] == json_object_get_int_member (losses, key),
               "%s: %s loses %d", json_object_get_string_member (record, "id"), key, n - n_made - values[t]);
  }
}

static void
check_covington (JsonObject *record)
{
  const char *mode = json_object_get_string_member (record, "mode");
  const char *options = strcmp (mode, "root0") == 0    ? ""
                        : strcmp (mode, "noroot") == 0 ? "start=noroot"
                                                       : "complete=root";

  check_losses (find_system ("covington", options), TBK_METHOD_EXACT, record);
}

Test (system_vectors, covington)
{
  cr_assert_eq (for_each_vector ("covington.jsonl.gz", check_covington), 1000);
}

static void
check_covington_projective (JsonObject *record)
{
  check_losses (find_system ("covington-projective", ""), TBK_METHOD_EXACT, record);
}

Test (system_vectors, covington_projective)
{
  cr_assert_eq (for_each_vector ("covington_projective.jsonl.gz", check_covington_projective), 600);
}

static void
check_swap (JsonObject *record)
{
  check_scores (find_system ("swap", ""), record, MADE_ALL);
}

Test (system_vectors, swap)
{
  tbk_oracles_set_search (1 << 14);
  cr_assert_eq (for_each_vector ("swap_value.jsonl.gz", check_swap), 1000);
}
