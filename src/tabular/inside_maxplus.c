/* inside_maxplus.c - the inside recursion over tabular/semiring_maxplus.h. */
#include "tabular/semiring_maxplus.h"

#include "tabular/inside.template.h"
