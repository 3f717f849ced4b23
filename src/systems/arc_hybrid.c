/* arc_hybrid.c - arc-hybrid parsing: left children from the front of the input, right ones from the stack.
 *
 * Its computations are those of arc-eager parsing (2021, Table 6) without right_arc: shift pushes label L,
 * reduce pops a word of any label. So values are found in that system, under the policy that lets a
 * shifted word be reduced, by its solvers.
 */
#include "systems/arc_eager.h"
#include "systems/systems.h"

#define L TBK_LABEL_L
#define R TBK_LABEL_R

enum { SH, LA, RA };

static const TbkTransition transitions[] = {
  [SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = TBK_LABEL_NONE },
  [LA] = { .key = "LA",
           .name = "left_arc",
           .depth = 2,
           .needs = TBK_NEEDS_INPUT,
           .head = TBK_PLACE_FRONT,
           .dependent = TBK_PLACE_TOP,
           .popped = TBK_PLACE_TOP },
  [RA] = { .key = "RA",
           .name = "right_arc",
           .depth = 2,
           .head = TBK_PLACE_UNDER,
           .dependent = TBK_PLACE_TOP,
           .popped = TBK_PLACE_TOP },
};

/* A word that has all its children goes to its head as soon as it can. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = stack_word (c, 0), front = tbk_configuration_front (c);

  if (front <= c->n && is_complete_arc (oracle, front, top))
    return LA;
  return is_complete_arc (oracle, stack_word (c, 1), top) ? RA : SH;
}

static const StaticKind static_oracle = { .choose = choose };

const Record record_arc_hybrid = {
  .system = {
    .name = "arc-hybrid",
    .source = "Kuhlmann, Gómez-Rodríguez and Satta (2011)",
    .transitions = transitions,
    .n_transitions = G_N_ELEMENTS (transitions),
    .root = TBK_LABEL_NONE,
    .labels = TBK_LABEL_NONE,
  },
  .static_oracle = &static_oracle,
};
