/* inside_best.c - the inside recursion over tabular/semiring_best.h. */
#include "tabular/semiring_best.h"

#include "tabular/inside.template.h"

/* tabular.c reads the total without knowing the semiring. */
G_STATIC_ASSERT (sizeof (SrValue) == sizeof (InsideBest));
G_STATIC_ASSERT (G_STRUCT_OFFSET (SrValue, weight) == G_STRUCT_OFFSET (InsideBest, weight));
G_STATIC_ASSERT (G_STRUCT_OFFSET (SrValue, number) == G_STRUCT_OFFSET (InsideBest, number));
