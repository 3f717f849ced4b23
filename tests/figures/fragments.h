/* fragments.h - what arc-eager parsing leaves without head, and who finds the heads. */
#ifndef FIGURES_FRAGMENTS_H
#define FIGURES_FRAGMENTS_H

#include <glib.h>

/* Prints a row for each way to complete: the figures of Nivre and Fernandez-Gonzalez (2014), Table 1, of the parser
 * @model over the files @paths. */
gboolean print_fragments (const char *model, char **paths, GError **error);

#endif
