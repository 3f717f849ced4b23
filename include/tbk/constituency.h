/* constituency.h - phrase-structure trees as sets of constituents, and the transition systems that build
 * them.
 *
 * A constituent is a label over a span of words; a tree is the multiset of its constituents: the same label
 * may stand over the same span twice, X over X. A configuration is a stack, the number of words shifted, and
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
 * Labels     numbers from 0, of a vocabulary of the caller's (tbk/vocabulary.h).
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
#ifndef TBK_CONSTITUENCY_H
#define TBK_CONSTITUENCY_H

#include <glib.h>

#include "tbk/brackets.h"
#include "tbk/error.h"
#include "tbk/vocabulary.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct {
  int label;
  int left, right;
} TbkConstituent;

/* A tree. All zeros is one without words. */
typedef struct {
  int n;                        /* words, at least 1 */
  int n_constituents;           /* at least 1 */
  TbkConstituent *constituents; /* in pre-order; the first spans all words */
  int *parents;                 /* of each: the number of its parent, -1 for the root */
  int *n_children;              /* of each: constituents and words directly under it */
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

/* The same for a tree in brackets, which must have words and no problem. Its labels are added to @labels. */
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

/* A transition of either kind of system. */
typedef struct {
  int transition;             /* its number, in a system of dependencies */
  TbkPhraseTransition phrase; /* in one of phrase structure */
} TbkMove;

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
 * than so many RE-X-1 follow on one another. These do not build every tree: a chain over one word may have
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
  gboolean is_finished; /* FI was taken */
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

/* What stands against @transition, in a few words ("no words remain"); NULL if it is allowed. In a final
 * configuration nothing is. */
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
