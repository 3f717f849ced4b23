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
 * For a gold tree that is not projective this is a lower bound only, by which a search is guided.
 *
 * Cost      O(n) for each transition.
 */
#include "base/memory.h"
#include "systems/covington.h"

#include <string.h>

typedef struct {
  gboolean if_projective;
  const Gold *gold;
  Candidates candidates;
  int *scratch;
  int n_allocated;
} CovingtonProjective;

const gboolean covington_if_projective = TRUE;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  CovingtonProjective *covington = g_new0 (CovingtonProjective, 1);

  (void) system;
  (void) policy;
  covington->if_projective = parameters != NULL;
  return covington;
}

static void
covington_free (gpointer solver)
{
  CovingtonProjective *covington = solver;

  candidates_clear (&covington->candidates);
  g_free (covington->scratch);
  g_free (covington);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  CovingtonProjective *covington = solver;

  if (covington->if_projective && !gold->is_projective)
    return SOLVER_PASSES;
  covington->gold = gold;
  return reserve_words (&covington->scratch, &covington->n_allocated, gold->n, sizeof (int), error)
             ? SOLVER_DONE
             : SOLVER_FAILED;
}

enum { IN_FIRST = 1, IN_SECOND };

/* The words that have no head and do not lose their gold one, by (P4): n_stay counts for A(lambda 1, j),
 * n_shift for the other. A word with a head is counted nowhere: (P1), or its gold arc is made. */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *list = scratch; /* of each word: which list it is in, or 0 */
  int j = tbk_configuration_front (c), n_stay = 0, n_shift = 0;

  memset (list, 0, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    list[c->stack[i].word] = IN_FIRST;
  for (int i = 0; i < c->n_second; i++)
    list[c->second[i]] = IN_SECOND;
  for (int d = 1; d <= c->n; d++) {
    int h = gold->heads[d];

    if (c->heads[d] >= 0)
      continue;
    /* What (P2) does not lose, else what (P3) does not. */
    n_stay += d >= j ? h >= j || list[h] == IN_FIRST : h >= j && list[d] == IN_FIRST;
    n_shift += d > j ? h >= j || list[h] != 0 : h > j && (d == j || list[d] != 0);
  }
  return j <= c->n ? MAX (n_stay, n_shift) : n_shift;
}

const SearchGuide covington_projective_guide = { .bound = count_open };

static int
score (gpointer solver, const Gold *gold, const Candidate *candidate)
{
  return count_open (gold, candidate->after, ((CovingtonProjective *) solver)->scratch);
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  CovingtonProjective *covington = solver;

  if (!candidates_reserve (&covington->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  candidates_values (&covington->candidates, configuration, allowed, covington->gold, score, covington,
                     found);
  return SOLVER_DONE;
}

const SolverKind solver_covington_projective = {
  .make = make,
  .free = covington_free,
  .set_gold = set_gold,
  .values = values,
};
