/* count.h - how many trees there are, and how many of greatest score. */
#ifndef DECODE_COUNT_H
#define DECODE_COUNT_H

#include "decode/decode.h"

extern const DecodeTask count_task;

#endif
