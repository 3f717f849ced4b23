/* sequences.c - sequences of transitions: as lines of JSON, and of many sentences side by side.
 *
 * Contents
 *   1. sequence_record: sequences of transitions to lines of JSON
 *   2. replay: such lines to trees
 *   3. walks: computations of many sentences side by side, over flat arrays
 *
 * A line that section 1 writes, and section 2 reads (arc-eager parsing, with relations; in one line):
 *
 *   {"file":"la.conllu","sentence":1,"sent_id":"la-01","heads":[3,4,4,0],
 *    "transitions":["SH","SH","SH","LA:obj","LA:nsubj","LA:amod","RA:root","RE"],"lost":1}
 *
 * "heads" is the gold tree, and "lost" counts the words that do not get their gold head by the
 * transitions: the gold tree need not be one that the system can build. Replay builds the tree of the
 * transitions.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "brackets/brackets.h"
#include "oracle/oracle.h"
#include "tbk/oracle.h"

/* 1. sequence_record: sequences of transitions to lines of JSON. */

/* Appends a transition, with the label of the word whose relation it chooses, as "LA:obj"; and takes
 * it. In some systems a word gets its relation before or after its arc, so only a configuration knows
 * which word that is. @key is scratch. 0 is a mere mark in c->relations: the word has its relation
 * now. */
static gboolean
append_related (const TbkSequenceRecord *record, TbkConfiguration *c, const TbkTransition *transition,
                GString *key, GString *text, GError **error)
{
  int word = tbk_configuration_related (c, transition);

  g_string_assign (key, transition->key);
  if (word > 0) {
    g_string_append_c (key, ':');
    g_string_append_len (key, record->labels[word].bytes, record->labels[word].size);
  }
  json_append_string (text, key->str, key->len);
  return configuration_step_with (c, transition, word, error);
}

/* Appends a transition of phrase structure, such as "NT-NP". Its label is in the key already. */
static void
append_phrase (const TbkSequenceRecord *record, TbkPhraseTransition transition, GString *key, GString *text)
{
  g_string_truncate (key, 0);
  tbk_phrase_transition_write (record->phrase_system, transition, record->names, key);
  json_append_string (text, key->str, key->len);
}

/* Appends the keys of all transitions. The computation is run again in @scratch if relations are
 * wanted, and only then: otherwise keys are copied from the system's table. */
static gboolean
append_transitions (const TbkSequenceRecord *record, TbkConfiguration *scratch, GString *text, GError **error)
{
  g_autoptr (GString) key = g_string_new (NULL);

  if (record->labels != NULL) {
    tbk_configuration_keep_relations (scratch);
    if (!tbk_configuration_start (scratch, record->system, record->n, error))
      return FALSE;
  }
  for (gsize i = 0; i < record->sequence.length; i++) {
    const TbkTransition *transition =
        record->system == NULL ? NULL : &record->system->transitions[record->sequence.transitions[i]];

    if (i > 0)
      g_string_append_c (text, ',');
    if (transition == NULL)
      append_phrase (record, record->sequence.phrases[i], key, text);
    else if (record->labels == NULL)
      json_append_string (text, transition->key, strlen (transition->key));
    else if (!append_related (record, scratch, transition, key, text, error))
      return FALSE;
  }
  return TRUE;
}

/* Appends the heads of the words 1..n; heads[0] is no part of records. */
static void
append_heads (const TbkSequenceRecord *record, GString *text)
{
  g_string_append (text, ",\"heads\":[");
  for (int i = 1; i <= record->n; i++) {
    if (i > 1)
      g_string_append_c (text, ',');
    json_append_integer (text, record->heads[i]);
  }
  g_string_append_c (text, ']');
}

/* Appends the tree as a string of brackets, with words as numbers and in one line. It is text and not
 * nested arrays, so that it can be read by whatever reads brackets. */
static void
append_tree (const TbkSequenceRecord *record, GString *text)
{
  g_autoptr (GString) tree = g_string_new (NULL);

  tbk_bracket_tree_write (record->tree, TBK_BRACKET_NUMBERS, tree);
  g_string_append (text, ",\"tree\":");
  json_append_string (text, tree->str, tree->len);
}

/* Refuses a tree with a constituent without label, such as the outermost bracket that many treebanks
 * put around a sentence. Its transition would have the key "NT-", which cannot be read back. */
static gboolean
check_labels (const TbkBracketTree *tree, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form == NULL && tree->nodes[i].label_length == 0)
      return fail_data (error, "found a constituent without label, expected each with one in a record");
  return TRUE;
}

/* The members always come in the same order, so that runs can be compared by bytes; "lost":0 is left
 * out. If a step fails, @text ends within a line, and is of no use. */
gboolean
tbk_sequence_record_append (const TbkSequenceRecord *record, TbkConfiguration *scratch, GString *text,
                            GError **error)
{
  if (record->system == NULL && !check_labels (record->tree, error))
    return FALSE;
  g_string_append (text, "{\"file\":");
  json_append_string (text, record->file, strlen (record->file));
  g_string_append (text, ",\"sentence\":");
  json_append_integer (text, record->sentence);
  g_string_append (text, ",\"sent_id\":");
  json_append_string (text, record->sent_id.bytes, record->sent_id.size);
  if (record->system == NULL)
    append_tree (record, text);
  else
    append_heads (record, text);
  g_string_append (text, ",\"transitions\":[");
  if (!append_transitions (record, scratch, text, error))
    return FALSE;
  g_string_append_c (text, ']');
  if (record->sequence.lost > 0) {
    g_string_append (text, ",\"lost\":");
    json_append_integer (text, record->sequence.lost);
  }
  g_string_append (text, "}\n");
  return TRUE;
}

/* 2. replay: such lines to trees.
 *
 * The example at the head of the file, step by step (stack | input, arc made):
 *
 *   SH SH SH    0 1 2 3 | 4
 *   LA:obj      0 1 2 | 4      4 -> 3; labels[3] = obj
 *   LA:nsubj    0 1 | 4        4 -> 2; labels[2] = nsubj
 *   LA:amod     0 | 4          4 -> 1; labels[1] = amod: the gold head 3 was lost
 *   RA:root     0 4 |          4 is to be a right child; labels[4] = root
 *   RE          0 |            0 -> 4; final: the tree is 4 4 4 0
 *
 * The words themselves are not in the line. Members that replay does not need ("file", "lost") are allowed
 * and not looked at. The tree belongs to the replayer, and is overwritten by the next line.
 */

typedef enum { FILE_NAME, SENTENCE, SENT_ID, HEADS, WORDS, TREE, TRANSITIONS, LOST, N_KEYS } Key;
static const char *const names[N_KEYS + 1] = { "file", "sentence",    "sent_id", "heads", "words",
                                               "tree", "transitions", "lost",    NULL };
static const Keys keys = { names, ~(1u << TREE), "sequences of transitions", NULL };
static const Keys phrase_keys = { names, ~(1u << HEADS | 1u << WORDS), NULL,
                                  "file, sentence, sent_id, tree, transitions or lost" };

/* A constituent, and its number in the order in which constituents were built. */
typedef struct {
  TbkConstituent constituent;
  int time;
} Built;

struct TbkReplayer {
  Machine machine;
  const Keys *keys;
  Json json;
  Member members[N_KEYS];

  /* The labels and the sent_id of the line in hand, one after the other without anything between. The
   * string moves in memory as it grows. So pieces of it are made in two steps: keep() sets .bytes to the
   * offset in the string, and settle() turns it into an address once the string is complete. Between the two
   * .bytes must not be followed. */
  GString *strings;

  /* For dependencies: by word, 0..n. `heads` has the gold heads first, and those that were built in the
   * end. A word whose relation was in no key has a label of size 0. */
  int *heads;
  TbkPiece *labels;
  Room words;

  /* For phrase structure. `sorted` has the constituents of `built`, in pre-order. */
  TbkVocabulary *names; /* of the labels of the line in hand */
  TbkPhraseTree tree;
  Built *built;
  TbkConstituent *sorted;
  Room constituents;
};

/* Makes what both kinds share. @replayer_keys: the members that a line of the kind may have. */
static TbkReplayer *
replayer_new (const Keys *replayer_keys)
{
  TbkReplayer *replayer = g_new0 (TbkReplayer, 1);

  replayer->keys = replayer_keys;
  replayer->strings = g_string_new (NULL);
  replayer->names = tbk_vocabulary_new ();
  return replayer;
}

TbkReplayer *
tbk_replayer_new (const TbkSystem *system, const TbkPhraseSystem *phrases)
{
  TbkReplayer *replayer;

  g_return_val_if_fail ((system == NULL) != (phrases == NULL), NULL);
  replayer = replayer_new (system != NULL ? &keys : &phrase_keys);
  if (system == NULL) {
    machine_init_phrases (&replayer->machine, phrases, replayer->names);
    return replayer;
  }
  machine_init (&replayer->machine, system);
  tbk_configuration_keep_relations (&replayer->machine.words);
  return replayer;
}

void
tbk_replayer_free (TbkReplayer *replayer)
{
  if (replayer == NULL)
    return;
  json_clear (&replayer->json);
  machine_clear (&replayer->machine);
  tbk_vocabulary_free (replayer->names);
  tbk_phrase_tree_clear (&replayer->tree);
  room_clear (&replayer->words);
  room_clear (&replayer->constituents);
  g_string_free (replayer->strings, TRUE);
  g_free (replayer);
}

/* TRUE if a string can stand in a file of CoNLL-U: in a field with @least '!', the first character
 * above the space; in a comment with @least ' '. Tabs and ends of line are below both. Bytes are
 * compared without sign, so that UTF-8 passes. */
static gboolean
can_stand (const char *bytes, gsize length, char least)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar) bytes[i] < (guchar) least || bytes[i] == 0x7f)
      return FALSE;
  return length > 0;
}

/* Appends a string to `strings`. The piece that is returned has an offset in place of the address
 * until settle(). */
static TbkPiece
keep (TbkReplayer *replayer, const char *bytes, gsize length)
{
  TbkPiece kept = { GSIZE_TO_POINTER (replayer->strings->len), length };

  g_string_append_len (replayer->strings, bytes, length);
  return kept;
}

/* Turns the offset that keep() left into the address of the string. A piece that was never kept has
 * offset 0 and size 0: it gets an address of which no byte is read. */
static void
settle (const TbkReplayer *replayer, TbkPiece *string)
{
  string->bytes = replayer->strings->str + GPOINTER_TO_SIZE (string->bytes);
}

/* Keeps the label behind the key of a transition; a MachineRelate. It is called before the transition
 * is taken, as the word whose relation it chooses is found by its place. Returns NULL, or what was
 * expected. */
static const char *
relate (gpointer data, const Move *move, TbkPiece label)
{
  TbkReplayer *replayer = data;
  const Machine *machine = &replayer->machine;
  int word;

  if (!can_stand (label.bytes, label.size, '!'))
    return "a label without spaces";
  word = tbk_configuration_related (&machine->words, &machine->system->transitions[move->transition]);
  if (word <= 0)
    return "no label: it chooses no relation";
  replayer->labels[word] = keep (replayer, label.bytes, label.size);
  return NULL;
}

/* Reads the sent_id, if there is one; it may be empty. It is written into a comment of the file, and
 * so must be without line ends. */
static gboolean
read_sent_id (TbkReplayer *replayer, TbkPiece *sent_id, GError **error)
{
  Json *json = &replayer->json;
  const char *string;
  gsize length;

  *sent_id = (TbkPiece){ NULL, 0 };
  if (!replayer->members[SENT_ID].is_there)
    return TRUE;
  members_return (replayer->members, &keys, SENT_ID, json, NULL);
  if (!json_string (json, &string, &length, error))
    return FALSE;
  if (length > 0 && !can_stand (string, length, ' ')) {
    members_return (replayer->members, &keys, SENT_ID, json, NULL);
    return json_refuse (json, "a name without control characters", error);
  }
  *sent_id = keep (replayer, string, length);
  return TRUE;
}

/* Finds how many words the line is of: as many as have gold heads, which members_find() counted; or as it says by "words",
 * or else the caller, as @n_words. No word is shifted without a transition, but for one that a system may begin with. */
static gboolean
find_n_words (TbkReplayer *replayer, int n_words, int *n, GError **error)
{
  const Member *members = replayer->members;
  const gboolean has_heads = members[HEADS].is_there;

  *n = has_heads ? (int) members[HEADS].n : n_words;
  if (members[WORDS].is_there)
    return members_return (members, &keys, WORDS, &replayer->json, error)
           && read_integer (&replayer->json, has_heads ? *n : 1,
                            has_heads ? *n : (int) MIN (members[TRANSITIONS].n + 1, G_MAXINT - 2), n, error);
  return *n >= 0 || fail_data (error, "found neither \"words\" nor \"heads\", expected the number of words");
}

/* Makes room for the @n words of the line, forgets the strings of the line before, and begins a
 * computation. */
static gboolean
begin (TbkReplayer *replayer, int n, GError **error)
{
  if (!ROOM_RESERVE (&replayer->words, n + 1, ARRAY (replayer->heads), ARRAY (replayer->labels)))
    return memory_fail (error, "a record of %d words", n);
  memset (replayer->labels, 0, ((gsize) n + 1) * sizeof *replayer->labels);
  g_string_truncate (replayer->strings, 0);
  return machine_start (&replayer->machine, n, error);
}

/* Takes the transitions of the line. Keys of dependencies may have a label behind a sign; those of
 * phrase structure have theirs as a part of the key, and a colon would belong to it. */
static gboolean
take_all (TbkReplayer *replayer, GError **error)
{
  const MachineRelate relates = replayer->machine.system != NULL ? relate : NULL;

  return members_return (replayer->members, replayer->keys, TRANSITIONS, &replayer->json, error)
         && machine_take_keys (&replayer->machine, &replayer->json, relates, replayer, error);
}

/* Replays a line of dependencies. Gold heads are read, so that a malformed list is found, and are
 * then overwritten by the heads that were built. Words left without head hang on 0. A word without
 * relation gets `root` if it hangs on 0, else `_`, which CoNLL-U has for no value. Labels are settled
 * before this: until then .bytes is an offset. */
static gboolean
replay_heads (TbkReplayer *replayer, int n_words, TbkReplayedTree *tree, GError **error)
{
  Json *json = &replayer->json;
  int n;

  if (!members_return (replayer->members, &keys, TRANSITIONS, json, error)
      || !find_n_words (replayer, n_words, &n, error) || !begin (replayer, n, error)
      || (replayer->members[HEADS].is_there
          && (!members_return (replayer->members, &keys, HEADS, json, error)
              || !configuration_read_heads (json, replayer->heads, n, error)))
      || !read_sent_id (replayer, &tree->sent_id, error) || !take_all (replayer, error))
    return FALSE;
  if (!machine_is_final (&replayer->machine))
    return fail_data (
        error, "transitions: found %" G_GSIZE_FORMAT ", expected more: the last configuration is not final",
        replayer->members[TRANSITIONS].n);
  configuration_tree (&replayer->machine.words, replayer->heads);
  *tree = (TbkReplayedTree){
    .n = n, .heads = replayer->heads, .labels = replayer->labels, .sent_id = tree->sent_id
  };
  settle (replayer, &tree->sent_id);
  for (int i = 1; i <= n; i++) {
    settle (replayer, &replayer->labels[i]);
    tree->has_labels |= replayer->labels[i].size > 0;
  }
  for (int i = 1; i <= n; i++)
    if (replayer->labels[i].size == 0)
      replayer->labels[i] = replayer->heads[i] == 0 ? (TbkPiece){ "root", 4 } : (TbkPiece){ "_", 1 };
  return TRUE;
}

/* Counts the words: the line of a phrase-structure tree has no heads whose number would tell, and the
 * machine needs the number to start. Each word is shifted once by the key SH. The reader stays where
 * it was. */
static gboolean
count_words (Json *json, int *n, GError **error)
{
  const JsonPlace place = json_place (json);
  const char *key;
  gsize length;
  JsonStep step;

  *n = 0;
  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    if (!json_string (json, &key, &length, error))
      return FALSE;
    *n += length == 2 && memcmp (key, "SH", 2) == 0;
  }
  json_return (json, &place);
  return step == JSON_CLOSED
         && (*n > 0 || fail_data (error, "transitions: found no SH, expected one for each word"));
}

/* Refuses labels that cannot be written in brackets. A key may be any text, such as "NT-a b", which
 * would come out as (a b ...), a constituent a with a word b. */
static gboolean
check_names (const TbkVocabulary *labels, GError **error)
{
  for (int l = 0; l < tbk_vocabulary_size (labels); l++)
    for (const char *byte = tbk_vocabulary_name (labels, l); *byte != '\0'; byte++)
      if (!is_token (*byte)) {
        const char *label = tbk_vocabulary_name (labels, l);
        g_autofree char *found = tbk_quote (label, strlen (label));

        return fail_data (
            error, "transitions: found the label %s, expected one without blanks and parentheses", found);
      }
  return TRUE;
}

/* Orders constituents as trees have them, in pre-order: by left end, then the longer one first. Of
 * several over one span the inner one was built first, as its parent takes it as a child; so what was
 * built last is outermost. */
static int
compare_built (gconstpointer a, gconstpointer b)
{
  const Built *x = a, *y = b;

  if (x->constituent.left != y->constituent.left)
    return x->constituent.left < y->constituent.left ? -1 : 1;
  if (x->constituent.right != y->constituent.right)
    return x->constituent.right > y->constituent.right ? -1 : 1;
  return x->time > y->time ? -1 : x->time < y->time;
}

/* Makes the tree from what was built. Constituents come in the order in which they were completed,
 * children first: for (S (NP the dog) barks) that is NP (0, 2), S (0, 3). Sorted they are S, NP. O(n
 * log n). */
static gboolean
set_tree (TbkReplayer *replayer, GError **error)
{
  const TbkPhraseConfiguration *c = &replayer->machine.phrases;
  const gsize n = (gsize) c->n_built;

  if (!ROOM_RESERVE (&replayer->constituents, n + 1, ARRAY (replayer->built), ARRAY (replayer->sorted)))
    return memory_fail (error, "a tree of %" G_GSIZE_FORMAT " constituents", n);
  for (gsize i = 0; i < n; i++)
    replayer->built[i] = (Built){ c->built[i], (int) i };
  qsort (replayer->built, n, sizeof (Built), compare_built);
  for (gsize i = 0; i < n; i++)
    replayer->sorted[i] = replayer->built[i].constituent;
  return tbk_phrase_tree_set (&replayer->tree, c->n, replayer->sorted, c->n_built, error);
}

/* Replays a line of phrase structure. Its labels have numbers of their own: the vocabulary is emptied
 * for each line, as it would grow with a file of many labels. */
static gboolean
replay_phrases (TbkReplayer *replayer, TbkReplayedTree *tree, GError **error)
{
  int n;

  tbk_vocabulary_clear (replayer->names);
  if (!members_return (replayer->members, &phrase_keys, TRANSITIONS, &replayer->json, error)
      || !count_words (&replayer->json, &n, error) || !machine_start (&replayer->machine, n, error)
      || !take_all (replayer, error))
    return FALSE;
  if (!machine_is_final (&replayer->machine))
    return fail_data (error,
                      "transitions: found their end, expected more: the last configuration is not final");
  if (!check_names (replayer->names, error) || !set_tree (replayer, error))
    return FALSE;
  *tree = (TbkReplayedTree){ .n = n, .phrases = &replayer->tree, .names = replayer->names };
  return TRUE;
}

gboolean
tbk_replayer_read (TbkReplayer *replayer, const char *line, gsize length, int n_words, TbkReplayedTree *tree,
                   GError **error)
{
  return members_find (replayer->members, replayer->keys, &replayer->json, line, length, error)
         && (replayer->machine.system != NULL ? replay_heads (replayer, n_words, tree, error)
                                              : replay_phrases (replayer, tree, error));
}

/* Constituents are in pre-order, so those that begin at a word are next to each other, the outermost
 * first. @open is the innermost one begun and not ended. Going up `parents` from it closes all that
 * end behind the word; no stack is needed. Words are written as (_ w0), (_ w1): a tree of constituents
 * alone does not know their forms. */
void
tbk_phrase_tree_write (const TbkPhraseTree *tree, const TbkVocabulary *labels, GString *text)
{
  int open = -1, n_begun = 0;

  for (int word = 0; word < tree->n; word++) {
    for (; n_begun < tree->n_constituents && tree->constituents[n_begun].left == word; open = n_begun++)
      g_string_append_printf (text, "%s(%s", n_begun > 0 ? " " : "",
                              tbk_vocabulary_name (labels, tree->constituents[n_begun].label));
    g_string_append_printf (text, " (_ w%d)", word);
    for (; open >= 0 && tree->constituents[open].right == word + 1; open = tree->parents[open])
      g_string_append_c (text, ')');
  }
}

/* 3. walks: computations of many sentences side by side, over flat arrays.
 *
 * This is for callers in other languages, who pay for each call: one call steps all sentences. Two
 * sentences of 2 and 3 words come as
 *
 *   heads      2 0 | 2 0 2     without heads[0]
 *   offsets    0 2 5           sentence i has heads[offsets[i]] to heads[offsets[i + 1] - 1]
 *
 * With 4 transitions in the system, tbk_walks_values() sets 8 values: those of sentence 0, then those of
 * sentence 1. Each sentence has an oracle of its own, since an oracle keeps tables for one gold tree at a
 * time. Oracles and configurations are kept from batch to batch; a batch larger than all before makes more
 * of them.
 */

typedef struct {
  TbkConfiguration configuration;
  TbkOracle *oracle;
} OracleWalk;

struct TbkWalks {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  OracleWalk *walks; /* n are in use; all n_allocated have an oracle */
  int n, n_allocated;
  int *heads; /* scratch: the heads of one sentence, with heads[0] */
  int n_words_allocated;
};

/* Adds one more walk to those allocated; @walks has room for it. */
static gboolean
add_walk (TbkWalks *walks, GError **error)
{
  TbkOracle *oracle = tbk_oracle_new (walks->system, walks->policy, walks->method, error);

  if (oracle == NULL)
    return FALSE;
  walks->walks[walks->n_allocated++] = (OracleWalk){ TBK_CONFIGURATION_INIT, oracle };
  return TRUE;
}

/* Makes walks until there are @n. n_allocated goes up with each that is whole, so that after a failure
 * all that are counted can be freed. */
static gboolean
reserve_walks (TbkWalks *walks, int n, GError **error)
{
  if (n <= walks->n_allocated)
    return TRUE;
  if (!TRY_RENEW (walks->walks, n))
    return memory_fail (error, "%d computations", n);
  while (walks->n_allocated < n)
    if (!add_walk (walks, error))
      return FALSE;
  return TRUE;
}

/* One walk is made at once, so that a method that the system does not have is an error here. */
TbkWalks *
tbk_walks_new (const TbkSystem *system, int policy, TbkMethod method, GError **error)
{
  g_autoptr (TbkWalks) walks = NULL;

  g_return_val_if_fail (system != NULL && policy >= 0 && policy < MAX (system->n_policies, 1), NULL);
  g_return_val_if_fail ((guint) method < TBK_N_METHODS, NULL);
  walks = g_new0 (TbkWalks, 1);
  walks->system = system;
  walks->policy = policy;
  walks->method = method;
  return reserve_walks (walks, 1, error) ? g_steal_pointer (&walks) : NULL;
}

void
tbk_walks_free (TbkWalks *walks)
{
  if (walks == NULL)
    return;
  for (int i = 0; i < walks->n_allocated; i++) {
    tbk_configuration_clear (&walks->walks[i].configuration);
    tbk_oracle_free (walks->walks[i].oracle);
  }
  g_free (walks->walks);
  g_free (walks->heads);
  g_free (walks);
}

/* Says which sentence @error is about, and returns FALSE. */
static gboolean
fail_sentence (int i, GError **error)
{
  g_prefix_error (error, "sentences[%d]: ", i);
  return FALSE;
}

/* Gives @oracle the gold tree whose words have the heads @words; @heads is scratch. */
static gboolean
set_gold_words (TbkOracle *oracle, const int *words, gint64 n, int **heads, int *n_allocated, GError **error)
{
  g_return_val_if_fail (n >= 0 && n < G_MAXINT - 2, FALSE);
  if (!reserve_words (heads, n_allocated, (int) n, sizeof (int), error))
    return FALSE;
  (*heads)[0] = -1;
  if (n > 0)
    memcpy (*heads + 1, words, (gsize) n * sizeof (int));
  return tbk_oracle_set_gold (oracle, *heads, (int) n, error);
}

/* A failure leaves no walks, not some that have begun beside others of the batch before. */
gboolean
tbk_walks_start (TbkWalks *walks, const int *heads, const gint64 *offsets, int n_sentences, GError **error)
{
  g_return_val_if_fail (heads != NULL && offsets != NULL && n_sentences >= 0, FALSE);
  walks->n = 0;
  if (!reserve_walks (walks, n_sentences, error))
    return FALSE;
  for (int i = 0; i < n_sentences; i++) {
    OracleWalk *walk = &walks->walks[i];
    gint64 n = offsets[i + 1] - offsets[i];

    if (!set_gold_words (walk->oracle, heads + offsets[i], n, &walks->heads, &walks->n_words_allocated, error)
        || !tbk_configuration_start (&walk->configuration, walks->system, (int) n, error))
      return fail_sentence (i, error);
  }
  walks->n = n_sentences;
  return TRUE;
}

int
tbk_walks_size (const TbkWalks *walks)
{
  return walks->n;
}

const TbkConfiguration *
tbk_walks_configuration (const TbkWalks *walks, int i)
{
  g_return_val_if_fail (i >= 0 && i < walks->n, NULL);

  return &walks->walks[i].configuration;
}

gboolean
tbk_walks_have_ended (const TbkWalks *walks)
{
  for (int i = 0; i < walks->n; i++)
    if (tbk_configuration_allowed (&walks->walks[i].configuration) != 0)
      return FALSE;
  return TRUE;
}

/* Sentences end at different times. One that is final has only impossible values, and costs nothing
 * while the others go on. */
gboolean
tbk_walks_values (TbkWalks *walks, int *values, GError **error)
{
  int n_transitions = walks->system->n_transitions;

  for (int i = 0; i < walks->n; i++, values += n_transitions) {
    OracleWalk *walk = &walks->walks[i];

    if (tbk_configuration_is_final (&walk->configuration))
      for (int t = 0; t < n_transitions; t++)
        values[t] = TBK_IMPOSSIBLE;
    else if (!tbk_oracle_values (walk->oracle, &walk->configuration, values, error))
      return fail_sentence (i, error);
  }
  return TRUE;
}

void
tbk_walks_allowed (const TbkWalks *walks, guint *allowed)
{
  for (int i = 0; i < walks->n; i++)
    allowed[i] = tbk_configuration_allowed (&walks->walks[i].configuration);
}

/* Returns FALSE with @error set if @transition cannot be taken. It may be any number, as it comes from
 * outside. */
static gboolean
check_step (const TbkConfiguration *configuration, int transition, GError **error)
{
  const TbkSystem *system = configuration->system;
  const char *obstacle;

  if (transition < 0 || transition >= system->n_transitions) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found transition %d, expected one from 0 to %d",
                 transition, system->n_transitions - 1);
    return FALSE;
  }
  obstacle = tbk_configuration_obstacle (configuration, &system->transitions[transition]);
  if (obstacle == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s is not allowed: %s",
               system->transitions[transition].name, obstacle);
  return FALSE;
}

/* All transitions are checked before any is taken: after an error no configuration has changed. -1
 * leaves a sentence as it is. */
gboolean
tbk_walks_step (TbkWalks *walks, const int *transitions, GError **error)
{
  for (int i = 0; i < walks->n; i++)
    if (transitions[i] != -1 && !check_step (&walks->walks[i].configuration, transitions[i], error))
      return fail_sentence (i, error);
  for (int i = 0; i < walks->n; i++)
    if (transitions[i] != -1)
      configuration_take (&walks->walks[i].configuration, &walks->system->transitions[transitions[i]]);
  return TRUE;
}

/* Words that returned to the input come before buffer..n, the one that returned last first. -1 stands
 * where the stack or the input has no more words. */
void
tbk_walks_words (const TbkWalks *walks, int n_stack, int n_input, int *words)
{
  g_return_if_fail (n_stack >= 0 && n_input >= 0);
  for (int i = 0; i < walks->n; i++) {
    const TbkConfiguration *c = &walks->walks[i].configuration;

    for (int k = 0; k < n_stack; k++)
      *words++ = k < c->depth ? c->stack[c->depth - 1 - k].word : -1;
    for (int k = 0; k < n_input; k++)
      *words++ = k < c->n_returned                   ? c->returned[c->n_returned - 1 - k]
                 : k < tbk_configuration_n_input (c) ? c->buffer + k - c->n_returned
                                                     : -1;
  }
}

void
tbk_walks_trees (const TbkWalks *walks, int *heads)
{
  for (int i = 0; i < walks->n; i++) {
    const TbkConfiguration *c = &walks->walks[i].configuration;

    for (int w = 1; w <= c->n; w++)
      *heads++ = MAX (c->heads[w], 0);
  }
}

/* Values each configuration on the way of @transitions through a sentence; @values has a row for each
 * of them. The values are those before the step, so the transition taken is one of those valued. */
static gboolean
follow (TbkOracle *oracle, TbkConfiguration *configuration, const guint8 *transitions, gint64 length,
        int *values, GError **error)
{
  const TbkSystem *system = oracle_system (oracle);

  for (gint64 i = 0; i < length; i++, values += system->n_transitions) {
    if (!check_step (configuration, transitions[i], error)
        || !tbk_oracle_values (oracle, configuration, values, error)) {
      g_prefix_error (error, "transitions[%" G_GINT64_FORMAT "]: ", i);
      return FALSE;
    }
    configuration_take (configuration, &system->transitions[transitions[i]]);
  }
  return TRUE;
}

/* Sentence i has the transitions from ends[i] up to ends[i + 1] - 1, and as many rows of @values. One
 * oracle goes through one sentence after the other, which keeps its tables in the cache. */
gboolean
tbk_oracle_follow (TbkOracle *oracle, const int *heads, const gint64 *offsets, int n_sentences,
                   const guint8 *transitions, const gint64 *ends, int *values, GError **error)
{
  const TbkSystem *system = oracle_system (oracle);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autofree int *gold = NULL;
  int n_allocated = 0;

  for (int i = 0; i < n_sentences; i++) {
    gint64 n = offsets[i + 1] - offsets[i];

    if (!set_gold_words (oracle, heads + offsets[i], n, &gold, &n_allocated, error)
        || !tbk_configuration_start (&configuration, system, (int) n, error)
        || !follow (oracle, &configuration, transitions + ends[i], ends[i + 1] - ends[i],
                    values + ends[i] * system->n_transitions, error))
      return fail_sentence (i, error);
  }
  return TRUE;
}
