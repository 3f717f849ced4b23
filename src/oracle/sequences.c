/* sequences.c - sequences of transitions: as lines of JSON, and of many sentences side by side.
 *
 * Contents
 *   1. sequence_records: sequences of transitions to lines of JSON, and such lines to trees
 *   2. walks: computations of many sentences side by side, over flat arrays
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "tbk/sequence_records.h"
#include "tbk/walks.h"

/* 1. sequence_records: sequences of transitions to lines of JSON, and such lines to trees. */

static void
append_key (GString *text, const char *key)
{
  g_string_append_printf (text, "\"%s\":", key);
}

/* Appends a transition, with the label of the word whose relation it chooses, and takes it. */
static gboolean
append_transition (const TbkSequenceRecord *record, TbkConfiguration *c, const TbkTransition *transition,
                   GString *text, GError **error)
{
  int word = tbk_configuration_related (c, transition);
  GString *name = g_string_new (transition->key);

  if (word > 0) {
    g_string_append_c (name, ':');
    g_string_append_len (name, record->labels[word].bytes, record->labels[word].size);
  }
  json_append_string (text, name->str, name->len);
  g_string_free (name, TRUE);
  return tbk_configuration_step_with (c, transition, word, error);
}

static gboolean
append_transitions (const TbkSequenceRecord *record, TbkConfiguration *scratch, GString *text, GError **error)
{
  const TbkSystem *system = record->system;

  if (record->labels != NULL) {
    tbk_configuration_keep_relations (scratch);
    if (!tbk_configuration_start (scratch, system, record->n, error))
      return FALSE;
  }
  for (gsize i = 0; i < record->sequence.length; i++) {
    const TbkTransition *transition = &system->transitions[record->sequence.transitions[i]];

    if (i > 0)
      g_string_append_c (text, ',');
    if (record->labels == NULL)
      json_append_string (text, transition->key, strlen (transition->key));
    else if (!append_transition (record, scratch, transition, text, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_sequence_record_append (const TbkSequenceRecord *record, TbkConfiguration *scratch, GString *text,
                            GError **error)
{
  g_string_append_c (text, '{');
  append_key (text, "file");
  json_append_string (text, record->file, strlen (record->file));
  g_string_append (text, ",\"sentence\":");
  json_append_integer (text, record->sentence);
  g_string_append (text, ",\"sent_id\":");
  json_append_string (text, record->sent_id.bytes, record->sent_id.size);
  g_string_append (text, ",\"heads\":[");
  for (int i = 1; i <= record->n; i++) {
    if (i > 1)
      g_string_append_c (text, ',');
    json_append_integer (text, record->heads[i]);
  }
  g_string_append (text, "],\"transitions\":[");
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

typedef enum { FILE_NAME, SENTENCE, SENT_ID, HEADS, TRANSITIONS, LOST, N_KEYS } Key;
static const char *const names[N_KEYS + 1] = { "file",        "sentence", "sent_id", "heads",
                                               "transitions", "lost",     NULL };
static const Keys keys = { names, ~0u, "sequences of transitions" };

struct TbkReplayer {
  const TbkSystem *system;
  Json json;
  Member members[N_KEYS];
  TbkConfiguration configuration;
  int *heads;
  TbkPiece *labels;
  GString *strings; /* the labels and the sent_id, one after the other */
  int n_allocated;
};

TbkReplayer *
tbk_replayer_new (const TbkSystem *system)
{
  TbkReplayer *replayer = g_new0 (TbkReplayer, 1);

  g_return_val_if_fail (system != NULL, NULL);
  replayer->system = system;
  replayer->strings = g_string_new (NULL);
  tbk_configuration_keep_relations (&replayer->configuration);
  return replayer;
}

void
tbk_replayer_free (TbkReplayer *replayer)
{
  if (replayer == NULL)
    return;
  json_clear (&replayer->json);
  tbk_configuration_clear (&replayer->configuration);
  g_free (replayer->heads);
  g_free (replayer->labels);
  g_string_free (replayer->strings, TRUE);
  g_free (replayer);
}

/* Whether a string can stand in a field of CoNLL-U: no tabs, no ends of line, and, but in a comment, no
 * spaces. */
static gboolean
can_stand (const char *bytes, gsize length, char least)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar) bytes[i] < (guchar) least || bytes[i] == 0x7f)
      return FALSE;
  return length > 0;
}

/* Keeps a string; where it is kept may change, so only its place is told until all are. */
static TbkPiece
keep (TbkReplayer *replayer, const char *bytes, gsize length)
{
  TbkPiece kept = { GSIZE_TO_POINTER (replayer->strings->len), length };

  g_string_append_len (replayer->strings, bytes, length);
  return kept;
}

static void
settle (const TbkReplayer *replayer, TbkPiece *string)
{
  string->bytes = replayer->strings->str + GPOINTER_TO_SIZE (string->bytes);
}

/* Reads a transition, with its label if it has one, and takes it. */
static gboolean
read_transition (TbkReplayer *replayer, GError **error)
{
  Json *json = &replayer->json;
  TbkConfiguration *c = &replayer->configuration;
  const JsonPlace place = json_place (json);
  const char *name, *colon, *why;
  g_autofree char *expected = NULL;
  gsize length;
  int t = 0, word;

  if (!json_string (json, &name, &length, error))
    return FALSE;
  colon = memchr (name, ':', length);
  t = transition_of_key (replayer->system, name, colon != NULL ? (gsize) (colon - name) : length);
  why = t < 0 ? NULL : tbk_configuration_obstacle (c, &replayer->system->transitions[t]);
  if (t < 0)
    expected = g_strdup_printf ("a transition of the system %s", replayer->system->name);
  else if (why != NULL)
    expected = g_strdup_printf ("a transition that is allowed: %s", why);
  else if (colon != NULL && !can_stand (colon + 1, name + length - colon - 1, '!'))
    expected = g_strdup ("a label without spaces after ':'");
  else if ((word = tbk_configuration_related (c, &replayer->system->transitions[t])) > 0 && colon != NULL)
    replayer->labels[word] = keep (replayer, colon + 1, name + length - colon - 1);
  else if (colon != NULL)
    expected = g_strdup ("no label: it chooses no relation");
  if (expected == NULL)
    return tbk_configuration_step_with (c, &replayer->system->transitions[t], 0, error);
  json_return (json, &place);
  return json_refuse (json, expected, error);
}

static gboolean
read_transitions (TbkReplayer *replayer, GError **error)
{
  Json *json = &replayer->json;
  JsonStep step;

  if (!members_return (replayer->members, &keys, TRANSITIONS, json, error) || !json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!read_transition (replayer, error))
      return FALSE;
  if (step == JSON_CLOSED && !tbk_configuration_is_final (&replayer->configuration))
    return fail_data (error,
                      "transitions: found %" G_GSIZE_FORMAT ", expected more: the last "
                      "configuration is not final",
                      replayer->members[TRANSITIONS].n);
  return step == JSON_CLOSED;
}

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

/* Makes room, and begins a computation. */
static gboolean
begin (TbkReplayer *replayer, GError **error)
{
  int n = (int) replayer->members[HEADS].n;
  gsize size = (gsize) n + 1;

  if (replayer->heads == NULL || n > replayer->n_allocated) {
    if (!TRY_RENEW (replayer->heads, size) || !TRY_RENEW (replayer->labels, size))
      return memory_fail (error, "a record of %d words", n);
    replayer->n_allocated = n;
  }
  memset (replayer->labels, 0, size * sizeof *replayer->labels);
  g_string_truncate (replayer->strings, 0);
  return tbk_configuration_start (&replayer->configuration, replayer->system, n, error);
}

gboolean
tbk_replayer_read (TbkReplayer *replayer, const char *line, gsize length, TbkReplayedTree *tree,
                   GError **error)
{
  Json *json = &replayer->json;
  TbkPiece sent_id;
  int n;

  if (!members_find (replayer->members, &keys, json, line, length, error)
      || !members_return (replayer->members, &keys, HEADS, json, error))
    return FALSE;
  n = (int) replayer->members[HEADS].n;
  if (!begin (replayer, error) || !configuration_read_heads (json, replayer->heads, n, error)
      || !read_sent_id (replayer, &sent_id, error) || !read_transitions (replayer, error))
    return FALSE;
  tbk_configuration_tree (&replayer->configuration, replayer->heads);
  *tree = (TbkReplayedTree){ n, replayer->heads, replayer->labels, FALSE, sent_id };
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

/* 2. walks: computations of many sentences side by side, over flat arrays. */

typedef struct {
  TbkConfiguration configuration;
  TbkOracle *oracle;
} OracleWalk;

struct TbkWalks {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  OracleWalk *walks; /* those allocated have an oracle */
  int n, n_allocated;
  int *heads; /* scratch: of one sentence */
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

/* Whether @transition, a number that may be any, can be taken. */
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

/* Follows the @length transitions through the sentence of the oracle's gold tree. */
static gboolean
follow (TbkOracle *oracle, TbkConfiguration *configuration, const guint8 *transitions, gint64 length,
        int *values, GError **error)
{
  const TbkSystem *system = tbk_oracle_system (oracle);

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

gboolean
tbk_oracle_follow (TbkOracle *oracle, const int *heads, const gint64 *offsets, int n_sentences,
                   const guint8 *transitions, const gint64 *ends, int *values, GError **error)
{
  const TbkSystem *system = tbk_oracle_system (oracle);
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
