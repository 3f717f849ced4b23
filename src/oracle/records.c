/* records.c - oracles over lines of JSON. */
#include "tbk/oracle_records.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "oracle/record_configuration.h"

/* The keys of a record: those of a configuration, and these. */
typedef enum {
  KEY_HEADS = N_CONFIGURATION_KEYS,
  KEY_ID,
  KEY_POLICY,
  KEY_STRATEGY,
  KEY_BLOCK,
  KEY_CONFIGURATIONS,
  N_KEYS
} Key;

struct TbkOracleRecords {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  Json json;
  const char *names[N_KEYS + 1];
  char *whose_record, *whose_configuration;
  Keys record_keys, configuration_keys;
  Member members[N_KEYS];
  GString *answer;

  /* Of each policy, made when first used, and the number of the gold tree that it has. */
  TbkOracle **oracles;
  guint64 *gold_of;

  /* The record being answered; its gold tree's number, the same as before if the heads are. */
  ConfigurationReader reader;
  int n;
  int *heads;
  int *previous_heads;
  int n_previous;
  guint64 gold;
  int n_allocated;
};

/* Which keys there are, and which of them the system uses. */
static void
set_keys (TbkOracleRecords *records)
{
  static const char *const names[] = { "heads", "id", "policy", "strategy", "block", "configurations" };
  const char *system = records->system->name;
  guint used = records->reader.used | (~CONFIGURATION_KEYS & ((1u << N_KEYS) - 1));

  if (tbk_system_policy (records->system, "block") < 0)
    used &= ~(1u << KEY_BLOCK);
  memcpy (records->names, configuration_key_names, sizeof configuration_key_names);
  memcpy (records->names + N_CONFIGURATION_KEYS, names, sizeof names);
  records->whose_record = g_strdup_printf ("records of the system %s", system);
  records->whose_configuration = g_strdup_printf ("configurations of the system %s", system);
  records->record_keys = (Keys){ records->names, used, records->whose_record };
  records->configuration_keys =
      (Keys){ records->names, used & CONFIGURATION_KEYS, records->whose_configuration };
}

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
  configuration_reader_init (&records->reader, system);
  set_keys (records);
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
  json_clear (&records->json);
  g_free (records->whose_record);
  g_free (records->whose_configuration);
  g_free (records->oracles);
  g_free (records->gold_of);
  g_string_free (records->answer, TRUE);
  configuration_reader_clear (&records->reader);
  g_free (records->heads);
  g_free (records->previous_heads);
  g_free (records);
}

/* Returns to the value under @key, which must be there. */
static gboolean
return_to (TbkOracleRecords *records, int key, GError **error)
{
  return members_return (records->members, &records->record_keys, key, &records->json, error);
}

static gboolean
make_room (TbkOracleRecords *records, int n, GError **error)
{
  gsize size = (gsize) n + 1;

  if (records->heads != NULL && n <= records->n_allocated)
    return TRUE;
  if (!TRY_RENEW (records->heads, size) || !TRY_RENEW (records->previous_heads, size))
    return memory_fail (error, "a record of %d words", n);
  records->n_allocated = n;
  return TRUE;
}

static gboolean
read_gold (TbkOracleRecords *records, GError **error)
{
  int n = (int) records->members[KEY_HEADS].n;
  gsize size = ((gsize) n + 1) * sizeof (int);

  if (!return_to (records, KEY_HEADS, error) || !make_room (records, n, error)
      || !configuration_read_heads (&records->json, records->heads, n, error))
    return FALSE;
  records->n = n;
  if (n != records->n_previous || memcmp (records->heads, records->previous_heads, size) != 0) {
    memcpy (records->previous_heads, records->heads, size);
    records->n_previous = n;
    records->gold++;
  }
  return TRUE;
}

/* Reads the name of a policy under @key, if there is the key. */
static gboolean
read_policy_name (TbkOracleRecords *records, Key key, int *policy, GError **error)
{
  char name[64] = "";
  const char *string;
  g_autofree char *expected = NULL;
  gsize length;

  if (!records->members[key].is_there)
    return TRUE;
  if (!return_to (records, key, error) || !json_string (&records->json, &string, &length, error))
    return FALSE;
  if (length < sizeof name)
    memcpy (name, string, length);
  *policy = strlen (name) == length ? tbk_system_policy (records->system, name) : -1;
  if (*policy >= 0)
    return TRUE;
  return_to (records, key, error);
  expected = g_strdup_printf ("a policy of the system %s", records->system->name);
  return json_refuse (&records->json, expected, error);
}

static gboolean
read_policy (TbkOracleRecords *records, int *policy, GError **error)
{
  const Member *members = records->members;
  gboolean blocks;

  *policy = records->policy;
  if (members[KEY_POLICY].is_there + members[KEY_STRATEGY].is_there + members[KEY_BLOCK].is_there > 1)
    return fail_data (error, "there is more than one of \"policy\", \"strategy\" and \"block\"");
  if (!members[KEY_BLOCK].is_there)
    return read_policy_name (records, KEY_POLICY, policy, error)
           && read_policy_name (records, KEY_STRATEGY, policy, error);
  if (!return_to (records, KEY_BLOCK, error) || !json_boolean (&records->json, &blocks, error))
    return FALSE;
  *policy = tbk_system_policy (records->system, blocks ? "block" : "none");
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
  if (!tbk_oracle_set_gold (*oracle, records->heads, records->n, error))
    return NULL;
  records->gold_of[policy] = records->gold;
  return *oracle;
}

/* Begins an answer, with the record's id if that could be read. */
static void
begin_answer (TbkOracleRecords *records)
{
  const Member *id = &records->members[KEY_ID];

  g_string_assign (records->answer, "{");
  if (!id->is_there)
    return;
  g_string_append (records->answer, "\"id\":");
  member_append (id, records->answer);
  g_string_append_c (records->answer, ',');
}

/* Appends the key of a transition, after a comma unless it @is_first. */
static void
append_key (GString *answer, const TbkTransition *transition, gboolean is_first)
{
  g_string_append (answer, is_first ? "\"" : ",\"");
  g_string_append (answer, transition->key);
  g_string_append_c (answer, '"');
}

/* Appends the members "values" and "optimal". */
static void
append_values (TbkOracleRecords *records, const int *values, guint optimal)
{
  const TbkSystem *system = records->system;
  GString *answer = records->answer;
  const guint first_optimal = optimal & -optimal;

  g_string_append (answer, "\"values\":{");
  for (int t = 0; t < system->n_transitions; t++) {
    append_key (answer, &system->transitions[t], t == 0);
    g_string_append_c (answer, ':');
    if (values[t] == TBK_IMPOSSIBLE)
      g_string_append (answer, "null");
    else
      json_append_integer (answer, values[t]);
  }
  g_string_append (answer, "},\"optimal\":[");
  for (int t = 0; t < system->n_transitions; t++)
    if ((optimal >> t & 1) != 0)
      append_key (answer, &system->transitions[t], first_optimal >> t == 1);
  g_string_append_c (answer, ']');
}

static void
append_error (TbkOracleRecords *records, const char *message)
{
  g_string_append (records->answer, "\"error\":");
  json_append_string (records->answer, message, strlen (message));
}

/* The members of a configuration that stand in the record itself. */
static gboolean
read_own_configuration (TbkOracleRecords *records, GError **error)
{
  ConfigurationReader *reader = &records->reader;

  if (!configuration_reader_begin (reader, records->n, error))
    return FALSE;
  for (ConfigurationKey key = 0; key < N_CONFIGURATION_KEYS; key++)
    if (records->members[key].is_there
        && (!return_to (records, key, error)
            || !configuration_reader_take (reader, key, &records->json, error)))
      return FALSE;
  return configuration_reader_end (reader, "\"prefix\" or \"configurations\"", error);
}

/* Reads the next of several configurations. */
static gboolean
read_configuration (TbkOracleRecords *records, int number, GError **error)
{
  ConfigurationReader *reader = &records->reader;
  Json *json = &records->json;
  JsonStep step;

  if (!configuration_reader_begin (reader, records->n, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    int key = keys_find (&records->configuration_keys, json, error);

    if (key < 0 || !configuration_reader_take (reader, (ConfigurationKey) key, json, error))
      return FALSE;
  }
  if (step == JSON_CLOSED && configuration_reader_end (reader, "\"prefix\"", error))
    return TRUE;
  if (step == JSON_CLOSED)
    g_prefix_error (error, "configurations[%d]: ", number);
  return FALSE;
}

/* Values the configuration that was read. */
static gboolean
value_one (TbkOracleRecords *records, TbkOracle *oracle, GError **error)
{
  int values[TBK_MAX_TRANSITIONS];

  if (!tbk_oracle_values (oracle, &records->reader.configuration, values, error))
    return FALSE;
  append_values (records, values, tbk_oracle_optimal (oracle, values));
  return TRUE;
}

/* The same, in braces; a configuration that cannot be valued gets its error instead, and *@is_valued
 * FALSE. */
static gboolean
append_result (TbkOracleRecords *records, TbkOracle *oracle, gboolean *is_valued, GError **error)
{
  g_autoptr (GError) reason = NULL;

  g_string_append_c (records->answer, '{');
  if (!value_one (records, oracle, &reason)) {
    if (g_error_matches (reason, TBK_ERROR, TBK_ERROR_RESOURCE)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    append_error (records, reason->message);
    *is_valued = FALSE;
  }
  g_string_append_c (records->answer, '}');
  return TRUE;
}

/* Answers several configurations of one sentence. */
static gboolean
value_configurations (TbkOracleRecords *records, TbkOracle *oracle, gboolean *is_valued, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  for (ConfigurationKey key = 0; key < N_CONFIGURATION_KEYS; key++)
    if (records->members[key].is_there)
      return fail_data (error, "there is \"%s\" beside \"configurations\", expected one of them",
                        configuration_key_names[key]);
  return_to (records, KEY_CONFIGURATIONS, NULL);
  if (!json_enter (json, '[', error))
    return FALSE;
  g_string_append (records->answer, "\"results\":[");
  for (int number = 0; (step = json_next (json, error)) == JSON_VALUE; number++) {
    if (number > 0)
      g_string_append_c (records->answer, ',');
    if (!read_configuration (records, number, error) || !append_result (records, oracle, is_valued, error))
      return FALSE;
  }
  g_string_append_c (records->answer, ']');
  return step == JSON_CLOSED;
}

static gboolean
value_record (TbkOracleRecords *records, const char *line, gsize length, gboolean *is_valued, GError **error)
{
  int policy;
  TbkOracle *oracle;

  *is_valued = TRUE;
  if (!members_find (records->members, &records->record_keys, &records->json, line, length, error))
    return FALSE;
  begin_answer (records);
  if (!read_policy (records, &policy, error) || !read_gold (records, error))
    return FALSE;
  oracle = find_oracle (records, policy, error);
  if (oracle == NULL)
    return FALSE;
  if (records->members[KEY_CONFIGURATIONS].is_there)
    return value_configurations (records, oracle, is_valued, error);
  return read_own_configuration (records, error) && value_one (records, oracle, error);
}

/* Makes the answer an error, with the id of the record in hand. */
static const char *
refuse (TbkOracleRecords *records, const char *message)
{
  begin_answer (records);
  append_error (records, message);
  g_string_append (records->answer, "}\n");
  return records->answer->str;
}

const char *
tbk_oracle_records_refuse (TbkOracleRecords *records, const char *message)
{
  records->members[KEY_ID].is_there = FALSE;
  return refuse (records, message);
}

const char *
tbk_oracle_records_answer (TbkOracleRecords *records, const char *line, gsize length, gboolean *is_valued,
                           GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (value_record (records, line, length, is_valued, &reason)) {
    g_string_append (records->answer, "}\n");
    return records->answer->str;
  }
  *is_valued = FALSE;
  if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_RESOURCE))
    return refuse (records, reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}
