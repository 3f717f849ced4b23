/* systems.c - the list of all transition systems. */
#include <string.h>

#include "tbk/transition.h"

const TbkSystem *const tbk_systems[] = {
  &tbk_shift_reduce, &tbk_left_before_right,     &tbk_arc_eager_nivre,      &tbk_arc_eager_labelled,
  &tbk_arc_eager,    &tbk_arc_eager_uncorrected, &tbk_arc_eager_normalized, NULL,
};

const TbkSystem *
tbk_system_find (const char *name)
{
  for (int s = 0; tbk_systems[s] != NULL; s++)
    if (strcmp (tbk_systems[s]->name, name) == 0)
      return tbk_systems[s];
  return NULL;
}

int
tbk_system_transition (const TbkSystem *system, const char *key)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (strcmp (system->transitions[t].key, key) == 0)
      return t;
  return -1;
}
