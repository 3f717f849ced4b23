/* quadratic.c - scores for projective gold trees in quadratic time: Nederhof (2019), section 5, Table 5.
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
#include "oracle/components.h"

/* (U3): score'(i,j) for all j, over score'(i-1,j). */
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

/* (U2): score(i,j,q) for all j and q, over score(i-1,j,q). */
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
