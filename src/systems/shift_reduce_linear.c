/* projective.c - scores for projective gold trees: shift-reduce, and normalized arc-eager parsing.
 *
 * Shift-reduce is Nederhof (2019), sections 5 and 6: M + score(k-1,k,N) + children(k). The paper of
 * 2021 says of normalized arc-eager parsing that a refinement does; this is one: stack words with a
 * label take no left children, and those with label R never become left children. The candidate
 * left_child under BLOCK needs more: its word must become a left child of some word x of the remaining
 * input, and three choices of x suffice.
 */
#include "oracle/components.h"

struct Projective {
  gboolean is_labelled; /* normalized arc-eager, not shift-reduce */
  gboolean is_linear;
  TbkPolicy policy;
  Components components;
};

Projective *
projective_new (const TbkSystem *system, TbkPolicy policy, gboolean is_linear)
{
  Projective *projective = g_new0 (Projective, 1);

  projective->is_labelled = system == &tbk_arc_eager_normalized;
  projective->is_linear = is_linear;
  projective->policy = policy;
  return projective;
}

void
projective_free (Projective *projective)
{
  if (projective == NULL)
    return;
  components_clear (&projective->components);
  g_free (projective);
}

static void
fill (Projective *projective)
{
  if (projective->is_linear)
    linear_fill (&projective->components);
  else
    quadratic_fill (&projective->components);
}

/* The score if the top becomes a left child of @x, but for whether that arc is gold. */
static int
score_under (Projective *projective, const Gold *gold, const TbkConfiguration *after, int x, gboolean is_gold)
{
  Components *c = &projective->components;
  int j;

  components_set (c, gold, after, TRUE, NULL, x, !is_gold);
  fill (projective);
  j = c->number[x];
  return c->inside + c->stack[c->k].n_children
         + (projective->is_linear ? linear_parted (c, j) : quadratic_parted (c, j));
}

/* The candidate left_child, whose word must become a left child. */
static int
score_left_child (Projective *projective, const Gold *gold, const TbkConfiguration *after)
{
  int top = after->stack[after->depth - 1].word;
  int last_child = gold->last_child[top] >= after->buffer ? gold->last_child[top] : NONE;
  int next = last_child == NONE ? after->buffer : gold->rightmost[last_child] + 1;
  int best = UNREACHED;

  /* The first word that is not to be under it, */
  if (next <= gold->n)
    best = score_under (projective, gold, after, next, FALSE);
  /* or its last gold child, that arc being lost, */
  if (last_child != NONE)
    best = MAX (best, score_under (projective, gold, after, last_child, FALSE) - 1);
  /* or its gold parent. */
  if (gold->heads[top] >= after->buffer)
    best = MAX (best, score_under (projective, gold, after, gold->heads[top], TRUE) + 1);
  return best > UNREACHED / 2 ? best : TBK_IMPOSSIBLE;
}

int
projective_score (Projective *projective, const Gold *gold, const Candidate *candidate)
{
  Components *c = &projective->components;
  const TbkConfiguration *after = candidate->after;
  int k = after->depth - 1;
  Limits limits = { 0 };

  if (projective->policy == TBK_POLICY_BLOCK && candidate->transition == TBK_NORMALIZED_LC)
    return score_left_child (projective, gold, after);
  if (!projective->is_labelled)
    limits = shift_reduce_limits (projective->policy, candidate->transition, k);
  components_set (c, gold, after, projective->is_labelled, &limits, NONE, FALSE);
  fill (projective);
  return c->inside + c->stack[k].top[STATE_N] + c->stack[k].n_children;
}
