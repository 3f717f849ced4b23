/* swap.h - what the files of shift-reduce parsing with SWAP share. */
#ifndef SYSTEMS_SWAP_H
#define SYSTEMS_SWAP_H

#include "oracle/search.h"

enum { SWAP_SH, SWAP_LA, SWAP_RA, SWAP_SW };

/* The parameters of solver_swap_free: which configurations it takes. */
typedef struct {
  gboolean if_free; /* only those after which every tree can be built; else all, right or not */
} SwapScope;

extern const SolverKind solver_swap_free;
extern const SwapScope swap_if_free, swap_always;

/* For solver_search. */
extern const SearchGuide swap_guide;

/* A number of open gold arcs that are lost on every way from @c. @scratch: n + 1 integers. */
int swap_conflicts (const Gold *gold, const TbkConfiguration *c, int *scratch);

#endif
