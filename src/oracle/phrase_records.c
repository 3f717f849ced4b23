/* phrase_records.c - oracles and sequences of phrase structure over lines of JSON.
 *
 * Contents
 *   1. records: oracles of phrase structure over lines of JSON
 *   2. sequence: the transitions that build a phrase-structure tree, and lines of JSON with them
 *   3. replay: sequences of transitions in lines of JSON to trees
 */
#include "oracle/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "brackets/brackets.h"
#include "tbk/constituency_records.h"
#include "tbk/constituency_sequence.h"

/* 1. records: oracles of phrase structure over lines of JSON. */

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

/* 2. sequence: the transitions that build a phrase-structure tree, and lines of JSON with them. */

struct TbkPhraseSequencer {
  const TbkPhraseSystem *system;
  TbkPhraseStaticOracle *sequence;
  TbkPhraseOracle *exact; /* made when it is needed first */
  TbkPhraseConfiguration configuration;
  TbkPhraseTransition *transitions;
  gsize length, n_allocated;
};

TbkPhraseSequencer *
tbk_phrase_sequencer_new (const TbkPhraseSystem *system)
{
  TbkPhraseSequencer *sequencer;

  g_return_val_if_fail (system != NULL, NULL);
  sequencer = g_new0 (TbkPhraseSequencer, 1);
  sequencer->system = system;
  sequencer->sequence = tbk_phrase_static_oracle_new (system);
  return sequencer;
}

void
tbk_phrase_sequencer_free (TbkPhraseSequencer *sequencer)
{
  if (sequencer == NULL)
    return;
  tbk_phrase_static_oracle_free (sequencer->sequence);
  tbk_phrase_oracle_free (sequencer->exact);
  tbk_phrase_configuration_clear (&sequencer->configuration);
  g_free (sequencer->transitions);
  g_free (sequencer);
}

static void
start (TbkPhraseSequencer *sequencer, const TbkPhraseTree *tree)
{
  tbk_phrase_configuration_start (&sequencer->configuration, sequencer->system, tree->n);
  sequencer->length = 0;
}

static gboolean
take (TbkPhraseSequencer *sequencer, TbkPhraseTransition transition, GError **error)
{
  if (!try_reserve (&sequencer->transitions, &sequencer->n_allocated, sequencer->length + 1,
                    sizeof *sequencer->transitions))
    return memory_fail (error, "a sequence of %" G_GSIZE_FORMAT " transitions", sequencer->length + 1);
  sequencer->transitions[sequencer->length++] = transition;
  return tbk_phrase_configuration_step (&sequencer->configuration, transition, error);
}

/* Takes the sequence of the static oracle, as far as the system allows it. */
static gboolean
run_static (TbkPhraseSequencer *sequencer, const TbkPhraseTree *tree, GError **error)
{
  TbkPhraseTransition transition;

  if (!tbk_phrase_static_oracle_set_gold (sequencer->sequence, tree, error))
    return FALSE;
  start (sequencer, tree);
  while (tbk_phrase_static_oracle_next (sequencer->sequence, &transition)
         && tbk_phrase_configuration_obstacle (&sequencer->configuration, transition) == NULL)
    if (!take (sequencer, transition, error))
      return FALSE;
  return TRUE;
}

/* The first transition after which nothing more is lost. The label -1 stands for labels that are not gold
 * here, and a constituent with such a one costs 1, so there is always another. */
static TbkPhraseTransition
find_optimal (const TbkPhraseValues *values)
{
  int v = 0;

  while (values->values[v].loss > values->loss
         || (values->values[v].transition.n_children > 0 && values->values[v].transition.label < 0)) {
    v++;
    g_assert (v < values->n);
  }
  return values->values[v].transition;
}

static gboolean
run_exact (TbkPhraseSequencer *sequencer, const TbkPhraseTree *tree, int *lost, GError **error)
{
  if (sequencer->exact == NULL
      && (sequencer->exact = tbk_phrase_oracle_new (sequencer->system, TBK_PHRASE_EXACT, error)) == NULL)
    return FALSE;
  if (!tbk_phrase_oracle_set_gold (sequencer->exact, tree, error))
    return FALSE;
  start (sequencer, tree);
  while (!tbk_phrase_configuration_is_final (&sequencer->configuration)) {
    const TbkPhraseValues *values =
        tbk_phrase_oracle_values (sequencer->exact, &sequencer->configuration, error);

    if (values == NULL)
      return FALSE;
    *lost = values->loss;
    if (!take (sequencer, find_optimal (values), error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_phrase_sequencer_run (TbkPhraseSequencer *sequencer, const TbkPhraseTree *tree,
                          TbkPhraseSequence *sequence, GError **error)
{
  int lost = 0;

  if (!run_static (sequencer, tree, error)
      || (!tbk_phrase_configuration_is_final (&sequencer->configuration)
          && !run_exact (sequencer, tree, &lost, error)))
    return FALSE;
  *sequence = (TbkPhraseSequence){ sequencer->transitions, sequencer->length, lost };
  return TRUE;
}

static gboolean
check_labels (const TbkBracketTree *tree, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form == NULL && tree->nodes[i].label_length == 0) {
      g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA,
                           "found a constituent without label, expected each with one in a record");
      return FALSE;
    }
  return TRUE;
}

gboolean
tbk_phrase_sequence_append (const TbkPhraseSequenceRecord *record, GString *text, GError **error)
{
  g_autoptr (GString) part = NULL;

  if (!check_labels (record->tree, error))
    return FALSE;
  part = g_string_new (NULL);

  g_string_append (text, "{\"file\":");
  json_append_string (text, record->file, strlen (record->file));
  g_string_append (text, ",\"sentence\":");
  json_append_integer (text, record->sentence);
  g_string_append (text, ",\"sent_id\":");
  json_append_string (text, record->sent_id.bytes, record->sent_id.size);
  tbk_bracket_tree_write (record->tree, TBK_BRACKET_NUMBERS, part);
  g_string_append (text, ",\"tree\":");
  json_append_string (text, part->str, part->len);
  g_string_append (text, ",\"transitions\":[");
  for (gsize i = 0; i < record->sequence.length; i++) {
    g_string_truncate (part, 0);
    tbk_phrase_transition_write (record->system, record->sequence.transitions[i], record->labels, part);
    if (i > 0)
      g_string_append_c (text, ',');
    json_append_string (text, part->str, part->len);
  }
  g_string_append_c (text, ']');
  if (record->sequence.lost > 0) {
    g_string_append (text, ",\"lost\":");
    json_append_integer (text, record->sequence.lost);
  }
  g_string_append (text, "}\n");
  return TRUE;
}

/* 3. replay: sequences of transitions in lines of JSON to trees. */

/* A constituent, and when it was built. */
typedef struct {
  TbkConstituent constituent;
  int time;
} Built;

struct TbkPhraseReplayer {
  const TbkPhraseSystem *system;
  Json json;
  TbkVocabulary *labels;
  TbkPhraseConfiguration configuration;
  TbkPhraseTree tree;
  Built *built;
  TbkConstituent *sorted;
  gsize built_allocated, sorted_allocated;
};

TbkPhraseReplayer *
tbk_phrase_replayer_new (const TbkPhraseSystem *system)
{
  TbkPhraseReplayer *replayer;

  g_return_val_if_fail (system != NULL, NULL);
  replayer = g_new0 (TbkPhraseReplayer, 1);
  replayer->system = system;
  replayer->labels = tbk_vocabulary_new ();
  return replayer;
}

void
tbk_phrase_replayer_free (TbkPhraseReplayer *replayer)
{
  if (replayer == NULL)
    return;
  json_clear (&replayer->json);
  tbk_vocabulary_free (replayer->labels);
  tbk_phrase_configuration_clear (&replayer->configuration);
  tbk_phrase_tree_clear (&replayer->tree);
  g_free (replayer->built);
  g_free (replayer->sorted);
  g_free (replayer);
}

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, message);
  return FALSE;
}

/* Finds "transitions" among the members of the line; the reader then stands before its value. */
static gboolean
find_transitions (Json *json, const char *line, gsize length, GError **error)
{
  static const char *const others[] = { "file", "sentence", "sent_id", "tree", "lost", NULL };
  gboolean is_there = FALSE;
  JsonPlace place;
  JsonStep step;

  if (length > G_MAXINT)
    return fail (error, "found a line of more bytes than an int counts, expected a shorter one");
  if (!json_begin (json, line, length, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    g_autofree char *key = g_strndup (json->key, json->key_length);

    if (g_str_equal (key, "transitions")) {
      if (is_there)
        return fail (error, "there is more than one \"transitions\"");
      place = json_place (json);
      is_there = TRUE;
    } else if (!g_strv_contains (others, key)) {
      g_autofree char *found = tbk_quote (key, json->key_length);

      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "found the key %s, expected file, sentence, sent_id, tree, transitions or lost", found);
      return FALSE;
    }
    if (!json_skip (json, NULL, error))
      return FALSE;
  }
  if (step != JSON_CLOSED || !json_end (json, error))
    return FALSE;
  if (!is_there)
    return fail (error, "there is no \"transitions\"");
  json_return (json, &place);
  return TRUE;
}

/* Counts the words that the transitions shift, and stays before them. */
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
         && (*n > 0 || fail (error, "transitions: found no SH, expected one for each word"));
}

static gboolean
take_all (TbkPhraseReplayer *replayer, GError **error)
{
  Json *json = &replayer->json;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!steps_take (json, &replayer->configuration, replayer->labels, error))
      return FALSE;
  if (step == JSON_CLOSED && !tbk_phrase_configuration_is_final (&replayer->configuration))
    return fail (error, "transitions: found their end, expected more: the last configuration is not final");
  return step == JSON_CLOSED;
}

/* Labels of records may be any text; those in brackets are tokens. */
static gboolean
replay_check_labels (const TbkVocabulary *labels, GError **error)
{
  for (int l = 0; l < tbk_vocabulary_size (labels); l++)
    for (const char *byte = tbk_vocabulary_name (labels, l); *byte != '\0'; byte++)
      if (!is_token (*byte)) {
        const char *label = tbk_vocabulary_name (labels, l);
        g_autofree char *found = tbk_quote (label, strlen (label));

        g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                     "transitions: found the label %s, expected one without blanks and parentheses", found);
        return FALSE;
      }
  return TRUE;
}

/* Pre-order: over one span, what was built last is outermost. */
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

static gboolean
replay_set_tree (TbkPhraseReplayer *replayer, GError **error)
{
  const TbkPhraseConfiguration *c = &replayer->configuration;
  const gsize n = (gsize) c->n_built;

  if (!try_reserve (&replayer->built, &replayer->built_allocated, MAX (n, 1), sizeof (Built))
      || !try_reserve (&replayer->sorted, &replayer->sorted_allocated, MAX (n, 1), sizeof (TbkConstituent)))
    return memory_fail (error, "a tree of %" G_GSIZE_FORMAT " constituents", n);
  for (gsize i = 0; i < n; i++)
    replayer->built[i] = (Built){ c->built[i], (int) i };
  qsort (replayer->built, n, sizeof (Built), compare_built);
  for (gsize i = 0; i < n; i++)
    replayer->sorted[i] = replayer->built[i].constituent;
  return tbk_phrase_tree_set (&replayer->tree, c->n, replayer->sorted, c->n_built, error);
}

const TbkPhraseTree *
tbk_phrase_replayer_read (TbkPhraseReplayer *replayer, const char *line, gsize length,
                          const TbkVocabulary **labels, GError **error)
{
  int n;

  tbk_vocabulary_clear (replayer->labels);
  if (!find_transitions (&replayer->json, line, length, error) || !count_words (&replayer->json, &n, error))
    return NULL;
  tbk_phrase_configuration_start (&replayer->configuration, replayer->system, n);
  if (!take_all (replayer, error) || !replay_check_labels (replayer->labels, error)
      || !replay_set_tree (replayer, error))
    return NULL;
  *labels = replayer->labels;
  return &replayer->tree;
}

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
