/* projectivize.h - core: the optimal projective trees of a tree, and marks in labels that name what was lifted.
 *
 * Contents
 *   1. projectivize: of all projective trees on a sentence's words, one that keeps the most gold arcs
 *   2. pseudo_projective: projective trees whose labels say where lifted arcs came from, and back again
 */
#ifndef TBK_PROJECTIVIZE_H
#define TBK_PROJECTIVIZE_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* 1. projectivize: of all projective trees on a sentence's words, one that keeps the most gold arcs.
 *
 * A handle holds the options and the scratch memory, and answers for one tree after another. A tree that
 * is projective is its own answer. Otherwise the sentence is contracted first: a word without children
 * that is beside its head depends on it in every optimal tree and is removed, until there is no such word.
 * What remains, with the outermost children that were removed, is solved exactly.
 * docs/design/projectivize.md, "Projectivization", has the theorems and their tests.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1.
 * Cost      O(n) for a projective tree. Else, for the m words that remain (7 on average in non-projective
 *           sentences of the Universal Dependencies): O(m^2) and O(m) for each meeting of two words that an
 *           optimal tree may use, at most O(m^3); by TBK_PROJECTIVIZE_TABULAR O(n^3). Memory O(m^2) or
 *           O(n^2).
 * Errors    TBK_ERROR_DATA if the heads are no tree (tbk/tree.h says what the message gives) or if more
 *           words than `max_core`, at most 4095, remain; by TABULAR, if the sentence has more (the message
 *           gives both numbers), TBK_ERROR_RESOURCE if memory
 *           does not suffice.
 * Threads   a handle belongs to one thread at a time; equal options give equal trees on any thread and
 *           machine.
 * Source    Nederhof (2019), section 3, for the problem and the tabular method.
 * Since     0.1
 */

/* Numbers of children that 0 has in the projective tree. */
typedef enum {
  TBK_ROOT_GOLD,   /* one if the gold tree has one, else any number */
  TBK_ROOT_SINGLE, /* exactly one */
  TBK_ROOT_ANY,    /* any number */
} TbkRoot;

/* Which of the optimal trees. */
typedef enum {
  /* First, as many gold root words as possible stay children of 0. Second, most moved words depend on a gold
   * ancestor (0 is one). Third, the fewest levels are lifted, summed over these words (from the gold head to
   * its head is one level). Fourth, the arcs are shortest in all (an arc from h to d has length |h - d|).
   * Last, the list of heads is least in reading order. */
  TBK_TIES_LIFT,
  /* The list of heads is least in reading order. */
  TBK_TIES_FIRST,
  /* The arcs are shortest in all, where arcs of 0 have length 0 (tbk/tree.h); then the list of heads is
   * least. */
  TBK_TIES_SHORT,
} TbkTies;

/* Both give the same trees. */
typedef enum {
  TBK_PROJECTIVIZE_CONTRACTION, /* fast */
  TBK_PROJECTIVIZE_TABULAR,     /* the generic tabular parser over the whole sentence; the reference */
} TbkProjectivizeMethod;

/* Words that may remain for the cubic part, if `max_core` is 0: a few seconds of work at worst. */
#define TBK_DEFAULT_MAX_CORE 1000

typedef struct {
  TbkRoot root;
  TbkTies ties;
  TbkProjectivizeMethod method;
  int max_core; /* 0: TBK_DEFAULT_MAX_CORE */
  /* (nullable): what a message about it calls it, where the user knows it by a name. Not copied. */
  const char *max_core_name;
} TbkProjectivizeOptions;

typedef struct TbkProjectivizer TbkProjectivizer;

/* @options: (nullable): NULL for all zeros. They are copied. */
TbkProjectivizer *tbk_projectivizer_new (const TbkProjectivizeOptions *options);
void tbk_projectivizer_free (TbkProjectivizer *projectivizer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkProjectivizer, tbk_projectivizer_free)

/**
 * tbk_projectivize:
 * @heads: n + 1 integers, a tree (see tbk_tree_set()); n is at least 0, and without words nothing is lost
 * @projective: (out caller-allocates) (optional): n + 1 integers, the heads of the chosen tree
 * @lost_arcs: (out) (optional): the words whose head differs from the gold one; the fewest possible
 *
 * If @projective is NULL, only the number of lost arcs is computed, which is faster.
 */
gboolean tbk_projectivize (TbkProjectivizer *projectivizer, const int *heads, int n, int *projective,
                           int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_projectivize_many:
 * @heads: flat: of one sentence after the other the heads of the words 1..n, with nothing for 0
 * @offsets: @n_sentences + 1 numbers, the first 0, that do not fall: where in @heads each sentence begins,
 * and the last ends
 * @projective: (out caller-allocates) (optional): as many as @heads
 * @lost_arcs: (out caller-allocates) (optional): @n_sentences numbers
 *
 * The same for many sentences with one call. The message of an error begins with "sentences[I]: ", I from 0;
 * outputs are then undefined.
 */
gboolean tbk_projectivize_many (TbkProjectivizer *projectivizer, const int *heads, const gint64 *offsets,
                                int n_sentences, int *projective, int *lost_arcs,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Finds one of the optimal trees drawn from @random, each equally likely; `ties` plays no part. */
gboolean tbk_projectivize_draw (TbkProjectivizer *projectivizer, const int *heads, int n, TbkRandom *random,
                                int *projective, int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_projectivize_count:
 * @count: (out): initialised by the caller; the number of optimal trees, 1 for a projective one
 * @kept: (out) (nullable): n + 1 numbers, initialised by the caller; kept[d] becomes the number of optimal trees in
 *   which the word d, from 1, keeps its gold head. kept[0] is of no account
 * @lost_arcs: (out) (nullable)
 *
 * Counts the optimal trees and, on demand, for each gold arc the optimal trees that keep it. An arc with kept[d] = 0 is
 * lost in all of them. An arc with kept[d] = @count is lost in none. Every optimal tree keeps n - @lost_arcs
 * gold arcs, so the numbers kept[1..n] add up to @count times that.
 * Cost: as for the forest of optimal trees.
 */
gboolean tbk_projectivize_count (TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                                 mpz_t *kept, int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_projectivize_list:
 * @heads: as for tbk_projectivize(); they must stay valid until the last tree was returned
 *
 * Sets @count to the number of optimal trees and begins to list them in increasing order of their lists of
 * heads, which tbk_projectivize_next() returns one by one. Trees are found when asked for, so memory does not
 * grow with their number (tbk/tabular.h).
 */
gboolean tbk_projectivize_list (TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                                int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the next tree and returns 1; 0 after the last; -1 with @error set without memory, which ends the
 * list. No other function may be called on the handle in between. */
int tbk_projectivize_next (TbkProjectivizer *projectivizer, int *projective,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. pseudo_projective: projective trees whose labels say where lifted arcs came from, and back again.
 *
 * A lifting of a tree hangs every word on its gold head or on an ancestor of that. Encoding makes a lifting
 * that is projective, so that a projective parser can learn it, and marks labels:
 *
 *   scheme      lifted word   word on the path   both      d, the word's own label
 *   HEAD        d|h           d                  d|h       h, the label of its gold head
 *   PATH        d|            d%                 d|%
 *   HEADPATH    d|h           d%                 d|h%
 *
 * A word is on the path if some other word was lifted from it to its head. Decoding visits the lifted words
 * breadth-first from 0, children from left to right, in the order in which the tree that is decoded has them.
 * For each it searches below its present head, breadth-first as well but children nearest to the lifted word
 * first, past the lifted word and what is below it, with the heads that are decoded already, for the first
 * word m that fits:
 *
 *   HEAD        m has the label h
 *   PATH        m is reached by words on the path alone, and none of its children is on it; if there is none,
 *               m is on the path, and none of its children is
 *   HEADPATH    m has the label h, is reached by words on the path alone, and none of its children is on it;
 *               if there is none, children may be; if there is none either, as for HEAD
 *
 * In each of these the children next to the lifted word, on its side of their head, are passed by with what
 * is below them. They are looked at if nothing else fits. For a word is not lifted past one that is its
 * neighbour then. The word then depends on m; if nothing fits, it stays where it is. Labels lose their marks in
 * any case. So what is decoded is a tree whatever the labels say, and labels always come back; heads mostly
 * do (the report reports/ud-r2.2/pseudo-reading.md has figures).
 *
 * Words     0 is the artificial root, 1..n the words; arrays have n + 1 elements, heads[0] = -1, and
 *           labels[0] is of no account. A label is bytes, compared as such, at least one.
 * Signs     a sign that begins a label is no mark, so no label loses all its bytes.
 * Ties      of equally short arcs the one that begins farther left is lifted; the optimal lifting is the only
 *           one. Of children as near to a lifted word the left one is looked at first.
 * Ownership new labels belong to the handle or are parts of the labels given; both must stay as long as they
 *           are used, and the results of the handle end with its next call.
 * Cost      O(n) for a projective tree and for labels without marks. Lifting: with m the words that
 *           contraction leaves (section projectivize), O(m) for each level, or in the optimal lifting O(m) for
 *           each level of each word: at most O(m^3). Decoding: O(n) for each lifted word.
 * Errors    TBK_ERROR_DATA if heads are no tree, if more than `max_core` words remain, or if a label to be
 *           marked bears a sign already; TBK_ERROR_RESOURCE if memory does not suffice. Outputs are then left
 *           alone. What is no error: heads and labels that no encoding gives.
 * Threads   a handle belongs to one thread at a time; equal options give equal results on any thread and
 *           machine.
 * Source    Nivre and Nilsson (2005), "Pseudo-projective dependency parsing", for schemes and lifting, who
 *           leave open in which order words are decoded. MaltParser and spaCy have orders of their own, so
 *           what they decode may differ: MaltParser too looks at near children and ends of paths first.
 *           "Shortest" is neither's: spaCy breaks ties to the left by dependents.
 *           docs/design/projectivize.md, "Liftings", for the optimal one and for neighbours.
 * Since     0.1
 */

typedef enum { TBK_SCHEME_HEAD, TBK_SCHEME_PATH, TBK_SCHEME_HEADPATH } TbkScheme;

typedef enum {
  /* Each word depends on the lowest gold ancestor that dominates all words between. Of all projective liftings
   * this keeps the most gold arcs, the projective ones, and of these liftings it lifts by the fewest
   * levels. The words on the path are the gold ancestors that a moved word went past, its gold head first. */
  TBK_LIFT_OPTIMAL,
  /* As long as there are arcs that are not projective, the shortest of them is lifted: the word then depends on the
   * present head of its head, and that is on the path from now on. */
  TBK_LIFT_SHORTEST,
  /* As MaltParser does it: arcs are as long as they are in the gold tree, and of equally short ones
   * the arc of the leftmost dependent is lifted. */
  TBK_LIFT_MALT,
} TbkLiftOrder;

/* Spellings of marks. */
typedef enum {
  TBK_LABELS_TBK, /* as above */
  /* As MaltParser writes them: as above, but in decoding d|null is a root word that was put under a covering
   * arc: it depends on 0, and no label may be "null". */
  TBK_LABELS_MALT,
  TBK_LABELS_SPACY, /* as spaCy writes them: d||h, the scheme HEAD alone */
} TbkLabelStyle;

typedef struct {
  TbkScheme scheme;
  TbkLiftOrder lift;
  TbkLabelStyle style;
  int max_core;              /* that contraction may leave; 0: TBK_DEFAULT_MAX_CORE */
  const char *max_core_name; /* (nullable): as in TbkProjectivizeOptions */
} TbkPseudoProjectiveOptions;

typedef struct TbkPseudoProjective TbkPseudoProjective;

/* @options: (nullable): NULL for all zeros. They are copied. */
TbkPseudoProjective *tbk_pseudo_projective_new (const TbkPseudoProjectiveOptions *options);
void tbk_pseudo_projective_free (TbkPseudoProjective *pseudo);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPseudoProjective, tbk_pseudo_projective_free)

/**
 * tbk_pseudo_projective_encode:
 * @labels: n + 1 of them
 * @new_heads: (out caller-allocates): n + 1 integers
 * @new_labels: (out caller-allocates): n + 1 of them; `bytes` is NULL where the label stays
 * @n_moved: (out) (optional): the words whose head differs
 *
 * Lifts and marks, as the options say.
 */
gboolean tbk_pseudo_projective_encode (TbkPseudoProjective *pseudo, const int *heads, const TbkPiece *labels,
                                       int n, int *new_heads, TbkPiece *new_labels, int *n_moved,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_pseudo_projective_decode:
 *
 * Removes marks from @labels and restores the heads of lifted words, as the scheme and the style of the options say.
 * Arguments as for tbk_pseudo_projective_encode().
 */
gboolean tbk_pseudo_projective_decode (TbkPseudoProjective *pseudo, const int *heads, const TbkPiece *labels,
                                       int n, int *new_heads, TbkPiece *new_labels, int *n_moved,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Findings in labels, summed over all calls of tbk_pseudo_projective_decode() with one handle, or with
 * several. A scheme or style other than that which wrote the labels shows in words not placed and in foreign
 * labels. */
typedef struct {
  gint64 n_lifted; /* labels that call their word lifted */
  gint64 n_placed; /* lifted words for whose mark a word was found */
  /* labels with signs that the scheme and the style do not write; some of these labels keep them */
  gint64 n_foreign;
  guint signs; /* internal: which signs were met */
} TbkMarkFindings;

/* Adds what @pseudo has found to @findings. Since: 0.2 */
void tbk_pseudo_projective_add_findings (const TbkPseudoProjective *pseudo, TbkMarkFindings *findings);

TBK_END_DECLS

#endif
