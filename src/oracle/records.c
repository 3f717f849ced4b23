/* records.c - oracles over lines of JSON.
 *
 * Contents
 *   1. record_configuration: members of a record to a configuration, and whether they fit together
 *   2. records: oracles over lines of JSON
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "tbk/oracle_records.h"
#include "tree/tree.h"

/* 1. record_configuration: members of a record to a configuration, and whether they fit together. */

const char *const configuration_key_names[N_CONFIGURATION_KEYS] = {
  [KEY_STACK] = "stack", [KEY_BUFFER] = "buffer",         [KEY_SECOND] = "second",
  [KEY_ARCS] = "arcs",   [KEY_UNSHIFTING] = "unshifting", [KEY_PREFIX] = "prefix",
};

/* Whether words return only when all have left the input. */
static gboolean
can_unshift (const TbkSystem *system)
{
  for (int t = 0; t < system->n_transitions; t++)
    if ((system->transitions[t].needs & TBK_NEEDS_NO_INPUT) != 0)
      return TRUE;
  return FALSE;
}

void
configuration_reader_init (ConfigurationReader *reader, const TbkSystem *system)
{
  reader->configuration.system = system;
  reader->used = 1u << KEY_STACK | 1u << KEY_BUFFER | 1u << KEY_PREFIX;
  if ((system->features & TBK_HAS_SECOND) != 0)
    reader->used |= 1u << KEY_SECOND;
  if ((system->features & TBK_HAS_HEADS) != 0)
    reader->used |= 1u << KEY_ARCS;
  if (can_unshift (system))
    reader->used |= 1u << KEY_UNSHIFTING;
}

void
configuration_reader_clear (ConfigurationReader *reader)
{
  tbk_configuration_clear (&reader->configuration);
  g_free (reader->input);
  g_free (reader->scratch);
}

gboolean
configuration_reader_begin (ConfigurationReader *reader, int n, GError **error)
{
  if (reader->input == NULL || n > reader->n_allocated) {
    if (!TRY_RENEW (reader->input, (gsize) n + 1) || !TRY_RENEW (reader->scratch, 2 * ((gsize) n + 1)))
      return memory_fail (error, "a record of %d words", n);
    reader->n_allocated = n;
  }
  reader->found = 0;
  reader->has_list = reader->is_unshifting = FALSE;
  return tbk_configuration_start (&reader->configuration, reader->configuration.system, n, error);
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

/* Reads a pair of a word in 0..@n and a label, or of two words; one of @label and @second is not NULL. */
static gboolean
read_pair (Json *json, int n, int *word, TbkLabel *label, int *second, GError **error)
{
  const JsonPlace place = json_place (json);
  gboolean is_pair =
      json_is (json, '[') && json_enter (json, '[', error) && json_next (json, error) == JSON_VALUE;

  if (is_pair && !read_integer (json, 0, n, word, error))
    return FALSE;
  is_pair = is_pair && json_next (json, error) == JSON_VALUE;
  if (is_pair
      && !(label != NULL ? read_label (json, label, error) : read_integer (json, 0, n, second, error)))
    return FALSE;
  if (is_pair && json_next (json, error) == JSON_CLOSED)
    return TRUE;
  json_return (json, &place);
  return json_refuse (json, label != NULL ? "a pair of a word and a label" : "a pair of a head and a word",
                      error);
}

/* Refuses the element that is the first too many in a list of words. */
static gboolean
refuse_more (Json *json, int most, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("at most %d elements", most);

  return json_refuse (json, expected, error);
}

/* Reads the stack: words in systems without labels, else pairs. */
static gboolean
read_stack (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;
  const gboolean has_labels = c->system->root != TBK_LABEL_NONE;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  for (c->depth = 0; (step = json_next (json, error)) == JSON_VALUE; c->depth++) {
    TbkStackElement *element = &c->stack[c->depth];

    if (c->depth == c->n + 1)
      return refuse_more (json, c->n + 1, error);
    element->label = TBK_LABEL_NONE;
    if (!(has_labels ? read_pair (json, c->n, &element->word, &element->label, NULL, error)
                     : read_integer (json, 0, c->n, &element->word, error)))
      return FALSE;
  }
  return step == JSON_CLOSED;
}

/* Reads at most @most words in @least..n. */
static gboolean
read_words (const ConfigurationReader *reader, Json *json, int least, int most, int *words, int *n_words,
            GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  for (*n_words = 0; (step = json_next (json, error)) == JSON_VALUE; (*n_words)++) {
    if (*n_words == most)
      return refuse_more (json, most, error);
    if (!read_integer (json, least, reader->configuration.n, &words[*n_words], error))
      return FALSE;
  }
  return step == JSON_CLOSED;
}

static gboolean
read_buffer (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;

  reader->has_list = json_is (json, '[');
  return reader->has_list ? read_words (reader, json, 1, c->n, reader->input, &reader->n_input, error)
                          : read_integer (json, 1, c->n + 1, &c->buffer, error);
}

/* Reads the second list, its front first. */
static gboolean
read_second (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;

  if (!read_words (reader, json, 0, c->n + 1, c->second, &c->n_second, error))
    return FALSE;
  for (int i = 0, j = c->n_second - 1; i < j; i++, j--) {
    int word = c->second[i];

    c->second[i] = c->second[j];
    c->second[j] = word;
  }
  return TRUE;
}

/* Reads the arcs made. */
static gboolean
read_arcs (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    const JsonPlace place = json_place (json);
    int head, dependent;

    if (!read_pair (json, c->n, &head, NULL, &dependent, error))
      return FALSE;
    if (dependent == 0 || c->heads[dependent] >= 0) {
      json_return (json, &place);
      return json_refuse (json,
                          dependent == 0 ? "a head and a word that is not 0"
                                         : "a head and a word that has none by the arcs before",
                          error);
    }
    c->heads[dependent] = head;
  }
  return step == JSON_CLOSED;
}

static gboolean
take_key (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;
  const JsonPlace place = json_place (json);
  g_autofree char *expected = NULL;
  const char *key, *why = NULL;
  gsize length;
  int t;

  if (!json_string (json, &key, &length, error))
    return FALSE;
  t = transition_of_key (c->system, key, length);
  if (t >= 0)
    why = tbk_configuration_obstacle (c, &c->system->transitions[t]);
  if (t >= 0 && why == NULL) {
    configuration_take (c, &c->system->transitions[t]);
    return TRUE;
  }
  expected = t < 0 ? g_strdup_printf ("a transition of the system %s", c->system->name)
                   : g_strdup_printf ("a transition that is allowed: %s", why);
  json_return (json, &place);
  return json_refuse (json, expected, error);
}

/* Takes the transitions that led to the configuration. */
static gboolean
read_prefix (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->configuration;
  JsonStep step;

  if (!tbk_configuration_start (c, c->system, c->n, error) || !json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!take_key (reader, json, error))
      return FALSE;
  return step == JSON_CLOSED;
}

gboolean
configuration_reader_take (ConfigurationReader *reader, ConfigurationKey key, Json *json, GError **error)
{
  if ((reader->found >> key & 1) != 0)
    return fail_data (error, "there is more than one \"%s\"", configuration_key_names[key]);
  reader->found |= 1u << key;
  switch (key) {
  case KEY_STACK:
    return read_stack (reader, json, error);
  case KEY_BUFFER:
    return read_buffer (reader, json, error);
  case KEY_SECOND:
    return read_second (reader, json, error);
  case KEY_ARCS:
    return read_arcs (reader, json, error);
  case KEY_UNSHIFTING:
    return json_boolean (json, &reader->is_unshifting, error);
  default:
    return read_prefix (reader, json, error);
  }
}

/* Parts the list of input words: its end, if that is the end of the sentence, never left the input. */
static void
part_list (ConfigurationReader *reader)
{
  TbkConfiguration *c = &reader->configuration;
  int n_returned = reader->n_input;

  for (c->buffer = c->n + 1; n_returned > 0 && reader->input[n_returned - 1] == c->buffer - 1; n_returned--)
    c->buffer--;
  c->n_returned = 0;
  if ((c->system->features & TBK_HAS_RETURNED) != 0)
    while (c->n_returned < n_returned) {
      c->returned[c->n_returned] = reader->input[n_returned - 1 - c->n_returned];
      c->n_returned++;
    }
}

/* Whether the input can be: in order where no word returns, at most one word where words return at the
 * end. */
static gboolean
settle_input (ConfigurationReader *reader, GError **error)
{
  TbkConfiguration *c = &reader->configuration;
  gboolean may_return = (c->system->features & TBK_HAS_RETURNED) != 0;
  gboolean may_unshift = (reader->used >> KEY_UNSHIFTING & 1) != 0;
  int n_input;

  if (reader->has_list)
    part_list (reader);
  n_input = tbk_configuration_n_input (c);
  if (reader->has_list && n_input < reader->n_input)
    return fail_data (error, "buffer: expected the last words of the sentence in order: none returns to it");
  if (!may_return || !may_unshift)
    return TRUE;
  if (reader->is_unshifting && n_input > 1)
    return fail_data (error, "unshifting: found true with %d words of input, expected at most one", n_input);
  if (!reader->is_unshifting && c->n_returned > 0)
    return fail_data (error, "buffer: found a word that returned, expected \"unshifting\":true with it");
  if (!reader->is_unshifting && n_input == 0 && c->n > 0 && (reader->found >> KEY_UNSHIFTING & 1) != 0)
    return fail_data (error, "unshifting: found false without input, expected true");
  if (reader->is_unshifting && c->buffer <= c->n) {
    c->buffer = c->n + 1;
    c->returned[c->n_returned++] = c->n;
  }
  return TRUE;
}

/* Whether the arcs can have been made: between words that have met, and without cycle. */
static gboolean
check_arcs (const ConfigurationReader *reader, GError **error)
{
  const TbkConfiguration *c = &reader->configuration;
  int *heads = reader->scratch, cycle;

  for (int d = 1; d <= c->n; d++)
    if (c->heads[d] >= 0 && MAX (c->heads[d], d) > c->buffer)
      return fail_data (error, "arcs: found [%d,%d], expected no word behind the first of the input, %d",
                        c->heads[d], d, c->buffer);
  tbk_configuration_tree (c, heads);
  cycle = heads_find_cycle (heads, c->n, heads + c->n + 1);
  if (cycle == 0)
    return TRUE;
  g_autofree char *words = heads_describe_cycle (heads, cycle);
  return fail_data (error, "arcs: the heads of the words %s go round in a cycle, expected none", words);
}

gboolean
configuration_reader_end (ConfigurationReader *reader, const char *instead, GError **error)
{
  guint needed = reader->used & ~(1u << KEY_PREFIX | 1u << KEY_UNSHIFTING);
  guint missing = needed & ~reader->found, others = reader->found & ~(1u << KEY_PREFIX);

  if ((reader->found >> KEY_PREFIX & 1) != 0) {
    if (others == 0)
      return TRUE;
    return fail_data (error, "there is \"%s\" beside \"prefix\", expected one of them",
                      configuration_key_names[g_bit_nth_lsf (others, -1)]);
  }
  if (missing != 0)
    return fail_data (error, "there is no \"%s\"; %s would do instead",
                      configuration_key_names[g_bit_nth_lsf (missing, -1)], instead);
  return settle_input (reader, error) && ((reader->used >> KEY_ARCS & 1) == 0 || check_arcs (reader, error))
         && tbk_configuration_check (&reader->configuration, error);
}

gboolean
configuration_read_heads (Json *json, int *heads, int n, GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  heads[0] = -1;
  for (int i = 1; (step = json_next (json, error)) == JSON_VALUE; i++)
    if (!read_integer (json, 0, n, &heads[i], error))
      return FALSE;
  return step == JSON_CLOSED;
}

/* 2. records: oracles over lines of JSON. */

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
