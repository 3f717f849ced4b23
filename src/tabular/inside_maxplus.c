/* inside_maxplus.c - the inside recursion over semiring/maxplus.h. */
#include "semiring/maxplus.h"
#include "tabular/inside.template.h"
