/* records.c - oracles over lines of JSON. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "oracle/json_scan.h"
#include "tbk/oracle_records.h"

struct TbkOracleRecords {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  JsonParser *parser;
  GString *answer;

  /* Of each policy, made when first used, and the number of the gold tree that it has. */
  TbkOracle **oracles;
  guint64 *gold_of;

  /* The record being answered; its gold tree's number, the same as before if the heads are. */
  TbkConfiguration configuration;
  int *heads;
  int *previous_heads;
  int n_previous;
  guint64 gold;
  int n_allocated;
};

TbkOracleRecords *
tbk_oracle_records_new (const TbkSystem *system, int policy, TbkMethod method, GError **error)
{
  TbkOracle *oracle = tbk_oracle_new (system, policy, method, error);
  TbkOracleRecords *records;

  if (oracle == NULL)
    return NULL;
  records = g_new0 (TbkOracleRecords, 1);
  records->system = system;
  records->policy = policy;
  records->method = method;
  records->oracles = g_new0 (TbkOracle *, system->n_policies);
  records->gold_of = g_new0 (guint64, system->n_policies);
  records->oracles[policy] = oracle;
  records->configuration.system = system;
  records->parser = json_parser_new_immutable ();
  records->answer = g_string_new (NULL);
  records->n_previous = -1;
  return records;
}

void
tbk_oracle_records_free (TbkOracleRecords *records)
{
  if (records == NULL)
    return;
  for (int policy = 0; policy < records->system->n_policies; policy++)
    tbk_oracle_free (records->oracles[policy]);
  g_free (records->oracles);
  g_free (records->gold_of);
  g_object_unref (records->parser);
  g_string_free (records->answer, TRUE);
  tbk_configuration_clear (&records->configuration);
  g_free (records->heads);
  g_free (records->previous_heads);
  g_free (records);
}

G_GNUC_PRINTF (2, 3) static gboolean fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (TBK_ERROR, TBK_ERROR_DATA, format, arguments));
  va_end (arguments);
  return FALSE;
}

static gboolean
is_integer (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64;
}

/* The integer of @node, in @least..@most. An integer too great for 64 bits is -1 in json-glib. */
static gboolean
get_integer (JsonNode *node, int least, int most, int *value)
{
  gint64 integer = is_integer (node) ? json_node_get_int (node) : -1;

  if (integer < least || integer > most)
    return FALSE;
  *value = integer;
  return TRUE;
}

/* The array under @key. */
static JsonArray *
get_array (JsonObject *object, const char *key, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node)) {
    fail (error, node == NULL ? "there is no \"%s\"" : "\"%s\" is not an array", key);
    return NULL;
  }
  return json_node_get_array (node);
}

static void
make_room (TbkOracleRecords *records, int n)
{
  if (records->heads != NULL && n <= records->n_allocated)
    return;
  records->heads = g_renew (int, records->heads, (gsize) n + 1);
  records->previous_heads = g_renew (int, records->previous_heads, (gsize) n + 1);
  tbk_configuration_start (&records->configuration, records->system, n, NULL);
  records->n_allocated = n;
}

static gboolean
read_heads (TbkOracleRecords *records, JsonObject *object, GError **error)
{
  JsonArray *array = get_array (object, "heads", error);
  int n;

  if (array == NULL)
    return FALSE;
  n = json_array_get_length (array);
  make_room (records, n);
  records->configuration.n = n;
  records->heads[0] = -1;
  for (int i = 1; i <= n; i++)
    if (!get_integer (json_array_get_element (array, i - 1), 0, n, &records->heads[i]))
      return fail (error, "heads[%d] is not a word number in 0..%d", i - 1, n);
  if (n != records->n_previous
      || memcmp (records->heads, records->previous_heads, ((gsize) n + 1) * sizeof (int)) != 0) {
    memcpy (records->previous_heads, records->heads, ((gsize) n + 1) * sizeof (int));
    records->n_previous = n;
    records->gold++;
  }
  return TRUE;
}

static TbkLabel
find_label (JsonNode *node)
{
  const struct {
    const char *name;
    TbkLabel label;
  } labels[] = { { "L", TBK_LABEL_L }, { "R", TBK_LABEL_R }, { "N", TBK_LABEL_N } };

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
      if (strcmp (labels[i].name, json_node_get_string (node)) == 0)
        return labels[i].label;
  return 0;
}

/* The stack element @i: a number in systems without labels, else a pair. */
static gboolean
read_element (TbkOracleRecords *records, JsonNode *node, int i, GError **error)
{
  TbkStackElement *element = &records->configuration.stack[i];
  int n = records->configuration.n;
  JsonArray *pair;

  if (records->system->root == TBK_LABEL_NONE) {
    element->label = TBK_LABEL_NONE;
    return get_integer (node, 0, n, &element->word)
           || fail (error, "stack[%d] is not a word number in 0..%d", i, n);
  }
  pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  if (pair == NULL || json_array_get_length (pair) != 2)
    return fail (error, "stack[%d] is not a pair of a word and a label", i);
  if (!get_integer (json_array_get_element (pair, 0), 0, n, &element->word))
    return fail (error, "stack[%d][0] is not a word number in 0..%d", i, n);
  element->label = find_label (json_array_get_element (pair, 1));
  return element->label != 0 || fail (error, "stack[%d][1] is not a label: \"L\", \"R\" or \"N\"", i);
}

static gboolean
read_configuration (TbkOracleRecords *records, JsonObject *object, GError **error)
{
  TbkConfiguration *configuration = &records->configuration;
  JsonArray *stack = get_array (object, "stack", error);

  if (stack == NULL)
    return FALSE;
  if (json_array_get_length (stack) > (guint) configuration->n + 1)
    return fail (error, "the stack has %u elements: at most %d were expected", json_array_get_length (stack),
                 configuration->n + 1);
  configuration->depth = json_array_get_length (stack);
  for (int i = 0; i < configuration->depth; i++)
    if (!read_element (records, json_array_get_element (stack, i), i, error))
      return FALSE;
  if (!get_integer (json_object_get_member (object, "buffer"), 1, configuration->n + 1,
                    &configuration->buffer))
    return fail (error, "\"buffer\" is not a word number in 1..%d", configuration->n + 1);
  return tbk_configuration_check (configuration, error);
}

/* The policy named under @key, if there is the key. */
static gboolean
read_policy_name (const TbkOracleRecords *records, JsonObject *object, const char *key, int *policy, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return fail (error, "\"%s\" is not a string", key);
  *policy = tbk_system_policy (records->system, json_node_get_string (node));
  return *policy >= 0 || fail (error, "the system %s has no policy %s", records->system->name, json_node_get_string (node));
}

static gboolean
read_policy (const TbkOracleRecords *records, JsonObject *object, int *policy, GError **error)
{
  JsonNode *block = json_object_get_member (object, "block");

  *policy = records->policy;
  if (json_object_has_member (object, "policy") + json_object_has_member (object, "strategy")
          + (block != NULL)
      > 1)
    return fail (error, "there is more than one of \"policy\", \"strategy\" and \"block\"");
  if (!read_policy_name (records, object, "policy", policy, error)
      || !read_policy_name (records, object, "strategy", policy, error))
    return FALSE;
  if (block == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (block) || json_node_get_value_type (block) != G_TYPE_BOOLEAN)
    return fail (error, "\"block\" is not true or false");
  if (tbk_system_policy (records->system, "block") < 0)
    return fail (error, "\"block\" means nothing to the system %s", records->system->name);
  *policy = tbk_system_policy (records->system, json_node_get_boolean (block) ? "block" : "none");
  return TRUE;
}

/* The oracle for @policy, with the record's gold tree. */
static TbkOracle *
find_oracle (TbkOracleRecords *records, int policy, GError **error)
{
  TbkOracle **oracle = &records->oracles[policy];

  if (*oracle == NULL)
    *oracle = tbk_oracle_new (records->system, policy, records->method, error);
  if (*oracle == NULL || records->gold_of[policy] == records->gold)
    return *oracle;
  records->gold_of[policy] = 0;
  if (!tbk_oracle_set_gold (*oracle, records->heads, records->configuration.n, error))
    return NULL;
  records->gold_of[policy] = records->gold;
  return *oracle;
}

static void
write_answer (TbkOracleRecords *records, const int *values, guint optimal)
{
  GString *answer = records->answer;
  const char *separator = "";

  g_string_assign (answer, "{\"values\":{");
  for (int t = 0; t < records->system->n_transitions; t++) {
    g_string_append_printf (answer, "%s\"%s\":", t == 0 ? "" : ",", records->system->transitions[t].key);
    if (values[t] == TBK_IMPOSSIBLE)
      g_string_append (answer, "null");
    else
      g_string_append_printf (answer, "%d", values[t]);
  }
  g_string_append (answer, "},\"optimal\":[");
  for (int t = 0; t < records->system->n_transitions; t++)
    if ((optimal >> t & 1) != 0) {
      g_string_append_printf (answer, "%s\"%s\"", separator, records->system->transitions[t].key);
      separator = ",";
    }
  g_string_append (answer, "]}\n");
}

/* Parses the line; its root is an object, and stays the parser's. */
static JsonObject *
parse (TbkOracleRecords *records, const char *line, gsize length, GError **error)
{
  g_autoptr (GError) why = NULL;
  JsonNode *root;

  if (!json_scan (line, length, error))
    return NULL;
  if (!json_parser_load_from_data (records->parser, line, length, &why)) {
    fail (error, "the line is not a JSON object: %s", why->message);
    return NULL;
  }
  root = json_parser_get_root (records->parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root)) {
    fail (error, "the line is not a JSON object");
    return NULL;
  }
  return json_node_get_object (root);
}

static gboolean
value_record (TbkOracleRecords *records, const char *line, gsize length, GError **error)
{
  JsonObject *object = parse (records, line, length, error);
  int values[TBK_MAX_TRANSITIONS];
  int policy;
  TbkOracle *oracle;

  if (object == NULL || !read_policy (records, object, &policy, error)
      || !read_heads (records, object, error))
    return FALSE;
  oracle = find_oracle (records, policy, error);
  if (oracle == NULL || !read_configuration (records, object, error)
      || !tbk_oracle_values (oracle, &records->configuration, values, error))
    return FALSE;
  write_answer (records, values, tbk_oracle_optimal (oracle, values));
  return TRUE;
}

const char *
tbk_oracle_records_refuse (TbkOracleRecords *records, const char *message)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_VALUE);
  g_autofree char *text = NULL;

  json_node_set_string (node, message);
  text = json_to_string (node, FALSE);
  g_string_printf (records->answer, "{\"error\":%s}\n", text);
  return records->answer->str;
}

const char *
tbk_oracle_records_answer (TbkOracleRecords *records, const char *line, gsize length, gboolean *is_valued)
{
  g_autoptr (GError) error = NULL;

  *is_valued = value_record (records, line, length, &error);
  return *is_valued ? records->answer->str : tbk_oracle_records_refuse (records, error->message);
}
