/* linear.c - scores for projective gold trees, in linear and in quadratic time.
 *
 * Contents
 *   1. components: the tables over stack positions and critical words, in linear time
 *   2. linear: scores for projective gold trees in linear time, after Nederhof (2019), section 6
 *   3. quadratic: scores for projective gold trees in quadratic time: Nederhof (2019), section 5, Table 5
 */
#include "oracle/components.h"

#include <string.h>

#include "base/base.h"

/* 1. components: the tables over stack positions and critical words, in linear time.
 *
 * Nederhof (2019), section 5, with B the remaining input and a_i the word at stack position i:
 *
 *   critical   b is, if its gold parent or a word that it dominates is not in B. For a projective gold tree
 *              the other words of B can do nothing but what the gold tree says, so M counts their arcs
 *   M          the number of gold arcs between words of B
 *   R(j)       the topmost word of the component of b_j, which is critical: the climb from b_j meets critical
 *              words only
 *   p(i)       the gold parent of a_i if it is in B and the policy lets a_i become a left child, else none
 *   p>=(i)     the first p from a_i upwards
 *   c(i)       the first gold child of a_i in B; children(i) is how many there are
 *
 * An example of four words, with the gold arcs 3 -> 1, 3 -> 2, 4 -> 3, 0 -> 4, the stack 0 1 2 and B = 3 4.
 * Both words of B are critical, since each dominates 1. They are b_0 = 3 and b_1 = 4, in one component,
 * whose topmost word is b_1: R(0) = R(1) = 1. M = 1, by 4 -> 3. Position 0 has c(0) = 1 and one child, 4.
 * Positions 1 and 2 have p = 0, that is word 3, and so p>= is 0 at all three. By (U2) and (U3), with i and
 * j as they are filled:
 *
 *   score'(0,0)  = 1              0 takes b_0 with its component, whose topmost word 4 is its gold child
 *   score(0,j,N) = 1 + 1 = 2      a_j becomes a left child of b_0, then score'(0,0); j = 1, 2
 *   score(0,j,C) = 1 - 1 = 0      0 takes a_j; its gold child 4 went with a word that was consumed before
 *   score(0,j,F) = 0 + 1 = 1      as in N, but the arc to a_j costs the one into the word consumed before
 *   score'(1,0)  = 1 + 1 = 2      a_1 becomes a left child of b_0, then score'(0,0)
 *   score(1,2,N) = 1 + 2 = 3      a_2 becomes a left child of b_0, then score'(1,0)
 *
 * The score of the configuration is M + score(1,2,N) = 4: all gold arcs.
 */

gboolean
components_reserve (Components *c, int n, GError **error)
{
  return ROOM_RESERVE (&c->room, n + 2, ARRAY (c->stack), ARRAY (c->critical), ARRAY (c->number),
                       ARRAY (c->place), ARRAY (c->scores), ARRAY (c->chain))
         || memory_fail (error, "the tables of %d words", n);
}

/* Numbers the critical words from the left, and among them those from @extra up to the root of its component,
 * which are marked first: a climb may lead to the left. */
static void
number_critical (Components *c, const Gold *gold, int buffer, int extra)
{
  const int unnumbered = 0;

  for (int b = buffer; b <= gold->n; b++)
    c->number[b] = NOTHING;
  for (; extra >= buffer && c->number[extra] == NOTHING; extra = gold->heads[extra])
    c->number[extra] = unnumbered;
  c->m = 0;
  for (int b = buffer; b <= gold->n; b++)
    if (components_is_critical (gold, buffer, b) || c->number[b] == unnumbered) {
      c->critical[c->m] = (Critical){ b, NOTHING, NOTHING, NOTHING, IMPOSSIBLE };
      c->number[b] = c->m++;
    }
}

/* R(j). The parent in B of a critical word is critical, so each climb ends at a root or at a word done
 * before. */
static void
find_roots (Components *c, const Gold *gold, int buffer)
{
  for (int j = 0; j < c->m; j++) {
    int root = j;

    /* Up to the root of the component, or to a word whose root is known; then the same way again. */
    while (c->critical[root].root == NOTHING && gold->heads[c->critical[root].word] >= buffer)
      root = c->number[gold->heads[c->critical[root].word]];
    if (c->critical[root].root != NOTHING)
      root = c->critical[root].root;
    for (int climber = j; c->critical[climber].root == NOTHING;
         climber = c->number[gold->heads[c->critical[climber].word]]) {
      c->critical[climber].root = root;
      if (climber == root)
        break;
    }
  }
}

/* The stack position of @word, or NOTHING. `place` is never cleared: a stale position is recognized, because
 * the stack has another word there. */
static int
position_of (const Components *c, const TbkConfiguration *after, int word)
{
  if (word < 0 || c->place[word] >= after->depth || after->stack[c->place[word]].word != word)
    return NOTHING;
  return c->place[word];
}

/* Sets p(i), and what labels or policy allow: without labels, left children only outside limits->first..last,
 * and every word but 0 may become a left child. */
static void
set_position (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean is_labelled,
              const Limits *limits, int i)
{
  const TbkStackElement *element = &after->stack[i];
  Position *a = &c->stack[i];
  int head = gold->heads[element->word];

  a->head = position_of (c, after, head);
  a->first = a->left_child = a->left_sibling = a->below = NOTHING;
  a->n_children = 0;
  if (is_labelled) {
    a->takes_left = i == c->k && element->label == TBK_LABEL_N;
    a->becomes_left = i > 0 && element->label != TBK_LABEL_R;
  } else {
    a->takes_left = i < limits->first || i > limits->last;
    a->becomes_left = i > 0;
  }
  a->barrier = a->becomes_left ? a[-1].barrier : i;
  a->p = head >= after->buffer && a->becomes_left ? c->number[head] : NOTHING;
}

/* Sets c(i) and children(i). A child of a stack word is critical, so going over the critical words from the
 * left finds each one, and the first one first. */
static void
set_children (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean top_takes_right)
{
  for (int j = 0; j < c->m; j++) {
    int head = gold->heads[c->critical[j].word];
    int parent = head < after->buffer ? position_of (c, after, head) : NOTHING;

    c->critical[j].parent = parent;
    if (parent == NOTHING || (parent == c->k && !top_takes_right))
      continue;
    if (c->stack[parent].n_children++ == 0)
      c->stack[parent].first = j;
  }
}

/* Lists of positions, downwards: those with gold parents in one component, and left children of one
 * word. */
static void
link_positions (Components *c)
{
  for (int i = 0; i <= c->k; i++) {
    Position *a = &c->stack[i];

    if (a->p != NOTHING) {
      Critical *root = &c->critical[R (c, a->p)];

      a->below = root->members;
      root->members = i;
    }
    if (a->head != NOTHING && a->head > i) {
      a->left_sibling = c->stack[a->head].left_child;
      c->stack[a->head].left_child = i;
    }
  }
}

/* Everything that the equations ask of a configuration, in O(k + length of B). */
void
components_set (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean is_labelled,
                const Limits *limits, int extra, gboolean starts_at_extra)
{
  c->k = after->depth - 1;
  c->inside = gold->inside[after->buffer];
  number_critical (c, gold, after->buffer, extra);
  find_roots (c, gold, after->buffer);
  for (int i = 0; i <= c->k; i++)
    c->place[after->stack[i].word] = i;
  for (int i = 0; i <= c->k; i++)
    set_position (c, gold, after, is_labelled, limits, i);
  set_children (c, gold, after, is_labelled || limits->top_takes_right);
  link_positions (c);
  /* p>= from the top downwards. Where the top must become a left child of @extra, that counts as its p. */
  c->stack[c->k].p_from = starts_at_extra ? c->number[extra] : c->stack[c->k].p;
  for (int i = c->k - 1; i >= 0; i--)
    c->stack[i].p_from = c->stack[i].p != NOTHING ? c->stack[i].p : c->stack[i + 1].p_from;
}

/* 2. linear: scores for projective gold trees in linear time, after Nederhof (2019), section 6.
 *
 * The equations are (U2) and (U3) of linear.c, with two jumps:
 *
 *   (U4)  Where a_i has no gold arc with a_j, nothing is gained by reducing it into a_j, except to come to an
 *         a_l that has one. So score(i-1,j,q) is replaced by score(l,j,q) for the uppermost such l < i, and
 *         dropped if there is none.
 *   (U5)  Likewise score'(i-1,j) is replaced by score'(l,j), for the uppermost l < i with R(p(l)) = R(j) or
 *         with a_l the gold parent of b_R(j).
 *
 * A jump that passes a word that cannot become a left child is dropped.
 *
 * So for each j the i that matter are a chain: j-1, and then along the gold arcs of a_j downwards. And
 * score'(i,j) needs at most two jumps to a stack word with its gold parent in the component of b_j. The
 * score' of that word is stored in `parted`. All chains together have as many links as there are words and
 * arcs.
 *
 * In the example above the chain of j = 2 is the position 1 alone: a_2 has no gold arc with a stack word,
 * so (U4) finds nothing to jump to. score'(1,0) is 1 + `parted` of position 1, which is score'(0,0): no
 * jump either.
 *
 * Cost      O(n).
 */

/* (U3) with (U5): score'(i,j); @member is a position with its gold parent in the component of b_j, at or
 * above all those under i that have, or NOTHING. */
static int
parted (const Components *c, int i, int j, int member)
{
  int best = IMPOSSIBLE;

  for (;;) {
    const Position *a = &c->stack[i];
    int jump;

    best = MAX (best, components_score_parted_right (c, i, j));
    if (i == 0)
      return best;
    /* A position with its parent in the component: the rest of the way is known. */
    if (a->p != NOTHING && R (c, a->p) == R (c, j))
      return MAX (best, 1 + a->parted);
    /* (U5): the next position under i with its gold parent in the component, or the gold parent of b_R(j). */
    while (member >= i)
      member = c->stack[member].below;
    jump = c->critical[R (c, j)].parent;
    jump = MAX (member, jump < i ? jump : NOTHING);
    /* No jump passes a word that cannot become a left child. NOTHING is below every barrier. */
    if (jump < a->barrier)
      return best;
    i = jump;
  }
}

/* (U4): the uppermost position under i that has a gold arc with a_j; @child is a left child of a_j, at or
 * above those under i, and becomes the uppermost one under i. */
static int
next_neighbour (const Components *c, int i, int j, int *child)
{
  int head = c->stack[j].head;

  while (*child >= i)
    *child = c->stack[*child].left_sibling;
  return MAX (*child, head < i ? head : NOTHING);
}

/* The positions i for which score(i,j,q) is needed, downwards, into c->chain. */
static int
set_chain (Components *c, int j)
{
  int child = c->stack[j].left_child;
  int n_links = 0;

  for (int i = j - 1; i != NOTHING;) {
    c->chain[n_links++] = i;
    if (i == 0 || !c->stack[j].takes_left)
      break;
    /* After a gold arc the next position follows; else (U4) jumps. */
    if (w (c, j, i)) {
      if (!c->stack[i].becomes_left)
        break;
      i--;
    } else {
      int neighbour = next_neighbour (c, i, j, &child);

      if (neighbour < c->stack[i].barrier)
        break;
      i = neighbour;
    }
  }
  return n_links;
}

/* (U2): top(j,q), by score(i,j,q) along the chain from its end. */
static void
fill_top (Components *c, int j)
{
  Position *a = &c->stack[j];
  int n_links = set_chain (c, j);
  int scores[N_STATES] = { IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE };

  /* `scores` is score of the link before, lower in the stack; at the end, that of position j - 1. */
  for (int link = n_links - 1; link >= 0; link--) {
    int i = c->chain[link];
    int with_parent = a->p == NOTHING ? IMPOSSIBLE : parted (c, i, a->p, a->below);

    for (ComponentState q = 0; q < N_STATES; q++) {
      int best = MAX (scores[q] + w (c, j, i), components_score_right (c, i, j, q));

      if (q != STATE_C)
        best = MAX (best, (q == STATE_N) + with_parent);
      scores[q] = best;
    }
  }
  for (ComponentState q = 0; q < N_STATES; q++)
    a->top[q] = j == 0 ? 0 : scores[q];
}

/* Fills from the bottom to the top: top(j,q) and `parted` of j depend on lower positions only. */
void
linear_fill (Components *c)
{
  for (int j = 0; j <= c->k; j++) {
    Position *a = &c->stack[j];

    if (j > 0 && a->p != NOTHING)
      a->parted = parted (c, j - 1, a->p, a->below);
    fill_top (c, j);
  }
}

/* score'(k-1,j), from the uppermost member of the component of b_j down. */
int
linear_parted (const Components *c, int j)
{
  return parted (c, c->k - 1, j, c->critical[R (c, j)].members);
}

/* 3. quadratic: scores for projective gold trees in quadratic time: Nederhof (2019), section 5, Table 5.
 *
 *   (U1)  score(-1,j,q) = 0, score'(-1,j) = -infinity; and for i >= 0
 *
 *   (U2)  score(i,j,q) = max   w(i,j) + score(i-1,i,tau) + children(i) - [c(i) = R(p>=(j)) and q != N]
 *                              w(j,i) + score(i-1,j,q)       unless i = 0 or a_i may not become a left child
 *                                                            of a_j
 *                              [q = N] + score'(i,p(j))      if p(j) is in B and q != C
 *
 *   (U3)  score'(i,j)  = max   1 + score'(i-1,p(i))          if R(p(i)) = R(j), else score'(i-1,j);
 *                                                            both unless i = 0 or a_i may not become a left
 *                                                            child
 *                              score(i-1,i,tau') + children(i)
 *
 * tau and tau' are those of components.h, (U6). Row i needs only row i-1, so rows replace each other in
 * place.
 *
 * Cost      O(k (k + m)) for k stack positions and m critical words.
 */

/* (U3): score'(i,j) for all j, over score'(i-1,j). with_parent is found first: it may be one of the values
 * that are replaced. */
static void
fill_parted (Components *c, int i)
{
  const Position *a = &c->stack[i];
  int with_parent = a->p == NOTHING ? IMPOSSIBLE : 1 + c->critical[a->p].score;

  for (int j = 0; j < c->m; j++) {
    Critical *b = &c->critical[j];
    int best = IMPOSSIBLE;

    if (a->becomes_left)
      best = a->p != NOTHING && R (c, a->p) == b->root ? with_parent : b->score;
    b->score = MAX (best, components_score_parted_right (c, i, j));
  }
}

/* (U2): score(i,j,q) for all j and q, over score(i-1,j,q). Those with j <= i are not needed. */
static void
fill_row (Components *c, int i)
{
  for (int j = i + 1; j <= c->k; j++)
    for (ComponentState q = 0; q < N_STATES; q++) {
      int best = components_score_right (c, i, j, q);

      if (c->stack[i].becomes_left && c->stack[j].takes_left)
        best = MAX (best, w (c, j, i) + c->scores[j][q]);
      if (c->stack[j].p != NOTHING && q != STATE_C)
        best = MAX (best, (q == STATE_N) + c->critical[c->stack[j].p].score);
      c->scores[j][q] = best;
    }
}

void
quadratic_fill (Components *c)
{
  /* (U1) */
  for (int j = 0; j <= c->k; j++)
    for (ComponentState q = 0; q < N_STATES; q++)
      c->scores[j][q] = 0;
  for (int i = 0; i <= c->k; i++) {
    /* top(i,q) = score(i-1,i,q), which the rows up to i - 1 have left in the column of i. */
    for (ComponentState q = 0; q < N_STATES; q++)
      c->stack[i].top[q] = c->scores[i][q];
    if (i == c->k)
      break;
    fill_parted (c, i);
    fill_row (c, i);
  }
}

int
quadratic_parted (const Components *c, int j)
{
  return c->critical[j].score;
}
