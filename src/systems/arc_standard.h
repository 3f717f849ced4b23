/* arc_standard.h - what the files of arc-standard parsing share. */
#ifndef SYSTEMS_ARC_STANDARD_H
#define SYSTEMS_ARC_STANDARD_H

#include "oracle/components.h"
#include "oracle/exact.h"
#include "oracle/oracle.h"

enum { ARC_STANDARD_SH, ARC_STANDARD_RA, ARC_STANDARD_LA };

enum {
  ARC_STANDARD_LEFT_FIRST,
  ARC_STANDARD_NONE,
  ARC_STANDARD_STRICT_LEFT_FIRST,
  ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL,
  ARC_STANDARD_RIGHT_FIRST,
  ARC_STANDARD_N_POLICIES,
};

Limits arc_standard_limits (int policy, int transition, int k);

extern const Translation arc_standard_translation;
extern const ExactFamily arc_standard_family;

/* Solvers for projective gold trees, which serve normalized arc-eager parsing too; their parameters. */
typedef struct {
  gboolean is_labelled; /* normalized arc-eager, not arc-standard */
  gboolean is_linear;   /* not quadratic */
} ProjectiveMethod;

extern const SolverKind solver_projective;

#endif
