/* arc_eager_nivre_linear.c - values for projective gold trees and arc-eager parsing with any final stack.
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
 * Cost      O(n) for a configuration.
 */
#include <string.h>

#include "base/memory.h"
#include "systems/arc_eager_nivre.h"

typedef struct {
  const Gold *gold;
  guint8 *where; /* of each word: NOWHERE and so on */
  int n_allocated;
} Costs;

enum { NOWHERE, HEADED, HEADLESS, INPUT };

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
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
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Costs *costs = solver;

  costs->gold = gold;
  return reserve_words (&costs->where, &costs->n_allocated, gold->n, 1, error) ? SOLVER_DONE : SOLVER_FAILED;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *c, guint allowed, int *found, GError **error)
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

const SolverKind solver_arc_eager_nivre_linear = {
  .make = make,
  .free = costs_free,
  .set_gold = set_gold,
  .values = values,
};
