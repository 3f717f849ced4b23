/* pseudo_projective.h - projective trees whose labels tell where lifted arcs came from, and back again.
 *
 * A lifting of a tree hangs every word on its gold head or on an ancestor of that. Encoding makes a lifting
 * that is projective, so that a projective parser can learn it, and marks labels:
 *
 *   scheme      lifted word   word on the path   both      d, the word's own label
 *   HEAD        d|h           d                  d|h       h, the label of its gold head
 *   PATH        d|            d%                 d|%
 *   HEADPATH    d|h           d%                 d|h%
 *
 * A word is on the path if some other word was lifted from it to its head. Decoding takes the lifted words
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
 * neighbour then. The word then hangs on m; if nothing fits, it stays where it is. Labels lose their marks in
 * any case. So what is decoded is a tree whatever the labels say, and labels always come back; heads mostly
 * do (the report reports/ud-r2.2/pseudo-reading.md has figures).
 *
 * Words     0 is the artificial root, 1..n the words; arrays have n + 1 elements, heads[0] = -1, and
 *           labels[0] is of no account. A label is bytes, compared as such, at least one.
 * Signs     a sign that begins a label is no mark, so no label loses all its bytes.
 * Ties      of equally short arcs the one that begins farther left is lifted; the optimal lifting is the only
 *           one. Of children as near to a lifted word the left one is looked at first.
 * Ownership new labels belong to the handle or are parts of the labels given; both must stay as long as they
 *           are used, and those of the handle end with its next call.
 * Cost      O(n) for a projective tree and for labels without marks. Lifting: with m the words that
 *           contraction leaves (tbk/projectivize.h), O(m) for each level, or in the optimal lifting O(m) for
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
#ifndef TBK_PSEUDO_PROJECTIVE_H
#define TBK_PSEUDO_PROJECTIVE_H

#include "tbk/declarations.h"
#include "tbk/projectivize.h"
#include "tbk/text.h"

TBK_BEGIN_DECLS

typedef enum { TBK_SCHEME_HEAD, TBK_SCHEME_PATH, TBK_SCHEME_HEADPATH } TbkScheme;

typedef enum {
  /* Each word hangs on the lowest gold ancestor that dominates all words between. Of all projective liftings
   * this keeps the most gold arcs, those that are projective, and of those that do lifts by the fewest
   * levels. The words on the path are the gold ancestors that a moved word went past, its gold head first. */
  TBK_LIFT_OPTIMAL,
  /* As long as there are arcs that are not projective, the shortest of them is lifted: the word hangs on the
   * present head of its head, and that is on the path from now on. */
  TBK_LIFT_SHORTEST,
  /* The same as MaltParser does it: arcs are as long as they are in the gold tree, and of equally short ones
   * that of the leftmost dependent is lifted. */
  TBK_LIFT_MALT,
} TbkLiftOrder;

/* How marks are spelled. */
typedef enum {
  TBK_LABELS_TBK, /* as above */
  /* As MaltParser writes them: as above, but in decoding d|null is a root word that was put under a covering
   * arc: it hangs on 0, and no label may be "null". */
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
 * tbk_pseudo_projective_lift:
 * @heads: n + 1 integers, a tree; n is at least 0
 * @lifted: (out caller-allocates): n + 1 integers, the heads of the lifting
 * @is_path: (out caller-allocates) (optional): for each word, whether it is on the path
 * @n_moved: (out) (optional): the words whose head differs
 *
 * Lifts without labels. Gold root words stay root words; no other word becomes one if there is just one.
 */
gboolean tbk_pseudo_projective_lift (TbkPseudoProjective *pseudo, const int *heads, int n, int *lifted,
                                     gboolean *is_path, int *n_moved,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

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
 * Takes marks out of @labels and puts lifted words back, as the scheme and the style of the options say.
 * Arguments as for tbk_pseudo_projective_encode().
 */
gboolean tbk_pseudo_projective_decode (TbkPseudoProjective *pseudo, const int *heads, const TbkPiece *labels,
                                       int n, int *new_heads, TbkPiece *new_labels, int *n_moved,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What was found in labels, summed over all calls of tbk_pseudo_projective_decode() with one handle, or with
 * several. A scheme or style other than that which wrote the labels shows in words not placed and in foreign
 * labels. */
typedef struct {
  gint64 n_lifted; /* labels that call their word lifted */
  gint64 n_placed; /* those of them for whose mark a word was found */
  /* labels with signs that the scheme and the style do not write; some of these labels keep them */
  gint64 n_foreign;
  guint signs; /* internal: which signs were met */
} TbkMarkFindings;

/* Adds what @pseudo has found to @findings. Since: 0.2 */
void tbk_pseudo_projective_add_findings (const TbkPseudoProjective *pseudo, TbkMarkFindings *findings);

/**
 * tbk_mark_findings_suggest:
 * @scheme, @style: (out): that can have written the signs met
 *
 * Returns: FALSE if that is what @options say, or if no signs were met; @scheme and @style are then left
 * alone.
 * Since: 0.2
 */
gboolean tbk_mark_findings_suggest (const TbkMarkFindings *findings,
                                    const TbkPseudoProjectiveOptions *options, TbkScheme *scheme,
                                    TbkLabelStyle *style);

TBK_END_DECLS

#endif
