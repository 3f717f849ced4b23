/* arc_eager.h - what the files of arc-eager parsing share. */
#ifndef SYSTEMS_ARC_EAGER_H
#define SYSTEMS_ARC_EAGER_H

#include "oracle/exact.h"
#include "oracle/tabular.h"

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

enum { NORMALIZED_SH, NORMALIZED_LC, NORMALIZED_RC, NORMALIZED_RL, NORMALIZED_RR };

enum { NORMALIZED_BLOCK, NORMALIZED_NONE, NORMALIZED_N_POLICIES };

extern const TbkGrammar arc_eager_grammar;
extern const Translation arc_eager_translation, arc_eager_uncorrected_translation,
    arc_eager_normalized_translation;

/* For projective gold trees. */
extern const SolverKind solver_arc_eager_linear;

/* For every form of arc-eager parsing but the normalized one. */
extern const StaticKind arc_eager_static;

#endif
