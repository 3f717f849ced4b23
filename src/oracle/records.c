/* records.c - oracles over lines of JSON, of dependencies and of phrase structure.
 *
 * Contents
 *   1. records: the record in hand, its keys and its answer
 *   2. words: gold heads, policies, and the values of transitions
 *   3. phrases: gold trees, labels, and the losses after transitions
 *   4. answer: a line in, a line out
 *
 * A record of dependencies, and its answer (arc-eager parsing of "Magnam puella rosam carpit."):
 *
 *   {"id":7,"heads":[3,4,4,0,4],"stack":[[0,"R"],[1,"L"],[2,"L"]],"buffer":3}
 *   {"id":7,"values":{"SH":4,"LA":4,"RA":3,"RE":4},"optimal":["SH","LA","RE"]}
 *
 * A record of phrase structure, and its answer (top-down):
 *
 *   {"tree":"(S (NP the dog) (VP barks))","prefix":["NT-S"]}
 *   {"losses":{"SH":1,"NT-S":1,"NT-NP":0,"NT-VP":1},"optimal":["NT-NP"],"loss":0}
 *
 * Members come in any order, and some can be read only when others are known: heads before the stack, the
 * tree before the labels. So members_find() reads the line once, and notes where the value of each key
 * begins. return_to() then leads the reader back to a value. Nothing is copied out of the line but what is
 * needed.
 *
 * Faults     a line that cannot be valued has the answer {"id":7,"error":"..."}, with its id if that could
 *            be read. The next line is not affected. Only lack of memory is an error of the call.
 * Ownership  an answer belongs to the TbkOracleRecords, and is overwritten by the next one. All arrays are
 *            kept from record to record, and grow to the longest sentence.
 */
#include <string.h>

#include "base/base.h"
#include "brackets/brackets.h"
#include "oracle/oracle.h"
#include "tbk/oracle.h"

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

/* State for a system of dependencies.
 *
 * Records of one sentence often stand one after the other, one for each configuration. An oracle fills
 * tables for each gold tree, so a tree is set only if it is another one. Trees have numbers for this: `gold`
 * goes up when the heads differ from those of the record before. gold_of[p] is the number of the tree that
 * the oracle of policy p has; 0 is no tree. With the trees A A B in three records `gold` is 1 1 2, and the
 * oracle gets a tree twice.
 */
typedef struct {
  const TbkSystem *system;
  int policy; /* of records that name none */
  TbkMethod method;
  Keys configuration_keys; /* the keys within an element of "configurations" */
  char *whose_configuration;

  /* An element for each policy. An oracle is made when a record first asks for its policy. */
  TbkOracle **oracles;
  guint64 *gold_of;

  /* The record being answered. Words are 1..n. */
  ConfigurationReader reader;
  int n;
  int *heads;
  int *previous_heads;
  int n_previous;
  guint64 gold;
  Room room; /* for both arrays of heads */
} WordRecords;

/* State for a system of phrase structure. The tree is compared with the one before by its text.
 *
 * Labels are numbers of `names`. Those of the tree come first, 0..n_tree_labels - 1. Later ones come from
 * "labels" and "prefix" of records with the same tree. They keep their numbers until another tree comes.
 */
typedef struct {
  Machine machine;
  TbkPhraseOracle *oracle;
  TbkVocabulary *names; /* of labels, of the tree and records since */
  TbkBracketBatch *batch;
  TbkPhraseTree tree;
  GString *text;          /* the brackets of the tree that the oracle has; empty: it has none */
  GString *key, *optimal; /* the key of the transition in hand; the list of all optimal ones */
  int *labels;            /* the labels for which transitions are valued */
  int n_labels, n_tree_labels;
  gsize labels_allocated;
} PhraseRecords;

struct TbkOracleRecords {
  Json json;                     /* reads the line in hand, which belongs to the caller */
  const char *names[N_KEYS + 1]; /* by key, NULL at the end */
  char *whose;
  Keys keys;
  Member members[N_KEYS]; /* by key: where its value begins in the line, if the line has it */
  GString *answer;

  /* One of the two is used, by the kind of the system; phrases.oracle is NULL in the other case. */
  WordRecords words;
  PhraseRecords phrases;
};

/* Makes what both kinds of systems share. @whose names the records in messages, such as "records of
 * the system covington". @used: bit k for each key k that a record may have; any other key is an
 * error. */
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

/* Begins an answer, with the record's id if that could be read. An id is any JSON value, and comes
 * back byte for byte: numbers too large for a double keep all digits. */
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

/* Appends the member "error". It stands alone or behind the id: parts of an answer that were written
 * before the fault are dropped by refuse(). */
static void
append_error (TbkOracleRecords *records, const char *message)
{
  g_string_append (records->answer, "\"error\":");
  json_append_string (records->answer, message, strlen (message));
}

/* 2. words: gold heads, policies, and the values of transitions. */

/* The oracle of the default policy is made here and not when first used, so that a method that the
 * system does not have is reported before any input is read. @used begins as the keys from "heads" to
 * "configurations": the difference of two powers of two has all bits between them. "block" names a
 * policy of few systems. */
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
  room_clear (&words->room);
}

/* Makes room for the heads of @n words. `previous_heads` keeps its contents, for the comparison. */
static gboolean
make_room (TbkOracleRecords *records, int n, GError **error)
{
  WordRecords *words = &records->words;

  return ROOM_RESERVE (&words->room, n + 1, ARRAY (words->heads), ARRAY (words->previous_heads))
         || memory_fail (error, "a record of %d words", n);
}

/* Reads the gold heads, and gives the tree a new number if they differ from those of the record
 * before. Whether heads make a tree is not checked here: that is done by tbk_oracle_set_gold(), once
 * for each new tree. */
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

/* Reads the name of a policy under @key into *@policy, which stays if there is no such key. `name` is
 * a copy with a final NUL, which the text in the line does not have. Names that are too long, or have
 * a NUL within, leave it shorter than @length, so that no policy is looked up. */
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

/* Reads the policy, which a record may name in three ways: "policy" and "strategy" take its name,
 * "block":true is the policy `block`, "block":false is `none`. A record with two of them may
 * contradict itself, and is refused. */
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

/* Returns the oracle for @policy, with the record's gold tree; NULL with @error set. gold_of[policy]
 * is 0 while the tree is set. If that fails, the oracle has no tree, and a next record with the same
 * heads tries again and gets the same message. */
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

/* Appends the members "values" and "optimal". All transitions of the system are listed, in its order;
 * null stands for those that are not allowed or lead to no final configuration. @first_optimal is the
 * lowest bit of the set @optimal: the transition with no comma before it. */
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

/* Reads the configuration whose members stand in the record itself, beside "heads". They are taken in
 * the order of the keys, not that of the line; it makes no difference, as configuration_reader_end()
 * has all checks that compare them. */
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

/* Reads element @number of "configurations". Its members are taken where the reader meets them, in one
 * pass: the gold tree is known by now. A fault of form here refuses the whole record, since one cannot
 * go on behind it. */
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

/* Appends the values of the configuration that was read. It may be well-formed and have none: its
 * sentence may be too long for all solvers, or a search may have given up. */
static gboolean
value_one (TbkOracleRecords *records, TbkOracle *oracle, GError **error)
{
  int values[TBK_MAX_TRANSITIONS];

  if (!tbk_oracle_values (oracle, &records->words.reader.machine.words, values, error))
    return FALSE;
  append_values (records, values, tbk_oracle_optimal (oracle, values));
  return TRUE;
}

/* Appends an element of "results": {"values":...} or, if the configuration cannot be valued,
 * {"error":"..."}; then *@is_valued is FALSE and the next one is tried. FALSE is returned only for
 * lack of memory, which ends the run. */
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

/* Answers several configurations of one sentence, for which heads are read and set once:
 *
 *   {"heads":[2,0],"configurations":[{"prefix":[]},{"prefix":["SH"]}]}
 *   {"results":[{"values":{...},"optimal":[...]},{"values":{...},"optimal":[...]}]}
 *
 * A configuration beside them, in the record itself, would have no place in the answer, and is
 * refused.
 */
static gboolean
value_configurations (TbkOracleRecords *records, TbkOracle *oracle, gboolean *is_valued, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  for (ConfigurationKey key = 0; key < N_CONFIGURATION_KEYS; key++)
    if (records->members[key].is_there)
      return fail_data (error, "there is \"%s\" and \"configurations\", expected one of them",
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

/* Answers a record of dependencies: its policy first, as that chooses the oracle; then the gold tree,
 * then one or several configurations. */
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

/* Records of phrase structure give a configuration only as a prefix: which constituents were built
 * cannot be seen from a stack. Keys of the prefix add new labels to `names`, which machine and oracle
 * share. */
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

/* Frees all, if the records are of phrase structure. Else nothing was allocated. */
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

/* Gives the oracle the tree whose brackets are in phrases.text. Words may stand without a tag, as in
 * (NP the dog). The vocabulary is emptied before, so that the labels of the tree have the numbers from
 * 0 on. A second tree in the text is found last; its record is refused, and read_tree() forgets the
 * text, so the tree before it is never used. */
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

/* Labels that records add to those of a tree are kept, so that a label has one number as long as the tree
 * stays. A stream of records with ever new labels would fill the memory; beyond so many the tree is set
 * again. */
enum { MOST_NAMES = 1 << 16 };

/* TRUE if the oracle has the tree with the brackets @text already. Trees are compared by bytes: (S a)
 * and (S  a) are the same tree, set twice, which costs time and changes no answer. */
static gboolean
has_tree (const TbkOracleRecords *records, const char *text, gsize length)
{
  return length > 0 && length == records->phrases.text->len
         && memcmp (text, records->phrases.text->str, length) == 0
         && tbk_vocabulary_size (records->phrases.names) - records->phrases.n_tree_labels < MOST_NAMES;
}

/* Reads the gold tree, and sets it unless the oracle has it. After a failure `text` is empty, so that
 * the same tree in the next record is not taken for one that was set. */
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

/* Reads one label of the list "labels". It may be new: a transition can build what the gold tree does
 * not have. Names in the vocabulary end in NUL, so a label cannot have one. */
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

/* Collects the labels for which transitions are valued: those of the list "labels", in its order;
 * without it those of the gold tree. */
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

/* Returns the loss of the transition at @v with @label in place of -1. Solvers give one value for many
 * labels: the value at @v has label -1 and holds for all labels without a value of their own. Those
 * with one come right after it, with the same number of children. For two elements "the dog" that are
 * NP in the gold tree, bottom-up:
 *
 *   v       RE, label -1, 2 children    loss 1    holds for RE-S-2, RE-VP-2, RE-X-2 ...
 *   v + 1   RE, label NP, 2 children    loss 0
 */
static int
loss_of_label (const TbkPhraseValues *values, int v, int label)
{
  const TbkPhraseTransition *others = &values->values[v].transition;

  for (int w = v + 1; w < values->n && values->values[w].transition.n_children == others->n_children; w++)
    if (values->values[w].transition.label == label)
      return values->values[w].loss;
  return values->values[v].loss;
}

/* Appends @string as JSON, after a comma unless it is the first of a list. @list ends in '{' before
 * the first member of "losses", and is empty before the first optimal key. */
static void
append_string (GString *list, const GString *string)
{
  if (list->len > 0 && list->str[list->len - 1] != '{')
    g_string_append_c (list, ',');
  json_append_string (list, string->str, string->len);
}

/* Adds "KEY":LOSS to the answer. The transition is optimal if @loss is that of the configuration
 * @before it: a transition never lowers the loss, so none is better. No transition may be optimal, if
 * the labels of the best ones are not asked for. */
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

/* Adds all transitions that are allowed and whose label, if they take one, is asked for. Three kinds
 * of values come along: SH, FI and RE without a number of children take no label and are added as they
 * are. A value with label -1 is added once for each label asked for. A value with a label of its own
 * was used by loss_of_label() when the -1 before it was met, and adds nothing. */
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

/* Refuses a record whose answer would be too long. Bottom-up a label makes a transition with each
 * number of children, up to the depth of the stack: 1000 labels over 1000 elements are a million keys. */
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

/* Answers a record of phrase structure. The order is needed: the tree has the number of words that the
 * machine starts with, the prefix leads to the configuration, and both add labels before the default
 * list is made. */
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

/* Writes the answer up to its last brace; FALSE with @error set if the record cannot be answered. The
 * id is known as soon as the members are found, so even an answer that turns into an error has it. */
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

/* Makes the answer an error with the id of the record in hand. What was written so far is dropped. */
static const char *
refuse (TbkOracleRecords *records, const char *message)
{
  begin_answer (records);
  append_error (records, message);
  g_string_append (records->answer, "}\n");
  return records->answer->str;
}

const char *
oracle_records_refuse (TbkOracleRecords *records, const char *message)
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
