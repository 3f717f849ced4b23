/* lanes_real.c - the inside and outside recursion in lanes over semiring/real.h. */
#include "semiring/real.h"
#include "tabular/lanes.template.h"
#include "tabular/lanes_words.template.h"
