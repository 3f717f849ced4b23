/* projectivize.h - optimal projective trees: from a sentence to its core, scores, the optimal trees,
 * liftings and marks.
 *
 * Contents
 *   1. reduce: a gold tree cut down to what its optimal projectivizations can differ in
 *   2. score: the most gold arcs that a projective tree over any stretch of words can keep
 *   3. core_sets: the best lifting of a small core by sets of its words, and often a proof that
 *      it is optimal
 *   4. optima: the forest of all optimal projectivizations, and which of its trees to take
 *   5. labels: how the marks of pseudo-projective trees are spelled in labels
 *   6. decode: lifted words back to where their marks say
 *   7. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef PROJECTIVIZE_PROJECTIVIZE_H
#define PROJECTIVIZE_PROJECTIVIZE_H

#include <glib.h>

#include "base/room.h"
#include "tbk/base.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"
#include "tree/projective.h"

typedef struct TbkForest TbkForest; /* tbk/tabular.h */

/* 1. reduce: a gold tree cut down to what its optimal projectivizations can differ in.
 *
 * (X1) Contraction: let the gold leaf b stand beside its gold head p. Then every optimal tree has the arc
 * from p to b, and the rest of it is an optimal tree of the sentence without b. Repeated, this leaves the
 * core, a few words in real trees, 0 alone in projective ones. (Where 0 must have a single child, only p
 * other than 0 counts, and a projective tree leaves 0 and its child.)
 *
 * (X3) In few words the core is found without contraction: 0, the words whose arcs cross another, and, as
 * long as there are any, the heads of core words and the words whose arcs cover a core word. (Where 0 must
 * have a single child, its children too.)
 *
 * (X2) Spines: a word taken out lies in the block of a core word. Words outside the block can depend on the
 * core word or on the chain of outermost children at either edge of the block, on nothing inside it. Core and
 * chains together have exactly the optimal trees of the sentence, with the other words where they are.
 * Nothing can reach the left chain of the first core word and the right chain of the last, so these are left
 * out. docs/design/projectivize.md proves (X1) as theorem 1, (X2) as theorem 2 and (X3)
 * as theorem 8.
 *
 * (X4) Edges: of a chain, a tree that a rule for ties takes uses the last word at most, which is the first or
 * the last word of the block. So the core with these edges is enough for the rules (theorem 9).
 *
 * Source    docs/design/projectivize.md, "Projectivization", theorems 1, 2, 8 and 9.
 * Cost      O(n).
 */

/* The words that are kept of a sentence that was contracted. */
typedef enum { CORE, CORE_AND_EDGES, CORE_AND_SPINES } Extent;

typedef struct {
  int n;      /* words kept, numbered 1..n; 0 is 0 */
  int *words; /* n + 1: what they are in the sentence */
  int *heads; /* n + 1: their gold heads, among the kept ones; of an edge, its core word */

  /* Scratch. */
  int *stack, n_stack; /* the core, with 0 */
  int *n_pending;      /* children not yet taken out */
  gboolean single;     /* whether 0 must have a single child */
  int *place;          /* of a kept word among the kept ones */
  Room room;
} Reduced;

void reduced_clear (Reduced *reduced);

/**
 * reduced_begin:
 * @single: (out): whether 0 must have a single child
 * @is_solved: (out): whether nothing is left to solve: the tree is projective and 0 has as many children as
 * it must
 *
 * Checks that @heads are a tree and contracts it, but for one of few words that is solved anyway. Returns
 * FALSE with @error set if they are none or memory does not suffice.
 */
gboolean reduced_begin (Reduced *reduced, const int *heads, int n, TbkRoot root, gboolean *single,
                        gboolean *is_solved, GError **error);

/* Contracts heads in range that may have cycles; a word without a head is its own, a cycle of one. All of the
 * above and below holds for these too, since no proof uses that the heads are those of a tree. */
gboolean reduced_begin_any (Reduced *reduced, const int *heads, int n, gboolean single, gboolean *is_solved,
                            GError **error);

/* Makes what was contracted last a sentence of its own. */
void reduced_keep (Reduced *reduced, const int *heads, Extent extent);

/* Returns TRUE if @n_words words are no more than @max_core, which users call @name (or NULL); if they are,
 * @error is set. */
gboolean reduced_check_size (int n_words, int max_core, const char *name, GError **error);

/* 2. score: the most gold arcs that a projective tree over any stretch of words can keep.
 *
 * Only gold arcs enter. Take a set of gold arcs of which no two cross, and none covers an ancestor, by arcs
 * of the set, of its own head. Such a set is part of a projective tree: a word left without a head can
 * depend on its neighbour, or on the head of the arc above it, at no cost.
 *
 *   (G1)  in(i,j) = max  i<=k<j   R(i,k) + L(k+1,j)                       where i and j are joined by a gold arc
 *   (G2)  R(i,j)  = max( F(i+1,j),  max gold children c of i, i<c<=j:  1 + in(i,c) + R(c,j) )
 *   (G3)  L(i,j)  = max( F(i,j-1),  max gold children c of j, i<=c<j:  L(i,c) + in(c,j) + 1 )
 *   (G4)  F(i,j)  = max( R(i,j),    1 + in(i,p) + F(p,j) )                where p, i<p<=j, is the gold head of i
 *
 *   (G5)  H(i,j)  = max  i<=k<j   R(i,k) + L(k+1,j)                       for any i and j
 *   (G6)  best    = R(0,n); where 0 has one child,  max r:  L(1,r) + [0 is the gold head of r] + R(r,n)
 *
 * F is the best forest over i..j; in R the leftmost word i is a root of it, in L the rightmost word j. By the
 * same argument R(i,j) is the value of the right side Wr(i,j) of the tabular parser
 * (src/tabular/inside.template.h, (I3)), L that of Wl (I4), and (G5) that of the meeting (I2).
 *
 * Words     0..n; 0 is the root.
 * Source    Nederhof (2019), Table 2 and section 3, for the sides and the meeting;
 *           docs/design/projectivize.md, theorem 3.
 * Rows      have room for whole vectors, and cells that mean nothing, left of i in rows of R and F and right
 *           of j in those of L, are far below all others. So a row is read and raised in whole vectors from
 *           the one on in which it begins: sums with such cells stay below those that count.
 * Cost      O(n^2): each of the n gold arcs needs one meeting (G1), O(n), and raises one row of R or F or one
 *           cell of each row of L. (G5) costs O(j - i) when first asked for. Memory 8 bytes for each pair of
 *           words.
 */

enum { SCORE_MOST_WORDS = 1 << 12 };

typedef struct {
  int n;
  const int *heads;
  int best; /* the most gold arcs of a tree over all words */
  gsize stride;
  /* Tables: i..j at i * stride + j, of L at j * stride + i; H as far as asked for, else -1. */
  gint16 *R, *L, *F, *H;
  int *in; /* in(h,d) by dependent */
  /* If asked for: gold children in order, those of h from starts[h] to starts[h + 1]; and where the children
   * right of their head begin. */
  int *children, *starts, *rights;

  /* While it is filled, for words from i on: */
  int *first_right, *next_right; /* the gold children right of a word, in order, 0 after the last */
  int *lefts, n_lefts;           /* words with heads on their right */
  gint16 *row;                   /* L(i,j) by j */
  Room cells, room;              /* for tables; for arrays by word */
} Score;

void score_clear (Score *score);

/* Fills @score for @heads, which must outlive its use. @single: 0 has exactly one child. */
gboolean score_fill (Score *score, const int *heads, int n, gboolean single, GError **error);

static inline int
score_R (const Score *score, int i, int j)
{
  return score->R[i * score->stride + j];
}

static inline int
score_L (const Score *score, int i, int j)
{
  return score->L[j * score->stride + i];
}

static inline int
score_F (const Score *score, int i, int j)
{
  return score->F[i * score->stride + j];
}

/* To be called after score_fill(), where `children`, `starts` and `rights` are asked for. */
void score_list_children (Score *score);

/* To be called after score_fill(), where H is asked for: at first it has what (G1) found. */
void score_begin_meetings (Score *score);

int score_find_H (Score *score, int i, int j);

/* H(i,j), i < j; kept once computed. Cost O(j - i) at first. */
static inline int
score_H (Score *score, int i, int j)
{
  int H = score->H[i * score->stride + j];

  return H >= 0 ? H : score_find_H (score, i, j);
}

/* 3. core_sets: the best lifting of a small core by sets of its words, and often a proof that
 * it is optimal.
 *
 *   (T1)  d depends on the lowest gold ancestor a of which all words between a and d are descendants
 *   (T2)  If m pairs of gold arcs cross, and no arc is in two of them, every projective tree loses m arcs at least
 *
 * Source    docs/design/projectivize.md, theorems 6 and 7.
 */

typedef struct {
  const int *heads; /* gold heads among the words of the core */
  int n;
  Few few;
} CoreSets;

/* FALSE if there are more words than FEW_WORDS. @heads, a tree, must outlive the use of @sets. */
gboolean core_sets_begin (CoreSets *sets, const int *heads, int n);

/* Sets @lifted (n + 1 integers) to the best lifting and returns how many words it moves. O(n), and of words
 * that move the levels they are lifted, and of the heads of these the words below. */
int core_sets_lift (const CoreSets *sets, int *lifted);

/* The words whose arcs are not projective. O(n), and as above the words below heads. */
guint64 core_sets_find_nonprojective (const CoreSets *sets);

/* Returns TRUE if every projective tree loses @n_moved arcs at least, which pairs of arcs that cross may
 * show; if FALSE, it is not known. O(n). */
gboolean core_sets_must_move (const CoreSets *sets, int n_moved);

/* 4. optima: the forest of all optimal projectivizations, and which of its trees to take. */

/* Makes @forest the optimal trees over the words of a filled @score. */
gboolean optima_build (Score *score, gboolean single, TbkForest *forest, GError **error);

/**
 * ties_choose:
 * @tree: the gold tree over the words of the forest
 * @words: (nullable): what these words are in the sentence, for the lengths of arcs; NULL if the same
 *
 * Prunes @forest, not empty, to the one tree that @ties asks for.
 */
gboolean ties_choose (TbkForest *forest, TbkTies ties, const TbkTree *tree, const int *words, GError **error);

/* 5. labels: how the marks of pseudo-projective trees are spelled in labels. */

/* A label and its marks, parts of its bytes. */
typedef struct {
  TbkPiece base;
  TbkPiece head; /* what is said of the head's label; empty if nothing is */
  gboolean is_lifted, is_path;
  gboolean is_covered; /* a root word under a covering arc */
} Label;

/* Signs that a label bears, whatever the scheme and the style; a set of these. */
typedef enum {
  LABEL_NAMED = 1 << 0,   /* d|h */
  LABEL_UNNAMED = 1 << 1, /* d| */
  LABEL_PATH = 1 << 2,    /* d% */
  LABEL_DOUBLED = 1 << 3, /* d||h */
  LABEL_COVERED = 1 << 4, /* d|null */
} LabelSigns;

static inline gboolean
label_has_marks (const Label *label)
{
  return label->is_lifted || label->is_path || label->is_covered;
}

/* Bytes that label_spell() writes beyond those of the two labels. */
enum { LABEL_MOST_SIGNS = 3 };

/* 6. decode: lifted words back to where their marks say. */

typedef struct {
  int n;
  Label *labels;
  int *heads; /* as far as they are decoded */
  int *first,
      *next; /* the first child of a word and the next of the same head, from left to right; 0: none */
  int *before,
      *after; /* the children next to a word in the marked tree, on the same side of their head; 0: none */
  int *order; /* the words breadth-first from 0 */
  int *queue, *children; /* scratch */
  Room room;
} LabelDecoder;

/**
 * pseudo_projective_lift:
 * @heads: n + 1 integers, a tree; n is at least 0
 * @lifted: (out caller-allocates): n + 1 integers, the heads of the lifting
 * @is_path: (out caller-allocates) (optional): for each word, whether it is on the path
 * @n_moved: (out) (optional): the words whose head differs
 *
 * Lifts without labels. Gold root words stay root words; no other word becomes one if there is just one.
 */
gboolean pseudo_projective_lift (TbkPseudoProjective *pseudo, const int *heads, int n, int *lifted,
                                 gboolean *is_path, int *n_moved, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 7. shared: functions on public types that other rooms and the program call; the library does not export them. */

/**
 * pseudo_projective_projectivize:
 * @pseudo: (nullable): lifts and marks, where the tree has one root or may keep several
 * @has_one_root: the projective tree must have one root; @projectivizer was made with the same choice
 * @random: (nullable): draws one of the best trees, if words are not lifted
 * @new_labels: (out caller-allocates): n + 1 of them, each with bytes; new ones are owned by @pseudo until its next call
 *
 * Makes a tree with labels projective. Without marks words that become roots get the label `root`, and
 * words that are roots no more `dep`. The other arguments are as for tbk_pseudo_projective_encode().
 *
 *
 */
gboolean pseudo_projective_projectivize (TbkProjectivizer *projectivizer, TbkPseudoProjective *pseudo,
                                         gboolean has_one_root, TbkRandom *random, const int *heads,
                                         const TbkPiece *labels, int n, int *new_heads, TbkPiece *new_labels,
                                         int *n_moved, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * mark_findings_suggest:
 * @scheme, @style: (out): that can have written the signs met
 *
 * Returns: FALSE if that is what @options say, or if no signs were met; @scheme and @style are then left
 * alone.
 *
 */
gboolean mark_findings_suggest (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                                TbkScheme *scheme, TbkLabelStyle *style);

#endif
