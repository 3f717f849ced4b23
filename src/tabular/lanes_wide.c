/* lanes_wide.c - the inside and outside recursion in lanes over semiring/wide.h. */
#include "semiring/wide.h"
#include "tabular/lanes.template.h"
#include "tabular/lanes_words.template.h"
