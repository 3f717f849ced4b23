/* machine.c - how systems of dependencies and of phrase structure step.
 *
 * Contents
 *   1. dependencies
 *   2. phrases
 *   3. machine: what both share
 */
#include "oracle/machine.h"

#include <string.h>

#include "base/base.h"
#include "oracle/oracle.h"
#include "oracle/phrases.h"

/* 1. dependencies. */

static const TbkTransition *
row_of (const Machine *machine, const TbkMove *move)
{
  return &machine->system->transitions[move->transition];
}

static gboolean
words_start (Machine *machine, int n, GError **error)
{
  return tbk_configuration_start (&machine->words, machine->system, n, error);
}

static gboolean
words_are_final (const Machine *machine)
{
  return tbk_configuration_is_final (&machine->words);
}

static const char *
words_obstacle (const Machine *machine, const TbkMove *move)
{
  return tbk_configuration_obstacle (&machine->words, row_of (machine, move));
}

/* Where relations are kept, that of the word which the transition relates is known from here on. */
static gboolean
words_take (Machine *machine, const TbkMove *move, GError **error)
{
  if (machine->words.keeps_relations)
    return configuration_step_with (&machine->words, row_of (machine, move), 0, error);
  configuration_take (&machine->words, row_of (machine, move));
  return TRUE;
}

static gboolean
words_copy (Machine *machine, const Machine *from, GError **error)
{
  return tbk_configuration_copy (&machine->words, &from->words, error);
}

static void
append_integers (GString *identity, const int *integers, int n)
{
  g_string_append_len (identity, (const char *) &n, sizeof n);
  if (n > 0)
    g_string_append_len (identity, (const char *) integers, (gssize) ((gsize) n * sizeof *integers));
}

static void
words_append_identity (const Machine *machine, GString *identity)
{
  const TbkConfiguration *c = &machine->words;
  const int rest[] = { c->depth, c->buffer, c->is_second_active, c->has_switched };

  append_integers (identity, rest, G_N_ELEMENTS (rest));
  for (int i = 0; i < c->depth; i++)
    append_integers (identity, (const int[]){ c->stack[i].word, (int) c->stack[i].label }, 2);
  append_integers (identity, c->heads + 1, c->n);
  append_integers (identity, c->returned, c->n_returned);
  append_integers (identity, c->second, c->n_second);
}

static gboolean
words_read_key (const Machine *machine, const char *key, gsize length, TbkMove *move, GError **error)
{
  (void) error;
  move->transition = transition_of_key (machine->system, key, length);
  return move->transition >= 0;
}

static char *
words_describe_keys (const Machine *machine)
{
  return g_strdup_printf ("a transition of the system %s", machine->system->name);
}

static void
words_write_key (const Machine *machine, const TbkMove *move, const TbkVocabulary *labels, GString *key)
{
  (void) labels;
  g_string_append (key, row_of (machine, move)->key);
}

static const MachineKind dependencies = { .start = words_start,
                                          .is_final = words_are_final,
                                          .obstacle = words_obstacle,
                                          .take = words_take,
                                          .copy = words_copy,
                                          .append_identity = words_append_identity,
                                          .read_key = words_read_key,
                                          .describe_keys = words_describe_keys,
                                          .write_key = words_write_key };

/* 2. phrases. */

static gboolean
phrases_start (Machine *machine, int n, GError **error)
{
  (void) error;
  tbk_phrase_configuration_start (&machine->phrases, machine->phrase_system, n);
  return TRUE;
}

static gboolean
phrases_are_final (const Machine *machine)
{
  return tbk_phrase_configuration_is_final (&machine->phrases);
}

static const char *
phrases_obstacle (const Machine *machine, const TbkMove *move)
{
  return tbk_phrase_configuration_obstacle (&machine->phrases, move->phrase);
}

static gboolean
phrases_take (Machine *machine, const TbkMove *move, GError **error)
{
  return configuration_take_phrase (&machine->phrases, move->phrase, error);
}

static gboolean
phrases_copy (Machine *machine, const Machine *from, GError **error)
{
  return tbk_phrase_configuration_copy (&machine->phrases, &from->phrases, error);
}

static void
phrases_append_identity (const Machine *machine, GString *identity)
{
  const TbkPhraseConfiguration *c = &machine->phrases;

  append_integers (identity, (const int[]){ c->depth, c->next, c->is_finished, c->n_unary, c->n_built }, 5);
  for (int i = 0; i < c->depth; i++)
    append_integers (identity, (const int[]){ c->stack[i].label, c->stack[i].left, c->stack[i].right }, 3);
  for (int b = 0; b < c->n_built; b++)
    append_integers (identity, (const int[]){ c->built[b].label, c->built[b].left, c->built[b].right }, 3);
}

static gboolean
phrases_read_key (const Machine *machine, const char *key, gsize length, TbkMove *move, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (tbk_phrase_transition_read (machine->phrase_system, key, length, machine->labels, &move->phrase,
                                  &reason))
    return TRUE;
  if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA))
    g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static char *
phrases_describe_keys (const Machine *machine)
{
  return g_strdup (keys_expected (machine->phrase_system));
}

static void
phrases_write_key (const Machine *machine, const TbkMove *move, const TbkVocabulary *labels, GString *key)
{
  tbk_phrase_transition_write (machine->phrase_system, move->phrase, labels, key);
}

static const MachineKind phrases = { .start = phrases_start,
                                     .is_final = phrases_are_final,
                                     .obstacle = phrases_obstacle,
                                     .take = phrases_take,
                                     .copy = phrases_copy,
                                     .append_identity = phrases_append_identity,
                                     .read_key = phrases_read_key,
                                     .describe_keys = phrases_describe_keys,
                                     .write_key = phrases_write_key };

/* 3. machine: what both share. */

void
machine_init (Machine *machine, const TbkSystem *system)
{
  *machine = (Machine){ .kind = &dependencies, .system = system };
}

void
machine_init_phrases (Machine *machine, const TbkPhraseSystem *system, TbkVocabulary *labels)
{
  *machine = (Machine){ .kind = &phrases, .phrase_system = system, .labels = labels };
}

void
machine_clear (Machine *machine)
{
  tbk_configuration_clear (&machine->words);
  tbk_phrase_configuration_clear (&machine->phrases);
}

/* Why the key of @move, which may be none of the system's, is refused; to be freed. */
static char *
describe_fault (const Machine *machine, const TbkMove *move, gboolean is_known, const char *why)
{
  const char *obstacle = is_known ? machine->kind->obstacle (machine, move) : NULL;

  if (!is_known)
    return machine->kind->describe_keys (machine);
  return obstacle != NULL ? g_strdup_printf ("a transition that is allowed: %s", obstacle) : g_strdup (why);
}

static gboolean
take_key (Machine *machine, Json *json, MachineRelate relate, gpointer data, GError **error)
{
  const JsonPlace place = json_place (json);
  const char *key, *colon, *why = NULL;
  g_autofree char *expected = NULL;
  GError *lack = NULL;
  gsize length;
  gboolean is_known;
  TbkMove move;

  if (!json_string (json, &key, &length, error))
    return FALSE;
  colon = relate != NULL ? memchr (key, ':', length) : NULL;
  is_known =
      machine->kind->read_key (machine, key, colon != NULL ? (gsize) (colon - key) : length, &move, &lack);
  if (is_known && machine->kind->obstacle (machine, &move) == NULL
      && (colon == NULL
          || (why = relate (data, &move, (TbkPiece){ colon + 1, (gsize) (key + length - colon - 1) }))
                 == NULL))
    return machine->kind->take (machine, &move, error);
  if (lack != NULL) {
    g_propagate_error (error, lack);
    return FALSE;
  }
  expected = describe_fault (machine, &move, is_known, why);
  json_return (json, &place);
  return json_refuse (json, expected, error);
}

gboolean
machine_take_keys (Machine *machine, Json *json, MachineRelate relate, gpointer data, GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!take_key (machine, json, relate, data, error))
      return FALSE;
  return step == JSON_CLOSED;
}
