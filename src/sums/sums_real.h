/* sums_real.h - sums over projective trees. */
#ifndef SUMS_SUMS_REAL_H
#define SUMS_SUMS_REAL_H

#include "decode/decode.h"

/* With an outside recursion, and without. */
extern const DecodeTask sums_real_task, sums_real_inside_task;

#endif
