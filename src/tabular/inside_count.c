/* inside_count.c - the inside recursion over semiring/count.h. */
#include "semiring/count.h"
#include "tabular/inside.template.h"
