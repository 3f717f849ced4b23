/* machine.h - a transition system at work on a sentence, whichever kind of trees it builds.
 *
 * A machine has a configuration of a system of dependencies or of phrase structure. What is written over it
 * does not ask which: records, replay, and steps for looking at (draw/). Values differ in kind, and stay with
 * the oracles.
 */
#ifndef ORACLE_MACHINE_H
#define ORACLE_MACHINE_H

#include "base/json.h"
#include "tbk/io.h"
#include "tbk/transition.h"

/* A transition of either kind of system. */
typedef struct {
  int transition;             /* its number, in a system of dependencies */
  TbkPhraseTransition phrase; /* in one of phrase structure */
} Move;

typedef struct MachineKind MachineKind;

typedef struct {
  const MachineKind *kind;

  /* For dependencies; else NULL. */
  const TbkSystem *system;
  TbkConfiguration words;

  /* For phrase structure; else NULL. Labels of keys that are read are added to `labels`. */
  const TbkPhraseSystem *phrase_system;
  TbkPhraseConfiguration phrases;
  TbkVocabulary *labels;
} Machine;

/* Functions in which the kinds of systems differ. */
struct MachineKind {
  gboolean (*start) (Machine *machine, int n, GError **error);
  gboolean (*is_final) (const Machine *machine);

  /* Why @move is not allowed, NULL if it is; and takes one that is. */
  const char *(*obstacle) (const Machine *machine, const Move *move);
  gboolean (*take) (Machine *machine, const Move *move, GError **error);
  gboolean (*copy) (Machine *machine, const Machine *from, GError **error);

  /* Appends bytes that no other configuration has. */
  void (*append_identity) (const Machine *machine, GString *identity);

  /* The move of a key of @length bytes, with new labels added, and the relation behind it, of dependencies. FALSE if there is none, with @error set only if
   * there is no memory; and the keys that there are, in words, to be freed. */
  gboolean (*read_key) (const Machine *machine, const char *key, gsize length, Move *move, TbkPiece *relation,
                        GError **error);
  char *(*describe_keys) (const Machine *machine);
  void (*write_key) (const Machine *machine, const Move *move, const TbkVocabulary *labels, GString *key);
};

void machine_init (Machine *machine, const TbkSystem *system);
void machine_init_phrases (Machine *machine, const TbkPhraseSystem *system, TbkVocabulary *labels);
void machine_clear (Machine *machine);

/* Reads the array of keys that the reader stands before, and takes their moves. @relate (nullable): reads what
 * stands behind the transition of a key, if there is a relation, before its move is taken; returns NULL or what was
 * expected. */
typedef const char *(*MachineRelate) (gpointer data, const Move *move, TbkPiece relation);
gboolean machine_take_keys (Machine *machine, Json *json, MachineRelate relate, gpointer data,
                            GError **error);

static inline gboolean
machine_start (Machine *machine, int n, GError **error)
{
  return machine->kind->start (machine, n, error);
}

static inline gboolean
machine_is_final (const Machine *machine)
{
  return machine->kind->is_final (machine);
}

#endif
