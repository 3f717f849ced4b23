/* arc_eager_nivre.c - arc-eager parsing as most parsers do it: it ends when no input remains, whatever is in
 * the stack.
 *
 * Label R is that of words with a head, and of 0; label L that of words without.
 */
#include "systems/arc_eager_nivre.h"

#include "systems/arc_eager_exact.h"
#include "systems/systems.h"

static const TbkTransition transitions[] = {
  [ARC_EAGER_SH] = ARC_EAGER_NIVRE_SHIFT (TBK_NEEDS_INPUT),
  [ARC_EAGER_LA] = ARC_EAGER_NIVRE_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_NIVRE_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_NIVRE_REDUCE (2),
};

/* Without 0 in the stack, a word at its bottom can be reduced. */
static const TbkTransition transitions_without_root[] = {
  [ARC_EAGER_SH] = ARC_EAGER_NIVRE_SHIFT (TBK_NEEDS_INPUT),
  [ARC_EAGER_LA] = ARC_EAGER_NIVRE_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_NIVRE_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_NIVRE_REDUCE (1),
};

static const TbkPolicy policies[] = {
  { "none", "all computations count" },
};

#define EXACT(VARIATION)                                                                                     \
  {                                                                                                          \
    TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, VARIATION                                                 \
  }
#define TABULAR(TRANSLATION)                                                                                 \
  {                                                                                                          \
    TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, TRANSLATION                                           \
  }

static const Solver solvers[] = {
  EXACT (&arc_eager_nivre_variation),
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_arc_eager_nivre_linear, NULL },
  TABULAR (&arc_eager_nivre_translation),
};
static const Solver solvers_root[] = {
  EXACT (&arc_eager_nivre_root_variation),
  TABULAR (&arc_eager_nivre_translation_with_rest),
};
static const Solver solvers_noroot[] = {
  EXACT (&arc_eager_nivre_noroot_variation),
  TABULAR (&arc_eager_nivre_translation_with_rest),
};

#define NIVRE(TRANSITIONS, NAME, EMPTY, REST, SOLVERS)                                                         \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Nivre (2008)",                                                                              \
      .title = "arc-eager as most parsers do it",  \
      .first = "Nivre (2003, 2008)",  \
      .about = "It ends as soon as no input remains. Words may still be in the stack, and words without a head are allowed.",  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = EMPTY,                                                                                 \
      .hangs_rest = REST,                                                                                    \
      .root = TBK_LABEL_R,                                                                                   \
      .labels = TBK_LABEL_L | TBK_LABEL_R,                                                                   \
      .final = TBK_FINAL_NO_INPUT, \
      .builds_projective = !(EMPTY), \
    },                                                                                                       \
    .solvers = SOLVERS,                                                                                      \
    .n_solvers = G_N_ELEMENTS (SOLVERS),                                                                     \
    .static_oracle = &arc_eager_static, \
  }

const Record record_arc_eager_nivre = NIVRE (transitions, "arc-eager-nivre", FALSE, FALSE, solvers);
const Record record_arc_eager_nivre_root =
    NIVRE (transitions, "arc-eager-nivre:complete=root", FALSE, TRUE, solvers_root);
const Record record_arc_eager_nivre_noroot =
    NIVRE (transitions_without_root, "arc-eager-nivre:start=noroot", TRUE, FALSE, solvers_noroot);
const Record record_arc_eager_nivre_noroot_root =
    NIVRE (transitions_without_root, "arc-eager-nivre:start=noroot,complete=root", TRUE, TRUE, solvers_root);
