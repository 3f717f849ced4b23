/* inside_exact.c - the inside recursion over tabular/semiring_exact.h. */
#include "tabular/semiring_exact.h"

#include "tabular/inside.template.h"
