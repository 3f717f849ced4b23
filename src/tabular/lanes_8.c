/* lanes_8.c - the inside recursion in lanes over semiring/minplus8.h. */
#include "semiring/minplus8.h"
#include "tabular/lanes.template.h"
#include "tabular/lanes_strings.template.h"
