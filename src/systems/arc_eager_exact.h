/* arc_eager_exact.h - the states that exact values of all arc-eager systems are made of.
 *
 * A word of the stack gets children from the remaining input and from the place just above it. So the
 * states of a computation are few. Let a_i be the word at place i; e, r, c, q words of the remaining input:
 *
 *   A(i,e)   a_i is the top, and the last word that hangs on the stack from the right is e: the words after e
 *            are untouched, those before it are done with
 *   B(i,r)   a_i is the top, r the front, without head; its left side is complete but for a_i and below
 *
 * [x -> y] is 1 if y is a gold child of x, else 0. In corrected arc-eager parsing (2021, Table 6) each line
 * is one move of the computation:
 *
 *   A(i,e) = max of   (A1)  R(e,n)                            if i = 0: the rest hangs on e
 *                     (A2)  [a_i -> c] + G(e,c) + A(i,c)      a_i takes c > e
 *                     (A3)  gain(i) + A(i-1,e)                a_i is reduced
 *                     (A4)  [q -> a_i] + G(e,q) + B(i-1,q)    a_i, of label L, becomes a left child of q > e
 *   B(i,r) = max of   (B1)  [a_i -> r] + A(i,r)               a_i takes r
 *                     (B2)  [q -> r] + G(r,q) + B(i,q)        r becomes a left child of q > r
 *                     (B3)  gain(i) + B(i-1,r)                a_i is reduced
 *                     (B4)  [r -> a_i] + B(i-1,r)             a_i, of label L, becomes a left child of r
 *
 * B_(i,r) is B(i,r) where a_i must not be reduced before it has a child: without (B3), and with B_ in (B2).
 *
 * The systems differ in what becomes of a word of label L, and in how a computation ends:
 *
 *   corrected     every word can be reduced; it ends with 0 alone
 *   uncorrected   (A3) and (B3) are for label R only
 *   normalized    as corrected; r is shifted to take left children, and then a_i is in B_
 *   arc-eager     (A3) and (B3) are for label R only and make no arc, since it is made already; it may end
 *                 anywhere: (A1) is R(e,n) + what is made of the words that stay, for all i
 *   unshift       as arc-eager, and what stays is joined by words that return to the input
 *
 * Moves to the remaining input that make no gold arc are mostly no better than others; docs/design/oracles.md
 * has the proofs. (1) a_i need not take c in (A2), unless the arc is gold and the gold child before c cannot
 * be had on the way. (2) Nor need r become a left child of q in (B2) without a gold arc. Where all words can
 * be cleared away at no cost, (3) neither need a_i become a left child without a gold arc. A reduction clears
 * it away. In the last two systems a word of label L hangs on the front for nothing instead, by (B4) or by
 * (A4) with q = c. Then, by theorem 10,
 *
 *   (A5)  A(i,e) = max ( stop(i) + R(e,n), M(i,e) ),  M(i,e) the best of the computations with a gold move to
 *         come between the stack and the words after e
 *   (A6)  that move makes an open arc, between a place j and a word c, with
 *           X = 1 + A(j,c) if a_j takes c;   1 + B(j-1,c), or B_ where (A4) has it, if a_j becomes a left child of c
 *   (A7)  M(i,e) = max  open arcs of the places j <= i with c > e:   P(i) - P(j) + G(e,c) + X
 *   (B5)  B(i,r) = max of   stop(i) + R(r,n),   1 + G(r,q) + B(i,q) for the gold head q > r of r,
 *         and the open arcs of (A7) with c >= r, G(r,r) = 0
 *
 * with stop(i) = P(i), or what arc-eager and unshift make of the words that stay; and where words of the
 * remaining input may hang on 0 in the end, E for R, and one more for r if 0 is its gold head.
 *
 * Cost      (A7) and the last line of (B5) are exact_reach(), so A and B need no states; what (B5) finds of a
 *           word with a later head is kept beside them. A pair of a place and a word of the input is looked
 *           at once as long as the place stays, in O(1) for itself and each open arc of the place: at most
 *           O(n (k + m)) for k new places with m open arcs. B_, and A and B of the uncorrected system, are
 *           states: at worst one for each place and each word of the input, of O(n) moves. exact.h has what
 *           was measured on treebanks.
 */
#ifndef SYSTEMS_ARC_EAGER_EXACT_H
#define SYSTEMS_ARC_EAGER_EXACT_H

#include "systems/systems.h"

/* Kinds of states. Where every word can be cleared away only B_ is one. */
enum { KIND_A, KIND_B, KIND_B_, N_ARC_EAGER_KINDS };

G_STATIC_ASSERT ((int) N_ARC_EAGER_KINDS <= (int) EXACT_KIND_ID);

/* A variation of the system; a recursion comes first, so that it leads to the rest. It adds open arcs where
 * every word of the stack can be cleared away at no cost. */
typedef struct {
  ExactFamily family;
  gboolean is_strict;   /* a word is in B_ once the one above it became a left child */
  gboolean counts_root; /* gold arcs from 0 count */
  gboolean hangs_rest;  /* words of the remaining input may end without a head and then hang on 0 */
} ArcEagerVariation;

extern const ArcEagerVariation arc_eager_nederhof_variation, arc_eager_nederhof_uncorrected_variation,
    arc_eager_nederhof_normalized_variation;
extern const ArcEagerVariation arc_eager_variation, arc_eager_root_variation, arc_eager_noroot_variation;
extern const ArcEagerVariation arc_eager_unshift_variation, arc_eager_unshift_noroot_variation;

static inline const ArcEagerVariation *
arc_eager_variation_of (const Exact *s)
{
  return (const ArcEagerVariation *) s->family;
}

static inline gboolean
arc_eager_has_label_L (const Exact *s, int i)
{
  return i > 0 && s->places[i].element.label == TBK_LABEL_L;
}

/* The gold head of @word; -1 if that arc does not count. */
static inline int
arc_eager_counted_head (const Exact *s, int word)
{
  int head = s->gold->heads[word];

  return head > 0 || arc_eager_variation_of (s)->counts_root ? head : -1;
}

/* The value of a state, by (A1) to (B4). */
int arc_eager_compute (Exact *s, const ExactState *state);

/* Adds the open arcs of place @i, where words can be cleared away. */
void arc_eager_add_arcs (Exact *s, int i);

/* A(i,e); M(i,e), below 0 if there is no such computation; B(i,r) or B_(i,r). Not for use while a state is
 * computed. */
int arc_eager_A (Exact *s, int i, int e);
int arc_eager_M (Exact *s, int i, int e);
int arc_eager_B (Exact *s, int kind, int i, int r);

/* Shift in the corrected system, where places are reduced freely: b must become a left child. */
int arc_eager_free_shift (Exact *s);

/* The best where the word @r on a_i becomes a left child; a_i is then in a state of @kind (C7). No word but
 * its gold head gives more than @bound. */
int arc_eager_left_child (Exact *s, int kind, int i, int r, int bound);

/* The most gold arcs from the stack and the input on where the front stays without a head. */
typedef int (*ArcEagerStaying) (Exact *s);

/* (Y1) to (Y4): the values in arc-eager, and in arc-eager-unshift while some word has never left the
 * input. */
void arc_eager_values (Exact *s, guint allowed, ArcEagerStaying staying, int *values);

#endif
