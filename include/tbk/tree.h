/* tree.h - dependency trees: whether heads make a tree, and which of its arcs are projective.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1, heads[i] in 0..n for i in 1..n.
 * Terms     a dominates b: b is a, or a dominates b's head. An arc (h,d) is non-projective if some word
 *           strictly between h and d is not dominated by h; 0 is a node like any other, so the arcs of
 *           0 never are. A tree is projective if all its arcs are. tbk/classes.h tells how far it is from
 *           that.
 * Cost      linear in n where nothing else is said; nothing is recursive.
 * Errors    TBK_ERROR_DATA for heads that are no tree; the message says which word is wrong: heads[0] is
 *           not -1, a head is not in 0..n or is the word itself, or words make a cycle. TBK_ERROR_RESOURCE
 *           if memory runs out; it grows to the longest tree and is kept.
 * Threads   a TbkTree belongs to one thread at a time; it may be shared while it is only read.
 * Source    Nederhof (2019), section 2.
 * Since     0.1
 */
#ifndef TBK_TREE_H
#define TBK_TREE_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

typedef struct TbkTree TbkTree;

TbkTree *tbk_tree_new (void);
void tbk_tree_free (TbkTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTree, tbk_tree_free)

/**
 * tbk_tree_set:
 * @heads: n + 1 integers, n from 0; they are copied
 *
 * Makes @tree the tree of @heads. Fails if they are none; the other functions must not be called then, nor
 * before the first call of this one.
 */
gboolean tbk_tree_set (TbkTree *tree, const int *heads, int n, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Arcs on the way from 0 to @word. O(1). */
int tbk_tree_depth (const TbkTree *tree, int word);

/* Whether @descendant is @ancestor or below it. O(1). */
gboolean tbk_tree_dominates (const TbkTree *tree, int ancestor, int descendant);

/* The number of non-projective arcs; 0 if and only if the tree is projective. */
int tbk_tree_nonprojective_arcs (const TbkTree *tree);

/* Whether the arc into @word, from 1, is non-projective. O(1). */
gboolean tbk_tree_is_nonprojective (const TbkTree *tree, int word);

TBK_END_DECLS

#endif
