/* arc_eager_static.c - static oracles for all forms of arc-eager parsing, and their two orders.
 *
 * An arc is made as soon as it can be. When none can, reduce before shift pops a word that has its head and
 * all its children. Shift before reduce pops one only if a word deeper in the stack has an arc with the
 * front. Both build every projective tree, in as many steps.
 */
#include "systems/arc_eager.h"

enum { REDUCE_BEFORE_SHIFT, SHIFT_BEFORE_REDUCE };

static const char *const orders[] = {
  [REDUCE_BEFORE_SHIFT] = "reduce-before-shift", [SHIFT_BEFORE_REDUCE] = "shift-before-reduce", NULL
};

/* Whether the top, which has label R and is not 0, is popped before the front is shifted. */
static gboolean
is_due (const TbkStaticOracle *oracle, int top, int front)
{
  return oracle->order == REDUCE_BEFORE_SHIFT ? oracle->pending[top] == 0
                                              : static_first_partner (oracle, front) < top;
}

/* What is left when no input remains is reduced or, without a head, returns to it. */
static int
choose_last (const TbkConfiguration *c)
{
  gboolean is_headless = c->depth > 0 && c->stack[c->depth - 1].label == TBK_LABEL_L;

  return is_headless && c->system->n_transitions > ARC_EAGER_UN ? ARC_EAGER_UN : ARC_EAGER_RE;
}

static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads;
  int top = static_stack_word (c, 0), front = tbk_configuration_front (c);

  if (front > c->n)
    return choose_last (c);
  if (top > 0 && heads[top] == front)
    return ARC_EAGER_LA;
  if (heads[front] == top)
    return ARC_EAGER_RA;
  if (top > 0 && c->stack[c->depth - 1].label == TBK_LABEL_R && is_due (oracle, top, front))
    return ARC_EAGER_RE;
  return ARC_EAGER_SH;
}

const StaticKind arc_eager_static = { .orders = orders, .choose = choose };
