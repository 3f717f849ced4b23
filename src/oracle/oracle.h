/* oracle.h - configurations, steps and their values: what oracles of dependencies share.
 *
 * Contents
 *   1. configuration: whether the arrays of a configuration are long enough for what its sizes say
 *   2. step: a step that is known to be allowed
 *   3. static_oracle: what a system's own part of a static oracle reads and returns
 *   4. solver: ways to value configurations behind one interface, and what the library knows of a system
 *   5. candidates: values by the scores of candidates
 *   6. packed: configurations as strings of integers, for searches that keep many
 *   7. search: exact values by best-first search, where no closed form is known
 *   8. tabular: values by the generic tabular parser and a published grammar: the method TABULAR
 *   9. record_configuration: configurations as records of JSON give them
 *   10. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include <string.h>

#include "base/json.h"
#include "base/room.h"
#include "oracle/machine.h"
#include "tbk/oracle.h"
#include "tbk/transition.h"
#include "tree/tree.h"

/* tbk/tabular.h */
typedef struct TbkGrammar TbkGrammar;
typedef struct TbkWeightedString TbkWeightedString;

/* 1. configuration: whether the arrays of a configuration are long enough for what its sizes say. */

/* Returns TRUE if the sizes are possible, so that no array is read outside; what the arrays hold is another
 * matter. */
static inline gboolean
configuration_is_sized (const TbkConfiguration *c)
{
  const gboolean has_two = (c->system->features & TBK_HAS_TWO_STACKS) != 0;
  int least = c->system->starts_empty || c->n_second > 0 ? 0 : 1;

  return c->n >= 0 && c->n < G_MAXINT - 1 && c->depth >= least && c->n_returned >= 0 && c->n_second >= 0
         && c->depth <= c->n + 1 && c->n_returned <= c->n + 1 - c->depth
         && c->n_second <= c->n + 1 - (has_two ? 0 : c->depth) - c->n_returned && c->buffer >= 1
         && c->buffer <= c->n + 1;
}

/* 2. step: a step that is known to be allowed. */

/* As tbk_transition_read(), without a message; and what it would say was expected, to be freed. */
int spellings_find (const TbkSystem *system, const char *text, gsize length, TbkPiece *relation);
char *spellings_expected (const TbkSystem *system);

/* Returns TRUE if @transition is allowed, where its arc and those made are of one tree, so that no cycle is
 * looked for. O(1). */
gboolean configuration_allows_in_tree (const TbkConfiguration *configuration,
                                       const TbkTransition *transition);

/* Takes @transition, which is allowed. */
void configuration_take (TbkConfiguration *configuration, const TbkTransition *transition);

/* Takes @transition if it is allowed, as tbk_configuration_step(), and makes @relation that of the word that tbk_configuration_related() tells. */
gboolean configuration_step_with (TbkConfiguration *configuration, const TbkTransition *transition,
                                  int relation, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The tree of a final configuration: its arcs, and words left without head hang on 0. @heads: n + 1
 * integers. */
void configuration_tree (const TbkConfiguration *configuration, int *heads);

/* Returns its name on the command line. */
const char *completion_name (TbkCompletion completion);

/* 3. static_oracle: what a system's own part of a static oracle reads and returns. */

struct TbkStaticOracle {
  const TbkSystem *system;
  int order; /* its number among those of the kind */
  Gold gold;
  gboolean has_gold;
  int *pending;     /* of each word: its gold children that have no head yet */
  int *first_child; /* of each word: its first gold child, 0 if it has none */
  int *scratch[8];  /* of each word: what the kind prepares */
  int n_allocated;
};

/* A system's own part. */
typedef struct {
  const char *const *orders; /* their names, NULL-terminated; NULL if there is only one, without a name */

  /* (nullable): prepares for the gold tree. */
  void (*prepare) (TbkStaticOracle *oracle);

  /* The next transition; -1 if none fits. What it returns need not be allowed: then the computation is
   * stuck. */
  int (*choose) (const TbkStaticOracle *oracle, const TbkConfiguration *configuration);
} StaticKind;

/* The word k elements below the top of the stack, or -1. */
static inline int
static_stack_word (const TbkConfiguration *c, int k)
{
  return c->depth > k ? c->stack[c->depth - 1 - k].word : -1;
}

/* The first word that a gold arc joins to @word, 0 among them; the word itself if none comes before it. */
static inline int
static_first_partner (const TbkStaticOracle *oracle, int word)
{
  int child = oracle->first_child[word], head = oracle->gold.heads[word];

  return MIN (child > 0 ? MIN (child, word) : word, head);
}

/* Returns TRUE if the arc from @head to @dependent, which may be -1, is gold and @dependent has all its
 * children. */
static inline gboolean
static_is_complete_arc (const TbkStaticOracle *oracle, int head, int dependent)
{
  return dependent > 0 && oracle->gold.heads[dependent] == head && oracle->pending[dependent] == 0;
}

/* 4. solver: ways to value configurations behind one interface, and what the library knows of a system.
 *
 * A solver values all transitions of a configuration against one gold tree after another. A kind of solver
 * is an engine (tabular_values.c, exact.c) or a method of one family of systems (src/systems/); what differs from
 * system to system is in parameters, which the kind alone can read. A system's record offers solvers; the
 * oracle (oracle.c) chooses among them by method and policy, and knows no system by name.
 */

/* Below every value, also after additions. */
#define IMPOSSIBLE (-(1 << 28))

typedef enum {
  SOLVER_DONE,   /* it has answered */
  SOLVER_PASSES, /* it cannot say: another solver must be asked */
  SOLVER_FAILED, /* the error is set */
} SolverAnswer;

typedef struct {
  gpointer (*make) (const TbkSystem *system, int policy, gconstpointer parameters);
  void (*free) (gpointer solver);

  /* @gold stays valid and unchanged until the next call. */
  SolverAnswer (*set_gold) (gpointer solver, const Gold *gold, GError **error);

  /* Sets values[t] for each transition t in the set @allowed; what is at or below IMPOSSIBLE / 2 is
   * impossible. Other elements may be changed. */
  SolverAnswer (*values) (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *values,
                          GError **error);
} SolverKind;

typedef struct {
  TbkMethod method; /* LINEAR also serves APPROXIMATE */
  guint policies;   /* a set: bit p for policy p of the system */
  const SolverKind *kind;
  gconstpointer parameters; /* for the kind */
} Solver;

/* The set of all policies. */
#define ALL_POLICIES (~0u)

/* A system, with all that there is for it. The public part comes first, so that it leads to the rest. */
typedef struct {
  TbkSystem system;
  const Solver *solvers;
  int n_solvers;
  const StaticKind *static_oracle; /* or NULL */
} Record;

G_STATIC_ASSERT (G_STRUCT_OFFSET (Record, system) == 0);

static inline const Record *
record_of (const TbkSystem *system)
{
  return (const Record *) system;
}

/* Return what @oracle was made with. */
const TbkSystem *oracle_system (const TbkOracle *oracle);

/* 5. candidates: values by the scores of candidates.
 *
 * A candidate is a transition with the configuration after it. Its score is the most gold arcs made from
 * there on; its value is the score with the arc that the transition makes itself.
 */

typedef struct {
  int transition;
  const TbkConfiguration *after; /* its heads are valid only if the system's preconditions need them */
} Candidate;

/* Scratch memory: the configuration after a transition. */
typedef struct {
  TbkConfiguration after;
} Candidates;

void candidates_clear (Candidates *candidates);

/* Makes room for sentences of @n words. */
gboolean candidates_reserve (Candidates *candidates, const TbkSystem *system, int n, GError **error);

/* Takes @transition, which is allowed. The result is valid until the next call. */
Candidate candidates_step (Candidates *candidates, const TbkConfiguration *configuration, int transition);

/* The score of a candidate, IMPOSSIBLE where no final configuration follows. */
typedef int (*CandidateScore) (gpointer solver, const Gold *gold, const Candidate *candidate);

/* Sets values[t] for each transition t in @allowed. */
void candidates_values (Candidates *candidates, const TbkConfiguration *configuration, guint allowed,
                        const Gold *gold, CandidateScore score, gpointer solver, int *values);

/* The value that a score amounts to. */
static inline int
candidate_value (const Gold *gold, const TbkConfiguration *configuration, int transition, int score)
{
  int head, dependent;

  if (score > IMPOSSIBLE / 2
      && tbk_configuration_arc (configuration, &configuration->system->transitions[transition], &head,
                                &dependent))
    score += gold_has_arc (gold, head, dependent);
  return score;
}

/* 6. packed: configurations as strings of integers, for searches that keep many.
 *
 * A string has all that computations from its configuration depend on. It begins with its length. Of the heads
 * made it has one bit a word: whether there is one. In systems with TBK_NEEDS_NO_CYCLE it *has ends*: of the
 * words of the lists and of the front, and of all gold root words before that, the word at which their heads
 * end. All others count as without head.
 *
 * Cost      linear in the words of the lists; with ends, in the words up to the front and their heads.
 */

/* 7. search: exact values by best-first search, where no closed form is known.
 *
 * A system bounds from above what can still be made from a configuration, and says where the bound is
 * attained. The bound never rises along a computation by more than what the transitions make. It may also say
 * of how many arcs it knows that they are lost from there on. So the configurations are looked at in the order
 * of what has been lost on the way to them and will be, and the first one at which the bound is attained gives
 * the value. This is A*; its estimate need not be consistent.
 *
 * Cost      exponential in the sentence at worst, some 2 microseconds for each configuration looked at in a
 *           sentence of 30 words. A configuration for whose transitions, all together, more would be looked
 *           at than tbk_oracles_set_search() allows is an error (TBK_ERROR_DATA); so is one for whose sentence
 *           all those that it allows have been looked at, since the gold tree was set; so is one for which more
 *           integers would be stored than SEARCH_MOST_INTEGERS, or SEARCH_INTEGERS_A_LOOK for each look
 *           allowed.
 * Memory    O(n) for each configuration, kept and reused: up to 4 (n + 8) times as many bytes as there are
 *           configurations found, of which there are a few for each that is looked at; and up to 4 MiB of
 *           lists. Its lack is an error.
 */

enum {
  SEARCH_MOST_INTEGERS = 1 << 25,
  SEARCH_INTEGERS_A_LOOK = 1 << 10,
  SEARCH_DISTANCES = 128, /* greater distances count as the greatest */
};

/* The parameters of this kind of solver. */
typedef struct {
  /* The most gold arcs that could still be made. Of the heads of @c only whether there is one may be asked.
   * @scratch: 2 (n + 2) integers. */
  int (*bound) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): of the arcs of the bound so many cannot be made, or more. @scratch as above. */
  int (*conflicts) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): whether so many can be made, which is true of every final configuration; NULL: of these
   * alone. */
  gboolean (*is_attained) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): how promising a transition is, from 0 on; of those that lose as much, the most promising is
   * tried first, then the first in the system's order. @rank is that of gold_projective_order(). */
  int (*promise) (const Gold *gold, const int *rank, const TbkConfiguration *c, int t);

  /* (nullable): how far @c is from one where the bound is attained, from 0 on; of those of equal loss the
   * nearest is looked at first. From SEARCH_DISTANCES on it need not be right. @scratch as above. */
  int (*distance) (const Gold *gold, const TbkConfiguration *c, int *scratch);

  /* (nullable): of the transitions in @allowed a set that holds one on the way to the best that can be
   * made. */
  guint (*choose) (const Gold *gold, const TbkConfiguration *c, guint allowed);
} SearchGuide;

extern const SolverKind solver_search;

/* 8. tabular: values by the generic tabular parser and a published grammar: the method TABULAR.
 *
 * A computation from the configuration after a candidate ends in a tree over its words. The trees that
 * can be reached are those that a small split context-free grammar derives from a string with a terminal
 * for each of these words; a translation makes the string. Weights are 1 for gold arcs and 0 for others,
 * and so the greatest weight of a derivation is the score of the candidate.
 *
 * Cost      O((k + m)^3) for k words in the stack and m in the input, all candidates in one batch.
 */

/* Positions of the stack, with 0 under it where the system starts without, and of the input: the number of
 * positions, the position of the first element of the stack, that of the first word of the input, and the
 * word at each. */
static inline int
translation_first_of_stack (const TbkConfiguration *configuration)
{
  return configuration->system->starts_empty ? 1 : 0;
}

static inline int
translation_first_of_input (const TbkConfiguration *configuration)
{
  return translation_first_of_stack (configuration) + configuration->depth;
}

static inline int
translation_n_positions (const TbkConfiguration *configuration)
{
  return translation_first_of_input (configuration) + tbk_configuration_n_input (configuration);
}

static inline int
translation_word_at (const TbkConfiguration *configuration, int position)
{
  int element = position - translation_first_of_stack (configuration);
  int input = element - configuration->depth;

  if (element < 0)
    return 0;
  if (input < 0)
    return configuration->stack[element].word;
  if (input < configuration->n_returned)
    return configuration->returned[configuration->n_returned - 1 - input];
  return configuration->buffer + input - configuration->n_returned;
}

/* The parameters of this kind of solver. @translate sets the terminals and forbids arcs; the string has a
 * position for each of the candidate's, and its weights are 1 for gold arcs and 0 for others. */
typedef struct {
  const TbkGrammar *grammar;
  void (*translate) (const Candidate *candidate, int policy, TbkWeightedString *string);
  const char *const *symbols, *const *terminals; /* how the grammar's are called */
} Translation;

extern const SolverKind solver_tabular;

/* 9. record_configuration: configurations as records of JSON give them. */

/* The keys of a configuration; they come first among those of a record. */
typedef enum {
  KEY_STACK,
  KEY_BUFFER,
  KEY_SECOND,
  KEY_ARCS,
  KEY_UNSHIFTING,
  KEY_PREFIX,
  N_CONFIGURATION_KEYS,
} ConfigurationKey;

extern const char *const configuration_key_names[N_CONFIGURATION_KEYS];

/* Reads the members of a configuration in any order. */
typedef struct {
  Machine machine;   /* its configuration is what was read */
  guint used;        /* the keys that the system uses */
  guint found;       /* those that were read */
  gboolean has_list; /* the input is a list of words */
  int *input;        /* that list */
  int n_input;
  gboolean is_unshifting;
  int *scratch; /* 2 (n + 1) integers */
  Room room;
} ConfigurationReader;

void configuration_reader_init (ConfigurationReader *reader, const TbkSystem *system);
void configuration_reader_clear (ConfigurationReader *reader);

/* Begins a configuration of @n words. */
gboolean configuration_reader_begin (ConfigurationReader *reader, int n, GError **error);

/* Reads the value under @key, which @json stands before. */
gboolean configuration_reader_take (ConfigurationReader *reader, ConfigurationKey key, Json *json,
                                    GError **error);

/* Ends it: sees that nothing is missing and that what was read fits together. @instead: what would do where
 * something is missing */
gboolean configuration_reader_end (ConfigurationReader *reader, const char *instead, GError **error);

/* Reads the heads of n words, n + 1 integers of which the first is that of 0, at the value that the reader
 * stands before. */
gboolean configuration_read_heads (Json *json, int *heads, int n, GError **error);

/* 10. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* The answer {"error":@message}, for a record that cannot be read at all, as tbk_oracle_records_answer() returns answers. */
const char *oracle_records_refuse (TbkOracleRecords *records, const char *message);

#endif
