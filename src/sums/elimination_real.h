/* elimination_real.h - sums over all trees, projective or not. */
#ifndef SUMS_ELIMINATION_REAL_H
#define SUMS_ELIMINATION_REAL_H

#include "decode/decode.h"

extern const DecodeTask elimination_real_task;

#endif
