/* transition.h - core: transition systems and their configurations, of both kinds of trees.
 *
 * Contents
 *   1. transition: transition systems as tables: what a step needs, and what it does
 *   2. fragments: trees from what arc-eager parsing leaves: heads for the words that got none
 *   3. constituency: phrase-structure trees as sets of constituents, and the transition systems that build
 *      them
 */
#ifndef TBK_TRANSITION_H
#define TBK_TRANSITION_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* Declared in other headers, which whoever uses them includes. */
typedef struct TbkBracketTree TbkBracketTree;

/* 1. transition: transition systems as tables: what a step needs, and what it does.
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

/* A label is one bit, so that a set of labels is a sum. What a label means is up to the system. */
typedef enum {
  TBK_LABEL_NONE = 1 << 0, /* the one label of a system without labels */
  TBK_LABEL_L = 1 << 1,    /* to be a left child; or without head */
  TBK_LABEL_R = 1 << 2,    /* to be, or being, a right child; or with a head */
  TBK_LABEL_N = 1 << 3,    /* nothing decided */
  TBK_LABEL_C = 1 << 4,    /* complete on the left: gets no more left children */
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

/* Needs of a transition beyond labels; a set of these. */
typedef enum {
  TBK_NEEDS_INPUT = 1 << 0,     /* some input remains */
  TBK_NEEDS_NO_INPUT = 1 << 1,  /* none does */
  TBK_NEEDS_NEW = 1 << 2,       /* some word never left the input */
  TBK_NEEDS_ORDER = 1 << 3,     /* the word under the top comes before the top, and is not 0 */
  TBK_NEEDS_NO_CYCLE = 1 << 4,  /* the dependent does not dominate the head by the arcs made */
  TBK_NEEDS_NO_SWITCH = 1 << 5, /* the stacks did not change places by the transition before */
} TbkNeed;

/* Fates of the second list. */
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

/* Features of configurations, beyond a stack of increasing words and the end of the sentence as
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
  const char *name;   /* as on the command line: "arc-standard" */
  const char *source; /* where it is defined */
  const TbkTransition *transitions;
  int n_transitions; /* at most TBK_MAX_TRANSITIONS */
  const TbkPolicy *policies;
  int n_policies;        /* the first is the default; 0: there is no oracle */
  gboolean starts_empty; /* without 0 in the stack */
  gboolean hangs_rest; /* words that have no head in a final configuration depend on 0; else they have none */
  TbkLabel root;       /* the label of word 0 */
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

/* The system of commands and parsers where none is named: the system of textbooks, MaltParser and spaCy. It has one policy, so
 * which transitions are best is no matter of convention. Since: 0.2 */
#define TBK_SYSTEM_DEFAULT "arc-eager"

/* The systems are listed by `tbk help systems`; title, about, source and the tables say what each
 * is. Some have several forms. The name of a form has a colon and what is different in it:
 *
 *   :complete=root           words without head at the end depend on 0; else they count for nothing
 *   :start=noroot            there is no 0 in the stack or in the lists. In arc-eager-unshift the word that
 *                            is left is the root, by no transition: values do not count its arc from 0. In
 *                            covington what has no head depends on 0
 *   :start=noroot-published  in arc-eager-unshift: the same, but the word that is left must be in the stack,
 *                            as printed
 *
 * Returns: the system of that name, or NULL. */
const TbkSystem *tbk_system_find (const char *name);

/* The system that was called @name in models of version 1 and in tallies of version 2, when
 * arc-eager-nederhof was called arc-eager, arc-eager was called arc-eager-nivre, and arc-standard shift-reduce; of a name that did not change, the
 * system of that name; NULL if there is none. Since: 0.2. */
const TbkSystem *tbk_system_find_former (const char *name);

/* System number @i from 0, forms included; NULL after the last. */
const TbkSystem *tbk_system_at (int i);

/* The index of the policy with that name ('_' is as good as '-') in @system; -1 if there is none. */
int tbk_system_policy (const TbkSystem *system, const char *name);

/**
 * tbk_transition_read:
 * @text: @length bytes, or up to its NUL if @length is -1
 * @relation: (out) (nullable): the relation that @text has behind the transition, which is a part of @text; of size 0 if there
 *   is none
 *
 * Reads a transition in the spellings of textbooks and of other parsers. Case does not matter, and between the words of a name
 * there is a hyphen, an underscore, a space or nothing:
 *
 *   SH  SHIFT  Shift  S                 LA  LEFT-ARC  LEFTARC  left_arc  LeftArc  LEFT  L
 *   RE  REDUCE  D                       RA  RIGHT-ARC  RIGHTARC  right_arc  RIGHT  R
 *   SW  SWAP                            RR and RL (Nederhof, 2019): LA and RA between the two topmost words
 *   UN  UNSHIFT  USH                    LA1  LEFT-ARC-1  LA  and so on, in Attardi's systems
 *
 * and in the same way the names of all rows of @system. A letter or a word is read where no other transition of the system
 * begins so; with a relation behind it, where no other one that chooses a relation does. A relation comes after ':', '+', '-'
 * or '_', or in parentheses: LA:nsubj, LEFT-ARC(nsubj), LEFT-ARC_nsubj, LA+nsubj (MaltParser), L-nsubj (spaCy). It may
 * hold such signs itself: L-obl:unmarked. Whether the transition chooses a relation is not looked at.
 *
 * Returns: the index of the transition; -1 with @error set (TBK_ERROR_DATA) if @system has none, or several, of that
 * spelling. The message lists its transitions.
 *
 * Since: 0.2.
 */
int tbk_transition_read (const TbkSystem *system, const char *text, gssize length, TbkPiece *relation,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The outermost children that a word has by the arcs made, 0 for none, and how many on each side. */
typedef struct {
  int left, second_left, right, second_right;
  int n_left, n_right;
} TbkChildren;

/* To be made with TBK_CONFIGURATION_INIT. The library allocates the arrays, and the caller clears them. The
 * fields may be read at any time. A configuration that is only to be valued by tbk/oracle.h may be filled in
 * by hand, over arrays of the caller's, and without heads in systems that do not need them. Fields that come
 * replace `reserved`, which stays zero till then, or come at the end (tbk/base.h). */
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

/* Makes @configuration keep relations, or children, from its next start on. */
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

/* Returns TRUE if no transition follows and the computation succeeded; see TbkFinal. */
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

/* 2. fragments: trees from what arc-eager parsing leaves: heads for the words that got none.
 *
 * Arc-eager parsing as most parsers do it ends when no input remains, whatever is in the stack. The words
 * without a head, u_1 < .. < u_m, are all in the stack; each way to complete gives them heads so that the
 * whole is a projective tree.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1; -1 for a word without head.
 * Cost      O(n).
 * Threads   nothing is shared.
 * Source    Nivre and Fernandez-Gonzalez (2014), "Arc-eager parsing with the tree constraint": `root` is its
 *           standard heuristic; Nederhof (2021), Table 4: `left`.
 * Since     0.1
 */

typedef enum {
  TBK_COMPLETE_ROOT,  /* 0 */
  TBK_COMPLETE_LEFT,  /* the element of the stack under the word */
  TBK_COMPLETE_CHAIN, /* the word without head before it; 0 for the first */
  TBK_COMPLETE_RIGHT, /* the word without head after it; 0 for the last */
  TBK_COMPLETE_FIRST, /* the first word without head, which gets 0 */
  TBK_COMPLETE_LAST,  /* the last one, which gets 0 */
  /* the last word that has head 0; if there is none, the first without head, which gets 0 */
  TBK_COMPLETE_WORD,
  TBK_N_COMPLETIONS,
} TbkCompletion;

/* The completion of a name as on the command line, "root"; FALSE if there is none. */
gboolean tbk_completion_find (const char *name, TbkCompletion *completion);

/**
 * tbk_complete:
 * @configuration: without input, 0 at the bottom of the stack; its words without head are all in the stack
 * @heads: (out caller-allocates): n + 1 integers, the heads of a tree
 *
 * Exactly one word has the head 0 by `word` if at most one had it before, and by `right`, `chain`, `first`
 * and `last` if none had.
 */
void tbk_complete (const TbkConfiguration *configuration, TbkCompletion completion, int *heads);

/* 3. constituency: phrase-structure trees as sets of constituents, and the transition systems that build
 * them.
 *
 * A constituent is a label over a span of words; a tree is the multiset of its constituents: the same label
 * may be over the same span twice, X over X. A configuration is a stack, the number of words shifted, and
 * the multiset of the constituents built so far. Three systems build every tree:
 *
 *   top-down   a constituent is opened before its first child: NT-X, its children, RE
 *   in-order   a constituent is opened after its first child: the child, NT-X, the other children, RE; then
 *              FI
 *   bottom-up  a constituent of k children is made of the k topmost elements: RE-X-k; at the end FI
 *
 *   g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
 *
 *   tbk_phrase_configuration_start (&c, tbk_phrase_system_find ("in-order"), n);
 *   while (!tbk_phrase_configuration_is_final (&c))
 *     if (!tbk_phrase_configuration_step (&c, choose_phrase (&c), &error))
 *       return FALSE;
 *   use (c.built, c.n_built);
 *
 * Transitions, where j words are shifted of n:
 *
 *   SH      pushes word j. top-down: an element is open; in-order: one is open, or the stack is empty
 *   NT-X    opens X. top-down: words remain, and an element is open or the stack is empty; X begins at word
 *           j. in-order: the top is complete; X begins where the top does, which becomes its first child
 *   RE      completes the open element nearest to the top with what is above it (and, in-order, its first
 *           child). top-down: the top is complete, an element is open, and two are or no words remain.
 *           in-order: one is open, maybe the top itself, which makes a constituent of one child
 *   RE-X-k  makes X of the k topmost elements, 1 <= k <= depth
 *   FI      no words remain, and the stack is one constituent
 *
 * With these conditions, which the paper leaves out, no configuration is a dead end.
 *
 * Words      0..n-1. A span (left, right) is the words left..right-1.
 * Labels     numbers from 0, of a vocabulary of the caller's (tbk/base.h).
 * Cost       a step is O(1), a reduction O(elements popped), as they were pushed.
 * Memory     kept and reused from tree to tree. The stack and what is built grow with the steps: in all
 *            systems NT-X, or RE-X-1, can be repeated without end, unless the system caps it.
 * Errors     TBK_ERROR_DATA: a tree that is none, a step that is not allowed; TBK_ERROR_RESOURCE.
 * Threads    systems are constant and shared; all else belongs to one thread at a time.
 * Sources    Fernandez-Gonzalez and Gomez-Rodriguez (2018), "Dynamic oracles for top-down and in-order
 *            shift-reduce constituent parsing", and (2018), "Faster shift-reduce constituent parsing with a
 *            non-binary, bottom-up strategy"; Dyer et al. (2016) and Liu and Zhang (2017) the systems.
 * Since      0.1
 */

typedef struct {
  int label;
  int left, right;
} TbkConstituent;

/* A tree. All zeros is one without words. */
typedef struct {
  int n;                        /* words, at least 1 */
  int n_constituents;           /* at least 1 */
  TbkConstituent *constituents; /* in pre-order; the first spans all words */
  int *parents;                 /* of each constituent: the number of its parent, -1 for the root */
  int *n_children;              /* of each constituent: constituents and words directly under it */
  gsize n_allocated;
} TbkPhraseTree;

#define TBK_PHRASE_TREE_INIT                                                                                 \
  {                                                                                                          \
    0                                                                                                        \
  }

/**
 * tbk_phrase_tree_set:
 * @n: words
 * @constituents: @n_constituents of them in pre-order, copied
 *
 * Makes @tree a tree of these constituents. Fails (TBK_ERROR_DATA) if they are none: the first does not span
 * all words, a span is empty, or spans cross or are not in pre-order. @tree is then unchanged, but for its
 * memory.
 */
gboolean tbk_phrase_tree_set (TbkPhraseTree *tree, int n, const TbkConstituent *constituents,
                              int n_constituents, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets a tree in brackets, which must have words and no problem. Its labels are added to @labels. */
gboolean tbk_phrase_tree_set_brackets (TbkPhraseTree *tree, const TbkBracketTree *brackets,
                                       TbkVocabulary *labels, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_phrase_tree_clear (TbkPhraseTree *tree);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkPhraseTree, tbk_phrase_tree_clear)

typedef enum {
  TBK_PHRASE_SHIFT,  /* SH */
  TBK_PHRASE_OPEN,   /* NT-X */
  TBK_PHRASE_REDUCE, /* RE, or RE-X-k in a bottom-up system */
  TBK_PHRASE_FINISH, /* FI */
} TbkPhraseAct;

typedef struct {
  TbkPhraseAct act;
  int label;      /* of OPEN, and of REDUCE in a bottom-up system; else -1 */
  int n_children; /* of REDUCE in a bottom-up system; else 0 */
} TbkPhraseTransition;

typedef enum { TBK_PHRASE_TOP_DOWN, TBK_PHRASE_IN_ORDER, TBK_PHRASE_BOTTOM_UP } TbkPhraseStrategy;

/* A system; made by the library only, which may add fields at its end. */
typedef struct {
  const char *name; /* as on the command line: "top-down" */
  const char *source;
  TbkPhraseStrategy strategy;
  gboolean finishes; /* it ends by FI */
  int max_unary;     /* bottom-up: how many RE-X-1 may follow on one another; 0: any number */
} TbkPhraseSystem;

/* The systems: top-down, in-order, bottom-up, and bottom-up:unary=1 to bottom-up:unary=8, in which no more
 * than this many RE-X-1 follow on one another. These do not build every tree: a chain over one word may have
 * that many constituents, over a longer span one more.
 *
 * Returns: the system of that name, or NULL. */
const TbkPhraseSystem *tbk_phrase_system_find (const char *name);

/* System number @i from 0, in the order above; NULL after the last. */
const TbkPhraseSystem *tbk_phrase_system_at (int i);

/* An element of the stack. */
typedef struct {
  int label; /* -1 for a word */
  int left;
  int right; /* -1 for an open element, whose end is not known yet */
  int below; /* of an open element: the place in the stack of the open element nearest below it, -1 for none
                */
} TbkPhraseElement;

/* The fields may be read at any time, and are changed by the functions below only. */
typedef struct {
  const TbkPhraseSystem *system;
  int n;                /* words */
  int next;             /* the first word not shifted; n: there are none */
  gboolean is_finished; /* FI was the last */
  int n_unary;          /* RE-X-1 taken since the last other transition */

  TbkPhraseElement *stack; /* from the bottom */
  int depth;
  int n_open;   /* open elements in the stack */
  int top_open; /* the place of the topmost of them, -1 for none */

  TbkConstituent *built; /* in the order of building */
  int n_built;

  guint64 run; /* a number that no other computation of the process has */
  gsize stack_allocated, built_allocated;
  gpointer reserved[4];
} TbkPhraseConfiguration;

#define TBK_PHRASE_CONFIGURATION_INIT                                                                        \
  {                                                                                                          \
    0                                                                                                        \
  }

/* Makes it the initial configuration for words 0..@n-1; @n is at least 1. */
void tbk_phrase_configuration_start (TbkPhraseConfiguration *configuration, const TbkPhraseSystem *system,
                                     int n);

/* Makes @copy equal to @configuration, but for `run`: it is a computation of its own. */
gboolean tbk_phrase_configuration_copy (TbkPhraseConfiguration *copy,
                                        const TbkPhraseConfiguration *configuration,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_phrase_configuration_clear (TbkPhraseConfiguration *configuration);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkPhraseConfiguration, tbk_phrase_configuration_clear)

gboolean tbk_phrase_configuration_is_final (const TbkPhraseConfiguration *configuration);

/* Returns what speaks against @transition, in a few words ("no words remain"); NULL if it is allowed. In a
 * final configuration nothing is. */
const char *tbk_phrase_configuration_obstacle (const TbkPhraseConfiguration *configuration,
                                               TbkPhraseTransition transition);

/* Takes @transition. Fails if it is not allowed, and then leaves the configuration alone. */
gboolean tbk_phrase_configuration_step (TbkPhraseConfiguration *configuration, TbkPhraseTransition transition,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the key of @transition: SH, NT-X, RE, RE-X-k or FI. */
void tbk_phrase_transition_write (const TbkPhraseSystem *system, TbkPhraseTransition transition,
                                  const TbkVocabulary *labels, GString *text);

/* Reads a key of @length bytes. A label may be new: then it is added to @labels. Fails (TBK_ERROR_DATA) if
 * @system has no such transition. */
gboolean tbk_phrase_transition_read (const TbkPhraseSystem *system, const char *key, gsize length,
                                     TbkVocabulary *labels, TbkPhraseTransition *transition,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
