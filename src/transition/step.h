/* step.h - a step that is known to be allowed. */
#ifndef TRANSITION_STEP_H
#define TRANSITION_STEP_H

#include <string.h>

#include "tbk/transition.h"

/* The number of the transition whose key is @key, of @length bytes; -1 if there is none. */
static inline int
transition_of_key (const TbkSystem *system, const char *key, gsize length)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (strlen (system->transitions[t].key) == length
        && memcmp (system->transitions[t].key, key, length) == 0)
      return t;
  return -1;
}

/* Whether @transition is allowed, where its arc and those made are of one tree, so that no cycle is looked
 * for. O(1). */
gboolean configuration_allows_in_tree (const TbkConfiguration *configuration,
                                       const TbkTransition *transition);

/* Takes @transition, which is allowed. */
void configuration_take (TbkConfiguration *configuration, const TbkTransition *transition);

#endif
