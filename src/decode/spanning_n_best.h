/* spanning_n_best.h - the trees of a sentence from the best on, projective or not. */
#ifndef DECODE_SPANNING_N_BEST_H
#define DECODE_SPANNING_N_BEST_H

#include "decode/decode.h"

extern const DecodeTask spanning_n_best_task;

#endif
