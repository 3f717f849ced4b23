/* lanes_double.c - the inside recursion in lanes over tabular/semiring_minplus_double.h. */
#include "tabular/semiring_minplus_double.h"

#include "tabular/lanes.template.h"
#include "tabular/lanes_strings.template.h"
