/* arc_eager_linear.c - values of arc-eager parsing for projective gold trees, in linear time.
 *
 * Contents
 *   1. arc_eager_nederhof_linear: scores for projective gold trees and unnormalized arc-eager parsing, in linear
 *      time
 *   2. arc_eager_linear: values for projective gold trees and arc-eager parsing with any final stack
 */
#include "systems/systems.h"

#include <string.h>

#include "base/base.h"

/* 1. arc_eager_nederhof_linear: scores for projective gold trees and unnormalized arc-eager parsing, in linear time.
 *
 * The method is that of Nederhof (2021), section 5. The stack after the candidate is a_1..a_k, with a_1 =
 * word 0, the remaining input b_1..b_m = n. Counted are the gold arcs between them that could be made one
 * by one; then what cannot be had together is discounted, because of the candidate and the policy:
 *
 *   (E1)  base     arcs (a_(p-1),a_p), (a_p,b_q), (b_p,b_q), and (b_p,a_q) where a_q has label L
 *   (E2)  shift    a_k becomes a left child, so it cannot dominate b_m, nor be a child of a_(k-1)
 *   (E3)  reduce   shift before reduce: b_1 becomes a left child only if it takes a child from the stack
 *   (E4)  shift    reduce before shift: a_(k-1) must become a left child or take a child from b_1..b_m
 *
 * (E1) has one arc for each transition that makes one: (a_(p-1),a_p) by a reduction that corrects, (a_p,b_q)
 * by a right arc and its reduction, (b_p,a_q) by a left arc.
 *
 * Reasons for the discounts. All policies but FREE want a shifted word to become a left child: a right
 * child should have come by right_arc. The others forbid some orders of steps besides. So a candidate commits
 * the parser to something, and that may cost gold arcs.
 *
 *   (E2)  a_k was shifted, so it becomes a left child. Its head comes behind all that it dominates. If that
 *         reaches b_m, no head is left: the arc to its last child is given up, once. And a left child is no
 *         child of a_(k-1).
 *   (E3)  No shift may follow directly on reduce. So b_1 becomes a right child, or takes a child from the
 *         stack before it is shifted. If the gold head of b_1 is in the input, it has to be shifted, and so
 *         needs such a child.
 *   (E4)  a_k will be popped by left_arc, and no reduce of a_(k-1) may follow on that: it should have come
 *         before the shift. So a_(k-1) becomes a left child, or takes a child from b_1..b_m. If no gold arc
 *         does this, the cheapest other arc does:
 *
 *           left child   a_(k-1) has label L, and loses the gold arc from a_(k-2), if there is one
 *           option A     it takes b_p, the last word that a_k dominates, and b_p takes a_k. Lost are the gold
 *                        arc into b_p, if from the input or a_k, and that into a_k, if from the input
 *           option B     it takes b_q, the gold parent of a_k, or else the first word that a_k does not
 *                        dominate. Lost are the gold arc into b_q, and the children of b_q in a_2..a_(k-2),
 *                        which the arc from a_(k-1) cuts off
 *           option C     it takes b_p, the topmost gold ancestor of b_q in the input. Lost are the gold arc
 *                        into b_p, if from a_1..a_(k-2), and the children in a_2..a_(k-2) of all words on the
 *                        way from b_q to b_p
 *
 * The paper's wording of option A is incomplete; docs/design/oracles.md says what is meant. FREE needs no
 * discount, since it lets a shifted word be reduced.
 *
 * An example of four words, with the gold arcs 3 -> 1, 3 -> 2, 4 -> 3, 0 -> 4, and the stack 0 1 2 after a
 * shift, 1 and 2 of label L: a_1 a_2 a_3 and b_1 b_2 = 3 4. (E1) is 4: 3 -> 1 and 3 -> 2 come from the
 * input to words of label L, 4 -> 3 is within the input, 0 -> 4 is from the stack. (E2) takes nothing off:
 * 2 has no child at the end of the input, and its gold head is not 1. Nor does (E4): a_2 = 1 becomes a left
 * child of 3, and the arc from a_1 that it cannot get then is not gold. So the value is 4. Before that, in
 * the stack 0 1 with the front 2, reduce loses 3 -> 1: its value is 3.
 *
 * Source    Nederhof (2021), section 5.
 * Cost      O(k + m) for each candidate: (E4) walks from b_q up to its topmost gold ancestor once.
 */

#define NOTHING (-1)

typedef struct {
  int policy;
  const Gold *gold;
  Candidates candidates;
  int *place;        /* of a word: its position in the stack, valid where the stack has the word at it */
  guint8 *is_on_way; /* of a word: whether option C passes it */
  Room room;
} Linear;

/* A candidate and its gold tree, with the names of the paper. */
typedef struct {
  const Gold *gold;
  const TbkStackElement *stack; /* a_1..a_k from stack[0] on */
  int k;
  int b_1, n;
  const int *place;
} LinearWords;

static inline const TbkStackElement *
a (const LinearWords *s, int p)
{
  return &s->stack[p - 1];
}

static inline gboolean
remains (const LinearWords *s, int word)
{
  return word >= s->b_1;
}

/* The p of the stack word a_p, or NOTHING for any other word. */
static inline int
stack_place (const LinearWords *s, int word)
{
  if (word < 0 || s->place[word] < 1 || s->place[word] > s->k || a (s, s->place[word])->word != word)
    return NOTHING;
  return s->place[word];
}

/* (E1): `inside` counts the arcs within the input. Word 0 is a_1 and gets no head, so p begins with 2. */
static int
base (const LinearWords *s)
{
  int score = s->gold->inside[s->b_1];

  for (int p = 2; p <= s->k; p++) {
    int head = s->gold->heads[a (s, p)->word];

    score += head == a (s, p - 1)->word;
    score += remains (s, head) && a (s, p)->label == TBK_LABEL_L;
  }
  for (int b = s->b_1; b <= s->n; b++)
    score += !remains (s, s->gold->heads[b]) && stack_place (s, s->gold->heads[b]) != NOTHING;
  return score;
}

/* (E2). One arc is enough to leave room: without the arc to its last child, a_k can become a left
 * child of that child. */
static int
shift_discount (const LinearWords *s)
{
  int top = a (s, s->k)->word;
  int last_child = s->gold->last_child[top];
  gboolean reaches_end = remains (s, last_child) && s->gold->rightmost[last_child] == s->n;

  return reaches_end + gold_has_arc (s->gold, a (s, s->k - 1)->word, top);
}

/* (E3), after a reduce: 1 if the gold arc into b_1 is lost, as b_1 must become a right child; 0 if it
 * is no left child by the gold tree, or can take a child from the stack for nothing. */
static int
reduce_discount (const LinearWords *s)
{
  /* The topmost place that has a gold arc with a word behind b_1: what is above it can go to b_1. */
  int r = 1;

  if (!remains (s, s->gold->heads[s->b_1]))
    return 0;
  for (int p = 2; p <= s->k; p++)
    if (a (s, p)->label == TBK_LABEL_L && s->gold->heads[a (s, p)->word] > s->b_1)
      r = p;
  for (int b = s->b_1 + 1; b <= s->n; b++)
    r = MAX (r, stack_place (s, s->gold->heads[b]));
  /* A word of label L above it becomes a left child of b_1 at no cost, if it is no gold child of the word
   * under it. */
  for (int p = r + 1; p <= s->k; p++)
    if (a (s, p)->label == TBK_LABEL_L && !gold_has_arc (s->gold, a (s, p - 1)->word, a (s, p)->word))
      return 0;
  return 1;
}

/* (E4), option A; G_MAXINT if it is none. If a_k dominates no word of the input, b_p is b_1, unless
 * that is the gold parent of a_k: then this is option B. b_p is never n: to take n is option B or C. */
static int
cost_of_taking_top (const LinearWords *s)
{
  int top = a (s, s->k)->word, parent = s->gold->heads[top];
  int b_p;

  if (s->b_1 == s->n)
    return G_MAXINT;
  if (remains (s, s->gold->rightmost[top]))
    b_p = MIN (s->gold->rightmost[top], s->n - 1);
  else if (parent > s->b_1)
    b_p = s->b_1;
  else
    return G_MAXINT;
  return (remains (s, s->gold->heads[b_p]) || s->gold->heads[b_p] == top) + remains (s, parent);
}

/* The b_q of options B and C: the gold parent of a_k, or the word after what a_k dominates. */
static int
word_beyond_top (const LinearWords *s)
{
  int top = a (s, s->k)->word;

  if (remains (s, s->gold->heads[top]))
    return s->gold->heads[top];
  if (remains (s, s->gold->rightmost[top]))
    return MIN (s->gold->rightmost[top] + 1, s->n);
  return s->b_1;
}

/* Returns TRUE if the gold parent of @word is some a_r with r <= k - 2. */
static gboolean
hangs_below (const LinearWords *s, int word)
{
  int place = stack_place (s, s->gold->heads[word]);

  return place != NOTHING && place <= s->k - 2;
}

/* (E4), the cheaper of the options B and C. @is_on_way: all FALSE before and after; in between TRUE
 * for the words from b_q up to its topmost gold ancestor in the input. */
static int
cost_of_taking_beyond (const LinearWords *s, guint8 *is_on_way)
{
  int b_q = word_beyond_top (s), b_p = b_q;
  int cost_b = hangs_below (s, b_q) || remains (s, s->gold->heads[b_q]);
  int cost_c;

  /* Up to the topmost gold ancestor of b_q in the input. */
  for (; remains (s, s->gold->heads[b_p]); b_p = s->gold->heads[b_p])
    is_on_way[b_p] = TRUE;
  is_on_way[b_p] = TRUE;
  cost_c = hangs_below (s, b_p);
  for (int p = 2; p <= s->k - 2; p++)
    if (a (s, p)->label == TBK_LABEL_L && remains (s, s->gold->heads[a (s, p)->word])) {
      cost_b += s->gold->heads[a (s, p)->word] == b_q;
      cost_c += is_on_way[s->gold->heads[a (s, p)->word]];
    }
  /* The marks go, for the next call. */
  for (int b = b_q; remains (s, b); b = s->gold->heads[b])
    is_on_way[b] = FALSE;
  return MIN (cost_b, cost_c);
}

/* (E4), after a shift: the least that it costs to justify that a_(k-1) was not reduced before.
 * Nothing, if it takes a gold child from the input. */
static int
postponed_discount (const LinearWords *s, guint8 *is_on_way)
{
  const TbkStackElement *under = a (s, s->k - 1);
  int cost;

  if (remains (s, s->gold->last_child[under->word]))
    return 0;
  cost = MIN (cost_of_taking_top (s), cost_of_taking_beyond (s, is_on_way));
  if (under->label == TBK_LABEL_L)
    cost = MIN (cost, gold_has_arc (s->gold, under[-1].word, under->word));
  return cost;
}

/* (E1) less what the candidate and the policy discount. */
static int
score (gpointer solver, const Gold *gold, const Candidate *candidate)
{
  Linear *linear = solver;
  const TbkConfiguration *after = candidate->after;
  /* The a of the paper is numbered from 1. */
  LinearWords s = { gold, after->stack, after->depth, after->buffer, after->n, linear->place };
  int total;

  for (int p = 1; p <= s.k; p++)
    linear->place[a (&s, p)->word] = p;

  total = base (&s);
  if (linear->policy == ARC_EAGER_FREE)
    return total;
  if (candidate->transition == ARC_EAGER_SH) {
    if (s.b_1 > s.n)
      return IMPOSSIBLE;
    total -= shift_discount (&s);
    if (linear->policy == ARC_EAGER_REDUCE_BEFORE_SHIFT && s.k >= 3)
      total -= postponed_discount (&s, linear->is_on_way);
  }
  if (candidate->transition == ARC_EAGER_RE && linear->policy == ARC_EAGER_SHIFT_BEFORE_REDUCE
      && s.b_1 <= s.n)
    total -= reduce_discount (&s);
  return total;
}

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Linear *linear = g_new0 (Linear, 1);

  (void) system;
  (void) parameters;
  linear->policy = policy;
  return linear;
}

static void
linear_free (gpointer solver)
{
  Linear *linear = solver;

  candidates_clear (&linear->candidates);
  room_clear (&linear->room);
  g_free (linear);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Linear *linear = solver;

  linear->gold = gold;
  if (ROOM_RESERVE (&linear->room, gold->n + 1, ARRAY (linear->place), ARRAY (linear->is_on_way)))
    return SOLVER_DONE;
  memory_fail (error, "a sentence of %d words", gold->n);
  return SOLVER_FAILED;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Linear *linear = solver;

  if (!candidates_reserve (&linear->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  candidates_values (&linear->candidates, configuration, allowed, linear->gold, score, linear, found);
  return SOLVER_DONE;
}

const SolverKind solver_arc_eager_nederhof_linear = {
  .make = make,
  .free = linear_free,
  .set_gold = set_gold,
  .values = values,
};

/* 2. arc_eager_linear: values for projective gold trees and arc-eager parsing with any final stack.
 *
 * These are the costs of Goldberg and Nivre (2012). A gold arc can still be made if its dependent is in the
 * input and its head in the stack or the input, or if the dependent is in the stack without a head and the
 * head in the input. For a projective gold tree all these arcs can be made together, but for those that a
 * transition costs at once:
 *
 *   (E5)  shift      [the gold head of b is in the stack] + gold children of b in the stack without a head
 *   (E6)  right_arc  [the gold head of b is in the stack under the top, or in the input] + the same children
 *   (E7)  left_arc   gold children of the top in the input + [its gold head is in the input behind b]
 *   (E8)  reduce     gold children of the top in the input
 *
 * An example of four words, with the gold arcs 3 -> 1, 3 -> 2, 4 -> 3, 0 -> 4, the stack 0 1 2, without
 * heads for 1 and 2, and the front 3. All four arcs are open. left_arc costs nothing: 2 has no gold child
 * in the input, and its gold head is the front. right_arc and shift cost 3 -> 1 and 3 -> 2, and right_arc 4
 * -> 3 besides: the values are 4, 1 and 2.
 *
 * Cost      O(n) for a configuration.
 */

typedef struct {
  const Gold *gold;
  guint8 *where; /* of each word: NOWHERE and so on */
  int n_allocated;
} Costs;

/* Gone, in the stack with or without a head, or in the input. */
enum { NOWHERE, HEADED, HEADLESS, INPUT };

static gpointer
nivre_make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  (void) system;
  (void) policy;
  (void) parameters;
  return g_new0 (Costs, 1);
}

static void
costs_free (gpointer solver)
{
  g_free (((Costs *) solver)->where);
  g_free (solver);
}

static SolverAnswer
nivre_set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Costs *costs = solver;

  costs->gold = gold;
  return reserve_words (&costs->where, &costs->n_allocated, gold->n, 1, error) ? SOLVER_DONE : SOLVER_FAILED;
}

static SolverAnswer
nivre_values (gpointer solver, const TbkConfiguration *c, guint allowed, int *found, GError **error)
{
  const Costs *costs = solver;
  const int *heads = costs->gold->heads;
  guint8 *where = costs->where;
  int b = c->buffer, top = c->stack[c->depth - 1].word;
  int n_open = 0, children_of_b = 0, children_of_top = 0;

  (void) allowed;
  (void) error;
  memset (where, NOWHERE, (gsize) b);
  memset (where + b, INPUT, (gsize) (c->n + 1 - b));
  for (int i = 0; i < c->depth; i++)
    where[c->stack[i].word] = c->stack[i].label == TBK_LABEL_L ? HEADLESS : HEADED;
  /* For each gold arc h -> d: can it be made, and would a transition cost it? */
  for (int d = 1; d <= c->n; d++) {
    int h = heads[d];

    n_open += where[d] == INPUT ? where[h] != NOWHERE : where[d] == HEADLESS && where[h] == INPUT;
    children_of_b += where[d] == HEADLESS && h == b;
    children_of_top += where[d] == INPUT && h == top;
  }
  found[ARC_EAGER_RE] = n_open - children_of_top; /* (E8), and (E7), (E5), (E6) */
  if (b > c->n)
    return SOLVER_DONE;
  found[ARC_EAGER_LA] = n_open - children_of_top - (heads[top] > b);
  found[ARC_EAGER_SH] = n_open - children_of_b - (heads[b] < b && where[heads[b]] != NOWHERE);
  found[ARC_EAGER_RA] =
      n_open - children_of_b - (heads[b] > b || (heads[b] != top && where[heads[b]] != NOWHERE));
  return SOLVER_DONE;
}

const SolverKind solver_arc_eager_linear = {
  .make = nivre_make,
  .free = costs_free,
  .set_gold = nivre_set_gold,
  .values = nivre_values,
};
