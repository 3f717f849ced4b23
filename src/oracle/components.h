/* components.h - a configuration as the fast algorithms for projective gold trees see it.
 *
 * Nederhof (2019), section 5: gold arcs divide the remaining input B into components. Only critical words of
 * them matter: words whose gold parent, or some word that they dominate, is not in B. They are b_j, numbered
 * from the left from 0. Stack positions are a_0..a_k; M, p, p>=, c and R as in the paper.
 *
 *   score(i,j,q)   most gold arcs, beyond M, from the stack a_0..a_i a_j in state q
 *   score'(i,j)    the same from the stack a_0..a_i b_j
 *   top(i,q)       score(i-1,i,q), and 0 for i = 0
 *
 * The states, of the critical words in the component of p>=(j): N, none is shifted yet; C, the current one
 * is consumed; F, it is not, but one before it is. A consumed word takes the rest of its component with it,
 * so M stays: what is lost is the arc into the topmost word, which (U2) takes off where its gold parent
 * takes its children. In F the rest may also stay behind. Then the arc from p(j) to a_j costs that into the
 * consumed word, so the last line of (U2) gains nothing. linear.c has an example of four words.
 */
#ifndef ORACLE_COMPONENTS_H
#define ORACLE_COMPONENTS_H

#include "base/room.h"
#include "oracle/oracle.h"

#define NOTHING (-1)

/* Arcs that a policy forbids after a transition: left children to the stack positions first..last (none if
 * first > last), right children to the top. Positions are those of the stack after the transition, whose top
 * is k. */
typedef struct {
  int first, last;
  gboolean top_takes_right;
} Limits;

typedef enum { STATE_N, STATE_C, STATE_F, N_STATES } ComponentState;

/* A stack position. */
typedef struct {
  int head;         /* the position of the gold parent, if that is in the stack */
  int p, p_from;    /* p: the gold parent's number if that is in B; p>=: of the first from here upwards */
  int first;        /* c: the number of the first child in B */
  int n_children;   /* in B, those that the policy forbids left out */
  int barrier;      /* the nearest position, from here downwards, that cannot become a left child */
  int below;        /* the next position down that has its gold parent in the same component of B */
  int left_sibling; /* the next position down that has the same gold parent, of those under the parent */
  int left_child;   /* the uppermost gold child under this position */
  gboolean takes_left, becomes_left;
  int top[N_STATES]; /* top(i,q) */
  int parted;        /* score'(i-1,p(i)); for the linear algorithm */
} Position;

/* A critical word. */
typedef struct {
  int word;
  int root;    /* R: the number of the topmost word of the component */
  int parent;  /* of a topmost word: the stack position of its gold parent */
  int members; /* of a topmost word: the uppermost position with its gold parent in the component */
  int score;   /* score'(i,j) of the current i; for the quadratic algorithm */
} Critical;

typedef struct {
  int k, m;   /* a_0..a_k; b_0..b_(m-1) */
  int inside; /* M */
  Position *stack;
  Critical *critical;
  int *number;             /* of a word in B: its number if it is critical, else NOTHING */
  int *place;              /* of a word: its position, valid where the stack has the word at it */
  int (*scores)[N_STATES]; /* score(i,j,q) of the current i, by j; or of the current j, by i */
  int *chain;
  Room room;
} Components;

/* Returns TRUE if @word of the remaining input, which begins with @buffer, is critical. */
static inline gboolean
components_is_critical (const Gold *gold, int buffer, int word)
{
  return gold->heads[word] < buffer || gold->leftmost[word] < buffer;
}

/* Makes room for sentences of @n words; FALSE with @error set if there is no memory. */
gboolean components_reserve (Components *components, int n, GError **error);

/**
 * components_set:
 * @gold: of no more words than there is room for
 * @is_labelled: whether labels say which words take left children and become such: normalized arc-eager
 * @limits: else what the policy says
 * @extra: a word of B to be made critical, with those above it; or NOTHING
 * @starts_at_extra: whether p>=(k) is to be that of @extra
 */
void components_set (Components *components, const Gold *gold, const TbkConfiguration *after,
                     gboolean is_labelled, const Limits *limits, int extra, gboolean starts_at_extra);

/* Fill top() for all positions; then score'(k-1,j) can be asked for, if k > 0. */
void quadratic_fill (Components *components);
int quadratic_parted (const Components *components, int j);
void linear_fill (Components *components);
int linear_parted (const Components *components, int j);

/* R, extended to NOTHING. */
static inline int
R (const Components *c, int j)
{
  return j == NOTHING ? NOTHING : c->critical[j].root;
}

/* (U6), tau: the state for top(i,.) after a_j is reduced into a_i in state q. 2019, section 5. */
static inline ComponentState
tau (const Components *c, int i, int j, ComponentState q)
{
  int from_i = c->stack[i].p_from, from_j = c->stack[j].p_from;

  if (from_i == NOTHING || R (c, from_i) != R (c, from_j))
    return STATE_N;
  return q == STATE_N || from_i == from_j ? q : STATE_F;
}

/* (U6), tau': the same after b_j is reduced into a_i. */
static inline ComponentState
tau_parted (const Components *c, int i, int j)
{
  int from_i = c->stack[i].p_from;

  if (from_i == NOTHING || R (c, from_i) != R (c, j))
    return STATE_N;
  return from_i <= j ? STATE_C : STATE_F;
}

/* w(i,j): 1 if the arc from a_i to a_j is gold. */
static inline int
w (const Components *c, int i, int j)
{
  return c->stack[j].head == i;
}

/* The first line of (U2): a_j is reduced into a_i, which then takes its children in B. */
static inline int
components_score_right (const Components *c, int i, int j, ComponentState q)
{
  const Position *a = &c->stack[i];
  gboolean loses_first = a->first != NOTHING && a->first == R (c, c->stack[j].p_from) && q != STATE_N;

  return w (c, i, j) + a->top[tau (c, i, j, q)] + a->n_children - loses_first;
}

/* The last line of (U3): b_j is reduced into a_i. */
static inline int
components_score_parted_right (const Components *c, int i, int j)
{
  return c->stack[i].top[tau_parted (c, i, j)] + c->stack[i].n_children;
}

#endif
