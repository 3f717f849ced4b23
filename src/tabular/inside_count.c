/* inside_count.c - the inside recursion over tabular/semiring_count.h. */
#include "tabular/semiring_count.h"

#include "tabular/inside.template.h"
