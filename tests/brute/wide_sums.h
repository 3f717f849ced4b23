/* wide_sums.h - sums over all trees by wide numbers from the beginning, which else are for what double cannot hold. */
#ifndef BRUTE_WIDE_SUMS_H
#define BRUTE_WIDE_SUMS_H

#include "decode/decode.h"

extern const DecodeTask wide_sums_task;

#endif
