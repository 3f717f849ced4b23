/* timing.h - what commands take, and what trees take by the words that remain of them. */
#ifndef FIGURES_TIMING_H
#define FIGURES_TIMING_H

#include <glib.h>

/* Runs a command, without its output, and prints the seconds of the processor and of the clock that it took. */
gboolean print_time (char **command, GError **error);

/* Prints the microseconds that projectivization takes for a tree, by the number of words that remain after contraction:
 * trees of the files @paths, and random ones. Times are the least of @runs. */
gboolean print_cores (int runs, char **paths, GError **error);

#endif
