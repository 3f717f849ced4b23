/* attardi.h - how far down the stack arcs must reach for a system of Attardi to build a tree. */
#ifndef MEASURES_ATTARDI_H
#define MEASURES_ATTARDI_H

#include <glib.h>

/* Whether the system attardi-@degree builds the tree @heads. @stack, @n_pending: scratch for n + 1 integers
 * each. */
gboolean attardi_can_build (const int *heads, int n, int degree, int *stack, int *n_pending);

#endif
