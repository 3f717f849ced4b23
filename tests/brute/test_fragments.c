/* test_fragments.c - completions of what arc-eager parsing leaves: published ones, and trees by definition. */
#include <criterion/criterion.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "brute/vectors.h"
#include "oracle/oracle.h"
#include "tbk/oracle.h"
#include "tbk/transition.h"

static int sums[TBK_N_COMPLETIONS];

/* The words without head that @system can still give their gold heads from the stack that is left. */
static int
most_by_unshift (const TbkConfiguration *c, const int *gold)
{
  const TbkSystem *system = tbk_system_find ("arc-eager-unshift");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  TbkConfiguration continued = *c;
  int values[TBK_MAX_TRANSITIONS], best = 0;

  continued.system = system;
  cr_assert (tbk_oracle_set_gold (oracle, gold, c->n, NULL));
  cr_assert (tbk_oracle_values (oracle, &continued, values, NULL));
  for (int t = 0; t < system->n_transitions; t++)
    best = MAX (best, values[t]);
  return best;
}

static void
check_vector (JsonObject *record)
{
  const TbkSystem *system = tbk_system_find ("arc-eager");
  JsonObject *completed = json_object_get_object_member (record, "completed");
  JsonArray *prefix = json_object_get_array_member (record, "prefix");
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int n, best_unshift;
  g_autofree int *gold = vector_heads (record, &n);
  g_autofree int *heads = g_new (int, n + 1);

  tbk_configuration_start (&c, system, n, NULL);
  for (guint i = 0; i < json_array_get_length (prefix); i++) {
    int t = tbk_transition_read (system, json_array_get_string_element (prefix, i), -1, NULL, NULL);
    cr_assert (tbk_configuration_step (&c, &system->transitions[t], NULL));
  }
  for (TbkCompletion kind = 0; kind < TBK_N_COMPLETIONS; kind++) {
    JsonArray *expected = json_object_get_array_member (completed, completion_name (kind));

    tbk_complete (&c, kind, heads);
    cr_assert (is_tree (heads, n));
    for (int i = 1; i <= n; i++) {
      cr_assert_eq (heads[i], json_array_get_int_element (expected, i - 1), "%s",
                    json_object_get_string_member (record, "id"));
      sums[kind] += c.heads[i] < 0 && heads[i] == gold[i];
    }
  }
  best_unshift = most_by_unshift (&c, gold);
  cr_assert_eq (best_unshift, json_object_get_int_member (record, "best_unshift"));
}

Test (fragments, vectors)
{
  static const int expected[TBK_N_COMPLETIONS] = {
    [TBK_COMPLETE_ROOT] = 882,  [TBK_COMPLETE_LEFT] = 377,  [TBK_COMPLETE_CHAIN] = 392,
    [TBK_COMPLETE_RIGHT] = 357, [TBK_COMPLETE_FIRST] = 388, [TBK_COMPLETE_LAST] = 345,
    [TBK_COMPLETE_WORD] = 508,
  };

  cr_assert_eq (for_each_vector ("fragments.jsonl.gz", check_vector), 800);
  for (TbkCompletion kind = 0; kind < TBK_N_COMPLETIONS; kind++)
    cr_assert_eq (sums[kind], expected[kind], "%s", completion_name (kind));
}

/* All that arc-eager parsing leaves of 6 words becomes projective trees; so many have one child of 0. */
Test (fragments, all_of_six_words)
{
  static const int single[TBK_N_COMPLETIONS] = {
    [TBK_COMPLETE_ROOT] = 1456,  [TBK_COMPLETE_LEFT] = 3702,  [TBK_COMPLETE_CHAIN] = 2579,
    [TBK_COMPLETE_RIGHT] = 2579, [TBK_COMPLETE_FIRST] = 2579, [TBK_COMPLETE_LAST] = 2579,
    [TBK_COMPLETE_WORD] = 4491,
  };
  const int n = 6;
  const TbkSystem *system = tbk_system_find ("arc-eager");
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) pending = g_ptr_array_new ();
  int n_single[TBK_N_COMPLETIONS] = { 0 }, n_final = 0, heads[7];
  TbkConfiguration *first = g_new0 (TbkConfiguration, 1);

  tbk_configuration_start (first, system, n, NULL);
  g_ptr_array_add (pending, first);
  while (pending->len > 0) {
    TbkConfiguration *c = g_ptr_array_steal_index (pending, pending->len - 1);

    for (int t = 0; t < system->n_transitions; t++) {
      TbkConfiguration *next = g_new0 (TbkConfiguration, 1);

      tbk_configuration_copy (next, c, NULL);
      if (tbk_configuration_step (next, &system->transitions[t], NULL)) {
        g_autofree char *text = describe_case (next->heads, next, system, 0);
        if (g_hash_table_add (known, g_steal_pointer (&text))) {
          g_ptr_array_add (pending, next);
          continue;
        }
      }
      tbk_configuration_clear (next);
      g_free (next);
    }
    if (tbk_configuration_is_final (c)) {
      n_final++;
      for (TbkCompletion kind = 0; kind < TBK_N_COMPLETIONS; kind++) {
        tbk_complete (c, kind, heads);
        cr_assert (is_tree (heads, n) && count_nonprojective_arcs (heads, n) == 0);
        n_single[kind] += count_roots (heads, n) == 1;
      }
    }
    tbk_configuration_clear (c);
    g_free (c);
  }
  cr_assert_eq (n_final, 5948);
  for (TbkCompletion kind = 0; kind < TBK_N_COMPLETIONS; kind++)
    cr_assert_eq (n_single[kind], single[kind], "%s: %d", completion_name (kind), n_single[kind]);
}
