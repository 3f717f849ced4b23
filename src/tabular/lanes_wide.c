/* lanes_wide.c - the inside and outside recursion in lanes over tabular/semiring_wide.h. */
#include "tabular/semiring_wide.h"

#include "tabular/lanes.template.h"
#include "tabular/lanes_words.template.h"
