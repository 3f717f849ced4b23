/* covington.h - what the files of list-based parsing share. */
#ifndef SYSTEMS_COVINGTON_H
#define SYSTEMS_COVINGTON_H

#include "oracle/search.h"

enum { COVINGTON_SH, COVINGTON_NA, COVINGTON_LA, COVINGTON_RA };

extern const SolverKind solver_covington, solver_covington_projective;

/* The parameters by which solver_covington_projective takes projective gold trees only. */
extern const gboolean covington_if_projective;

/* For solver_search. */
extern const SearchGuide covington_projective_guide;

#endif
