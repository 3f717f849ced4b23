/* inside_exact.c - the inside recursion over semiring/exact.h. */
#include "semiring/exact.h"
#include "tabular/inside.template.h"
