/* lanes_scaled.c - the inside and outside recursion in lanes over tabular/semiring_scaled.h. */
#include "tabular/semiring_scaled.h"

#include "tabular/lanes.template.h"
#include "tabular/lanes_words.template.h"
