/* transition.h - transition systems as tables: what a step needs, and what it does.
 *
 * A configuration is a stack of labelled words, the input that remains, and the arcs made so far; some
 * systems have a second list of words or a flag. A system is a table of transitions. A transition is a row
 * that names its preconditions and effects in a small fixed vocabulary: places of the stack, the front of the
 * input, labels, one arc, and a word popped, pushed, returned to the input or set aside. So one function
 * takes every step of every system, and a new system is a new table (src/systems/).
 *
 *   const TbkSystem *system = tbk_system_find ("arc-eager");
 *   g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
 *
 *   if (!tbk_configuration_start (&c, system, n, &error))
 *     return FALSE;
 *   while (!tbk_configuration_is_final (&c))
 *     if (!tbk_configuration_step (&c, &system->transitions[choose (&c)], &error))
 *       return FALSE;
 *   use_tree (c.heads, n);
 *
 * Words      0 is the artificial root, 1..n the words of the sentence.
 * Stack      from the bottom: stack[0] to stack[depth - 1], the top. In systems that start with 0 it
 *            stays at the bottom. Where no word returns to the input, words increase upwards, and all
 *            are below the front of the input.
 * Input      the words that returned to it, the last of `returned` first, then the words from `buffer` to
 *            n. The first word of the input is its front.
 * Cost       a step and a test of its preconditions are O(1), with two exceptions. A shift that takes back a
 *            second list is linear in that list. A test against cycles is linear in the depth of the tree
 *            made. Copying is O(n).
 * Memory     kept and reused; a configuration belongs to the caller, its arrays to the library.
 * Errors     TBK_ERROR_DATA: a step that is not allowed, a configuration that cannot be.
 * Threads    systems are constant and shared; a configuration belongs to one thread at a time.
 * Sources    Nederhof (2019), "Calculating the optimal step in shift-reduce dependency parsing: from
 *            cubic to linear time"; Nederhof (2021), "Calculating the optimal step of arc-eager parsing
 *            for non-projective trees"; Nivre (2008), "Algorithms for deterministic incremental
 *            dependency parsing". Each system names its table.
 * Since      0.1
 */
#ifndef TBK_TRANSITION_H
#define TBK_TRANSITION_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

/* A label is one bit, so that a set of labels is a sum. What a label means is up to the system. */
typedef enum {
  TBK_LABEL_NONE = 1 << 0, /* the one label of a system without labels */
  TBK_LABEL_L = 1 << 1,    /* to be a left child; or without head */
  TBK_LABEL_R = 1 << 2,    /* to be, or being, a right child; or with a head */
  TBK_LABEL_N = 1 << 3,    /* nothing decided */
  TBK_LABEL_C = 1 << 4,    /* complete on the left: takes no more left children */
} TbkLabel;

typedef struct {
  int word;
  TbkLabel label;
} TbkStackElement;

/* Where a word is. Places of the stack are numbers: TBK_PLACE_TOP + k is k elements below the top. */
typedef enum {
  TBK_PLACE_NONE,
  TBK_PLACE_FRONT, /* the first word of the input */
  TBK_PLACE_TOP,   /* the top of the stack */
  TBK_PLACE_UNDER, /* the element under the top */
} TbkPlace;

/* What a transition needs beyond labels; a set of these. */
typedef enum {
  TBK_NEEDS_INPUT = 1 << 0,     /* some input remains */
  TBK_NEEDS_NO_INPUT = 1 << 1,  /* none does */
  TBK_NEEDS_NEW = 1 << 2,       /* some word never left the input */
  TBK_NEEDS_ORDER = 1 << 3,     /* the word under the top comes before the top, and is not 0 */
  TBK_NEEDS_NO_CYCLE = 1 << 4,  /* the dependent does not dominate the head by the arcs made */
  TBK_NEEDS_NO_SWITCH = 1 << 5, /* the stacks did not change places by the transition before */
} TbkNeed;

/* What becomes of the second list. */
typedef enum {
  TBK_SECOND_KEPT,
  TBK_SECOND_GROWS,     /* the top of the stack moves to its front, after the arc is made */
  TBK_SECOND_RETURNS,   /* it goes back onto the stack, before the front is pushed */
  TBK_SECOND_FORGOTTEN, /* its words are gone */
  TBK_SECOND_SHIFTED,   /* the front is pushed onto it as well */
  TBK_SECOND_SWITCHED,  /* it and the stack change places */
} TbkSecond;

/* One row of a system, made by the library only. Fields that are left out say nothing. */
typedef struct {
  const char *key;  /* as in the papers' formulas: "SH" */
  const char *name; /* in words: "shift" */

  /* Needed. */
  int depth;         /* elements in the stack, at least */
  guint needs;       /* a set of TbkNeed */
  guint under;       /* labels that the element under the top may have; 0: any */
  guint top;         /* labels that the top may have; 0: any */
  TbkPlace not_root; /* which word must not be 0 */
  TbkPlace headless; /* which word must have no head yet */
  TbkPlace headed;   /* which word must have a head */

  /* Done, in this order. */
  TbkPlace head, dependent; /* the arc made */
  TbkPlace related;         /* the word whose relation is chosen, if it is not the dependent's */
  TbkPlace popped;          /* an element of the stack that is gone */
  TbkPlace returned;        /* an element that becomes the front of the input */
  TbkSecond second;
  TbkLabel relabel; /* the new label of the top */
  TbkLabel push;    /* the front is pushed, with this label */
} TbkTransition;

#define TBK_MAX_TRANSITIONS 16

/* Which configurations are final. In none of them is a transition allowed. */
typedef enum {
  TBK_FINAL_ONE,      /* one element in the stack, no input */
  TBK_FINAL_ONE_LEFT, /* the same, or no element and as input one word that returned to it */
  TBK_FINAL_NO_INPUT, /* no input, whatever is in the stack */
} TbkFinal;

/* What configurations of a system have, beyond a stack of increasing words and the end of the sentence as
 * input; a set of these. */
typedef enum {
  TBK_HAS_RETURNED = 1 << 0,   /* words return to the input, so that they come in any order */
  TBK_HAS_SECOND = 1 << 1,     /* a second list */
  TBK_HAS_HEADS = 1 << 2,      /* preconditions or values depend on the arcs made */
  TBK_HAS_CYCLES = 1 << 3,     /* a configuration can come back, so that a walk need not end */
  TBK_HAS_TWO_STACKS = 1 << 4, /* the second list is a stack, whose front is its top; words may be in both */
} TbkFeature;

/* A restriction of the computations that count when transitions are valued; see tbk/oracle.h. Made by the
 * library only. */
typedef struct {
  const char *name; /* as on the command line: "shift-before-reduce" */
  const char *meaning;
} TbkPolicy;

/* A system; made by the library only, which may add fields at its end. */
typedef struct {
  const char *name;   /* as on the command line: "shift-reduce" */
  const char *source; /* where it is defined */
  const TbkTransition *transitions;
  int n_transitions; /* at most TBK_MAX_TRANSITIONS */
  const TbkPolicy *policies;
  int n_policies;        /* the first is the default; 0: there is no oracle */
  gboolean starts_empty; /* without 0 in the stack */
  gboolean hangs_rest;   /* words that have no head in a final configuration hang on 0; else they have none */
  TbkLabel root;         /* the label of word 0 */
  guint labels, top_labels; /* that other words of the stack can have, and that only the top can */
  TbkFinal final;
  guint features;             /* a set of TbkFeature */
  gboolean builds_projective; /* it builds every projective tree, and no other */
  /* A parser had better learn from the static oracle: the search for exact values gives up in most sentences,
   * or a computation need not end. */
  gboolean prefers_static;
  const char *title; /* its name in textbooks */
  const char *first; /* where it was first published */
  const char *about; /* a sentence or two */
} TbkSystem;

/* The systems are those that `tbk help systems` lists; title, about, source and the tables tell what each
 * is. Some have several forms. The name of a form has a colon and what is different in it:
 *
 *   :complete=root           words without head in the end hang on 0; else they count for nothing
 *   :start=noroot            there is no 0 in the stack or in the lists. In arc-eager-unshift the word that
 *                            is left is the root, by no transition: values do not count its arc from 0. In
 *                            covington what has no head hangs on 0
 *   :start=noroot-published  in arc-eager-unshift: the same, but the word that is left must be in the stack,
 *                            as printed
 *
 * "arc-standard" is found as shift-reduce.
 *
 * Returns: the system of that name, or NULL. */
const TbkSystem *tbk_system_find (const char *name);

/* System number @i from 0, in the order above; NULL after the last. */
const TbkSystem *tbk_system_at (int i);

/* The index of the transition with that key, or of the policy with that name ('_' is as good as '-'), in
 * @system; -1 if there is none. */
int tbk_system_transition (const TbkSystem *system, const char *key);
int tbk_system_policy (const TbkSystem *system, const char *name);

/* The outermost children that a word has by the arcs made, 0 for none, and how many on each side. */
typedef struct {
  int left, second_left, right, second_right;
  int n_left, n_right;
} TbkChildren;

/* To be made with TBK_CONFIGURATION_INIT. The library allocates the arrays, and the caller clears them. The
 * fields may be read at any time. A configuration that is only to be valued by tbk/oracle.h may be filled in
 * by hand, over arrays of the caller's, and without heads in systems that do not need them. Fields that come
 * take the place of `reserved`, which stays zero till then, or stand at the end (tbk/declarations.h). */
typedef struct {
  const TbkSystem *system;
  int n;
  TbkStackElement *stack; /* room for n + 1 */
  int depth;              /* elements in the stack */
  int buffer;             /* the words of the input from here on never left it; n + 1: there are none */
  int *heads;             /* (nullable): n + 1: the head of each word, -1 if it has none yet */

  /* Only of systems that have them. */
  int *returned; /* the words that returned to the input; the last is its front. Room for n + 1 */
  int n_returned;
  int *second; /* the second list; the last is its front. Room for n + 1 */
  int n_second;
  gboolean is_second_active; /* the second of two stacks is `stack`, the first one `second` */
  gboolean has_switched;     /* they changed places by the transition before */

  /* Only if they are kept; see tbk_configuration_keep_relations() and _keep_children(). */
  int *relations;        /* n + 1: the number of the relation of each word to its head, -1 for none */
  TbkChildren *children; /* n + 1 */

  int n_allocated; /* the n that the arrays have room for */
  gboolean keeps_relations, keeps_children;
  gpointer reserved[3]; /* zero */
} TbkConfiguration;

#define TBK_CONFIGURATION_INIT TBK_ZERO_INIT

/* From the next start on, @configuration keeps relations, or children. */
void tbk_configuration_keep_relations (TbkConfiguration *configuration);
void tbk_configuration_keep_children (TbkConfiguration *configuration);

/* Makes @configuration the initial one for words 1..@n: all are input, no arc is made. FALSE with @error
 * set (TBK_ERROR_RESOURCE) if there is no memory. */
gboolean tbk_configuration_start (TbkConfiguration *configuration, const TbkSystem *system, int n,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Makes @configuration a copy of @from; without heads if @from has none. */
gboolean tbk_configuration_copy (TbkConfiguration *configuration, const TbkConfiguration *from,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Frees the arrays. Not for a configuration over arrays of the caller's. */
void tbk_configuration_clear (TbkConfiguration *configuration);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkConfiguration, tbk_configuration_clear)

/* The first word of the input, n + 1 if none remains; and how many words it has. */
static inline int
tbk_configuration_front (const TbkConfiguration *configuration)
{
  return configuration->n_returned > 0 ? configuration->returned[configuration->n_returned - 1]
                                       : configuration->buffer;
}

static inline int
tbk_configuration_n_input (const TbkConfiguration *configuration)
{
  return configuration->n_returned + configuration->n + 1 - configuration->buffer;
}

/* Whether no transition follows and the computation succeeded; see TbkFinal. */
gboolean tbk_configuration_is_final (const TbkConfiguration *configuration);

/**
 * tbk_configuration_check:
 *
 * Whether @configuration, which may have been changed by hand, has the form of its system. Every word is in
 * range and there at most once, in increasing order where no word can return. 0 is at the bottom if the
 * system starts with it, and labels are possible ones. In systems with a second list, both lists together are
 * in increasing order and without gaps, but for words that have a head where words can go. What
 * tbk_configuration_step() makes always has. Else the heads are not looked at. O(n).
 */
gboolean tbk_configuration_check (const TbkConfiguration *configuration,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Why @transition, a row of its system, is not allowed in @configuration, in English, a constant string;
 * NULL if it is. */
const char *tbk_configuration_obstacle (const TbkConfiguration *configuration,
                                        const TbkTransition *transition);

/* The set of transitions that are allowed: bit t for transition t. */
guint tbk_configuration_allowed (const TbkConfiguration *configuration);

/* The arc that @transition, which must be allowed, makes in @configuration; FALSE if it makes none. */
gboolean tbk_configuration_arc (const TbkConfiguration *configuration, const TbkTransition *transition,
                                int *head, int *dependent);

/* The word whose relation is chosen with @transition, which must be allowed: the one that it gives a head, or
 * promises one, if its relation was not chosen before; 0 if there is none. Relations must be kept. */
int tbk_configuration_related (const TbkConfiguration *configuration, const TbkTransition *transition);

/**
 * tbk_configuration_step:
 *
 * Takes @transition. If it is not allowed, sets @error to its name and the obstacle, and leaves
 * @configuration alone.
 */
gboolean tbk_configuration_step (TbkConfiguration *configuration, const TbkTransition *transition,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
