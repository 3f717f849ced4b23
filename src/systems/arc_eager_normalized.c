/* arc_eager_normalized.c - normalized arc-eager parsing: shift first, then decide between left and right
 * child. */
#include "systems/arc_eager_exact.h"
#include "systems/shift_reduce.h"
#include "systems/systems.h"

#define L TBK_LABEL_L
#define R TBK_LABEL_R
#define N TBK_LABEL_N

/* Nederhof (2021), Table 8. */
static const TbkTransition transitions[] = {
  [NORMALIZED_SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .top = L | R, .push = N },
  [NORMALIZED_LC] = { .key = "LC", .name = "left_child", .top = N, .relabel = L },
  [NORMALIZED_RC] = { .key = "RC", .name = "right_child", .top = N, .related = TBK_PLACE_TOP, .relabel = R },
  [NORMALIZED_RL] = { .key = "RL",
                      .name = "reduce_left",
                      .depth = 2,
                      .under = L | R,
                      .top = L | R,
                      .head = TBK_PLACE_UNDER,
                      .dependent = TBK_PLACE_TOP,
                      .popped = TBK_PLACE_TOP },
  [NORMALIZED_RR] = { .key = "RR",
                      .name = "reduce_right",
                      .depth = 2,
                      .under = L,
                      .top = N,
                      .head = TBK_PLACE_TOP,
                      .dependent = TBK_PLACE_UNDER,
                      .popped = TBK_PLACE_UNDER },
};

static const TbkPolicy policies[NORMALIZED_N_POLICIES] = {
  [NORMALIZED_BLOCK] = { "block", "a word that gets label L later is not popped by reduce_left" },
  [NORMALIZED_NONE] = { "none", "all computations count" },
};

static const ProjectiveMethod quadratic = { .is_labelled = TRUE };
static const ProjectiveMethod linear = { .is_labelled = TRUE, .is_linear = TRUE };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &arc_eager_normalized_variation },
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_projective, &linear },
  { TBK_METHOD_QUADRATIC, ALL_POLICIES, &solver_projective, &quadratic },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &arc_eager_normalized_translation },
};

/* A word decides when it has its left children: to be a left child if its head comes later. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads;
  int top = static_stack_word (c, 0), under = static_stack_word (c, 1);
  TbkLabel label = c->stack[c->depth - 1].label;

  if (label == N && under > 0 && heads[under] == top)
    return NORMALIZED_RR;
  if (label == N)
    return heads[top] > top ? NORMALIZED_LC : NORMALIZED_RC;
  if (tbk_configuration_n_input (c) == 0 || (label == R && top > 0 && oracle->pending[top] == 0))
    return NORMALIZED_RL;
  return NORMALIZED_SH;
}

static const StaticKind static_oracle = { .choose = choose };

const Record record_arc_eager_normalized = {
  .system = {
    .name = "arc-eager-normalized",
    .source = "Nederhof (2021), Table 8",
    .title = "arc-eager, normalized",
    .first = "Nederhof (2021)",
    .about = "A word is shifted first, and then decides whether it becomes a left or a right dependent.",
    .transitions = transitions,
    .n_transitions = G_N_ELEMENTS (transitions),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = R,
    .labels = L | R,
    .builds_projective = TRUE,
    .top_labels = N,
  },
  .solvers = solvers,
  .n_solvers = G_N_ELEMENTS (solvers),
  .static_oracle = &static_oracle,
};
