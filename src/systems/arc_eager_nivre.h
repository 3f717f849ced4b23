/* arc_eager_nivre.h - what arc-eager parsing with any final stack shares with its extension by unshift. */
#ifndef SYSTEMS_ARC_EAGER_NIVRE_H
#define SYSTEMS_ARC_EAGER_NIVRE_H

#include "systems/arc_eager.h"

#define ARC_EAGER_NIVRE_SHIFT(NEEDS)                                                                         \
  {                                                                                                          \
    .key = "SH", .name = "shift", .needs = NEEDS, .push = TBK_LABEL_L                                        \
  }
#define ARC_EAGER_NIVRE_LEFT_ARC                                                                             \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .depth = 1, .needs = TBK_NEEDS_INPUT, .top = TBK_LABEL_L,               \
    .head = TBK_PLACE_FRONT, .dependent = TBK_PLACE_TOP, .popped = TBK_PLACE_TOP                             \
  }
#define ARC_EAGER_NIVRE_RIGHT_ARC                                                                            \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .depth = 1, .needs = TBK_NEEDS_INPUT, .head = TBK_PLACE_TOP,           \
    .dependent = TBK_PLACE_FRONT, .push = TBK_LABEL_R                                                        \
  }
#define ARC_EAGER_NIVRE_REDUCE(DEPTH)                                                                        \
  {                                                                                                          \
    .key = "RE", .name = "reduce", .depth = DEPTH, .top = TBK_LABEL_R, .popped = TBK_PLACE_TOP               \
  }

/* Grammars: without and with the rule for words of the input that hang on 0 in the end. */
extern const Translation arc_eager_nivre_translation, arc_eager_nivre_translation_with_rest;

extern const Translation arc_eager_unshift_translation, arc_eager_unshift_noroot_translation,
    arc_eager_unshift_published_translation;

/* For projective gold trees, with 0 in the stack and no completion. */
extern const SolverKind solver_arc_eager_nivre_linear;

/* Weight 0 for the arcs to stack words of label R, which are made already. */
void arc_eager_nivre_forget_made (const Candidate *candidate, TbkWeightedString *string);

#endif
