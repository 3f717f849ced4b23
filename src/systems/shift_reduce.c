/* shift_reduce.c - shift-reduce parsing, without and with labels.
 *
 * With the gold arcs 0 -> 3, 3 -> 1, 1 -> 2 of three words the static oracle goes
 *
 *   stack            transition
 *   0                SH SH
 *   0 1 2            RL: 1 takes 2, which has all its children
 *   0 1              SH: neither 0 -> 1 nor 1 -> 0 is gold
 *   0 1 3            RR: 3 takes 1
 *   0 3              RL: 0 takes 3, once 3 has its children
 */
#include "systems/shift_reduce.h"

#include "systems/systems.h"

#define NONE TBK_LABEL_NONE
#define N    TBK_LABEL_N
#define C    TBK_LABEL_C

/* Nederhof (2019), Table 1. RR may not make 0 a child. */
static const TbkTransition plain[] = {
  [SHIFT_REDUCE_SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = NONE },
  [SHIFT_REDUCE_RL] = { .key = "RL",
                        .name = "reduce_left",
                        .depth = 2,
                        .head = TBK_PLACE_UNDER,
                        .dependent = TBK_PLACE_TOP,
                        .popped = TBK_PLACE_TOP },
  [SHIFT_REDUCE_RR] = { .key = "RR",
                        .name = "reduce_right",
                        .depth = 2,
                        .not_root = TBK_PLACE_UNDER,
                        .head = TBK_PLACE_TOP,
                        .dependent = TBK_PLACE_UNDER,
                        .popped = TBK_PLACE_UNDER },
};

static const TbkPolicy policies[SHIFT_REDUCE_N_POLICIES] = {
  [SHIFT_REDUCE_LEFT_BEFORE_RIGHT] = { "left-before-right",
                                       "a bound word takes no left child after a right child, both taken "
                                       "later" },
  [SHIFT_REDUCE_NONE] = { "none", "all computations count" },
  [SHIFT_REDUCE_STRICT_LEFT_BEFORE_RIGHT] = { "strict-left-before-right",
                                              "as left-before-right, and words under the top take no left child at all later" },
  [SHIFT_REDUCE_STRICT_LEFT_BEFORE_RIGHT_LITERAL] = { "strict-left-before-right-literal",
                                                      "as left-before-right, but if reduce_left is valued, the word under the top is bound too" },
  [SHIFT_REDUCE_RIGHT_BEFORE_LEFT] = { "right-before-left",
                                       "a bound word takes no right child after a left child, both taken "
                                       "later" },
};

/* The order in which they are asked for EXACT: the memo, then for long sentences and projective gold trees
 * the linear method, then the grammar. */
static const ProjectiveMethod quadratic = { .is_linear = FALSE }, linear = { .is_linear = TRUE };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &shift_reduce_family },
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_projective, &linear },
  { TBK_METHOD_QUADRATIC, ALL_POLICIES, &solver_projective, &quadratic },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &shift_reduce_translation },
};

enum { LEFT_FIRST, RIGHT_FIRST };

static const char *const orders[] = {
  [LEFT_FIRST] = "left-before-right", [RIGHT_FIRST] = "right-before-left", NULL
};

/* A word that has all its children goes to its head; to one on its right, right first, when that has its
 * right children. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = static_stack_word (c, 0), under = static_stack_word (c, 1);
  gboolean takes_left =
      oracle->order == LEFT_FIRST || oracle->gold.last_child[top] < tbk_configuration_front (c);

  if (takes_left && static_is_complete_arc (oracle, top, under))
    return SHIFT_REDUCE_RR;
  return static_is_complete_arc (oracle, under, top) ? SHIFT_REDUCE_RL : SHIFT_REDUCE_SH;
}

static const StaticKind static_oracle = { .orders = orders, .choose = choose };

const Record record_shift_reduce = {
  .system = {
    .name = "shift-reduce",
    .source = "Nederhof (2019), Table 1; Nederhof (2021), Table 1",
    .title = "arc-standard",
    .first = "Nivre (2004)",
    .about = "The two topmost words of the stack become one; a word gets its head when it has all its dependents.",
    .transitions = plain,
    .n_transitions = G_N_ELEMENTS (plain),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = NONE,
    .labels = NONE,
    .builds_projective = TRUE,
  },
  .solvers = solvers,
  .n_solvers = G_N_ELEMENTS (solvers),
  .static_oracle = &static_oracle,
};

/* Nederhof (2021), Table 2. A word is pushed as N and takes its left children. `complete` makes it C: from
 * then on it takes right children, and the next word may be shifted. So a tree has one computation. */
static const TbkTransition left_before_right[] = {
  { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .top = C, .push = N },
  { .key = "CO", .name = "complete", .top = N, .relabel = C },
  { .key = "RL",
    .name = "reduce_left",
    .depth = 2,
    .under = C,
    .top = C,
    .head = TBK_PLACE_UNDER,
    .dependent = TBK_PLACE_TOP,
    .popped = TBK_PLACE_TOP },
  { .key = "RR",
    .name = "reduce_right",
    .depth = 2,
    .under = C,
    .top = N,
    .not_root = TBK_PLACE_UNDER,
    .head = TBK_PLACE_TOP,
    .dependent = TBK_PLACE_UNDER,
    .popped = TBK_PLACE_UNDER },
};

const Record record_left_before_right = {
  .system = {
    .name = "left-before-right",
    .source = "Nederhof (2021), Table 2",
    .title = "arc-standard, one computation a tree",
    .first = "Nederhof (2021)",
    .about = "As shift-reduce, but a word takes its left dependents before its right ones. It has no oracle of its own: "
             "shift-reduce has, with the policy left-before-right.",
    .transitions = left_before_right,
    .n_transitions = G_N_ELEMENTS (left_before_right),
    .root = C,
    .labels = C,
    .builds_projective = TRUE,
    .top_labels = N,
  },
};
