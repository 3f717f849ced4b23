/* step.h - a step that is known to be allowed. */
#ifndef TRANSITION_STEP_H
#define TRANSITION_STEP_H

#include <string.h>

#include "tbk/transition.h"

/* Whether the sizes can be, so that no array is read outside; what the arrays hold is another matter. */
static inline gboolean
configuration_is_sized (const TbkConfiguration *c)
{
  int least = c->system->starts_empty || c->n_second > 0 ? 0 : 1;

  return c->n >= 0 && c->n < G_MAXINT - 1 && c->depth >= least && c->n_returned >= 0 && c->n_second >= 0
         && c->depth <= c->n + 1 && c->n_returned <= c->n + 1 - c->depth
         && c->n_second <= c->n + 1 - c->depth - c->n_returned && c->buffer >= 1 && c->buffer <= c->n + 1;
}

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

/* Takes @transition, which is allowed. */
void configuration_take (TbkConfiguration *configuration, const TbkTransition *transition);

#endif
