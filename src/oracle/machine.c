/* machine.c - how systems of dependencies and of phrase structure step.
 *
 * Contents
 *   1. dependencies
 *   2. phrases
 *   3. machine: what both share
 */
#include "oracle/machine.h"

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
    return tbk_configuration_step_with (&machine->words, row_of (machine, move), 0, error);
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
words_read_key (Machine *machine, const char *key, gsize length, TbkMove *move, char **expected,
                GError **error)
{
  (void) error;
  move->transition = transition_of_key (machine->system, key, length);
  if (move->transition < 0)
    *expected = g_strdup_printf ("a transition of the system %s", machine->system->name);
  return move->transition >= 0;
}

static void
words_write_key (const Machine *machine, const TbkMove *move, GString *key)
{
  g_string_append (key, row_of (machine, move)->key);
}

static const MachineKind dependencies = { .start = words_start,
                                          .is_final = words_are_final,
                                          .obstacle = words_obstacle,
                                          .take = words_take,
                                          .copy = words_copy,
                                          .append_identity = words_append_identity,
                                          .read_key = words_read_key,
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
phrases_read_key (Machine *machine, const char *key, gsize length, TbkMove *move, char **expected,
                  GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (tbk_phrase_transition_read (machine->phrase_system, key, length, machine->labels, &move->phrase,
                                  &reason))
    return TRUE;
  if (g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA))
    *expected = g_strdup (keys_expected (machine->phrase_system));
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static void
phrases_write_key (const Machine *machine, const TbkMove *move, GString *key)
{
  tbk_phrase_transition_write (machine->phrase_system, move->phrase, machine->labels, key);
}

static const MachineKind phrases = { .start = phrases_start,
                                     .is_final = phrases_are_final,
                                     .obstacle = phrases_obstacle,
                                     .take = phrases_take,
                                     .copy = phrases_copy,
                                     .append_identity = phrases_append_identity,
                                     .read_key = phrases_read_key,
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

/* What stands against @key as the next one, NULL if it is @move, which is allowed. To be freed. */
static char *
find_fault (Machine *machine, TbkPiece key, MachineRelate relate, gpointer data, TbkMove *move,
            GError **error)
{
  const char *colon = relate != NULL ? memchr (key.bytes, ':', key.size) : NULL, *why;
  const gsize length = colon != NULL ? (gsize) (colon - key.bytes) : key.size;
  char *expected = NULL;

  if (!machine->kind->read_key (machine, key.bytes, length, move, &expected, error))
    return expected;
  if ((why = machine->kind->obstacle (machine, move)) != NULL)
    return g_strdup_printf ("a transition that is allowed: %s", why);
  return colon == NULL ? NULL
                       : g_strdup (relate (data, move, (TbkPiece){ colon + 1, key.size - length - 1 }));
}

gboolean
machine_take_keys (Machine *machine, Json *json, MachineRelate relate, gpointer data, GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    const JsonPlace place = json_place (json);
    g_autofree char *expected = NULL;
    g_autoptr (GError) lack = NULL;
    TbkMove move = { .transition = -1 };
    TbkPiece key;

    if (!json_string (json, &key.bytes, &key.size, error))
      return FALSE;
    expected = find_fault (machine, key, relate, data, &move, &lack);
    if (expected != NULL) {
      json_return (json, &place);
      return json_refuse (json, expected, error);
    }
    if (lack != NULL) {
      g_propagate_error (error, g_steal_pointer (&lack));
      return FALSE;
    }
    if (!machine->kind->take (machine, &move, error))
      return FALSE;
  }
  return step == JSON_CLOSED;
}
