/* crossings.h - classes that are told by which arcs cross which. */
#ifndef MEASURES_CROSSINGS_H
#define MEASURES_CROSSINGS_H

#include "measures/core.h"

/* For each arc of a core the set of those that cross it. */
typedef struct {
  guint64 crossing[CORE_SIZE];
} Crossings;

/* @with_root: whether arcs of 0 count; they cross nothing if not. */
void crossings_find (Crossings *crossings, const Core *core, gboolean with_root);

gboolean crossings_are_none (const Crossings *crossings, const Core *core);
gboolean crossings_are_bipartite (const Crossings *crossings, const Core *core);
gboolean crossings_have_common_ends (const Crossings *crossings, const Core *core);

#endif
