/* arc_standard_linear.c - scores for projective gold trees: arc-standard, and normalized arc-eager parsing.
 *
 *   (U7)  score of a candidate = M + score(k-1,k,N) + children(k)
 *   (U8)  left_child under BLOCK = max over three x:  M + [x -> a_k] + score'(k-1,x) + children(k),
 *         less 1 where the arc to x, a gold child of a_k, is lost
 *
 * Arc-standard is (U7): Nederhof (2019), sections 5 and 6. The paper of 2021 says of normalized arc-eager
 * parsing that a refinement suffices. This is one: stack words with a label take no left children, and those
 * with label R never become left children. The candidate left_child under BLOCK is (U8): its word must become
 * a left child of some word x of the remaining input. Three choices of x suffice: the first word that a_k
 * does not dominate, its last gold child, and its gold parent.
 *
 * An example of (U7) is in linear.c: the stack 0 1 2 with B = 3 4 has M = 1, score(1,2,N) = 3 and
 * children(2) = 0, so a shift that leads there scores 4. Of (U8), in the same configuration with
 * left_child: the top 2 has no gold child in B, so the first word that it does not dominate is 3. That is
 * its gold parent too, so the tables are filled twice, and with the gold arc 3 -> 2 the score is 4.
 */
#include "oracle/components.h"
#include "oracle/oracle.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"

typedef struct {
  const ProjectiveMethod *method;
  int policy;
  const Gold *gold;
  Components components;
  Candidates candidates;
} Projective;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Projective *projective = g_new0 (Projective, 1);

  (void) system;
  projective->method = parameters;
  projective->policy = policy;
  return projective;
}

static void
projective_free (gpointer solver)
{
  Projective *projective = solver;

  room_clear (&projective->components.room);
  candidates_clear (&projective->candidates);
  g_free (projective);
}

/* The tables depend on the configuration, so nothing but room is prepared for a gold tree. */
static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Projective *projective = solver;

  if (!components_reserve (&projective->components, gold->n, error))
    return SOLVER_FAILED;
  projective->gold = gold;
  return SOLVER_DONE;
}

/* The two methods fill the same tables, by the same equations. */
static void
fill (Projective *projective)
{
  if (projective->method->is_linear)
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
         + (projective->method->is_linear ? linear_parted (c, j) : quadratic_parted (c, j));
}

/* (U8): the candidate left_child, whose word must become a left child. */
static int
score_left_child (Projective *projective, const Gold *gold, const TbkConfiguration *after)
{
  int top = after->stack[after->depth - 1].word;
  int last_child = gold->last_child[top] >= after->buffer ? gold->last_child[top] : NOTHING;
  int next = last_child == NOTHING ? after->buffer : gold->rightmost[last_child] + 1;
  int best = IMPOSSIBLE;

  /* The first word that is not to be under it, */
  if (next <= gold->n)
    best = score_under (projective, gold, after, next, FALSE);
  /* or its last gold child, that arc being lost, */
  if (last_child != NOTHING)
    best = MAX (best, score_under (projective, gold, after, last_child, FALSE) - 1);
  /* or its gold parent. */
  if (gold->heads[top] >= after->buffer)
    best = MAX (best, score_under (projective, gold, after, gold->heads[top], TRUE) + 1);
  return best;
}

/* (U7), or (U8) for left_child under BLOCK. */
static int
score (gpointer solver, const Gold *gold, const Candidate *candidate)
{
  Projective *projective = solver;
  Components *c = &projective->components;
  const TbkConfiguration *after = candidate->after;
  int k = after->depth - 1;
  gboolean is_labelled = projective->method->is_labelled;
  Limits limits = { 0 };

  if (is_labelled && projective->policy == NORMALIZED_BLOCK && candidate->transition == NORMALIZED_LC)
    return score_left_child (projective, gold, after);
  if (!is_labelled)
    limits = arc_standard_limits (projective->policy, candidate->transition, k);
  components_set (c, gold, after, is_labelled, &limits, NOTHING, FALSE);
  fill (projective);
  return c->inside + c->stack[k].top[STATE_N] + c->stack[k].n_children;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Projective *projective = solver;

  if (!candidates_reserve (&projective->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  candidates_values (&projective->candidates, configuration, allowed, projective->gold, score, projective,
                     found);
  return SOLVER_DONE;
}

const SolverKind solver_projective = {
  .make = make,
  .free = projective_free,
  .set_gold = set_gold,
  .values = values,
};
