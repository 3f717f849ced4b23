/* linear.c - scores for projective gold trees in linear time, after Nederhof (2019), section 6.
 *
 * The equations are (U2) and (U3) of quadratic.c, with two jumps:
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
 * Cost      O(n).
 */
#include "oracle/components.h"

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
    if (a->p != NOTHING && R (c, a->p) == R (c, j))
      return MAX (best, 1 + a->parted);
    /* (U5): the next position under i with its gold parent in the component, or the gold parent of b_R(j). */
    while (member >= i)
      member = c->stack[member].below;
    jump = c->critical[R (c, j)].parent;
    jump = MAX (member, jump < i ? jump : NOTHING);
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

int
linear_parted (const Components *c, int j)
{
  return parted (c, c->k - 1, j, c->critical[R (c, j)].members);
}
