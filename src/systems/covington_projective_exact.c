/* covington_projective_exact.c - exact values for projective list-based parsing and projective gold trees.
 *
 * With S for lambda 1, or for lambda 1, lambda 2 and the front after a shift, and j for the front that is
 * then looked at first, the words d that lose their gold head h are
 *
 *   (P1)  H(d) is made and is not h
 *   (P2)  H(d) is not made, d >= j, and h < j is not in S
 *   (P3)  H(d) is not made, d < j, and h < j, or d is not in S
 *
 * their number is A(S,j), the loss of arc-eager parsing with the stack S where words without head may stay;
 * and the loss of a configuration is
 *
 *   (P4)  min ( A(lambda 1, j), A(lambda 1 + lambda 2 + j, j + 1) ),  or A(lambda 1 + lambda 2, n + 1) if no
 *         input remains
 *
 * For a gold tree that is not projective this is a lower bound only.
 *
 * Cost      O(n) for each transition.
 */
#include "oracle/candidates.h"
#include "systems/covington.h"

typedef struct {
  const Gold *gold;
  Candidates candidates;
  guint8 *is_in; /* of each word: 1 if it is in lambda 1, 2 if it is in lambda 2 */
  int n_allocated;
} Covington;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  (void) system;
  (void) policy;
  (void) parameters;
  return g_new0 (Covington, 1);
}

static void
covington_free (gpointer solver)
{
  Covington *covington = solver;

  candidates_clear (&covington->candidates);
  g_free (covington->is_in);
  g_free (covington);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Covington *covington = solver;

  covington->gold = gold;
  if (covington->is_in != NULL && gold->n <= covington->n_allocated)
    return SOLVER_DONE;
  g_free (covington->is_in);
  covington->is_in = g_try_new (guint8, (gsize) gold->n + 1);
  covington->n_allocated = covington->is_in != NULL ? gold->n : 0;
  if (covington->is_in != NULL)
    return SOLVER_DONE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no memory for a sentence of %d words", gold->n);
  return SOLVER_FAILED;
}

/* Both numbers of (P4), A(lambda 1, j) and A(lambda 1 + lambda 2 + j, j + 1), at once. */
static int
find_loss (const Covington *covington, const TbkConfiguration *c)
{
  const guint8 *is_in = covington->is_in;
  int j = tbk_configuration_front (c), n_stay = 0, n_shift = 0;

  for (int d = 1; d <= c->n; d++) {
    int h = covington->gold->heads[d], made = c->heads[d];
    gboolean d_shifted = is_in[d] != 0 || d == j, h_shifted = is_in[h] != 0 || h == j;

    if (made >= 0) {
      n_stay += made != h;
      n_shift += made != h;
      continue;
    }
    n_stay += d >= j ? h < j && is_in[h] != 1 : h < j || is_in[d] != 1;
    n_shift += d > j ? h <= j && !h_shifted : h <= j || !d_shifted;
  }
  return j <= c->n ? MIN (n_stay, n_shift) : n_shift;
}

static int
score (gpointer solver, const Gold *gold, const Candidate *candidate)
{
  Covington *covington = solver;
  const TbkConfiguration *after = candidate->after;
  int n_gold = 0;

  for (int d = 0; d <= after->n; d++)
    covington->is_in[d] = 0;
  for (int i = 0; i < after->depth; i++)
    covington->is_in[after->stack[i].word] = 1;
  for (int i = 0; i < after->n_second; i++)
    covington->is_in[after->second[i]] = 2;
  for (int d = 1; d <= after->n; d++)
    n_gold += after->heads[d] == gold->heads[d];
  return after->n - find_loss (covington, after) - n_gold;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Covington *covington = solver;

  if (!candidates_reserve (&covington->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  candidates_values (&covington->candidates, configuration, allowed, covington->gold, score, covington, found);
  return SOLVER_DONE;
}

const SolverKind solver_covington_projective = { make, covington_free, set_gold, values };
