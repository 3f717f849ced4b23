/* lanes_16.c - the inside recursion in lanes over semiring/minplus16.h. */
#include "semiring/minplus16.h"
#include "tabular/lanes.template.h"
#include "tabular/lanes_strings.template.h"
