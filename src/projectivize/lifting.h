/* lifting.h - projective trees in which every word hangs on its gold head or an ancestor of that.
 *
 * Both ways work on the core that contraction leaves. A gold leaf beside its head stays there in either. An
 * arc between words of the core is projective in the sentence if and only if it is in the core, as the words
 * taken out lie in blocks around core words. Lengths of arcs are those in the sentence.
 *
 * Source    docs/design/projectivize.md, "Liftings".
 */
#ifndef PROJECTIVIZE_LIFTING_H
#define PROJECTIVIZE_LIFTING_H

#include "projectivize/core_sets.h"
#include "projectivize/reduce.h"
#include "tbk/pseudo_projective.h"
#include "tbk/tree.h"

typedef struct {
  Reduced core;
  gboolean has_sets; /* whether sets are there for its words, else the tree */
  CoreSets sets;
  TbkTree *tree;
} Lifting;

void lifting_init (Lifting *lifting);
void lifting_clear (Lifting *lifting);

/**
 * lifting_find:
 * @lifted: (out caller-allocates): n + 1 integers
 * @is_path: (inout): n + 1 of them; set for words that another was lifted past
 * @n_moved: (out): the words whose head differs
 */
gboolean lifting_find (Lifting *lifting, const int *heads, int n, const TbkPseudoProjectiveOptions *options,
                       int *lifted, gboolean *is_path, int *n_moved, GError **error);

#endif
