/* lanes_float.c - the inside recursion in lanes over tabular/semiring_minplus_float.h. */
#include "tabular/semiring_minplus_float.h"

#include "tabular/lanes.template.h"
#include "tabular/lanes_strings.template.h"
