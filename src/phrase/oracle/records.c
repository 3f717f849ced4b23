/* records.c - oracles of phrase structure over lines of JSON. */
#include "tbk/constituency_records.h"

#include <string.h>

#include "base/fail.h"
#include "base/members.h"
#include "base/memory.h"
#include "phrase/oracle/steps.h"

typedef enum { TREE, PREFIX, LABELS, ID, N_KEYS } Key;
static const char *const names[N_KEYS + 1] = { "tree", "prefix", "labels", "id", NULL };
static const Keys keys = { names, ~0u, "records of phrase structure" };

struct TbkPhraseRecords {
  const TbkPhraseSystem *system;
  TbkPhraseOracle *oracle;
  Json json;
  Member members[N_KEYS];
  GString *answer;
  TbkVocabulary *names; /* of labels, of the tree and records since */
  TbkBracketBatch *batch;
  TbkPhraseTree tree;
  GString *text; /* of the tree that the oracle has; empty: none */
  TbkPhraseConfiguration configuration;
  int *labels; /* to be valued */
  int n_labels, n_tree_labels;
  gsize labels_allocated;
};

TbkPhraseRecords *
tbk_phrase_records_new (const TbkPhraseSystem *system, TbkPhraseMethod method, GError **error)
{
  TbkPhraseOracle *oracle = tbk_phrase_oracle_new (system, method, error);
  TbkPhraseRecords *records;

  if (oracle == NULL)
    return NULL;
  records = g_new0 (TbkPhraseRecords, 1);
  records->system = system;
  records->oracle = oracle;
  records->answer = g_string_new (NULL);
  records->text = g_string_new (NULL);
  records->names = tbk_vocabulary_new ();
  records->batch = tbk_bracket_batch_new ();
  return records;
}

void
tbk_phrase_records_free (TbkPhraseRecords *records)
{
  if (records == NULL)
    return;
  tbk_phrase_oracle_free (records->oracle);
  json_clear (&records->json);
  g_string_free (records->answer, TRUE);
  g_string_free (records->text, TRUE);
  tbk_vocabulary_free (records->names);
  tbk_bracket_batch_free (records->batch);
  tbk_phrase_tree_clear (&records->tree);
  tbk_phrase_configuration_clear (&records->configuration);
  g_free (records->labels);
  g_free (records);
}

/* Makes the tree that records->text holds the gold tree. */
static gboolean
set_tree (TbkPhraseRecords *records, GError **error)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  TbkBracketTree tree, second;

  if (!tbk_bracket_batch_set_text (records->batch, "tree", records->text->str, records->text->len, &options,
                                   error))
    return FALSE;
  if (!tbk_bracket_batch_next (records->batch, &tree))
    return fail_data (error, "tree: found no bracket, expected a tree");
  if (tree.problem != NULL) {
    g_propagate_error (error, g_error_copy (tree.problem));
    return FALSE;
  }
  tbk_vocabulary_clear (records->names);
  if (!tbk_phrase_tree_set_brackets (&records->tree, &tree, records->names, error)
      || !tbk_phrase_oracle_set_gold (records->oracle, &records->tree, error))
    return FALSE;
  records->n_tree_labels = tbk_vocabulary_size (records->names);
  return !tbk_bracket_batch_next (records->batch, &second)
         || fail_data (error, "tree: found a second tree, expected one");
}

/* The names of records with one tree are kept, but not without end. */
enum { MOST_NAMES = 1 << 16 };

static gboolean
has_tree (const TbkPhraseRecords *records, const char *text, gsize length)
{
  return length > 0 && length == records->text->len && memcmp (text, records->text->str, length) == 0
         && tbk_vocabulary_size (records->names) - records->n_tree_labels < MOST_NAMES;
}

static gboolean
read_tree (TbkPhraseRecords *records, GError **error)
{
  const char *text;
  gsize length;

  if (!members_return (records->members, &keys, TREE, &records->json, error)
      || !json_string (&records->json, &text, &length, error))
    return FALSE;
  if (has_tree (records, text, length))
    return TRUE;
  g_string_truncate (records->text, 0);
  g_string_append_len (records->text, text, (gssize) length);
  if (set_tree (records, error))
    return TRUE;
  g_string_truncate (records->text, 0);
  return FALSE;
}

static gboolean
read_prefix (TbkPhraseRecords *records, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  tbk_phrase_configuration_start (&records->configuration, records->system, records->tree.n);
  if (!records->members[PREFIX].is_there)
    return TRUE;
  json_return (json, &records->members[PREFIX].place);
  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!steps_take (json, &records->configuration, records->names, error))
      return FALSE;
  return step == JSON_CLOSED;
}

static gboolean
add_label (TbkPhraseRecords *records, int label, GError **error)
{
  if (!try_reserve (&records->labels, &records->labels_allocated, (gsize) records->n_labels + 1,
                    sizeof (int)))
    return memory_fail (error, "%d labels", records->n_labels + 1);
  records->labels[records->n_labels++] = label;
  return TRUE;
}

static gboolean
read_label (TbkPhraseRecords *records, GError **error)
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
  label = tbk_vocabulary_add (records->names, name, length, error);
  return label >= 0 && add_label (records, label, error);
}

static gboolean
read_labels (TbkPhraseRecords *records, GError **error)
{
  Json *json = &records->json;
  JsonStep step;

  records->n_labels = 0;
  if (!records->members[LABELS].is_there) {
    for (int label = 0; label < records->n_tree_labels; label++)
      if (!add_label (records, label, error))
        return FALSE;
    return TRUE;
  }
  json_return (json, &records->members[LABELS].place);
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

/* Calls @write for each transition that is allowed and whose label, if it takes one, is asked for. */
typedef void (*WriteTransition) (TbkPhraseRecords *records, TbkPhraseTransition transition, int loss,
                                 int loss_before);

static void
for_each_transition (TbkPhraseRecords *records, const TbkPhraseValues *values, WriteTransition write)
{
  for (int v = 0; v < values->n; v++) {
    TbkPhraseTransition transition = values->values[v].transition;

    if (transition.act != TBK_PHRASE_OPEN && transition.n_children == 0)
      write (records, transition, values->values[v].loss, values->loss);
    else if (transition.label == -1)
      for (int l = 0; l < records->n_labels; l++) {
        transition.label = records->labels[l];
        write (records, transition, loss_of_label (values, v, transition.label), values->loss);
      }
  }
}

static void
append_key (TbkPhraseRecords *records, TbkPhraseTransition transition)
{
  g_autoptr (GString) key = g_string_new (NULL);

  tbk_phrase_transition_write (records->system, transition, records->names, key);
  if (!g_str_has_suffix (records->answer->str, "{") && !g_str_has_suffix (records->answer->str, "["))
    g_string_append_c (records->answer, ',');
  json_append_string (records->answer, key->str, key->len);
}

static void
write_loss (TbkPhraseRecords *records, TbkPhraseTransition transition, int loss, int loss_before)
{
  (void) loss_before;
  append_key (records, transition);
  g_string_append_c (records->answer, ':');
  json_append_integer (records->answer, loss);
}

static void
write_if_optimal (TbkPhraseRecords *records, TbkPhraseTransition transition, int loss, int loss_before)
{
  if (loss == loss_before)
    append_key (records, transition);
}

static void
write_id (TbkPhraseRecords *records)
{
  const Member *id = &records->members[ID];

  if (!id->is_there)
    return;
  g_string_append (records->answer, "\"id\":");
  member_append (id, records->answer);
  g_string_append_c (records->answer, ',');
}

/* Refuses what would be too long an answer. */
static gboolean
check_length (const TbkPhraseRecords *records, GError **error)
{
  const gint64 n_labelled =
      records->system->strategy == TBK_PHRASE_BOTTOM_UP ? records->configuration.depth : 1;

  return n_labelled * records->n_labels <= TBK_PHRASE_MAX_ANSWER
         || fail_data (error, "found %d labels with %d numbers of children, expected at most %d transitions",
                       records->n_labels, (int) n_labelled, TBK_PHRASE_MAX_ANSWER);
}

static gboolean
value_record (TbkPhraseRecords *records, const char *line, gsize length, GError **error)
{
  const TbkPhraseValues *values;

  if (!members_find (records->members, &keys, &records->json, line, length, error)
      || !read_tree (records, error) || !read_prefix (records, error) || !read_labels (records, error)
      || !check_length (records, error))
    return FALSE;
  values = tbk_phrase_oracle_values (records->oracle, &records->configuration, error);
  if (values == NULL)
    return FALSE;
  g_string_assign (records->answer, "{");
  write_id (records);
  g_string_append (records->answer, "\"losses\":{");
  for_each_transition (records, values, write_loss);
  g_string_append (records->answer, "},\"optimal\":[");
  for_each_transition (records, values, write_if_optimal);
  g_string_append_printf (records->answer, "],\"loss\":%d}\n", values->loss);
  return TRUE;
}

/* The answer to the record in hand, with its id. */
static const char *
write_error (TbkPhraseRecords *records, const char *message)
{
  g_string_assign (records->answer, "{");
  write_id (records);
  g_string_append (records->answer, "\"error\":");
  json_append_string (records->answer, message, strlen (message));
  g_string_append (records->answer, "}\n");
  return records->answer->str;
}

const char *
tbk_phrase_records_refuse (TbkPhraseRecords *records, const char *message)
{
  records->members[ID].is_there = FALSE;
  return write_error (records, message);
}

const char *
tbk_phrase_records_answer (TbkPhraseRecords *records, const char *line, gsize length, gboolean *is_valued,
                           GError **error)
{
  g_autoptr (GError) reason = NULL;

  *is_valued = value_record (records, line, length, &reason);
  if (*is_valued)
    return records->answer->str;
  if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_RESOURCE))
    return write_error (records, reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}
