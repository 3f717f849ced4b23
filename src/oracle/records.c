/* records.c - oracles over lines of JSON, of dependencies and of phrase structure.
 *
 * Contents
 *   1. records: the record in hand, its keys and its answer
 *   2. words: gold heads, policies, and the values of transitions
 *   3. phrases: gold trees, labels, and the losses after transitions
 *   4. answer: a line in, a line out
 */
#include <string.h>

#include "base/base.h"
#include "brackets/brackets.h"
#include "oracle/oracle.h"
#include "tbk/constituency_oracle.h"
#include "tbk/oracle_records.h"

/* 1. records: the record in hand, its keys and its answer. */

/* The keys of a record: those of a configuration, and these. */
typedef enum {
  KEY_HEADS = N_CONFIGURATION_KEYS,
  KEY_ID,
  KEY_POLICY,
  KEY_STRATEGY,
  KEY_BLOCK,
  KEY_CONFIGURATIONS,
  KEY_TREE,
  KEY_LABELS,
  N_KEYS
} Key;

/* Of a system of dependencies. */
typedef struct {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  Keys configuration_keys;
  char *whose_configuration;

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
} WordRecords;

/* Of a system of phrase structure. */
typedef struct {
  Machine machine;
  TbkPhraseOracle *oracle;
  TbkVocabulary *names; /* of labels, of the tree and records since */
  TbkBracketBatch *batch;
  TbkPhraseTree tree;
  GString *text;          /* of the tree that the oracle has; empty: none */
  GString *key, *optimal; /* of the transition in hand; of all optimal ones */
  int *labels;            /* to be valued */
  int n_labels, n_tree_labels;
  gsize labels_allocated;
} PhraseRecords;

struct TbkOracleRecords {
  Json json;
  const char *names[N_KEYS + 1];
  char *whose;
  Keys keys;
  Member members[N_KEYS];
  GString *answer;

  /* One of the two has an oracle. */
  WordRecords words;
  PhraseRecords phrases;
};

static TbkOracleRecords *
records_new (const char *whose, guint used)
{
  static const char *const names[] = { "heads",          "id",   "policy", "strategy", "block",
                                       "configurations", "tree", "labels" };
  TbkOracleRecords *records = g_new0 (TbkOracleRecords, 1);

  memcpy (records->names, configuration_key_names, sizeof configuration_key_names);
  memcpy (records->names + N_CONFIGURATION_KEYS, names, sizeof names);
  records->whose = g_strdup (whose);
  records->keys = (Keys){ .names = records->names, .used = used, .whose = records->whose };
  records->answer = g_string_new (NULL);
  return records;
}

/* Returns to the value under @key, which must be there. */
static gboolean
return_to (TbkOracleRecords *records, int key, GError **error)
{
  return members_return (records->members, &records->keys, key, &records->json, error);
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

static void
append_error (TbkOracleRecords *records, const char *message)
{
  g_string_append (records->answer, "\"error\":");
  json_append_string (records->answer, message, strlen (message));
}

/* 2. words: gold heads, policies, and the values of transitions. */

TbkOracleRecords *
tbk_oracle_records_new (const TbkSystem *system, int policy, TbkMethod method, GError **error)
{
  TbkOracle *oracle = tbk_oracle_new (system, policy, method, error);
  g_autofree char *whose = NULL;
  TbkOracleRecords *records;
  WordRecords words = { .system = system, .policy = policy, .method = method, .n_previous = -1 };
  guint used = (1u << KEY_TREE) - (1u << KEY_HEADS);

  if (oracle == NULL)
    return NULL;
  words.oracles = g_new0 (TbkOracle *, system->n_policies);
  words.gold_of = g_new0 (guint64, system->n_policies);
  words.oracles[policy] = oracle;
  configuration_reader_init (&words.reader, system);
  if (tbk_system_policy (system, "block") < 0)
    used &= ~(1u << KEY_BLOCK);
  whose = g_strdup_printf ("records of the system %s", system->name);
  words.whose_configuration = g_strdup_printf ("configurations of the system %s", system->name);
  records = records_new (whose, words.reader.used | used);
  words.configuration_keys =
      (Keys){ .names = records->names, .used = words.reader.used, .whose = words.whose_configuration };
  records->words = words;
  return records;
}

static void
words_clear (WordRecords *words)
{
  for (int policy = 0; words->oracles != NULL && policy < words->system->n_policies; policy++)
    tbk_oracle_free (words->oracles[policy]);
  g_free (words->whose_configuration);
  g_free (words->oracles);
  g_free (words->gold_of);
  configuration_reader_clear (&words->reader);
  g_free (words->heads);
  g_free (words->previous_heads);
}

static gboolean
make_room (TbkOracleRecords *records, int n, GError **error)
{
  gsize size = (gsize) n + 1;

  if (records->words.heads != NULL && n <= records->words.n_allocated)
    return TRUE;
  if (!TRY_RENEW (records->words.heads, size) || !TRY_RENEW (records->words.previous_heads, size))
    return memory_fail (error, "a record of %d words", n);
  records->words.n_allocated = n;
  return TRUE;
}

static gboolean
read_gold (TbkOracleRecords *records, GError **error)
{
  int n = (int) records->members[KEY_HEADS].n;
  gsize size = ((gsize) n + 1) * sizeof (int);

  if (!return_to (records, KEY_HEADS, error) || !make_room (records, n, error)
      || !configuration_read_heads (&records->json, records->words.heads, n, error))
    return FALSE;
  records->words.n = n;
  if (n != records->words.n_previous
      || memcmp (records->words.heads, records->words.previous_heads, size) != 0) {
    memcpy (records->words.previous_heads, records->words.heads, size);
    records->words.n_previous = n;
    records->words.gold++;
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
  *policy = strlen (name) == length ? tbk_system_policy (records->words.system, name) : -1;
  if (*policy >= 0)
    return TRUE;
  return_to (records, key, error);
  expected = g_strdup_printf ("a policy of the system %s", records->words.system->name);
  return json_refuse (&records->json, expected, error);
}

static gboolean
read_policy (TbkOracleRecords *records, int *policy, GError **error)
{
  const Member *members = records->members;
  gboolean blocks;

  *policy = records->words.policy;
  if (members[KEY_POLICY].is_there + members[KEY_STRATEGY].is_there + members[KEY_BLOCK].is_there > 1)
    return fail_data (error, "there is more than one of \"policy\", \"strategy\" and \"block\"");
  if (!members[KEY_BLOCK].is_there)
    return read_policy_name (records, KEY_POLICY, policy, error)
           && read_policy_name (records, KEY_STRATEGY, policy, error);
  if (!return_to (records, KEY_BLOCK, error) || !json_boolean (&records->json, &blocks, error))
    return FALSE;
  *policy = tbk_system_policy (records->words.system, blocks ? "block" : "none");
  return TRUE;
}

/* The oracle for @policy, with the record's gold tree. */
static TbkOracle *
find_oracle (TbkOracleRecords *records, int policy, GError **error)
{
  TbkOracle **oracle = &records->words.oracles[policy];

  if (*oracle == NULL)
    *oracle = tbk_oracle_new (records->words.system, policy, records->words.method, error);
  if (*oracle == NULL || records->words.gold_of[policy] == records->words.gold)
    return *oracle;
  records->words.gold_of[policy] = 0;
  if (!tbk_oracle_set_gold (*oracle, records->words.heads, records->words.n, error))
    return NULL;
  records->words.gold_of[policy] = records->words.gold;
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

/* Appends the members "values" and "optimal". */
static void
append_values (TbkOracleRecords *records, const int *values, guint optimal)
{
  const TbkSystem *system = records->words.system;
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

/* The members of a configuration that stand in the record itself. */
static gboolean
read_own_configuration (TbkOracleRecords *records, GError **error)
{
  ConfigurationReader *reader = &records->words.reader;

  if (!configuration_reader_begin (reader, records->words.n, error))
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
  ConfigurationReader *reader = &records->words.reader;
  Json *json = &records->json;
  JsonStep step;

  if (!configuration_reader_begin (reader, records->words.n, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    int key = keys_find (&records->words.configuration_keys, json, error);

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

  if (!tbk_oracle_values (oracle, &records->words.reader.machine.words, values, error))
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
value_words (TbkOracleRecords *records, gboolean *is_valued, GError **error)
{
  int policy;
  TbkOracle *oracle;

  if (!read_policy (records, &policy, error) || !read_gold (records, error))
    return FALSE;
  oracle = find_oracle (records, policy, error);
  if (oracle == NULL)
    return FALSE;
  if (records->members[KEY_CONFIGURATIONS].is_there)
    return value_configurations (records, oracle, is_valued, error);
  return read_own_configuration (records, error) && value_one (records, oracle, error);
}

/* 3. phrases: gold trees, labels, and the losses after transitions. */

TbkOracleRecords *
tbk_oracle_records_new_phrases (const TbkPhraseSystem *system, TbkPhraseMethod method, GError **error)
{
  const guint used = 1u << KEY_PREFIX | 1u << KEY_ID | 1u << KEY_TREE | 1u << KEY_LABELS;
  TbkPhraseOracle *oracle = tbk_phrase_oracle_new (system, method, error);
  TbkOracleRecords *records;
  PhraseRecords *phrases;

  if (oracle == NULL)
    return NULL;
  records = records_new ("records of phrase structure", used);
  phrases = &records->phrases;
  phrases->oracle = oracle;
  phrases->text = g_string_new (NULL);
  phrases->key = g_string_new (NULL);
  phrases->optimal = g_string_new (NULL);
  phrases->names = tbk_vocabulary_new ();
  phrases->batch = tbk_bracket_batch_new ();
  machine_init_phrases (&phrases->machine, system, phrases->names);
  return records;
}

static void
phrases_clear (PhraseRecords *phrases)
{
  if (phrases->oracle == NULL)
    return;
  tbk_phrase_oracle_free (phrases->oracle);
  g_string_free (phrases->text, TRUE);
  g_string_free (phrases->key, TRUE);
  g_string_free (phrases->optimal, TRUE);
  tbk_vocabulary_free (phrases->names);
  tbk_bracket_batch_free (phrases->batch);
  tbk_phrase_tree_clear (&phrases->tree);
  machine_clear (&phrases->machine);
  g_free (phrases->labels);
}

/* Makes the tree that records->phrases.text holds the gold tree. */
static gboolean
set_tree (TbkOracleRecords *records, GError **error)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  TbkBracketTree tree, second;

  if (!tbk_bracket_batch_set_text (records->phrases.batch, "tree", records->phrases.text->str,
                                   records->phrases.text->len, &options, error))
    return FALSE;
  if (!tbk_bracket_batch_next (records->phrases.batch, &tree))
    return fail_data (error, "tree: found no bracket, expected a tree");
  if (tree.problem != NULL) {
    g_propagate_error (error, g_error_copy (tree.problem));
    return FALSE;
  }
  tbk_vocabulary_clear (records->phrases.names);
  if (!tbk_phrase_tree_set_brackets (&records->phrases.tree, &tree, records->phrases.names, error)
      || !tbk_phrase_oracle_set_gold (records->phrases.oracle, &records->phrases.tree, error))
    return FALSE;
  records->phrases.n_tree_labels = tbk_vocabulary_size (records->phrases.names);
  return !tbk_bracket_batch_next (records->phrases.batch, &second)
         || fail_data (error, "tree: found a second tree, expected one");
}

/* The names of records with one tree are kept, but not without end. */
enum { MOST_NAMES = 1 << 16 };

static gboolean
has_tree (const TbkOracleRecords *records, const char *text, gsize length)
{
  return length > 0 && length == records->phrases.text->len
         && memcmp (text, records->phrases.text->str, length) == 0
         && tbk_vocabulary_size (records->phrases.names) - records->phrases.n_tree_labels < MOST_NAMES;
}

static gboolean
read_tree (TbkOracleRecords *records, GError **error)
{
  const char *text;
  gsize length;

  if (!return_to (records, KEY_TREE, error) || !json_string (&records->json, &text, &length, error))
    return FALSE;
  if (has_tree (records, text, length))
    return TRUE;
  g_string_truncate (records->phrases.text, 0);
  g_string_append_len (records->phrases.text, text, (gssize) length);
  if (set_tree (records, error))
    return TRUE;
  g_string_truncate (records->phrases.text, 0);
  return FALSE;
}

static gboolean
add_label (TbkOracleRecords *records, int label, GError **error)
{
  if (!try_reserve (&records->phrases.labels, &records->phrases.labels_allocated,
                    (gsize) records->phrases.n_labels + 1, sizeof (int)))
    return memory_fail (error, "%d labels", records->phrases.n_labels + 1);
  records->phrases.labels[records->phrases.n_labels++] = label;
  return TRUE;
}

static gboolean
read_label (TbkOracleRecords *records, GError **error)
{
  const JsonPlace place = json_place (&records->json);
  const char *name;
  gsize length;
  int label;

  if (!json_string (&records->json, &name, &length, error))
    return FALSE;
  if (length == 0 || memchr (name, '\0', length) != NULL) {
    json_return (&records->json, &place);
    return json_refuse (&records->json, "a label", error);
  }
  label = tbk_vocabulary_add (records->phrases.names, name, length, error);
  return label >= 0 && add_label (records, label, error);
}

static gboolean
read_labels (TbkOracleRecords *records, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  records->phrases.n_labels = 0;
  if (!records->members[KEY_LABELS].is_there) {
    for (int label = 0; label < records->phrases.n_tree_labels; label++)
      if (!add_label (records, label, error))
        return FALSE;
    return TRUE;
  }
  return_to (records, KEY_LABELS, NULL);
  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!read_label (records, error))
      return FALSE;
  return step == JSON_CLOSED;
}

/* The loss for @label, where values->values[v] is for all labels that those right behind it are not for. */
static int
loss_of_label (const TbkPhraseValues *values, int v, int label)
{
  const TbkPhraseTransition *others = &values->values[v].transition;

  for (int w = v + 1; w < values->n && values->values[w].transition.n_children == others->n_children; w++)
    if (values->values[w].transition.label == label)
      return values->values[w].loss;
  return values->values[v].loss;
}

static void
append_string (GString *list, const GString *string)
{
  if (list->len > 0 && list->str[list->len - 1] != '{')
    g_string_append_c (list, ',');
  json_append_string (list, string->str, string->len);
}

/* Adds a transition with the loss after it; it is optimal if that is the loss @before. */
static void
add_loss (TbkOracleRecords *records, TbkPhraseTransition transition, int loss, int before)
{
  PhraseRecords *phrases = &records->phrases;

  g_string_truncate (phrases->key, 0);
  tbk_phrase_transition_write (phrases->machine.phrase_system, transition, phrases->names, phrases->key);
  append_string (records->answer, phrases->key);
  g_string_append_c (records->answer, ':');
  json_append_integer (records->answer, loss);
  if (loss == before)
    append_string (phrases->optimal, phrases->key);
}

/* Adds all transitions that are allowed and whose label, if they take one, is asked for. */
static void
add_losses (TbkOracleRecords *records, const TbkPhraseValues *values)
{
  for (int v = 0; v < values->n; v++) {
    TbkPhraseTransition transition = values->values[v].transition;

    if (transition.act != TBK_PHRASE_OPEN && transition.n_children == 0)
      add_loss (records, transition, values->values[v].loss, values->loss);
    else if (transition.label == -1)
      for (int l = 0; l < records->phrases.n_labels; l++) {
        transition.label = records->phrases.labels[l];
        add_loss (records, transition, loss_of_label (values, v, transition.label), values->loss);
      }
  }
}

/* Refuses what would be too long an answer. */
static gboolean
check_length (const TbkOracleRecords *records, GError **error)
{
  const gint64 n_labelled = records->phrases.machine.phrase_system->strategy == TBK_PHRASE_BOTTOM_UP
                                ? records->phrases.machine.phrases.depth
                                : 1;

  return n_labelled * records->phrases.n_labels <= TBK_PHRASE_MAX_ANSWER
         || fail_data (error, "found %d labels with %d numbers of children, expected at most %d transitions",
                       records->phrases.n_labels, (int) n_labelled, TBK_PHRASE_MAX_ANSWER);
}

static gboolean
value_phrases (TbkOracleRecords *records, GError **error)
{
  PhraseRecords *phrases = &records->phrases;
  const TbkPhraseValues *values;

  if (!read_tree (records, error) || !machine_start (&phrases->machine, phrases->tree.n, error))
    return FALSE;
  if (records->members[KEY_PREFIX].is_there
      && (!return_to (records, KEY_PREFIX, error)
          || !machine_take_keys (&phrases->machine, &records->json, NULL, NULL, error)))
    return FALSE;
  if (!read_labels (records, error) || !check_length (records, error)
      || (values = tbk_phrase_oracle_values (phrases->oracle, &phrases->machine.phrases, error)) == NULL)
    return FALSE;
  g_string_append (records->answer, "\"losses\":{");
  g_string_truncate (phrases->optimal, 0);
  add_losses (records, values);
  g_string_append_printf (records->answer, "},\"optimal\":[%s],\"loss\":%d", phrases->optimal->str,
                          values->loss);
  return TRUE;
}

/* 4. answer: a line in, a line out. */

void
tbk_oracle_records_free (TbkOracleRecords *records)
{
  if (records == NULL)
    return;
  words_clear (&records->words);
  phrases_clear (&records->phrases);
  json_clear (&records->json);
  g_free (records->whose);
  g_string_free (records->answer, TRUE);
  g_free (records);
}

static gboolean
value_record (TbkOracleRecords *records, const char *line, gsize length, gboolean *is_valued, GError **error)
{
  *is_valued = TRUE;
  if (!members_find (records->members, &records->keys, &records->json, line, length, error))
    return FALSE;
  begin_answer (records);
  return records->phrases.oracle == NULL ? value_words (records, is_valued, error)
                                         : value_phrases (records, error);
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
