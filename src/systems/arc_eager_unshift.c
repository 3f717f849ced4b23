/* arc_eager_unshift.c - arc-eager parsing that builds one tree always: what is left without a head returns to
 * the input.
 *
 * Once every word has left the input (the flag e of the paper, which is true from then on), a word without
 * head on top of the stack returns to it, and becomes a left child's head or a right child there. Labels
 * are those of arc_eager_nivre.c.
 */
#include "systems/arc_eager_exact.h"
#include "systems/arc_eager_nivre.h"
#include "systems/systems.h"

#define UNSHIFT                                                                                              \
  {                                                                                                          \
    .key = "UN", .name = "unshift", .depth = 1, .needs = TBK_NEEDS_NO_INPUT, .top = TBK_LABEL_L,             \
    .returned = TBK_PLACE_TOP                                                                                \
  }

static const TbkTransition transitions[] = {
  [ARC_EAGER_SH] = ARC_EAGER_NIVRE_SHIFT (TBK_NEEDS_NEW),
  [ARC_EAGER_LA] = ARC_EAGER_NIVRE_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_NIVRE_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_NIVRE_REDUCE (2),
  [ARC_EAGER_UN] = UNSHIFT,
};

static const TbkTransition transitions_without_root[] = {
  [ARC_EAGER_SH] = ARC_EAGER_NIVRE_SHIFT (TBK_NEEDS_NEW),
  [ARC_EAGER_LA] = ARC_EAGER_NIVRE_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_NIVRE_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_NIVRE_REDUCE (1),
  [ARC_EAGER_UN] = UNSHIFT,
};

static const TbkPolicy policies[] = {
  { "none", "all computations count" },
};

#define UNSHIFT_SYSTEM(TRANSITIONS, NAME, EMPTY, FINAL, VARIATION, TRANSLATION)                                \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Nivre and Fernandez-Gonzalez (2014)",                                                       \
      .title = "arc-eager with a tree constraint",  \
      .first = "Nivre and Fernández-González (2014)",  \
      .about = "As arc-eager, but words left without head go back to the input until a tree is there.",  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = EMPTY,                                                                                 \
      .root = TBK_LABEL_R,                                                                                   \
      .labels = TBK_LABEL_L | TBK_LABEL_R,                                                                   \
      .final = FINAL,                                                                                        \
      .features = TBK_HAS_RETURNED, \
      .builds_projective = !(EMPTY), \
    },                                                                                                       \
    .solvers = (const Solver[]){                                                                             \
      { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, VARIATION },                                          \
      { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, TRANSLATION },                                    \
    },                                                                                                       \
    .n_solvers = 2,                                                                                          \
    .static_oracle = &arc_eager_static, \
  }

const Record record_arc_eager_unshift =
    UNSHIFT_SYSTEM (transitions, "arc-eager-unshift", FALSE, TBK_FINAL_ONE, &arc_eager_unshift_variation,
                    &arc_eager_unshift_translation);
const Record record_arc_eager_unshift_noroot =
    UNSHIFT_SYSTEM (transitions_without_root, "arc-eager-unshift:start=noroot", TRUE, TBK_FINAL_ONE_LEFT,
                    &arc_eager_unshift_noroot_variation, &arc_eager_unshift_noroot_translation);
const Record record_arc_eager_unshift_published =
    UNSHIFT_SYSTEM (transitions_without_root, "arc-eager-unshift:start=noroot-published", TRUE, TBK_FINAL_ONE,
                    &arc_eager_unshift_noroot_variation, &arc_eager_unshift_published_translation);
