/* count.h - how many trees there are, and how many of greatest score. */
#ifndef SUMS_COUNT_H
#define SUMS_COUNT_H

#include "decode/decode.h"

extern const DecodeTask count_task;

#endif
