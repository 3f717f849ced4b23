/* test_oracle_vectors.c - published values of transitions, which every method that applies must give.
 *
 * The records of tests/vectors/ have gold trees of up to 20 words, one configuration each, and the values
 * that an exhaustive search found. TBK_TEST_DATA names the folder of vectors/, "tests" by default.
 */
#include <criterion/criterion.h>
#include <json-glib/json-glib.h>
#include <zlib.h>

#include "brute/vectors.h"
#include "systems/systems.h"
#include "tbk/oracle.h"

enum { MOST_POLICIES = 8 };

typedef struct {
  const TbkSystem *system;
  int policy;
  int heads[32];
  TbkStackElement elements[32];
  TbkConfiguration configuration;
  int values[TBK_MAX_TRANSITIONS];
} Vector;

static TbkLabel
read_label (const char *text)
{
  return *text == 'L' ? TBK_LABEL_L : *text == 'R' ? TBK_LABEL_R : TBK_LABEL_N;
}

static void
read_stack (Vector *record, JsonArray *stack)
{
  record->configuration.stack = record->elements;
  record->configuration.depth = json_array_get_length (stack);
  for (int i = 0; i < record->configuration.depth; i++) {
    JsonNode *node = json_array_get_element (stack, i);

    if (JSON_NODE_HOLDS_ARRAY (node)) {
      JsonArray *pair = json_node_get_array (node);
      record->elements[i].word = json_array_get_int_element (pair, 0);
      record->elements[i].label = read_label (json_array_get_string_element (pair, 1));
    } else {
      record->elements[i].word = json_node_get_int (node);
      record->elements[i].label = TBK_LABEL_NONE;
    }
  }
}

static void
read_policy (Vector *record, JsonObject *object)
{
  if (json_object_has_member (object, "block"))
    record->policy = json_object_get_boolean_member (object, "block") ? NORMALIZED_BLOCK : NORMALIZED_NONE;
  else
    record->policy = tbk_system_policy (
        record->system, vector_name (json_object_get_string_member (
                            object, json_object_has_member (object, "policy") ? "policy" : "strategy")));
  cr_assert (record->policy >= 0);
}

static void
read_record (Vector *record, JsonObject *object)
{
  JsonArray *heads = json_object_get_array_member (object, "heads");
  JsonObjectIter members;
  const char *key;
  JsonNode *value;
  int n_values = 0;

  record->configuration.n = json_array_get_length (heads);
  record->configuration.buffer = json_object_get_int_member (object, "buffer");
  record->heads[0] = -1;
  for (int i = 1; i <= record->configuration.n; i++)
    record->heads[i] = json_array_get_int_element (heads, i - 1);
  read_stack (record, json_object_get_array_member (object, "stack"));
  read_policy (record, object);
  json_object_iter_init (&members, object);
  while (json_object_iter_next (&members, &key, &value)) {
    const int t = tbk_transition_read (record->system, vector_name (key), -1, NULL, NULL);

    if (t >= 0) {
      record->values[t] = JSON_NODE_HOLDS_NULL (value) ? TBK_IMPOSSIBLE : (int) json_node_get_int (value);
      n_values++;
    }
  }
  cr_assert_eq (n_values, record->system->n_transitions);
}

/* The methods of @oracles, one for each policy and method, that take the record give its values. */
static int
check_record (const Vector *record, TbkOracle *oracles[MOST_POLICIES][TBK_N_METHODS], const char *line)
{
  int n_checked = 0;

  cr_assert (tbk_configuration_check (&record->configuration, NULL), "%s", line);
  for (TbkMethod method = 0; method < TBK_METHOD_APPROXIMATE; method++) {
    TbkOracle **oracle = &oracles[record->policy][method];
    int values[TBK_MAX_TRANSITIONS];

    if (*oracle == NULL)
      *oracle = tbk_oracle_new (record->system, record->policy, method, NULL);
    if (*oracle == NULL || !tbk_oracle_set_gold (*oracle, record->heads, record->configuration.n, NULL))
      continue;
    cr_assert (tbk_oracle_values (*oracle, &record->configuration, values, NULL));
    for (int t = 0; t < record->system->n_transitions; t++)
      cr_assert (values[t] == record->values[t], "%s %s is %d: %s", tbk_method_name (method),
                 record->system->transitions[t].key, values[t], line);
    n_checked++;
  }
  return n_checked;
}

/* Checks the records of a file; @n_methods, at least, take each. */
static void
check_file (const char *name, const TbkSystem *system, int n_methods)
{
  const char *data = g_getenv ("TBK_TEST_DATA");
  g_autofree char *path = g_build_filename (data == NULL ? "tests" : data, "vectors", name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  TbkOracle *oracles[MOST_POLICIES][TBK_N_METHODS] = { { NULL } };
  char line[4096];
  int n_records = 0;
  gzFile file = gzopen (path, "r");

  cr_assert (file != NULL, "%s cannot be read", path);
  for (; gzgets (file, line, sizeof line) != NULL; n_records++) {
    Vector record = { .system = system, .configuration = { .system = system } };

    cr_assert (json_parser_load_from_data (parser, line, -1, NULL));
    read_record (&record, json_node_get_object (json_parser_get_root (parser)));
    cr_assert (check_record (&record, oracles, line) >= n_methods, "%s", line);
  }
  gzclose (file);
  for (int policy = 0; policy < MOST_POLICIES; policy++)
    for (TbkMethod method = 0; method < TBK_N_METHODS; method++)
      tbk_oracle_free (oracles[policy][method]);
  cr_assert (n_records >= 1000, "%s has only %d records", path, n_records);
}

Test (oracle_vectors, arc_standard)
{
  check_file ("shift_reduce.jsonl.gz", &record_arc_standard.system, 2);
}

Test (oracle_vectors, arc_standard_projective)
{
  check_file ("shift_reduce_projective.jsonl.gz", &record_arc_standard.system, 4);
}

Test (oracle_vectors, arc_eager_free)
{
  check_file ("arc_eager_unnormalized_free.jsonl.gz", &record_arc_eager_nederhof.system, 2);
}

Test (oracle_vectors, arc_eager_none)
{
  check_file ("arc_eager_unnormalized_none.jsonl.gz", &record_arc_eager_nederhof.system, 2);
}

Test (oracle_vectors, arc_eager_shift_before_reduce)
{
  check_file ("arc_eager_unnormalized_shift_before_reduce.jsonl.gz", &record_arc_eager_nederhof.system, 2);
}

Test (oracle_vectors, arc_eager_reduce_before_shift)
{
  check_file ("arc_eager_unnormalized_reduce_before_shift.jsonl.gz", &record_arc_eager_nederhof.system, 2);
}

Test (oracle_vectors, arc_eager_strict_reduce_before_shift)
{
  check_file ("arc_eager_unnormalized_strict_reduce_before_shift.jsonl.gz", &record_arc_eager_nederhof.system,
              2);
}

Test (oracle_vectors, arc_eager_projective)
{
  check_file ("arc_eager_projective_linear.jsonl.gz", &record_arc_eager_nederhof.system, 3);
}

Test (oracle_vectors, arc_eager_nederhof_uncorrected)
{
  check_file ("arc_eager_uncorrected.jsonl.gz", &record_arc_eager_nederhof_uncorrected.system, 2);
}

Test (oracle_vectors, arc_eager_nederhof_normalized)
{
  check_file ("arc_eager_normalized.jsonl.gz", &record_arc_eager_nederhof_normalized.system, 2);
}

Test (oracle_vectors, arc_eager_nederhof_normalized_projective)
{
  check_file ("arc_eager_normalized_projective.jsonl.gz", &record_arc_eager_nederhof_normalized.system, 4);
}
