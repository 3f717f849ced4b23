/* reduce.h - a gold tree cut down to what its optimal projectivizations can differ in.
 *
 * (X1) Contraction: let the gold leaf b stand beside its gold head p. Then every optimal tree has the arc
 * from p to b, and the rest of it is an optimal tree of the sentence without b. Repeated, this leaves the
 * core, a few words in real trees, 0 alone in projective ones. (Where 0 must have a single child, only p
 * other than 0 counts, and a projective tree leaves 0 and its child.)
 *
 * (X3) In few words the core is found without contraction: 0, the words whose arcs cross another, and, as long
 * as there are any, the heads of core words and the words whose arcs cover a core word. (Where 0 must have a
 * single child, its children too.)
 *
 * (X2) Spines: a word taken out lies in the block of a core word. Words outside the block can hang on the
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
#ifndef PROJECTIVIZE_REDUCE_H
#define PROJECTIVIZE_REDUCE_H

#include <glib.h>

#include "tbk/projectivize.h"

/* What is kept of a sentence that was contracted. */
typedef enum { CORE, CORE_AND_EDGES, CORE_AND_SPINES } Extent;

typedef struct {
  int n;      /* words kept, numbered 1..n; 0 is 0 */
  int *words; /* n + 1: what they are in the sentence */
  int *heads; /* n + 1: their gold heads, among the kept ones; of an edge, its core word */

  /* Scratch, for sentences of up to n_allocated words. */
  int n_allocated;
  int *stack, n_stack; /* the core, with 0 */
  int *n_pending;      /* children not yet taken out */
  gboolean single;     /* whether 0 must have a single child */
  int *place;          /* of a kept word among the kept ones */
} Reduced;

#define REDUCED_INIT                                                                                         \
  {                                                                                                          \
    0                                                                                                        \
  }

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

/* What was contracted last as a sentence of its own. */
void reduced_keep (Reduced *reduced, const int *heads, Extent extent);

/* Whether @n_words words are no more than @max_core, which users call @name (or NULL); if they are, @error is
 * set. */
gboolean reduced_check_size (int n_words, int max_core, const char *name, GError **error);

#endif
