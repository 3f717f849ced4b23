/* covington.h - what the files of list-based parsing share. */
#ifndef SYSTEMS_COVINGTON_H
#define SYSTEMS_COVINGTON_H

#include "oracle/solver.h"

enum { COVINGTON_SH, COVINGTON_NA, COVINGTON_LA, COVINGTON_RA };

extern const SolverKind solver_covington, solver_covington_projective;

#endif
