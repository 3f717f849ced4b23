/* sequence.c - the transitions that build a phrase-structure tree, and lines of JSON with them. */
#include "tbk/constituency_sequence.h"

#include <string.h>

#include "base/json.h"
#include "base/memory.h"

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
