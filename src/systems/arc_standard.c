/* arc_standard.c - arc-standard parsing, without and with labels.
 *
 * With the gold arcs 0 -> 3, 3 -> 1, 1 -> 2 of three words the static oracle goes
 *
 *   stack            transition
 *   0                SH SH
 *   0 1 2            RA: 1 takes 2, which has all its children
 *   0 1              SH: neither 0 -> 1 nor 1 -> 0 is gold
 *   0 1 3            LA: 3 takes 1
 *   0 3              RA: 0 takes 3, once 3 has its children
 */
#include "systems/arc_standard.h"

#include "systems/systems.h"

#define NONE TBK_LABEL_NONE
#define N    TBK_LABEL_N
#define C    TBK_LABEL_C

/* Nederhof (2019), Table 1, which calls RA reduce_left, RL, and LA reduce_right, RR. LA may not make 0 a child. */
static const TbkTransition plain[] = {
  [ARC_STANDARD_SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = NONE },
  [ARC_STANDARD_RA] = { .key = "RA",
                        .name = "right_arc",
                        .depth = 2,
                        .head = TBK_PLACE_UNDER,
                        .dependent = TBK_PLACE_TOP,
                        .popped = TBK_PLACE_TOP },
  [ARC_STANDARD_LA] = { .key = "LA",
                        .name = "left_arc",
                        .depth = 2,
                        .not_root = TBK_PLACE_UNDER,
                        .head = TBK_PLACE_TOP,
                        .dependent = TBK_PLACE_UNDER,
                        .popped = TBK_PLACE_UNDER },
};

static const TbkPolicy policies[ARC_STANDARD_N_POLICIES] = {
  [ARC_STANDARD_LEFT_FIRST] = { "left-first",
                                "from here on, the top and the words of the input get their left children before their right ones" },
  [ARC_STANDARD_NONE] = { "none", "all sequences count" },
  [ARC_STANDARD_STRICT_LEFT_FIRST] = { "strict-left-first",
                                       "as left-first, and the words under the top get no more left "
                                       "children" },
  [ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL] = { "strict-left-first-literal",
                                               "as left-first, and when right_arc is valued, the same holds "
                                               "for the word under the top" },
  [ARC_STANDARD_RIGHT_FIRST] = { "right-first",
                                 "from here on, the top and the words of the input get their right children before their left ones" },
};

/* The order in which they are asked for EXACT: the memo, then for long sentences and projective gold trees
 * the linear method, then the grammar. */
static const ProjectiveMethod quadratic = { .is_linear = FALSE }, linear = { .is_linear = TRUE };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &arc_standard_family },
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_projective, &linear },
  { TBK_METHOD_QUADRATIC, ALL_POLICIES, &solver_projective, &quadratic },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &arc_standard_translation },
};

enum { LEFT_FIRST, RIGHT_FIRST };

static const char *const orders[] = { [LEFT_FIRST] = "left-first", [RIGHT_FIRST] = "right-first", NULL };

/* A word that has all its children goes to its head; to one on its right, right first, when that has its
 * right children. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = static_stack_word (c, 0), under = static_stack_word (c, 1);
  gboolean takes_left =
      oracle->order == LEFT_FIRST || oracle->gold.last_child[top] < tbk_configuration_front (c);

  if (takes_left && static_is_complete_arc (oracle, top, under))
    return ARC_STANDARD_LA;
  return static_is_complete_arc (oracle, under, top) ? ARC_STANDARD_RA : ARC_STANDARD_SH;
}

static const StaticKind static_oracle = { .orders = orders, .choose = choose };

const Record record_arc_standard = {
  .system = {
    .name = "arc-standard",
    .source = "Nederhof (2019), Table 1; Nederhof (2021), Table 1",
    .title = "arc-standard",
    .first = "Nivre (2004)",
    .about = "An arc joins the two topmost words of the stack, and the dependent leaves it. So a word gets "
             "its head only after all its dependents.",
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
static const TbkTransition left_first[] = {
  { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .top = C, .push = N },
  { .key = "CO", .name = "complete", .top = N, .relabel = C },
  { .key = "RA",
    .name = "right_arc",
    .depth = 2,
    .under = C,
    .top = C,
    .head = TBK_PLACE_UNDER,
    .dependent = TBK_PLACE_TOP,
    .popped = TBK_PLACE_TOP },
  { .key = "LA",
    .name = "left_arc",
    .depth = 2,
    .under = C,
    .top = N,
    .not_root = TBK_PLACE_UNDER,
    .head = TBK_PLACE_TOP,
    .dependent = TBK_PLACE_UNDER,
    .popped = TBK_PLACE_UNDER },
};

const Record record_arc_standard_left_first = {
  .system = {
    .name = "arc-standard-left-first",
    .source = "Nederhof (2021), Table 2",
    .title = "arc-standard, one sequence per tree",
    .first = "Nederhof (2021)",
    .about = "As arc-standard, but a word gets its left dependents before its right ones. For an oracle use "
             "arc-standard with the policy left-first.",
    .transitions = left_first,
    .n_transitions = G_N_ELEMENTS (left_first),
    .root = C,
    .labels = C,
    .builds_projective = TRUE,
    .top_labels = N,
  },
};
