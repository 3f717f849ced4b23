/* machine.c - how systems of dependencies and of phrase structure step.
 *
 * Contents
 *   1. dependencies
 *   2. phrases
 *   1. machine: what both share
 *
 * The two kinds are two tables of functions, `dependencies` and `phrases`, at the ends of the first two
 * sections. A move is a number of a row of the system's table in the first kind, and an act with a label
 * and a number of children in the second (Move).
 *
 * For example the keys ["SH","RA:nsubj"] of arc-eager parsing. take_key() has "RA:nsubj" read as the row of RA and
 * the relation nsubj, asks whether it is allowed, hands "nsubj" to the caller, and takes the step. In top-down
 * parsing NT-S:x has no such second part: the whole of S:x is the label.
 */
#include "oracle/machine.h"

#include <string.h>

#include "base/base.h"
#include "oracle/oracle.h"
#include "oracle/phrases.h"

/* 1. dependencies. */

/* Returns the row of the system's table that @move stands for. */
static const TbkTransition *
row_of (const Machine *machine, const Move *move)
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
words_obstacle (const Machine *machine, const Move *move)
{
  return tbk_configuration_obstacle (&machine->words, row_of (machine, move));
}

/* Takes @move, which is allowed. Where relations are kept, relations[w] says whether word w has one
 * yet; it is set to 0 here, a mere mark. tbk_configuration_related() asks for it: a word gets its
 * relation once, by the first transition that gives or promises it a head. The relation itself is kept
 * by the caller. */
static gboolean
words_take (Machine *machine, const Move *move, GError **error)
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

/* Appends @n and then @n integers, as bytes of this machine. With the length before them no two lists
 * of lists run into one: (1)(2 3) and (1 2)(3) differ. These bytes are compared in memory and never
 * written to a file. */
static void
append_integers (GString *identity, const int *integers, int n)
{
  g_string_append_len (identity, (const char *) &n, sizeof n);
  if (n > 0)
    g_string_append_len (identity, (const char *) integers, (gssize) ((gsize) n * sizeof *integers));
}

/* Appends all that two configurations of one sentence can differ in. heads[1..n] are among it: two
 * computations may arrive at the same stack and input with other arcs, and these are drawn
 * differently. heads[0] is always -1. */
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

/* A system of dependencies has its keys in its table; there is nothing that memory would be needed
 * for. */
static gboolean
words_read_key (const Machine *machine, const char *key, gsize length, Move *move, TbkPiece *relation,
                GError **error)
{
  (void) error;
  move->transition = spellings_find (machine->system, key, length, relation);
  return move->transition >= 0;
}

static char *
words_describe_keys (const Machine *machine)
{
  return spellings_expected (machine->system);
}

static void
words_write_key (const Machine *machine, const Move *move, const TbkVocabulary *labels, GString *key)
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
phrases_obstacle (const Machine *machine, const Move *move)
{
  return tbk_phrase_configuration_obstacle (&machine->phrases, move->phrase);
}

static gboolean
phrases_take (Machine *machine, const Move *move, GError **error)
{
  return configuration_take_phrase (&machine->phrases, move->phrase, error);
}

static gboolean
phrases_copy (Machine *machine, const Machine *from, GError **error)
{
  return tbk_phrase_configuration_copy (&machine->phrases, &from->phrases, error);
}

/* Appends all that two configurations of one sentence can differ in. What is below in the stack
 * follows from labels and ends, so `below` and `top_open` are left out. */
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

/* Reads a key such as NT-S, and adds S to the labels if it is new. A key that the system does not have
 * is an answer, not a failure: its message is dropped, since take_key() makes one with the place in
 * the line. */
static gboolean
phrases_read_key (const Machine *machine, const char *key, gsize length, Move *move, TbkPiece *relation,
                  GError **error)
{
  g_autoptr (GError) reason = NULL;

  (void) relation;
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
phrases_write_key (const Machine *machine, const Move *move, const TbkVocabulary *labels, GString *key)
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

/* 1. machine: what both share. */

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

/* Both configurations are cleared: the one of the other kind is all zeros, for which that does
 * nothing. The labels belong to the caller. */
void
machine_clear (Machine *machine)
{
  tbk_configuration_clear (&machine->words);
  tbk_phrase_configuration_clear (&machine->phrases);
}

/* Returns in words what was expected in place of the key; to be freed. The reasons are looked for in
 * the order in which take_key() meets them: the system has no such key (@is_known is FALSE), the move
 * is not allowed, or the relation behind it is wrong, for the reason @why. */
static char *
describe_fault (const Machine *machine, const Move *move, gboolean is_known, const char *why)
{
  const char *obstacle = is_known ? machine->kind->obstacle (machine, move) : NULL;

  if (!is_known)
    return machine->kind->describe_keys (machine);
  return obstacle != NULL ? g_strdup_printf ("a transition that is allowed: %s", obstacle) : g_strdup (why);
}

/* Reads the key that the reader stands before, and takes its move. All tests come before the step, so
 * that after a failure the configuration is that of the keys before. Lack of memory goes up as it is.
 * Anything else is a fault of the line: the reader goes back to where the key begins, and the message
 * names that place. */
static gboolean
take_key (Machine *machine, Json *json, MachineRelate relate, gpointer data, GError **error)
{
  const JsonPlace place = json_place (json);
  const char *key, *why = NULL;
  TbkPiece relation = { NULL, 0 };
  g_autofree char *expected = NULL;
  GError *lack = NULL;
  gsize length;
  gboolean is_known;
  Move move;

  if (!json_string (json, &key, &length, error))
    return FALSE;
  is_known = machine->kind->read_key (machine, key, length, &move, &relation, &lack);
  if (is_known && machine->kind->obstacle (machine, &move) == NULL
      && (relation.size == 0 || relate == NULL || (why = relate (data, &move, relation)) == NULL))
    return machine->kind->take (machine, &move, error);
  if (lack != NULL) {
    g_propagate_error (error, lack);
    return FALSE;
  }
  expected = describe_fault (machine, &move, is_known, why);
  json_return (json, &place);
  return json_refuse (json, expected, error);
}

/* Goes from left to right. The first key that cannot be taken ends it; the configuration is then of no
 * use. */
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
