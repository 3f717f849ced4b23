/* sequence_records.c - sequences of transitions to lines of JSON, and such lines to trees. */
#include "tbk/sequence_records.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "oracle/record_configuration.h"
#include "transition/step.h"

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
