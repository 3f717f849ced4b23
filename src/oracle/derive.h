/* derive.h - the rest of a computation as a derivation of the grammar of its system.
 *
 * Nederhof (2019), section 4: the words of a configuration, stack and input, are a string of the grammar, and a computation
 * from there on is a derivation of that string. Each word has a column: a symbol at its top, nodes (B,C) below, and its
 * terminal. A node over another takes one more child, whose column hangs from it: a left child changes B, a right one C. What
 * an earlier transition makes is lower.
 *
 * An example: arc-standard from its start, the words 1 2 3, and SH SH LA SH RA RA. Behind a node is its transition, from 0:
 *
 *     S
 *   (S,S) 5 ──────────────┐
 *     │                   S
 *     │                 (S,S) 4 ──┐
 *     │         ┌────── (S,S) 2   │
 *     │         S         │       S
 *   (S,S)     (S,S) 0   (S,S) 1 (S,S) 3
 *     s         s         s       s
 *     0         1         2       3
 */
#ifndef ORACLE_DERIVE_H
#define ORACLE_DERIVE_H

#include "oracle/oracle.h"

typedef struct {
  guint8 left, right; /* the symbols B and C */
  int child;          /* the position whose column hangs from it; -1 for the lowest node of a column */
  int step; /* the transition that makes the arc to the child, or pushes the word; -1: none of those to come */
} DerivedNode;

typedef struct {
  int word;
  int parent; /* the position from which it hangs; -1 for position 0 */
  guint8 symbol, terminal;
  int first, n_nodes; /* its nodes, from the lowest up */
} DerivedColumn;

typedef struct {
  const Translation *translation; /* names symbols and terminals */
  int n, n_stack;                 /* positions; those of the stack come first */
  DerivedColumn *columns;         /* n */
  DerivedNode *nodes;             /* 2 n - 1 */
  int *order;                     /* the positions, children before their parents */
} DerivedTree;

/* The grammar of @system, and how configurations are its strings; NULL if it has none. */
const Translation *derive_translation (const TbkSystem *system, int policy);

/**
 * derive_tree:
 * @tree: all zeros, or made before
 * @transitions: of a computation of @n words, @length of them
 * @from: how many of these come before the configuration
 *
 * Makes @tree what the grammar derives under the policy as the transitions from the configuration on do. Fails
 * (TBK_ERROR_DATA) if the computation does not end in a final configuration, is shorter than @from, or does from there on what
 * the policy forbids, so that there is no derivation. Cost: O(n^2).
 */
gboolean derive_tree (DerivedTree *tree, const TbkSystem *system, int policy, const guint8 *transitions,
                      gsize from, gsize length, int n, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void derived_tree_clear (DerivedTree *tree);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DerivedTree, derived_tree_clear)

#endif
