/* systems.h - the records of all systems, and what the files of a family share.
 *
 * Contents
 *   1. systems: the records of all systems
 *   2. arc_eager: what the files of arc-eager parsing share
 *   3. arc_eager: what arc-eager parsing with any final stack shares with its extension by unshift
 *   4. swap: what the files of arc-standard parsing with SWAP share
 */
#ifndef SYSTEMS_SYSTEMS_H
#define SYSTEMS_SYSTEMS_H

#include "oracle/exact.h"
#include "oracle/oracle.h"

/* 1. systems: the records of all systems. */

#define SYSTEM(name) extern const Record record_##name;
#include "systems/systems.def"
#undef SYSTEM

/* 2. arc_eager: what the files of arc-eager parsing share. */

/* UN is of arc-eager parsing with unshift only. */
enum { ARC_EAGER_SH, ARC_EAGER_LA, ARC_EAGER_RA, ARC_EAGER_RE, ARC_EAGER_UN };

enum {
  ARC_EAGER_SHIFT_BEFORE_REDUCE,
  ARC_EAGER_FREE,
  ARC_EAGER_NONE,
  ARC_EAGER_REDUCE_BEFORE_SHIFT,
  ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT,
  ARC_EAGER_N_POLICIES,
};

enum { NORMALIZED_SH, NORMALIZED_LC, NORMALIZED_RC, NORMALIZED_RA, NORMALIZED_LA };

enum { NORMALIZED_BLOCK, NORMALIZED_NONE, NORMALIZED_N_POLICIES };

extern const TbkGrammar arc_eager_nederhof_grammar;
extern const char *const arc_eager_nederhof_symbols[], *const arc_eager_nederhof_terminals[];
extern const Translation arc_eager_nederhof_translation, arc_eager_nederhof_uncorrected_translation,
    arc_eager_nederhof_normalized_translation;

/* For projective gold trees. */
extern const SolverKind solver_arc_eager_nederhof_linear;

/* For every form of arc-eager parsing but the normalized one. */
extern const StaticKind arc_eager_static;

/* 3. arc_eager: what arc-eager parsing with any final stack shares with its extension by unshift. */

#define ARC_EAGER_SHIFT(NEEDS)                                                                               \
  {                                                                                                          \
    .key = "SH", .name = "shift", .needs = NEEDS, .push = TBK_LABEL_L                                        \
  }
#define ARC_EAGER_LEFT_ARC                                                                                   \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .depth = 1, .needs = TBK_NEEDS_INPUT, .top = TBK_LABEL_L,               \
    .head = TBK_PLACE_FRONT, .dependent = TBK_PLACE_TOP, .popped = TBK_PLACE_TOP                             \
  }
#define ARC_EAGER_RIGHT_ARC                                                                                  \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .depth = 1, .needs = TBK_NEEDS_INPUT, .head = TBK_PLACE_TOP,           \
    .dependent = TBK_PLACE_FRONT, .push = TBK_LABEL_R                                                        \
  }
#define ARC_EAGER_REDUCE(DEPTH)                                                                              \
  {                                                                                                          \
    .key = "RE", .name = "reduce", .depth = DEPTH, .top = TBK_LABEL_R, .popped = TBK_PLACE_TOP               \
  }

/* Grammars: without and with the rule for words of the input that hang on 0 in the end. */
extern const Translation arc_eager_translation, arc_eager_translation_with_rest;

extern const Translation arc_eager_unshift_translation, arc_eager_unshift_noroot_translation,
    arc_eager_unshift_published_translation;

/* For projective gold trees, with 0 in the stack and no completion. */
extern const SolverKind solver_arc_eager_linear;

/* Weight 0 for the arcs to stack words of label R, which are made already. */
void arc_eager_forget_made (const Candidate *candidate, TbkWeightedString *string);

/* 4. swap: what the files of arc-standard parsing with SWAP share. */

/* For solver_search. */
extern const SearchGuide swap_guide;

#endif
