/* configuration.h - whether the arrays of a configuration are long enough for what its sizes say. */
#ifndef TRANSITION_CONFIGURATION_H
#define TRANSITION_CONFIGURATION_H

#include "tbk/transition.h"

/* Whether the sizes can be, so that no array is read outside; what the arrays hold is another matter. */
static inline gboolean
configuration_is_sized (const TbkConfiguration *c)
{
  const gboolean has_two = (c->system->features & TBK_HAS_TWO_STACKS) != 0;
  int least = c->system->starts_empty || c->n_second > 0 ? 0 : 1;

  return c->n >= 0 && c->n < G_MAXINT - 1 && c->depth >= least && c->n_returned >= 0 && c->n_second >= 0
         && c->depth <= c->n + 1 && c->n_returned <= c->n + 1 - c->depth
         && c->n_second <= c->n + 1 - (has_two ? 0 : c->depth) - c->n_returned && c->buffer >= 1
         && c->buffer <= c->n + 1;
}

#endif
