/* steps.h - steps for looking at: the record, and its rows as text.
 *
 * Contents
 *   1. steps: the record of steps as it is kept,, and the machines that make it
 *   2. steps_cells: what stands in a row of steps as text: column after column, on the cells of a line
 */
#ifndef DRAW_STEPS_H
#define DRAW_STEPS_H

#include "base/room.h"
#include "oracle/machine.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"

/* 1. steps: the record of steps as it is kept,, and the machines that make it. */

/* The words of a stack, or a list, that are kept: those next to its top. */
enum { STEPS_MOST_ITEMS = 16 };

/* An element of a stack or list: a word, or a phrase. */
typedef struct {
  int label;       /* -1: the word `left` */
  int left, right; /* of a phrase its span; right is -1 if it is open */
} StepsItem;

/* Costs that are no numbers: a search gave up, or none was begun since the searches of the sentence had looked at enough; no final
 * configuration can be reached. */
#define STEPS_UNKNOWN  (-1)
#define STEPS_DEAD_END (-2)

/* A transition that is possible. */
typedef struct {
  const char *key; /* "SH", "NT-NP" */
  int cost;
  int next;            /* the configuration that it leads to; -1: that was not looked at */
  gboolean makes;      /* an arc, or a constituent */
  gboolean is_gold;    /* what it makes is in the gold tree */
  int head, dependent; /* of the arc */
  TbkConstituent made; /* the constituent; its label is a number of the labels of the gold tree */
  Move move;
} StepsMove;

typedef struct {
  int depth, n_returned, n_second; /* of the stack, of the input that came back, of the second list */
  int next;                        /* the first word that never left the input */
  gsize
      items; /* the place of the first: of the stack from its top, of the input from its front, of the second list from its front */
  int loss;
  gsize moves;
  int n_moves, n_left_out, taken;
  int from, by; /* where it was met first: the configuration before, and its move */
} StepsNode;

/* The machines: on the way, and aside of it. */
enum { STEPS_WAY, STEPS_ASIDE, STEPS_N_MACHINES };

/* For dependencies. */
typedef struct {
  TbkOracle *oracle; /* NULL: of a static oracle no costs are known */
  const int *gold;
  int policy;                /* its number */
  int n_counted;             /* the words whose arcs count */
  const guint8 *transitions; /* of the way */
} StepsOfWords;

/* For phrase structure. */
typedef struct {
  TbkPhraseOracle *oracle;
  const TbkPhraseTree *gold;
  GArray *labels;                         /* of the gold tree, each once */
  const TbkPhraseTransition *transitions; /* of the way */
} StepsOfPhrases;

struct TbkSteps {
  Machine machines[STEPS_N_MACHINES];
  StepsOfWords of_words;
  StepsOfPhrases of_phrases;       /* one of the two is used */
  const char *system;              /* its name */
  const char *policy;              /* (nullable): its name; NULL: of phrases, or of a static oracle */
  const char *unit, *units, *lost; /* "arc", "arcs"; and what becomes of them: "lost" */
  TbkPiece *words;                 /* by their numbers in items */
  TbkPiece *relations;             /* of gold arcs, by their words; may be without bytes */
  Room room;                       /* of words and relations */
  int n_words, first;              /* where these end, and begin but for 0 */
  TbkPiece text;                   /* of the sentence */
  const TbkVocabulary *labels;     /* (nullable): of phrases */

  StepsNode *nodes;
  StepsItem *items;
  StepsMove *moves;
  gsize n_nodes, n_items, n_moves, nodes_allocated, items_allocated, moves_allocated;
  int length;
  GStringChunk *keys;
  GString *identity, *problem, *key;
  GHashTable *met; /* configurations by their identity, if wrong steps are looked at */
};

/* Without machines. */
TbkSteps *steps_new (const char *system, const char *unit, const char *units, const char *lost);

/* NULL: of phrase structure. */
static inline const TbkSystem *
steps_system_of_words (const TbkSteps *steps)
{
  return steps->machines[STEPS_WAY].system;
}

static inline gboolean
steps_is_of_words (const TbkSteps *steps)
{
  return steps_system_of_words (steps) != NULL;
}

/* (nullable): a sentence or two on the system. */
static inline const char *
steps_about (const TbkSteps *steps)
{
  return steps_is_of_words (steps) ? steps_system_of_words (steps)->about : NULL;
}

static inline gboolean
steps_is_same (const Move *a, const Move *b)
{
  return a->transition == b->transition && a->phrase.act == b->phrase.act
         && a->phrase.label == b->phrase.label && a->phrase.n_children == b->phrase.n_children;
}

/* Begins another configuration; then its items and moves are added. */
gboolean steps_add_node (TbkSteps *steps, StepsNode **node, GError **error);
gboolean steps_add_item (TbkSteps *steps, StepsItem item, GError **error);
gboolean steps_add_move (TbkSteps *steps, const StepsMove *move, GError **error);

/* Sorts the moves of the last configuration by cost, and leaves out what is too many, but not @given
 * (nullable). */
void steps_limit_moves (TbkSteps *steps, const Move *given);

/* Returns the number of transitions of the way whose cost no search found. */
int steps_n_unknown (const TbkSteps *steps);

/* Returns what is lost at the end of the way; -1 if that is not known. */
int steps_lost (const TbkSteps *steps);

/* Returns the moves of a configuration, of which none is better. */
static inline const StepsMove *
steps_moves (const TbkSteps *steps, const StepsNode *node)
{
  static const StepsMove none; /* as long as no configuration had any */

  return steps->moves != NULL ? steps->moves + node->moves : &none;
}

/* Those of the stack, the returned and the second list of a configuration. */
static inline const StepsItem *
steps_items (const TbkSteps *steps, const StepsNode *node)
{
  static const StepsItem none; /* as long as no configuration had any */

  return steps->items != NULL ? steps->items + node->items : &none;
}

/* Appends what is to be said of the first error on the way, or that there is none. */
void steps_append_judgement (const TbkSteps *steps, GString *text);

/* The writers. */
gboolean steps_text_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title,
                          gboolean is_graded, TbkText *text, GError **error);
gboolean steps_latex_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title,
                           TbkText *text, GError **error);
gboolean steps_derivation_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title,
                                TbkText *text, GError **error);
gboolean steps_page_draw (const TbkSteps *steps, TbkPiece title, gboolean is_graded, gboolean is_quiz,
                          TbkText *text, GError **error);

typedef struct {
  int loss; /* what must be lost, with earlier losses; -1 if that is not known, or no end can be reached */
  const StepsMove *moves;
  int n_moves;
  int n_left_out; /* further possible transitions, which cost no less than the ones that are kept */
  int taken;      /* the number of the move that the way goes on with, -1 if it ends here */
} StepsConfiguration;

/* Return the number of configurations, that of transitions of the way, and configuration @number; owned by
 * @steps. */
int steps_n_configurations (const TbkSteps *steps);
int steps_length (const TbkSteps *steps);
StepsConfiguration steps_configuration (const TbkSteps *steps, int number);

/* Why the way ends where it does, in English, if that is not in a final configuration or not all of the
 * transitions were taken; else NULL. Owned by @steps. */
const char *steps_problem (const TbkSteps *steps);

/* 2. steps_cells: what stands in a row of steps as text: column after column, on the cells of a line. */

typedef struct {
  const TbkSteps *steps;
  GPtrArray *words;  /* of the sentence, as they are shown */
  GString *cell;     /* the one that was made last */
  GPtrArray *tokens; /* of the column of other transitions */
} StepsCells;

/* The words of the sentence as they are shown on a terminal, by their numbers; to be freed. NULL with @error set if memory runs
 * out. */
GPtrArray *steps_show_words (const TbkSteps *steps, GError **error);

/* The cells of text that is shown as it is. */
int steps_cells_of (const char *text);

/* Appends @text, cut to @most cells, and isolated if it runs from right to left. Returns its cells. */
int steps_cells_append (GString *cell, const char *text, int most);

/* The transition that is taken in @node; NULL at the end of a way. */
const StepsMove *steps_cells_move (const TbkSteps *steps, const StepsNode *node);

/* Each makes row->cell, of at most @most cells, and returns its cells: stack and second list; the input. */
int steps_cells_stack (StepsCells *row, const StepsNode *node, int most);
int steps_cells_input (StepsCells *row, const StepsNode *node, int most);

#endif
