/* lanes_real.c - the inside and outside recursion in lanes over tabular/semiring_real.h. */
#include "tabular/semiring_real.h"

#include "tabular/lanes.template.h"
#include "tabular/lanes_words.template.h"
