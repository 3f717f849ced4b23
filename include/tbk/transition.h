/* transition.h - transition systems as tables: what a step needs, and what it does.
 *
 * A configuration is a stack of labelled words, the first word of the remaining input, and the arcs
 * made so far. A system is a table of transitions; a transition is a row that names its preconditions
 * and effects in a small fixed vocabulary: the top of the stack, the element under it, the front of
 * the remaining input, labels, one arc, one word popped, one pushed. So one function takes every step
 * of every system, and a new system is a new table (src/transition/).
 *
 * A parser in C keeps a TbkConfiguration, or its own data and fills one in for tbk/oracle.h:
 *
 *   g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
 *
 *   tbk_configuration_start (&c, &tbk_arc_eager, n);
 *   while (!tbk_configuration_is_final (&c))
 *     if (!tbk_configuration_step (&c, &tbk_arc_eager.transitions[choose (&c)], &error))
 *       return FALSE;
 *   use_tree (c.heads, n);
 *
 * Words      0 is the artificial root, at the bottom of every stack; 1..n the words of the sentence.
 * Stack      from the bottom: stack[0] is word 0, stack[depth - 1] the top. Words increase upwards, and
 *            all are below `buffer`.
 * Cost       a step and a test of its preconditions are O(1); copying is O(n).
 * Errors     TBK_ERROR_DATA: a step that is not allowed, a configuration that cannot be. Without memory for a
 *            start or a copy the process ends, as by g_malloc().
 * Threads    systems are constant and shared; a configuration belongs to one thread at a time.
 * Sources    Nederhof (2019), "Calculating the optimal step in shift-reduce dependency parsing: from
 *            cubic to linear time"; Nederhof (2021), "Calculating the optimal step of arc-eager parsing
 *            for non-projective trees"; Nivre (2008), "Algorithms for deterministic incremental
 *            dependency parsing". Each system names its table.
 */
#ifndef TBK_TRANSITION_H
#define TBK_TRANSITION_H

#include <glib.h>

#include "tbk/error.h"

/* A label is one bit, so that a set of labels is a sum. What a label means is up to the system. */
typedef enum {
  TBK_LABEL_NONE = 1 << 0, /* the one label of a system without labels */
  TBK_LABEL_L = 1 << 1,    /* to be a left child */
  TBK_LABEL_R = 1 << 2,    /* to be, or being, a right child */
  TBK_LABEL_N = 1 << 3,    /* nothing decided */
  TBK_LABEL_C = 1 << 4,    /* complete on the left: takes no more left children */
} TbkLabel;

typedef struct {
  int word;
  TbkLabel label;
} TbkStackElement;

/* The fields may be read at any time. A configuration that is only to be valued by tbk/oracle.h may be
 * filled in by hand, over arrays of the caller's, without heads. */
typedef struct {
  int n;
  TbkStackElement *stack; /* room for n + 1 */
  int depth;              /* elements in the stack, at least 1 */
  int buffer;             /* first word of the remaining input; n + 1: none is left */
  int *heads;             /* (nullable): n + 1: the head of each word, -1 if it has none yet */
  int n_allocated;        /* the n that the arrays have room for; 0 if they are the caller's */
} TbkConfiguration;

#define TBK_CONFIGURATION_INIT                                                                               \
  {                                                                                                          \
    0, NULL, 0, 0, NULL, 0                                                                                   \
  }

typedef enum {
  TBK_PLACE_NONE,
  TBK_PLACE_UNDER, /* the element under the top */
  TBK_PLACE_TOP,   /* the top of the stack */
  TBK_PLACE_FRONT, /* the first word of the remaining input */
} TbkPlace;

typedef enum {
  TBK_HEAD_ANY,
  TBK_HEAD_MISSING, /* the word must have no head yet */
  TBK_HEAD_MADE,    /* the word must have one */
} TbkHeadCondition;

/* One row of a system. Fields that are left out say nothing. */
typedef struct {
  const char *key;  /* two letters, as in the papers' formulas: "SH" */
  const char *name; /* in words: "shift" */

  /* Needed. */
  guint under;               /* labels that the element under the top may have; 0: there need be none */
  guint top;                 /* labels that the top may have; 0: any */
  gboolean front;            /* whether some input must remain */
  TbkPlace not_root;         /* which of the words must not be 0 */
  TbkHeadCondition top_head; /* whether the top must have a head, or none */

  /* Done, in this order. */
  TbkPlace head, dependent; /* the arc made */
  TbkPlace popped;          /* TBK_PLACE_TOP or TBK_PLACE_UNDER */
  TbkLabel relabel;         /* the new label of the top */
  TbkLabel push;            /* the front is pushed, with this label */
} TbkTransition;

#define TBK_MAX_TRANSITIONS 8

typedef struct {
  const char *name;   /* as on the command line: "shift-reduce" */
  const char *source; /* where it is defined */
  const TbkTransition *transitions;
  int n_transitions; /* at most TBK_MAX_TRANSITIONS */
  TbkLabel root;     /* the label of word 0 */
  guint labels;      /* labels of other words in a stack */
  guint top_labels;  /* labels that only the top may have */
} TbkSystem;

/* Shift-reduce ("arc-standard") parsing. Nederhof (2019), Table 1. */
extern const TbkSystem tbk_shift_reduce;
enum { TBK_SHIFT_REDUCE_SH, TBK_SHIFT_REDUCE_RL, TBK_SHIFT_REDUCE_RR };

/* The same where left children come before right ones, by labels: every projective tree in exactly one
 * way. Nederhof (2021), Table 2. */
extern const TbkSystem tbk_left_before_right;

/* Arc-eager parsing as first published, with a condition on heads; it can end in a configuration that
 * is not final and allows no step. It needs `heads`. Nivre (2008); Nederhof (2021), Table 3. */
extern const TbkSystem tbk_arc_eager_nivre;

/* The same by labels, with reduce_correct, which saves it from getting stuck. Nederhof (2021), Table 4. */
extern const TbkSystem tbk_arc_eager_labelled;

/* Corrected arc-eager parsing: the arc to a right child is made when it is reduced, and a reduce may pop
 * a word of either label. Nederhof (2021), Table 6. */
extern const TbkSystem tbk_arc_eager;

/* The same without the correction: reduce needs label R. It can get stuck. */
extern const TbkSystem tbk_arc_eager_uncorrected;
enum { TBK_ARC_EAGER_SH, TBK_ARC_EAGER_LA, TBK_ARC_EAGER_RA, TBK_ARC_EAGER_RE };

/* Normalized arc-eager parsing: a word is shifted before it takes children. Nederhof (2021), Table 8. */
extern const TbkSystem tbk_arc_eager_normalized;
enum {
  TBK_NORMALIZED_SH,
  TBK_NORMALIZED_LC,
  TBK_NORMALIZED_RC,
  TBK_NORMALIZED_RL,
  TBK_NORMALIZED_RR,
};

/* All systems, ended by NULL; and the one of that name, or NULL. */
extern const TbkSystem *const tbk_systems[];
const TbkSystem *tbk_system_find (const char *name);

/* The index of the transition with that key in @system, or -1. */
int tbk_system_transition (const TbkSystem *system, const char *key);

/* Makes @configuration the initial one: 0 on the stack, the words 1..@n remaining, no arcs. */
void tbk_configuration_start (TbkConfiguration *configuration, const TbkSystem *system, int n);

/* Makes @configuration a copy of @from; without heads if @from has none. */
void tbk_configuration_copy (TbkConfiguration *configuration, const TbkConfiguration *from);

/* Frees the arrays. Not for a configuration over arrays of the caller's. */
void tbk_configuration_clear (TbkConfiguration *configuration);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkConfiguration, tbk_configuration_clear)

/* Whether only word 0 is left, so that the heads are a tree. */
gboolean tbk_configuration_is_final (const TbkConfiguration *configuration);

/**
 * tbk_configuration_check:
 *
 * Whether @configuration has the form that configurations of @system have: words in range, no more than
 * there are, and increasing, 0 at the bottom, labels that can be. What tbk_configuration_step() makes always
 * has. The heads are not looked at. O(depth).
 */
gboolean tbk_configuration_check (const TbkConfiguration *configuration, const TbkSystem *system,
                                  GError **error);

/* Why @transition is not allowed in @configuration, in English, a constant string; NULL if it is. */
const char *tbk_configuration_obstacle (const TbkConfiguration *configuration,
                                        const TbkTransition *transition);

/* The arc that @transition, which must be allowed, makes in @configuration; FALSE if it makes none. */
gboolean tbk_configuration_arc (const TbkConfiguration *configuration, const TbkTransition *transition,
                                int *head, int *dependent);

/**
 * tbk_configuration_step:
 *
 * Takes @transition. If it is not allowed, sets @error to its name and the obstacle, and leaves
 * @configuration alone.
 */
gboolean tbk_configuration_step (TbkConfiguration *configuration, const TbkTransition *transition,
                                 GError **error);

#endif
