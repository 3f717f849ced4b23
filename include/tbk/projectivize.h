/* projectivize.h - of all projective trees on a sentence's words, one that keeps the most gold arcs.
 *
 * A handle holds the options and the scratch memory, and answers for one tree after another. A tree that
 * is projective is its own answer. Otherwise the sentence is contracted first: a word without children
 * that stands beside its head hangs there in every optimal tree and is removed, until there is no such word.
 * What remains, with the outermost children that were removed, is solved exactly.
 * docs/design/projectivize.md, "Projectivization", has the theorems and their tests.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1.
 * Cost      O(n) for a projective tree. Else, for the m words that remain (11 on average in non-projective
 *           sentences of the Universal Dependencies): O(m^2) and O(m) for each meeting of two words that an
 *           optimal tree may use, at most O(m^3); by TBK_PROJECTIVIZE_TABULAR O(n^3). Memory O(m^2) or
 *           O(n^2).
 * Errors    TBK_ERROR_DATA if the heads are no tree (tbk/tree.h says what the message gives) or if more
 *           words than `max_core` remain (the message gives both numbers), TBK_ERROR_RESOURCE if memory
 *           does not suffice. The number of equally good trees is an exception: if memory runs out there, the
 *           process ends, as by GMP.
 * Threads   a handle belongs to one thread at a time; equal options give equal trees on any thread and
 *           machine.
 * Source    Nederhof (2019), section 3, for the problem and the tabular method.
 * Since     0.1
 */
#ifndef TBK_PROJECTIVIZE_H
#define TBK_PROJECTIVIZE_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/random.h"

TBK_BEGIN_DECLS

/* How many children 0 has in the projective tree. */
typedef enum {
  TBK_ROOT_GOLD,   /* one if the gold tree has one, else any number */
  TBK_ROOT_SINGLE, /* exactly one */
  TBK_ROOT_ANY,    /* any number */
} TbkRoot;

/* Which of the optimal trees. */
typedef enum {
  /* First, as many gold root words as possible stay children of 0. Second, most moved words hang on a gold
   * ancestor (0 is one). Third, the fewest levels are lifted, summed over these words (from the gold head to
   * its head is one level). Fourth, the arcs are shortest in all (an arc from h to d has length |h - d|).
   * Last, the list of heads is least in reading order. */
  TBK_TIES_LIFT,
  /* The list of heads is least in reading order. */
  TBK_TIES_FIRST,
  /* The arcs are shortest in all, where arcs of 0 have length 0 (tbk/lengths.h); then the list of heads is
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

/* The same for one of the optimal trees drawn from @random, each equally likely; `ties` plays no part. */
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
 * Cost: that of the forest of optimal trees.
 */
gboolean tbk_projectivize_count (TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                                 mpz_t *kept, int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_projectivize_list:
 * @heads: as for tbk_projectivize(); they must stay valid until the last tree was returned
 *
 * Sets @count to the number of optimal trees and begins to list them in increasing order of their lists of
 * heads, which tbk_projectivize_next() returns one by one. Trees are found when asked for, so memory does not
 * grow with their number (tbk/forest.h).
 */
gboolean tbk_projectivize_list (TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                                int *lost_arcs, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the next tree and returns 1; 0 after the last; -1 with @error set without memory, which ends the
 * list. No other function may be called on the handle in between. */
int tbk_projectivize_next (TbkProjectivizer *projectivizer, int *projective,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
