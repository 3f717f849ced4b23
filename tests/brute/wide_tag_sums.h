/* wide_tag_sums.h - sums over well-formed tags by wide numbers from the beginning: slower, without bounds. */
#ifndef BRUTE_WIDE_TAG_SUMS_H
#define BRUTE_WIDE_TAG_SUMS_H

#include "tags/rules.h"

extern const SumChartKind wide_tag_sums;

#endif
