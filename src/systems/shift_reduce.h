/* shift_reduce.h - what the files of shift-reduce parsing share. */
#ifndef SYSTEMS_SHIFT_REDUCE_H
#define SYSTEMS_SHIFT_REDUCE_H

#include "oracle/components.h"
#include "oracle/exact.h"
#include "oracle/oracle.h"

enum { SHIFT_REDUCE_SH, SHIFT_REDUCE_RL, SHIFT_REDUCE_RR };

enum {
  SHIFT_REDUCE_LEFT_BEFORE_RIGHT,
  SHIFT_REDUCE_NONE,
  SHIFT_REDUCE_STRICT_LEFT_BEFORE_RIGHT,
  SHIFT_REDUCE_STRICT_LEFT_BEFORE_RIGHT_LITERAL,
  SHIFT_REDUCE_RIGHT_BEFORE_LEFT,
  SHIFT_REDUCE_N_POLICIES,
};

Limits shift_reduce_limits (int policy, int transition, int k);

extern const Translation shift_reduce_translation;
extern const ExactFamily shift_reduce_family;

/* Solvers for projective gold trees, which serve normalized arc-eager parsing too; their parameters. */
typedef struct {
  gboolean is_labelled; /* normalized arc-eager, not shift-reduce */
  gboolean is_linear;   /* not quadratic */
} ProjectiveMethod;

extern const SolverKind solver_projective;

#endif
