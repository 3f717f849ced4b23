/* inside_best.c - the inside recursion over semiring/best.h. */
#include "semiring/best.h"
#include "tabular/inside.template.h"
