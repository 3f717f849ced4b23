/* best.h - the best projective trees, of scores that are floats and doubles. */
#ifndef DECODE_BEST_H
#define DECODE_BEST_H

#include "decode/decode.h"

extern const DecodeTask best_float_task, best_double_task;

#endif
