/* records.c - oracles over lines of JSON. */
#include "tbk/oracle_records.h"

#include <string.h>

#include "base/json.h"
#include "base/memory.h"

/* The keys that mean something; OTHER stands for those that do not. */
typedef enum { HEADS, STACK, BUFFER, POLICY, STRATEGY, BLOCK, OTHER, N_KEYS } Key;
static const char *const keys[OTHER] = { "heads", "stack", "buffer", "policy", "strategy", "block" };

/* A member of the record in hand. Members come in any order, but heads are read before the stack. */
typedef struct {
  gboolean is_there;
  JsonPlace place; /* of its value */
  gsize n;         /* elements, if that is an array */
} Member;

struct TbkOracleRecords {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  Json json;
  Member members[N_KEYS];
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
  g_free (records->oracles);
  g_free (records->gold_of);
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

/* The key that the reader has come to; OTHER if it means nothing. */
static Key
find_key (const Json *json)
{
  Key key = 0;

  while (key < OTHER
         && (strlen (keys[key]) != json->key_length || memcmp (keys[key], json->key, json->key_length) != 0))
    key++;
  return key;
}

/* Goes past a member and notes where its value is. */
static gboolean
note_member (TbkOracleRecords *records, GError **error)
{
  Key key = find_key (&records->json);
  Member *member = &records->members[key];

  if (member->is_there && key != OTHER)
    return fail (error, "there is more than one \"%s\"", keys[key]);
  member->is_there = TRUE;
  member->place = json_place (&records->json);
  return json_skip (&records->json, &member->n, error);
}

/* Goes through the whole line: sees that it is an object and nothing else, and where its members are. */
static gboolean
find_members (TbkOracleRecords *records, const char *line, gsize length, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  if (length > G_MAXINT)
    return fail (error, "found %" G_GSIZE_FORMAT " bytes, expected at most %d", length, G_MAXINT);
  memset (records->members, 0, sizeof records->members);
  if (!json_begin (json, line, length, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!note_member (records, error))
      return FALSE;
  return step == JSON_CLOSED && json_end (json, error);
}

/* Returns to the value under @key, which must be there. */
static gboolean
return_to (TbkOracleRecords *records, Key key, GError **error)
{
  if (!records->members[key].is_there)
    return fail (error, "there is no \"%s\"", keys[key]);
  json_return (&records->json, &records->members[key].place);
  return TRUE;
}

/* Reads an integer in @least..@most. */
static gboolean
read_integer (Json *json, int least, int most, int *value, GError **error)
{
  gint64 integer;

  if (!json_integer (json, least, most, &integer, error))
    return FALSE;
  *value = (int) integer;
  return TRUE;
}

static gboolean
make_room (TbkOracleRecords *records, int n, GError **error)
{
  gsize size = (gsize) n + 1;

  if (records->heads != NULL && n <= records->n_allocated)
    return TRUE;
  if (!TRY_RENEW (records->heads, size) || !TRY_RENEW (records->previous_heads, size))
    return memory_fail (error, "a record of %d words", n);
  if (!tbk_configuration_start (&records->configuration, records->system, n, error))
    return FALSE;
  records->n_allocated = n;
  return TRUE;
}

static gboolean
read_heads (TbkOracleRecords *records, GError **error)
{
  Json *json = &records->json;
  int n = (int) records->members[HEADS].n;

  if (!return_to (records, HEADS, error) || !json_enter (json, '[', error))
    return FALSE;
  if (!make_room (records, n, error))
    return FALSE;
  records->configuration.n = n;
  records->heads[0] = -1;
  for (int i = 1; json_next (json, error) == JSON_VALUE; i++)
    if (!read_integer (json, 0, n, &records->heads[i], error))
      return FALSE;
  if (n != records->n_previous
      || memcmp (records->heads, records->previous_heads, ((gsize) n + 1) * sizeof (int)) != 0) {
    memcpy (records->previous_heads, records->heads, ((gsize) n + 1) * sizeof (int));
    records->n_previous = n;
    records->gold++;
  }
  return TRUE;
}

static gboolean
read_label (Json *json, TbkLabel *label, GError **error)
{
  static const char names[] = { 'L', 'R', 'N' };
  static const TbkLabel labels[] = { TBK_LABEL_L, TBK_LABEL_R, TBK_LABEL_N };
  const JsonPlace place = json_place (json);
  const char *name, *found;
  gsize length;

  if (!json_string (json, &name, &length, error))
    return FALSE;
  found = length == 1 ? memchr (names, name[0], sizeof names) : NULL;
  if (found == NULL) {
    json_return (json, &place);
    return json_refuse (json, "a label: \"L\", \"R\" or \"N\"", error);
  }
  *label = labels[found - names];
  return TRUE;
}

/* Reads a pair of a word in 0..@n and a label. */
static gboolean
read_pair (Json *json, int n, TbkStackElement *element, GError **error)
{
  const JsonPlace place = json_place (json);
  gboolean is_pair =
      json_is (json, '[') && json_enter (json, '[', error) && json_next (json, error) == JSON_VALUE;

  if (is_pair && !read_integer (json, 0, n, &element->word, error))
    return FALSE;
  is_pair = is_pair && json_next (json, error) == JSON_VALUE;
  if (is_pair && !read_label (json, &element->label, error))
    return FALSE;
  if (is_pair && json_next (json, error) == JSON_CLOSED)
    return TRUE;
  json_return (json, &place);
  return json_refuse (json, "a pair of a word and a label", error);
}

/* Reads the stack: words in systems without labels, else pairs. */
static gboolean
read_stack (TbkOracleRecords *records, GError **error)
{
  Json *json = &records->json;
  TbkConfiguration *configuration = &records->configuration;
  const gboolean has_labels = records->system->root != TBK_LABEL_NONE;
  const int n = configuration->n, depth = (int) records->members[STACK].n;

  if (!return_to (records, STACK, error) || !json_enter (json, '[', error))
    return FALSE;
  if (depth > n + 1)
    return fail (error, "the stack has %d elements: at most %d were expected", depth, n + 1);
  configuration->depth = depth;
  for (TbkStackElement *element = configuration->stack; json_next (json, error) == JSON_VALUE; element++) {
    element->label = TBK_LABEL_NONE;
    if (!(has_labels ? read_pair (json, n, element, error)
                     : read_integer (json, 0, n, &element->word, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_configuration (TbkOracleRecords *records, GError **error)
{
  TbkConfiguration *configuration = &records->configuration;

  return read_stack (records, error) && return_to (records, BUFFER, error)
         && read_integer (&records->json, 1, configuration->n + 1, &configuration->buffer, error)
         && tbk_configuration_check (configuration, error);
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
  if (members[POLICY].is_there + members[STRATEGY].is_there + members[BLOCK].is_there > 1)
    return fail (error, "there is more than one of \"policy\", \"strategy\" and \"block\"");
  if (!members[BLOCK].is_there)
    return read_policy_name (records, POLICY, policy, error)
           && read_policy_name (records, STRATEGY, policy, error);
  if (!return_to (records, BLOCK, error) || !json_boolean (&records->json, &blocks, error))
    return FALSE;
  if (tbk_system_policy (records->system, "block") < 0)
    return fail (error, "\"block\" means nothing to the system %s", records->system->name);
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
  if (!tbk_oracle_set_gold (*oracle, records->heads, records->configuration.n, error))
    return NULL;
  records->gold_of[policy] = records->gold;
  return *oracle;
}

/* Appends the key of a transition, after a comma unless it @is_first. */
static void
append_key (GString *answer, const TbkTransition *transition, gboolean is_first)
{
  g_string_append (answer, is_first ? "\"" : ",\"");
  g_string_append (answer, transition->key);
  g_string_append_c (answer, '"');
}

static void
write_answer (TbkOracleRecords *records, const int *values, guint optimal)
{
  const TbkSystem *system = records->system;
  GString *answer = records->answer;
  const guint first_optimal = optimal & -optimal;

  g_string_assign (answer, "{\"values\":{");
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
  g_string_append (answer, "]}\n");
}

static gboolean
value_record (TbkOracleRecords *records, const char *line, gsize length, GError **error)
{
  int values[TBK_MAX_TRANSITIONS];
  int policy;
  TbkOracle *oracle;

  if (!find_members (records, line, length, error) || !read_policy (records, &policy, error)
      || !read_heads (records, error))
    return FALSE;
  oracle = find_oracle (records, policy, error);
  if (oracle == NULL || !read_configuration (records, error)
      || !tbk_oracle_values (oracle, &records->configuration, values, error))
    return FALSE;
  write_answer (records, values, tbk_oracle_optimal (oracle, values));
  return TRUE;
}

const char *
tbk_oracle_records_refuse (TbkOracleRecords *records, const char *message)
{
  g_string_assign (records->answer, "{\"error\":");
  json_append_string (records->answer, message, strlen (message));
  g_string_append (records->answer, "}\n");
  return records->answer->str;
}

const char *
tbk_oracle_records_answer (TbkOracleRecords *records, const char *line, gsize length, gboolean *is_valued,
                           GError **error)
{
  g_autoptr (GError) reason = NULL;

  *is_valued = value_record (records, line, length, &reason);
  if (*is_valued)
    return records->answer->str;
  if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_RESOURCE))
    return tbk_oracle_records_refuse (records, reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}
